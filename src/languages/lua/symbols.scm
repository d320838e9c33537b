; Definitions, variables and branches. A table that a script's top level makes is its class or module.

(comment) @comment

(chunk (variable_declaration (assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (table_constructor)))) @definition.class)
(chunk (assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (table_constructor))) @definition.class)
((chunk (variable_declaration (assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (function_call name: (identifier) @_meta arguments: (arguments . (table_constructor)))))) @definition.class)
  (#eq? @_meta "setmetatable"))
; What a file returns is what is required of it.
((chunk (return_statement (expression_list . (table_constructor) @definition.class .)))
  (#set! name "default")
  (#set! flag "default")
  (#set! bound "never"))
((chunk (return_statement (expression_list . (table_constructor (field name: (identifier) @name value: (function_definition)) @definition.function) .)))
  (#set! bound "never"))
((chunk (return_statement (expression_list . (table_constructor (field name: (identifier) @name value: (identifier) @value) @definition.field) .)))
  (#set! flag "handed-on")
  (#set! bound "never"))
((chunk (return_statement (expression_list . (table_constructor (field name: (identifier) @name value: (_) @value) @definition.field) .)))
  (#set! bound "never"))
((chunk (return_statement (expression_list . (function_definition) @definition.function .)))
  (#set! name "default")
  (#set! flag "default")
  (#set! bound "never"))
((chunk (return_statement (expression_list . (function_call) @value .) @definition.variable))
  (#set! name "default")
  (#set! flag "default")
  (#set! bound "never"))

(function_declaration name: (identifier) @name) @definition.function
((function_declaration name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) @definition.function
  (#set! flag "static"))
(function_declaration name: (method_index_expression table: (_) @receiver method: (identifier) @name)) @definition.method
(variable_declaration (assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (function_definition)))) @definition.function
(assignment_statement (variable_list . name: (identifier) @name) (expression_list . value: (function_definition))) @definition.function
((assignment_statement (variable_list . name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) (expression_list . value: (function_definition))) @definition.function
  (#set! flag "static"))
(field name: (identifier) @name value: (function_definition)) @definition.function
(chunk (assignment_statement (variable_list . name: (dot_index_expression table: (identifier) @receiver field: (identifier) @name))) @definition.field)

; Tests of busted and of those that call them alike.
((function_call name: (identifier) @_test arguments: (arguments . (string) @name . (function_definition) @body)) @definition.function
  (#any-of? @_test "it" "spec" "test")
  (#set! flag "test")
  (#set! title "true")
  (#set! visibility "private"))

(variable_declaration (assignment_statement (variable_list name: (identifier) @name) (expression_list . value: (_)? @value))) @definition.variable
(variable_declaration (variable_list name: (identifier) @name)) @definition.variable
(chunk (assignment_statement (variable_list name: (identifier) @name) (expression_list . value: (_)? @value)) @definition.variable)

(parameters name: (identifier) @local.parameter)
((parameters (vararg_expression) @local.parameter)
  (#set! flag "variadic"))
(for_generic_clause (variable_list name: (identifier) @local.definition))
(for_numeric_clause name: (identifier) @local.definition)

(function_definition) @scope.function
(do_statement) @scope
(for_statement) @scope
(while_statement) @scope
(repeat_statement) @scope
(if_statement) @scope

[(if_statement) (elseif_statement) (for_statement) (while_statement) (repeat_statement)] @branch
