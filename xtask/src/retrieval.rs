//! The page `docs/retrieval.md`: what the scorer does and its weights, read from the code, and how well it finds, as `cargo xtask fit DIR --page` measured it.
//!
//! `cargo xtask codegen` keeps the part that is read from the code fresh; scores that were measured with other weights are a finding.

use std::fmt::Write as _;

use crate::Finding;
use crate::code;
use crate::tree::{File, source};

/// Where the page lies.
pub const PATH: &str = "docs/retrieval.md";
const START: &str = "<!-- scores: `cargo xtask fit DIR --page` -->\n";
const END: &str = "<!-- end of scores -->\n";
const FEATURES: &str = "src/retrieve/features.rs";
const FITTED: &str = "src/retrieve/fitted.rs";
const WEIGHTS: &str = "src/retrieve/weights.rs";
/// One, in the units of weights.
const UNIT: f64 = 65_536.0;

/// What each signal of `features` says.
const SIGNALS: &[(&str, &str)] = &[
    ("bare", "terms of the chunk's own fields, without its path"),
    ("bestChunk", "the best chunk of the file by all fields"),
    ("commits", "its three most similar commits one by one, each the less the more files it changed"),
    ("coverage", "the weight of the terms that are there at all"),
    ("file", "the score of its file"),
    ("fileRank", "one over the place of its file among files"),
    ("folder", "the share of its folder in the score of the best files"),
    ("isModule", "it stands between definitions"),
    ("isType", "it is the head of a type"),
    ("messages", "terms in the messages of the commits that changed it"),
    ("name", "terms in the qualified name"),
    ("names", "definitions that the query names, spells out or nearly names"),
    ("own", "BM25F over name, signature, doc, body and path"),
    ("path", "terms in the path"),
    ("place", "the score of the file over its place among the chunks of the file"),
    ("recency", "how lately it changed"),
    ("size", "its length: of a file the logarithm, of a chunk a share that nears one"),
    ("text", "BM25 over the whole file"),
    ("used", "what good chunks call and use"),
    ("uses", "what calls and uses good chunks"),
    ("wholeName", "every word of its name is in the query"),
];

/// The page, with the scores that it has or those that are given.
///
/// # Errors
/// A [`Finding`] where a table cannot be read, or the scores were measured with other weights.
pub fn page(files: &[File], scores: Option<&str>) -> Result<String, Finding> {
    let digest = digest(files)?;
    let mut page = TEXT.to_owned();
    for (title, list) in [("files", "FILE"), ("chunks", "CHUNK")] {
        signals(files, title, list, &mut page)?;
    }
    by_hand(files, &mut page)?;
    let present = files.iter().find(|file| file.path == PATH).and_then(|file| file.text.split_once(START)?.1.split_once(END)).map(|it| it.0);
    let mark = format!("Weights `{digest}`.\n");
    let scores = match (scores, present) {
        (Some(measured), _) => format!("{mark}\n{measured}"),
        (None, Some(present)) if present.starts_with(&mark) => present.to_owned(),
        _ => return Err(Finding::new(PATH, 0, "its scores are not of these weights: run `cargo xtask fit DIR --page` with the data of the fit")),
    };
    let _ = write!(page, "\n## How well it finds\n\n{START}{scores}{END}");
    Ok(page)
}

const TEXT: &str = "# How code is found

A query is taken apart into terms (words, and the parts of `camelCase` and `snake_case` names, with their stems), names in code style, places (`path`, `path:line`,
frames of stack traces) and quoted text. Words that say what is to be done (`fix`, `add`, `support`) and bare numbers are no terms
unless there are no others in the index, or a writer quotes them. Of the forms of issue trackers, comments, lists to tick off and what was not filled in are left out; headings, tables of versions and code between
fences count less, and all that follows the title counts at most twice as much as the title does. Every chunk (a function, the head of a type, what stands between) and every file then gets a score:

1. BM25F in integers over the fields of each chunk, and BM25 over whole files, over paths, over the messages of all commits of a file, and over commits one by one:
   the three that are most like the query speak for the files that they changed.
2. Signals beside the text: definitions that the query names, neighbors along call and usage edges, how lately a file changed, its folder, its size.
3. Each signal becomes a share of its best, is multiplied by its weight, and the sum by what the class of the file counts: tests, examples, generated and vendored
   code stand behind the code that they are about. A folder called `benchmark` or `examples` is none of them where code
   outside of such folders uses what it defines.
4. What the query names outright wins over all of that: a line, a definition whose name is the whole query, the one definition of a name
   that stands in the title in ticks, behind the name of its type or in code style, a quoted text, a file. A definition without a chunk of its own, as a constant is, is shown by the chunk that covers its name.

Files and chunks are ranked apart. A pack takes five chunks by their score over the 128th root of one plus their size, where each counts 96 percent for every
better one of its file, so that one file does not take all of these places, and all others by their score over the fourth root, since a pack pays for size. What only the graph brings in stands behind strong seeds in the order of candidates (but for the intent `impact`), and each section
of a pack has its share of the tokens first: of a small pack strong seeds may be missing while callers or tests have their place. Of a long
chunk far below the best the first lines are shown, the fewer the further its score is from the best, and the rest of it follows when all others had their turn:
in packs by the fourth power of its share of the best score, and not where places are scarcer than tokens; where only places are asked for, by the sixteenth,
and `symbols@2k` and `symbols@8k` below are counted there. No step has a float, a clock or a random number in it.

Weights are those of a linear model under a softmax over the candidates of each query, with a ridge, rounded to integers (`cargo xtask fit`).
";

/// A table of signals with their fitted weights.
fn signals(files: &[File], title: &str, list: &str, page: &mut String) -> Result<(), Finding> {
    let names = source(files, FEATURES)?;
    let body = between(names, &format!("pub const {list}: "), "];").ok_or_else(|| Finding::new(FEATURES, 0, format!("holds no list `{list}`")))?;
    let names: Vec<&str> = body.split('"').skip(1).step_by(2).collect();
    let field = format!("{}: [", list.to_lowercase());
    let weights = between(source(files, FITTED)?, &field, "]").ok_or_else(|| Finding::new(FITTED, 0, format!("holds no weights `{field}`")))?;
    let weights: Vec<f64> = weights.split(',').filter_map(|weight| weight.trim().replace('_', "").parse().ok()).collect();
    if names.len() != weights.len() || names.is_empty() {
        return Err(Finding::new(FITTED, 0, format!("has {} weights for the {} signals of {title}", weights.len(), names.len())));
    }
    let _ = write!(page, "\n## Signals of {title}\n\n| signal | weight | what it says |\n|---|--:|---|\n");
    for (name, weight) in names.iter().zip(weights) {
        let says =
            SIGNALS.iter().find(|it| it.0 == *name).ok_or_else(|| Finding::new(FEATURES, 0, format!("`{name}` has no words in {}", file!())))?.1;
        let _ = writeln!(page, "| `{name}` | {:.3} | {says} |", weight / UNIT);
    }
    Ok(())
}

/// The weights that are set by hand, each with its doc comment.
fn by_hand(files: &[File], page: &mut String) -> Result<(), Finding> {
    let _ = write!(page, "\n## Set by hand\n\n| weight | percent | what it is |\n|---|--:|---|\n");
    let (mut doc, mut rows): (Vec<&str>, u32) = (Vec::new(), 0);
    for line in source(files, WEIGHTS)?.lines() {
        if let Some(more) = line.strip_prefix("/// ") {
            doc.push(more.trim());
            continue;
        }
        let percent = |text: &str| between(text, "percent(", ")").map(str::to_owned);
        if let Some((name, value)) = line.strip_prefix("pub const ").and_then(|rest| rest.split_once(": u64 = ")) {
            if let Some(value) = percent(value) {
                let _ = writeln!(page, "| `{name}` | {value} | {} |", doc.join(" "));
                rows += 1;
            }
        } else if let (Some((case, _)), Some(value)) = (line.trim().split_once(" => "), percent(line)) {
            let _ = writeln!(page, "| {} | {value} | {} |", case.replace('|', "or"), doc.join(" "));
            rows += 1;
            continue;
        }
        if !line.starts_with([' ', '}']) && !line.contains("fn ") {
            doc.clear();
        }
    }
    if rows == 0 { Err(Finding::new(WEIGHTS, 0, "holds no weights")) } else { Ok(()) }
}

/// 16 hexadecimal digits over the code of the weights, comments left out (FNV-1a).
fn digest(files: &[File]) -> Result<String, Finding> {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for path in [FEATURES, FITTED, WEIGHTS] {
        let text = source(files, path)?;
        for byte in code::strip(text.split("#[cfg(test)]").next().unwrap_or(text)).bytes().filter(|byte| !byte.is_ascii_whitespace()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    Ok(format!("{hash:016x}"))
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start)?.1.split_once(end).map(|it| it.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(weight: &str) -> Vec<File> {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        vec![
            file(FEATURES, "pub const FILE: [&str; 2] = [\"text\", \"size\"];\npub const CHUNK: [&str; 1] = [\"own\"];\n"),
            file(FITTED, &format!("Weights {{\n    file: [32768, {weight}],\n    chunk: [65536],\n}};\n")),
            file(
                WEIGHTS,
                "/// How much\n/// it counts.\npub const PATH: u64 = percent(200);\nfn f() {\n        \"code\" | \"x\" => percent(10),\n}\n",
            ),
        ]
    }

    #[test]
    fn a_page_holds_weights_and_scores_and_scores_of_other_weights_are_found() {
        let mut all = files("-655");
        assert!(page(&all, None).is_err(), "nothing was measured yet");
        let first = page(&all, Some("| nl | 1.0 |\n")).unwrap();
        for row in
            ["| `text` | 0.500 | BM25 over the whole file |", "| `size` | -0.010 |", "| `own` | 1.000 |", "| `PATH` | 200 | How much it counts. |"]
        {
            assert!(first.contains(row), "{row}\n{first}");
        }
        assert!(first.contains("| \"code\" or \"x\" | 10 |") && first.ends_with("| nl | 1.0 |\n<!-- end of scores -->\n"), "{first}");
        all.push(File { path: PATH.to_owned(), text: first.clone() });
        assert_eq!(page(&all, None).unwrap(), first);
        let mut others = files("-656");
        others.push(File { path: PATH.to_owned(), text: first });
        assert!(page(&others, None).unwrap_err().message.contains("cargo xtask fit"));
    }
}
