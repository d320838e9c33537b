; `@import` of a file, or of a package.

((variable_declaration . (identifier) @import.alias (builtin_function (builtin_identifier) @_import (arguments (string (string_content) @import.module)))) @import
  (#eq? @_import "@import")
  (#set! import "module"))
