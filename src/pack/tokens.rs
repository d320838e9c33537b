//! Tokens of texts, in the vocabulary that budgets are meant in.

/// o200k tokens of a text.
pub fn count(text: &str) -> u64 {
    o200k::count(text) as u64
}
