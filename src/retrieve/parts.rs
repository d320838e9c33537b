//! What the lines of a query are. Reports of faults come in forms: comments that say how to fill them in, lists to tick off, headings, code that shows the
//! fault, tables of versions. All that is not what the writer wants to say, and there is more of it.

/// A part of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The first line that says something.
    Title,
    Prose,
    /// Between fences.
    Code,
    /// Headings of a form, and what stands below those that ask for versions and systems.
    Aside,
}

/// Fewer headings make no form.
const LEAST_HEADINGS: usize = 2;
/// Words of headings below which versions and systems are told, sorted.
const OF_SURROUNDINGS: &[&str] = &["checklist", "environment", "environments", "os", "platform", "system", "version", "versions"];
/// What forms hold where nobody filled them in.
const UNFILLED: &[&str] = &["_no response_", "n/a", "no response", "none"];

/// The lines of a text with what they are, in order; without comments, lists to tick off and what was not filled in.
pub fn parts(text: &str) -> Vec<(Part, &str)> {
    let lines = without_comments(text);
    let is_form = lines.iter().filter(|line| heading(line).is_some()).count() >= LEAST_HEADINGS;
    let mut parts: Vec<(Part, &str)> = Vec::with_capacity(lines.len());
    let mut fence = None;
    let mut aside = false;
    for line in lines {
        let trimmed = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) if !trimmed[mark.len()..].contains('`') => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (Some(_), _) => parts.push((Part::Code, line)),
            _ if trimmed.is_empty() || is_ticked_off(trimmed) || UNFILLED.contains(&trimmed.to_lowercase().as_str()) => {}
            _ if parts.is_empty() => parts.push((Part::Title, line)),
            _ => {
                let heading = heading(trimmed).filter(|_| is_form);
                if let Some(heading) = heading {
                    aside = heading.split(|it: char| !it.is_alphanumeric()).any(|word| OF_SURROUNDINGS.contains(&word.to_lowercase().as_str()));
                }
                parts.push((if aside || heading.is_some() { Part::Aside } else { Part::Prose }, line));
            }
        }
    }
    // What is nothing but code is about that code.
    if parts.iter().all(|(part, _)| *part == Part::Code) {
        parts.iter_mut().for_each(|(part, _)| *part = Part::Prose);
    }
    parts
}

/// The lines of a text without `<!-- … -->`; one that does not end is no comment.
fn without_comments(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some((before, (_, after))) = rest.split_once("<!--").and_then(|(before, inside)| Some((before, inside.split_once("-->")?))) {
        lines.extend(before.lines());
        rest = after;
    }
    lines.extend(rest.lines());
    lines
}

/// The words of `## A heading` or `**A heading**`.
fn heading(line: &str) -> Option<&str> {
    let line = line.trim();
    let bare = line.trim_start_matches('#');
    if (1..=6).contains(&(line.len() - bare.len())) && bare.starts_with(' ') {
        return Some(bare.trim());
    }
    line.strip_prefix("**")?.trim_end_matches(':').strip_suffix("**").filter(|inside| !inside.contains("**"))
}

/// `- [ ] I looked for others`
fn is_ticked_off(line: &str) -> bool {
    let item = line.strip_prefix(['-', '*', '+']).map(str::trim_start);
    item.is_some_and(|item| ["[ ]", "[x]", "[X]"].iter().any(|mark| item.starts_with(mark)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Part, &str)]) {
        assert_eq!(parts(text), expected, "{text}");
    }

    #[test]
    fn a_plain_message_is_title_and_prose() {
        check("Fix it\n\nIt broke.\n# one heading\n", &[(Part::Title, "Fix it"), (Part::Prose, "It broke."), (Part::Prose, "# one heading")]);
    }

    #[test]
    fn a_form_is_told_from_what_stands_in_it() {
        check(
            "<!-- Read\nthis -->\nIt fails <!-- really -->at night\n- [x] I looked\n### What happened\nBoom.\n```js\nf()\n```\n### Versions\n| a | 1 |\n**Context:**\n_No response_\n",
            &[
                (Part::Title, "It fails "),
                (Part::Prose, "at night"),
                (Part::Aside, "### What happened"),
                (Part::Prose, "Boom."),
                (Part::Code, "f()"),
                (Part::Aside, "### Versions"),
                (Part::Aside, "| a | 1 |"),
                (Part::Aside, "**Context:**"),
            ],
        );
    }

    #[test]
    fn what_does_not_end_is_no_form() {
        check("a <!-- b\nc", &[(Part::Title, "a <!-- b"), (Part::Prose, "c")]);
        check("```\nf()\n```", &[(Part::Prose, "f()")]);
        check("~~~\n```\nx", &[(Part::Prose, "```"), (Part::Prose, "x")]);
        check("use ```a``` here", &[(Part::Title, "use ```a``` here")]);
    }
}
