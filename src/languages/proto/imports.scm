; `package` and `import`.

(package (full_ident) @name) @namespace
((import path: (string) @import.module) @import
  (#set! import "wildcard"))
