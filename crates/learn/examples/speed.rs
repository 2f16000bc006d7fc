//! How fast networks are on this machine: one position through networks of the usual shapes, and training steps per second beside a
//! plain loop over the same numbers. `cargo run --release -p learn --example speed`.

use game::{Clock, Rng};
use learn::{Goal, Lesson, Net, Pass, Pupil, Sample, Shape};

/// Samples of a game with so many inputs that are not 0 and so many moves.
fn samples(shape: Shape, on: usize, moves: u32, n: usize) -> Vec<Sample> {
    let mut rng = Rng::new(1);
    let one = |rng: &mut Rng| Sample {
        inputs: (0..on).map(|_| (rng.below(shape.inputs) as u32, 1.0)).collect(),
        moves: (0..moves).map(|m| [m]).collect::<Vec<_>>().iter().map(|m| &m[..]).collect(),
        goal: Goal {
            policy: (0..moves).map(|m| f32::from(u8::from(m == 1))).collect(),
            values: vec![0.5; shape.values],
            quality: None,
        },
    };
    (0..n).map(|_| one(&mut rng)).collect()
}

/// The same network as one would write it first: every weight of every layer, one after another, forwards and back.
struct Plain<'a> {
    shape: Shape,
    weights: &'a [f32],
}

/// What a plain pass leaves for the way back: the input of every layer, and what came out of the last ones.
struct Trace {
    inputs: Vec<Vec<f32>>,
    outputs: Vec<f32>,
    values: Vec<f32>,
}

fn relu(x: Vec<f32>) -> Vec<f32> {
    x.into_iter().map(|x| x.max(0.0)).collect()
}

fn sum(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// No gradient where a relu gave 0.
fn gate(gradient: Vec<f32>, after: &[f32]) -> Vec<f32> {
    gradient.iter().zip(after).map(|(&g, &x)| if x > 0.0 { g } else { 0.0 }).collect()
}

impl Plain<'_> {
    /// Where each layer begins among the weights, with its rows and columns: the first, two a block, outputs, two for values.
    fn layers(&self) -> Vec<(usize, usize, usize)> {
        let (shape, hidden) = (self.shape, 32);
        let mut sizes = vec![(shape.inputs, shape.width)];
        sizes.extend((0..2 * shape.blocks).map(|_| (shape.width, shape.width)));
        sizes.push((shape.width, shape.outputs));
        if shape.values > 0 {
            sizes.extend([(shape.width, hidden), (hidden, shape.values)]);
        }
        let mut at = 0;
        let begins = |(rows, columns): (usize, usize)| {
            at += (rows + 1) * columns;
            (at - (rows + 1) * columns, rows, columns)
        };
        sizes.into_iter().map(begins).collect()
    }

    fn layer(&self, (at, rows, columns): (usize, usize, usize), input: &[f32]) -> Vec<f32> {
        let (matrix, bias) = self.weights[at..].split_at(rows * columns);
        let column = |c: usize| bias[c] + (0..rows).map(|r| input[r] * matrix[r * columns + c]).sum::<f32>();
        (0..columns).map(column).collect()
    }

    /// Adds the gradients of a layer and gives those of its input.
    fn back(
        &self,
        (at, rows, columns): (usize, usize, usize),
        (input, above): (&[f32], &[f32]),
        grads: &mut [f32],
    ) -> Vec<f32> {
        let mut below = vec![0.0; rows];
        for c in 0..columns {
            for r in 0..rows {
                grads[at + r * columns + c] += input[r] * above[c];
                below[r] += self.weights[at + r * columns + c] * above[c];
            }
            grads[at + rows * columns + c] += above[c];
        }
        below
    }

    fn forward(&self, sample: &Sample) -> Trace {
        let (layers, blocks) = (self.layers(), self.shape.blocks);
        let mut dense = vec![0.0; self.shape.inputs];
        sample.inputs.iter().for_each(|&(i, x)| dense[i as usize] += x);
        let mut h = relu(self.layer(layers[0], &dense));
        let mut inputs = vec![dense, h.clone()];
        for block in 0..blocks {
            let inner = relu(self.layer(layers[2 * block + 1], &h));
            h = relu(sum(&h, &self.layer(layers[2 * block + 2], &inner)));
            inputs.extend([inner, h.clone()]);
        }
        let outputs = self.layer(layers[2 * blocks + 1], &h);
        let mut values = Vec::new();
        if self.shape.values > 0 {
            let before = relu(self.layer(layers[2 * blocks + 2], &h));
            values = self.layer(layers[2 * blocks + 3], &before).into_iter().map(f32::tanh).collect();
            inputs.push(before);
        }
        Trace { inputs, outputs, values }
    }

    /// Adds the gradients of one sample.
    fn learn(&self, sample: &Sample, grads: &mut [f32]) {
        let (layers, blocks) = (self.layers(), self.shape.blocks);
        let Trace { inputs, outputs, values } = self.forward(sample);
        let scores: Vec<f32> = sample.moves.iter().map(|m| outputs[m[0] as usize].exp()).collect();
        let all: f32 = scores.iter().sum();
        let mut wrong = vec![0.0; outputs.len()];
        for (i, aspects) in sample.moves.iter().enumerate() {
            wrong[aspects[0] as usize] += scores[i] / all - sample.goal.policy[i];
        }
        let last = &inputs[2 * blocks + 1];
        let mut above = self.back(layers[2 * blocks + 1], (last, &wrong), grads);
        if self.shape.values > 0 {
            let error = |(v, wanted): (&f32, &f32)| (v - wanted) * (1.0 - v * v);
            let wrong: Vec<f32> = values.iter().zip(&sample.goal.values).map(error).collect();
            let before = &inputs[2 * blocks + 2];
            let below = gate(self.back(layers[2 * blocks + 3], (before, &wrong), grads), before);
            above = sum(&above, &self.back(layers[2 * blocks + 2], (last, &below), grads));
        }
        for block in (0..blocks).rev() {
            let [before, inner, after] = &inputs[2 * block + 1..2 * block + 4] else { return };
            above = gate(above, after);
            let below = gate(self.back(layers[2 * block + 2], (inner, &above), grads), inner);
            above = sum(&above, &self.back(layers[2 * block + 1], (before, &below), grads));
        }
        self.back(layers[0], (&inputs[0], &gate(above, &inputs[1])), grads);
    }
}

/// A training step in plain loops: the mean gradient of a batch, then the optimiser.
fn plain_step(pupil: &mut Pupil, batch: &[Sample], rate: f32) {
    let mut grads = vec![0.0; pupil.net.weights().len()];
    let plain = Plain { shape: pupil.net.shape(), weights: pupil.net.weights() };
    batch.iter().for_each(|sample| plain.learn(sample, &mut grads));
    grads.iter_mut().for_each(|g| *g /= batch.len() as f32);
    pupil.adam.step(pupil.net.weights_mut(), &grads, rate);
}

/// The shortest time of a part, in microseconds: what others do on the machine only makes it longer.
fn best<'a>(
    clock: &Clock,
    parts: impl Iterator<Item = &'a [Sample]>,
    mut work: impl FnMut(&[Sample]),
) -> f64 {
    let mut least = f64::INFINITY;
    for part in parts {
        let start = clock.now();
        work(part);
        least = least.min(clock.since(start).as_secs_f64() * 1e6);
    }
    least
}

fn main() {
    let clock = Clock::system();
    let mut lines = String::new();
    for (name, shape, on, moves) in [
        ("connect4", Shape { inputs: 126, width: 128, blocks: 1, outputs: 7, values: 1 }, 27, 7),
        ("reversi", Shape { inputs: 192, width: 128, blocks: 1, outputs: 65, values: 1 }, 42, 10),
        ("snaps", Shape { inputs: 521, width: 128, blocks: 1, outputs: 68, values: 0 }, 60, 6),
        ("taroky", Shape { inputs: 869, width: 128, blocks: 1, outputs: 193, values: 0 }, 110, 12),
    ] {
        let samples = samples(shape, on, moves, 256);
        let mut pupil = Pupil::new(Net::new(shape, 1));
        let mut pass = Pass::default();
        let micros = best(&clock, samples.chunks(8).cycle().take(2000), |part| {
            part.iter().for_each(|s| pupil.net.forward(&s.inputs, &mut pass));
        }) / 8.0;
        let mut total = 0.0;
        let slow = best(&clock, samples.chunks(1).cycle().take(400), |part| {
            let plain = Plain { shape, weights: pupil.net.weights() };
            total += plain.forward(&part[0]).outputs.iter().sum::<f32>();
        });
        let mut lesson = Lesson::default();
        let mut other = pupil.clone();
        pupil.learn(samples[..64].iter(), 1e-3, &mut lesson);
        plain_step(&mut other, &samples[..64], 1e-3);
        let apart =
            pupil.adam.first.iter().zip(&other.adam.first).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(apart < 1e-5, "{name}: the plain loop learns something else (gradients differ by {apart})");
        let step = best(&clock, samples.chunks(64).cycle().take(60), |batch| {
            pupil.learn(batch.iter(), 1e-3, &mut lesson);
        });
        let plain =
            best(&clock, samples.chunks(64).cycle().take(12), |batch| plain_step(&mut other, batch, 1e-3));
        let (steps, slowly) = (1e6 / step, 1e6 / plain);
        lines.push_str(&format!(
            "{name}: {micros:.1} µs a position, a plain loop {slow:.1} µs ({total:.0}); {steps:.0} training steps of 64 a second, \
             plain loops {slowly:.0}\n"
        ));
    }
    // Only the command line prints; an example writes where it is told.
    let path = std::env::args().nth(1).unwrap_or_else(|| "/dev/stdout".to_string());
    let written = std::fs::write(&path, lines);
    assert!(written.is_ok(), "cannot write {path}");
}
