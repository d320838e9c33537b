//! `cargo xtask replay --repo DIR`: what a pack is worth, by commits that were made. For each, the pack of its message is made of the commit before it,
//! and the critic says how many definitions that the change rests on were known: from the files it changed alone, and with the pack beside them.
//!
//! What a commit changed compiled, so whatever else the critic says of it is a false alarm and is counted too.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::{Call, Finding, Report, cargo};

/// Commits that change more files are mostly moves and formatting.
const MAX_FILES: usize = 8;
/// Commits that are looked at for one that can be replayed.
const LOOK: usize = 20;

/// What the words after the verb say.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    /// A git repository, bare or not.
    pub repo: PathBuf,
    /// Commits to replay.
    pub commits: usize,
    /// Tokens of a pack.
    pub tokens: u64,
    pub out: PathBuf,
    pub binary: PathBuf,
}

/// What the critic said of one commit.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    pub commit: String,
    pub subject: String,
    /// Definitions outside of the change that it rests on.
    pub all: u64,
    /// Those of them in the files that it changed.
    pub without: u64,
    /// Those that the pack shows as well.
    pub with: u64,
    /// Findings of each kind, but for definitions that were not shown.
    pub alarms: BTreeMap<String, u64>,
}

/// Replays and prints.
///
/// # Errors
/// What the disk or a child process refused.
pub fn run(root: &Path, call: &Call) -> io::Result<Report> {
    let options = match options(&cargo::target(root)?, &call.words) {
        Ok(options) => options,
        Err(finding) => return Ok(finding.into()),
    };
    let mut report = Report::default();
    std::fs::create_dir_all(&options.out)?;
    let log = git(&options.repo, &["log", "--no-merges", "--format=%H %s", &format!("--max-count={}", options.commits.saturating_mul(LOOK))])?;
    let mut all = Vec::new();
    for (commit, subject) in log.lines().filter_map(|line| line.split_once(' ')) {
        if all.len() == options.commits {
            break;
        }
        if let Some(replayed) = replay(&options, commit, subject)? {
            report.notes.push(line(&replayed));
            all.push(replayed);
        }
    }
    report.notes.extend(summary(&all));
    Ok(report)
}

/// The words after the verb; what they leave open lies in cargo's `target`.
///
/// # Errors
/// How the verb is called.
pub fn options(target: &Path, words: &[String]) -> Result<Options, Finding> {
    let usage = || {
        let words = "usage: cargo xtask replay --repo DIR [--commits N] [--max-tokens N] [--out DIR] [--binary FILE]";
        Finding::new("replay", 0, words)
    };
    let mut given: BTreeMap<&str, &str> = BTreeMap::new();
    for pair in words.chunks(2) {
        let [name, value] = pair else { return Err(usage()) };
        if !["--repo", "--commits", "--max-tokens", "--out", "--binary"].contains(&name.as_str()) {
            return Err(usage());
        }
        given.insert(name, value);
    }
    let number = |name: &str, default: u64| given.get(name).map_or(Ok(default), |text| text.parse().map_err(|_| usage()));
    let path = |name: &str, default: PathBuf| given.get(name).map_or(default, PathBuf::from);
    Ok(Options {
        repo: given.get("--repo").map(PathBuf::from).ok_or_else(usage)?,
        commits: usize::try_from(number("--commits", 10)?).unwrap_or(usize::MAX),
        tokens: number("--max-tokens", 8_000)?,
        out: path("--out", target.join("replay")),
        binary: path("--binary", target.join("release").join("smalti")),
    })
}

/// One commit; `None` where it changes nothing that can be judged.
fn replay(options: &Options, commit: &str, subject: &str) -> io::Result<Option<Replayed>> {
    let before = format!("{commit}^");
    // The first commit has nothing before it.
    let Ok(names) = git(&options.repo, &["diff", "--name-only", "--diff-filter=M", &before, commit]) else { return Ok(None) };
    let files: Vec<&str> = names.lines().collect();
    if files.is_empty() || files.len() > MAX_FILES {
        return Ok(None);
    }
    let tree = options.out.join("tree");
    if tree.exists() {
        std::fs::remove_dir_all(&tree)?;
    }
    unpack(options, &before, &tree)?;
    let index = ["index", "build", "tree", "--quiet", "--no-history"];
    smalti(options, &index)?;
    let own = definitions(options, &files)?;
    let tokens = options.tokens.to_string();
    let pack = smalti(
        options,
        &[
            "context-pack",
            subject,
            "--view",
            "v1",
            "--max-tokens",
            &tokens,
            "--max-chars",
            "200000",
            "--repo",
            "tree",
            "--json",
            "--no-ledger",
            "--quiet",
        ],
    );
    // A message without a word that can be looked for asks for nothing.
    let Ok(pack) = pack else { return Ok(None) };
    let shown = pack["items"].as_array().cloned().unwrap_or_default();
    let both: Vec<&Value> = own.iter().chain(&shown).collect();
    std::fs::write(options.out.join("without.json"), json!({ "items": own }).to_string())?;
    std::fs::write(options.out.join("with.json"), json!({ "items": both }).to_string())?;
    std::fs::write(options.out.join("patch"), git(&options.repo, &["diff", "--no-color", "--no-ext-diff", &before, commit])?)?;
    unpack(options, commit, &tree)?;
    smalti(options, &index)?;
    let review = |pack: &str| smalti(options, &["critic", "--diff", "patch", "--pack", pack, "--repo", "tree", "--json", "--quiet"]);
    let (Ok(without), Ok(with)) = (review("without.json"), review("with.json")) else { return Ok(None) };
    let all = with["dependencies"]["all"].as_u64().unwrap_or(0);
    if all == 0 {
        return Ok(None);
    }
    let mut alarms: BTreeMap<String, u64> =
        with["counts"].as_object().into_iter().flatten().filter_map(|(kind, count)| Some((kind.clone(), count.as_u64()?))).collect();
    alarms.remove("missingDependency");
    let (without, with) = (known(&without, all), known(&with, all));
    Ok(Some(Replayed { commit: commit.to_owned(), subject: subject.to_owned(), all, without, with, alarms }))
}

/// How many of `all` a review says are shown.
fn known(review: &Value, all: u64) -> u64 {
    let shown = review["dependencies"]["shown"].to_string();
    let (whole, part) = shown.split_once('.').unwrap_or((&shown, ""));
    let millionths = whole.parse::<u64>().unwrap_or(0) * 1_000_000 + format!("{part:0<6}").parse::<u64>().unwrap_or(0);
    (millionths * all + 500_000) / 1_000_000
}

/// Writes the files of a commit into a folder, in place of those that are there; the index stays.
fn unpack(options: &Options, commit: &str, tree: &Path) -> io::Result<()> {
    std::fs::create_dir_all(tree)?;
    for entry in std::fs::read_dir(tree)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name == ".smalti") {
            continue;
        }
        if path.is_dir() { std::fs::remove_dir_all(path)? } else { std::fs::remove_file(path)? }
    }
    let archive = options.out.join("tree.tar");
    let output = format!("--output={}", std::path::absolute(&archive)?.display());
    git(&options.repo, &["archive", &output, commit])?;
    run_in(&options.out, Command::new("tar").args(["-xf", "tree.tar", "-C", "tree"]))?;
    Ok(())
}

/// The definitions of some files, as items of a pack.
fn definitions(options: &Options, files: &[&str]) -> io::Result<Vec<Value>> {
    let mut items = Vec::new();
    for file in files {
        let rows = smalti(options, &["index", "show", "symbols", "tree", "--where", &format!("path={file}"), "--json"])?;
        let rows = rows["rows"].as_array().cloned().unwrap_or_default();
        items.extend(rows.iter().map(|row| json!({ "file": file, "symbol": row["qualifiedName"] })));
    }
    Ok(items)
}

/// One line a commit.
fn line(replayed: &Replayed) -> String {
    let Replayed { commit, subject, all, without, with, alarms } = replayed;
    let alarms: Vec<String> = alarms.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    let subject: String = subject.chars().take(60).collect();
    format!(
        "{} {all:>4} {without:>4} {with:>4}  {subject}{}{}",
        &commit[..12.min(commit.len())],
        if alarms.is_empty() { "" } else { "  " },
        alarms.join(", ")
    )
}

/// The figures of all commits.
pub fn summary(all: &[Replayed]) -> Vec<String> {
    let sum = |of: fn(&Replayed) -> u64| all.iter().map(of).sum::<u64>();
    let (needed, without, with) = (sum(|it| it.all), sum(|it| it.without), sum(|it| it.with));
    let tenths = |part: u64| (part * 1000 + needed / 2).checked_div(needed).unwrap_or(0);
    let percent = |part: u64| format!("{}.{} %", tenths(part) / 10, tenths(part) % 10);
    let mut alarms: BTreeMap<&str, u64> = BTreeMap::new();
    for (kind, count) in all.iter().flat_map(|it| &it.alarms) {
        *alarms.entry(kind).or_default() += count;
    }
    let mut lines = vec![format!(
        "{} commits rest on {needed} definitions outside of their change; known from the changed files alone {} ({without}), with the pack {} ({with})",
        all.len(),
        percent(without),
        percent(with),
    )];
    lines.extend(alarms.iter().map(|(kind, count)| format!("false alarms, {kind}: {count}")));
    lines
}

fn git(repo: &Path, words: &[&str]) -> io::Result<String> {
    let output = run_in(repo, Command::new("git").args(words))?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}

/// The JSON that the program answers; null where it has nothing to say. A finding is an answer too.
fn smalti(options: &Options, words: &[&str]) -> io::Result<Value> {
    let binary = std::path::absolute(&options.binary)?;
    let output = Command::new(binary).args(words).current_dir(&options.out).output()?;
    if !matches!(output.status.code(), Some(0 | 1)) {
        return Err(io::Error::other(format!("smalti {}: {}", words.join(" "), String::from_utf8_lossy(&output.stderr))));
    }
    Ok(serde_json::from_slice(&output.stdout).unwrap_or_default())
}

fn run_in(folder: &Path, command: &mut Command) -> io::Result<Vec<u8>> {
    let output = command.current_dir(folder).output()?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_sums_over_commits() {
        let one = |all, without, with| Replayed {
            commit: "0123456789abcdef".to_owned(),
            subject: "mend it".to_owned(),
            all,
            without,
            with,
            alarms: BTreeMap::from([("unknownName".to_owned(), 1)]),
        };
        let lines = summary(&[one(6, 1, 4), one(2, 2, 2)]);
        assert!(lines[0].contains("2 commits rest on 8") && lines[0].contains("37.5 % (3)") && lines[0].contains("75.0 % (6)"), "{lines:?}");
        assert_eq!(lines[1], "false alarms, unknownName: 2");
        assert_eq!(line(&one(6, 1, 4)), "0123456789ab    6    1    4  mend it  unknownName 1");
        assert!(summary(&[])[0].contains("0.0 %"));
    }

    #[test]
    fn what_is_known_is_a_whole_part_of_all() {
        let of = |text: &str, all| known(&serde_json::from_str(text).unwrap(), all);
        assert_eq!(of(r#"{"dependencies":{"shown":0.333333}}"#, 3), 1);
        assert_eq!(of(r#"{"dependencies":{"shown":0.5}}"#, 4), 2);
        assert_eq!((of(r#"{"dependencies":{"shown":1}}"#, 7), of(r#"{"dependencies":{"shown":null}}"#, 7)), (7, 0));
    }

    #[test]
    fn words_are_pairs_that_are_known() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let read = options(Path::new("."), &words("--repo r --commits 3 --binary b --out o --max-tokens 2000")).unwrap();
        let expected = Options { repo: "r".into(), commits: 3, tokens: 2000, out: "o".into(), binary: "b".into() };
        assert_eq!(read, expected);
        for wrong in ["--commits 3", "--repo", "--repo r --commits many", "--repo r --what 3"] {
            assert!(options(Path::new("."), &words(wrong)).is_err(), "{wrong}");
        }
    }
}
