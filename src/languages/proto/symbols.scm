; Messages, their fields, enums, services.

(comment) @comment

(message (message_name (identifier) @name)) @definition.struct
(enum (enum_name (identifier) @name)) @definition.enum
(enum_field . (identifier) @name) @definition.variant
(service (service_name (identifier) @name)) @definition.interface
(rpc (rpc_name (identifier) @name)) @definition.method
(message_body (field (type) (identifier) @name) @definition.field)
(map_field (identifier) @name) @definition.field
(oneof_field (type) (identifier) @name) @definition.field
(group (message_name (identifier) @name)) @definition.struct
