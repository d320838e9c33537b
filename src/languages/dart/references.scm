; Uses of names. The first pattern that names a node speaks for it.

(superclass type: (type (type_identifier) @name .) @reference.extends)
(superclass type: (type (type_identifier) @name . (type_arguments) @types) @reference.extends)
(superclass type: (type (type_identifier) @name) @reference.extends)
(mixins (type (type_identifier) @name . (type_arguments) @types) @reference.extends)
(mixins (type (type_identifier) @name) @reference.extends)
(interfaces (type (type_identifier) @name . (type_arguments) @types) @reference.implementation)
(interfaces (type (type_identifier) @name) @reference.implementation)
(annotation name: (identifier) @reference.decorator)
(named_argument (label (identifier) @ignore))

(new_expression type: (type (type_identifier) @name) arguments: (arguments) @arguments) @reference.class
(call_expression function: (identifier) @name arguments: (arguments) @arguments) @reference.call
(call_expression function: (member_expression object: _ @receiver property: (identifier) @name) arguments: (arguments) @arguments) @reference.call
(call_expression function: (null_aware_member_expression object: _ @receiver property: (identifier) @name) arguments: (arguments) @arguments) @reference.call
(call_expression function: (instantiation_expression function: (identifier) @name) arguments: (arguments) @arguments) @reference.call
(call_expression function: (instantiation_expression function: (member_expression object: _ @receiver property: (identifier) @name)) arguments: (arguments) @arguments) @reference.call
; Each section of a cascade is of what stands in front of the first.
(cascade . _ @receiver (cascade_section (cascade_call_expression property: (identifier) @name arguments: (arguments) @arguments) @reference.call))
(cascade . _ @receiver (cascade_section (cascade_member_expression object: (cascade_call_expression property: (identifier) @name arguments: (arguments) @arguments) @reference.call)))
(cascade . _ @receiver (cascade_section (cascade_call_expression function: (cascade_member_expression object: (cascade_call_expression property: (identifier) @name arguments: (arguments) @arguments) @reference.call))))
(cascade . _ @receiver (cascade_section (cascade_call_expression function: (cascade_member_expression object: (cascade_selector (identifier) @name) @reference.read))))
(cascade . _ @receiver (cascade_section (cascade_member_expression object: (cascade_selector (identifier) @name) @reference.read)))
(cascade . _ @receiver (cascade_section (cascade_selector (identifier) @name) @reference.write))
(cascade_call_expression function: (cascade_member_expression object: (_) @receiver property: (identifier) @name) arguments: (arguments) @arguments) @reference.call
(cascade_member_expression object: (_) @receiver property: (identifier) @name) @reference.read
(const_object_expression type: (type (type_identifier) @name) arguments: (arguments) @arguments) @reference.class
(assignment_expression left: (assignable_expression object: _ @receiver property: (identifier) @name) @reference.write)
(member_expression object: _ @receiver property: (identifier) @name) @reference.read
(null_aware_member_expression object: _ @receiver property: (identifier) @name) @reference.read
(constant_pattern . (identifier) @receiver . (identifier) @name .) @reference.read
(type (type_identifier) @name . (type_arguments) @types) @reference.type
(type (type_identifier) @name) @reference.type
(type_identifier) @reference.type

"this" @value.receiver
"super" @value.parent
((string_literal) @value.literal (#set! type "String"))
((decimal_integer_literal) @value.literal (#set! type "int"))
(parenthesized_expression (_) @value) @value.same
(null_assertion_expression (_) @value) @value.same
(await_expression (_) @value) @value.unwrapped
(index_expression object: (_) @value) @value.element
(cascade . (_) @value) @value.same
(function_type (parameter_type_list (_ (typed_identifier name: (identifier) @ignore))))
(return_statement (_) @value) @return
(identifier) @reference.read
