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

/// The forward pass as one would write it first: every weight of every layer, one after another.
fn plain(weights: &[f32], shape: Shape, dense: &[f32]) -> f32 {
    let mut at = 0;
    let mut layer = |input: &[f32], columns: usize| -> Vec<f32> {
        let rows = input.len();
        let (matrix, bias) = weights[at..].split_at(rows * columns);
        at += (rows + 1) * columns;
        (0..columns)
            .map(|c| bias[c] + (0..rows).map(|r| input[r] * matrix[r * columns + c]).sum::<f32>())
            .collect()
    };
    let relu = |x: Vec<f32>| x.into_iter().map(|x| x.max(0.0)).collect::<Vec<f32>>();
    let mut h = relu(layer(dense, shape.width));
    for _ in 0..shape.blocks {
        let inner = relu(layer(&h, shape.width));
        let more = layer(&inner, shape.width);
        h = relu(h.iter().zip(&more).map(|(a, b)| a + b).collect());
    }
    layer(&h, shape.outputs).iter().sum()
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
        let mut sum = 0.0;
        let slow = best(&clock, samples.chunks(1).cycle().take(400), |part| {
            let mut dense = vec![0.0; shape.inputs];
            part[0].inputs.iter().for_each(|&(i, x)| dense[i as usize] = x);
            sum += plain(pupil.net.weights(), shape, &dense);
        });
        let mut lesson = Lesson::default();
        let step = best(&clock, samples.chunks(64).cycle().take(60), |batch| {
            pupil.learn(batch.iter(), 1e-3, &mut lesson);
        });
        let steps = 1e6 / step;
        lines.push_str(&format!(
            "{name}: {micros:.1} µs a position, a plain loop {slow:.1} µs ({sum:.0}); {steps:.0} training steps of 64 a second\n"
        ));
    }
    // Only the command line prints; an example writes where it is told.
    let path = std::env::args().nth(1).unwrap_or_else(|| "/dev/stdout".to_string());
    let written = std::fs::write(&path, lines);
    assert!(written.is_ok(), "cannot write {path}");
}
