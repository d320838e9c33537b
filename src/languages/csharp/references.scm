; Uses of names. The first pattern that names a node speaks for it.

(argument name: (identifier) @ignore)
; What nobody wants to have.
((argument "out" (identifier) @ignore) (#eq? @ignore "_"))
((assignment_expression left: (identifier) @ignore) (#eq? @ignore "_"))
(attribute_argument name: (identifier) @ignore)
(tuple_element name: (identifier) @ignore)
(anonymous_object_creation_expression (identifier) @ignore . "=")
((identifier) @ignore (#any-of? @ignore "nameof" "var" "value" "dynamic"))
((identifier) @value.same (#eq? @value.same "value"))
(goto_statement (identifier) @ignore)
(labeled_statement . (identifier) @ignore)

; By convention interfaces start with an I; the grammar does not tell them apart.
((base_list (identifier) @reference.implementation)
  (#match? @reference.implementation "^I[A-Z]"))
((base_list (generic_name (identifier) @name (_) @types) @reference.implementation)
  (#match? @name "^I[A-Z]"))
(base_list (identifier) @reference.extends)
(base_list (generic_name (identifier) @name (_) @types) @reference.extends)
(base_list (primary_constructor_base_type type: (generic_name (identifier) @name (_) @types)) @reference.extends)
(base_list (_ qualifier: (_) @receiver name: (generic_name (identifier) @name (_) @types)) @reference.extends)
(base_list (_ qualifier: (_) @receiver name: (identifier) @name) @reference.extends)
(base_list (primary_constructor_base_type type: (identifier) @name) @reference.extends)
(attribute name: (identifier) @reference.decorator)

(object_creation_expression type: (identifier) @name arguments: (argument_list)? @arguments) @reference.class
(object_creation_expression type: (generic_name (identifier) @name (_) @types) arguments: (argument_list)? @arguments) @reference.class
(object_creation_expression type: (_ qualifier: (_) @receiver name: (generic_name (identifier) @name (_) @types)) arguments: (argument_list)? @arguments) @reference.class
(object_creation_expression type: (_ qualifier: (_) @receiver name: (identifier) @name) arguments: (argument_list)? @arguments) @reference.class

(invocation_expression function: (identifier) @name arguments: (argument_list) @arguments) @reference.call
(invocation_expression function: (generic_name (identifier) @name) arguments: (argument_list) @arguments) @reference.call
(invocation_expression function: (_ expression: _ @receiver name: (identifier) @name) arguments: (argument_list) @arguments) @reference.call
(invocation_expression function: (_ expression: _ @receiver name: (generic_name (identifier) @name)) arguments: (argument_list) @arguments) @reference.call
(invocation_expression function: (_ condition: _ @receiver (member_binding_expression name: (identifier) @name)) arguments: (argument_list) @arguments) @reference.call
(invocation_expression function: (_ condition: _ @receiver (member_binding_expression name: (generic_name (identifier) @name))) arguments: (argument_list) @arguments) @reference.call

; What an initializer sets are members of what is built, and of what its members hold.
(object_creation_expression initializer: (initializer_expression (assignment_expression left: (identifier) @reference.write))) @receiver
(assignment_expression left: (identifier) @receiver right: (initializer_expression (assignment_expression left: (identifier) @reference.write)))
(_ type: (_) @receiver (variable_declarator (implicit_object_creation_expression (initializer_expression (assignment_expression left: (identifier) @reference.write)))))
(property_declaration type: (_) @receiver value: (implicit_object_creation_expression (initializer_expression (assignment_expression left: (identifier) @reference.write))))
(implicit_object_creation_expression (initializer_expression (assignment_expression left: (identifier) @reference.write))) @receiver
(with_expression . (_) @receiver (with_initializer . (identifier) @reference.write))
(recursive_pattern type: (_) @receiver (property_pattern_clause (subpattern . (identifier) @reference.read . (_))))
(is_pattern_expression expression: (_) @receiver pattern: (recursive_pattern !type (property_pattern_clause (subpattern . (identifier) @reference.read . (_)))))
(subpattern . (identifier) @receiver . (recursive_pattern !type (property_pattern_clause (subpattern . (identifier) @reference.read . (_)))))
(assignment_expression left: (_ expression: _ @receiver name: (identifier) @name) @reference.write)
(assignment_expression left: (identifier) @reference.write)
(member_access_expression expression: _ @receiver name: (identifier) @name) @reference.read
(member_access_expression expression: _ @receiver name: (generic_name (identifier) @name)) @reference.read
(conditional_access_expression condition: _ @receiver (member_binding_expression name: (identifier) @name)) @reference.read
(qualified_name qualifier: (_) @receiver name: (identifier) @name) @reference.type
(qualified_name qualifier: (_) @receiver name: (generic_name (identifier) @name (_) @types)) @reference.type

; Every field called `type` holds one, and so do the arguments of generics.
(_ type: (identifier) @reference.type)
(_ type: (generic_name (identifier) @name (_) @types) @reference.type)
(_ returns: (identifier) @reference.type)
(_ returns: (generic_name (identifier) @name (_) @types) @reference.type)
(type_argument_list (identifier) @reference.type)
(type_parameter_constraints_clause . (identifier) @ignore)
(typeof_expression (identifier) @reference.type)
(generic_name (identifier) @name (_) @types) @reference.type

; Of what is only known to be an object it is not known what it has.
((predefined_type) @value.typed (#not-eq? @value.typed "object"))
(cast_expression type: (_) @type) @value.typed
(as_expression right: (_) @type) @value.typed
(nullable_type type: (_) @value) @value.same
((array_type type: (_) @value) @value.holding (#set! type "Array"))
(element_access_expression expression: (_) @value) @value.element
(await_expression (_) @value) @value.unwrapped
(postfix_unary_expression (_) @value . "!") @value.same
(parenthesized_expression (_) @value) @value.same
(argument (_) @value .) @value.same
"this" @value.receiver
"base" @value.parent
((string_literal) @value.literal (#set! type "string"))
((interpolated_string_expression) @value.literal (#set! type "string"))
((integer_literal) @value.literal (#match? @value.literal "([uU][lL]|[lL][uU])$") (#set! type "ulong"))
((integer_literal) @value.literal (#match? @value.literal "[lL]$") (#set! type "long"))
((integer_literal) @value.literal (#match? @value.literal "[uU]$") (#set! type "uint"))
((integer_literal) @value.literal (#set! type "int"))
((real_literal) @value.literal (#match? @value.literal "[fF]$") (#set! type "float"))
((real_literal) @value.literal (#match? @value.literal "[mM]$") (#set! type "decimal"))
((real_literal) @value.literal (#set! type "double"))
((character_literal) @value.literal (#set! type "char"))
((boolean_literal) @value.literal (#set! type "bool"))
(return_statement (_) @value) @return
(arrow_expression_clause (_) @value) @return

(identifier) @reference.read
