//! Where pieces end whatever stands before and behind: with most newlines. Counts of texts that meet there add up.

use crate::count;

/// Whether pieces end before a line, of which `line` is at least the start, wherever a newline stands before it.
///
/// Only two alternatives of the pattern hold a newline: the fifth goes on to the last newline of its white space, and the fourth over newlines and slashes. So
/// the line must not be blank nor begin with a slash.
pub fn is_seam(line: &str) -> bool {
    let written = line.trim_start_matches([' ', '\t']);
    !line.starts_with('/') && written.chars().next().is_some_and(|first| !first.is_whitespace())
}

/// The number of tokens of two texts, of which those of each are known, with newlines between them. Only what stands around these is counted.
pub fn joined((before, tokens_before): (&str, usize), newlines: &str, (after, tokens_after): (&str, usize)) -> usize {
    let last = before.get(last_seam(before)..).unwrap_or("");
    let first = after.get(..first_seam(after)).unwrap_or("");
    let apart = count(last) + count(first);
    (tokens_before + tokens_after + count(&format!("{last}{newlines}{first}"))).saturating_sub(apart)
}

/// Where the last line starts before which pieces end; 0 where none does.
fn last_seam(text: &str) -> usize {
    let mut end = text.len();
    while let Some(newline) = text.get(..end).and_then(|before| before.rfind('\n')) {
        if is_seam(text.get(newline + 1..).unwrap_or("")) {
            return newline + 1;
        }
        end = newline;
    }
    0
}

/// Where the first line starts before which pieces end; the length of the text where none does.
fn first_seam(text: &str) -> usize {
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty() && !is_seam(rest)) {
        start = rest.find('\n').map_or(text.len(), |newline| start + newline + 1);
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &str, newlines: &str, after: &str) {
        let whole = format!("{before}{newlines}{after}");
        assert_eq!(joined((before, count(before)), newlines, (after, count(after))), count(&whole), "{before:?} {newlines:?} {after:?}");
    }

    #[test]
    fn texts_that_are_joined_have_the_tokens_of_the_whole() {
        check("fn a() {\n    b();\n}", "\n\n", "/// c\n/// d\nfn e() {}");
        check("a\n\n;", "\n", "//\n//\n");
        check("", "\n", "");
        check("a", "\r\n\r\n", "  b");
        let mut random = fastrand::Rng::with_seed(3);
        let letters: Vec<char> = "   \n\n\n\r\t//';_-.aAbZ09s½ßǅʰ中\u{301}🦀\u{a0}\u{2028}".chars().collect();
        let mut text = |most: usize| -> String { (0..random.usize(..most)).map(|_| letters[random.usize(..letters.len())]).collect() };
        for _ in 0..4_000 {
            check(&text(24), ["\n", "\n\n", "\r\n"][text(4).len() % 3], &text(24));
        }
    }

    #[test]
    fn what_is_counted_stands_around_the_newlines() {
        assert_eq!(last_seam("a\nb\n// c"), 2);
        assert_eq!(first_seam("// a\n\n  b\nc"), 6);
        assert_eq!((first_seam("a"), first_seam("/a"), first_seam("")), (0, 2, 0));
    }
}
