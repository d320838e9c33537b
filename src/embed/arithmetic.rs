//! Functions of floats that are the same on every machine: only operations that IEEE 754 rounds exactly, in one written order.

/// Sums run in so many lanes, which are added in order at the end.
const LANES: usize = 8;

/// The largest magnitude; 0 of none.
pub fn largest(values: &[f32]) -> f32 {
    values.iter().fold(0.0, |most, value| if value.abs() > most { value.abs() } else { most })
}

/// The sum of what `part` makes of each value.
fn sum(values: &[f32], part: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0.0f32; LANES];
    let (whole, rest) = values.as_chunks::<LANES>();
    for chunk in whole {
        lanes.iter_mut().zip(chunk).for_each(|(lane, value)| *lane += part(*value));
    }
    lanes.iter_mut().zip(rest).for_each(|(lane, value)| *lane += part(*value));
    lanes.iter().fold(0.0, |total, lane| total + lane)
}

/// e to the power of a value, with a relative error below 3e-7: powers of two times a polynomial in the rest (Cephes, `expf`). What would be greater than
/// the largest float is cut.
#[inline]
pub fn exp(value: f32) -> f32 {
    // Adding and taking away 3 * 2^22 rounds to an integer, as floats of that size have no fraction.
    const ROUND: f32 = 12_582_912.0;
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let value = value.clamp(-87.0, 88.0);
    let power = (value * std::f32::consts::LOG2_E + ROUND) - ROUND;
    let x = value - power * LN_2_HIGH - power * LN_2_LOW;
    let mut sum = 1.987_569_1e-4;
    for factor in [1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 0.166_666_65, 0.5] {
        sum = sum * x + factor;
    }
    let share = sum * x * x + x + 1.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the power lies between -126 and 127")]
    let bits = ((power as i32 + 127) as u32) << 23;
    share * f32::from_bits(bits)
}

/// The Gaussian error linear unit, x Phi(x), by the error function's approximation 7.1.26 of Abramowitz and Stegun, whose error is below 1.5e-7.
#[inline]
pub fn gelu(value: f32) -> f32 {
    let x = value.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let mut sum = 1.061_405_4;
    for factor in [-1.453_152, 1.421_413_7, -0.284_496_74, 0.254_829_6] {
        sum = sum * t + factor;
    }
    let erf = (1.0 - sum * t * exp(-x * x)).copysign(value);
    0.5 * value * (1.0 + erf)
}

/// Makes values positive shares of one: each e to its power, over the sum of all.
pub fn softmax(values: &mut [f32]) {
    let most = values.iter().copied().fold(f32::MIN, |most, value| if value > most { value } else { most });
    values.iter_mut().for_each(|value| *value = exp(*value - most));
    let total = sum(values, |value| value);
    values.iter_mut().for_each(|value| *value /= total);
}

/// Shifts and scales values to mean 0 and variance 1, then by `weight` and `bias` (Ba, Kiros and Hinton, Layer Normalization, 2016).
pub fn normalize(values: &mut [f32], weight: &[f32], bias: &[f32], epsilon: f32) {
    #[expect(clippy::cast_precision_loss, reason = "there are fewer components than a float counts")]
    let count = values.len() as f32;
    let mean = sum(values, |value| value) / count;
    let variance = sum(values, |value| (value - mean) * (value - mean)) / count;
    let scale = 1.0 / (variance + epsilon).sqrt();
    for ((value, weight), bias) in values.iter_mut().zip(weight).zip(bias) {
        *value = (*value - mean) * scale * weight + bias;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_units_agree_with_the_real_ones() {
        // From a table of the exponential and of the error function.
        for (x, expected) in
            [(0.0, 1.0), (1.0, std::f32::consts::E), (-1.0, 0.367_879_44), (10.0, 22_026.466), (-20.0, 2.061_153_6e-9), (-500.0, 0.0)]
        {
            assert!((exp(x) - expected).abs() <= 4e-7 * expected + 1e-30, "exp {x}: {}", exp(x));
        }
        for (x, expected) in [(0.0, 0.0), (1.0, 0.841_344_7), (-1.0, -0.158_655_26), (3.0, 2.995_950_3), (-10.0, 0.0), (20.0, 20.0)] {
            assert!((gelu(x) - expected).abs() < 1e-6, "gelu {x}: {}", gelu(x));
        }
    }

    #[test]
    fn values_become_shares_and_layers_have_mean_nought() {
        let mut values = [1.0, 2.0, 3.0];
        softmax(&mut values);
        for (value, expected) in values.iter().zip([0.090_030_57, 0.244_728_48, 0.665_240_94]) {
            assert!((value - expected).abs() < 1e-6, "{values:?}");
        }
        let mut values: Vec<f32> = (0u8..11).map(f32::from).collect();
        normalize(&mut values, &[2.0; 11], &[1.0; 11], 0.0);
        assert!((values[5] - 1.0).abs() < 1e-6 && (values[10] - (1.0 + 2.0 * 1.581_138_8)).abs() < 1e-5, "{values:?}");
    }
}
