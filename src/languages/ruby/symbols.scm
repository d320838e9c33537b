; Definitions and blocks.
; `_` stands for a parent whose fields or tokens no other kind of node has: a query compiles by walking the parse table for every parent that is named.

(comment) @comment

(class name: (constant) @name) @definition.class
; `class A::B` adds to what is called A, and nothing in A is seen without its name.
(class name: (scope_resolution scope: [(constant) (scope_resolution)] @receiver name: (constant) @name)) @definition.class
(class name: (scope_resolution name: (constant) @name)) @definition.class
; A module is a namespace and a mixin at once: like a trait it has members and passes them on.
(module name: (constant) @name) @definition.trait
(module name: (scope_resolution scope: [(constant) (scope_resolution)] @receiver name: (constant) @name)) @definition.trait
(module name: (scope_resolution name: (constant) @name)) @definition.trait

((method name: (_) @name) @definition.constructor
  (#eq? @name "initialize"))
(method name: (_) @name) @definition.function
((_ object: (self) name: (_) @name) @definition.function
  (#set! flag "static"))
((_ object: (constant) @receiver name: (_) @name) @definition.function
  (#set! flag "static"))
((_ object: (identifier) name: (_) @name) @definition.function
  (#set! flag "static"))
(alias name: (_) @name) @definition.function
((_ method: (identifier) @_define arguments: (_ . (simple_symbol) @name)) @definition.function
  (#any-of? @_define "define_method" "alias_method"))

; Tests of RSpec, Minitest::Spec and Rails.
((call !receiver method: (identifier) @_test arguments: (argument_list . (string) @name) block: (_) @body) @definition.function
  (#any-of? @_test "example" "fit" "it" "scenario" "should" "specify" "test" "xit")
  (#set! flag "test")
  (#set! title "true")
  (#set! visibility "private"))

((_ method: (identifier) @_attribute arguments: (_ (simple_symbol) @name)) @definition.property
  (#any-of? @_attribute "attr" "attr_reader" "attr_writer" "attr_accessor"))

(assignment left: (constant) @name right: (_) @value) @definition.constant
(assignment left: (left_assignment_list (constant) @name)) @definition.constant

; Variables.

(method_parameters (identifier) @local.parameter)
((method_parameters (optional_parameter name: (identifier) @name) @local.parameter)
  (#set! flag "optional"))
((method_parameters (keyword_parameter name: (identifier) @name) @local.parameter)
  (#set! flag "optional"))
((method_parameters (block_parameter name: (identifier) @name) @local.parameter)
  (#set! flag "optional"))
((method_parameters (splat_parameter name: (identifier) @name) @local.parameter)
  (#set! flag "variadic"))
((method_parameters (hash_splat_parameter name: (identifier) @name) @local.parameter)
  (#set! flag "variadic"))
(block_parameters (identifier) @local.parameter)
(block_parameters (_ name: (identifier) @name) @local.parameter)
(lambda_parameters (identifier) @local.parameter)
(lambda_parameters (_ name: (identifier) @name) @local.parameter)
(destructured_parameter (identifier) @local.parameter)

(assignment left: (identifier) @name right: (_) @value) @local.definition
(operator_assignment left: (identifier) @name) @local.definition
(assignment left: (left_assignment_list (identifier) @local.definition))
(exception_variable (identifier) @local.definition)
((for pattern: (identifier) @name value: (in (_) @value)) @local.definition
  (#set! from "element"))

(do_block) @scope
(block) @scope
(lambda) @scope

[(if) (unless) (elsif) (while) (until) (for) (when) (rescue) (if_modifier) (unless_modifier) (conditional)] @branch
