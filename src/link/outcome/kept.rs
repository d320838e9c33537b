//! What was found, cut down to what counts of it.

/// Leaves out what does not pass where anything does, and says whether: one thing comes before another, and is no condition for it.
pub(in crate::link) fn keep_if_any<T>(found: &mut Vec<T>, mut passes: impl FnMut(&T) -> bool) -> bool {
    let any = found.iter().any(&mut passes);
    if any {
        found.retain(passes);
    }
    any
}

/// Leaves out what the word at its place says no to.
pub(in crate::link) fn keep_told<T>(found: &mut Vec<T>, told: impl IntoIterator<Item = bool>) {
    let mut told = told.into_iter();
    found.retain(|_| told.next().unwrap_or(true));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_comes_before_what_does_not_and_something_is_left() {
        for (found, expected, any) in [(vec![1, 2, 3, 4], vec![2, 4], true), (vec![1, 3], vec![1, 3], false), (vec![], vec![], false)] {
            let mut kept = found;
            assert_eq!((keep_if_any(&mut kept, |it| it % 2 == 0), kept), (any, expected));
        }
    }

    #[test]
    fn words_are_said_of_what_stands_at_their_place() {
        let mut found = vec!['a', 'b', 'c', 'd'];
        keep_told(&mut found, [false, true, false]);
        assert_eq!(found, ['b', 'd']);
    }
}
