; `package` and `import`.

(package_header (qualified_identifier) @name) @namespace
((import (qualified_identifier) @import.module . "." . "*") @import
  (#set! import "wildcard"))
((import (qualified_identifier) @import.module (identifier)? @import.alias) @import
  (#set! split "."))
