; `package` and `import`. The path of an import is a row of names.

((package_clause name: (package_identifier) @name) @namespace
  (#set! nest "."))

((import_declaration . "import" . path: _+ @import.module . (namespace_wildcard)) @import
  (#set! import "wildcard")
  (#set! near "."))
((import_declaration . "import" . path: _+ @import.module . (namespace_selectors (namespace_wildcard))) @import
  (#set! import "wildcard")
  (#set! near "."))
((import_declaration . "import" . path: _+ @import.module . (namespace_selectors (identifier) @import.name)) @import
  (#set! near "."))
((import_declaration . "import" . path: _+ @import.module . (namespace_selectors (arrow_renamed_identifier name: (identifier) @import.name alias: (identifier) @import.alias))) @import
  (#set! near "."))
((import_declaration path: _* @import.module path: (identifier) @import.name .) @import
  (#set! near "."))
