//! Scripts inside markup: read as their own language, at their place in the whole file.

use tree_sitter::Node;

use super::{Language, ecmascript, extract, syntax};
use crate::shard::builder::Builder;

/// Extracts the `script` elements below `root` as one ECMAScript module. Everything else is blanked out, so that every position is one of the file.
pub fn scripts(builder: &mut Builder<'_>, root: Option<Node<'_>>) {
    let Some(root) = root else { return };
    let text = builder.text();
    let (mut typed, mut elements) = (false, false);
    let mut blocks = Vec::new();
    for element in syntax::children(root).into_iter().filter(|node| node.kind() == "script_element") {
        if let Some(raw) = syntax::child_of_kind(element, "raw_text") {
            if let Some(tag) = syntax::child_of_kind(element, "start_tag") {
                let tag = syntax::text(tag, text);
                typed |= is_typed(tag);
                elements |= ["\"tsx", "'tsx", "=tsx"].iter().any(|mark| tag.contains(mark));
            }
            blocks.push(raw.byte_range());
        }
    }
    if blocks.is_empty() {
        return;
    }
    let language: &Language = match (typed, elements) {
        (true, true) => &ecmascript::TSX,
        (true, false) => &ecmascript::TYPESCRIPT,
        (false, _) => &ecmascript::JAVASCRIPT,
    };
    extract::extract_into(builder, language, &blanked(text, &blocks));
}

fn is_typed(tag: &str) -> bool {
    ["lang=\"ts", "lang='ts", "lang=ts", "lang=\"typescript", "lang='typescript"].iter().any(|mark| tag.contains(mark))
}

/// The text with every byte outside of `kept` a space. Lines stay lines.
fn blanked(text: &str, kept: &[std::ops::Range<usize>]) -> String {
    let mut blank = String::with_capacity(text.len());
    let mut cursor = 0;
    for range in kept {
        push_blank(&mut blank, text.get(cursor..range.start).unwrap_or(""));
        blank.push_str(text.get(range.clone()).unwrap_or(""));
        cursor = range.end;
    }
    push_blank(&mut blank, text.get(cursor..).unwrap_or(""));
    blank
}

fn push_blank(blank: &mut String, text: &str) {
    blank.extend(text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

#[cfg(test)]
mod tests {
    use crate::languages::extract::extract;
    use crate::languages::testing::symbols;
    use crate::languages::{svelte, vue};

    #[test]
    fn scripts_are_read_as_ecmascript_at_their_place_in_the_file() {
        let text = "<p>é</p>\n<script lang=\"ts\">\nimport { a } from './a';\nfunction f(x: T) { a(x); }\n</script>\n<style>p {}</style>\n";
        for language in [&svelte::LANGUAGE, &vue::LANGUAGE] {
            let shard = extract(language, text);
            assert_eq!(symbols(&shard), ["function f"], "{}", language.id);
            let names: Vec<&str> = shard.body.sites.iter().map(|site| site.span.text(text)).collect();
            assert_eq!(names, ["a", "T", "a", "x"], "{}", language.id);
            assert_eq!(shard.body.text_bytes as usize, text.len(), "{}", language.id);
        }
    }
}
