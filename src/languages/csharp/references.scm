; Uses of names. The first pattern that names a node speaks for it.

(argument name: (identifier) @ignore)
(attribute_argument name: (identifier) @ignore)
(tuple_element name: (identifier) @ignore)
((identifier) @ignore (#any-of? @ignore "nameof" "var" "value" "dynamic"))
(goto_statement (identifier) @ignore)
(labeled_statement . (identifier) @ignore)

; By convention interfaces start with an I; the grammar does not tell them apart.
((base_list (identifier) @reference.implementation)
  (#match? @reference.implementation "^I[A-Z]"))
((base_list (generic_name (identifier) @name) @reference.implementation)
  (#match? @name "^I[A-Z]"))
(base_list (identifier) @reference.extends)
(base_list (generic_name (identifier) @name) @reference.extends)
(base_list (_ qualifier: (_) @receiver name: (identifier) @name) @reference.extends)
(base_list (primary_constructor_base_type type: (identifier) @name) @reference.extends)
(attribute name: (identifier) @reference.decorator)

(object_creation_expression type: (identifier) @name arguments: (argument_list)? @arguments) @reference.class
(object_creation_expression type: (generic_name (identifier) @name) arguments: (argument_list)? @arguments) @reference.class
(object_creation_expression type: (_ qualifier: (_) @receiver name: (identifier) @name) arguments: (argument_list)? @arguments) @reference.class

(invocation_expression function: (identifier) @name arguments: (argument_list) @arguments) @reference.call
(invocation_expression function: (generic_name (identifier) @name) arguments: (argument_list) @arguments) @reference.call
(invocation_expression function: (_ expression: _ @receiver name: (identifier) @name) arguments: (argument_list) @arguments) @reference.call
(invocation_expression function: (_ expression: _ @receiver name: (generic_name (identifier) @name)) arguments: (argument_list) @arguments) @reference.call
(invocation_expression function: (_ condition: _ @receiver (member_binding_expression name: (identifier) @name)) arguments: (argument_list) @arguments) @reference.call
(invocation_expression function: (_ condition: _ @receiver (member_binding_expression name: (generic_name (identifier) @name))) arguments: (argument_list) @arguments) @reference.call

(assignment_expression left: (_ expression: _ @receiver name: (identifier) @name) @reference.write)
(assignment_expression left: (identifier) @reference.write)
(member_access_expression expression: _ @receiver name: (identifier) @name) @reference.read
(member_access_expression expression: _ @receiver name: (generic_name (identifier) @name)) @reference.read
(conditional_access_expression condition: _ @receiver (member_binding_expression name: (identifier) @name)) @reference.read
(qualified_name qualifier: (_) @receiver name: (identifier) @name) @reference.type

; Every field called `type` holds one, and so do the arguments of generics.
(_ type: (identifier) @reference.type)
(_ type: (generic_name (identifier) @name) @reference.type)
(_ returns: (identifier) @reference.type)
(_ returns: (generic_name (identifier) @name) @reference.type)
(type_argument_list (identifier) @reference.type)
(type_parameter_constraints_clause . (identifier) @ignore)
(typeof_expression (identifier) @reference.type)
(generic_name (identifier) @name) @reference.type

(nullable_type type: (_) @value) @value.same
(parenthesized_expression (_) @value) @value.same
(argument (_) @value .) @value.same
"this" @value.receiver
"base" @value.parent
((string_literal) @value.literal (#set! type "string"))
((interpolated_string_expression) @value.literal (#set! type "string"))
((integer_literal) @value.literal (#set! type "int"))
(return_statement (_) @value) @return
(arrow_expression_clause (_) @value) @return

(identifier) @reference.read
