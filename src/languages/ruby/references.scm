; Uses of names. The first pattern that names a node speaks for it.

((_ method: (identifier) @_keyword) @ignore
  (#any-of? @_keyword "attr" "attr_reader" "attr_writer" "attr_accessor" "alias_method" "private_constant" "module_function"))

(superclass (constant) @reference.extends)
(superclass (scope_resolution scope: (_) @receiver name: (constant) @name) @reference.extends)
((_ method: (identifier) @_mixin arguments: (_ (constant) @reference.extends))
  (#any-of? @_mixin "include" "prepend" "extend"))
((_ method: (identifier) @_mixin arguments: (_ (_ scope: (_) @receiver name: (constant) @name) @reference.extends))
  (#any-of? @_mixin "include" "prepend" "extend"))

; `X.new` builds.
((_ receiver: [(constant) (scope_resolution)] method: (identifier) @ignore)
  (#eq? @ignore "new"))
((_ receiver: (constant) @name method: (identifier) @_new arguments: (argument_list)? @arguments) @reference.class
  (#eq? @_new "new"))
((call receiver: (_ scope: (_) @receiver name: (constant) @name) method: (identifier) @_new arguments: (argument_list)? @arguments) @reference.class
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
