//! `cargo xtask calibrate --gold DIR --repos DIR [--write]`: fits the confidence of every rule, per language and kind of use, to compiler gold.
//!
//! A cell's confidence is `(right + K * prior) / (all + K)`: its measured precision, drawn towards the rule's precision over all languages, which stands
//! where nothing was measured (a beta prior of K pseudo-counts; Gelman et al., "Bayesian Data Analysis", section 2.4). How good such confidences are is
//! measured leave-one-repository-out: each repository's edges are held against a fit of the others. What compilers said of repositories beside the gold
//! (`beside.rs`) is part of every fit and is not itself held against one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;
use std::path::Path;

use serde_json::Value;

use crate::beside;
use crate::edges::{self, Options, Rows, number};
use crate::{Call, Finding, Report, cargo};

/// Pseudo-counts of the prior.
const K: f64 = 20.0;

/// What the scorer calls an edge type, and the variant of `Use` that it measures.
const USES: &[(&str, &str)] = &[("call", "Call"), ("import", "Import"), ("inherit", "Inherit"), ("use", "Mention")];

/// The generated table.
const TABLE: &str = "src/link/outcome/measured.rs";

/// Right and wrong edges.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    right: f64,
    wrong: f64,
}

impl Counts {
    fn all(self) -> f64 {
        self.right + self.wrong
    }

    fn add(&mut self, other: Self) {
        self.right += other.right;
        self.wrong += other.wrong;
    }
}

/// Language, variant of `Use`, rule.
type Cell = (String, &'static str, String);

/// What one repository says of every cell.
struct Measured {
    repository: String,
    cells: BTreeMap<Cell, Counts>,
}

/// Builds, scores every rule by itself, fits, prints and, with `--write`, writes the table.
///
/// # Errors
/// What the disk or a child process refused.
pub fn run(root: &Path, call: &Call) -> io::Result<Report> {
    let mut report = Report::default();
    let mut words = call.words.clone();
    let write = words.iter().any(|word| word == "--write");
    words.retain(|word| word != "--write");
    let Ok(options) = edges::options(&cargo::target(root)?, &words) else {
        report.findings.push(Finding::new(
            "calibrate",
            0,
            "usage: cargo xtask calibrate --gold DIR --repos DIR [--out DIR] [--binary FILE] [--write]",
        ));
        return Ok(report);
    };
    let measured = measure(&options, &mut report)?;
    let beside = beside();
    let fit = Fit::of(measured.iter().chain(&beside));
    report.notes.push(fit.page());
    let [all, left_out] = reliabilities(&measured, &beside, &fit);
    report.notes.push(format!("all repositories       {all}"));
    report.notes.push(format!("leave one out          {left_out}"));
    if write {
        std::fs::write(root.join(TABLE), fit.table(&std::fs::read_to_string(root.join(TABLE))?))?;
        report.notes.push(format!("wrote {TABLE}"));
    }
    Ok(report)
}

/// What every rule is worth by the gold, for people.
pub struct ByRule {
    /// Language, kind of use, rule, confidence in thousandths, right edges and all.
    pub rows: Vec<(String, &'static str, String, u32, [u64; 2])>,
    /// How good the confidences are of a fit of all repositories, and of fits without the one that is held against it.
    pub reliability: [String; 2],
}

/// Measures every rule by itself.
///
/// # Errors
/// What the disk or a child process refused.
pub fn by_rule(options: &Options, report: &mut Report) -> io::Result<ByRule> {
    let measured = measure(options, report)?;
    let beside = beside();
    let fit = Fit::of(measured.iter().chain(&beside));
    let reliability = reliabilities(&measured, &beside, &fit);
    let gold = Fit::of(measured.iter());
    let kind = |what: &str| USES.iter().find(|(_, name)| *name == what).map_or("", |(kind, _)| *kind);
    let rows = gold.cells.iter().map(|(cell, counts)| {
        let counts = [counts.right, counts.all()].map(whole);
        (cell.0.clone(), kind(cell.1), cell.2.clone(), thousandths(fit.confidence(cell)), counts)
    });
    Ok(ByRule { rows: rows.collect(), reliability })
}

/// The repositories that a compiler was asked of beside the gold.
fn beside() -> Vec<Measured> {
    let measured = |(language, repository, what, rule, right, wrong): &beside::Row| Measured {
        repository: (*repository).to_owned(),
        cells: BTreeMap::from([(((*language).to_owned(), *what, (*rule).to_owned()), Counts { right: f64::from(*right), wrong: f64::from(*wrong) })]),
    };
    beside::ROWS.iter().map(measured).collect()
}

fn measure(options: &Options, report: &mut Report) -> io::Result<Vec<Measured>> {
    let folder = options.out.join("rules");
    if folder.is_dir() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let mut rules = BTreeSet::new();
    let mut repositories = Vec::new();
    for name in edges::names(&options.gold)? {
        let repo = options.repos.join(&name);
        if !repo.is_dir() {
            report.notes.push(format!("{name}: no checkout at {}", repo.display()));
            continue;
        }
        let rows = Rows::of(options, &name, &repo)?;
        for rule in rows.rules() {
            let of_rule = folder.join(&rule);
            std::fs::create_dir_all(&of_rule)?;
            std::fs::write(of_rule.join(format!("{name}.jsonl")), rows.by(&rule))?;
            rules.insert(rule);
        }
        repositories.push(name);
    }
    let languages = languages(options, &repositories)?;
    let mut measured: Vec<Measured> = repositories.into_iter().map(|repository| Measured { repository, cells: BTreeMap::new() }).collect();
    for rule in rules {
        let scores = scores(options, &folder.join(&rule), &["--per-repo"])?;
        for it in &mut measured {
            let Some(language) = languages.get(&it.repository) else { continue };
            for (kind, what) in USES {
                let of_kind = &scores[&it.repository][*kind];
                let [right, wrong] = ["tp", "fp"].map(|count| float(number(&of_kind[count])));
                if right + wrong > 0.0 {
                    it.cells.insert((language.clone(), *what, rule.clone()), Counts { right, wrong });
                }
            }
        }
    }
    Ok(measured)
}

/// The language of each repository, as the gold calls it: the one language that its own score is printed under.
fn languages(options: &Options, repositories: &[String]) -> io::Result<BTreeMap<String, String>> {
    let mut languages = BTreeMap::new();
    for name in repositories {
        let folder = options.out.join("language");
        std::fs::create_dir_all(&folder)?;
        let file = folder.join(format!("{name}.jsonl"));
        std::fs::write(&file, "")?;
        let scores = scores(options, &folder, &[])?;
        std::fs::remove_file(&file)?;
        let language = scores.as_object().into_iter().flatten().map(|(title, _)| title.clone()).find(|title| title != "ALL" && title != "MACRO");
        languages.extend(language.map(|language| (name.clone(), language)));
    }
    Ok(languages)
}

fn scores(options: &Options, edges: &Path, words: &[&str]) -> io::Result<Value> {
    let answer = options.out.join("scores.json");
    let mut all: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    all.extend(["--json".to_owned(), answer.to_string_lossy().into_owned()]);
    edges::score(options, edges, &all)?;
    serde_json::from_str(&std::fs::read_to_string(&answer)?).map_err(io::Error::other)
}

/// Confidences fitted to some repositories.
#[derive(Clone, Debug, Default)]
struct Fit {
    cells: BTreeMap<Cell, Counts>,
    rules: BTreeMap<String, Counts>,
}

impl Fit {
    fn of<'a>(measured: impl Iterator<Item = &'a Measured>) -> Self {
        let mut fit = Self::default();
        for (cell, counts) in measured.flat_map(|it| &it.cells) {
            fit.cells.entry(cell.clone()).or_default().add(*counts);
            fit.rules.entry(cell.2.clone()).or_default().add(*counts);
        }
        fit
    }

    /// The precision of a rule over everything measured; a rule that was never measured is as good as a coin.
    fn prior(&self, rule: &str) -> f64 {
        let counts = self.rules.get(rule).copied().unwrap_or_default();
        (counts.right + 0.5 * 2.0) / (counts.all() + 2.0)
    }

    fn confidence(&self, cell: &Cell) -> f64 {
        let counts = self.cells.get(cell).copied().unwrap_or_default();
        (counts.right + K * self.prior(&cell.2)) / (counts.all() + K)
    }

    fn page(&self) -> String {
        let mut page = "precision by language, kind of use and rule: confidence, right of all\n".to_owned();
        for (cell, counts) in &self.cells {
            let (language, what, rule) = cell;
            let _ = writeln!(page, "{language:12} {what:8} {rule:18} {:.3}  {:6} of {:6}", self.confidence(cell), counts.right, counts.all());
        }
        for rule in self.rules.keys() {
            let _ = writeln!(page, "{:12} {:8} {rule:18} {:.3}", "any", "", self.prior(rule));
        }
        page
    }

    /// The generated file: what stands before the table, then a row a cell in the order of the enums.
    fn table(&self, before: &str) -> String {
        let head = before.split("pub static MEASURED").next().unwrap_or_default();
        let mut text = format!("{head}pub static MEASURED: &[(&str, Use, Rule, u32)] = &[\n");
        let mut cells: Vec<&Cell> = self.cells.keys().collect();
        let order = |cell: &Cell| (cell.0.clone(), USES.iter().position(|(_, what)| *what == cell.1), RULES.iter().position(|rule| *rule == cell.2));
        cells.sort_by_key(|cell| order(cell));
        // Below one half a site is settled no more and so measured no more; where a rule is right everywhere else that is a gap of the gold.
        let stands = |cell: &Cell| self.confidence(cell) >= 0.5 || self.prior(&cell.2) < 0.5;
        for cell in cells.into_iter().filter(|cell| RULES.contains(&cell.2.as_str()) && stands(cell)) {
            let _ =
                writeln!(text, "    (\"{}\", Use::{}, Rule::{}, {}),", cell.0, cell.1, variant(&cell.2), thousandths(self.confidence(cell)) * 1_000);
        }
        text.push_str("];\n");
        text
    }
}

/// The words of `src/link/outcome/rules.rs`, in its order. Of `held-module` gold of few repositories says too little: what it says is the same everywhere.
const RULES: &[&str] = &[
    "local-scope",
    "import-binding",
    "module-member",
    "re-export",
    "self-member",
    "static-member",
    "same-namespace",
    "declared-type",
    "constructor-flow",
    "implicit-self",
    "wildcard-import",
    "return-type",
    "overload",
    "element-type",
    "convention",
    "local-flow",
    "unique-member",
];

/// `local-scope` as `LocalScope`; the one rule whose word is longer than its name is `wildcard-import`.
fn variant(rule: &str) -> String {
    if rule == "wildcard-import" {
        return "Wildcard".to_owned();
    }
    rule.split('-').map(|part| part[..1].to_uppercase() + &part[1..]).collect()
}

/// Rounded down; never certainty.
fn thousandths(share: f64) -> u32 {
    (0..=999).rev().find(|number| f64::from(*number) <= share * 1_000.0).unwrap_or(0)
}

/// How good the confidences are of the fit of all repositories, and of fits without the one that is held against it.
fn reliabilities(measured: &[Measured], beside: &[Measured], fit: &Fit) -> [String; 2] {
    let without = |left_out: &str| Fit::of(measured.iter().filter(|it| it.repository != left_out).chain(beside));
    [reliability(measured, |_| fit.clone()), reliability(measured, without)]
}

/// Expected calibration error in ten bins, and the share of right edges among those of 0.9 and more.
fn reliability(measured: &[Measured], fit: impl Fn(&str) -> Fit) -> String {
    let mut bins = [(0.0, 0.0, 0.0); 10];
    let mut sure = Counts::default();
    for it in measured {
        let fit = fit(&it.repository);
        for (cell, counts) in &it.cells {
            let confidence = f64::from(thousandths(fit.confidence(cell))) / 1_000.0;
            let bin = (0..10).rev().find(|bin| f64::from(*bin) <= confidence * 10.0).unwrap_or(0);
            if let Some(bin) = bins.get_mut(usize::try_from(bin).unwrap_or(0)) {
                bin.0 += counts.all();
                bin.1 += counts.right;
                bin.2 += confidence * counts.all();
            }
            if confidence >= 0.9 {
                sure.add(*counts);
            }
        }
    }
    let all: f64 = bins.iter().map(|bin| bin.0).sum();
    let error: f64 = bins.iter().map(|bin| (bin.1 - bin.2).abs()).sum::<f64>() / all.max(1.0);
    format!(
        "calibration error {error:.4} over {all} edges; of {} edges at 0.9 and above {:.2}% are right",
        sure.all(),
        100.0 * sure.right / sure.all().max(1.0)
    )
}

/// A count that was summed as a number with a fraction.
fn whole(count: f64) -> u64 {
    format!("{count:.0}").parse().unwrap_or_default()
}

fn float(count: u64) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(repository: &str, right: f64, wrong: f64) -> Measured {
        let cell = ("go".to_owned(), "Call", "local-scope".to_owned());
        Measured { repository: repository.to_owned(), cells: BTreeMap::from([(cell, Counts { right, wrong })]) }
    }

    #[test]
    fn a_cell_is_its_precision_drawn_towards_the_rule() {
        let fit = Fit::of([measured("a", 90.0, 10.0)].iter());
        let prior = 91.0 / 102.0;
        assert!((fit.prior("local-scope") - prior).abs() < 1e-9);
        let cell = ("go".to_owned(), "Call", "local-scope".to_owned());
        assert!((fit.confidence(&cell) - (90.0 + K * prior) / (100.0 + K)).abs() < 1e-9);
        let unseen = ("java".to_owned(), "Call", "local-scope".to_owned());
        assert!((fit.confidence(&unseen) - prior).abs() < 1e-9);
    }

    #[test]
    fn a_repository_is_held_against_the_others() {
        let both = [measured("a", 100.0, 0.0), measured("b", 0.0, 100.0)];
        let without = |left_out: &str| Fit::of(both.iter().filter(|it| it.repository != left_out));
        let line = reliability(&both, without);
        assert!(line.starts_with("calibration error 0.9"), "{line}");
    }

    #[test]
    fn what_stands_beside_the_gold_is_part_of_a_fit() {
        let all = beside();
        let known = |(_, what, rule): &Cell| USES.iter().any(|(_, use_)| use_ == what) && RULES.contains(&rule.as_str());
        assert!(all.iter().flat_map(|it| it.cells.keys()).all(known));
        let cell = ("javascript".to_owned(), "Call", "re-export".to_owned());
        let few = Measured { repository: "a".to_owned(), cells: BTreeMap::from([(cell.clone(), Counts { right: 43.0, wrong: 9.0 })]) };
        let share = Fit::of(std::iter::once(&few).chain(&all)).confidence(&cell);
        assert!((0.9..0.98).contains(&share), "{share}");
    }

    #[test]
    fn the_table_has_the_order_of_the_enums() {
        let fit = Fit::of([measured("a", 99.0, 1.0)].iter());
        let text = fit.table("//! Head.\npub static MEASURED: old");
        assert!(text.starts_with("//! Head.\npub static MEASURED"));
        assert!(text.contains("(\"go\", Use::Call, Rule::LocalScope, "));
    }

    #[test]
    fn words_become_names_of_variants() {
        assert_eq!(variant("same-namespace"), "SameNamespace");
        assert_eq!(variant("wildcard-import"), "Wildcard");
    }
}
