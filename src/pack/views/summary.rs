//! A pack for people, as Markdown: what is there and why, without the texts.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::pack::clip;
use crate::pack::context::{Absence, ContextItem, ContextPack, PolicyNote, Why};
use crate::pack::delta::Delta;
use crate::pack::request::PackRequest;
use crate::pack::texts::WITHHELD;
use crate::retrieve::parts;
use crate::retrieve::spelling;

/// Longest part of a query that a headline repeats, in characters.
const MAX_HEADLINE: usize = 240;

/// The summary. It ends without a newline. With `explain`, the edges that led to each item are named.
pub fn summary(pack: &ContextPack, explain: bool) -> String {
    document(pack, &|text, item| write_item(text, item, explain))
}

/// Everything of a pack but the items, which `write` writes.
pub fn document(pack: &ContextPack, write: &dyn Fn(&mut String, &ContextItem)) -> String {
    let mut text = head(pack);
    for section in &pack.sections {
        if let Some(absence) = section.absence.as_ref().filter(|_| section.items.is_empty()) {
            write_certificate(&mut text, &section.section, absence);
        }
        if !section.items.is_empty() {
            let _ = writeln!(text, "\n## {}\n", section.section);
        }
        section.items.iter().for_each(|item| write(&mut text, item));
    }
    if let Some(timings) = &pack.stats.timings {
        let spent: Vec<String> = timings.iter().map(|(stage, micros)| format!("{stage} {micros}")).collect();
        let _ = writeln!(text, "\nMicroseconds: {}.", spent.join(", "));
    }
    write_foot(&mut text, &pack.stats.dropped, &pack.pack_id);
    text
}

/// What is asked, what it cost, and what a reader must know before the first item.
fn head(pack: &ContextPack) -> String {
    let mut text = format!("# {}\n", headline(&pack.request));
    let budgets = &pack.budgets;
    let _ = writeln!(
        text,
        "\n{} items, {} of {} tokens, {} of {} characters; intent {}; index `{}`",
        budgets.used_items,
        budgets.used_tokens,
        budgets.max_total_tokens,
        budgets.used_chars,
        budgets.max_total_chars,
        serde_json::to_value(pack.request.intent).ok().and_then(|it| it.as_str().map(str::to_owned)).unwrap_or_default(),
        short(&pack.index_signature)
    );
    let notes = Notes {
        fallback_reason: pack.fallback_reason.as_deref(),
        notices: &pack.notices,
        policy: pack.policy.as_ref(),
        delta: pack.delta.as_ref(),
        corrections: pack.explain.as_ref().map(|it| it.corrections.as_slice()).unwrap_or_default(),
    };
    notes.write(&mut text);
    text
}

/// What a reader must know of any pack before its first item.
pub struct Notes<'a> {
    pub fallback_reason: Option<&'a str>,
    pub notices: &'a [String],
    pub policy: Option<&'a PolicyNote>,
    pub delta: Option<&'a Delta>,
    /// Names that are not there, each with the one that was taken instead.
    pub corrections: &'a [[String; 2]],
}

impl Notes<'_> {
    /// Each as a paragraph.
    pub fn write(&self, text: &mut String) {
        if let Some(reason) = self.fallback_reason {
            let _ = writeln!(text, "\n**Fallback**: {reason}.");
        }
        for notice in self.notices {
            let _ = writeln!(text, "\nNote: {notice}.");
        }
        if let Some(problem) = self.policy.and_then(|it| it.problem.as_ref()) {
            let _ = writeln!(text, "\n**No approval counts**: {problem}.");
        }
        let withheld = self.policy.iter().flat_map(|it| &it.decisions).filter(|it| it.decision == WITHHELD).count();
        if withheld > 0 {
            let _ = writeln!(text, "\nThe texts of {withheld} labelled files are withheld; `smalti approve FILE --who … --why …` shows them.");
        }
        for line in self.delta.into_iter().flat_map(held) {
            let _ = writeln!(text, "\n{line}");
        }
        for [from, to] in self.corrections {
            let _ = writeln!(text, "\n{}.", spelling::told(from, to));
        }
    }
}

/// What the caller holds, a line for all that is resident and one for each thing that is stale.
pub fn held(delta: &Delta) -> Vec<String> {
    let size = delta.omitted.iter().map(|it| it.tokens).sum::<u64>();
    let first = format!(
        "held: {} chunks of {} tokens stand unchanged; {} of them ({size} tokens) belong to this pack and are left out",
        delta.resident_chunks,
        delta.resident_tokens,
        delta.omitted.len()
    );
    let stale = delta.stale.iter().map(|it| {
        let place = it.file_rel_path.as_ref().map(|path| format!(" of `{path}`")).unwrap_or_default();
        format!("stale: `{}`{place}: {}", it.id, it.reason)
    });
    std::iter::once(first).chain(stale).collect()
}

/// A certificate in one line.
pub fn certified(absence: &Absence) -> String {
    if absence.searched.is_empty() {
        return absence.statement.clone();
    }
    format!("{} (searched {})", absence.statement, extent(absence))
}

/// What was searched, and what could not be told.
fn extent(absence: &Absence) -> String {
    let searched: Vec<String> = absence.searched.iter().map(|(table, rows)| format!("{rows} rows of {table}")).collect();
    let doubtful: u64 = absence.doubtful_sites.counts.values().sum();
    let (external, resolved) = (absence.external_sites.builtin + absence.external_sites.packages, absence.resolved_sites);
    let sites = format!("{doubtful} sites of these names in doubt, {external} external, {resolved} resolved");
    format!("{}; {sites}; {} files with gaps", searched.join(", "), absence.unparsed_files.count)
}

/// What was left out, and the id.
pub fn write_foot(text: &mut String, dropped: &BTreeMap<String, u64>, pack_id: &str) {
    let dropped: Vec<String> = dropped.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    if !dropped.is_empty() {
        let _ = writeln!(text, "\nLeft out: {}.", dropped.join(", "));
    }
    let _ = write!(text, "\nPack `{pack_id}`");
}

/// What is asked, in one line.
pub fn headline(request: &PackRequest) -> String {
    let focus = &request.focus;
    let first = parts::title(&request.query).to_owned();
    let named = focus.symbol_id.as_ref().or(focus.file_rel_path.as_ref()).or(focus.chunk_uid.as_ref());
    match (first.is_empty(), named) {
        (true, Some(focus)) => focus.clone(),
        (true, None) if request.files.is_empty() => format!("{} changed places", request.changed.len()),
        (true, None) => request.files.join(", "),
        (false, _) => clip::at_word(&first, MAX_HEADLINE),
    }
}

/// A signature or id as far as people compare it.
pub fn short(signature: &str) -> &str {
    signature.get(..19).unwrap_or(signature)
}

/// A certificate under the name of its section.
pub fn write_certificate(text: &mut String, section: &str, absence: &Absence) {
    let _ = writeln!(text, "\n## {section}\n\n{}", absence.statement);
    if !absence.searched.is_empty() {
        let _ = writeln!(text, "Searched {}.", extent(absence));
    }
    for site in &absence.doubtful_sites.listed {
        let _ = writeln!(text, "- in doubt: {site}");
    }
    for site in &absence.external_sites.listed {
        let _ = writeln!(text, "- external: {site}");
    }
}

/// One item in a few lines, without its text.
pub fn write_item(text: &mut String, item: &ContextItem, explain: bool) {
    let lines = item.excerpt.lines.unwrap_or(item.lines);
    let cut = match &item.excerpt.truncation {
        Some(truncation) => format!(", cut by {}", truncation.reason),
        None if item.excerpt.stale => ", stale".to_owned(),
        None => String::new(),
    };
    let _ = writeln!(text, "- `{}:{}-{}` {}", item.file_rel_path, lines.start, lines.end, code(&item.title));
    let path: Vec<String> = item.why.path.iter().map(|step| step.edge_type.clone()).collect();
    let path = if path.is_empty() { String::new() } else { format!(" by {}", path.join(" → ")) };
    let score = serde_json::to_string(&item.scores.hybrid_score).unwrap_or_default();
    let _ = writeln!(text, "  {}{path}, score {score}{cut}", item.why.rule);
    if explain {
        write_steps(text, &item.why);
    }
}

/// The edges that led to an item, a line each.
pub fn write_steps(text: &mut String, why: &Why) {
    for step in &why.path {
        let evidence = why.evidence.iter().find(|it| it.evidence_id == step.evidence_id);
        let rests = evidence.map_or_else(String::new, |it| format!(", {} {}", it.kind, serde_json::to_string(&it.confidence).unwrap_or_default()));
        let _ = writeln!(text, "  - {}: `{}` to `{}` ({}{rests})", step.edge_type, step.from, step.to, step.evidence_id);
    }
}

/// A title as code, whatever marks it holds.
pub fn code(title: &str) -> String {
    if title.contains('`') { format!("`` {title} ``") } else { format!("`{title}`") }
}
