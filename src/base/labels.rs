//! Labels that a repository gives to its files: by path, and by the secrets that were found in them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::glob;

/// The label whose files show their text to nobody without an approval.
pub const SENSITIVE: &str = "security-sensitive";

/// One `[[governance.labels]]` of `smalti.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct LabelRule {
    /// What the files are called: `security-sensitive`, or a word of the repository's own.
    pub label: String,
    /// Paths below the root. A folder stands for all below it; `*` and `?` stay within one name, `**` does not; without a `/`, any file or folder of that name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// Rules for secrets whose finds label their file; `*` for every rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub secrets: Vec<String>,
}

impl LabelRule {
    /// What makes it unusable.
    ///
    /// # Errors
    /// A sentence that names the word at fault.
    pub fn check(&self, is_rule: impl Fn(&str) -> bool) -> Result<(), String> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if self.label.is_empty() || self.label.len() > 64 || !self.label.bytes().all(plain) {
            return Err(format!("the label `{}` is not made of letters, digits, `-` and `_`", self.label));
        }
        if self.paths.is_empty() && self.secrets.is_empty() {
            return Err(format!("the label `{}` names neither `paths` nor `secrets`", self.label));
        }
        if let Some(glob) = self.paths.iter().find(|glob| !is_glob(glob)) {
            return Err(format!(
                "the path `{glob}` of the label `{}` cannot be read: it must lie below the root, and know only `*`, `**` and `?`",
                self.label
            ));
        }
        match self.secrets.iter().find(|word| *word != "*" && !is_rule(word)) {
            Some(word) => Err(format!("no rule for secrets is called `{word}`")),
            None => Ok(()),
        }
    }

    /// The glob that covers a path.
    pub fn of_path(&self, path: &str) -> Option<&str> {
        self.paths.iter().map(String::as_str).find(|glob| covers(glob, path))
    }

    /// Whether finds of a rule label their file.
    pub fn of_secret(&self, rule: &str) -> bool {
        self.secrets.iter().any(|word| word == "*" || word == rule)
    }
}

fn is_glob(glob: &str) -> bool {
    let parts = glob.trim_end_matches('/').split('/');
    !glob.starts_with(['/', '!'])
        && !glob.contains(['[', ']', '{', '}', '\\', '\0'])
        && parts.into_iter().all(|part| !matches!(part, "" | "." | ".."))
}

/// Whether a glob covers a path or a folder above it.
fn covers(glob: &str, path: &str) -> bool {
    let glob = glob.trim_end_matches('/');
    if !glob.contains('/') {
        return path.split('/').any(|part| glob::matches(glob, part));
    }
    let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
    ends.into_iter().any(|end| glob::matches(glob, &path[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_cover_files_and_folders() {
        for (glob, path, expected) in [
            ("src/auth", "src/auth/key.rs", true),
            ("src/auth/", "src/auth/deep/key.rs", true),
            ("src/auth", "src/authors.rs", false),
            ("src/*.rs", "src/a.rs", true),
            ("src/*.rs", "src/deep/a.rs", false),
            ("src/**/*.rs", "src/deep/er/a.rs", true),
            ("src/**/*.rs", "src/a.rs", true),
            ("**/keys/*", "a/b/keys/x.pem", true),
            ("**/keys/*", "keys/x.pem", true),
            ("*.pem", "deep/x.pem", true),
            ("secrets", "a/secrets/b.txt", true),
            ("secrets", "a/secretsx/b.txt", false),
            ("a?c", "x/abc", true),
            ("src/**", "src/a/b", true),
        ] {
            assert_eq!(covers(glob, path), expected, "{glob} {path}");
        }
    }

    #[test]
    fn rules_that_name_nothing_are_refused() {
        let rule = |label: &str, path: &str, secret: &str| LabelRule {
            label: label.to_owned(),
            paths: Some(path).filter(|it| !it.is_empty()).map(str::to_owned).into_iter().collect(),
            secrets: Some(secret).filter(|it| !it.is_empty()).map(str::to_owned).into_iter().collect(),
        };
        let check = |rule: &LabelRule| rule.check(|word| word == "jwt");
        assert_eq!(check(&rule("a", "src", "")), Ok(()));
        assert_eq!(check(&rule("a", "", "jwt")), Ok(()));
        for (label, path, secret) in
            [("", "src", ""), ("a b", "src", ""), ("a", "", ""), ("a", "/etc", ""), ("a", "../x", ""), ("a", "[x]", ""), ("a", "", "jot")]
        {
            assert!(check(&rule(label, path, secret)).is_err(), "{label} {path} {secret}");
        }
    }
}
