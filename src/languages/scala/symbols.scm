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
(val_definition pattern: (case_class_pattern (identifier) @local.definition))
((enumerator . (identifier) @name . (_) @value) @local.definition
  (#set! from "element"))
(case_clause pattern: (identifier) @local.definition)
(typed_pattern pattern: (identifier) @name type: (_) @type) @local.definition
; Of fields of several nodes a query meets the first.
(case_class_pattern (identifier) @local.definition)
(tuple_pattern (identifier) @local.definition)
(type_parameters (identifier) @local.type . (upper_bound (_) @type)?)

; What an extension adds to a type. Its parameter is the present object.
(extension_definition parameters: (parameters (parameter type: (_) @name))) @extension

; Tests of munit, utest and ScalaTest.
((call_expression function: (call_expression function: (identifier) @_test arguments: (arguments . [(string) @name (_ value: (string) @name)])) arguments: [(block) (colon_argument)] @body) @definition.function
  (#any-of? @_test "property" "test" "testAsync")
  (#set! flag "test")
  (#set! title "true")
  (#set! visibility "private"))
((infix_expression left: (call_expression function: (identifier) @_test arguments: (arguments . (string) @name)) operator: (operator_identifier) @_is right: (block) @body) @definition.function
  (#eq? @_test "test")
  (#eq? @_is "-")
  (#set! flag "test")
  (#set! title "true")
  (#set! visibility "private"))
((infix_expression left: [(string) @name (infix_expression right: (string) @name)] operator: (identifier) @_in right: (block) @body) @definition.function
  (#eq? @_in "in")
  (#set! flag "test")
  (#set! title "true")
  (#set! visibility "private"))

(block) @scope
(lambda_expression) @scope.function
(for_expression) @scope
(case_clause) @scope

[(if_expression) (case_clause) (while_expression) (for_expression) (catch_clause)] @branch
