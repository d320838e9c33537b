; Functions, macros, targets, variables.

[(line_comment) (bracket_comment)] @comment

(function_def (function_command (argument_list . (argument) @name))) @definition.function
(macro_def (macro_command (argument_list . (argument) @name))) @definition.macro
((normal_command (identifier) @_set (argument_list . (argument) @name)) @definition.variable
  (#match? @_set "^(?i)(set|option|add_library|add_executable|add_custom_target)$"))
(function_command (argument_list . (argument) . (argument) @local.parameter))
(foreach_command (argument_list . (argument) @local.definition))
