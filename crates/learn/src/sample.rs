//! What is learned from: a view as numbers, its moves, and what was right there.

use crate::math::{ln, softmax};
use crate::net::{Net, Pass};

/// One lesson.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sample {
    /// The view: places of the inputs that are not 0.
    pub inputs: Vec<(u32, f32)>,
    /// The moves, each by its aspects.
    pub moves: Acts,
    /// What is to be learned.
    pub goal: Goal,
}

/// Moves as a network knows them: each is a few aspects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Acts {
    aspects: Vec<u32>,
    /// Where the aspects of each move end.
    ends: Vec<u32>,
}

impl Acts {
    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Forgets all moves.
    pub fn clear(&mut self) {
        self.aspects.clear();
        self.ends.clear();
    }

    /// Adds an aspect to the move that is being described; [`end`](Acts::end) ends it.
    pub fn aspect(&mut self, aspect: u32) {
        self.aspects.push(aspect);
    }

    /// Ends the description of a move.
    pub fn end(&mut self) {
        self.ends.push(self.aspects.len() as u32);
    }

    /// The aspects of the move at a place.
    pub fn of(&self, at: usize) -> &[u32] {
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.aspects[from..self.ends[at] as usize]
    }

    /// The aspects of every move.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|at| self.of(at))
    }

    /// Renames every aspect.
    pub fn rename(&mut self, name: impl Fn(u32) -> u32) {
        self.aspects.iter_mut().for_each(|a| *a = name(*a));
    }
}

impl<'a> FromIterator<&'a [u32]> for Acts {
    fn from_iter<I: IntoIterator<Item = &'a [u32]>>(moves: I) -> Acts {
        let mut acts = Acts::default();
        for aspects in moves {
            aspects.iter().for_each(|&a| acts.aspect(a));
            acts.end();
        }
        acts
    }
}

/// What is to be learned from a sample.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Goal {
    /// How much of each move should be played, 1 in sum; empty: nothing is said of it.
    pub policy: Vec<f32>,
    /// How the play ended for the mover (and the others from him on), from -1 to 1; empty: nothing is said of it.
    pub values: Vec<f32>,
    /// The move that was made and what it brought in the end.
    pub quality: Option<(u32, f32)>,
}

/// What a network got wrong, added up over samples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Loss {
    /// Samples.
    pub count: u64,
    /// Cross entropy of the policies.
    pub policy: f64,
    /// Squared errors of the values, and of the qualities.
    pub value: f64,
    /// Samples in which the most likely move is the one that should be played most.
    pub agreed: u64,
}

impl Loss {
    /// The two together.
    pub fn plus(self, other: Loss) -> Loss {
        Loss {
            count: self.count + other.count,
            policy: self.policy + other.policy,
            value: self.value + other.value,
            agreed: self.agreed + other.agreed,
        }
    }

    /// The mean of a sum over the samples.
    pub fn mean(&self, sum: f64) -> f64 {
        if self.count == 0 { 0.0 } else { sum / self.count as f64 }
    }
}

/// A quality is learned as it is up to here; beyond, its error counts linearly (Huber): one deal for a thousand points does
/// not turn everything upside down.
const FAR: f32 = 1.0;

/// Scratch memory of a training step.
#[derive(Default)]
pub struct Work {
    /// The pass through the network.
    pub pass: Pass,
    outputs: Vec<f32>,
    values: Vec<f32>,
}

/// What a network says of each move: the sum over its aspects.
pub fn score_moves(outputs: &[f32], moves: &Acts, out: &mut Vec<f32>) {
    out.clear();
    let worth = |aspects: &[u32]| aspects.iter().filter_map(|&a| outputs.get(a as usize)).sum::<f32>();
    out.extend(moves.iter().map(worth));
}

/// The place of the largest number; the first of equals.
pub fn largest(numbers: &[f32]) -> usize {
    let mut best = 0;
    for (i, x) in numbers.iter().enumerate() {
        if *x > numbers[best] {
            best = i;
        }
    }
    best
}

impl Sample {
    /// What the network gets wrong here; with `grads`, the gradients are added to it.
    pub fn learn(&self, net: &Net, work: &mut Work, grads: Option<&mut [f32]>) -> Loss {
        net.forward(&self.inputs, &mut work.pass);
        let mut loss = Loss { count: 1, ..Loss::default() };
        let mut scores = Vec::with_capacity(self.moves.len());
        score_moves(&work.pass.outputs, &self.moves, &mut scores);
        work.outputs.clear();
        work.outputs.resize(work.pass.outputs.len(), 0.0);
        let outputs = &mut work.outputs;
        let mut spread = |at: usize, gradient: f32| {
            for &aspect in self.moves.of(at) {
                if let Some(output) = outputs.get_mut(aspect as usize) {
                    *output += gradient;
                }
            }
        };
        if !self.goal.policy.is_empty() {
            loss.agreed = u64::from(largest(&scores) == largest(&self.goal.policy));
            softmax(&mut scores);
            for (i, (&p, &wanted)) in scores.iter().zip(&self.goal.policy).enumerate() {
                if wanted > 0.0 {
                    loss.policy -= f64::from(wanted * ln(p));
                }
                spread(i, p - wanted);
            }
        } else if let Some((made, gain)) = self.goal.quality {
            let error = scores.get(made as usize).copied().unwrap_or(gain) - gain;
            loss.value += f64::from(error * error);
            loss.agreed = u64::from(largest(&scores) == made as usize);
            spread((made as usize).min(self.moves.len().saturating_sub(1)), error.clamp(-FAR, FAR));
        }
        work.values.clear();
        work.values.resize(work.pass.values.len(), 0.0);
        for ((gradient, &v), &wanted) in work.values.iter_mut().zip(&work.pass.values).zip(&self.goal.values)
        {
            let error = v - wanted;
            loss.value += f64::from(error * error);
            *gradient = error * (1.0 - v * v);
        }
        if let Some(grads) = grads {
            net.backward(&self.inputs, &mut work.pass, &work.outputs, &work.values, grads);
        }
        loss
    }
}
