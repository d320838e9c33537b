; `namespace` and `using`.

(file_scoped_namespace_declaration name: (_) @name) @namespace
(namespace_declaration name: (_) @name) @namespace

((using_directive name: (identifier) @import.alias . "=" . (_) @import.module) @import
  (#not-match? @import "^global\\s")
  (#set! split "."))
((using_directive !name [(identifier) (qualified_name)] @import.module) @import
  (#not-match? @import "^global\\s")
  (#set! import "wildcard"))
; For all files of the project.
((using_directive name: (identifier) @import.alias . "=" . (_) @import.module) @import
  (#match? @import "^global\\s")
  (#set! split ".")
  (#set! reexport "true"))
((using_directive !name [(identifier) (qualified_name)] @import.module) @import
  (#match? @import "^global\\s")
  (#set! import "wildcard")
  (#set! reexport "true"))
