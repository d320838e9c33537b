; `source` makes everything of another file visible.

((command name: (command_name (word) @_source) . argument: (word) @import.module) @import
  (#any-of? @_source "source" ".")
  (#set! import "wildcard"))
((command name: (command_name (word) @_source) . argument: (string (string_content) @import.module .)) @import
  (#any-of? @_source "source" ".")
  (#set! import "wildcard"))
((command name: (command_name (word) @_source) . argument: (raw_string) @import.module) @import
  (#any-of? @_source "source" ".")
  (#set! import "wildcard"))
((command name: (command_name (word) @_source) . argument: (concatenation (word) @import.module .)) @import
  (#any-of? @_source "source" ".")
  (#set! import "wildcard"))
