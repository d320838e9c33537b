; Uses of names. The first pattern that names a node speaks for it.

((call target: (identifier) @ignore)
  (#any-of? @ignore "def" "defp" "defmacro" "defmacrop" "defmodule" "defstruct" "defprotocol" "defimpl" "defdelegate" "defguard" "defguardp" "do" "case" "if" "unless" "cond" "with" "for" "fn" "quote" "unquote" "try" "receive" "test" "property" "describe" "setup"))
(_ operator: "@" operand: (_ target: (identifier) @ignore))
(_ operator: "@" operand: (identifier) @ignore)

; A pipe passes one argument more than is written.
(_ operator: "|>" right: (_ target: (identifier) @name) @reference.call)
(_ operator: "|>" right: (_ target: (_ left: (_) @receiver right: (identifier) @name)) @reference.call)
(_ target: (identifier) @name (arguments) @arguments) @reference.call
(call target: (_ left: (_) @receiver right: (identifier) @name) (arguments) @arguments) @reference.call
(call target: (_ left: (alias) @receiver right: (identifier) @name) .) @reference.call
(call target: (_ left: (identifier) @receiver right: (identifier) @name) .) @reference.read
(struct (alias) @reference.type)
(alias) @reference.read
((string) @value.literal (#set! type "String"))
((identifier) @reference.call
  (#not-any-of? @reference.call "_" "__MODULE__" "__ENV__" "__CALLER__")
  (#set! unless "local"))
