//! From text to shard: parse within bounds, report broken regions, hand the tree to the language.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, Parser, Range, Tree};

use super::{Language, runaway, syntax};
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
    extract_into(&mut builder, language, text);
    builder.finish()
}

/// Tells the builder of a file what `language` sees in `text`: the file's own, or one of its length with parts of it blanked out.
pub(super) fn extract_into(builder: &mut Builder<'_>, language: &Language, text: &str) {
    let Some(grammar) = language.grammar else { return (language.extract)(builder, None) };
    match parse(&grammar(), text) {
        Ok(tree) => {
            report_errors(builder, tree.root_node());
            (language.extract)(builder, Some(tree.root_node()));
        }
        Err(reason) => {
            builder.problem(&codes::P_PARSE_BOUND, ByteSpan::default(), reason);
            // What is in the way of the grammar may be macros, which are known without a tree.
            if language.family == super::c::FAMILY {
                (language.extract)(builder, None);
            }
        }
    }
}

/// Parses `text`, giving up after a number of steps and of letters read that depends on its size alone, and at once where what is broken in it runs away.
///
/// # Errors
/// A sentence saying why there is no tree.
pub fn parse(grammar: &tree_sitter::Language, text: &str) -> Result<Tree, String> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(grammar).map_err(|cause| format!("the grammar cannot be used: {cause}"))?;
        if let Some(stretch) = runaway::find(parser, text) {
            return Err(format!("did not begin: {} bytes from byte {} on repeat what the grammar cannot read", stretch.len(), stretch.start));
        }
        read(parser, text, text.len())
    })
}

/// Parses one part of `text` as if it were all of it; positions stay those of the whole. `None` where that takes more than its size allows.
pub(super) fn parse_part(grammar: &tree_sitter::Language, text: &str, part: Range) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(grammar).ok()?;
        let inner = text.get(part.start_byte..part.end_byte)?;
        if runaway::find(parser, inner).is_some() {
            return None;
        }
        parser.set_included_ranges(&[part]).ok()?;
        let tree = read(parser, text, inner.len()).ok();
        // A part need not end where the parser stopped, and no range is all of a text, which is never refused.
        parser.reset();
        parser.set_included_ranges(&[]).ok()?;
        tree
    })
}

/// Reads `text`, of which `length` bytes are to be parsed, with the parser as it is set. A parser that gave up is reset.
///
/// # Errors
/// A sentence saying after what it gave up.
pub(super) fn read(parser: &mut Parser, text: &str, length: usize) -> Result<Tree, String> {
    let allowed = caps::PARSE_STEPS_BASE + length / 1024 * caps::PARSE_STEPS_PER_KIB;
    let (mut steps, mut lost) = (0usize, 0usize);
    let reading = Reading::of(text, length);
    let mut progress = |state: &tree_sitter::ParseState| {
        steps += 1;
        lost = if state.has_error() { lost + 1 } else { 0 };
        if steps > allowed || lost > caps::MAX_LOST_STEPS || reading.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut |offset, _| reading.slice(offset), None, Some(options));
    tree.filter(|_| !reading.is_over()).ok_or_else(|| {
        parser.reset();
        if reading.is_over() {
            format!("gave up after the parser had read on for {} bytes", reading.allowed)
        } else if lost > caps::MAX_LOST_STEPS {
            format!("found no way out of an error within {} parser steps", caps::MAX_LOST_STEPS)
        } else {
            format!("gave up after {allowed} parser steps")
        }
    })
}

/// A text as a parser reads it, slice by slice. A step of a parser takes one token, and a scanner may look for its end as far as the text goes: where it
/// does so at every token, steps say nothing of the work.
struct Reading<'text> {
    text: &'text str,
    /// Bytes that may be read on for.
    allowed: usize,
    /// Bytes by which reading went on from a slice to the one behind it. Going back costs nothing: a step does so a few times at most.
    read: Cell<usize>,
    /// Where the slice that was read last ends.
    end: Cell<usize>,
}

impl<'text> Reading<'text> {
    /// Of `text`, of which `length` bytes are parsed.
    fn of(text: &'text str, length: usize) -> Self {
        let allowed = caps::PARSE_READ_BASE + length * caps::PARSE_READ_PER_BYTE;
        Self { text, allowed, read: Cell::new(0), end: Cell::new(0) }
    }

    fn is_over(&self) -> bool {
        self.read.get() > self.allowed
    }

    /// What is read at `offset`: whole characters; nothing where the text ends, or the allowance.
    fn slice(&self, offset: usize) -> &'text [u8] {
        let mut end = (offset + caps::PARSE_SLICE).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        let slice = self.text.as_bytes().get(offset..end).unwrap_or_default();
        if offset == self.end.get() {
            self.read.set(self.read.get() + slice.len());
        }
        self.end.set(end);
        if self.is_over() { &[] } else { slice }
    }
}

/// Bytes that stand in outermost error nodes, and one for each missing token: how much of a text the grammar did not read.
pub(super) fn broken_bytes(root: Node<'_>) -> usize {
    let mut bytes = 0;
    let mut stack = vec![root];
    while let Some(node) = stack.pop() {
        if node.is_error() {
            bytes += node.end_byte() - node.start_byte() + 1;
        } else if node.is_missing() {
            bytes += 1;
        } else if node.has_error() {
            stack.extend(syntax::all_children(node));
        }
    }
    bytes
}

/// Problems of a better tree in place of those that were reported of another one of the same text.
pub(super) fn report_instead(builder: &mut Builder<'_>, root: Node<'_>) {
    builder.forget_problems(&codes::P_SYNTAX);
    report_errors(builder, root);
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
