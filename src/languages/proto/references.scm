; Types of fields and rpcs.

(message_or_enum_type (identifier) @name .) @reference.type
