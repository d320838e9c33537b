; Commands, variables, and the targets that are linked.

((normal_command (identifier) @_link (argument_list (argument) @reference.read))
  (#match? @_link "^(?i)(target_[a-z_]+|add_dependencies|install)$")
  ; Keywords, flags, files and generator expressions are no targets.
  (#match? @reference.read "^[A-Za-z_][A-Za-z0-9_.:+-]*$")
  (#not-match? @reference.read "^[A-Z_]+$"))
(normal_command (identifier) @name) @reference.call
(normal_var (variable) @reference.read)
; What CMake says of itself.
((variable) @ignore (#match? @ignore "^_?(CMAKE|PROJECT|CPACK|CTEST)_"))
