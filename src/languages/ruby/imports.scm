; `require` makes everything of another file visible.

((call !receiver method: (identifier) @_require arguments: (argument_list . (string (string_content) @import.module) .)) @import
  (#eq? @_require "require_relative")
  (#set! import "wildcard")
  (#set! lead "./"))
((call !receiver method: (identifier) @_require arguments: (argument_list . (string (string_content) @import.module) .)) @import
  (#any-of? @_require "require" "load")
  (#set! import "wildcard"))
