//! Rows of risks.

use super::{FileInput, FileRows, GraphInput};
use crate::artifacts::risks::{self, Risk};
use crate::base::secret::Secret;
use crate::base::span::{ByteSpan, LineMap};
use crate::rules::secrets;
use crate::shard::facts::Flags;

/// Pushes the risks of a file.
pub fn risk_rows(rows: &mut FileRows, input: &FileInput<'_>, graph: Option<(&GraphInput<'_>, &LineMap)>) -> Result<(), serde_json::Error> {
    let mut found: Vec<Risk<'_>> = Vec::new();
    if input.class == "generated" {
        found.push(of_file(input, "generated", "file", input.class_reason));
    }
    // A path of which no file is known has nothing to label.
    for rule in input.labels.iter().filter(|_| input.walked) {
        if let Some(glob) = rule.of_path(input.path) {
            found.push(of_file(input, "label", &rule.label, glob));
        }
    }
    for spotted in input.secrets {
        push_secret(&mut found, input, &spotted.secret, spotted.line, None);
    }
    if let Some((graph, map)) = graph {
        for secret in &graph.body.secrets {
            push_secret(&mut found, input, secret, map.line(secret.span.start), around(graph, secret.span));
        }
        for (symbol, place) in graph.loaded.facts.symbols.iter().zip(&graph.body.places) {
            if symbol.flags.has(Flags::UNSAFE) {
                found.push(of_place(input, graph, map, ("unsafe", "definition", "declared unsafe"), place.span));
            }
        }
        for span in &graph.body.unsafe_blocks {
            found.push(of_place(input, graph, map, ("unsafe", "block", "a block of unsafe code"), *span));
        }
    }
    let key = |risk: &Risk<'_>| (risk.byte_start, risk.kind.to_string(), risk.name.to_string(), risk.reason.to_string(), risk.byte_end);
    found.sort_by_cached_key(key);
    // What one label was given for twice is one fact, and so are twins of one definition.
    found.dedup_by(|lhs, rhs| (lhs.byte_start, &lhs.kind, &lhs.name, &lhs.reason) == (rhs.byte_start, &rhs.kind, &rhs.name, &rhs.reason));
    found.iter().try_for_each(|risk| rows.push(&risks::ARTIFACT, risk))
}

/// A secret, and the labels that its file gets for it.
fn push_secret<'a>(found: &mut Vec<Risk<'a>>, input: &FileInput<'a>, secret: &'a Secret, line: u32, symbol_id: Option<&'a str>) {
    let description = secrets::find(&secret.rule).map_or("", |rule| rule.description);
    found.push(Risk {
        byte_end: secret.span.end,
        byte_start: secret.span.start,
        hash: Some(secret.hash.as_str().into()),
        line: Some(line),
        symbol_id: symbol_id.map(Into::into),
        ..of_file(input, "secret", &secret.rule, description)
    });
    let labels = input.labels.iter().filter(|rule| rule.of_secret(&secret.rule));
    found.extend(labels.map(|rule| of_file(input, "label", &rule.label, &secret.rule)));
}

fn of_file<'a>(input: &FileInput<'a>, kind: &'a str, name: &'a str, reason: &'a str) -> Risk<'a> {
    Risk {
        byte_end: 0,
        byte_start: 0,
        hash: None,
        kind: kind.into(),
        line: None,
        name: name.into(),
        path: input.path.into(),
        reason: reason.into(),
        symbol_id: None,
    }
}

fn of_place<'a>(
    input: &FileInput<'a>,
    graph: &GraphInput<'a>,
    map: &LineMap,
    (kind, name, reason): (&'a str, &'a str, &'a str),
    span: ByteSpan,
) -> Risk<'a> {
    Risk {
        byte_end: span.end,
        byte_start: span.start,
        line: Some(map.line(span.start)),
        symbol_id: around(graph, span).map(Into::into),
        ..of_file(input, kind, name, reason)
    }
}

/// The smallest definition that covers a span; of equals the first.
fn around<'a>(graph: &GraphInput<'a>, span: ByteSpan) -> Option<&'a str> {
    let covering = graph.body.places.iter().enumerate().filter(|(_, place)| place.span.covers(span));
    let (index, _) = covering.min_by_key(|(index, place)| (place.span.len(), *index))?;
    graph.linked.symbol_ids.get(index).map(AsRef::as_ref)
}
