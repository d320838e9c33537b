; Top-level keys and tables.

(document (pair . (_) @name) @chunk)
(document (table . (_) @name) @chunk)
(document (table_array_element . (_) @name) @chunk)
