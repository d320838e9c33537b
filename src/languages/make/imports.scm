; `include` makes everything of another file visible.

((include_directive filenames: (list (word) @import.module)) @import
  (#set! import "wildcard"))
