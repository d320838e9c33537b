//! Chunks by the angle between their vector and that of a query.

use std::cmp::Reverse;

use super::fixed;
use super::top;
use crate::reader::ids::ChunkId;
use crate::reader::vectors::Vectors;

/// The nearest chunks with the cosine of their angle in millionths. They stand in the order of it times what each chunk counts among code (`priors`, by
/// chunk), then by id. What stands at a right angle or beyond is left out.
pub fn nearest(vectors: &Vectors, query: &[i8], priors: &[u64], limit: usize) -> Vec<(ChunkId, u32)> {
    let squares: u32 = query.iter().map(|it| u32::from(it.unsigned_abs()).pow(2)).sum();
    if vectors.size() != query.len() {
        return Vec::new();
    }
    let found: Vec<(u64, ChunkId, u32)> = vectors
        .iter()
        .filter_map(|(chunk, own, vector)| {
            let cosine = cosine(product(query, vector), squares, own);
            let prior = priors.get(chunk.index()).copied().unwrap_or(0);
            (cosine > 0).then_some((fixed::times(u64::from(cosine), prior), chunk, cosine))
        })
        .collect();
    top::first(found, limit, |it| (Reverse(it.0), it.1)).into_iter().map(|(_, chunk, cosine)| (chunk, cosine)).collect()
}

/// The sum of products of components.
fn product(query: &[i8], vector: &[u8]) -> i32 {
    query.iter().zip(vector).map(|(lhs, rhs)| i32::from(i16::from(*lhs) * i16::from(rhs.cast_signed()))).sum()
}

/// A product over the lengths of both vectors, in millionths; 0 where it is negative.
fn cosine(product: i32, lhs: u32, rhs: u32) -> u32 {
    let product = u64::try_from(product).unwrap_or(0);
    let lengths = (u128::from(lhs) * u128::from(rhs) * 1_000_000_000_000).isqrt();
    let share = (u128::from(product) * 1_000_000_000_000).checked_div(lengths).unwrap_or(0);
    u32::try_from(share.min(1_000_000)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_those_of_geometry() {
        let bytes = |vector: &[i8]| vector.iter().map(|it| it.cast_unsigned()).collect::<Vec<u8>>();
        let angle = |lhs: &[i8], rhs: &[i8]| {
            let squares = |vector: &[i8]| vector.iter().map(|it| u32::from(it.unsigned_abs()).pow(2)).sum();
            cosine(product(lhs, &bytes(rhs)), squares(lhs), squares(rhs))
        };
        assert_eq!(angle(&[3, 4], &[6, 8]), 1_000_000);
        assert_eq!(angle(&[127, 0], &[127, 127]), 707_106);
        assert_eq!(angle(&[-128, -128], &[-128, -128]), 1_000_000);
        assert_eq!((angle(&[1, 0], &[0, 1]), angle(&[1, 0], &[-1, 0]), angle(&[0, 0], &[1, 0])), (0, 0, 0));
    }
}
