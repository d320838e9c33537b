; Targets and variables.

(comment) @comment

; Special targets such as `.PHONY` tell make something and are none.
((rule (targets (word) @name)) @definition.function
  (#not-match? @name "^[.][A-Z_]+$"))
(variable_assignment name: (word) @name) @definition.variable
(define_directive name: (word) @name) @definition.macro
