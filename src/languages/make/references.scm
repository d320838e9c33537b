; Prerequisites and variables.

(prerequisites (word) @reference.read)
(variable_reference (word) @reference.read)
