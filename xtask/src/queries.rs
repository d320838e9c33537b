//! `cargo xtask queries`: every query of `src/languages` is used, speaks the vocabulary of its engine, compiles; every pattern of it says one thing.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use crate::tree::{self, File};
use crate::{Call, Finding, Report, cargo};

/// Where the capture names stand.
const VOCABULARY: &str = "src/languages/tags/vocabulary.rs";

/// Checks the text of the queries, then compiles them against their grammars by the test that does so.
///
/// # Errors
/// What the disk refused, or when cargo cannot be started.
pub fn run(root: &Path, _: &Call) -> io::Result<Report> {
    let files = tree::files(root)?;
    let mut report = Report { notes: counts(&files), findings: check(&files) };
    if !cargo::test(root, &["--lib"], "languages::tags::tests::every_query", &[])? {
        report.findings.push(Finding::new("src/languages", 0, "a query does not compile against its grammar: the test above names it"));
    }
    Ok(report)
}

fn queries(files: &[File]) -> impl Iterator<Item = &File> {
    files.iter().filter(|file| file.path.starts_with("src/languages/") && file.path.ends_with(".scm"))
}

/// How many patterns each query has.
fn counts(files: &[File]) -> Vec<String> {
    queries(files).map(|file| format!("{}: {} patterns", file.path, patterns(&file.text).len())).collect()
}

/// What the text of the queries shows.
pub fn check(files: &[File]) -> Vec<Finding> {
    let Some(vocabulary) = files.iter().find(|file| file.path == VOCABULARY).map(|file| Vocabulary::read(&file.text)) else {
        return queries(files).map(|file| Finding::new(&file.path, 0, format!("there is no `{VOCABULARY}`"))).collect();
    };
    queries(files).flat_map(|file| check_one(file, files, &vocabulary)).collect()
}

fn check_one(file: &File, files: &[File], vocabulary: &Vocabulary) -> Vec<Finding> {
    let mut findings = Vec::new();
    let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
    let included = format!("include_str!(\"{name}\")");
    let is_used = files.iter().any(|it| it.is_rust() && it.path.rsplit_once('/').is_some_and(|(of, _)| of == folder) && it.text.contains(&included));
    if !is_used {
        findings.push(Finding::new(&file.path, 0, "no module beside it includes it, so none of its patterns is used"));
    }
    for pattern in patterns(&file.text) {
        for (line, capture) in &pattern.captures {
            if !vocabulary.knows(capture) {
                findings.push(Finding::new(&file.path, *line, format!("`@{capture}` is not in the vocabulary of `{VOCABULARY}`")));
            }
        }
        let heads: BTreeSet<&str> =
            pattern.captures.iter().map(|(_, capture)| capture.as_str()).filter(|it| vocabulary.heads.contains(*it)).collect();
        if heads.len() != 1 {
            let found = if heads.is_empty() { "none".to_owned() } else { heads.into_iter().collect::<Vec<_>>().join(" and ") };
            findings.push(Finding::new(&file.path, pattern.line, format!("a pattern says one thing by one head, this one has {found}")));
        }
    }
    findings
}

/// The capture names that the engine knows.
struct Vocabulary {
    /// What a pattern says.
    heads: BTreeSet<String>,
    /// What it says it of.
    parts: BTreeSet<String>,
}

impl Vocabulary {
    /// Reads the arms `"name" =>` of the functions that tell meanings; two of them tell what follows a prefix.
    fn read(text: &str) -> Self {
        let (mut heads, mut parts) = (BTreeSet::new(), BTreeSet::new());
        let mut function = "";
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("fn ").or_else(|| line.strip_prefix("pub fn ")) {
                function = rest.split('(').next().unwrap_or_default();
            }
            let Some((name, rest)) = line.trim().strip_prefix('"').and_then(|line| line.split_once('"')) else { continue };
            if !rest.trim_start().starts_with("=>") {
                continue;
            }
            match function {
                "head" => heads.insert(name.to_owned()),
                "definition" | "reference" => heads.insert(format!("{function}.{name}")),
                "part" => parts.insert(name.to_owned()),
                _ => false,
            };
        }
        Self { heads, parts }
    }

    /// Names that start with `_` serve predicates alone.
    fn knows(&self, capture: &str) -> bool {
        capture.starts_with('_') || self.heads.contains(capture) || self.parts.contains(capture)
    }
}

/// One pattern of a query.
#[derive(Debug, PartialEq, Eq)]
struct Pattern {
    /// From 1.
    line: usize,
    /// Captures outside of predicates, each with its line.
    captures: Vec<(usize, String)>,
}

/// The patterns at the top of a query.
fn patterns(text: &str) -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = Vec::new();
    let (mut depth, mut line) = (0usize, 1);
    // The depth at which the innermost predicate opened: `(#eq? @name "x")` captures nothing.
    let mut predicate: Option<usize> = None;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\n' => line += 1,
            ';' => while characters.next_if(|next| *next != '\n').is_some() {},
            '"' => {
                if depth == 0 {
                    patterns.push(Pattern { line, captures: Vec::new() });
                }
                while let Some(inside) = characters.next() {
                    match inside {
                        '\\' => line += usize::from(characters.next() == Some('\n')),
                        '\n' => line += 1,
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '(' | '[' => {
                if depth == 0 {
                    patterns.push(Pattern { line, captures: Vec::new() });
                }
                depth += 1;
                if predicate.is_none() && characters.peek() == Some(&'#') {
                    predicate = Some(depth);
                }
            }
            ')' | ']' => {
                if predicate == Some(depth) {
                    predicate = None;
                }
                depth = depth.saturating_sub(1);
            }
            '@' => {
                let mut name = String::new();
                while let Some(next) = characters.next_if(|next| next.is_alphanumeric() || "._-?!".contains(*next)) {
                    name.push(next);
                }
                if let (None, Some(pattern)) = (predicate, patterns.last_mut()) {
                    pattern.captures.push((line, name));
                }
            }
            _ => {}
        }
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "fn head(name: &str) {\n    match name {\n        \"scope\" => 1,\n        \"ignore\" => 2,\n    }\n}\n\nfn definition(kind: &str) {\n        \"class\" => 1,\n}\n\nfn part(name: &str) {\n        \"name\" => 1,\n}\n";

    fn findings(query: &str, module: &str) -> Vec<String> {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let files = [file(VOCABULARY, WORDS), file("src/languages/x/a.scm", query), file("src/languages/x/mod.rs", module)];
        check(&files).iter().map(ToString::to_string).collect()
    }

    const USED: &str = "&[include_str!(\"a.scm\")]";

    #[test]
    fn a_query_that_says_one_thing_a_pattern_is_silent() {
        let query = "; (comment) @nothing\n(a name: (b) @name) @definition.class\n((c) @ignore\n  (#eq? @ignore \"@x (\"))\n[(d) (e)] @scope\n\"f\" @scope\n(g (h) @_g) @scope\n";
        assert_eq!(findings(query, USED), Vec::<String>::new());
        let found: Vec<(usize, usize)> = patterns(query).iter().map(|it| (it.line, it.captures.len())).collect();
        assert_eq!(found, [(2, 2), (3, 1), (5, 1), (6, 1), (7, 2)]);
    }

    #[test]
    fn an_unknown_capture_a_pattern_without_a_head_and_an_unused_file_are_found() {
        let path = "src/languages/x/a.scm";
        let unknown = format!("{path}:2: `@definition.clas` is not in the vocabulary of `{VOCABULARY}`");
        assert_eq!(
            findings("(a) @scope\n(b) @definition.clas\n", USED),
            [unknown, format!("{path}:2: a pattern says one thing by one head, this one has none")]
        );
        assert_eq!(
            findings("(a (b) @ignore) @scope\n", USED),
            [format!("{path}:1: a pattern says one thing by one head, this one has ignore and scope")]
        );
        assert_eq!(findings("(a) @scope\n", ""), [format!("{path}: no module beside it includes it, so none of its patterns is used")]);
    }
}
