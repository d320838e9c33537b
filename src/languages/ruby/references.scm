; Uses of names. The first pattern that names a node speaks for it.

((call method: (identifier) @_keyword) @ignore
  (#any-of? @_keyword "attr" "attr_reader" "attr_writer" "attr_accessor" "alias_method" "private_constant" "module_function"))

(superclass (constant) @reference.extends)
(superclass (scope_resolution scope: (_) @receiver name: (constant) @name) @reference.extends)
((call method: (identifier) @_mixin arguments: (argument_list (constant) @reference.extends))
  (#any-of? @_mixin "include" "prepend" "extend"))
((call method: (identifier) @_mixin arguments: (argument_list (scope_resolution scope: (_) @receiver name: (constant) @name) @reference.extends))
  (#any-of? @_mixin "include" "prepend" "extend"))

; `X.new` builds.
((call receiver: [(constant) (scope_resolution)] method: (identifier) @ignore)
  (#eq? @ignore "new"))
((call receiver: (constant) @name method: (identifier) @_new arguments: (argument_list)? @arguments) @reference.class
  (#eq? @_new "new"))
((call receiver: (scope_resolution scope: (_) @receiver name: (constant) @name) method: (identifier) @_new arguments: (argument_list)? @arguments) @reference.class
  (#eq? @_new "new"))

(call receiver: (_) @receiver method: [(identifier) (constant)] @name arguments: (argument_list)? @arguments) @reference.call
(call !receiver method: [(identifier) (constant)] @name arguments: (argument_list)? @arguments) @reference.call

(exceptions (constant) @reference.type)
(scope_resolution scope: (_) @receiver name: (constant) @name) @reference.read
(constant) @reference.read
((identifier) @reference.call
  (#set! unless "local"))

(self) @value.receiver
((string) @value.literal (#set! type "String"))
((array) @value.literal (#set! type "Array"))
((hash) @value.literal (#set! type "Hash"))
((integer) @value.literal (#set! type "Integer"))
(parenthesized_statements . (_) @value .) @value.same
