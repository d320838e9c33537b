//! Counts tokens of the o200k vocabulary without loading anything: the table is part of the program, and only the pages that are asked are read.
//!
//! Owns: the vocabulary, its pattern, its merges. Never: which texts are counted.
//! Invariant: the counts are those of the vocabulary's own encoder, for any text.

mod class;
mod hash;
mod merge;
mod seam;
mod split;
mod tables {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

pub use seam::{is_seam, joined};

/// The number of tokens of a text.
pub fn count(text: &str) -> usize {
    let mut rest = text;
    let mut tokens = 0;
    while !rest.is_empty() {
        // A piece is never empty, but a loop that would not end is worse than a wrong count.
        let length = split::first(rest).max(1);
        let (piece, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
        tokens += merge::count(piece.as_bytes());
        rest = after;
    }
    tokens
}

/// Ends inside of one piece that are counted; each is counted anew from the start of the piece.
const MAX_INSIDE: usize = 32;

/// The number of tokens of each prefix of a text. The ends of prefixes ascend, and each is 0 or stands behind a character that is no white space.
/// `None` for ends deep inside of a piece that spans many of them, such as a hundred lines of `//`.
///
/// A prefix has the pieces of the whole text up to the one that it cuts: only white space is cut by what follows it.
pub fn prefixes(text: &str, ends: &[usize]) -> Vec<Option<usize>> {
    let mut counts = Vec::with_capacity(ends.len());
    let (mut start, mut tokens) = (0, 0);
    while counts.len() < ends.len() {
        let rest = text.get(start..).unwrap_or("");
        let end = start + split::first(rest).max(1);
        let mut inside = 0;
        while let Some(at) = ends.get(counts.len()).copied().filter(|at| *at < end || rest.is_empty()) {
            let cut = text.get(start..at).unwrap_or("");
            inside += usize::from(!cut.is_empty());
            counts.push((inside <= MAX_INSIDE).then(|| tokens + count(cut)));
        }
        tokens += merge::count(text.get(start..end).unwrap_or("").as_bytes());
        start = end;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) {
        let pieces = |text: &str| {
            let mut rest = text;
            let mut pieces = Vec::new();
            while !rest.is_empty() {
                let (piece, after) = rest.split_at(split::first(rest));
                pieces.push(piece.to_owned());
                rest = after;
            }
            pieces
        };
        let theirs = bpe_openai::o200k_base();
        assert_eq!(pieces(text), theirs.split(text).map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(count(text), theirs.count(text), "{text:?}");
    }

    #[test]
    fn known_texts_have_the_counts_of_the_encoder() {
        let texts = [
            "",
            "fn main() {\n    println!(\"hello\");\n}\n",
            "HTTPServer's don't we'LL I'VE x'ſ 'd",
            "  \t \n\n  a  b   ",
            "12345 ½ ²³ 1_000_000",
            "Größe ǅungla Ǆ e\u{301}A \u{301}B",
            "中文字符，日本語テキスト。",
            "//////\n/// -- == \r\n\r\n ///",
            "🦀🦀 emoji 👩‍👩‍👧",
            "\u{a0}\u{2003} x",
        ];
        texts.iter().for_each(|text| check(text));
        check(&"=".repeat(1_000));
        check(&"aB3".repeat(400));
        check(include_str!("merge.rs"));
        check(include_str!("split.rs"));
    }

    #[test]
    fn random_texts_have_the_counts_of_the_encoder() {
        let mut random = fastrand::Rng::with_seed(1);
        let letters: Vec<char> = " \n\r\t'/_-.aAbZz09sStTlLrRvVeEdDmMſ½²éßÄǅʰª中あ\u{301}\u{5b0}🦀\u{a0}\u{2028}\u{3000}".chars().collect();
        for _ in 0..3_000 {
            let length = random.usize(..40);
            let text: String = (0..length).map(|_| letters[random.usize(..letters.len())]).collect();
            check(&text);
        }
        for _ in 0..500 {
            let text: String = (0..random.usize(..30)).filter_map(|_| char::from_u32(random.u32(..0x11_0000))).collect();
            check(&text);
        }
    }

    fn check_prefixes(text: &str) {
        let ends: Vec<usize> =
            text.char_indices().filter(|(_, character)| !character.is_whitespace()).map(|(at, character)| at + character.len_utf8()).collect();
        let ends = [vec![0], ends].concat();
        for (end, counted) in ends.iter().zip(prefixes(text, &ends)) {
            assert!(counted.is_none_or(|counted| counted == count(&text[..*end])), "{text:?} {end}");
        }
    }

    #[test]
    fn prefixes_have_the_counts_of_their_texts() {
        let mut random = fastrand::Rng::with_seed(2);
        let letters: Vec<char> = " \n\r\t'/_-.aAbZz09sStTlLrRvVeEdDmMſ½²éßÄǅʰª中あ\u{301}\u{5b0}🦀\u{a0}\u{2028}\u{3000}".chars().collect();
        for _ in 0..1_000 {
            let length = random.usize(..60);
            check_prefixes(&(0..length).map(|_| letters[random.usize(..letters.len())]).collect::<String>());
        }
        check_prefixes(include_str!("hash.rs"));
        assert_eq!(prefixes("a b", &[0, 1, 3]), [Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn a_piece_of_many_ends_is_counted_at_the_first_of_them() {
        let text = "//\n".repeat(100);
        let ends: Vec<usize> = (0..100).map(|line| line * 3 + 2).collect();
        let counts = prefixes(&text, &ends);
        assert_eq!(counts.iter().flatten().count(), MAX_INSIDE);
        assert!(counts.iter().zip(ends).all(|(counted, end)| counted.is_none_or(|counted| counted == count(&text[..end]))));
    }

    #[test]
    fn a_long_piece_takes_no_square_of_time() {
        assert_eq!(count(&"ab".repeat(200_000)), count(&"ab".repeat(100_000)) * 2);
    }
}
