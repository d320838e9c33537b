//! Syntax that a grammar does not know, or does not know yet: a file that does not parse is parsed once more in a spelling of equal length that it may know.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::extract::{broken_bytes, parse, report_instead};
use crate::shard::builder::Builder;

/// The tree of what `respell` makes of the builder's text, where `root` has errors and fewer bytes are broken then; its problems stand in place of those
/// of `root`. The spelling keeps every byte's place, and names are read from the text as it stands.
pub fn reread(builder: &mut Builder<'_>, root: Node<'_>, respell: impl Fn(&str) -> Option<String>) -> Option<Tree> {
    if !root.has_error() {
        return None;
    }
    let respelt = respell(builder.text()).filter(|respelt| respelt.len() == builder.text().len())?;
    let tree = parse(&root.language(), &respelt).ok()?;
    if broken_bytes(tree.root_node()) >= broken_bytes(root) {
        return None;
    }
    report_instead(builder, tree.root_node());
    Some(tree)
}

/// The text with spaces for all but the ends of lines in `ranges`, which start and end between characters; `None` where there are none.
pub fn blanked(text: &str, ranges: impl IntoIterator<Item = Range<usize>>) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    for range in ranges {
        bytes[range].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }
    changed(text, bytes)
}

/// The bytes as a text where they are another one than `text`.
pub fn changed(text: &str, bytes: Vec<u8>) -> Option<String> {
    if bytes == text.as_bytes() { None } else { String::from_utf8(bytes).ok() }
}

/// Where the words of `word` followed by something that is no part of a name stand, and nothing that is part of one stands before it.
pub fn words<'text>(text: &'text str, word: &'text str) -> impl Iterator<Item = usize> + 'text {
    let is_part = |it: char| it.is_alphanumeric() || it == '_' || it == '$';
    text.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_blanked_keeps_the_place_of_all_else() {
        assert_eq!(blanked("a é\nb c", [2..5, 6..7]).as_deref(), Some("a   \nb c"));
        assert_eq!(blanked("a b", []), None);
        assert_eq!(blanked("a  b", [1..2, 2..3]), None);
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(words("new(renew(new_(new", "new").collect::<Vec<_>>(), [0, 15]);
        assert_eq!(words("é.safe fn", "safe fn").collect::<Vec<_>>(), [3]);
    }
}
