; Libraries by path or package. What an import shows are its items, and an export is for others alone.

((library_import (import_specification uri: (configurable_uri . (uri) @import.module) alias: (identifier) @import.alias)) @import
  (#set! import "module"))
((library_import (import_specification uri: (_ . (uri) @import.module) !alias . ";")) @import
  (#set! import "wildcard"))
((library_import (import_specification uri: (_ . (uri) @import.module) !alias . (combinator . "hide"))) @import
  (#set! import "wildcard"))
(library_import (import_specification uri: (_ . (uri) @import.module) !alias (combinator . "show" (identifier) @import.name))) @import
; What stands there on other platforms.
((library_import (import_specification uri: (_ (configuration_uri (uri) @import.module)) !alias)) @import
  (#set! import "wildcard"))

((library_export uri: (configurable_uri . (uri) @import.module) . ";") @import
  (#set! import "wildcard")
  (#set! reexport "only"))
((library_export uri: (configurable_uri . (uri) @import.module) . (combinator . "hide")) @import
  (#set! import "wildcard")
  (#set! reexport "only"))
((library_export uri: (configurable_uri . (uri) @import.module) (combinator . "show" (identifier) @import.name)) @import
  (#set! reexport "only"))
((library_export uri: (configurable_uri (configuration_uri (uri) @import.module))) @import
  (#set! import "wildcard")
  (#set! reexport "only"))

; Parts of one library see all of each other.
((part_directive uri: (_) @import.module) @import
  (#set! import "wildcard")
  (#set! reexport "only")
  (#set! lead "part "))
((part_of_directive [(uri) (dotted_identifier_list)] @import.module) @import
  (#set! import "wildcard")
  (#set! lead "part of "))

(library_name (dotted_identifier_list (identifier) @ignore))
(uri_test (dotted_identifier_list (identifier) @ignore))
(combinator . "hide" (identifier) @ignore)
