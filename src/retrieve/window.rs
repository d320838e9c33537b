//! Which lines of a long definition speak of a query: whoever looks for a place needs to see that, not only how its definition begins.

use super::fixed::{self, UNIT};
use super::stems::Stems;

/// So many long functions of a list of places are looked through for the lines that speak of the query.
pub const MOST: u32 = 12;
/// Lines at the head of a definition that say what it is.
pub const HEAD: u32 = 3;
/// A part that starts nearer than this behind the head is not worth a gap, in lines.
const NEAR: usize = 3;
/// Most lines that are looked through.
const MAX_LINES: usize = 4_000;
/// Occurrences of one word that count.
const MAX_COUNT: usize = 3;

/// The part of a text that is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// So many lines from the first are shown in any case.
    pub head: usize,
    /// So many lines are shown in all.
    pub count: usize,
    /// How much of what the first lines say another part must say at least, in percent.
    pub margin: u64,
}

/// The line, from 0, at which the part starts that is to be shown behind the head of a long text, `count` lines in all; `None` where the first `count` lines
/// speak as much of the query. `stems` are those of its words; a word that stands in many lines of the text tells little.
pub fn start(lines: &[&str], count: u32, stems: &Stems) -> Option<u32> {
    let part = Part { head: HEAD as usize, count: count as usize, margin: 100 };
    best(&held(lines, stems), part, stems.len()).and_then(|at| u32::try_from(at).ok())
}

/// The line, from 0, at which the part of a text begins to speak of the query that speaks most of it; `None` where the first lines speak enough.
pub fn first_word(lines: &[&str], part: Part, stems: &Stems) -> Option<usize> {
    let held = held(lines, stems);
    let at = best(&held, part, stems.len())?;
    held[at..].iter().position(|words| !words.is_empty()).map(|silent| at + silent)
}

fn best(held: &[Vec<usize>], Part { head, count, margin }: Part, words: usize) -> Option<usize> {
    let length = count.checked_sub(head).filter(|length| *length > head)?;
    let last = held.len().checked_sub(length)?;
    let mut scale = Scale::of(held, words);
    let first = scale.weigh(&held[..head.min(held.len())]);
    let plain = scale.weigh(&held[..count.min(held.len())]);
    let mut best = (plain.saturating_sub(first).saturating_mul(margin) / 100, None);
    let mut value = scale.begin(held.get(head..head + length)?);
    for at in head + 1..=last {
        value = (value + scale.enter(&held[at + length - 1])).saturating_sub(scale.leave(&held[at - 1]));
        if value > best.0 && at >= head + NEAR {
            best = (value, Some(at));
        }
    }
    best.1
}

/// The words of the query in each line, each once, by number.
fn held(lines: &[&str], stems: &Stems) -> Vec<Vec<usize>> {
    stems.held_in(lines.iter().take(MAX_LINES).copied())
}

/// What words are worth in a part of a text, in units: the rarer in the text the more, and each further time less.
struct Scale {
    /// By word, for each further time that it stands in the part.
    steps: Vec<[u64; MAX_COUNT]>,
    /// How often each word stands in the present part.
    counts: Vec<usize>,
}

impl Scale {
    fn of(held: &[Vec<usize>], words: usize) -> Self {
        let mut lines = vec![0u64; words];
        held.iter().flatten().for_each(|word| lines[*word] += 1);
        let roots: [u64; MAX_COUNT] = std::array::from_fn(|at| fixed::sqrt((at as u64 + 1) * UNIT) - fixed::sqrt(at as u64 * UNIT));
        let steps = lines.iter().map(|lines| roots.map(|root| root / (1 + lines))).collect();
        Self { steps, counts: vec![0; words] }
    }

    /// The worth of a part on its own.
    fn weigh(&mut self, part: &[Vec<usize>]) -> u64 {
        let value = self.begin(part);
        self.counts.fill(0);
        value
    }

    /// The worth of a part that others follow, line by line.
    fn begin(&mut self, part: &[Vec<usize>]) -> u64 {
        part.iter().map(|line| self.enter(line)).sum()
    }

    fn enter(&mut self, line: &[usize]) -> u64 {
        let mut gained = 0;
        for word in line {
            gained += self.steps[*word].get(self.counts[*word]).copied().unwrap_or(0);
            self.counts[*word] += 1;
        }
        gained
    }

    fn leave(&mut self, line: &[usize]) -> u64 {
        let mut lost = 0;
        for word in line {
            self.counts[*word] -= 1;
            lost += self.steps[*word].get(self.counts[*word]).copied().unwrap_or(0);
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, count: u32, words: &[&str], expected: Option<u32>) {
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(start(&lines, count, &words.iter().map(|word| super::super::stem::stem(word)).collect()), expected, "{text}");
    }

    #[test]
    fn the_part_that_speaks_of_the_query_is_found() {
        let filler = "  a = 1\n".repeat(30);
        check(&format!("fn f() {{\n{filler}  proxy.redirect()\n{filler}}}\n"), 10, &["proxy", "redirects"], Some(25));
        check(&format!("fn proxy() {{\n{filler}{filler}}}\n"), 10, &["proxy"], None);
        check(&format!("fn f() {{\n{filler}}}\n"), 10, &["proxy"], None);
        check("fn f() {\n}\n", 10, &["proxy"], None);
    }

    #[test]
    fn a_word_of_every_line_says_less_than_one_of_a_few() {
        let filler = "  file.read()\n".repeat(30);
        check(&format!("fn f() {{\n{filler}  file.lock()\n{filler}}}\n"), 10, &["file", "lock"], Some(25));
    }
}
