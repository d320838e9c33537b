//! Where an excerpt opens: with its chunk, or with the definition that is meant where the chunk is of none and long.

use super::candidate::Candidate;
use super::lines::{self, Kind};
use crate::reader::index::Index;
use crate::retrieve::weights::SHOWN_LINES;

/// Whether the excerpt of a candidate may open behind the first line of its chunk: then its text is worth reading before it is cut.
pub fn may_be_inside(index: &Index, candidate: &Candidate<'_>) -> bool {
    let lines = index.chunks().lines(candidate.chunk);
    candidate.symbol.is_some() && index.chunks().symbol(candidate.chunk).is_none() && u64::from(lines.end + 1 - lines.start) > SHOWN_LINES
}

/// How many lines of a chunk stand before the definition that is meant, with what is said of it.
pub fn lines_before(index: &Index, candidate: &Candidate<'_>, text: &str) -> usize {
    let Some(symbol) = candidate.symbol.map(|id| index.symbol(id)).filter(|it| it.file == index.file_of(candidate.chunk)) else { return 0 };
    let whole = index.chunks().lines(candidate.chunk);
    if symbol.lines.start > whole.end {
        return 0;
    }
    before(text, symbol.lines.start.saturating_sub(whole.start) as usize)
}

/// So many lines behind the definition that is meant are shown with it.
const BEHIND: u32 = 4;

/// How many lines from one on are of the definition that is meant, with a few behind it: what else its chunk holds need not have to do with it.
pub fn lines_meant(index: &Index, candidate: &Candidate<'_>, from: u32) -> usize {
    let symbol = candidate.symbol.filter(|_| may_be_inside(index, candidate)).map(|id| index.symbol(id));
    let end = symbol.filter(|it| it.file == index.file_of(candidate.chunk)).map(|it| it.lines.end + BEHIND);
    end.map_or(usize::MAX, |end| (end + 1).saturating_sub(from).max(1) as usize)
}

fn before(text: &str, lines: usize) -> usize {
    let above: Vec<&str> = text.lines().take(lines).collect();
    let kinds = lines::kinds(&above);
    let said = kinds.iter().rev().take_while(|kind| matches!(kind, Kind::Comment | Kind::Attribute)).count();
    let open = above.len() - said;
    // The head of a group says what its members are.
    open - usize::from(open > 0 && matches!(kinds[open - 1], Kind::Opens | Kind::GoesOn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_definition_is_shown_with_it() {
        let check = |text: &str, lines: usize, expected: usize| assert_eq!(before(text, lines), expected, "{text}");
        check("a = 1\nb = 2\nc = 3\n", 2, 2);
        check("a = 1\n\n// why\n// so\nc = 3\n", 4, 2);
        check("a = 1\nconst (\n\t// one\n\tb = 1\n)\n", 3, 1);
        check("c = 3\n", 0, 0);
    }
}
