; Top-level keys.

(document (object (pair key: (string) @name) @chunk))
