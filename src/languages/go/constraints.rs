//! Which files a build with default settings compiles: for Linux on AMD64, with no tags of its own.

use crate::base::path;

/// Operating systems and architectures that the end of a file's name can ask for, by bytes.
const SYSTEMS: &[&str] = &[
    "aix",
    "android",
    "darwin",
    "dragonfly",
    "freebsd",
    "hurd",
    "illumos",
    "ios",
    "js",
    "linux",
    "nacl",
    "netbsd",
    "openbsd",
    "plan9",
    "solaris",
    "wasip1",
    "windows",
    "zos",
];
const ARCHITECTURES: &[&str] = &[
    "386",
    "amd64",
    "amd64p32",
    "arm",
    "arm64",
    "arm64be",
    "armbe",
    "loong64",
    "mips",
    "mips64",
    "mips64le",
    "mips64p32",
    "mips64p32le",
    "mipsle",
    "ppc",
    "ppc64",
    "ppc64le",
    "riscv",
    "riscv64",
    "s390",
    "s390x",
    "sparc",
    "sparc64",
    "wasm",
];

/// Tags that hold in such a build; those of releases (`go1.21`) do as well.
const HELD: &[&str] = &["amd64", "cgo", "gc", "linux", "unix"];

/// Whether the name of a file lets it take part: `a_windows.go` and `a_arm64.go` do not.
pub(super) fn by_name(path: &str) -> bool {
    let name = path::file_name(path);
    let name = name.strip_suffix(".go").unwrap_or(name);
    let name = name.strip_suffix("_test").unwrap_or(name);
    let Some((_, asked)) = name.split_once('_') else { return true };
    let mut parts = asked.rsplit('_');
    let last = parts.next().unwrap_or(asked);
    if ARCHITECTURES.contains(&last) {
        return last == "amd64" && parts.next().is_none_or(|system| !SYSTEMS.contains(&system) || system == "linux");
    }
    !SYSTEMS.contains(&last) || last == "linux"
}

/// Whether the constraint at the head of a text (`//go:build …`, `// +build …`) holds, if there is one.
pub(super) fn by_text(text: &str) -> bool {
    let head = || text.lines().map(str::trim).take_while(|line| !line.starts_with("package "));
    let Some(constraint) = head().find_map(|line| line.strip_prefix("//go:build ")) else {
        // The older form, read where the newer one is missing: each line holds, of a line one word, of a word all parts.
        let lines = head().filter_map(|line| line.strip_prefix("//")?.trim_start().strip_prefix("+build "));
        let part = |tag: &str| tag.strip_prefix('!').map_or_else(|| is_held(tag), |tag| !is_held(tag));
        return lines.into_iter().all(|line| line.split_whitespace().any(|word| word.split(',').all(part)));
    };
    let spaced = constraint.replace('(', " ( ").replace(')', " ) ").replace('!', " ! ");
    let words: Vec<&str> = spaced.split_whitespace().take(MAX_WORDS).collect();
    let mut at = 0;
    any(&words, &mut at, 0)
}

fn is_held(tag: &str) -> bool {
    HELD.contains(&tag) || tag.starts_with("go1.")
}

/// Most words of a constraint that are read, and how deep its brackets go.
const MAX_WORDS: usize = 256;
const MAX_DEPTH: u32 = 32;

fn any(words: &[&str], at: &mut usize, depth: u32) -> bool {
    let mut holds = all(words, at, depth);
    while words.get(*at) == Some(&"||") {
        *at += 1;
        holds |= all(words, at, depth);
    }
    holds
}

fn all(words: &[&str], at: &mut usize, depth: u32) -> bool {
    let mut holds = one(words, at, depth);
    while words.get(*at) == Some(&"&&") {
        *at += 1;
        holds &= one(words, at, depth);
    }
    holds
}

fn one(words: &[&str], at: &mut usize, depth: u32) -> bool {
    let Some(word) = words.get(*at).filter(|_| depth < MAX_DEPTH) else { return true };
    *at += 1;
    match *word {
        "!" => !one(words, at, depth + 1),
        "(" => {
            let holds = any(words, at, depth + 1);
            *at += usize::from(words.get(*at) == Some(&")"));
            holds
        }
        tag => is_held(tag),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_ask_for_systems_and_architectures() {
        for (name, takes_part) in [
            ("a.go", true),
            ("linux.go", true),
            ("d/a_linux.go", true),
            ("a_linux_amd64_test.go", true),
            ("a_amd64.go", true),
            ("windows.go", true),
            ("a_windows.go", false),
            ("a_windows_test.go", false),
            ("a_windows_amd64.go", false),
            ("a_arm64.go", false),
            ("a_hurd.go", false),
            ("a_ppc.go", false),
            ("a_linux_sparc64.go", false),
            ("a_unix.go", true),
        ] {
            assert_eq!(by_name(name), takes_part, "{name}");
        }
    }

    #[test]
    fn constraints_hold_by_the_tags_of_a_default_build() {
        for (constraint, holds) in [
            ("linux", true),
            ("!linux", false),
            ("nomsgpack", false),
            ("!nomsgpack", true),
            ("darwin || linux", true),
            ("(darwin || windows) && !cgo", false),
            ("!(darwin || windows)", true),
            ("unix && go1.21", true),
            ("((((", true),
        ] {
            assert_eq!(by_text(&format!("// A file.\n\n//go:build {constraint}\n\npackage a\n")), holds, "{constraint}");
        }
        for (lines, holds) in [
            ("// +build linux", true),
            ("//+build !linux", false),
            ("// +build darwin linux", true),
            ("// +build linux,!cgo darwin", false),
            ("// +build linux\n// +build binary_log", false),
            ("//go:build linux\n// +build binary_log", true),
        ] {
            assert_eq!(by_text(&format!("{lines}\n\npackage a\n")), holds, "{lines}");
        }
        assert!(by_text("package a\n//go:build ignore\n"));
        let deep = format!("//go:build {}linux\npackage a\n", "(".repeat(5_000));
        assert!(by_text(&deep));
    }
}
