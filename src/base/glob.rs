//! Globs over paths.

/// Whether a glob is the whole of `text`: `*` and `?` stay within one name of a path, `**` does not, all else stands for itself.
/// Goes through the states of the glob, one bit each, so it takes the product of both lengths at most.
pub fn matches(glob: &str, text: &str) -> bool {
    let glob = glob.as_bytes();
    let mut now = vec![false; glob.len() + 1];
    now[0] = true;
    pass_stars(glob, &mut now);
    for byte in text.bytes() {
        let mut next = vec![false; glob.len() + 1];
        for at in 0..glob.len() {
            if !now[at] {
                continue;
            }
            let double = glob[at] == b'*' && (glob.get(at + 1) == Some(&b'*') || at > 0 && glob[at - 1] == b'*');
            match glob[at] {
                b'*' if double || byte != b'/' => next[at] = true,
                b'?' if byte != b'/' => next[at + 1] = true,
                other if other == byte => next[at + 1] = true,
                _ => {}
            }
        }
        pass_stars(glob, &mut next);
        now = next;
    }
    now[glob.len()]
}

/// A star may stand for nothing; `**/` may too.
fn pass_stars(glob: &[u8], states: &mut [bool]) {
    for at in 0..glob.len() {
        if states[at] && glob[at] == b'*' {
            states[at + 1] = true;
            if glob[at..].starts_with(b"**/") && (at == 0 || glob[at - 1] == b'/') {
                states[at + 3] = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stay_within_a_name_and_double_stars_do_not() {
        for (glob, text, expected) in [
            ("src/*.rs", "src/a.rs", true),
            ("src/*.rs", "src/deep/a.rs", false),
            ("src/**/*.rs", "src/deep/er/a.rs", true),
            ("src/**/*.rs", "src/a.rs", true),
            ("**/keys/*", "keys/x.pem", true),
            ("a?c", "abc", true),
            ("a?c", "a/c", false),
            ("", "", true),
            ("a", "ab", false),
        ] {
            assert_eq!(matches(glob, text), expected, "{glob} {text}");
        }
    }
}
