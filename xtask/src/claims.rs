//! What sites without an edge claim, held against the gold: a site that is said to mean something outside, or nothing, where the compiler found a definition of the
//! repository.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::edges::{number, text};

/// Kinds of definitions that the gold does not follow.
const LEFT_OUT: &[&str] = &["field", "variant", "param", "local", "macro", "macrodef"];

/// References to definitions of the repository that a compiler found.
#[derive(Debug, Default)]
pub struct Found {
    pub language: String,
    files: HashSet<String>,
    /// How many by path, line and name.
    references: HashMap<(String, u64, String), u64>,
}

/// How many sites say a thing, and of how many the gold says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    pub all: u64,
    pub untrue: u64,
}

impl Found {
    /// Reads a file of gold.
    ///
    /// # Errors
    /// What the disk or `gzip` refused, and a line that is no JSON.
    pub fn read(gold: &Path) -> io::Result<Self> {
        let read = Command::new("gzip").arg("-dc").arg(gold).output()?;
        if !read.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&read.stderr).into_owned()));
        }
        Self::of(&String::from_utf8_lossy(&read.stdout))
    }

    fn of(lines: &str) -> io::Result<Self> {
        let mut found = Self::default();
        let (mut paths, mut names) = (HashMap::new(), HashMap::new());
        for line in lines.lines() {
            let row: Value = serde_json::from_str(line).map_err(io::Error::other)?;
            match row[0].as_str() {
                Some("F") => {
                    paths.insert(number(&row[1]), text_at(&row, 2));
                    found.files.insert(text_at(&row, 2));
                }
                Some("D") if !LEFT_OUT.contains(&row[4].as_str().unwrap_or_default()) => {
                    names.insert(number(&row[1]), text_at(&row, 3));
                }
                Some("R") => {
                    if let (Some(path), Some(name)) = (paths.get(&number(&row[1])), names.get(&number(&row[4]))) {
                        *found.references.entry((path.clone(), number(&row[2]), name.clone())).or_default() += 1;
                    }
                }
                None => text(&row["meta"], "lang").clone_into(&mut found.language),
                _ => {}
            }
        }
        Ok(found)
    }

    /// Adds what the sites of the repository claim, by outcome and reason. Imports are left out: the gold has no line for them.
    pub fn judge(&self, sites: &[Value], claims: &mut BTreeMap<(String, String), Claims>) {
        let mut places: BTreeMap<(&str, u64, &str), Vec<&Value>> = BTreeMap::new();
        for site in sites.iter().filter(|it| text(it, "role") != "import" && self.files.contains(text(it, "path"))) {
            places.entry((text(site, "path"), number(&site["lines"]["start"]), text(site, "name"))).or_default().push(site);
        }
        for ((path, line, name), sites) in places {
            let answered = sites.iter().filter(|it| !matches!(text(it, "outcome"), "external" | "unresolved")).count();
            let known = self.references.get(&(path.to_owned(), line, name.to_owned())).copied().unwrap_or_default();
            let mut left = known.saturating_sub(answered as u64);
            for site in sites {
                let claim = match (text(site, "outcome"), text(site, "reason")) {
                    ("external", "builtin") => "external: of the language",
                    ("external", _) => "external: of a package",
                    ("unresolved", reason) => reason,
                    _ => continue,
                };
                let counts = claims.entry((self.language.clone(), claim.to_owned())).or_default();
                counts.all += 1;
                if left > 0 {
                    left -= 1;
                    counts.untrue += 1;
                }
            }
        }
    }
}

fn text_at(row: &Value, at: usize) -> String {
    row[at].as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_claim_is_untrue_where_the_compiler_found_more_than_has_an_edge() {
        let gold = "{\"meta\":{\"lang\":\"go\"}}\n[\"F\",0,\"a.go\",9,0]\n[\"D\",7,0,\"run\",\"function\",1,0,1,2,-1,7]\n[\"D\",8,0,\"size\",\"field\",3,0,3,3,-1,8]\n[\"R\",0,4,2,7,\"c\",\"\",-1]\n[\"R\",0,4,9,7,\"c\",\"\",-1]\n[\"R\",0,5,2,8,\"u\",\"\",-1]\n";
        let found = Found::of(gold).unwrap();
        let site = |path: &str, line: u64, name: &str, outcome: &str, reason: &str| json!({"path": path, "lines": {"start": line}, "name": name, "outcome": outcome, "reason": reason, "role": "call"});
        let sites = [
            site("a.go", 4, "run", "resolved", ""),
            site("a.go", 4, "run", "external", "fmt"),
            site("a.go", 5, "size", "unresolved", "no-such-member"),
            site("a.go", 6, "run", "external", "builtin"),
            site("b.go", 4, "run", "external", "builtin"),
        ];
        let mut claims = BTreeMap::new();
        found.judge(&sites, &mut claims);
        let of = |claim: &str| claims.get(&("go".to_owned(), claim.to_owned())).copied().unwrap_or_default();
        assert_eq!(of("external: of a package"), Claims { all: 1, untrue: 1 });
        assert_eq!(of("no-such-member"), Claims { all: 1, untrue: 0 }, "fields are left out");
        assert_eq!(of("external: of the language"), Claims { all: 1, untrue: 0 }, "the gold does not look at the other file");
    }
}
