//! Cuts text into the pieces that merges never cross.
//!
//! The pattern of the vocabulary, alternatives in order:
//! 1. `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
//! 2. `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?`
//! 3. `\p{N}{1,3}`
//! 4. ` ?[^\s\p{L}\p{N}]+[\r\n/]*`
//! 5. `\s*[\r\n]+`
//! 6. `\s+(?!\S)`
//! 7. `\s+`

use crate::class::{HEAD, LETTER, NEWLINE, NUMBER, SPACE, TAIL, class};

/// The length in bytes of the first piece of a text; 0 for an empty one.
pub fn first(text: &str) -> usize {
    let Some(character) = text.chars().next() else { return 0 };
    let own = class(character);
    let after = character.len_utf8();
    let leads = own & (LETTER | NUMBER | NEWLINE) == 0;
    // The optional lead is taken first, and given back if no word follows it.
    let starts = if leads { [Some(after), Some(0)] } else { [Some(0), None] };
    let word = starts
        .iter()
        .flatten()
        .find_map(|start| lower_word(text, *start))
        .or_else(|| starts.iter().flatten().find_map(|start| upper_word(text, *start)));
    if let Some(end) = word {
        return end + contraction(&text[end..]);
    }
    if own & NUMBER != 0 {
        return text.chars().take(3).take_while(|c| class(*c) & NUMBER != 0).map(char::len_utf8).sum();
    }
    if let Some(end) = marks(text, usize::from(character == ' ')) {
        return end;
    }
    space(text)
}

/// The end of the run of a class from `start` on.
fn run(text: &str, start: usize, of: u8) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    while end < bytes.len() {
        if bytes[end] < 128 {
            if class(char::from(bytes[end])) & of == 0 {
                break;
            }
            end += 1;
            continue;
        }
        match text[end..].chars().next() {
            Some(character) if class(character) & of != 0 => end += character.len_utf8(),
            _ => break,
        }
    }
    end
}

/// The first alternative without its contraction: a head, then at least one character of a tail.
fn lower_word(text: &str, start: usize) -> Option<usize> {
    let head = run(text, start, HEAD);
    let tail = run(text, head, TAIL);
    if tail > head {
        return Some(tail);
    }
    // The head gives back from its end until a character that may be a tail is free.
    let (at, character) = text[start..head].char_indices().rev().find(|(_, character)| class(*character) & TAIL != 0)?;
    Some(start + at + character.len_utf8())
}

/// The second alternative without its contraction. No tail is left when it is tried.
fn upper_word(text: &str, start: usize) -> Option<usize> {
    let head = run(text, start, HEAD);
    (head > start).then(|| run(text, head, TAIL))
}

/// The length of a contraction at the start of a text.
fn contraction(text: &str) -> usize {
    let Some(rest) = text.strip_prefix('\'') else { return 0 };
    let mut letters = rest.chars();
    let first = letters.next();
    let pair = (first.map(|c| c.to_ascii_lowercase()), letters.next().map(|c| c.to_ascii_lowercase()));
    match pair {
        // The long s folds to an s.
        (Some('s' | 't' | 'm' | 'd' | 'ſ'), _) => 1 + first.map_or(0, char::len_utf8),
        (Some('r' | 'v'), Some('e')) | (Some('l'), Some('l')) => 3,
        _ => 0,
    }
}

/// The fourth alternative.
fn marks(text: &str, start: usize) -> Option<usize> {
    let end = start + text[start..].chars().take_while(|c| class(*c) & (SPACE | LETTER | NUMBER) == 0).map(char::len_utf8).sum::<usize>();
    let tail = text[end..].bytes().take_while(|byte| matches!(byte, b'\r' | b'\n' | b'/')).count();
    (end > start).then_some(end + tail)
}

/// The last three alternatives.
fn space(text: &str) -> usize {
    let end = run(text, 0, SPACE);
    if let Some(newline) = text[..end].rfind(['\r', '\n']) {
        return newline + 1;
    }
    match text[..end].char_indices().next_back() {
        Some((last, _)) if end < text.len() && last > 0 => last,
        _ => end.max(text.chars().next().map_or(0, char::len_utf8)),
    }
}
