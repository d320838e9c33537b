; Uses of names. The first pattern that names a node speaks for it.

; Labels of named arguments and the namespaces in front of names are no uses of definitions.
(argument name: (name) @ignore)
(namespace_name) @ignore

(class_declaration (base_clause [(name) @reference.extends (qualified_name (name) @name) @reference.extends]))
(anonymous_class (base_clause [(name) @reference.extends (qualified_name (name) @name) @reference.extends]))
(interface_declaration (base_clause [(name) @reference.extends (qualified_name (name) @name) @reference.extends]))
(class_interface_clause [(name) @reference.implementation (qualified_name (name) @name) @reference.implementation])
(use_declaration [(name) @reference.extends (qualified_name (name) @name) @reference.extends])
(attribute [(name) @reference.decorator (qualified_name (name) @name) @reference.decorator])

; A class names itself and the one above by words of the language.
((named_type (name) @_word) @value.receiver
  (#any-of? @_word "self" "static"))
((named_type (name) @_word) @value.parent
  (#eq? @_word "parent"))
((object_creation_expression (name) @_word) @value.receiver
  (#any-of? @_word "self" "static"))
((object_creation_expression (name) @_word) @value.parent
  (#eq? @_word "parent"))

(object_creation_expression [(name) @name (qualified_name (name) @name)] (arguments)? @arguments) @reference.class

(function_call_expression function: [(name) @name (qualified_name (name) @name)] arguments: (arguments) @arguments) @reference.call
(member_call_expression object: (_) @receiver name: (name) @name arguments: (arguments) @arguments) @reference.call
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name arguments: (arguments) @arguments) @reference.call
(scoped_call_expression scope: (_) @receiver name: (name) @name arguments: (arguments) @arguments) @reference.call

(named_type [(name) @name (qualified_name (name) @name)]) @reference.type
(_ operator: "instanceof" right: [(name) @reference.type (qualified_name (name) @name) @reference.type])

(assignment_expression left: (_ object: (_) @receiver name: (name) @name) @reference.write)
(assignment_expression left: (_ scope: (_) @receiver name: (_ (name) @name)) @reference.write)
(member_access_expression object: (_) @receiver name: (name) @name) @reference.read
(nullsafe_member_access_expression object: (_) @receiver name: (name) @name) @reference.read
(scoped_property_access_expression scope: (_) @receiver name: (_ (name) @name)) @reference.read
((class_constant_access_expression . [(name) @name (qualified_name (name) @name)] . (name) @_class) @reference.type
  (#eq? @_class "class"))
(class_constant_access_expression . (_) @receiver . (name) @name .) @reference.read

((variable_name (name) @_this) @value.receiver
  (#eq? @_this "this"))
((relative_scope) @value.receiver
  (#any-of? @value.receiver "self" "static"))
((relative_scope) @value.parent
  (#eq? @value.parent "parent"))
(variable_name (name) @name) @reference.read
(qualified_name (name) @name) @reference.read
(class_constant_access_expression . (name) @reference.read)
(_ scope: (name) @reference.read)
(argument (name) @reference.read)
(binary_expression (name) @reference.read)
(array_element_initializer (name) @reference.read)
(return_statement (name) @reference.read)

(optional_type (_) @value) @value.same
(parenthesized_expression (_) @value) @value.same
(argument (_) @value .) @value.same
(clone_expression (_) @value) @value.same
((string) @value.literal (#set! type "string"))
((encapsed_string) @value.literal (#set! type "string"))
((array_creation_expression) @value.literal (#set! type "array"))
(return_statement (_) @value) @return
