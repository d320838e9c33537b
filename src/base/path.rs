//! Repo-relative paths: `/`-separated UTF-8 with a lossless escape for bytes that are not.

use std::path::{Component, Path, PathBuf};

/// Endings of what is written to be read.
pub const PROSE_ENDINGS: &[&str] = &["md", "markdown", "mdx", "rst", "txt", "adoc", "asciidoc", "org", "tex"];

/// The printed form of a relative path. Bytes that are not UTF-8 become `\xHH` and a backslash becomes `\\`.
pub fn encode(relative: &Path) -> String {
    encode_below("", relative)
}

/// The same of a path relative to a folder whose own is printed already.
pub fn encode_below(folder: &str, relative: &Path) -> String {
    let mut text = String::with_capacity(folder.len() + 1 + relative.as_os_str().len());
    text.push_str(folder);
    // Most paths are printed as they are.
    if let Some(plain) = relative.to_str().filter(|path| is_plain(path)) {
        if !folder.is_empty() {
            text.push('/');
        }
        text.push_str(plain);
        return text;
    }
    for component in relative.components() {
        if let Component::Normal(part) = component {
            if !text.is_empty() {
                text.push('/');
            }
            for chunk in part.as_encoded_bytes().utf8_chunks() {
                for character in chunk.valid().chars() {
                    if character == '\\' {
                        text.push('\\');
                    }
                    text.push(character);
                }
                for byte in chunk.invalid() {
                    text.push_str("\\x");
                    text.push_str(&crate::base::ids::hex(&[*byte]));
                }
            }
        }
    }
    text
}

/// Whether a path has no escapes and no part that says nothing; some that have none are not told from those.
fn is_plain(path: &str) -> bool {
    if !path.bytes().any(|byte| matches!(byte, b'/' | b'\\')) {
        return !matches!(path, "" | "." | "..");
    }
    let empty = path.is_empty() || path.starts_with('/') || path.ends_with(['/', '.']) || path.contains("//");
    !empty && !path.contains("./") && !path.contains('\\')
}

/// The inverse of [`encode`] on systems whose paths are bytes; elsewhere escapes stay as they are.
pub fn decode(path: &str) -> PathBuf {
    if !path.contains('\\') {
        return PathBuf::from(path);
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        if *first == b'\\' {
            if let [b'\\', after @ ..] = tail {
                bytes.push(b'\\');
                rest = after;
                continue;
            }
            if let [b'x', high, low, after @ ..] = tail
                && let (Some(high), Some(low)) = (digit(*high), digit(*low))
            {
                bytes.push(high * 16 + low);
                rest = after;
                continue;
            }
        }
        bytes.push(*first);
        rest = tail;
    }
    from_bytes(bytes)
}

fn digit(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).and_then(|value| u8::try_from(value).ok())
}

#[cfg(unix)]
fn from_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// The folder of a repo-relative path, `""` at the top.
pub fn parent(path: &str) -> &str {
    path.rfind('/').map_or("", |cut| &path[..cut])
}

/// The last segment.
pub fn file_name(path: &str) -> &str {
    path.rfind('/').map_or(path, |cut| &path[cut + 1..])
}

/// The last segment without its last extension.
pub fn stem(path: &str) -> &str {
    let name = file_name(path);
    match name.rfind('.') {
        Some(cut) if cut > 0 => &name[..cut],
        _ => name,
    }
}

/// `folder/relative` with `.` and `..` worked out; `None` when it leaves the top.
pub fn join(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Whether `path` is `folder` or lies below it; every path lies below `""`.
pub fn is_under(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether code at this path is a test by the customs of its language: by its name, or by a folder it stands in.
///
/// Builds of the JVM keep tests out of `src/main`: below it `Test.java` or a package `testing` is what the program consists of.
pub fn is_test(path: &str) -> bool {
    let main = JVM_EXTENSIONS.iter().any(|it| path.ends_with(it)).then(|| main_sources(path)).flatten();
    let folders = main.unwrap_or_else(|| parent(path));
    (main.is_none() && is_test_name(file_name(path))) || is_in_tests(folders)
}

const JVM_EXTENSIONS: &[&str] = &[".java", ".kt", ".scala", ".groovy"];

/// The folder of the module whose main sources `path` is of.
fn main_sources(path: &str) -> Option<&str> {
    if path.starts_with("src/main/") { Some("") } else { path.find("/src/main/").map(|at| &path[..at]) }
}

/// Whether one of these folders is of tests: by its name; `AppTests` and `App.Tests` of Swift and C#; a source set of Gradle, `src/commonTest`.
fn is_in_tests(folders: &str) -> bool {
    let mut above = "";
    folders.split('/').any(|folder| {
        let of_project = folder.ends_with("Tests") && folder.starts_with(char::is_uppercase);
        let is_test = TEST_FOLDERS.contains(&folder) || of_project || folder.ends_with(".Test") || (above == "src" && folder.ends_with("Test"));
        above = folder;
        is_test
    })
}

const TEST_FOLDERS: &[&str] = &["test", "tests", "testing", "__tests__", "spec", "specs", "testdata", "e2e", "Specs"];

fn is_test_name(name: &str) -> bool {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    match extension {
        "py" => stem.starts_with("test_") || stem.ends_with("_test") || stem == "conftest",
        "go" => stem.ends_with("_test"),
        "rs" => stem == "tests" || stem == "test" || stem.ends_with("_test") || stem.ends_with("_tests"),
        "java" => stem.ends_with("Test") || stem.ends_with("Tests") || stem.ends_with("IT") || stem.starts_with("Test"),
        "ts" | "tsx" | "js" | "jsx" | "mjs" | "cjs" | "mts" | "cts" => stem.ends_with(".test") || stem.ends_with(".spec") || stem.ends_with("-test"),
        "kt" | "swift" | "cs" | "php" => (stem.ends_with("Test") && stem != "Test") || stem.ends_with("Tests"),
        "scala" | "groovy" => ["Test", "Tests", "Spec", "Suite"].iter().any(|ending| stem.ends_with(ending)),
        "rb" | "lua" => stem.ends_with("_test") || stem.ends_with("_spec") || stem.starts_with("test_"),
        "exs" | "dart" => stem.ends_with("_test"),
        "bats" => true,
        "c" | "cc" | "cpp" | "cxx" => stem.starts_with("test_") || stem.ends_with("_test") || stem.ends_with("_unittest"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_works_out_dots_and_refuses_to_leave() {
        assert_eq!(join("a/b", "../c/./d").as_deref(), Some("a/c/d"));
        assert_eq!(join("a", "../../c"), None);
        assert!(is_under("a/b", "a") && !is_under("ab", "a") && is_under("x", ""));
    }

    #[test]
    fn main_sources_of_the_jvm_are_no_tests_whatever_they_are_called() {
        for path in ["a/TestRule.java", "src/test/java/a/Rule.java", "tests/a/src/main/java/Rule.java", "src/main/a_test.go", "src/main/tests/it.ts"]
        {
            assert!(is_test(path), "{path}");
        }
        for path in ["src/main/java/a/TestRule.java", "lib/src/main/java/a/testing/Rule.java", "src/main/kotlin/a/test/Rule.kt"] {
            assert!(!is_test(path), "{path}");
        }
    }

    #[test]
    fn tests_are_told_by_the_customs_of_each_language() {
        for path in [
            "Tests/AppTests/a.swift",
            "AppTests/a.swift",
            "Src/App.Tests/Linq/a.cs",
            "src/App.Test/a.cs",
            "lib/src/commonTest/kotlin/a.kt",
            "app/ATest.kt",
            "app/ATests.cs",
            "src/ATest.php",
            "core/ASpec.scala",
            "lib/a_test.rb",
            "lib/a_spec.lua",
            "lib/test_a.rb",
            "lib/a_test.exs",
            "lib/a_test.dart",
            "bin/a.bats",
        ] {
            assert!(is_test(path), "{path}");
        }
        for path in
            ["src/commonMain/kotlin/FileSpec.kt", "src/OpenApiSpec.cs", "src/latest/a.kt", "lib/contest.rb", "Sources/Test.swift", "protests/a.rb"]
        {
            assert!(!is_test(path), "{path}");
        }
    }

    #[test]
    fn parts_that_say_nothing_are_not_printed() {
        for path in ["./a/.b//c./d", "a/./.b/c./d", "a/.b/c./d/", "a/.b/../c./d/."] {
            assert_eq!(encode(Path::new(path)), "a/.b/c./d", "{path}");
        }
        assert_eq!(encode(Path::new("..")), "");
    }

    #[cfg(unix)]
    #[test]
    fn odd_names_survive_the_round_trip() {
        use std::os::unix::ffi::OsStrExt;
        for name in [&b"a\\b"[..], b"\xff\xfe", b"x\\xff", b"line\nbreak", "é".as_bytes()] {
            let path = Path::new(std::ffi::OsStr::from_bytes(name));
            assert_eq!(decode(&encode(path)), path);
        }
    }
}
