; `require` makes everything of another file visible.

((call !receiver method: (identifier) @_require arguments: (argument_list . (string (string_content) @import.module) .)) @import
  (#any-of? @_require "require" "require_relative" "load")
  (#set! import "wildcard"))
