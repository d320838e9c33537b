//! Look-ups in tables that are sorted by a key.

/// The rows under a key, in the order of the table.
pub fn under<T, K: Ord>(rows: &[T], wanted: K, key: impl Fn(&T) -> K) -> impl Iterator<Item = &T> {
    let start = rows.partition_point(|row| key(row) < wanted);
    rows[start..].iter().take_while(move |row| key(row) == wanted)
}

#[cfg(test)]
mod tests {
    use super::under;

    #[test]
    fn all_rows_of_a_key_are_found_and_no_others() {
        let found = |key| under(&[(1, 'a'), (3, 'b'), (3, 'c'), (4, 'd')], key, |row| row.0).map(|row| row.1).collect::<String>();
        assert_eq!([0, 1, 2, 3, 4, 5].map(found), ["", "a", "", "bc", "d", ""]);
    }
}
