; `alias` binds the last name of a module, and `import` brings its functions. What `use` names is used; what its macro defines where it stands is not followed.

((_ target: (identifier) @_use (arguments . (alias) @import.module)) @import
  (#eq? @_use "use")
  (#set! whole ".")
  (#set! opens "true"))
((_ target: (identifier) @_alias (arguments . (alias) @import.module (_ (_ value: (alias) @import.alias))?)) @import
  (#any-of? @_alias "alias" "require")
  (#set! whole "."))
((_ target: (identifier) @_alias (arguments . (dot left: (alias) @import.module right: (tuple (alias) @import.name)))) @import
  (#any-of? @_alias "alias" "require" "use")
  (#set! whole "."))
((_ target: (identifier) @_import (arguments . (alias) @import.module)) @import
  (#eq? @_import "import")
  (#set! import "wildcard"))
