; A stage that another one starts from, and variables.

(image_spec name: (image_name) @name .) @reference.read
(expansion (variable) @name) @reference.read
