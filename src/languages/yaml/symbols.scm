; Top-level keys of every document.

(document (block_node (block_mapping (block_mapping_pair key: (_) @name) @chunk)))
