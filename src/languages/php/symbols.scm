; Definitions, variables and branches.
; `_` stands for a parent whose fields or tokens no other kind of node has: a query compiles by walking the parse table for every parent that is named.

(comment) @comment

(class_declaration name: (name) @name) @definition.class
((anonymous_class "class" @name) @definition.class
  (#set! name "class@anonymous")
  (#set! bound "never"))
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.variant

(function_definition name: (name) @name return_type: (_)? @type) @definition.function
((method_declaration name: (name) @name) @definition.constructor
  (#eq? @name "__construct"))
(method_declaration name: (name) @name return_type: (_)? @type) @definition.method

(const_declaration (const_element (name) @name (_) @value)) @definition.constant
((function_call_expression function: (name) @_define arguments: (arguments . (argument (string (string_content) @name)))) @definition.constant
  (#eq? @_define "define"))

; Tests of Pest.
((function_call_expression function: (name) @_test arguments: (arguments . (argument [(string) (encapsed_string)] @name) . (argument [(anonymous_function) (arrow_function)] @body))) @definition.function
  (#any-of? @_test "it" "test")
  (#set! flag "test")
  (#set! title "true")
  (#set! visibility "private"))

(property_declaration type: (_)? @type (property_element name: (_ (name) @name))) @definition.property
((property_promotion_parameter type: (_)? @type name: (_ (name) @name)) @definition.property
  (#set! member "type"))

; Variables. Those of a script's top level are definitions, the rest belongs to a function.

(formal_parameters (simple_parameter type: (_)? @type name: (_ (name) @name) !default_value) @local.parameter)
((formal_parameters (simple_parameter type: (_)? @type name: (_ (name) @name) default_value: (_)) @local.parameter)
  (#set! flag "optional"))
(formal_parameters (property_promotion_parameter type: (_)? @type name: (_ (name) @name) !default_value) @local.parameter)
((formal_parameters (property_promotion_parameter type: (_)? @type name: (_ (name) @name) default_value: (_)) @local.parameter)
  (#set! flag "optional"))
((formal_parameters (variadic_parameter type: (_)? @type name: (_ (name) @name)) @local.parameter)
  (#set! flag "variadic"))

(assignment_expression left: (variable_name (name) @name) right: (_) @value) @definition.variable
(foreach_statement (variable_name (name) @_list) . (pair (variable_name) (variable_name (name) @name)) @local.definition)
((foreach_statement . (_) @value . (variable_name (name) @name)) @local.definition
  (#set! from "element"))
((foreach_statement . (_) @value . (pair (_) (variable_name (name) @name))) @local.definition
  (#set! from "element"))
(list_literal (variable_name (name) @name) @local.definition)
(catch_clause type: (type_list . (named_type) @type) name: (_ (name) @name)) @local.definition

(arrow_function) @scope.function
(anonymous_function) @scope.function

[(if_statement) (else_if_clause) (while_statement) (for_statement) (foreach_statement) (do_statement) (case_statement)
 (match_conditional_expression) (catch_clause) (conditional_expression)] @branch
