; Imports name modules of packages, never files.

((import_declaration (identifier) @import.module) @import
  (#set! import "wildcard"))
