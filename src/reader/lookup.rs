//! Positions of rows that are sorted by what they belong to.

use super::flat::Column;
use super::ids::FileId;

/// Where the rows of each of `files` files start in a table sorted by file, and the number of rows at the end.
pub fn starts(files: usize, rows: impl Iterator<Item = FileId>) -> Column<u32> {
    let mut starts = vec![0u32; files + 1];
    for file in rows {
        if let Some(count) = starts.get_mut(file.index() + 1) {
            *count += 1;
        }
    }
    for index in 1..starts.len() {
        starts[index] += starts[index - 1];
    }
    starts.into()
}

/// Where each of `groups` groups starts among the rows of a table by group, and these rows; those of one group in their order.
pub fn grouped(groups: usize, of_rows: &[u32]) -> (Column<u32>, Column<u32>) {
    let starts = starts(groups, of_rows.iter().map(|group| FileId(*group)));
    let mut next: Vec<u32> = starts.iter().collect();
    let mut rows = vec![0; of_rows.len()];
    for (row, group) in (0u32..).zip(of_rows) {
        if let Some(place) = next.get_mut(*group as usize)
            && let Some(it) = rows.get_mut(*place as usize)
        {
            *it = row;
            *place += 1;
        }
    }
    (starts, rows.into())
}

/// The rows of one position of [`starts`]; empty past the end.
pub fn range(starts: &Column<u32>, index: usize) -> std::ops::Range<u32> {
    starts.pair(index).map_or(0..0, |[start, end]| start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_group_stand_together_in_their_order() {
        let (starts, rows) = grouped(3, &[2, 0, 2, 0]);
        assert_eq!((starts.iter().collect::<Vec<_>>(), rows.iter().collect::<Vec<_>>()), (vec![0, 2, 2, 4], vec![1, 3, 0, 2]));
    }

    #[test]
    fn rows_of_a_file_are_a_range() {
        let starts = starts(3, [0, 0, 2].into_iter().map(FileId));
        assert_eq!((0..4).map(|index| range(&starts, index)).collect::<Vec<_>>(), [0..2, 2..2, 2..3, 0..0]);
    }
}
