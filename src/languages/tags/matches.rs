//! Runs a language's query over a tree, within bounds, and gives the matches in one shape.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};

use tree_sitter::{CaptureQuantifier, Node, Query, QueryCursor, QueryCursorOptions, StreamingIterator};

use super::vocabulary::{self, Head, Part};
use crate::base::span::ByteSpan;
use crate::base::{caps, codes};
use crate::languages::syntax;
use crate::shard::builder::Builder;

/// Most matches of one file. Every use and definition is one, and so are literals, comments and blocks.
const MAX_MATCHES: usize = 4 * caps::MAX_SITES;
/// Most matches that are open at one time; beyond it the cursor drops some. Each step looks at all of them, and a chain of calls opens some for each link.
const MAX_OPEN: u32 = 1024;
/// Most tokens of an error node that are looked at side by side: at each token the cursor looks for the next one with a name, which may be the last, and
/// only in a node that the grammar knows are they not all in one row.
const MAX_LOOSE: usize = 4_096;
/// Progress reports of the cursor allowed per KiB of text, and beside.
const STEPS_PER_KIB: usize = 400;
const STEPS_BASE: usize = 4_000;

/// One match.
#[derive(Clone, Debug)]
pub struct Found<'tree> {
    pub head: Head,
    /// Index of the pattern; earlier ones win.
    pub pattern: usize,
    pub node: Node<'tree>,
    pub parts: Vec<(Part, Node<'tree>)>,
}

impl<'tree> Found<'tree> {
    /// The node captured as a part.
    pub fn part(&self, part: Part) -> Option<Node<'tree>> {
        self.parts.iter().find(|(it, _)| *it == part).map(|(_, node)| *node)
    }

    /// The node of the name.
    pub fn name(&self) -> Node<'tree> {
        self.part(Part::Name).unwrap_or(self.node)
    }
}

/// The name in a node without the marks that some languages put around it, and its span.
pub fn bare<'text>(node: Node<'_>, text: &'text str) -> (&'text str, ByteSpan) {
    let written = syntax::text(node, text);
    let name = written.trim_start_matches(['"', '\'', '`', ':']);
    let start = node.start_byte() + (written.len() - name.len());
    let name = name.trim_end_matches(['"', '\'', '`', ':', ' ', '\n']);
    (name, ByteSpan::new(start, start + name.len()))
}

/// A query with the meaning of its captures.
#[derive(Debug)]
pub struct Compiled {
    query: Query,
    meanings: Vec<Option<Result<Head, Part>>>,
    /// The query captures parameters, so their number is known.
    pub parameters: bool,
}

impl Compiled {
    /// Compiles the text of a query.
    ///
    /// # Errors
    /// What is wrong with it, in a sentence.
    pub fn new(grammar: &tree_sitter::Language, text: &str) -> Result<Self, String> {
        let query = Query::new(grammar, text).map_err(|cause| cause.to_string())?;
        let names = query.capture_names();
        if let Some(name) = names.iter().find(|name| !name.starts_with('_') && vocabulary::meaning(name).is_none()) {
            return Err(format!("`@{name}` is not in the vocabulary"));
        }
        let meanings: Vec<_> = names.iter().map(|name| vocabulary::meaning(name)).collect();
        for pattern in 0..query.pattern_count() {
            let is_there = |quantifier: &CaptureQuantifier| *quantifier != CaptureQuantifier::Zero;
            let heads = query.capture_quantifiers(pattern).iter().zip(&meanings);
            let heads = heads.filter(|(quantifier, meaning)| is_there(quantifier) && matches!(meaning, Some(Ok(_)))).count();
            if heads != 1 {
                let line = 1 + text[..query.start_byte_for_pattern(pattern)].matches('\n').count();
                return Err(format!("the pattern in line {line} has {heads} heads"));
            }
        }
        let parameters = meanings.contains(&Some(Ok(Head::Parameter)));
        Ok(Self { query, meanings, parameters })
    }

    /// The value of a property of a pattern: `(#set! key "value")`.
    pub fn property(&self, pattern: usize, key: &str) -> Option<&str> {
        self.query.property_settings(pattern).iter().find(|it| &*it.key == key).map(|it| it.value.as_deref().unwrap_or(""))
    }

    /// All matches below `root`, in the order of the cursor.
    pub fn run<'tree>(&self, builder: &mut Builder<'_>, root: Node<'tree>) -> Vec<Found<'tree>> {
        let text = builder.text();
        let mut found = Vec::new();
        let mut cursor = QueryCursor::new();
        cursor.set_match_limit(MAX_OPEN);
        let allowed = STEPS_BASE + text.len() / 1024 * STEPS_PER_KIB;
        let mut steps = 0usize;
        let mut progress = |_: &tree_sitter::QueryCursorState| {
            steps += 1;
            if steps > allowed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        for (node, range) in regions(root) {
            cursor.set_byte_range(range.clone());
            let options = QueryCursorOptions::new().progress_callback(&mut progress);
            let mut matches = cursor.matches_with_options(&self.query, node, text.as_bytes(), options);
            while let Some(it) = matches.next() {
                if found.len() >= MAX_MATCHES {
                    break;
                }
                let mut head = None;
                let mut parts = Vec::new();
                for capture in it.captures {
                    match self.meanings.get(capture.index as usize) {
                        Some(Some(Ok(meaning))) => head = head.or(Some((*meaning, capture.node))),
                        Some(Some(Err(part))) => parts.push((*part, capture.node)),
                        _ => {}
                    }
                }
                // A node around several regions is met in each.
                if let Some((head, node)) = head.filter(|(_, node)| range.contains(&node.start_byte())) {
                    found.push(Found { head, pattern: it.pattern_index, node, parts });
                }
            }
        }
        if found.len() >= MAX_MATCHES || steps > allowed || cursor.did_exceed_match_limit() {
            builder.problem(&codes::P_LIMIT, ByteSpan::default(), "more matches than are kept of one file".to_owned());
        }
        found
    }
}

/// Where matches are looked for, in order: all of `root`, but for the tokens of error nodes that hold more than [`MAX_LOOSE`] of them.
fn regions(root: Node<'_>) -> Vec<(Node<'_>, Range<usize>)> {
    let mut regions = Vec::new();
    let mut open = vec![root];
    while let Some(root) = open.pop() {
        let crowded = crowded(root);
        let mut start = 0;
        for node in crowded {
            // A range that ends at 0 would have no end.
            if start < node.start_byte() {
                regions.push((root, start..node.start_byte()));
            }
            open.extend(syntax::all_children(node).into_iter().filter(Node::is_named));
            start = node.end_byte();
        }
        if start < root.end_byte() || start == 0 {
            regions.push((root, start..usize::MAX));
        }
    }
    regions.sort_by_key(|(node, range)| range.start.max(node.start_byte()));
    regions
}

/// The outermost error nodes with very many children, in order.
fn crowded(root: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node.is_error() && node.child_count() > MAX_LOOSE {
            found.push(node);
        } else if node.has_error() {
            open.extend(syntax::all_children(node).into_iter().rev());
        }
    }
    found
}

/// Which match says what a node means as a value or a type, by node.
pub fn forms(compiled: &Compiled, found: &[Found<'_>]) -> HashMap<usize, usize> {
    let mut forms: HashMap<usize, usize> = HashMap::new();
    for (index, it) in found.iter().enumerate() {
        let is_form = match it.head {
            Head::Reference { .. } => true,
            Head::Import => compiled.property(it.pattern, "value").is_some(),
            head => head.is_value(),
        };
        if is_form {
            let slot = forms.entry(it.node.id()).or_insert(index);
            // An import that is a value is no call.
            let rank = |it: &Found<'_>| (it.head != Head::Import, it.pattern);
            if rank(&found[*slot]) > rank(it) {
                *slot = index;
            }
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_in_a_row_that_the_grammar_cannot_read_are_not_looked_at() {
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&tree_sitter_elixir::LANGUAGE.into()).unwrap();
        let mut ranges = |text: &str| -> Vec<(Range<usize>, bool)> {
            let tree = parser.parse(text, None).unwrap();
            regions(tree.root_node()).into_iter().map(|(node, range)| (range, crowded(node).is_empty())).collect()
        };
        assert_eq!(ranges("def a, do: f(1)\n"), [(0..usize::MAX, true)]);
        assert_eq!(ranges(&"[{(\n".repeat(8)), [(0..usize::MAX, true)]);
        let found = ranges(&"[{(\n".repeat(MAX_LOOSE));
        assert!(found.iter().all(|(range, is_read)| *is_read || range.end < 4), "{found:?}");
    }

    #[test]
    fn a_query_that_the_grammar_or_the_vocabulary_does_not_know_is_refused() {
        let grammar = tree_sitter_lua::LANGUAGE.into();
        assert!(Compiled::new(&grammar, "(identifier) @reference.read\n").is_ok());
        for (query, words) in [
            ("(no_such_node) @scope\n", "no_such_node"),
            ("(identifier) @reference.raed\n", "`@reference.raed` is not in the vocabulary"),
            ("(comment) @comment\n\n(identifier) @name\n", "the pattern in line 3 has 0 heads"),
            ("(parenthesized_expression (_) @return) @value.same\n", "the pattern in line 1 has 2 heads"),
        ] {
            let cause = Compiled::new(&grammar, query).unwrap_err();
            assert!(cause.contains(words), "{query}: {cause}");
        }
    }
}
