//! Counts tokens of the o200k vocabulary without loading anything: the table is part of the program, and only the pages that are asked are read.
//!
//! Owns: the vocabulary, its pattern, its merges. Never: which texts are counted.
//! Invariant: the counts are those of the vocabulary's own encoder, for any text.

mod class;
mod hash;
mod merge;
mod split;
#[expect(clippy::unreadable_literal, reason = "written by the build script")]
mod tables {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

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

    #[test]
    fn a_long_piece_takes_no_square_of_time() {
        assert_eq!(count(&"ab".repeat(200_000)), count(&"ab".repeat(100_000)) * 2);
    }
}
