; Definitions, variables and branches.
; `_` stands for a parent whose fields or tokens no other kind of node has: a query compiles by walking the parse table for every parent that is named.

(comment) @comment

(class_declaration name: (identifier) @name (type_parameter_list)? @types) @definition.class
(record_declaration "struct" name: (identifier) @name (type_parameter_list)? @types) @definition.struct
(record_declaration name: (identifier) @name (type_parameter_list)? @types) @definition.class
(struct_declaration name: (identifier) @name (type_parameter_list)? @types) @definition.struct
(interface_declaration name: (identifier) @name (type_parameter_list)? @types) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.variant
(delegate_declaration type: (_) @type name: (identifier) @name type_parameters: (_)? @types) @definition.type

(method_declaration returns: (_) @type name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(destructor_declaration name: (identifier) @name) @definition.method
(local_function_statement type: (_) @type name: (identifier) @name) @definition.function

(property_declaration type: (_) @type name: (identifier) @name) @definition.property
(event_declaration type: (_) @type name: (identifier) @name) @definition.property
(event_field_declaration (_ type: (_) @type (variable_declarator name: (identifier) @name))) @definition.property
((field_declaration (modifier) @_const (_ type: (_) @type (variable_declarator name: (identifier) @name))) @definition.constant
  (#eq? @_const "const"))
(field_declaration (_ type: (_) @type (variable_declarator name: (identifier) @name . (_)? @value))) @definition.field
((record_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @definition.property)))

; Variables.

; What stands behind `this` is what a method is called on.
((parameter_list . (parameter (modifier) @_this type: (_) @type name: (identifier) @name) @local.parameter)
  (#eq? @_this "this")
  (#set! flag "receiver"))
(parameter_list (parameter type: (_)? @type name: (identifier) @name .) @local.parameter)
((parameter_list (parameter type: (_)? @type name: (identifier) @name . (_)) @local.parameter)
  (#set! flag "optional"))
((parameter_list type: (_) name: (identifier) @local.parameter)
  (#set! flag "variadic"))
(bracketed_parameter_list (parameter type: (_)? @type name: (identifier) @name) @local.parameter)
(implicit_parameter) @local.parameter
(type_parameter name: (identifier) @local.type)
(type_parameter_constraints_clause . (identifier) @name (type_parameter_constraint type: (_) @type) @local.bound)

(local_declaration_statement (_ type: (_) @type (variable_declarator name: (identifier) @name . (_)? @value) @local.definition))
(using_statement (_ type: (_) @type (variable_declarator name: (identifier) @name . (_)? @value) @local.definition))
(for_statement (_ type: (_) @type (variable_declarator name: (identifier) @name . (_)? @value) @local.definition))
((foreach_statement type: (implicit_type) left: (identifier) @name right: (_) @value) @local.definition
  (#set! from "loop"))
(foreach_statement type: (_) @type left: (identifier) @name) @local.definition
((from_clause !type name: (identifier) @name . (_) @value) @local.definition
  (#set! from "element"))
(from_clause type: (_) @type name: (identifier) @name) @local.definition
(let_clause . (identifier) @name . (_) @value) @local.definition
((join_clause !type . (identifier) @name . (_) @value) @local.definition
  (#set! from "element"))
(join_clause type: (_) @type . (identifier) @name) @local.definition
(join_into_clause . (identifier) @local.definition)
(query_expression (identifier) @local.definition)
(catch_declaration type: (_) @type name: (identifier) @name) @local.definition
(declaration_pattern type: (_) @type name: (identifier) @name) @local.definition
(declaration_expression type: (_) @type name: (identifier) @name) @local.definition
(recursive_pattern type: (_) @type name: (identifier) @name) @local.definition

(block) @scope
(property_declaration value: (arrow_expression_clause) @scope)
(accessor_declaration body: (arrow_expression_clause) @scope)
(for_statement) @scope
(foreach_statement) @scope
(catch_clause) @scope
(using_statement) @scope
(query_expression) @scope
(lambda_expression) @scope.function
(anonymous_method_expression) @scope.function
(indexer_declaration) @scope.function
(operator_declaration) @scope.function
(switch_section) @scope

[(if_statement) (while_statement) (do_statement) (for_statement) (foreach_statement) (switch_section) (switch_expression_arm)
 (catch_clause) (conditional_expression)] @branch
