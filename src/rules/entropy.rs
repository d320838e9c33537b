//! How random a text looks: Shannon's entropy of its bytes, in whole thousandths of a bit.

/// Fraction bits of [`log2`].
const FRACTION: u32 = 16;

/// Bits of information a byte, in thousandths: `log2 n - (1/n) * sum of c * log2 c` over the count `c` of each byte value among `n` bytes
/// (C. E. Shannon, 1948). 0 for an empty text.
pub fn millibits(bytes: &[u8]) -> u32 {
    let Ok(total) = u32::try_from(bytes.len()) else { return 0 };
    if total == 0 {
        return 0;
    }
    let mut counts = [0u32; 256];
    for byte in bytes {
        counts[usize::from(*byte)] += 1;
    }
    let sum: u64 = counts.iter().filter(|count| **count > 1).map(|count| u64::from(*count) * log2(*count)).sum();
    let bits = log2(total).saturating_sub(sum / u64::from(total));
    u32::try_from((bits * 1000) >> FRACTION).unwrap_or(u32::MAX)
}

/// The binary logarithm of a number above 0, with 16 fraction bits, each of them found by squaring.
fn log2(number: u32) -> u64 {
    let whole = number.max(1).ilog2();
    // The mantissa lies in [1, 2), with 31 fraction bits.
    let mut mantissa = u64::from(number.max(1)) << (31 - whole);
    let mut log = u64::from(whole);
    for _ in 0..FRACTION {
        mantissa = (mantissa * mantissa) >> 31;
        let carry = mantissa >> 32;
        mantissa >>= carry;
        log = (log << 1) | carry;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropy_is_that_of_the_formula() {
        assert_eq!(millibits(b""), 0);
        assert_eq!(millibits(b"aaaa"), 0);
        assert_eq!(millibits(b"abab"), 1000);
        assert_eq!(millibits(b"abcdefgh"), 3000);
        // 3/4 and 1/4: 0.8113 bits.
        assert_eq!(millibits(b"aaab"), 811);
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(millibits(&all), 8000);
    }
}
