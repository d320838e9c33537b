; Definitions, variables and branches.

[(comment) (block_comment)] @comment

(class_definition name: (identifier) @name) @definition.class
(object_definition name: (identifier) @name) @definition.class
(package_object name: (identifier) @name) @definition.class
(trait_definition name: (identifier) @name) @definition.trait
(enum_definition name: (identifier) @name) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.variant
(full_enum_case name: (identifier) @name) @definition.variant
(type_definition name: (type_identifier) @name) @definition.type

((function_definition name: (identifier) @name) @definition.constructor
  (#eq? @name "this"))
(function_definition name: [(identifier) (operator_identifier)] @name return_type: (_)? @type) @definition.function
((function_declaration name: [(identifier) (operator_identifier)] @name return_type: (_)? @type) @definition.function
  (#set! flag "declaration"))

(val_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @definition.variable
(val_definition pattern: (identifiers (identifier) @name)) @definition.variable
(var_definition pattern: (identifier) @name type: (_)? @type value: (_)? @value) @definition.variable
(val_declaration name: (identifier) @name type: (_)? @type) @definition.variable
(var_declaration name: (identifier) @name type: (_)? @type) @definition.variable
(given_definition name: (identifier) @name) @definition.variable
((class_parameter name: (identifier) @name type: (_)? @type) @definition.field
  (#set! member "type"))

; Variables. Several lists, defaults and implicits leave the number of arguments open downwards.

((parameters (parameter name: (identifier) @name type: (repeated_parameter_type)) @local.parameter)
  (#set! flag "variadic"))
((parameters (parameter name: (identifier) @name type: (_)? @type) @local.parameter)
  (#set! flag "optional"))
(lambda_expression parameters: (identifier) @local.parameter)
(lambda_expression parameters: (bindings (binding name: (identifier) @name type: (_)? @type) @local.parameter))
(val_definition pattern: (tuple_pattern (identifier) @local.definition))
(val_definition pattern: (case_class_pattern pattern: (identifier) @local.definition))
((enumerator . (identifier) @name . (_) @value) @local.definition
  (#set! element "true"))
(case_clause pattern: (identifier) @local.definition)
(typed_pattern pattern: (identifier) @name type: (_) @type) @local.definition
(case_class_pattern pattern: (identifier) @local.definition)
(tuple_pattern (identifier) @local.definition)
(type_parameters name: (identifier) @local.definition)

(block) @scope
(lambda_expression) @scope.function
(for_expression) @scope
(case_clause) @scope

[(if_expression) (case_clause) (while_expression) (for_expression) (catch_clause)] @branch
