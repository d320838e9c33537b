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
((_ target: (identifier) @_test (arguments . (string (quoted_content) @name)) (do_block)) @definition.function
  (#eq? @_test "test"))
((_ target: (identifier) @_struct (arguments (list (atom) @definition.field)))
  (#any-of? @_struct "defstruct" "defexception"))
((_ target: (identifier) @_struct (arguments [(_ (keywords (_ key: (keyword) @definition.field))) (keywords (_ key: (keyword) @definition.field))]))
  (#any-of? @_struct "defstruct" "defexception"))

; Variables.

((_ target: (identifier) @_def (arguments . (_ (arguments (identifier) @local.definition))))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop"))
((_ target: (identifier) @_def (arguments . (_ left: (_ (arguments (identifier) @local.definition)))))
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop"))
(binary_operator left: (identifier) @name operator: "=" right: (_) @value) @local.definition
(binary_operator left: (tuple (identifier) @local.definition) operator: "=")
(stab_clause left: (arguments (identifier) @local.definition))
(stab_clause left: (arguments (tuple (identifier) @local.definition)))
(binary_operator left: (identifier) @local.definition operator: "<-")

(anonymous_function) @scope
(stab_clause) @scope
(stab_clause) @branch
