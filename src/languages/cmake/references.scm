; Commands, variables, and the targets that are linked.

((normal_command (identifier) @_link (argument_list (argument) @reference.read))
  (#match? @_link "^(?i)(target_[a-z_]+|add_dependencies|install)$"))
(normal_command (identifier) @name) @reference.call
(normal_var (variable) @reference.read)
