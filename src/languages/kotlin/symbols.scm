; Definitions, variables and branches.

[(line_comment) (block_comment)] @comment

((class_declaration (modifiers (class_modifier) @_enum) name: (identifier) @name) @definition.enum
  (#eq? @_enum "enum"))
(class_declaration "interface" name: (identifier) @name) @definition.interface
(class_declaration "class" name: (identifier) @name) @definition.class
(object_declaration name: (identifier) @name) @definition.class
(companion_object name: (identifier) @name) @definition.class
((companion_object !name "object" @name) @definition.class
  (#set! name "Companion"))
(enum_entry (identifier) @name) @definition.variant
(type_alias type: (identifier) @name . (type_parameters)? . (_) @type) @definition.type

; What is added to a type parameter is added to the type that bounds it, else to whatever there is.
((function_declaration (type_parameters (type_parameter (identifier) @_bounded (user_type) @receiver)) . (user_type . (identifier) @_to .) . "." . name: (identifier) @name (function_value_parameters) . [(user_type) (nullable_type)]? @type) @definition.function
  (#eq? @_bounded @_to))
((function_declaration (type_parameters (type_parameter (identifier) @_free .)) . (user_type . (identifier) @_to .) @receiver . "." . name: (identifier) @name (function_value_parameters) . [(user_type) (nullable_type)]? @type) @definition.function
  (#eq? @_free @_to)
  (#set! receiver "Any"))
(function_declaration [(user_type) (nullable_type)] @receiver . "." . name: (identifier) @name (function_value_parameters) . [(user_type) (nullable_type)]? @type) @definition.function
(function_declaration name: (identifier) @name (function_value_parameters) . [(user_type) (nullable_type)]? @type) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor

((property_declaration (modifiers (property_modifier) @_const) (variable_declaration . (identifier) @name)) @definition.constant
  (#eq? @_const "const"))
(property_declaration [(user_type) (nullable_type)] @receiver . "." . (variable_declaration . (identifier) @name (_)? @type)) @definition.property
(property_declaration (variable_declaration . (identifier) @name (_)? @type) . "="? . (_)? @value) @definition.property
((class_parameter ["val" "var"] (identifier) @name . (_) @type) @definition.property
  (#set! member "type"))

; Variables. Defaults and trailing lambdas leave the number of arguments open downwards.

; One that is a property is found as that.
((class_parameters (class_parameter (identifier) @name . (_) @type) @local.parameter)
  (#not-match? @local.parameter "\\b(val|var)\\s+[^\\s:]+\\s*:")
  (#set! flag "optional"))
((function_value_parameters (parameter_modifiers (parameter_modifier) @_vararg) . (parameter . (identifier) @name . (_) @type) @local.parameter)
  (#eq? @_vararg "vararg")
  (#set! flag "variadic"))
((function_value_parameters (parameter . (identifier) @name . (_) @type) @local.parameter)
  (#set! flag "optional"))
(lambda_parameters (variable_declaration . (identifier) @name (_)? @type) @local.parameter)
(multi_variable_declaration (variable_declaration . (identifier) @name) @local.definition)
((for_statement (variable_declaration . (identifier) @name) . (_) @value) @local.definition
  (#set! from "loop"))
(catch_block (identifier) @name . (user_type) @type) @local.definition
(type_parameter (identifier) @name [(user_type) (nullable_type)]? @type) @local.type
(when_subject (variable_declaration . (identifier) @local.definition))

(lambda_literal) @scope.function
(anonymous_function) @scope.function
(anonymous_initializer) @scope.function
(getter) @scope.function
(setter) @scope.function
(block) @scope
(for_statement) @scope
(catch_block) @scope
(when_expression) @scope

[(if_expression) (when_entry) (for_statement) (while_statement) (do_while_statement) (catch_block)] @branch
