//! A linear layer in integers: their sums are exact in any order, so a compiler and a processor may do them as they like.

use super::arithmetic;

/// Largest magnitude of a weight after scaling: eleven bits, of which the sign is one.
const MAX_WEIGHT: f32 = 1023.0;
/// Rows of input that are multiplied at once.
const TILE: usize = 4;

/// A matrix with a bias. Weights are integers, each row with a scale of its own.
pub struct Linear {
    inputs: usize,
    /// By output, then by input.
    weights: Vec<i16>,
    /// One an output.
    scales: Vec<f32>,
    /// One an output.
    bias: Vec<f32>,
    /// Largest magnitude of an input after scaling, so that no sum of products leaves 32 bits.
    most: f32,
}

impl Linear {
    /// The layer of `weights`, by output and then by input, and one `bias` an output.
    pub fn new(weights: &[f32], bias: Vec<f32>) -> Self {
        let inputs = weights.len() / bias.len().max(1);
        let mut layer = Self { inputs, weights: Vec::with_capacity(weights.len()), scales: Vec::with_capacity(bias.len()), bias, most: most(inputs) };
        for row in weights.chunks_exact(inputs.max(1)) {
            layer.scales.push(scaled(row, MAX_WEIGHT, &mut layer.weights));
        }
        layer
    }

    /// Components of an output.
    pub fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// The output for each row of `input`, one behind the other.
    pub fn apply(&self, input: &[f32]) -> Vec<f32> {
        let (inputs, outputs) = (self.inputs, self.outputs());
        let mut output = vec![0.0; input.len() / inputs * outputs];
        let mut rows = Vec::with_capacity(TILE * inputs);
        for (input, output) in input.chunks(TILE * inputs).zip(output.chunks_mut(TILE * outputs)) {
            rows.clear();
            let mut scales = [0.0; TILE];
            for (row, scale) in input.chunks_exact(inputs).zip(&mut scales) {
                *scale = scaled(row, self.most, &mut rows);
            }
            // Rows that are not there are rows of noughts.
            rows.resize(TILE * inputs, 0);
            for (at, weights) in self.weights.chunks_exact(inputs).enumerate() {
                let sums = products(&rows, weights);
                for ((row, sum), scale) in output.chunks_exact_mut(outputs).zip(sums).zip(scales) {
                    #[expect(clippy::cast_precision_loss, reason = "the sum is rounded to a float, the same everywhere")]
                    let sum = sum as f32;
                    row[at] = sum * (scale * self.scales[at]) + self.bias[at];
                }
            }
        }
        output
    }
}

/// The largest magnitude of inputs with which `count` products stay within 32 bits.
fn most(count: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a count of components is far below 2^24")]
    let share = 2_147_000_000.0 / MAX_WEIGHT / count.max(1) as f32;
    share.clamp(1.0, 32_767.0)
}

/// Appends values as integers of magnitude up to `most`, rounded half away from zero; what one unit of them is worth.
fn scaled(values: &[f32], most: f32, into: &mut Vec<i16>) -> f32 {
    let largest = arithmetic::largest(values);
    let factor = if largest > 0.0 { most.floor() / largest } else { 0.0 };
    #[expect(clippy::cast_possible_truncation, reason = "a cast saturates, and shares of the largest lie within 16 bits")]
    into.extend(values.iter().map(|value| (value * factor + 0.5f32.copysign(*value)) as i16));
    if factor > 0.0 { 1.0 / factor } else { 0.0 }
}

/// The products of a tile of rows with one row of weights. Written so that a compiler makes multiplications of sixteen bits of it, several at once.
#[inline]
fn products(rows: &[i16], weights: &[i16]) -> [i32; TILE] {
    let count = weights.len();
    let (first, rest) = rows.split_at(count);
    let (second, rest) = rest.split_at(count);
    let (third, fourth) = rest.split_at(count);
    let fourth = &fourth[..count];
    let mut sums = [0i32; TILE];
    for at in 0..count {
        let weight = i32::from(weights[at]);
        sums[0] += i32::from(first[at]) * weight;
        sums[1] += i32::from(second[at]) * weight;
        sums[2] += i32::from(third[at]) * weight;
        sums[3] += i32::from(fourth[at]) * weight;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_is_its_matrix_up_to_rounding_however_many_rows_come_at_once() {
        let mut random = fastrand::Rng::with_seed(7);
        let (inputs, outputs) = (48, 10);
        let weights: Vec<f32> = (0..inputs * outputs).map(|_| random.f32() - 0.5).collect();
        let bias: Vec<f32> = (0..outputs).map(|_| random.f32()).collect();
        let layer = Linear::new(&weights, bias.clone());
        let input: Vec<f32> = (0..9 * inputs).map(|_| random.f32() * 4.0 - 2.0).collect();
        let output = layer.apply(&input);
        for (row, input) in input.chunks(inputs).enumerate() {
            for at in 0..outputs {
                let exact: f32 = bias[at] + (0..inputs).map(|it| input[it] * weights[at * inputs + it]).sum::<f32>();
                assert!((output[row * outputs + at] - exact).abs() < 0.01, "{row} {at}");
            }
            assert_eq!(layer.apply(input), output[row * outputs..][..outputs], "a row is the same alone");
        }
    }

    #[test]
    fn the_greatest_sums_stay_within_their_bits() {
        for inputs in [1, 64, 1536, 40_000] {
            let layer = Linear::new(&vec![-3.0; inputs], vec![0.0]);
            #[expect(clippy::cast_precision_loss, reason = "a small number")]
            let expected = -6.0 * inputs as f32;
            let found = layer.apply(&vec![2.0; inputs])[0];
            assert!((found - expected).abs() <= -expected * 0.001, "{inputs}: {found}");
        }
    }
}
