//! The page `docs/accuracy.md`, written by `cargo xtask edges --write`: how right the edges are, losses included.

use std::fmt::Write as _;

use serde_json::Value;

use crate::edges::number;

/// Edge types of the scorer and what the page calls them.
const TYPES: &[(&str, &str)] =
    &[("call", "call"), ("use", "use"), ("inherit", "inherit"), ("import", "import of a symbol"), ("import_file", "import, file to file")];

/// The page. `scores` is the scorer's JSON, `printed` what it printed, `census` the shares of sites.
pub fn page(scores: &Value, printed: &str, census: &str, repositories: &[String]) -> String {
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
    page.push_str("```\n\n## How sites end\n\nThe share of the sites of each role by how they ended; unresolved and dynamic ones stand beside the recall above.\n\n```\n");
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
        let page = page(&scores, "go call 1\n  ECE 0.003  Brier 0.1  n=3\n", "chi call 5\n", &["chi".to_owned()]);
        assert!(page.contains("| go | call | 10 | 9 | 98.7 | 90.0 | 94.0 |"));
        assert!(!page.contains("| go | use |"));
        assert!(page.contains("| mean over languages | call | | | 90.0 | 80.0 | 85.0 |"));
        assert!(page.contains("ECE 0.003"));
        assert!(page.contains("chi call 5"));
    }
}
