; Definitions, variables and branches.

[(comment) (documentation_comment)] @comment

(class_declaration name: (identifier) @name) @definition.class
(mixin_application_class . (identifier) @name) @definition.class
(extension_type_declaration name: (extension_type_name (identifier) @name)) @definition.class
(extension_type_representation type: (_) @type name: (identifier) @name) @definition.field
(mixin_declaration name: (identifier) @name) @definition.trait
(enum_declaration name: (identifier) @name) @definition.enum
(enum_entry name: (identifier) @name) @definition.variant
(extension_declaration name: (identifier) @ignore)
(extension_declaration class: (type) @name) @extension
(type_alias . (type_identifier) @name) @definition.type

(method_declaration signature: (method_signature (function_signature return_type: (_)? @type name: (identifier) @name))) @definition.function
((method_declaration signature: (method_signature (getter_signature return_type: (_)? @type name: (identifier) @name))) @definition.method
  (#set! flag "property"))
((method_declaration signature: (method_signature (setter_signature name: (identifier) @name))) @definition.method
  (#set! flag "setter"))
(method_declaration signature: (method_signature (constructor_signature . name: (identifier) . name: (identifier) @name))) @definition.constructor
(method_declaration signature: (method_signature (constructor_signature . name: (identifier) @name . parameters: (_)))) @definition.constructor
(method_declaration signature: (method_signature (factory_constructor_signature name: (identifier) @name . parameters: (_)))) @definition.constructor
((declaration (function_signature return_type: (_)? @type name: (identifier) @name)) @definition.function
  (#set! flag "declaration"))
((declaration (getter_signature return_type: (_)? @type name: (identifier) @name)) @definition.method
  (#set! flag "declaration property"))
((declaration (setter_signature name: (identifier) @name)) @definition.method
  (#set! flag "declaration setter"))
(declaration (constructor_signature . name: (identifier) . name: (identifier) @name)) @definition.constructor
(declaration (constructor_signature . name: (identifier) @name . parameters: (_))) @definition.constructor
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
((getter_declaration signature: (getter_signature return_type: (_)? @type name: (identifier) @name)) @definition.function
  (#set! flag "property"))
((setter_declaration signature: (setter_signature name: (identifier) @name)) @definition.function
  (#set! flag "setter"))
(external_function_declaration signature: (function_signature return_type: (_)? @type name: (identifier) @name)) @definition.function
(function_declaration signature: (function_signature return_type: (_)? @type name: (identifier) @name)) @definition.function
(local_function_declaration (function_signature name: (identifier) @name)) @definition.function

(declaration (type) @type (initialized_identifier_list (initialized_identifier name: (identifier) @name))) @definition.field
(declaration (initialized_identifier_list (initialized_identifier name: (identifier) @name))) @definition.field
(declaration (identifier_list (identifier) @definition.field))
(declaration (redirecting_factory_constructor_signature name: (identifier) @name . parameters: (_))) @definition.constructor
(declaration (static_final_declaration_list (static_final_declaration name: (identifier) @name))) @definition.constant
(top_level_variable_declaration (static_final_declaration_list (static_final_declaration name: (identifier) @name))) @definition.constant
(top_level_variable_declaration (initialized_identifier_list (initialized_identifier name: (identifier) @name))) @definition.variable

((formal_parameter (type)? @type name: (identifier) @name) @local.parameter
  (#set! flag "optional"))
; A parameter of a closure that says no type.
((_ arguments: (arguments (function_expression parameters: (formal_parameter_list (formal_parameter . (identifier) @local.parameter .))))) @value
  (#set! from "callee"))
((_ arguments: (arguments (named_argument (function_expression parameters: (formal_parameter_list (formal_parameter . (identifier) @local.parameter .)))))) @value
  (#set! from "callee"))
(formal_parameter . (identifier) @local.parameter .)
(type_parameter name: (_) @name bound: (_)? @type) @local.type
((field_formal_parameter name: (identifier) @name) @local.parameter
  (#set! flag "optional"))
(initialized_variable_declaration (type)? @type name: (identifier) @name value: (_)? @value) @local.definition
((for_statement name: (identifier) @name value: (_) @value) @local.definition
  (#set! from "element"))
(catch_clause exception: (identifier) @local.definition)
(catch_clause stack_trace: (identifier) @local.definition)

; Tests of `package:test` and of Flutter.
((call_expression function: (identifier) @_test arguments: (arguments . (string_literal) @name . (function_expression) @body)) @definition.function
  (#any-of? @_test "test" "testWidgets")
  (#set! flag "test")
  (#set! title "true")
  (#set! visibility "private"))

(block) @scope
(for_statement) @scope
(function_expression) @scope.function

[(if_statement) (for_statement) (while_statement) (switch_statement_case) (catch_clause) (conditional_expression)] @branch
