; Uses of names. The first pattern that names a node speaks for it.

(value_argument_label) @ignore
((attribute (simple_identifier) @ignore . ":"))
((enum_type_parameters (simple_identifier) @ignore . ":"))
(tuple_expression name: (simple_identifier) @ignore)
(parameter external_name: (simple_identifier) @ignore)
((simple_identifier) @ignore (#match? @ignore "^(\\$.*|_)$"))
((simple_identifier) @value.same (#match? @value.same "^\\$"))

; The grammar does not tell classes from protocols.
(inheritance_specifier inherits_from: (user_type (type_identifier) @receiver . (type_identifier) @name .) @reference.extends)
(inheritance_specifier inherits_from: (user_type (type_identifier) @name .)) @reference.extends
(inheritance_specifier inherits_from: (user_type . (type_identifier) @name . (type_arguments) @types .)) @reference.extends
(attribute (user_type (type_identifier) @name)) @reference.decorator

; The type around.
((simple_identifier) @reference.read (#eq? @reference.read "Self") (#set! own "true"))
((type_identifier) @reference.type (#eq? @reference.type "Self") (#set! own "true"))
((user_type . (type_identifier) @name .) @reference.type (#eq? @name "Self") (#set! own "true"))
((call_expression . (simple_identifier) @name (call_suffix (value_arguments . "(")? @arguments)) @reference.call (#eq? @name "Self") (#set! own "true"))

; Brackets take an element.
(call_expression . (_) @value (call_suffix (value_arguments . "["))) @value.element
(call_expression . (simple_identifier) @reference.read (call_suffix (value_arguments . "[")))
(call_expression . (navigation_expression target: (_) @receiver suffix: (_ suffix: (simple_identifier) @name)) @reference.read (call_suffix (value_arguments . "[")))

; What stands behind a point alone is a member of the type that its place tells.
(property_declaration (type_annotation (_) @receiver) value: (prefix_expression "." target: (simple_identifier) @name) @reference.read)
(property_declaration (type_annotation (_) @receiver) value: (call_expression . (prefix_expression "." target: (simple_identifier) @name) (call_suffix (value_arguments)? @arguments)) @reference.call)
(_ (parameter (user_type) @receiver) . "=" . (prefix_expression "." target: (simple_identifier) @name) @reference.read)
(assignment target: (directly_assignable_expression (_) @receiver) result: (prefix_expression "." target: (simple_identifier) @name) @reference.read)
(equality_expression lhs: (_) @receiver rhs: (prefix_expression "." target: (simple_identifier) @name) @reference.read)
(switch_statement expr: (_) @receiver (switch_entry (switch_pattern (pattern "." . (simple_identifier) @name) @reference.read)))

(call_expression . (simple_identifier) @name (call_suffix (value_arguments)? @arguments)) @reference.call
(call_expression . (_ target: (_) @receiver suffix: (_ suffix: (simple_identifier) @name)) (call_suffix (value_arguments)? @arguments)) @reference.call
; What stands behind a point alone is of a type that its place tells.
(call_expression . (prefix_expression "." @receiver target: (simple_identifier) @name) (call_suffix (value_arguments)? @arguments)) @reference.call
(prefix_expression "." @receiver target: (simple_identifier) @name) @reference.read
(pattern "." @receiver . (simple_identifier) @name) @reference.read

(assignment target: (_ (_ target: (_) @receiver suffix: (_ suffix: (simple_identifier) @name)) @reference.write))
(assignment target: (_ (simple_identifier) @reference.write))
(navigation_expression target: (_) @receiver suffix: (_ suffix: (simple_identifier) @name)) @reference.read
((user_type (type_identifier) . (type_identifier) @name .) @reference.type (#eq? @name "Type") (#set! held "unknown"))
(user_type (type_identifier) @receiver . (type_identifier) @name . (type_arguments) @types .) @reference.type
(user_type (type_identifier) @receiver . (type_identifier) @name . (type_arguments)? .) @reference.type
(user_type (type_identifier) @receiver . (type_identifier) @reference.type . (type_identifier))
(user_type (type_identifier) @name .) @reference.type
(user_type (type_identifier) @name . (type_arguments) @types .) @reference.type
(type_identifier) @reference.type

(as_expression (as_operator) . (_) @type) @value.typed
((array_type (_) @value) @value.holding (#set! type "Array"))
((dictionary_type (_) (_) @value) @value.holding (#set! type "Dictionary") (#set! behind "true"))
(optional_type wrapped: (_) @value) @value.same
(postfix_expression target: (_) @value) @value.same
(try_expression expr: (_) @value) @value.same
(await_expression expr: (_) @value) @value.same
(tuple_expression . (_) @value .) @value.same
(value_argument value: (_) @value) @value.same
(self_expression) @value.receiver
(super_expression) @value.parent
((line_string_literal) @value.literal (#set! type "String"))
((integer_literal) @value.literal (#set! type "Int"))
(control_transfer_statement result: (_) @value) @return

(simple_identifier) @reference.read
