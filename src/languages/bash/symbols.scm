; Functions and the variables of the script itself.

(comment) @comment

(function_definition name: (word) @name) @definition.function
(variable_assignment name: (variable_name) @name) @definition.variable
((declaration_command "local" (variable_assignment name: (variable_name) @name)) @local.definition)
(for_statement variable: (variable_name) @local.definition)

[(if_statement) (elif_clause) (while_statement) (for_statement) (c_style_for_statement) (case_item) (list)] @branch
