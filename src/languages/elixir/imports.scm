; `alias` binds the last name of a module; `import` and `use` make its functions visible.

((call target: (identifier) @_alias (arguments . (alias) @import.module (keywords (pair value: (alias) @import.alias))?)) @import
  (#any-of? @_alias "alias" "require")
  (#set! whole "."))
((call target: (identifier) @_import (arguments . (alias) @import.name)) @import
  (#any-of? @_import "import" "use"))
