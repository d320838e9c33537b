//! From text to shard: parse within bounds, report broken regions, hand the tree to the language.

use std::cell::RefCell;
use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, Parser, Range, Tree};

use super::{Language, syntax};
use crate::base::span::ByteSpan;
use crate::base::{caps, codes};
use crate::rules::hiding;
use crate::shard::Shard;
use crate::shard::builder::Builder;

thread_local! {
    /// One reused parser a thread: its buffers are worth keeping.
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// The shard of one file's decoded text, and the text as it may be shown: secrets are hidden before anything looks at it, so no fact, row or cached
/// text holds one, and every position stays that of the file.
pub fn extract_hidden(language: &Language, text: String) -> (Shard, String) {
    let (text, secrets) = hiding::hide(text);
    let mut shard = extract(language, &text);
    shard.body.secrets = secrets;
    (shard, text)
}

/// The shard of one file's decoded text.
pub fn extract(language: &Language, text: &str) -> Shard {
    let mut builder = Builder::new(text);
    let Some(grammar) = language.grammar else {
        (language.extract)(&mut builder, None);
        return builder.finish();
    };
    match parse(&grammar(), text) {
        Ok(tree) => {
            if tree.root_node().has_error() {
                report_errors(&mut builder, tree.root_node());
            }
            (language.extract)(&mut builder, Some(tree.root_node()));
        }
        Err(reason) => builder.problem(&codes::P_PARSE_BOUND, ByteSpan::default(), reason),
    }
    builder.finish()
}

/// Parses `text`, giving up after a number of steps that depends on its size alone.
///
/// # Errors
/// A sentence saying why there is no tree.
pub fn parse(grammar: &tree_sitter::Language, text: &str) -> Result<Tree, String> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(grammar).map_err(|cause| format!("the grammar cannot be used: {cause}"))?;
        let allowed = caps::PARSE_STEPS_BASE + text.len() / 1024 * caps::PARSE_STEPS_PER_KIB;
        let (mut steps, mut lost) = (0usize, 0usize);
        let mut progress = |state: &tree_sitter::ParseState| {
            steps += 1;
            lost = if state.has_error() { lost + 1 } else { 0 };
            if steps > allowed || lost > caps::MAX_LOST_STEPS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let bytes = text.as_bytes();
        let tree = parser.parse_with_options(&mut |offset, _| bytes.get(offset..).unwrap_or(&[]), None, Some(options));
        if tree.is_none() {
            parser.reset();
        }
        tree.ok_or_else(|| {
            if lost > caps::MAX_LOST_STEPS {
                format!("found no way out of an error within {} parser steps", caps::MAX_LOST_STEPS)
            } else {
                format!("gave up after {allowed} parser steps")
            }
        })
    })
}

/// Parses one part of `text` as if it were all of it; positions stay those of the whole. `None` where that takes more steps than its size allows.
pub(super) fn parse_part(grammar: &tree_sitter::Language, text: &str, part: Range) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(grammar).ok()?;
        let allowed = caps::PARSE_STEPS_BASE + (part.end_byte - part.start_byte) / 1024 * caps::PARSE_STEPS_PER_KIB;
        let mut steps = 0usize;
        let mut progress = |_: &tree_sitter::ParseState| {
            steps += 1;
            if steps > allowed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        parser.set_included_ranges(&[part]).ok()?;
        let bytes = text.as_bytes();
        let tree = parser.parse_with_options(&mut |offset, _| bytes.get(offset..).unwrap_or(&[]), None, Some(options));
        parser.reset();
        // No range is all of a text, which is never refused.
        parser.set_included_ranges(&[]).ok()?;
        tree
    })
}

/// One problem for each outermost broken region, up to the cap. Walks only subtrees that hold an error.
pub(super) fn report_errors(builder: &mut Builder<'_>, root: Node<'_>) {
    let mut stack = vec![root];
    let mut reported = 0;
    while let Some(node) = stack.pop() {
        if reported >= caps::MAX_SYNTAX_PROBLEMS {
            return;
        }
        if node.is_error() || node.is_missing() {
            let what = if node.is_missing() { format!("missing `{}`", node.kind()) } else { "does not parse".to_owned() };
            builder.problem(&codes::P_SYNTAX, syntax::span(node), what);
            reported += 1;
        } else if node.has_error() {
            let mut children = syntax::all_children(node);
            children.reverse();
            stack.extend(children);
        }
    }
}
