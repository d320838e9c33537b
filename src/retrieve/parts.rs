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
    let levels: Vec<usize> = lines.iter().filter(|line| heading(line).is_some()).map(|line| level(line)).collect();
    let is_form = levels.len() >= LEAST_HEADINGS;
    // A heading above all others is that of the whole.
    let has_title = !is_form || levels[1..].iter().all(|it| *it > levels[0]);
    let mut parts: Vec<(Part, &str)> = Vec::with_capacity(lines.len());
    let mut fence = None;
    let (mut aside, mut untitled) = (false, true);
    for line in lines {
        let trimmed = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) if !trimmed[mark.len()..].contains('`') => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (Some(_), _) => parts.push((Part::Code, line)),
            _ if trimmed.is_empty() || is_ticked_off(trimmed) || UNFILLED.contains(&trimmed.to_lowercase().as_str()) => {}
            _ => {
                let heading = heading(trimmed).filter(|_| is_form);
                if let Some(heading) = heading {
                    aside = heading.split(|it: char| !it.is_alphanumeric()).any(|word| OF_SURROUNDINGS.contains(&word.to_lowercase().as_str()));
                }
                // Of a form without a title the first answer stands for one.
                let is_title = untitled && (has_title || (!aside && heading.is_none()));
                untitled &= !is_title;
                let part = if is_title {
                    Part::Title
                } else if aside || heading.is_some() {
                    Part::Aside
                } else {
                    Part::Prose
                };
                parts.push((part, line));
            }
        }
    }
    // What is nothing but code is about that code.
    if parts.iter().all(|(part, _)| *part == Part::Code) {
        parts.iter_mut().for_each(|(part, _)| *part = Part::Prose);
    }
    parts
}

/// What a text is called: its title without the marks of a heading, else its first line.
pub fn title(text: &str) -> &str {
    let title = parts(text).into_iter().find(|(part, _)| *part == Part::Title).map(|(_, line)| heading(line).unwrap_or(line).trim());
    title.unwrap_or_else(|| text.lines().next().unwrap_or(""))
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

/// How deep a heading stands: less is above.
fn level(line: &str) -> usize {
    let line = line.trim();
    match line.len() - line.trim_start_matches('#').len() {
        0 => usize::MAX,
        marks => marks,
    }
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
    fn a_form_without_a_title_has_its_first_answer_for_one() {
        check(
            "### What happened\n\nIt breaks.\nOften.\n### Versions\n1",
            &[
                (Part::Aside, "### What happened"),
                (Part::Title, "It breaks."),
                (Part::Prose, "Often."),
                (Part::Aside, "### Versions"),
                (Part::Aside, "1"),
            ],
        );
        check(
            "# It breaks\n## Why\nSo.\n## When\nNow.",
            &[(Part::Title, "# It breaks"), (Part::Aside, "## Why"), (Part::Prose, "So."), (Part::Aside, "## When"), (Part::Prose, "Now.")],
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
