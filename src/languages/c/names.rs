//! Which words can be names at all.

use super::lexer::{is_keyword, is_word_byte};

/// Whether `name` can be the name of a site: an identifier, a destructor or an operator.
pub(super) fn is_usable(name: &str) -> bool {
    if let Some(rest) = name.strip_prefix("operator") {
        return name.len() < 64 && (rest.is_empty() || !rest.contains('\n'));
    }
    let rest = name.strip_prefix('~').unwrap_or(name);
    !rest.is_empty() && rest.bytes().all(is_word_byte) && !rest.as_bytes()[0].is_ascii_digit() && !is_keyword(rest)
}

/// A byte or count as `u32`: files are far smaller.
pub(super) fn index(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
