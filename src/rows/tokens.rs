//! How many tokens a text has, by a rule that needs no vocabulary.

/// Runs of word characters, and single other characters that are no white space.
pub fn tokens(text: &str) -> u32 {
    let mut count = 0;
    let mut inside = false;
    let mut see = |kind: Kind| {
        count += u32::from(kind == Kind::Mark || (kind == Kind::Word && !inside));
        inside = kind == Kind::Word;
    };
    let mut rest = text;
    while !rest.is_empty() {
        let ascii = rest.bytes().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
        rest.as_bytes()[..ascii].iter().for_each(|byte| see(KINDS[usize::from(*byte)]));
        rest = &rest[ascii..];
        if let Some(character) = rest.chars().next() {
            see(Kind::of(character));
            rest = &rest[character.len_utf8()..];
        }
    }
    count
}

/// What a character is to the count of tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Space,
    Mark,
}

impl Kind {
    fn of(character: char) -> Self {
        if character.is_alphanumeric() || character == '_' {
            Self::Word
        } else if character.is_whitespace() {
            Self::Space
        } else {
            Self::Mark
        }
    }
}

/// The kinds of the characters of ASCII.
const KINDS: [Kind; 128] = {
    let mut kinds = [Kind::Mark; 128];
    let mut byte = 0u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            kinds[byte as usize] = Kind::Word;
        } else if matches!(byte, b'\t'..=b'\r' | b' ') {
            kinds[byte as usize] = Kind::Space;
        }
        byte += 1;
    }
    kinds
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The rule, a character at a time.
    fn counted(text: &str) -> u32 {
        let kinds: Vec<Kind> = text.chars().map(Kind::of).collect();
        let opens = |at: &usize| kinds[*at] == Kind::Mark || (kinds[*at] == Kind::Word && (*at == 0 || kinds[*at - 1] != Kind::Word));
        u32::try_from((0..kinds.len()).filter(opens).count()).unwrap()
    }

    #[test]
    fn words_and_marks_are_counted_whatever_they_are_written_in() {
        assert_eq!(tokens("let größe_2 = f(x);"), 8);
        let ascii: String = (0u8..128).map(char::from).collect();
        for text in [&ascii, "", " ", "_", "Größe größe", "日本 語\u{a0}x", "a\u{2028}b\u{1f600}c", "é", "x é", "é x"] {
            assert_eq!(tokens(text), counted(text), "{text:?}");
            assert_eq!(tokens(&format!("{text}{ascii}{text}")), counted(&format!("{text}{ascii}{text}")), "{text:?}");
        }
        assert!((0u8..128).all(|byte| KINDS[usize::from(byte)] == Kind::of(char::from(byte))));
    }
}
