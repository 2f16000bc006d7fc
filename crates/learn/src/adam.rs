//! Training: mini-batches and Adam (D. P. Kingma, J. Ba, *Adam: A Method for Stochastic Optimization*, 2015), with weights
//! drawn towards 0 apart from the gradient (I. Loshchilov, F. Hutter, *Decoupled Weight Decay Regularization*, 2019).

use crate::net::Net;
use crate::sample::{Loss, Sample, Work};
use game::Rng;

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// How much of a weight is forgotten with each step, at the full rate.
const DECAY: f32 = 1e-4;

/// The memory of the optimiser.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// Running means of the gradients.
    pub first: Vec<f32>,
    /// Running means of their squares.
    pub second: Vec<f32>,
    /// Steps made.
    pub steps: u64,
}

impl Adam {
    /// A new optimiser of so many weights.
    pub fn new(weights: usize) -> Adam {
        Adam { first: vec![0.0; weights], second: vec![0.0; weights], steps: 0 }
    }

    /// Changes the weights against the gradients.
    pub fn step(&mut self, weights: &mut [f32], grads: &[f32], rate: f32) {
        self.steps += 1;
        // By multiplication, not by a library's power: the same bits everywhere.
        let left = |base: f32| {
            let (mut power, mut n, mut square) = (1.0f64, self.steps, f64::from(base));
            while n > 0 {
                if n & 1 == 1 {
                    power *= square;
                }
                square *= square;
                n >>= 1;
            }
            (1.0 - power) as f32
        };
        let (scale, size) = (1.0 / left(FIRST), 1.0 / left(SECOND));
        let state = self.first.iter_mut().zip(&mut self.second);
        for ((weight, &g), (m, v)) in weights.iter_mut().zip(grads).zip(state) {
            *m = FIRST * *m + (1.0 - FIRST) * g;
            *v = SECOND * *v + (1.0 - SECOND) * g * g;
            let step = *m * scale / ((*v * size).sqrt() + EPSILON);
            *weight -= rate * (step + DECAY * *weight);
        }
    }
}

/// A network being trained.
#[derive(Clone, PartialEq, Debug)]
pub struct Pupil {
    /// The network.
    pub net: Net,
    /// The optimiser.
    pub adam: Adam,
}

impl Pupil {
    /// A pupil that knows nothing.
    pub fn new(net: Net) -> Pupil {
        let adam = Adam::new(net.weights().len());
        Pupil { net, adam }
    }

    /// Learns a batch: one step against the mean gradient.
    pub fn learn<'a>(
        &mut self,
        batch: impl Iterator<Item = &'a Sample>,
        rate: f32,
        work: &mut Lesson,
    ) -> Loss {
        work.grads.clear();
        work.grads.resize(self.net.weights().len(), 0.0);
        let mut loss = Loss::default();
        for sample in batch {
            loss = loss.plus(sample.learn(&self.net, &mut work.work, Some(&mut work.grads)));
        }
        let share = 1.0 / loss.count.max(1) as f32;
        work.grads.iter_mut().for_each(|g| *g *= share);
        self.adam.step(self.net.weights_mut(), &work.grads, rate);
        loss
    }

    /// Learns so many batches of samples drawn at random.
    pub fn drill(&mut self, samples: &[Sample], plan: Drill, rng: &mut Rng, work: &mut Lesson) -> Loss {
        let mut loss = Loss::default();
        if samples.is_empty() {
            return loss;
        }
        let mut drawn = Vec::with_capacity(plan.batch);
        for _ in 0..plan.batches {
            drawn.clear();
            drawn.extend((0..plan.batch).map(|_| rng.below(samples.len())));
            loss = loss.plus(self.learn(drawn.iter().map(|&i| &samples[i]), plan.rate, work));
        }
        loss
    }
}

/// How a pupil is drilled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drill {
    /// Batches.
    pub batches: usize,
    /// Samples in a batch.
    pub batch: usize,
    /// How far a step goes.
    pub rate: f32,
}

/// Scratch memory of training.
#[derive(Default)]
pub struct Lesson {
    work: Work,
    grads: Vec<f32>,
}

/// What a network gets wrong over these samples, without learning them.
pub fn examine<'a>(net: &Net, samples: impl Iterator<Item = &'a Sample>) -> Loss {
    let mut work = Work::default();
    samples.map(|sample| sample.learn(net, &mut work, None)).fold(Loss::default(), Loss::plus)
}
