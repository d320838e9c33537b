; `namespace`, `use`, and files that are run.

(namespace_definition name: (namespace_name) @name) @namespace

((namespace_use_declaration !body (namespace_use_clause . [(name) (qualified_name)] @import.module alias: (name)? @import.alias)) @import
  (#set! split "\\"))
((namespace_use_declaration (namespace_name) @import.module body: (namespace_use_group (namespace_use_clause . [(name) (qualified_name)] @import.name alias: (name)? @import.alias))) @import)

((require_expression [(string) (encapsed_string)] @import.module) @import (#set! import "wildcard"))
((require_once_expression [(string) (encapsed_string)] @import.module) @import (#set! import "wildcard"))
((include_expression [(string) (encapsed_string)] @import.module) @import (#set! import "wildcard"))
((include_once_expression [(string) (encapsed_string)] @import.module) @import (#set! import "wildcard"))
((require_expression (_ operator: _ right: (string) @import.module)) @import (#set! import "wildcard"))
((require_once_expression (_ operator: _ right: (string) @import.module)) @import (#set! import "wildcard"))
((include_expression (_ operator: _ right: (string) @import.module)) @import (#set! import "wildcard"))
((include_once_expression (_ operator: _ right: (string) @import.module)) @import (#set! import "wildcard"))
