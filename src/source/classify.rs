//! What kind of file a path and its text are, and why. Decides what is in the graph.

use super::class_table::{
    BLOCK_COMMENTS, BUILT_FOLDERS, BUILT_SUFFIXES, CONFIG_EXTENSIONS, CONFIG_NAMES, GENERATED_NAMES, LINE_COMMENTS, LOCKFILES, MARKERS,
    MINIFIED_SUFFIXES, PROSE_EXTENSIONS, PROSE_NAMES, QUOTES, TEST_FOLDERS, TEST_NAMES, VENDORED_FOLDERS, WEB_EXTENSIONS,
};
use crate::base::{caps, path};

/// How much of a text is searched for a generator's mark.
const HEAD_BYTES: usize = 2 << 10;
/// How many lines of it.
const HEAD_LINES: usize = 40;
/// Average bytes of a line above which web code counts as minified.
const MINIFIED_AVERAGE: usize = 500;
/// Smallest text whose average line means anything.
const MINIFIED_LEAST: usize = 2 << 10;

/// The kinds of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileClass {
    Code,
    Prose,
    Config,
    Test,
    Generated,
    Vendored,
    Binary,
}

impl FileClass {
    /// The word of rows and options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Prose => "prose",
            Self::Config => "config",
            Self::Test => "test",
            Self::Generated => "generated",
            Self::Vendored => "vendored",
            Self::Binary => "binary",
        }
    }

    /// Whether such files are parsed and linked.
    pub fn in_graph(self) -> bool {
        match self {
            Self::Code | Self::Prose | Self::Config | Self::Test => true,
            Self::Generated | Self::Vendored | Self::Binary => false,
        }
    }
}

/// A class with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classified {
    pub class: FileClass,
    /// A few words for the `files` row: "folder `vendor`".
    pub reason: String,
}

/// The class of a file. `language` is the id its path and head were detected as, if any; `text` is `None` for binaries. What somebody
/// else wrote comes first, then what nobody wrote, then what the name says.
pub fn classify(path: &str, language: Option<&str>, text: Option<&str>) -> Classified {
    let name = path::file_name(path).to_ascii_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let Some(text) = text else {
        return because(FileClass::Binary, "not text");
    };
    if let Some(folder) = path::parent(path).split('/').find(|segment| VENDORED_FOLDERS.contains(segment)) {
        return because(FileClass::Vendored, &format!("folder `{folder}`"));
    }
    if let Some(suffix) = MINIFIED_SUFFIXES.iter().find(|suffix| name.ends_with(*suffix)) {
        return because(FileClass::Vendored, &format!("name ends in `{suffix}`"));
    }
    if !is_manifest(language)
        && let Some(reason) = generated(path, &name, extension, text)
    {
        return because(FileClass::Generated, &reason);
    }
    by_name(path, &name, extension, language)
}

fn because(class: FileClass, reason: &str) -> Classified {
    Classified { class, reason: reason.to_owned() }
}

/// Why nobody wrote this file by hand, if so.
fn generated(path: &str, name: &str, extension: &str, text: &str) -> Option<String> {
    if LOCKFILES.contains(&name) {
        return Some("lockfile".to_owned());
    }
    if let Some(suffix) = GENERATED_NAMES.iter().find(|suffix| name.ends_with(*suffix)) {
        return Some(format!("name ends in `{suffix}`"));
    }
    if BUILT_SUFFIXES.iter().any(|suffix| name.ends_with(suffix))
        && let Some(folder) = path::parent(path).split('/').find(|segment| BUILT_FOLDERS.contains(segment))
    {
        return Some(format!("built into folder `{folder}`"));
    }
    if let Some(mark) = marker(text) {
        return Some(format!("says `{mark}`"));
    }
    if PROSE_EXTENSIONS.contains(&extension) {
        return None;
    }
    let longest = text.as_bytes().split(|byte| *byte == b'\n').map(<[u8]>::len).max().unwrap_or(0);
    if longest > caps::MAX_LINE_BYTES {
        return Some(format!("a line of {longest} bytes"));
    }
    let lines = text.lines().count().max(1);
    let average = text.len() / lines;
    let minified = WEB_EXTENSIONS.contains(&extension) && text.len() >= MINIFIED_LEAST && average > MINIFIED_AVERAGE;
    minified.then(|| format!("lines of {average} bytes on average"))
}

/// Where a line of the head begins.
#[derive(Clone, Copy)]
enum Place {
    Code,
    /// In a comment that ends with these characters.
    Comment(&'static str),
    /// In a string of several lines, as generators hold their templates.
    Template(&'static str),
}

/// The generator's mark in a comment near the start. Code that merely prints such a mark does not count.
fn marker(text: &str) -> Option<&'static str> {
    let head = &text[..text.floor_char_boundary(HEAD_BYTES)];
    let mut place = Place::Code;
    for line in head.lines().take(HEAD_LINES) {
        let line = line.trim_start();
        let block = BLOCK_COMMENTS.iter().find_map(|(opening, closing)| Some((line.strip_prefix(opening)?, *closing)));
        let (is_comment, next) = match (place, block) {
            (Place::Comment(closing), _) => (true, if line.contains(closing) { Place::Code } else { place }),
            (Place::Template(quote), _) => (false, if is_odd(line, quote) { Place::Code } else { place }),
            (Place::Code, Some((rest, closing))) => (true, if rest.contains(closing) { Place::Code } else { Place::Comment(closing) }),
            (Place::Code, None) if LINE_COMMENTS.iter().any(|sign| line.starts_with(sign)) => (true, Place::Code),
            (Place::Code, None) => (false, QUOTES.iter().find(|quote| is_odd(line, quote)).map_or(Place::Code, |quote| Place::Template(quote))),
        };
        if is_comment && let Some((mark, _)) = MARKERS.iter().find(|(_, all)| all.iter().all(|part| line.contains(part))) {
            return Some(mark);
        }
        place = next;
    }
    None
}

fn is_odd(line: &str, quote: &str) -> bool {
    line.matches(quote).count() % 2 == 1
}

/// Whether the text of this language states packages or options for other files. It does so whoever wrote it, so a mark does not take it out.
fn is_manifest(language: Option<&str>) -> bool {
    language.is_some_and(|id| id.ends_with("-manifest") || matches!(id, "tsconfig" | "compile-commands"))
}

/// The class that the name alone gives.
fn by_name(path: &str, name: &str, extension: &str, language: Option<&str>) -> Classified {
    let stem = name.split('.').next().unwrap_or_default();
    if CONFIG_NAMES.contains(&name) || CONFIG_NAMES.contains(&stem) && extension != "rs" && language.is_none() {
        return because(FileClass::Config, &format!("name `{name}`"));
    }
    if CONFIG_EXTENSIONS.contains(&extension) {
        return because(FileClass::Config, &format!("extension `{extension}`"));
    }
    if PROSE_EXTENSIONS.contains(&extension) {
        let is_list = extension == "txt" && name.starts_with("requirements");
        return because(if is_list { FileClass::Config } else { FileClass::Prose }, &format!("extension `{extension}`"));
    }
    if language.is_none() && PROSE_NAMES.contains(&stem.split('-').next().unwrap_or_default()) {
        return because(FileClass::Prose, &format!("name `{name}`"));
    }
    if let Some(folder) = path::parent(path).split('/').find(|segment| TEST_FOLDERS.contains(segment)) {
        return because(FileClass::Test, &format!("folder `{folder}`"));
    }
    // Case counts here: `LatestTest.java` is a test, `Contest.java` is none.
    let written = path::file_name(path);
    let whole = written.split('.').next().unwrap_or_default();
    for row in TEST_NAMES.iter().filter(|row| row.extensions.contains(&extension)) {
        let matched = row.starts.iter().find(|start| whole.starts_with(*start) && whole.len() > start.len());
        let matched = matched.or_else(|| row.ends.iter().find(|end| whole.ends_with(*end) && whole.len() > end.len()));
        let matched = matched.or_else(|| row.names.iter().find(|name| **name == written));
        let matched = matched.or_else(|| row.middles.iter().find(|middle| written.contains(*middle)));
        if let Some(pattern) = matched {
            return because(FileClass::Test, &format!("name has `{pattern}`"));
        }
    }
    because(FileClass::Code, language.map_or_else(|| "text of no known language".to_owned(), |id| format!("language `{id}`")).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, class: FileClass, reason: &str) {
        let language =
            path.rsplit_once('.').map(|(_, extension)| extension).filter(|extension| ["rs", "py", "go", "java", "ts", "js", "c"].contains(extension));
        assert_eq!(classify(path, language, Some(text)), Classified { class, reason: reason.to_owned() }, "{path}");
    }

    #[test]
    fn plain_files_are_what_their_name_says() {
        check("src/main.rs", "fn main() {}", FileClass::Code, "language `rs`");
        check("bin/run", "#!/bin/sh", FileClass::Code, "text of no known language");
        check("docs/a.md", "", FileClass::Prose, "extension `md`");
        check("LICENSE-MIT", "", FileClass::Prose, "name `license-mit`");
        check("LICENSE", "", FileClass::Prose, "name `license`");
        check("a/Cargo.toml", "", FileClass::Config, "extension `toml`");
        check("CMakeLists.txt", "", FileClass::Config, "name `cmakelists.txt`");
        check("requirements-dev.txt", "", FileClass::Config, "extension `txt`");
        check("Dockerfile", "", FileClass::Config, "name `dockerfile`");
        check("go.mod", "", FileClass::Config, "name `go.mod`");
        check("license.rs", "", FileClass::Code, "language `rs`");
        assert_eq!(classify("a.png", None, None).class, FileClass::Binary);
    }

    #[test]
    fn tests_follow_the_habits_of_their_language() {
        check("tests/it/main.rs", "", FileClass::Test, "folder `tests`");
        check("src/test/java/A.java", "", FileClass::Test, "folder `test`");
        check("src/a_test.go", "", FileClass::Test, "name has `_test`");
        check("src/test_a.py", "", FileClass::Test, "name has `test_`");
        check("src/conftest.py", "", FileClass::Test, "name has `conftest.py`");
        check("src/a.spec.ts", "", FileClass::Test, "name has `.spec.`");
        check("src/LatestTest.java", "", FileClass::Test, "name has `Test`");
        check("src/walk/tests.rs", "", FileClass::Test, "name has `tests.rs`");
        check("src/Contest.java", "", FileClass::Code, "language `java`");
        check("src/latest.py", "", FileClass::Code, "language `py`");
        check("src/contest.go", "", FileClass::Code, "language `go`");
        check("tests/data/package.json", "{}", FileClass::Config, "extension `json`");
    }

    #[test]
    fn what_others_wrote_is_vendored_manifests_too() {
        check("vendor/x/a.go", "", FileClass::Vendored, "folder `vendor`");
        check("web/node_modules/x/package.json", "", FileClass::Vendored, "folder `node_modules`");
        check("web/jquery.min.js", "", FileClass::Vendored, "name ends in `.min.js`");
        check("src/vendor.go", "", FileClass::Code, "language `go`");
    }

    #[test]
    fn generated_files_say_so_in_a_comment_near_the_start() {
        check("a.go", "// Code generated by stringer. DO NOT EDIT.\npackage a", FileClass::Generated, "says `Code generated`");
        check("a.py", "\"\"\"\nThis is @generated by x.\n\"\"\"", FileClass::Generated, "says `@generated`");
        check("a.c", "/*\n   DO NOT EDIT\n */", FileClass::Generated, "says `DO NOT EDIT`");
        check("a.rs", "const MARK: &str = \"// @generated\";", FileClass::Code, "language `rs`");
        check("a.js", "/* one */\nlet text = 'DO NOT EDIT';", FileClass::Code, "language `js`");
        check("a.py", "\"\"\"Docs.\"\"\"\nparts = ['''\n# @generated\n''']", FileClass::Code, "language `py`");
        check("a.py", "'''\nx\n'''\n# @generated", FileClass::Generated, "says `@generated`");
        check("a_pb2.py", "", FileClass::Generated, "name ends in `_pb2.py`");
        check("Cargo.lock", "", FileClass::Generated, "lockfile");
        check("flake.nix.lock", "", FileClass::Config, "extension `lock`");
        check("web/dist/app.js", "", FileClass::Generated, "built into folder `dist`");
        check("dist/app.py", "", FileClass::Code, "language `py`");
    }

    #[test]
    fn a_manifest_counts_whoever_wrote_it_unless_it_is_vendored() {
        let text = Some("# @generated");
        assert_eq!(classify("Cargo.toml", Some("cargo-manifest"), text).class, FileClass::Config);
        assert_eq!(classify("x.toml", None, text).class, FileClass::Generated);
        assert_eq!(classify("vendor/x/Cargo.toml", Some("cargo-manifest"), text).class, FileClass::Vendored);
    }

    #[test]
    fn a_mark_counts_up_to_the_last_line_of_the_head() {
        for (lines, class) in [(HEAD_LINES - 1, FileClass::Generated), (HEAD_LINES, FileClass::Code)] {
            let text = format!("{}// @generated", "\n".repeat(lines));
            assert_eq!(classify("a.rs", Some("rust"), Some(&text)).class, class, "after {lines} lines");
        }
        let text = format!("// {}\n// @generated", "é".repeat(HEAD_BYTES));
        assert_eq!(classify("a.rs", Some("rust"), Some(&text)).class, FileClass::Code);
    }

    #[test]
    fn a_line_past_the_cap_is_minified_but_not_in_prose() {
        for (bytes, class) in [(caps::MAX_LINE_BYTES, FileClass::Code), (caps::MAX_LINE_BYTES + 1, FileClass::Generated)] {
            let text = "x".repeat(bytes);
            assert_eq!(classify("a.py", Some("python"), Some(&text)).class, class, "{bytes}");
            assert_eq!(classify("a.md", None, Some(&text)).class, FileClass::Prose, "{bytes}");
        }
        let dense = format!("{}\n", "x".repeat(600)).repeat(5);
        check("a.js", &dense, FileClass::Generated, "lines of 601 bytes on average");
    }
}
