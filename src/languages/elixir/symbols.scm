; Modules and functions. A function of several clauses is one definition of several places.
; `_` stands for a parent whose fields or tokens no other kind of node has: a query compiles by walking the parse table for every parent that is named.

(comment) @comment

((_ target: (identifier) @_module (arguments . (alias) @name) (do_block)) @definition.module
  (#any-of? @_module "defmodule" "defprotocol" "defimpl"))

((_ target: (identifier) @_def (arguments . [(identifier) @name (_ target: (identifier) @name)
    (_ left: (_ target: (identifier) @name)) (_ left: (identifier) @name)])) @definition.function
  (#any-of? @_def "def" "defdelegate" "defn"))
((_ target: (identifier) @_def (arguments . [(identifier) @name (_ target: (identifier) @name)
    (_ left: (_ target: (identifier) @name)) (_ left: (identifier) @name)])) @definition.function
  (#any-of? @_def "defp" "defnp")
  (#set! visibility "private"))
((_ target: (identifier) @_def (arguments . [(identifier) @name (_ target: (identifier) @name)
    (_ left: (_ target: (identifier) @name))])) @definition.macro
  (#any-of? @_def "defmacro" "defmacrop" "defguard" "defguardp"))
((_ target: (identifier) @_test (arguments . (string) @name) (do_block)) @definition.function
  (#any-of? @_test "test" "property")
  (#set! flag "test")
  (#set! title "true")
  (#set! visibility "private"))
((_ target: (identifier) @_struct (arguments (list (atom) @definition.field)))
  (#any-of? @_struct "defstruct" "defexception"))
((_ target: (identifier) @_struct (arguments [(_ (keywords (_ key: (keyword) @definition.field))) (keywords (_ key: (keyword) @definition.field))]))
  (#any-of? @_struct "defstruct" "defexception"))

((unary_operator operator: "@" operand: (_ target: (identifier) @_type (arguments . (_ left: [(identifier) @name (_ target: (identifier) @name)]))) @definition.type)
  (#any-of? @_type "type" "opaque")
  (#set! member "type"))

; Variables.

((_ target: (identifier) @_def (arguments . (_ (arguments) @local.pattern)))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop")
  (#set! left ":: \\\\ in")
  (#set! fixed "^"))
((_ target: (identifier) @_def (arguments . (_ left: (_ (arguments) @local.pattern))))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop")
  (#set! left ":: \\\\ in")
  (#set! fixed "^"))
((_ target: (identifier) @_test (arguments . (string) (_) @local.pattern .) (do_block))
  (#any-of? @_test "test" "property")
  (#set! left ":: \\\\ in")
  (#set! fixed "^"))
((_ target: (identifier) @_setup (arguments . [(map) (tuple) (identifier)] @local.pattern .) (do_block))
  (#any-of? @_setup "setup" "setup_all")
  (#set! left ":: \\\\ in")
  (#set! fixed "^"))
(binary_operator left: (identifier) @name operator: "=" right: (_) @value) @local.definition
((binary_operator left: [(tuple) (list) (map) (bitstring) (binary_operator)] @local.pattern operator: "=")
  (#set! left ":: \\\\ in")
  (#set! fixed "^"))
((stab_clause left: (arguments) @local.pattern)
  (#set! left ":: \\\\ in")
  (#set! fixed "^"))
((stab_clause left: (binary_operator left: (arguments) @local.pattern))
  (#set! left ":: \\\\ in")
  (#set! fixed "^"))
((binary_operator left: (_) @local.pattern operator: "<-")
  (#set! left ":: \\\\ in")
  (#set! fixed "^"))

; Types are no values: what a specification names stands for itself.
((unary_operator operator: "@" operand: (_ target: (identifier) @_spec (arguments) @local.pattern))
  (#any-of? @_spec "spec" "type" "typep" "opaque" "callback" "macrocallback")
  (#set! left "")
  (#set! fixed "@"))
((unary_operator operator: "@" operand: (_ target: (identifier) @_spec)) @scope.function
  (#any-of? @_spec "spec" "type" "typep" "opaque" "callback" "macrocallback"))

(anonymous_function) @scope
(stab_clause) @scope
(stab_clause) @branch
