; Types, fields, operations.

(comment) @comment

(object_type_definition (name) @name) @definition.class
(interface_type_definition (name) @name) @definition.interface
(input_object_type_definition (name) @name) @definition.struct
(enum_type_definition (name) @name) @definition.enum
(union_type_definition (name) @name) @definition.union
(scalar_type_definition (name) @name) @definition.type
(directive_definition (name) @name) @definition.macro
(enum_value_definition (enum_value (name) @name)) @definition.variant
(field_definition (name) @name) @definition.field
(input_fields_definition (input_value_definition (name) @name) @definition.field)
(operation_definition (name) @name) @definition.function
(fragment_definition (fragment_name (name) @name)) @definition.function
(object_type_extension (name) @name) @extension
(interface_type_extension (name) @name) @extension
(input_object_type_extension (name) @name) @extension
