; Stages, arguments, environment.

(comment) @comment

(from_instruction as: (image_alias) @name) @definition.module
(arg_instruction (arg_pair name: (unquoted_string) @name)) @definition.variable
(env_pair name: (unquoted_string) @name) @definition.variable
