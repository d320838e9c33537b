; Types, fragments, directives.

(implements_interfaces (named_type (name) @name) @reference.implementation)
(named_type (name) @name) @reference.type
(object_type_extension (name) @reference.type)
(interface_type_extension (name) @reference.type)
(input_object_type_extension (name) @reference.type)
(fragment_spread (fragment_name (name) @name)) @reference.call
(directive (name) @name) @reference.decorator
