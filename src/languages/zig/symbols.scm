; Definitions, variables and branches.
; `_` stands for a parent whose fields or tokens no other kind of node has: a query compiles by walking the parse table for every parent that is named.

(comment) @comment

(variable_declaration . (identifier) @name (struct_declaration)) @definition.struct
(variable_declaration . (identifier) @name (enum_declaration)) @definition.enum
(variable_declaration . (identifier) @name (union_declaration)) @definition.union
(variable_declaration . (identifier) @name (opaque_declaration)) @definition.struct
(variable_declaration . (identifier) @name (error_set_declaration)) @definition.enum
((variable_declaration "const" . (identifier) @name . "=" . (builtin_function (builtin_identifier) @_this) @type) @definition.type
  (#eq? @_this "@This")
  (#set! else "constant"))
(variable_declaration "const" . (identifier) @name . "=" . (_) @value) @definition.constant
(variable_declaration "const" . (identifier) @name type: (_)? @type) @definition.constant
(variable_declaration . (identifier) @name type: (_)? @type) @definition.variable
(function_declaration name: (identifier) @name type: (_)? @type) @definition.function
((enum_declaration (container_field name: (identifier) @name) @definition.variant)
  (#set! bound "never"))
((container_field name: (identifier) @name type: (_)? @type) @definition.field
  (#set! bound "never"))
((test_declaration (string) @name) @definition.function
  (#set! flag "test")
  (#set! title "true")
  (#set! visibility "private"))
((test_declaration . (identifier) @name) @definition.function
  (#set! flag "test")
  (#set! title "true")
  (#set! visibility "private"))

(parameters (parameter name: (identifier) @name type: (_) @type) @local.parameter)
(payload (identifier) @local.definition)

(block) @scope
(for_statement) @scope
(while_statement) @scope
(if_statement) @scope
(switch_case) @scope

[(if_statement) (if_expression) (for_statement) (while_statement) (switch_case) (catch_expression)] @branch
