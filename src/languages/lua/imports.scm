; `require` gives what a file returns.

((variable_declaration (assignment_statement (variable_list . name: (identifier) @import.alias .) (expression_list . value: (function_call name: (identifier) @_require arguments: (arguments (string content: (string_content) @import.module)))))) @import
  (#eq? @_require "require")
  (#set! item "default"))
([(chunk (function_call name: (identifier) @_require arguments: (arguments (string content: (string_content) @import.module))) @import)
  (block (function_call name: (identifier) @_require arguments: (arguments (string content: (string_content) @import.module))) @import)]
  (#any-of? @_require "require" "dofile")
  (#set! import "side-effect"))
((function_call name: (identifier) @_require arguments: (arguments (string content: (string_content) @import.module))) @import
  (#any-of? @_require "require" "dofile")
  (#set! item "default")
  (#set! value "true"))
