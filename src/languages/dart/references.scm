; Uses of names. The first pattern that names a node speaks for it.

(superclass type: (type (type_identifier) @name .) @reference.extends)
(superclass type: (type (type_identifier) @name) @reference.extends)
(mixins (type (type_identifier) @name) @reference.extends)
(interfaces (type (type_identifier) @name) @reference.implementation)
(annotation name: (identifier) @reference.decorator)
(named_argument (label (identifier) @ignore))

(new_expression type: (type (type_identifier) @name) arguments: (arguments) @arguments) @reference.class
(call_expression function: (identifier) @name arguments: (arguments) @arguments) @reference.call
(call_expression function: (member_expression object: _ @receiver property: (identifier) @name) arguments: (arguments) @arguments) @reference.call
(assignment_expression left: (assignable_expression object: _ @receiver property: (identifier) @name) @reference.write)
(member_expression object: _ @receiver property: (identifier) @name) @reference.read
(type (type_identifier) @name) @reference.type
(type_identifier) @reference.type

"this" @value.receiver
"super" @value.parent
((string_literal) @value.literal (#set! type "String"))
((decimal_integer_literal) @value.literal (#set! type "int"))
(parenthesized_expression (_) @value) @value.same
(return_statement (_) @value) @return
(identifier) @reference.read
