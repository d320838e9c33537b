; Rules at the top level.

(stylesheet (rule_set (selectors) @name) @chunk)
(stylesheet (media_statement) @chunk)
(stylesheet (keyframes_statement (keyframes_name) @name) @chunk)
(stylesheet (at_rule) @chunk)
