; Uses of names. The first pattern that names a node speaks for it.

(value_argument . (identifier) @ignore . "=")
((identifier) @ignore (#any-of? @ignore "it" "field" "true" "false" "null" "break" "continue"))
((identifier) @value.same (#eq? @value.same "it"))
((identifier) @value.literal (#any-of? @value.literal "true" "false") (#set! type "Boolean"))
(label) @ignore

; What stands in front of a point in a type is a type around or a package.
(delegation_specifier (constructor_invocation (user_type (identifier) @receiver . (identifier) @name . (type_arguments)? .) @reference.extends))
(delegation_specifier (user_type (identifier) @receiver . (identifier) @name . (type_arguments)? .) @reference.implementation)
(user_type (identifier) @receiver . (identifier) @name . (type_arguments) @types .) @reference.type
(user_type (identifier) @receiver . (identifier) @name . (type_arguments)? .) @reference.type
(user_type (identifier) @receiver . (identifier) @reference.type . (identifier))
(user_type . (identifier) @reference.type . (identifier))
(delegation_specifier (constructor_invocation (user_type (identifier) @name . (type_arguments) @types .)) @reference.extends)
(delegation_specifier (user_type (identifier) @name . (type_arguments) @types .) @reference.implementation)
(delegation_specifier (constructor_invocation (user_type (identifier) @name . (type_arguments)? .)) @reference.extends)
(delegation_specifier (user_type (identifier) @name . (type_arguments)? .) @reference.implementation)
(annotation (user_type (identifier) @name . (type_arguments)? .)) @reference.decorator
(annotation (constructor_invocation (user_type (identifier) @name . (type_arguments)? .))) @reference.decorator

(call_expression . (identifier) @name . (type_arguments)? . (value_arguments)? @arguments) @reference.call
(call_expression . (navigation_expression . _ @receiver (identifier) @name .) . (type_arguments)? . (value_arguments)? @arguments) @reference.call
(call_expression . (call_expression) @value . (annotated_lambda)) @value.same
(infix_expression . (_) @receiver . (identifier) @name . (_)) @reference.call

(assignment left: (navigation_expression . _ @receiver (identifier) @name .) @reference.write)
(assignment left: (identifier) @reference.write)
(navigation_expression . _ @receiver (identifier) @name .) @reference.read
(callable_reference _ @receiver (identifier) @name .) @reference.read
(user_type . (identifier) @name . (type_arguments) @types .) @reference.type
(user_type . (identifier) @name (type_arguments)? .) @reference.type
(user_type (identifier) @name .) @reference.type

(nullable_type (_) @value) @value.same
(type_projection (_) @value .) @value.same
(index_expression . (_) @value) @value.element
(parenthesized_expression (_) @value) @value.same
(unary_expression argument: (_) @value "!!") @value.same
(value_argument (_) @value .) @value.same
(this_expression) @value.receiver
(super_expression) @value.parent
((string_literal) @value.literal (#set! type "String"))
((number_literal) @value.literal (#match? @value.literal "[uU]") (#set! type "UInt"))
((number_literal) @value.literal (#match? @value.literal "L$") (#set! type "Long"))
((number_literal) @value.literal (#set! type "Int"))
((float_literal) @value.literal (#match? @value.literal "[fF]$") (#set! type "Float"))
((float_literal) @value.literal (#set! type "Double"))
((character_literal) @value.literal (#set! type "Char"))
(as_expression right: (_) @type) @value.typed
(return_expression (_) @value) @return

(qualified_identifier) @ignore
(identifier) @reference.read
