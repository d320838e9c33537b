//! The lines in which two texts differ, as hunks. Shortest edit script by Myers ("An O(ND) Difference Algorithm", 1986), within a bound.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

/// Lines around a change that are shown.
const CONTEXT: usize = 3;
/// Removed and added lines up to which the shortest script is looked for; beyond it the part between equal ends counts as replaced.
const MAX_EDITS: usize = 1_000;

/// One hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// First line before, from 1; where nothing stands, the line before it.
    pub before: usize,
    pub before_lines: usize,
    /// First line after, from 1; where nothing stands, the line before it.
    pub after: usize,
    pub after_lines: usize,
    /// Lines with their mark: a space, `-` or `+`.
    pub lines: Vec<String>,
}

impl Hunk {
    /// Lines after that were added, and those before which lines were removed; from 1.
    pub fn touched(&self) -> BTreeSet<u32> {
        let mut touched = BTreeSet::new();
        let mut at = u32::try_from(self.after).unwrap_or(u32::MAX);
        for line in &self.lines {
            if !line.starts_with(' ') {
                touched.insert(at.max(1));
            }
            at = at.saturating_add(u32::from(!line.starts_with('-')));
        }
        touched
    }

    /// Head and lines, each ended.
    pub fn text(&self) -> String {
        let mut text = format!("@@ -{},{} +{},{} @@\n", self.before, self.before_lines, self.after, self.after_lines);
        for line in &self.lines {
            let _ = writeln!(text, "{line}");
        }
        text
    }
}

/// A run of lines that was replaced by another; either may be empty. Positions count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edit {
    before: (usize, usize),
    after: (usize, usize),
}

/// The hunks between two texts, in order. Line ends do not count.
pub fn hunks(before: &str, after: &str) -> Vec<Hunk> {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let mut hunks: Vec<Vec<Edit>> = Vec::new();
    for edit in edits(&before, &after) {
        match hunks.last_mut() {
            Some(hunk) if hunk.last().is_some_and(|last| edit.before.0 - last.before.1 <= 2 * CONTEXT) => hunk.push(edit),
            _ => hunks.push(vec![edit]),
        }
    }
    hunks.iter().map(|edits| hunk(edits, &before, &after)).collect()
}

fn hunk(edits: &[Edit], before: &[&str], after: &[&str]) -> Hunk {
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else {
        return Hunk { before: 0, before_lines: 0, after: 0, after_lines: 0, lines: Vec::new() };
    };
    let lead = first.before.0.min(CONTEXT);
    let (start, after_start) = (first.before.0 - lead, first.after.0 - lead);
    let tail = (before.len() - last.before.1).min(CONTEXT);
    let (end, after_end) = (last.before.1 + tail, last.after.1 + tail);
    let mut lines = Vec::new();
    let mut at = start;
    for edit in edits {
        lines.extend(before[at..edit.before.0].iter().map(|line| format!(" {line}")));
        lines.extend(before[edit.before.0..edit.before.1].iter().map(|line| format!("-{line}")));
        lines.extend(after[edit.after.0..edit.after.1].iter().map(|line| format!("+{line}")));
        at = edit.before.1;
    }
    lines.extend(before[at..end].iter().map(|line| format!(" {line}")));
    let first_line = |start: usize, end: usize| if end > start { start + 1 } else { start };
    Hunk {
        before: first_line(start, end),
        before_lines: end - start,
        after: first_line(after_start, after_end),
        after_lines: after_end - after_start,
        lines,
    }
}

/// The edits between two lists of lines, in order.
fn edits(before: &[&str], after: &[&str]) -> Vec<Edit> {
    let head = before.iter().zip(after).take_while(|(lhs, rhs)| lhs == rhs).count();
    let (lhs, rhs) = (&before[head..], &after[head..]);
    let tail = lhs.iter().rev().zip(rhs.iter().rev()).take_while(|(lhs, rhs)| lhs == rhs).count();
    let (lhs, rhs) = (&lhs[..lhs.len() - tail], &rhs[..rhs.len() - tail]);
    let mut numbers = HashMap::new();
    let mut number = |line: &&str| -> u32 {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry((*line).to_owned()).or_insert(next)
    };
    let lhs: Vec<u32> = lhs.iter().map(&mut number).collect();
    let rhs: Vec<u32> = rhs.iter().map(&mut number).collect();
    let found = if lhs.is_empty() && rhs.is_empty() { Vec::new() } else { script(&lhs, &rhs) };
    found
        .into_iter()
        .map(|edit| Edit { before: (edit.before.0 + head, edit.before.1 + head), after: (edit.after.0 + head, edit.after.1 + head) })
        .collect()
}

/// A diagonal that no script of a round reaches.
const UNREACHED: u32 = u32::MAX;

/// What two lists are and how long.
#[derive(Clone, Copy)]
struct Sizes {
    rows: usize,
    columns: usize,
}

/// The furthest row of `before` on each diagonal, by rounds; then back along them. Diagonal `step - round` is row minus column.
fn script(before: &[u32], after: &[u32]) -> Vec<Edit> {
    let sizes = Sizes { rows: before.len(), columns: after.len() };
    let mut rounds: Vec<Vec<u32>> = Vec::new();
    for round in 0..=(sizes.rows + sizes.columns).min(MAX_EDITS) {
        let mut furthest = vec![UNREACHED; 2 * round + 1];
        for step in (0..=2 * round).step_by(2) {
            let Some((start, _)) = enter(rounds.last().map(Vec::as_slice), round, step, sizes) else { continue };
            let mut row = start;
            while row < sizes.rows && row + round - step < sizes.columns && before[row] == after[row + round - step] {
                row += 1;
            }
            furthest[step] = u32::try_from(row).unwrap_or(UNREACHED);
            if row == sizes.rows && row + round - step == sizes.columns {
                return back(&rounds, round, sizes);
            }
        }
        rounds.push(furthest);
    }
    vec![Edit { before: (0, sizes.rows), after: (0, sizes.columns) }]
}

/// The row in which a round enters a diagonal, and whether by an added line; `None` where neither a removed nor an added line leads there.
fn enter(last: Option<&[u32]>, round: usize, step: usize, sizes: Sizes) -> Option<(usize, bool)> {
    let Some(last) = last else { return Some((0, false)) };
    let reached = |at: usize| last.get(at).filter(|row| **row != UNREACHED).map(|row| *row as usize);
    let removed = step.checked_sub(2).and_then(reached).filter(|row| *row < sizes.rows).map(|row| (row + 1, false));
    let added = reached(step).filter(|row| *row + round - step <= sizes.columns).map(|row| (row, true));
    [removed, added].into_iter().flatten().max()
}

fn back(rounds: &[Vec<u32>], last: usize, sizes: Sizes) -> Vec<Edit> {
    let (mut row, mut column) = (sizes.rows, sizes.columns);
    let mut edits: Vec<Edit> = Vec::new();
    for round in (1..=last).rev() {
        let step = row + round - column;
        let Some((start, added)) = enter(rounds.get(round - 1).map(Vec::as_slice), round, step, sizes) else { break };
        let end = start + round - step;
        (row, column) = if added { (start, end - 1) } else { (start - 1, end) };
        match edits.last_mut() {
            Some(next) if next.before.0 == start && next.after.0 == end => {
                next.before.0 = row;
                next.after.0 = column;
            }
            _ => edits.push(Edit { before: (row, start), after: (column, end) }),
        }
    }
    edits.reverse();
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts the second text together from the first and the hunks.
    fn applied(before: &str, hunks: &[Hunk]) -> Vec<String> {
        let lines: Vec<&str> = before.lines().collect();
        let (mut made, mut at) = (Vec::new(), 0);
        for hunk in hunks {
            let start = if hunk.before_lines == 0 { hunk.before } else { hunk.before - 1 };
            made.extend(lines[at..start].iter().map(|it| (*it).to_owned()));
            at = start;
            for line in &hunk.lines {
                match line.split_at(1) {
                    ("+", text) => made.push(text.to_owned()),
                    (mark, text) => {
                        assert_eq!(lines[at], text);
                        at += 1;
                        if mark == " " {
                            made.push(text.to_owned());
                        }
                    }
                }
            }
        }
        made.extend(lines[at..].iter().map(|it| (*it).to_owned()));
        made
    }

    fn check(before: &str, after: &str) -> usize {
        let hunks = hunks(before, after);
        assert_eq!(applied(before, &hunks), after.lines().collect::<Vec<_>>(), "{before:?} {after:?}");
        hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| !line.starts_with(' ')).count()
    }

    #[test]
    fn the_fewest_lines_are_told() {
        assert_eq!(check("", ""), 0);
        assert_eq!(check("a\nb\n", "a\nb"), 0);
        assert_eq!(check("", "a\nb\n"), 2);
        assert_eq!(check("a\nb\nc\n", "a\nc\n"), 1);
        assert_eq!(check("a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc"), 5);
        assert_eq!(check("a\nb", "b\na"), 2);
    }

    #[test]
    fn any_two_short_texts_are_told_apart() {
        // Every text of up to five lines out of two.
        let texts: Vec<String> =
            (1..64u32).map(|bits| (0..bits.ilog2()).map(|at| if bits >> at & 1 == 1 { "a\n" } else { "b\n" }).collect()).collect();
        for before in &texts {
            texts.iter().for_each(|after| {
                check(before, after);
            });
        }
    }

    #[test]
    fn distant_changes_are_hunks_of_their_own() {
        let before = (0..40).map(|n| n.to_string()).collect::<Vec<_>>().join("\n") + "\n";
        let after = before.replace("5\n6\n", "5\nx\n6\n").replace("\n30\n", "\n");
        let found = hunks(&before, &after);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].text(), "@@ -4,6 +4,7 @@\n 3\n 4\n 5\n+x\n 6\n 7\n 8\n");
        assert_eq!(found.iter().flat_map(Hunk::touched).collect::<Vec<_>>(), [7, 32]);
        check(&before, &after);
    }

    #[test]
    fn past_its_bound_the_middle_counts_as_replaced() {
        let lines = |mark: &str, count: usize| (0..count).map(|n| format!("{mark}{n}\n")).collect::<Vec<_>>().concat();
        for count in [MAX_EDITS / 2 - 1, MAX_EDITS / 2, MAX_EDITS / 2 + 1] {
            let (before, after) = (format!("same\n{}end\n", lines("a", count)), format!("same\n{}end\n", lines("b", count)));
            assert_eq!(check(&before, &after), 2 * count);
        }
    }
}
