; Definitions, variables and branches.
; `_` stands for a parent whose fields or tokens no other kind of node has: a query compiles by walking the parse table for every parent that is named.

[(comment) (multiline_comment)] @comment

(class_declaration declaration_kind: "extension" name: (user_type) @name) @extension
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration name: (type_identifier) @name) @definition.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(enum_entry name: (simple_identifier) @name) @definition.variant
(typealias_declaration name: (type_identifier) @name value: (_) @type) @definition.type
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

((protocol_function_declaration "func" . name: (simple_identifier) @name name: (_)? @type) @definition.function
  (#set! flag "declaration"))
; What an extension adds to some values of a type alone.
((class_declaration declaration_kind: "extension" (type_constraints)
   body: (_ (function_declaration "func" . name: (simple_identifier) @name name: (_)? @type) @definition.function))
  (#set! flag "bounded"))
(_ "func" . name: (simple_identifier) @name name: (_)? @type) @definition.function
(init_declaration "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name name: (_)? @type) @definition.method

(property_declaration name: (_ bound_identifier: (simple_identifier) @name) . (type_annotation (_) @type)) @definition.property
(property_declaration name: (_ bound_identifier: (simple_identifier) @name) . value: (_) @value) @definition.property
(property_declaration name: (_ bound_identifier: (simple_identifier) @name)) @definition.property
(protocol_property_declaration name: (_ bound_identifier: (simple_identifier) @name)) @definition.property

; Variables. Defaults and trailing closures leave the number of arguments open downwards.

((parameter name: (simple_identifier) @name name: (_) @type) @local.parameter
  (#set! flag "optional"))
(lambda_parameter name: (simple_identifier) @name) @local.parameter
((for_statement item: (_ bound_identifier: (simple_identifier) @name) collection: (_) @value) @local.definition
  (#set! from "element"))
(_ bound_identifier: (simple_identifier) @name . "=" . (_) @value) @local.definition
(pattern bound_identifier: (simple_identifier) @local.definition)
(type_parameter . (type_identifier) @name (user_type)? @type) @local.type

(lambda_literal) @scope.function
(computed_property) @scope.function
(if_statement) @scope
(for_statement) @scope
(while_statement) @scope
(do_statement) @scope
(catch_block) @scope
(switch_entry) @scope

[(if_statement) (guard_statement) (for_statement) (while_statement) (switch_entry) (catch_block) (ternary_expression)] @branch
