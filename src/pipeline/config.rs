//! `smalti.toml`: what a repository itself says of its index. The command line wins over it, entry by entry.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::error::BuildError;
use super::options::BuildOptions;
use crate::base::labels::LabelRule;
use crate::host::{Host, Kind};
use crate::rules::secrets;
use crate::source::walk;

/// The file at the top of a repository.
pub const FILE: &str = "smalti.toml";
/// Largest configuration that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// Longest name of a repository, in bytes.
const MAX_NAME: usize = 256;

/// The whole file. A word that is not in it is an error, so that a misspelt one cannot be taken for a wish fulfilled.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Config {
    embed: Embed,
    governance: Governance,
    index: Index,
    /// Packs that are made after a build: requests with a name, which only their readers understand.
    pack: Vec<Spanned<serde_json::Value>>,
    /// What packs call the repository.
    repo_id: Option<Spanned<String>>,
}

/// `[embed]`: whether chunks have vectors.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Embed {
    /// The folder of the sentence encoder, from the repository's own.
    model: Option<Spanned<String>>,
}

/// `[governance]`: which files ask for care.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Governance {
    labels: Vec<Spanned<LabelRule>>,
}

/// `[index]`: what `smalti index build` writes.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Index {
    /// Only paths matching one of these globs.
    include: Vec<Spanned<String>>,
    /// No path matching one of these globs.
    exclude: Vec<Spanned<String>>,
    /// Whether `chunk_text` is written.
    text: Option<bool>,
    /// Whether `history` is written.
    history: Option<bool>,
}

/// What is asked for with what the repository says where nothing is asked for.
///
/// # Errors
/// [`BuildError::Config`] with the line at fault.
pub fn settle(host: &dyn Host, asked: &BuildOptions) -> Result<BuildOptions, BuildError> {
    let mut options = asked.clone();
    if !asked.config {
        return Ok(options);
    }
    let Some(text) = read(host, &asked.root)? else { return Ok(options) };
    let Config { embed, governance, index, repo_id, .. } = parse(&text)?;
    let model = folder(&asked.root, &text, embed)?;
    options.model = asked.model.clone().or(model.filter(|_| asked.embed));
    for glob in index.include.iter().chain(&index.exclude) {
        walk::check_glob(&asked.root, glob.as_ref()).map_err(|what| BuildError::Config { line: line(&text, glob.span().start), what })?;
    }
    for rule in &governance.labels {
        check_label(rule.get_ref()).map_err(|what| BuildError::Config { line: line(&text, rule.span().start), what })?;
    }
    if let Some(name) = &repo_id {
        check_repo_id(name.get_ref()).map_err(|what| BuildError::Config { line: line(&text, name.span().start), what })?;
    }
    options.repo_id = repo_id.map(Spanned::into_inner);
    options.labels = governance.labels.into_iter().map(Spanned::into_inner).collect();
    let words = |globs: Vec<Spanned<String>>| globs.into_iter().map(Spanned::into_inner).collect();
    if asked.include.is_empty() {
        options.include = words(index.include);
    }
    if asked.exclude.is_empty() {
        options.exclude = words(index.exclude);
    }
    options.text = asked.text && index.text.unwrap_or(true);
    options.history = asked.history && index.history.unwrap_or(true);
    Ok(options)
}

/// The folder of the model that a repository names.
///
/// # Errors
/// [`BuildError::Config`] with the line at fault.
pub fn model(host: &dyn Host, root: &Path) -> Result<Option<PathBuf>, BuildError> {
    let Some(text) = read(host, root)? else { return Ok(None) };
    folder(root, &text, parse(&text)?.embed)
}

fn folder(root: &Path, text: &str, embed: Embed) -> Result<Option<PathBuf>, BuildError> {
    let Some(model) = embed.model else { return Ok(None) };
    let at = line(text, model.span().start);
    let name = model.into_inner();
    if name.trim().is_empty() {
        return Err(BuildError::Config { line: at, what: "`model` names no folder".to_owned() });
    }
    Ok(Some(root.join(name)))
}

/// What each `[[pack]]` of a repository says, with its line from 1.
///
/// # Errors
/// [`BuildError::Config`] with the line at fault.
pub fn packs(host: &dyn Host, root: &Path) -> Result<Vec<(usize, serde_json::Value)>, BuildError> {
    let Some(text) = read(host, root)? else { return Ok(Vec::new()) };
    let packs = parse(&text)?.pack;
    Ok(packs.into_iter().map(|pack| (line(&text, pack.span().start), pack.into_inner())).collect())
}

fn parse(text: &str) -> Result<Config, BuildError> {
    toml::from_str(text).map_err(|cause| {
        let line = cause.span().map_or(1, |span| line(text, span.start));
        BuildError::Config { line, what: cause.message().replace('\n', " ") }
    })
}

/// Whether a rule for labels can be used.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn check_label(rule: &LabelRule) -> Result<(), String> {
    rule.check(|id| secrets::find(id).is_some())
}

/// Whether a repository can be called so: a name of one line that says something.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn check_repo_id(name: &str) -> Result<(), String> {
    if name.trim().is_empty() || name.trim() != name || name.len() > MAX_NAME || name.chars().any(char::is_control) {
        return Err(format!("`repo_id` is 1 to {MAX_NAME} bytes, with no space around it and no control character in it"));
    }
    Ok(())
}

/// The text of the file; `None` where there is none. A pipe in its place would hold a build for ever, so it is looked at first.
fn read(host: &dyn Host, root: &Path) -> Result<Option<String>, BuildError> {
    let path = root.join(FILE);
    let refused = |what: String| BuildError::Config { line: 1, what };
    match host.stat(&path) {
        Ok((Kind::File, stat)) if stat.size <= MAX_BYTES => {}
        Ok((Kind::File, stat)) => return Err(refused(format!("it has {} bytes, more than the {MAX_BYTES} that are read", stat.size))),
        Ok(_) => return Err(refused("it is not a regular file".to_owned())),
        Err(cause) if cause.not_found() => return Ok(None),
        // A name in a folder can be looked at whoever owns the file: it is the folder that refuses.
        Err(cause) => return Err(BuildError::RootUnreadable(cause)),
    }
    match host.read_source(&path) {
        Ok((bytes, _)) => match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(text)),
            Err(cause) => {
                let good = cause.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(cause.as_bytes());
                Err(BuildError::Config { line: line(&text, good), what: "it is not UTF-8".to_owned() })
            }
        },
        Err(cause) if cause.not_found() => Ok(None),
        Err(cause) => Err(refused(cause.to_string())),
    }
}

/// The line of a byte, from 1.
fn line(text: &str, at: usize) -> usize {
    1 + text.get(..at).unwrap_or(text).matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::disk::DiskHost;

    /// What the options are with this file and these wishes; or the error in words.
    fn check(text: &str, change: fn(&mut BuildOptions)) -> Result<(Vec<String>, Vec<String>, bool, bool), String> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), text).unwrap();
        let mut asked = BuildOptions::new(folder.path().to_owned());
        change(&mut asked);
        let options = settle(&DiskHost::volatile(), &asked).map_err(|cause| cause.to_string())?;
        Ok((options.include, options.exclude, options.text, options.history))
    }

    fn list(globs: &[&str]) -> Vec<String> {
        globs.iter().map(|glob| (*glob).to_owned()).collect()
    }

    const FULL: &str = "[index]\ninclude = [\"src\"]\nexclude = [\"gen\", \"*.min.js\"]\ntext = false\nhistory = false\n";

    #[test]
    fn a_repository_says_what_its_index_holds() {
        assert_eq!(check(FULL, |_| {}), Ok((list(&["src"]), list(&["gen", "*.min.js"]), false, false)));
        assert_eq!(check("", |_| {}), Ok((list(&[]), list(&[]), true, true)));
    }

    #[test]
    fn the_command_line_wins_entry_by_entry() {
        let asked = |options: &mut BuildOptions| options.exclude = vec!["docs".to_owned()];
        assert_eq!(check(FULL, asked), Ok((list(&["src"]), list(&["docs"]), false, false)));
        assert_eq!(check("[index]\ntext = true\n", |options| options.text = false), Ok((list(&[]), list(&[]), false, true)));
        assert_eq!(check(FULL, |options| options.config = false), Ok((list(&[]), list(&[]), true, true)));
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_line() {
        for (text, line, word) in [
            ("[index]\n\nexlude = []\n", 3, "exlude"),
            ("[indx]\n", 1, "indx"),
            ("[index]\ntext = 1\n", 2, "boolean"),
            ("[index]\ntext = true\ntext = true\n", 3, "duplicate"),
            ("[index]\ninclude = [\n  \"src\",\n  \"{\",\n]\n", 4, "`{`"),
            ("[index\n", 1, ""),
            ("\nrepo_id = \"\"\n", 2, "repo_id"),
            ("repo_id = \" a\"\n", 1, "repo_id"),
            ("repo_id = \"a\\nb\"\n", 1, "repo_id"),
            ("repo_id = 3\n", 1, "string"),
            ("repo_id = \"a\"\nrepoid = \"a\"\n", 2, "repoid"),
        ] {
            let cause = check(text, |_| {}).unwrap_err();
            assert!(cause.contains(&format!("`{FILE}`, line {line}:")) && cause.contains(word), "{text:?}: {cause}");
        }
    }

    #[test]
    fn what_is_no_readable_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let host = DiskHost::volatile();
        let asked = BuildOptions::new(folder.path().to_owned());
        assert_eq!(settle(&host, &asked).unwrap(), asked, "a repository without the file");
        let path = folder.path().join(FILE);
        std::fs::write(&path, b"[index]\n# \xff\n").unwrap();
        assert!(matches!(settle(&host, &asked), Err(BuildError::Config { line: 2, .. })));
        std::fs::write(&path, vec![b'#'; 1 + usize::try_from(MAX_BYTES).unwrap()]).unwrap();
        assert!(matches!(settle(&host, &asked), Err(BuildError::Config { .. })));
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        assert!(matches!(settle(&host, &asked), Err(BuildError::Config { .. })));
    }
}
