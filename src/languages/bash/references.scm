; Commands are calls; only those that a function defines lead anywhere.

((command name: (command_name (word) @name)) @reference.call
  (#match? @name "^[A-Za-z_][A-Za-z0-9_.:-]*$"))
; Commands that run another command by name.
((command name: (command_name (word) @_runs) argument: (word) @reference.read)
  (#any-of? @_runs "trap" "command" "type"))
(simple_expansion (variable_name) @reference.read)
(expansion (variable_name) @reference.read)
(subscript name: (variable_name) @reference.read)
