; Uses of names. The first pattern that names a node speaks for it.

(attribute) @ignore
(function_call name: (identifier) @name arguments: (arguments) @arguments) @reference.call
(function_call name: (dot_index_expression table: (_) @receiver field: (identifier) @name) arguments: (arguments) @arguments) @reference.call
(function_call name: (method_index_expression table: (_) @receiver method: (identifier) @name) arguments: (arguments) @arguments) @reference.call
(variable_list name: (dot_index_expression table: (_) @receiver field: (identifier) @name) @reference.write)
(variable_list name: (identifier) @reference.write)
(dot_index_expression table: (_) @receiver field: (identifier) @name) @reference.read
(field name: (identifier) @ignore)
(goto_statement (identifier) @ignore)
(label_statement (identifier) @ignore)

((identifier) @value.receiver (#eq? @value.receiver "self"))
((identifier) @ignore (#eq? @ignore "self"))
((string) @value.literal (#set! type "string"))
((table_constructor) @value.literal (#set! type "table"))
(parenthesized_expression (_) @value) @value.same
(identifier) @reference.read
(chunk (return_statement (expression_list . (identifier) @export.default .)))
