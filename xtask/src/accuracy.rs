//! The page `docs/accuracy.md`, written by `cargo xtask edges --write`: how right the edges are, losses included.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use crate::calibrate::ByRule;
use crate::claims::Claims;
use crate::edges::{number, share};

/// Edge types of the scorer and what the page calls them.
const TYPES: &[(&str, &str)] =
    &[("call", "call"), ("use", "use"), ("inherit", "inherit"), ("import", "import of a symbol"), ("import_file", "import, file to file")];

/// What was measured.
pub struct Accuracy<'a> {
    /// The scorer's JSON.
    pub scores: &'a Value,
    /// What the scorer printed.
    pub printed: &'a str,
    /// Shares of sites by how they ended.
    pub census: &'a str,
    pub repositories: &'a [String],
    pub rules: &'a ByRule,
    /// What sites without an edge say, by language and claim.
    pub claims: &'a BTreeMap<(String, String), Claims>,
}

/// The page.
pub fn page(accuracy: &Accuracy<'_>) -> String {
    let Accuracy { scores, printed, census, repositories, rules, claims } = accuracy;
    let mut page = String::from(HEAD);
    let _ = writeln!(page, "Repositories: {}.\n", repositories.join(", "));
    page.push_str(
        "## Precision, recall, F1\n\n| language | edges | in the gold | found | precision | recall | F1 |\n|---|---|--:|--:|--:|--:|--:|\n",
    );
    let languages: Vec<(&String, &Value)> = scores.as_object().into_iter().flatten().filter(|(title, _)| *title != "MACRO").collect();
    for (language, types) in languages {
        for (kind, name) in TYPES {
            let cell = &types[*kind];
            if number(&cell["gold"]) > 0 {
                let shares = ["p", "r", "f1"].map(|share| percent(&cell[share]));
                let title = if language == "ALL" { "all edges together" } else { language };
                let _ = writeln!(page, "| {title} | {name} | {} | {} | {} |", number(&cell["gold"]), number(&cell["sys"]), shares.join(" | "));
            }
        }
    }
    for (kind, name) in TYPES {
        let mean = &scores["MACRO"][*kind];
        if mean.is_object() {
            let shares = ["p", "r", "f1"].map(|share| percent(&mean[share]));
            let _ = writeln!(page, "| mean over languages | {name} | | | {} |", shares.join(" | "));
        }
    }
    page.push_str("\n## Recall of calls by receiver, and reliability of confidences\n\nPer language, then over all.\n\n```\n");
    for line in printed.lines().filter(|line| is_detail(line)) {
        page.push_str(line.trim_end());
        page.push('\n');
    }
    page.push_str("```\n\n## By rule\n\n");
    page.push_str(RULES);
    for (language, kind, rule, confidence, [right, all]) in &rules.rows {
        let confidence = f64::from(*confidence) / 1_000.0;
        let _ = writeln!(page, "| {language} | {kind} | {rule} | {confidence:.3} | {right} | {all} | {:.1} |", 100.0 * share(*right, *all));
    }
    let [all, left_out] = &rules.reliability;
    let _ = write!(page, "\nConfidences fitted to all repositories: {all}.\n\nEach repository held against a fit of the others: {left_out}.\n");
    page.push_str("\n## What sites without an edge say\n\n");
    page.push_str(CLAIMS);
    for ((language, claim), it) in *claims {
        let _ = writeln!(page, "| {language} | {claim} | {} | {} | {:.2} |", it.all, it.untrue, 100.0 * share(it.untrue, it.all));
    }
    page.push_str("\n## How sites end\n\nThe share of the sites of each role by how they ended; unresolved and dynamic ones stand beside the recall above.\n\n```\n");
    page.push_str(census);
    page.push_str("```\n");
    page
}

const HEAD: &str = "<!-- Written by `cargo xtask edges --write`. -->

# How right the edges are

Edges of confidence 0.5 and above, held against edges that type checkers made (scip-python, scip-typescript, rust-analyzer, go/types, javac, libclang). An edge is right when
the gold holds the same pair of definitions; an edge whose target the type checker could not tell counts as neither. The gold has limits of its own: one platform's build
tags, files that its project settings leave out, headers that an include guard skips and forward declarations count against edges that a reader would call right.

";

const RULES: &str = "Edges of sites that have one target, by the rule that found it, where the gold looks; names in annotations that are texts are left out, which the gold holds next to none of.
The confidence is that of the table that builds use: what was measured here and on repositories beside, drawn towards what the rule is worth in all languages.

| language | edges | rule | confidence | right | of | precision |
|---|---|---|--:|--:|--:|--:|
";

const CLAIMS: &str = "Sites (imports left out) that lead outside or nowhere, and how many of them the type checker leads to a definition of the repository. Fields, variants, locals and macros are not
in the gold.

| language | what is said | sites | untrue | % |
|---|---|--:|--:|--:|
";

/// Lines of the scorer about receivers and confidences, with the language they belong to.
fn is_detail(line: &str) -> bool {
    line.starts_with("    call ")
        || line.contains("ECE")
        || line.trim_start().starts_with("conf ")
        || line.split_whitespace().nth(1) == Some("call_anytype")
}

fn percent(share: &Value) -> String {
    share.as_f64().map_or_else(|| "-".to_owned(), |share| format!("{:.1}", 100.0 * share))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_holds_every_language_with_gold_and_the_means() {
        let cell = |gold: u64| json!({"gold": gold, "sys": 9, "p": 0.987, "r": 0.9, "f1": 0.94});
        let scores =
            json!({"go": {"call": cell(10), "use": cell(0)}, "ALL": {"call": cell(10)}, "MACRO": {"call": {"p": 0.9, "r": 0.8, "f1": 0.85}}});
        let rules = ByRule {
            rows: vec![("go".to_owned(), "call", "local-scope".to_owned(), 998, [9, 10])],
            reliability: ["error 0.1".to_owned(), "error 0.2".to_owned()],
        };
        let claims = BTreeMap::from([(("go".to_owned(), "no-such-member".to_owned()), Claims { all: 8, untrue: 2 })]);
        let page = page(&Accuracy {
            scores: &scores,
            printed: "go call 1\n  ECE 0.003  Brier 0.1  n=3\n",
            census: "chi call 5\n",
            repositories: &["chi".to_owned()],
            rules: &rules,
            claims: &claims,
        });
        assert!(page.contains("| go | call | 10 | 9 | 98.7 | 90.0 | 94.0 |"));
        assert!(!page.contains("| go | use |"));
        assert!(page.contains("| mean over languages | call | | | 90.0 | 80.0 | 85.0 |"));
        assert!(page.contains("ECE 0.003"));
        assert!(page.contains("chi call 5"));
        assert!(page.contains("| go | call | local-scope | 0.998 | 9 | 10 | 90.0 |"));
        assert!(page.contains("the others: error 0.2."));
        assert!(page.contains("| go | no-such-member | 8 | 2 | 25.00 |"));
    }
}
