//! Hill climbing over integer weights: seeded, no gradient, the same answer on every machine.

/// Most that one weight may be, in units of 2^-16.
const MOST: i64 = 65_536;
/// Steps, in the same units: a hundredth to a fifth.
const STEPS: [i64; 5] = [655, 1638, 3277, 6554, 13_107];

/// Climbs from `start`: steps of one or two weights are tried, and kept where they help. `tries` bounds the work.
pub fn climb<const N: usize>(start: [i64; N], fixed: &[usize], tries: usize, value: &dyn Fn(&[i64; N]) -> u64) -> [i64; N] {
    let free: Vec<usize> = (0..N).filter(|at| !fixed.contains(at)).collect();
    let (mut weights, mut best) = (start, value(&start));
    let mut draws = Draws(1);
    for _ in 0..tries {
        let mut next = weights;
        for _ in 0..=draws.below(2) {
            let at = free[draws.below(free.len())];
            let step = STEPS[draws.below(STEPS.len())];
            let signed = if draws.below(2) == 0 { step } else { -step };
            next[at] = (next[at] + signed).clamp(-MOST, MOST);
        }
        // Towards zero is always worth a try: a weight must earn its place.
        if draws.below(8) == 0 {
            next[free[draws.below(free.len())]] = 0;
        }
        let reached = value(&next);
        if reached > best {
            (weights, best) = (next, reached);
        }
    }
    weights
}

/// The linear congruential generator of Knuth's MMIX; its upper bits.
struct Draws(u64);

impl Draws {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_of_a_hill_is_found_and_fixed_weights_stay() {
        let hill = |weights: &[i64; 2]| 1_000_000 - weights[0].abs_diff(20_000) - weights[1].abs_diff(-5_000);
        let top = climb([0, 0], &[], 500, &hill);
        assert!(top[0].abs_diff(20_000) < 983 && top[1].abs_diff(-5_000) < 983, "{top:?}");
        assert_eq!(top, climb([0, 0], &[], 500, &hill));
        assert_eq!(climb([0, 0], &[1], 500, &hill)[1], 0);
    }
}
