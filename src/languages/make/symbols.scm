; Targets and variables.

(comment) @comment

(rule (targets (word) @name)) @definition.function
(variable_assignment name: (word) @name) @definition.variable
(define_directive name: (word) @name) @definition.macro
