; `alias` binds the last name of a module. What `import` and `use` name is used; the functions they make visible are not followed.

((_ target: (identifier) @_alias (arguments . (alias) @import.module (_ (_ value: (alias) @import.alias))?)) @import
  (#any-of? @_alias "alias" "require" "import" "use")
  (#set! whole "."))
