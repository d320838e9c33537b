; Files that are read in.

((normal_command (identifier) @_include (argument_list . (argument) @import.module)) @import
  (#match? @_include "^(?i)(include|add_subdirectory)$")
  (#set! import "wildcard"))
