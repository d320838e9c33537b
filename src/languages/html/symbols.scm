; Parts of the head and the body.

((element (start_tag (tag_name) @_outer) (element (start_tag (tag_name) @name)) @chunk)
  (#any-of? @_outer "body" "head"))
(script_element (start_tag (tag_name) @name)) @chunk
(style_element (start_tag (tag_name) @name)) @chunk
