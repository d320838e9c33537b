//! Names in annotations that Python code writes as texts: `it: "Type"`. The gold holds next to none of them (of 221 in rich, one), so that what it does not
//! say of such a name is no denial: no confidence is fitted to it. Scores are printed as the scorer gives them all the same.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use serde_json::Value;

use crate::edges::{number, text};

/// The evidence ids of sites that stand in a text.
pub fn sites(repo: &Path, sites: &[Value]) -> HashSet<String> {
    let mut sources: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    let mut found = HashSet::new();
    for site in sites.iter().filter(|it| matches!(text(it, "path").rsplit('.').next(), Some("py" | "pyi"))) {
        let path = text(site, "path");
        let source = sources.entry(path).or_insert_with(|| std::fs::read(repo.join(path)).unwrap_or_default());
        if usize::try_from(number(&site["byteStart"])).is_ok_and(|at| is_quoted(source, at)) {
            found.insert(text(site, "evidenceId").to_owned());
        }
    }
    found
}

/// Whether a text that begins on the line of a byte holds it.
fn is_quoted(source: &[u8], at: usize) -> bool {
    let Some(before) = source.get(..at) else { return false };
    let line = before.iter().rposition(|it| *it == b'\n').map_or(0, |end| end + 1);
    let (mut quote, mut escaped) = (None, false);
    for byte in before[line..].iter().copied() {
        match (quote, byte) {
            _ if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (Some(open), byte) if byte == open => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'#') => return false,
            _ => {}
        }
    }
    quote.is_some()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_in_a_text_is_quoted_and_one_behind_it_is_not() {
        let source = b"def f(a: \"Type\", b: 'it\\'s', c: Other): # \"\n    Third\n";
        let at = |name: &str| source.windows(name.len()).position(|it| it == name.as_bytes()).unwrap();
        assert!(is_quoted(source, at("Type")));
        assert!(!is_quoted(source, at("Other")));
        assert!(!is_quoted(source, at("Third")));
        assert!(!is_quoted(source, source.len() + 1));
    }

    #[test]
    fn only_sites_of_python_count() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.py"), "x: 'Type'\n").unwrap();
        std::fs::write(folder.path().join("a.ts"), "x: 'Type'\n").unwrap();
        let site = |path: &str| json!({ "path": path, "byteStart": 4, "evidenceId": path });
        assert_eq!(sites(folder.path(), &[site("a.py"), site("a.ts")]), HashSet::from(["a.py".to_owned()]));
    }
}
