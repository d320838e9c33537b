//! How tests of languages read: what an extraction says, a line a fact; and what must hold for every query.

use crate::base::codes;
use crate::base::span::ByteSpan;
use crate::languages::extract::extract;
use crate::languages::{LANGUAGES, Language, Tier, testing};
use crate::shard::Shard;
use crate::shard::expr::{Expr, ExprId};
use crate::shard::facts::Imported;

/// Compares the definitions of `text`: `kind qualified.name`, a line each.
pub fn symbols(language: &Language, text: &str, expected: &str) {
    compare(&testing::symbols(&extract(language, text)), expected);
}

/// Compares the uses in `text`: `role name = what it names`, a line each.
pub fn sites(language: &Language, text: &str, expected: &str) {
    let shard = extract(language, text);
    let shown: Vec<String> = shard.body.sites.iter().map(|it| format!("{} {} = {}", it.role.word(), it.name, expr(&shard, it.target))).collect();
    compare(&shown, expected);
}

/// Compares the heads of the definitions of `text`, a line each.
pub fn signatures(language: &Language, text: &str, expected: &str) {
    let shown: Vec<String> = extract(language, text).body.places.iter().map(|it| it.signature.clone()).collect();
    compare(&shown, expected);
}

/// Compares the chunks of `text`: `name: first line`, a line each.
pub fn chunks(language: &Language, text: &str, expected: &str) {
    let shard = extract(language, text);
    let first = |span: ByteSpan| span.text(text).lines().next().unwrap_or("");
    let shown: Vec<String> = shard.body.chunks.iter().map(|it| format!("{}: {}", it.name, first(it.span))).collect();
    compare(&shown, expected);
}

fn compare(shown: &[String], expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(shown, expected, "\n{}\n", shown.join("\n"));
}

/// An expression of the body; an import with the module and what it takes of it.
fn expr(shard: &Shard, id: ExprId) -> String {
    testing::show_with(shard, &shard.body.exprs, id, &|expr| {
        let Expr::Import(index) = expr else { return None };
        let import = &shard.facts.imports[*index as usize];
        Some(match &import.imported {
            Imported::Item(item) => format!("Import({}:{item})", import.module),
            Imported::Wildcard => format!("Import({}:*)", import.module),
            _ => format!("Import({})", import.module),
        })
    })
}

#[test]
fn every_query_compiles() {
    for language in LANGUAGES.iter().filter(|language| language.tier > Tier::A) {
        let shard = extract(language, "x");
        let broken = shard.body.problems.iter().find(|problem| problem.code == codes::P_PARSE_BOUND.name);
        assert!(broken.is_none(), "{}: {broken:?}", language.id);
    }
}
