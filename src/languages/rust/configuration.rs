//! `#[cfg(…)]`: whether a build on Linux with default settings compiles what stands behind it, as far as that is known without building.

/// Most words of a condition that are read, and how deep its brackets go.
const MAX_WORDS: usize = 256;
const MAX_DEPTH: u32 = 32;
/// Most settings that conditions which may exclude each other speak of.
const MAX_SETTINGS: usize = 8;

/// Keys of targets whose values are known, with the value they have.
const TARGET: &[(&str, &str)] = &[
    ("panic", "unwind"),
    ("target_endian", "little"),
    ("target_family", "unix"),
    ("target_os", "linux"),
    ("target_pointer_width", "64"),
    ("target_vendor", "unknown"),
];

/// Features that are on unless someone turns them off, in every package that has them, but for a few.
const ON: &[&str] = &["alloc", "default", "std"];

/// Whether the condition in an attribute's arguments, `(any(unix, windows))`, holds; `None` where that depends on other features, build scripts or the
/// machine.
pub(super) fn holds(arguments: &str) -> Option<bool> {
    read(arguments, &mut known)
}

/// Whether no build meets all of these conditions, whatever features, settings and machines it is made with.
pub(super) fn exclude(conditions: &[&str]) -> bool {
    let mut settings: Vec<(String, String)> = Vec::new();
    for condition in conditions {
        read(condition, &mut |key, value| {
            let setting = (key.to_owned(), value.to_owned());
            if !settings.contains(&setting) {
                settings.push(setting);
            }
            None
        });
    }
    if settings.len() > MAX_SETTINGS {
        return false;
    }
    let is_set = |build: u32, key: &str, value: &str| {
        let place = settings.iter().position(|(known, held)| known == key && held == value);
        place.map(|place| build >> place & 1 == 1)
    };
    !(0..1u32 << settings.len()).any(|build| conditions.iter().all(|it| read(it, &mut |key, value| is_set(build, key, value)) != Some(false)))
}

/// Whether one setting of a build, a key and its value if it has some, is on.
type Told<'a> = dyn FnMut(&str, &str) -> Option<bool> + 'a;

fn read(arguments: &str, told: &mut Told<'_>) -> Option<bool> {
    let words = words(arguments);
    let mut at = 0;
    all(&words, &mut at, 0, told)
}

/// What is known of a setting in a build on Linux with default settings.
fn known(key: &str, value: &str) -> Option<bool> {
    match key {
        "feature" if ON.contains(&value) => Some(true),
        "debug_assertions" | "unix" => Some(true),
        "windows" | "doc" | "docsrs" | "doctest" | "fuzzing" | "loom" | "miri" => Some(false),
        _ if value.is_empty() => None,
        _ => TARGET.iter().find(|(known, _)| *known == key).map(|(_, held)| *held == value).or_else(|| is_absent_machine(key, value)),
    }
}

fn words(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next().filter(|_| found.len() < MAX_WORDS) {
        let length = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ if first.is_alphanumeric() || first == '_' => rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        found.push(word);
        rest = after.trim_start();
    }
    found
}

/// The conditions in brackets at `at`, all of which must hold.
fn all(words: &[&str], at: &mut usize, depth: u32, told: &mut Told<'_>) -> Option<bool> {
    let parts = list(words, at, depth, told);
    if parts.contains(&Some(false)) {
        return Some(false);
    }
    parts.into_iter().collect::<Option<Vec<bool>>>().map(|_| true)
}

fn any(words: &[&str], at: &mut usize, depth: u32, told: &mut Told<'_>) -> Option<bool> {
    let parts = list(words, at, depth, told);
    if parts.contains(&Some(true)) {
        return Some(true);
    }
    parts.into_iter().collect::<Option<Vec<bool>>>().map(|_| false)
}

fn list(words: &[&str], at: &mut usize, depth: u32, told: &mut Told<'_>) -> Vec<Option<bool>> {
    let mut parts = Vec::new();
    if words.get(*at) != Some(&"(") || depth > MAX_DEPTH {
        return vec![None];
    }
    *at += 1;
    loop {
        match words.get(*at).copied() {
            Some(")") => {
                *at += 1;
                return parts;
            }
            Some(",") => *at += 1,
            Some(_) => parts.push(one(words, at, depth, told)),
            None => {
                parts.push(None);
                return parts;
            }
        }
    }
}

fn one(words: &[&str], at: &mut usize, depth: u32, told: &mut Told<'_>) -> Option<bool> {
    let word = words.get(*at).copied().unwrap_or_default();
    *at += 1;
    match (word, words.get(*at).copied()) {
        ("all", Some("(")) => all(words, at, depth + 1, told),
        ("any", Some("(")) => any(words, at, depth + 1, told),
        ("not", Some("(")) => all(words, at, depth + 1, told).map(|holds| !holds),
        (key, Some("=")) => {
            let value = words.get(*at + 1).copied().unwrap_or_default().trim_matches('"');
            *at += 2;
            told(key, value)
        }
        _ => told(word, ""),
    }
}

/// WebAssembly is no machine that a build is made for unless it is asked for.
fn is_absent_machine(key: &str, value: &str) -> Option<bool> {
    (key == "target_arch" && value.starts_with("wasm")).then_some(false)
}

#[cfg(test)]
mod tests {
    use super::{exclude, holds};

    #[test]
    fn conditions_that_deny_each_other_exclude_each_other() {
        for pair in [
            ["(feature = \"x\")", "(not(feature = \"x\"))"],
            ["(all(not(feature = \"x\"), unix))", "(all(feature = \"x\", windows))"],
            ["(any(feature = \"x\", feature = \"y\"))", "(not(any(feature = \"x\", feature = \"y\")))"],
            ["(all(not(feature = \"x\"), feature = \"y\"))", "(not(any(feature = \"x\", feature = \"y\")))"],
        ] {
            assert!(exclude(&pair), "{pair:?}");
        }
        for pair in [
            ["(feature = \"x\")", "(not(feature = \"y\"))"],
            ["(feature = \"x\")", "(feature = \"x\")"],
            ["(any(feature = \"x\", unix))", "(not(feature = \"x\"))"],
            ["(", "(not("],
        ] {
            assert!(!exclude(&pair), "{pair:?}");
        }
        assert!(!exclude(&[]) && !exclude(&["(unix)"]));
    }

    #[test]
    fn conditions_on_the_platform_are_known() {
        for text in ["(debug_assertions)", "(panic = \"unwind\")", "(target_pointer_width = \"64\")", "(not(target_endian = \"big\"))"] {
            assert_eq!(holds(text), Some(true), "{text}");
        }
        for text in ["(not(debug_assertions))", "(panic = \"abort\")", "(target_pointer_width = \"32\")"] {
            assert_eq!(holds(text), Some(false), "{text}");
        }
        for text in [
            "(unix)",
            "(not(windows))",
            "(any(target_os = \"linux\", feature = \"x\"))",
            "(feature = \"std\")",
            "(all(unix, not(target_os = \"macos\")))",
        ] {
            assert_eq!(holds(text), Some(true), "{text}");
        }
        for text in [
            "(windows)",
            "(not(unix))",
            "(all(unix, target_os=\"macos\"))",
            "(target_arch = \"wasm32\")",
            "(all(loom, feature = \"x\"))",
            "(not(feature = \"std\"))",
        ] {
            assert_eq!(holds(text), Some(false), "{text}");
        }
        for text in [
            "(feature = \"x\")",
            "(test)",
            "(all(unix, feature = \"x\"))",
            "(any(windows, has_it))",
            "",
            "(",
            "(not(",
            "((((",
            "(target_arch = \"x86\")",
        ] {
            assert_eq!(holds(text), None, "{text}");
        }
    }
}
