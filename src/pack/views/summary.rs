//! A pack for people, as Markdown: what is there and why, without the texts.

use std::fmt::Write;

use crate::pack::context::{Absence, ContextItem, ContextPack, ContextSection, PolicyNote, Why};
use crate::pack::delta::Delta;
use crate::pack::request::PackRequest;

/// The summary. It ends without a newline. With `explain`, the edges that led to each item are named.
pub fn summary(pack: &ContextPack, explain: bool) -> String {
    let mut text = head(pack);
    pack.sections.iter().for_each(|section| write_section(&mut text, section, explain));
    text.push_str(&foot(pack));
    text
}

/// What is asked, what it cost, and what a reader must know before the first item.
pub fn head(pack: &ContextPack) -> String {
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
    if let Some(reason) = &pack.fallback_reason {
        let _ = writeln!(text, "\n**Fallback**: {reason}.");
    }
    for notice in &pack.notices {
        let _ = writeln!(text, "\nNote: {notice}.");
    }
    write_policy(&mut text, pack.policy.as_ref());
    for line in pack.delta.iter().flat_map(held) {
        let _ = writeln!(text, "\n{line}");
    }
    for [from, to] in pack.explain.iter().flat_map(|it| &it.corrections) {
        let _ = writeln!(text, "\nno definition is called `{from}`; `{to}` was taken instead.");
    }
    text
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
    let searched: Vec<String> = absence.searched.iter().map(|(table, rows)| format!("{rows} rows of {table}")).collect();
    let doubtful: u64 = absence.doubtful_sites.counts.values().sum();
    let gaps = absence.unparsed_files.count;
    format!("{} (searched {}; {doubtful} sites of these names in doubt; {gaps} files with gaps)", absence.statement, searched.join(", "))
}

/// What policy did that a reader must know.
pub fn write_policy(text: &mut String, policy: Option<&PolicyNote>) {
    if let Some(problem) = policy.and_then(|it| it.problem.as_ref()) {
        let _ = writeln!(text, "\n**No approval counts**: {problem}.");
    }
    let withheld = policy.iter().flat_map(|it| &it.decisions).filter(|it| it.decision == "withheld").count();
    if withheld > 0 {
        let _ = writeln!(text, "\nThe texts of {withheld} labelled files are withheld; `smalti approve FILE --who … --why …` shows them.");
    }
}

/// What was left out, and the id.
pub fn foot(pack: &ContextPack) -> String {
    let mut text = String::new();
    let dropped: Vec<String> = pack.stats.dropped.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    if !dropped.is_empty() {
        let _ = writeln!(text, "\nLeft out: {}.", dropped.join(", "));
    }
    let _ = write!(text, "\nPack `{}`", pack.pack_id);
    text
}

/// What is asked, in one line.
pub fn headline(request: &PackRequest) -> String {
    let focus = &request.focus;
    let first = request.query.lines().next().unwrap_or("").to_owned();
    let named = focus.symbol_id.as_ref().or(focus.file_rel_path.as_ref()).or(focus.chunk_uid.as_ref());
    match (first.is_empty(), named) {
        (true, Some(focus)) => focus.clone(),
        (true, None) if request.files.is_empty() => format!("{} changed places", request.changed.len()),
        (true, None) => request.files.join(", "),
        (false, _) => first,
    }
}

/// A signature or id as far as people compare it.
pub fn short(signature: &str) -> &str {
    signature.get(..19).unwrap_or(signature)
}

fn write_section(text: &mut String, section: &ContextSection, explain: bool) {
    write_absence(text, section);
    if section.items.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n## {}\n", section.section);
    section.items.iter().for_each(|item| write_item(text, item, explain));
}

/// What an empty section rests on.
pub fn write_absence(text: &mut String, section: &ContextSection) {
    if let Some(absence) = section.absence.as_ref().filter(|_| section.items.is_empty()) {
        write_certificate(text, &section.section, absence);
    }
}

/// A certificate under the name of its section.
pub fn write_certificate(text: &mut String, section: &str, absence: &Absence) {
    let _ = writeln!(text, "\n## {section}\n\n{}", absence.statement);
    let doubtful: u64 = absence.doubtful_sites.counts.values().sum();
    if !absence.searched.is_empty() {
        let searched: Vec<String> = absence.searched.iter().map(|(table, rows)| format!("{rows} rows of {table}")).collect();
        let gaps = absence.unparsed_files.count;
        let _ = writeln!(text, "Searched {}; {doubtful} sites of these names in doubt; {gaps} files with gaps.", searched.join(", "));
    }
    for site in &absence.doubtful_sites.listed {
        let _ = writeln!(text, "- in doubt: {site}");
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
