//! The nearest of several names to one that is none of them.

/// The candidate with the fewest edits to `word`, the first of equals; `None` if all are too far to be meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = word.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let edits = distance(&typed, &candidate.to_lowercase());
        if best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, candidate));
        }
    }
    best.filter(|(edits, candidate)| *edits <= word.chars().count().max(candidate.chars().count()).div_ceil(3)).map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours that make one word of the other: optimal string alignment.
fn distance(lhs: &str, rhs: &str) -> usize {
    let (lhs, rhs): (Vec<char>, Vec<char>) = (lhs.chars().collect(), rhs.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=rhs.len()).collect()];
    for row in 1..=lhs.len() {
        let mut cells = vec![row];
        for column in 1..=rhs.len() {
            let replaced = rows[row - 1][column - 1] + usize::from(lhs[row - 1] != rhs[column - 1]);
            let mut least = replaced.min(rows[row - 1][column] + 1).min(cells[column - 1] + 1);
            if row > 1 && column > 1 && lhs[row - 1] == rhs[column - 2] && lhs[row - 2] == rhs[column - 1] {
                least = least.min(rows[row - 2][column - 2] + 1);
            }
            cells.push(least);
        }
        rows.push(cells);
    }
    rows[lhs.len()][rhs.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_finds_its_word_and_another_word_finds_none() {
        let names = ["build", "status", "verify", "symbols", "edges_call"];
        for (typed, meant) in [("biuld", "build"), ("stauts", "status"), ("Verfy", "verify"), ("symbol", "symbols"), ("edge_calls", "edges_call")] {
            assert_eq!(nearest(typed, names), Some(meant));
        }
        assert_eq!(nearest("deploy", names), None);
        assert_eq!(nearest("x", names), None);
    }
}
