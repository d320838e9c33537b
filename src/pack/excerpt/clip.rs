//! Texts that are too long for where they stand, with a mark where they end.

/// At most so many characters.
pub fn at_character(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// At most so many characters, cut between words.
pub fn at_word(text: &str, most: usize) -> String {
    let Some((cut, _)) = text.char_indices().nth(most) else { return text.to_owned() };
    let end = text[..cut].rfind(' ').unwrap_or(cut);
    format!("{}…", text[..end].trim_end())
}

/// The first sentence of a line, else all of it.
pub fn sentence(line: &str) -> &str {
    line.find(". ").map_or(line, |at| &line[..=at])
}
