; `@import` of a file, or of a package.

((variable_declaration . (identifier) @import.alias (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @import.module)))) @import
  (#eq? @_import "@import")
  (#set! import "module"))
((builtin_function (builtin_identifier) @_import (arguments (string (string_content) @import.module))) @import
  (#eq? @_import "@import")
  (#not-match? @import.module "[.]zon$")
  (#set! value "true"))
; A file is a type, which it names itself by.
((source_file (variable_declaration "const" . (identifier) @import.alias . "=" . (builtin_function (builtin_identifier) @_this)) @import)
  (#eq? @_this "@This")
  (#set! import "module")
  (#set! module "."))
