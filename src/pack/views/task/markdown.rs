//! The view for people and prompts, as Markdown; with or without the texts.

use std::fmt::Write as _;

use super::document::{ItemKind, Status, TaskItem, TaskPack};
use crate::base::plain::line;
use crate::pack::views::document::fence;
use crate::pack::views::summary::{self, Lacking, Notes};

/// What is said beside titles and places.
#[derive(Clone, Copy, Debug)]
pub struct Detail {
    /// The texts, in fences. Summaries always are told.
    pub texts: bool,
    /// The edges that led to each item.
    pub explain: bool,
}

/// The document. It ends without a newline.
pub fn markdown(pack: &TaskPack, detail: Detail) -> String {
    let mut text = head(pack);
    let mut summaries = false;
    for item in &pack.items {
        if item.kind == ItemKind::Summary && !summaries {
            text.push_str("\n## Not shown, in one line each\n\n");
            summaries = true;
        }
        write_item(&mut text, item, detail);
    }
    let Lacking { told, rest } = Lacking::of(pack.absences.iter().map(|(name, absence)| (name.as_str(), absence)));
    for (section, absence) in told {
        summary::write_certificate(&mut text, section, absence);
    }
    if let Some(rest) = rest {
        let _ = writeln!(text, "\nEmpty too: {rest}.");
    }
    summary::write_foot(&mut text, &pack.stats.dropped, &pack.pack_id);
    text
}

fn head(pack: &TaskPack) -> String {
    let constraints = &pack.constraints;
    let of_focus = pack.items.first().map(|it| (it.file_rel_path.as_str(), it.lines.map_or(1, |lines| lines.start)));
    let mut text = format!("# {}\n\n", line(&summary::headline(&pack.request, of_focus)));
    let kinds: Vec<String> = pack.stats.kinds.iter().map(|(kind, count)| counted(kind, *count)).collect();
    let _ = writeln!(
        text,
        "For a {}: {}; {} of {} tokens; {} of {} edges read; index `{}`",
        format!("{:?}", pack.role).to_lowercase(),
        if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") },
        constraints.used_tokens,
        constraints.max_tokens,
        constraints.edges_read,
        constraints.max_edges_read,
        summary::short(&pack.index_signature)
    );
    summary::write_left(&mut text, &pack.stats.dropped);
    let notes = Notes {
        fallback_reason: pack.fallback_reason.as_deref(),
        notices: &pack.notices,
        policy: pack.policy.as_ref(),
        delta: pack.delta.as_ref(),
        corrections: &pack.stats.corrections,
    };
    notes.write(&mut text);
    if let Some(since) = &pack.since {
        let _ = writeln!(text, "\n{} files changed since `{}` ({}):\n", since.changed_files, line(&since.revision), summary::short(&since.commit));
        for file in &since.changed {
            let note = if file.shown || file.status != Status::Modified { "" } else { ", not shown" };
            let _ = writeln!(text, "- `{}` {}{note}", line(&file.file_rel_path), file.status.word());
        }
        if since.changed_files > since.changed.len() as u64 {
            let _ = writeln!(text, "- and {} more", since.changed_files - since.changed.len() as u64);
        }
    }
    text
}

fn counted(kind: &str, count: u64) -> String {
    match (kind, count) {
        (_, 1) => format!("1 {kind}"),
        ("summary", _) => format!("{count} summaries"),
        _ => format!("{count} {kind}s"),
    }
}

fn write_item(text: &mut String, item: &TaskItem, detail: Detail) {
    let path = line(&item.file_rel_path);
    let place = item.lines.map_or_else(|| path.to_string(), |lines| format!("{path}:{}-{}", lines.start, lines.end));
    if item.kind == ItemKind::Summary {
        let _ = writeln!(text, "- `{place}` {}", line(&item.text));
        write_path(text, item, detail);
        return;
    }
    let word = if item.kind == ItemKind::Diff { "Changed: " } else { "" };
    let _ = writeln!(text, "\n## {word}{place}\n");
    if item.kind == ItemKind::Snippet {
        let _ = writeln!(text, "{}", summary::code(&item.title));
    }
    let mut said = vec![item.reason.rule.clone()];
    let path: Vec<&str> = item.reason.path.iter().map(|step| step.edge_type.as_str()).collect();
    if !path.is_empty() {
        said.push(format!("by {}", path.join(" → ")));
    }
    said.push(format!("score {}", serde_json::to_string(&item.score).unwrap_or_default()));
    said.extend(item.facts.map(|it| it.to_string()));
    said.extend(item.signals.risks.iter().map(|risk| format!("**{risk}**")));
    for (is, note) in [(item.truncated, "cut"), (item.stale, "stale"), (item.withheld, "withheld")] {
        said.extend(Some(note.to_owned()).filter(|_| is));
    }
    let _ = writeln!(text, "{}", said.join(", "));
    write_path(text, item, detail);
    if detail.texts && !item.text.is_empty() {
        let (mark, language) = (fence(&item.text), if item.kind == ItemKind::Diff { "diff" } else { item.language_id.as_deref().unwrap_or("") });
        let _ = writeln!(text, "\n{mark}{language}\n{}\n{mark}", item.text);
    }
}

fn write_path(text: &mut String, item: &TaskItem, detail: Detail) {
    if detail.explain {
        summary::write_steps(text, &item.reason);
    }
}
