//! Which words can be names at all.

use super::lexer::{is_keyword, is_word_byte};

/// Whether `name` can be the name of a site: an identifier, a destructor or an operator.
pub(super) fn is_usable(name: &str) -> bool {
    if let Some(rest) = name.strip_prefix("operator") {
        return name.len() < 64 && (rest.is_empty() || !rest.contains('\n'));
    }
    let rest = name.strip_prefix('~').unwrap_or(name);
    is_word(rest) && !is_keyword(rest)
}

/// Whether a text is one identifier or keyword.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.as_bytes()[0].is_ascii_digit() && text.bytes().all(is_word_byte)
}
