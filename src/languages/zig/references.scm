; Uses of names. The first pattern that names a node speaks for it.

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (_ object: (_) @receiver member: (identifier) @name)) @reference.call
(struct_initializer . (identifier) @reference.type)
(field_expression object: (_) @receiver member: (identifier) @name) @reference.read
(field_expression . member: (identifier) @ignore)
(field_initializer . (identifier) @ignore)
(_ type: (identifier) @reference.type)
(array_type . (identifier) @ignore
  (#eq? @ignore "_"))
((builtin_function (builtin_identifier) @_this) @value.around
  (#eq? @_this "@This"))
(pointer_type (_) @value .) @value.same
(nullable_type (_) @value .) @value.same
(error_union_type ok: (_) @value) @value.same
(try_expression (_) @value) @value.same
((string) @value.literal (#set! type "string"))
(identifier) @reference.read
