//! Fixed-point arithmetic of scores: unsigned integers in units of 2^-16.

/// One.
pub const UNIT: u64 = 1 << 16;
/// ln 2.
const LN_2: u64 = 45_426;

/// `numerator / denominator`; 0 where the denominator is.
pub fn ratio(numerator: u64, denominator: u64) -> u64 {
    scaled(numerator, UNIT, denominator)
}

/// `value * factor / divisor` without overflow in between; 0 where the divisor is.
#[inline]
pub fn scaled(value: u64, factor: u64, divisor: u64) -> u64 {
    if divisor == 0 {
        return 0;
    }
    // Most products fit, and a division of 64 bits is one instruction.
    if let Some(product) = value.checked_mul(factor) {
        return product / divisor;
    }
    u64::try_from(u128::from(value) * u128::from(factor) / u128::from(divisor)).unwrap_or(u64::MAX)
}

/// The product of two fixed-point numbers.
#[inline]
pub fn times(lhs: u64, rhs: u64) -> u64 {
    scaled(lhs, rhs, UNIT)
}

/// The natural logarithm of a ratio of at least one; 0 below that. Sixteen fractional bits of the binary logarithm by repeated squaring
/// (Knuth, The Art of Computer Programming, volume 1, section 1.2.2, exercise 25).
pub fn ln(numerator: u64, denominator: u64) -> u64 {
    if denominator == 0 || numerator <= denominator {
        return 0;
    }
    // 32 fractional bits; a ratio above 2^31 does not occur, and saturates.
    let mut x = (u128::from(numerator) << 32) / u128::from(denominator);
    let mut log = 0u64;
    while x >= 2u128 << 32 {
        x >>= 1;
        log += UNIT;
    }
    let mut bit = UNIT / 2;
    while bit > 0 {
        x = (x * x) >> 32;
        if x >= 2u128 << 32 {
            x >>= 1;
            log += bit;
        }
        bit /= 2;
    }
    times(log, LN_2)
}

/// The square root.
pub fn sqrt(value: u64) -> u64 {
    // Most values leave room for the shift, and a root of 64 bits is much faster.
    match value.checked_mul(UNIT) {
        Some(value) => value.isqrt(),
        None => (u128::from(value) << 16).isqrt().try_into().unwrap_or(u64::MAX),
    }
}

/// Every value as a share of the largest.
pub fn by_largest(values: &mut [u64]) {
    let most = values.iter().copied().max().unwrap_or(0);
    // Most are zero, and a division takes longer than to see that.
    values.iter_mut().filter(|value| **value > 0).for_each(|value| *value = ratio(*value, most));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_roots_agree_with_the_real_ones() {
        // Natural logarithms in millionths, from a table.
        for (numerator, denominator, millionths) in
            [(1, 1, 0), (2, 1, 693_147), (3, 2, 405_465), (10, 1, 2_302_585), (1_000_001, 3, 12_716_899), (65_537, 65_536, 15)]
        {
            let found = ln(numerator, denominator) * 1_000_000 / UNIT;
            assert!(found.abs_diff(millionths) < 1_000, "ln {numerator}/{denominator}: {found}");
        }
        assert_eq!((ln(1, 2), ln(1, 0), ratio(1, 0)), (0, 0, 0));
        assert_eq!((sqrt(4 * UNIT), sqrt(UNIT), sqrt(0)), (2 * UNIT, UNIT, 0));
        for value in [1, 3, u64::MAX >> 17, u64::MAX >> 16, (u64::MAX >> 16) + 1, u64::MAX] {
            assert_eq!(u128::from(sqrt(value)), (u128::from(value) << 16).isqrt(), "{value}");
        }
        assert_eq!(scaled(u64::MAX, u64::MAX, 1), u64::MAX);
        for (value, factor, divisor) in [(1 << 31, 1 << 33, 3), (u64::MAX / 7, 7, 5), (u64::MAX / 7, 8, 5), (u64::MAX, UNIT, u64::MAX)] {
            let exact = u128::from(value) * u128::from(factor) / u128::from(divisor);
            assert_eq!(u128::from(scaled(value, factor, divisor)), exact, "{value} {factor} {divisor}");
        }
    }
}
