; Tables that are read or written, and functions.

(invocation (object_reference name: (identifier) @name)) @reference.call
(relation (object_reference name: (identifier) @name)) @reference.type
(insert (object_reference name: (identifier) @name)) @reference.type
(alter_table (object_reference name: (identifier) @name)) @reference.type
(column_definition (keyword_references) (object_reference name: (identifier) @name) @reference.type)
