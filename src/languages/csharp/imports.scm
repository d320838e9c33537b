; `namespace` and `using`.

(file_scoped_namespace_declaration name: (_) @name) @namespace
(namespace_declaration name: (_) @name) @namespace

((using_directive name: (identifier) @import.alias . "=" . (_) @import.module) @import
  (#set! split "."))
((using_directive !name [(identifier) (qualified_name)] @import.module) @import
  (#set! import "wildcard"))
