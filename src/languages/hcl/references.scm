; `var.x`, `local.x`, `module.x`, `type.x`; with `data` the second name.

((expression (variable_expr (identifier) @_data) . (get_attr) . (get_attr (identifier) @name)) @reference.read
  (#eq? @_data "data"))
((expression (variable_expr (identifier) @_data) . (get_attr) @ignore)
  (#any-of? @_data "data" "each" "count" "path" "terraform" "self"))
(expression (variable_expr) . (get_attr (identifier) @name)) @reference.read
