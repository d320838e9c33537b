//! `smalti.toml`: what a repository itself says of its index. The command line wins over it, entry by entry.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use toml::Spanned;

use super::error::BuildError;
use super::options::BuildOptions;
use super::packs::{PackMaker, WantedPack};
use crate::base::codes;
use crate::base::labels::LabelRule;
use crate::host::{Host, Kind};
use crate::rules::secrets;
use crate::source::globs::{self, Purpose};

/// The file at the top of a repository.
pub const FILE: &str = "smalti.toml";
/// Largest configuration that is read, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// Most packs that one repository may ask for.
const MAX_PACKS: usize = 32;
/// Longest name of a repository, in bytes.
const MAX_NAME: usize = 256;

/// The whole file. A word that is not in it is an error, so that a misspelt one cannot be taken for a wish fulfilled.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Config {
    embed: Embed,
    governance: Governance,
    index: Index,
    /// Packs that are committed with the index: requests with a name, which only the maker of packs understands.
    pack: Vec<Spanned<Value>>,
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
    /// What matches one of these globs is part of the graph although it is minified or vendored.
    graph: Vec<Spanned<String>>,
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
    for (globs, purpose) in [(&mut options.include, Purpose::Choice), (&mut options.exclude, Purpose::Choice), (&mut options.graph, Purpose::Lines)] {
        for glob in globs {
            *glob = globs::normal(&asked.root, glob, purpose).map_err(BuildError::Pattern)?;
        }
    }
    if !asked.config {
        return Ok(options);
    }
    let Some(text) = read(host, &asked.root)? else { return Ok(options) };
    let Config { embed, governance, index, pack, repo_id } = parse(&text)?;
    let model = folder(&asked.root, &text, embed)?;
    options.model = asked.model.clone().or(model.filter(|_| asked.embed));
    let read_globs = |list: Vec<Spanned<String>>, purpose: Purpose| {
        let kept = |glob: Spanned<String>| {
            globs::normal(&asked.root, glob.get_ref(), purpose).map_err(|what| BuildError::Config { line: line(&text, glob.span().start), what })
        };
        list.into_iter().map(kept).collect::<Result<Vec<String>, BuildError>>()
    };
    let include = read_globs(index.include, Purpose::Choice)?;
    let exclude = read_globs(index.exclude, Purpose::Choice)?;
    let graph = read_globs(index.graph, Purpose::Lines)?;
    let labels = label_rules(&text, governance)?;
    if let Some(name) = &repo_id {
        check_repo_id(name.get_ref()).map_err(|what| BuildError::Config { line: line(&text, name.span().start), what })?;
    }
    if asked.packs.is_empty() {
        options.packs = wanted(&text, pack, asked.pack_maker)?;
    }
    options.repo_id = repo_id.map(Spanned::into_inner);
    options.labels = labels;
    if asked.include.is_empty() {
        options.include = include;
    }
    if asked.exclude.is_empty() {
        options.exclude = exclude;
    }
    if asked.graph.is_empty() {
        options.graph = graph;
    }
    options.text = asked.text && index.text.unwrap_or(true);
    options.history = asked.history && index.history.unwrap_or(true);
    Ok(options)
}

/// The rules for labels that a repository has now.
///
/// # Errors
/// As [`settle`].
pub fn labels(host: &dyn Host, root: &Path) -> Result<Vec<LabelRule>, BuildError> {
    let Some(text) = read(host, root)? else { return Ok(Vec::new()) };
    label_rules(&text, parse(&text)?.governance)
}

fn label_rules(text: &str, governance: Governance) -> Result<Vec<LabelRule>, BuildError> {
    for rule in &governance.labels {
        let refused = |what| BuildError::Config { line: line(text, rule.span().start), what: format!("in the rule that starts there, {what}") };
        check_label(rule.get_ref()).map_err(refused)?;
    }
    Ok(governance.labels.into_iter().map(Spanned::into_inner).collect())
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

/// The packs that the repository of some options asks for, by name.
///
/// # Errors
/// As [`settle`].
pub fn packs(host: &dyn Host, options: &BuildOptions) -> Result<Vec<WantedPack>, BuildError> {
    match read(host, &options.root)? {
        Some(text) => wanted(&text, parse(&text)?.pack, options.pack_maker),
        None => Ok(Vec::new()),
    }
}

fn wanted(text: &str, packs: Vec<Spanned<Value>>, maker: Option<PackMaker>) -> Result<Vec<WantedPack>, BuildError> {
    let mut all: Vec<WantedPack> = Vec::new();
    for pack in packs {
        let line = line(text, pack.span().start);
        let refused = |what: String| BuildError::Config { line, what };
        let pack = read_pack(pack.into_inner()).map_err(refused)?;
        if all.iter().any(|it| it.name == pack.name) {
            return Err(refused(format!("two packs are called `{}`", pack.name)));
        }
        match maker.map_or(Ok(()), |maker| (maker.check)(&pack)) {
            Err(cause) if cause.code == codes::CONFIG.name => return Err(refused(cause.message)),
            Err(cause) => return Err(BuildError::Pack(cause)),
            Ok(()) => all.push(pack),
        }
        if all.len() > MAX_PACKS {
            return Err(refused(format!("more than {MAX_PACKS} packs are asked for")));
        }
    }
    all.sort_by(|lhs, rhs| lhs.name.cmp(&rhs.name));
    Ok(all)
}

/// A request with a name, out of one table.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn read_pack(value: Value) -> Result<WantedPack, String> {
    let Value::Object(mut fields) = value else { return Err("a pack is a table".to_owned()) };
    match fields.remove("name") {
        Some(Value::String(name)) if !name.trim().is_empty() => Ok(WantedPack { name, request: Value::Object(fields) }),
        _ => Err("a pack has no `name`".to_owned()),
    }
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
        Ok(_) => return Err(refused("it is not a regular file: take it away, or put one in its place".to_owned())),
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
