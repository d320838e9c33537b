; Blocks with labels. The last label is the name.

(comment) @comment

((config_file (body (block . (identifier) @_kind (string_lit (template_literal) @name) . (block_start)) @definition.variable))
  (#any-of? @_kind "variable" "output"))
(config_file (body (block . (identifier) (string_lit (template_literal) @name) . (block_start)) @definition.struct))
((config_file (body (block . (identifier) @_locals (body (attribute . (identifier) @name) @definition.variable))))
  (#eq? @_locals "locals"))
