//! Counts the tokens of one piece: the pair of lowest rank is merged until none is left.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::hash::{SLOTS, slot};
use crate::tables::TOKENS;

static TABLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/vocabulary.bin"));

/// No token is longer.
const MAX_TOKEN_BYTES: usize = 128;
/// Up to here, looking at all pairs is quicker than keeping them in a heap.
const SHORT: usize = 48;
/// The rank of a pair that is no token.
const NONE: u32 = u32::MAX;

fn number(at: usize) -> u32 {
    TABLE.get(at * 4..at * 4 + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes)
}

fn bytes_of(token: u32) -> &'static [u8] {
    let at = SLOTS + token as usize;
    let text = (SLOTS + TOKENS + 1) * 4;
    TABLE.get(text + number(at) as usize..text + number(at + 1) as usize).unwrap_or(&[])
}

/// The rank of a token; [`NONE`] where the bytes are none.
fn rank(bytes: &[u8]) -> u32 {
    if bytes.len() > MAX_TOKEN_BYTES {
        return NONE;
    }
    let mut at = slot(bytes);
    loop {
        match number(at).checked_sub(1) {
            None => return NONE,
            Some(token) if bytes_of(token) == bytes => return token,
            Some(_) => at = (at + 1) % SLOTS,
        }
    }
}

/// The number of tokens of a piece.
pub fn count(piece: &[u8]) -> usize {
    if piece.len() < 2 || rank(piece) != NONE {
        return usize::from(!piece.is_empty());
    }
    if piece.len() <= SHORT { count_short(piece) } else { count_long(piece) }
}

fn count_short(piece: &[u8]) -> usize {
    // `(start, rank of this part with the next)`; the last entry only ends the piece.
    let mut parts: Vec<(usize, u32)> = (0..=piece.len()).map(|start| (start, NONE)).collect();
    let pair = |parts: &[(usize, u32)], at: usize| match (parts.get(at), parts.get(at + 2)) {
        (Some((start, _)), Some((end, _))) => rank(&piece[*start..*end]),
        _ => NONE,
    };
    for at in 0..parts.len() {
        parts[at].1 = pair(&parts, at);
    }
    while let Some((at, _)) = parts.iter().map(|part| part.1).enumerate().filter(|(_, rank)| *rank != NONE).min_by_key(|(at, rank)| (*rank, *at)) {
        parts.remove(at + 1);
        parts[at].1 = pair(&parts, at);
        if at > 0 {
            parts[at - 1].1 = pair(&parts, at - 1);
        }
    }
    parts.len() - 1
}

/// The same in `n log n`: a run of a megabyte without a space must not take minutes.
fn count_long(piece: &[u8]) -> usize {
    let length = piece.len();
    // Parts as a doubly linked list of their starts; `length` ends it.
    let mut next: Vec<usize> = (1..=length + 1).collect();
    let mut previous: Vec<usize> = (0..=length).map(|start| start.wrapping_sub(1)).collect();
    let mut alive = vec![true; length + 1];
    let mut heap = BinaryHeap::new();
    let push = |heap: &mut BinaryHeap<Reverse<(u32, usize, usize)>>, next: &[usize], start: usize| {
        let end = next.get(next[start]).copied().unwrap_or(usize::MAX);
        if next[start] < length && end <= length {
            let rank = rank(&piece[start..end]);
            if rank != NONE {
                heap.push(Reverse((rank, start, end)));
            }
        }
    };
    (0..length).for_each(|start| push(&mut heap, &next, start));
    let mut count = length;
    while let Some(Reverse((_, start, end))) = heap.pop() {
        let middle = next[start];
        // A pair of parts that were merged otherwise meanwhile.
        if !alive[start] || middle >= length || next[middle] != end {
            continue;
        }
        alive[middle] = false;
        next[start] = end;
        previous[end] = start;
        count -= 1;
        push(&mut heap, &next, start);
        if start > 0 {
            push(&mut heap, &next, previous[start]);
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_pieces_are_counted_alike() {
        let mut random = fastrand::Rng::with_seed(7);
        for length in 2..200 {
            let piece: Vec<u8> = (0..length).map(|_| *b"abcdeft_ -=".get(random.usize(..11)).unwrap()).collect();
            assert_eq!(count_short(&piece), count_long(&piece), "{}", String::from_utf8_lossy(&piece));
        }
    }
}
