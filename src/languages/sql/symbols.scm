; Tables, views, types, functions and columns.

[(comment) (marginalia)] @comment

(create_table (object_reference name: (identifier) @name)) @definition.struct
(create_view (object_reference name: (identifier) @name)) @definition.struct
(create_materialized_view (object_reference name: (identifier) @name)) @definition.struct
(create_type (object_reference name: (identifier) @name)) @definition.type
(create_function (object_reference name: (identifier) @name)) @definition.function
(column_definition name: (identifier) @name) @definition.field
