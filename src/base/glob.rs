//! Globs over paths.

/// Whether a glob is the whole of `text`: `*` and `?` stay within one name of a path, `**` does not, all else stands for itself.
pub fn matches(glob: &str, text: &str) -> bool {
    is_whole(glob.as_bytes(), text, |byte| byte != b'/')
}

/// As [`matches()`], but `*` and `?` stand for a `/` too.
pub fn matches_across(glob: &str, text: &str) -> bool {
    is_whole(glob.as_bytes(), text, |_| true)
}

/// Goes through the states of the glob, so it takes the product of both lengths at most. `single` tells what a star or a question mark stands for.
fn is_whole(glob: &[u8], text: &str, single: impl Fn(u8) -> bool) -> bool {
    let (mut now, mut next) = (vec![false; glob.len() + 1], vec![false; glob.len() + 1]);
    now[0] = true;
    pass_stars(glob, &mut now, true);
    for byte in text.bytes() {
        next.fill(false);
        for at in (0..glob.len()).filter(|at| now[*at]) {
            let double = glob[at] == b'*' && (glob.get(at + 1) == Some(&b'*') || at > 0 && glob[at - 1] == b'*');
            match glob[at] {
                b'*' if double || single(byte) => next[at] = true,
                b'?' if single(byte) => next[at + 1] = true,
                other if other == byte => next[at + 1] = true,
                _ => {}
            }
        }
        pass_stars(glob, &mut next, byte == b'/');
        std::mem::swap(&mut now, &mut next);
    }
    now[glob.len()]
}

/// A star may stand for nothing; `**/` may too, where a name begins.
fn pass_stars(glob: &[u8], states: &mut [bool], begins: bool) {
    for at in 0..glob.len() {
        if states[at] && glob[at] == b'*' {
            states[at + 1] = true;
            if begins && glob[at..].starts_with(b"**/") && (at == 0 || glob[at - 1] == b'/') {
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
            ("src/**/a.rs", "src/ba.rs", false),
            ("**/keys/*", "keys/x.pem", true),
            ("a?c", "abc", true),
            ("a?c", "a/c", false),
            ("", "", true),
            ("a", "ab", false),
        ] {
            assert_eq!(matches(glob, text), expected, "{glob} {text}");
        }
        for (glob, text, expected) in [
            ("src/*/a.??", "src/deep/er/a.rs", true),
            ("a*b*c", "aXbXd", false),
            ("a*b*c", "abb/bbc", true),
            ("**/*_test.go", "mux_test.go", true),
            ("**/*_test.go", "deep/er/mux_test.go", true),
            ("src/**/*.py", "src/a.py", true),
            ("src/**/b.py", "src/ab.py", false),
        ] {
            assert_eq!(matches_across(glob, text), expected, "{glob} {text}");
        }
    }
}
