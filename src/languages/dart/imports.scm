; Libraries by path or package.

((library_import (import_specification uri: (_) @import.module alias: (identifier) @import.alias)) @import
  (#set! import "module"))
((library_import (import_specification uri: (_) @import.module !alias)) @import
  (#set! import "wildcard"))
((part_directive uri: (_) @import.module) @import
  (#set! import "wildcard"))
