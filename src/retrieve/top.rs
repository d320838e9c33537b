//! The first of a long list in their order, without putting all of it in order.

/// At most `limit` elements, by a key that no two of them share.
pub(super) fn first<T, K: Ord>(mut all: Vec<T>, limit: usize, key: impl Fn(&T) -> K) -> Vec<T> {
    if all.len() > limit {
        all.select_nth_unstable_by_key(limit, &key);
        all.truncate(limit);
    }
    all.sort_unstable_by_key(key);
    all
}
