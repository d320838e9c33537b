//! Coordinate ascent over integer weights: no gradient, no chance, the same answer on every machine.

/// Most that one weight may be, in units of 2^-16.
const MOST: i64 = 65_536;
/// How often every weight is tried.
const PASSES: usize = 2;
/// What a weight is multiplied with, in halves.
const HALVES: [i64; 4] = [0, 1, 3, 4];
/// What a weight of zero is tried at, in units of 2^-16.
const FROM_ZERO: [i64; 2] = [3275, -3275];

/// Climbs from `start`, one weight after the other; the best of the values that a weight is tried at is kept where it helps.
pub fn climb<const N: usize>(start: [i64; N], value: &dyn Fn(&[i64; N]) -> u64) -> [i64; N] {
    let (mut weights, mut best) = (start, value(&start));
    for _ in 0..PASSES {
        for at in 0..N {
            let stands = weights[at];
            let tried = if stands == 0 { FROM_ZERO.to_vec() } else { HALVES.map(|halves| (stands * halves / 2).clamp(-MOST, MOST)).to_vec() };
            for other in tried {
                let mut next = weights;
                next[at] = other;
                let reached = value(&next);
                if reached > best {
                    (weights, best) = (next, reached);
                }
            }
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_climb_ends_near_the_top_of_a_hill_and_is_the_same_each_time() {
        let hill = |weights: &[i64; 3]| 1_000_000 - weights[0].abs_diff(20_000) - weights[1].abs_diff(-5_000) - weights[2].abs_diff(0);
        let top = climb([10_000, 0, 7], &hill);
        assert_eq!(top, [20_000, -4912, 0]);
        assert_eq!(top, climb([10_000, 0, 7], &hill));
    }
}
