//! A pack for people, as Markdown: what is there and why, without the texts.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::base::plain::line;
use crate::pack::candidate::is_of_budgets;
use crate::pack::context::delta::Delta;
use crate::pack::context::{Absence, ContextItem, ContextPack, PolicyNote, Verdict, Why};
use crate::pack::excerpt::clip;
use crate::pack::excerpt::texts::WITHHELD;
use crate::pack::request::PackRequest;
use crate::retrieve::{parts, spelling};

/// Longest part of a query that a headline repeats, in characters.
const MAX_HEADLINE: usize = 240;

/// The summary. It ends without a newline. With `explain`, the edges that led to each item are named.
pub fn summary(pack: &ContextPack, explain: bool) -> String {
    document(pack, &|text, item| write_item(text, item, explain))
}

/// Everything of a pack but the items, which `write` writes.
pub fn document(pack: &ContextPack, write: &dyn Fn(&mut String, &ContextItem)) -> String {
    // What stands around texts is less than they are, and a text that grows is copied over and over.
    let mut text = String::with_capacity(usize::try_from(2 * pack.budgets.used_chars).unwrap_or(0));
    text.push_str(&head(pack));
    let absences = pack.sections.iter().filter_map(|it| Some((it.section.as_str(), it.absence.as_ref()?)));
    let Lacking { told, rest } = Lacking::of(absences);
    for section in &pack.sections {
        if let Some((_, absence)) = told.iter().find(|(name, _)| *name == section.section) {
            write_certificate(&mut text, &section.section, absence);
        }
        if !section.items.is_empty() {
            let _ = writeln!(text, "\n## {}\n", section.section);
        }
        section.items.iter().for_each(|item| write(&mut text, item));
    }
    if let Some(rest) = rest {
        let _ = writeln!(text, "\nEmpty too: {rest}.");
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
    let of_focus = pack.seeds.first().map(|seed| (seed.file_rel_path.as_str(), seed.lines.start));
    let mut text = format!("# {}\n", line(&headline(&pack.request, of_focus)));
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
    write_left(&mut text, &pack.stats.dropped);
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
            let _ = writeln!(text, "\n**Fallback**: {}.", line(reason));
        }
        for notice in self.notices {
            let _ = writeln!(text, "\nNote: {}.", line(notice));
        }
        if let Some(problem) = self.policy.and_then(|it| it.problem.as_ref()) {
            let _ = writeln!(text, "\n**No approval counts**: {}.", line(problem));
        }
        let withheld = self.policy.iter().flat_map(|it| &it.decisions).filter(|it| it.decision == WITHHELD).count();
        if withheld > 0 {
            let _ = writeln!(text, "\nThe texts of {withheld} labelled files are withheld; `smalti approve FILE --who … --why …` shows them.");
        }
        for held in self.delta.into_iter().flat_map(held) {
            let _ = writeln!(text, "\n{}", line(&held));
        }
        for [from, to] in self.corrections {
            let _ = writeln!(text, "\n{}.", line(&spelling::told(from, to)));
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

/// Sections whose emptiness a reader acts on.
const TOLD: [&str; 4] = ["callers", "callees", "usages", "tests"];

/// The certificates of empty sections as people are told them.
pub struct Lacking<'a> {
    /// Those that are worth a line of their own.
    pub told: Vec<(&'a str, &'a Absence)>,
    /// All others, by what they mean.
    pub rest: Option<String>,
}

impl<'a> Lacking<'a> {
    /// All of them in one line.
    pub fn folded(absences: impl Iterator<Item = (&'a str, &'a Absence)>) -> Self {
        Self { told: Vec::new(), rest: by_verdict(absences) }
    }

    /// Sorts certificates.
    pub fn of(absences: impl Iterator<Item = (&'a str, &'a Absence)>) -> Self {
        let all: Vec<(&str, &Absence)> = absences.collect();
        // Without a start nothing hangs on anything, and why there is none stands above.
        let is_started = !all.iter().any(|(name, absence)| *name == "seeds" && absence.searched.is_empty());
        let (told, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(name, absence)| is_started && TOLD.contains(name) && absence.verdict != Verdict::NotSearched);
        Self { told, rest: by_verdict(others.into_iter()) }
    }
}

/// Names of sections by what their emptiness means; `None` for none.
fn by_verdict<'a>(absences: impl Iterator<Item = (&'a str, &'a Absence)>) -> Option<String> {
    let mut names: BTreeMap<Verdict, Vec<&str>> = BTreeMap::new();
    absences.for_each(|(name, absence)| names.entry(absence.verdict).or_default().push(name));
    let told: Vec<String> = names.iter().map(|(verdict, names)| format!("{} ({})", names.join(", "), verdict.told())).collect();
    Some(told.join(", ")).filter(|it| !it.is_empty())
}

/// A certificate in one line.
pub fn certified(absence: &Absence) -> String {
    let searched = if absence.searched.is_empty() { String::new() } else { format!(" (searched {})", extent(absence)) };
    format!("{}: {}{searched}", absence.verdict.told(), absence.statement)
}

/// What was searched, and what could not be read.
fn extent(absence: &Absence) -> String {
    let searched: Vec<String> = absence.searched.iter().map(|(table, rows)| format!("{rows} rows of {table}")).collect();
    format!("{}; {} files with gaps", searched.join(", "), absence.unparsed_files.count)
}

/// What budgets left out, by reason.
pub fn write_left(text: &mut String, dropped: &BTreeMap<String, u64>) {
    let left: Vec<String> = dropped.iter().filter(|(reason, _)| is_of_budgets(reason)).map(|(reason, count)| format!("{reason} {count}")).collect();
    if !left.is_empty() {
        let _ = writeln!(text, "\nCandidates without a place: {}.", left.join(", "));
    }
}

/// What was left out, and the id.
pub fn write_foot(text: &mut String, dropped: &BTreeMap<String, u64>, pack_id: &str) {
    let dropped: Vec<String> = dropped.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    if !dropped.is_empty() {
        let _ = writeln!(text, "\nLeft out: {}.", dropped.join(", "));
    }
    let _ = write!(text, "\nPack `{pack_id}`");
}

/// What is asked, in one line: of a focus, whose file and first line are told, its name and place.
pub fn headline(request: &PackRequest, of_focus: Option<(&str, u32)>) -> String {
    let focus = &request.focus;
    let first = parts::title(&request.query).to_owned();
    let place = |(file, start): (&str, u32)| format!("{file}:{}", focus.line.unwrap_or(start));
    match (first.is_empty(), &focus.file_rel_path, of_focus.filter(|_| !focus.is_empty()).map(place)) {
        (true, Some(file), _) => file.clone(),
        (true, None, Some(place)) => match focus.symbol_id.as_deref().and_then(|id| id.rsplit_once("`/")) {
            Some((_, name)) => format!("{} ({place})", name.split('(').next().unwrap_or(name).trim_end_matches(['.', '#']).replace('#', ".")),
            None => place,
        },
        (true, None, None) if request.files.is_empty() => format!("{} changed places", request.changed.len()),
        (true, None, None) => request.files.join(", "),
        (false, ..) => clip::at_word(&first, MAX_HEADLINE),
    }
}

/// A signature or id as far as people compare it.
pub fn short(signature: &str) -> &str {
    signature.get(..19).unwrap_or(signature)
}

/// A certificate under the name of its section.
pub fn write_certificate(text: &mut String, section: &str, absence: &Absence) {
    let _ = writeln!(text, "\n## {section}\n\n{}: {}", absence.verdict.told(), line(&absence.statement));
    if !absence.searched.is_empty() {
        let _ = writeln!(text, "Searched {}.", extent(absence));
    }
    for site in &absence.doubtful_sites.listed {
        let _ = writeln!(text, "- in doubt: {}", line(site));
    }
    for site in &absence.external_sites.listed {
        let _ = writeln!(text, "- external: {}", line(site));
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
    let _ = writeln!(text, "- `{}:{}-{}` {}", line(&item.file_rel_path), lines.start, lines.end, code(&item.title));
    let path: Vec<String> = item.why.path.iter().map(|step| step.edge_type.clone()).collect();
    let path = if path.is_empty() { String::new() } else { format!(" by {}", path.join(" → ")) };
    let score = serde_json::to_string(&item.scores.hybrid_score).unwrap_or_default();
    let _ = writeln!(text, "  {}{path}, score {score}{cut}", item.why.rule);
    for joined in &item.joined {
        let _ = writeln!(text, "  with {} ({})", code(&joined.title), joined.why.rule);
    }
    for copy in &item.copies {
        let _ = writeln!(text, "  the same text: `{}:{}-{}`", line(&copy.file_rel_path), copy.lines.start, copy.lines.end);
    }
    if explain {
        write_steps(text, &item.why);
    }
}

/// The edges that led to an item, a line each.
pub fn write_steps(text: &mut String, why: &Why) {
    for step in &why.path {
        let evidence = why.evidence.iter().find(|it| it.evidence_id == step.evidence_id);
        let rests = evidence.map_or_else(String::new, |it| format!(", {} {}", it.kind, serde_json::to_string(&it.confidence).unwrap_or_default()));
        let _ = writeln!(text, "  - {}: `{}` to `{}` ({}{rests})", step.edge_type, line(&step.from), line(&step.to), step.evidence_id);
    }
}

/// A title as code, whatever marks it holds.
pub fn code(title: &str) -> String {
    let title = line(title);
    if title.contains('`') { format!("`` {title} ``") } else { format!("`{title}`") }
}
