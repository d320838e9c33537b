; Uses of names. The first pattern that names a node speaks for it.

((identifier) @ignore (#eq? @ignore "_"))
; What an argument is given for, and what a text is put together by.
(arguments (assignment_expression left: (identifier) @ignore))
(arguments (assignment_expression right: (_) @value) @value.same)
(interpolated_string_expression interpolator: (identifier) @ignore)

(extends_clause . type: (type_identifier) @reference.extends)
(extends_clause . type: (generic_type type: (type_identifier) @name type_arguments: (_) @types) @reference.extends)
(extends_clause (type_identifier) @reference.implementation)
(extends_clause (generic_type type: (type_identifier) @name type_arguments: (_) @types) @reference.implementation)
(annotation name: (type_identifier) @reference.decorator)

(instance_expression (type_identifier) @name arguments: (_)? @arguments) @reference.class
(instance_expression (generic_type type: (type_identifier) @name type_arguments: (_) @types) arguments: (_)? @arguments) @reference.class
(call_expression function: (identifier) @name arguments: (arguments) @arguments) @reference.call
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (generic_function function: (identifier) @name) arguments: (_) @arguments) @reference.call
(call_expression function: (field_expression value: (_) @receiver field: (identifier) @name) arguments: (arguments) @arguments) @reference.call
(call_expression function: (field_expression value: (_) @receiver field: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (field_expression value: (_) @receiver field: (identifier) @name))) @reference.call
(infix_expression left: (_) @receiver operator: (identifier) @name) @reference.call

(assignment_expression left: (field_expression value: (_) @receiver field: (identifier) @name) @reference.write)
(field_expression value: (_) @receiver field: (identifier) @name) @reference.read
(case_class_pattern type: (type_identifier) @reference.type)
(stable_type_identifier (_) @receiver (type_identifier) @name) @reference.type
(generic_type type: (type_identifier) @name type_arguments: (_) @types) @reference.type
(type_identifier) @reference.type

((identifier) @value.receiver (#eq? @value.receiver "this"))
((identifier) @value.parent (#eq? @value.parent "super"))
((identifier) @ignore (#any-of? @ignore "this" "super"))
(parenthesized_expression (_) @value) @value.same
((string) @value.literal (#set! type "String"))
((interpolated_string_expression) @value.literal (#set! type "String"))
((integer_literal) @value.literal (#set! type "Int"))

(identifier) @reference.read
