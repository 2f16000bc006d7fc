//! A small network: one layer over sparse inputs, residual blocks of two dense layers, and two heads.
//!
//! ```text
//! inputs ──dense, relu──► h ──[ + dense(relu(dense(h))), relu ]× blocks──► h ──dense──► outputs (one for every aspect of a move)
//!                                                                          └──dense, relu, dense, tanh──► values
//! ```
//! K. He, X. Zhang, S. Ren, J. Sun, *Deep Residual Learning for Image Recognition* (2016), with dense layers in place of
//! convolutions: boards are small and a processor has no tensor cores.
//!
//! A move is a few *aspects* (its card, its square, that it announces something); what the network says of a move is the sum of
//! the outputs of its aspects. So one shape serves a game with seven moves and one with ten thousand.
//!
//! Matrices are stored one row an input: a layer adds up the rows of the inputs that are not 0, which after a relu are about
//! half of them. The backward pass is written by hand and checked against finite differences.

use crate::math::{add, add_rows, dot, tanh};
use game::Rng;

/// How wide the layer before the values is.
const VALUE_WIDTH: usize = 32;

/// The sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Numbers that describe a view.
    pub inputs: usize,
    /// Numbers in the middle.
    pub width: usize,
    /// Residual blocks; with none it is one hidden layer.
    pub blocks: usize,
    /// Aspects of moves.
    pub outputs: usize,
    /// Values: of the mover alone, or of all players from the mover on; 0 without a value.
    pub values: usize,
}

/// Where a layer lies among the weights: its matrix, then its bias.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Layer {
    at: usize,
    rows: usize,
    columns: usize,
}

impl Layer {
    fn bias(self) -> usize {
        self.at + self.rows * self.columns
    }

    fn end(self) -> usize {
        self.bias() + self.columns
    }

    /// The matrix and the bias.
    fn of(self, weights: &[f32]) -> (&[f32], &[f32]) {
        weights[self.at..self.end()].split_at(self.rows * self.columns)
    }

    fn of_mut(self, weights: &mut [f32]) -> (&mut [f32], &mut [f32]) {
        weights[self.at..self.end()].split_at_mut(self.rows * self.columns)
    }
}

impl Shape {
    /// The most of each size that a file may ask for.
    pub const LARGEST: Shape = Shape { inputs: 65_536, width: 1024, blocks: 16, outputs: 65_536, values: 8 };
    /// The most weights a file may ask for.
    pub const MOST_WEIGHTS: usize = 32_000_000;

    /// Why no network has this shape, if so.
    pub fn fault(&self) -> Option<String> {
        let most = Shape::LARGEST;
        for (name, n, least, most) in [
            ("inputs", self.inputs, 1, most.inputs),
            ("width", self.width, 1, most.width),
            ("blocks", self.blocks, 0, most.blocks),
            ("outputs", self.outputs, 1, most.outputs),
            ("values", self.values, 0, most.values),
        ] {
            if !(least..=most).contains(&n) {
                return Some(format!("{name} must be from {least} to {most}, not {n}"));
            }
        }
        let weights = self.weights();
        (weights > Shape::MOST_WEIGHTS).then(|| format!("{weights} weights are more than a player may have"))
    }

    /// The layers in their order: the first, two for each block, the outputs, and two for the values if there are any.
    fn layers(&self) -> Vec<Layer> {
        let mut layers: Vec<Layer> = Vec::with_capacity(2 * self.blocks + 4);
        let mut push = |rows, columns| {
            let at = layers.last().map_or(0, |layer| layer.end());
            layers.push(Layer { at, rows, columns });
        };
        push(self.inputs, self.width);
        for _ in 0..2 * self.blocks {
            push(self.width, self.width);
        }
        push(self.width, self.outputs);
        if self.values > 0 {
            push(self.width, VALUE_WIDTH);
            push(VALUE_WIDTH, self.values);
        }
        layers
    }

    /// How many weights such a network has.
    pub fn weights(&self) -> usize {
        self.layers().last().map_or(0, |layer| layer.end())
    }
}

/// A network.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    shape: Shape,
    layers: Vec<Layer>,
    weights: Vec<f32>,
}

/// A view as numbers: the places of those that are not 0, in any order, and what they are.
pub type Inputs = [(u32, f32)];

/// What a network computed for one view, kept for the way back and for reuse of its memory.
#[derive(Clone, Default, Debug)]
pub struct Pass {
    /// The middle after the first layer and after each block, and between the layers of each block.
    middles: Vec<Vec<f32>>,
    /// What each aspect of a move is worth.
    pub outputs: Vec<f32>,
    before: Vec<f32>,
    /// The values, from -1 (lost) to 1 (won).
    pub values: Vec<f32>,
    /// Scratch memory of the way back.
    back: [Vec<f32>; 3],
}

/// Negative numbers become 0.
fn relu(x: &mut [f32]) {
    for x in x {
        *x = x.max(0.0);
    }
}

/// `out = bias + Σ input × row`.
fn dense(layer: Layer, weights: &[f32], input: impl Iterator<Item = (usize, f32)>, out: &mut Vec<f32>) {
    let (matrix, bias) = layer.of(weights);
    out.clear();
    out.extend_from_slice(bias);
    add_rows(out, matrix, input);
}

/// The inputs of a dense middle.
fn all(x: &[f32]) -> impl Iterator<Item = (usize, f32)> + '_ {
    x.iter().copied().enumerate()
}

/// The way back through a dense layer: adds to its gradients, and gives those of its input.
fn back(
    layer: Layer,
    weights: &[f32],
    grads: &mut [f32],
    (input, above): (&[f32], &[f32]),
    below: &mut Vec<f32>,
) {
    let (matrix, _) = layer.of(weights);
    let (rows, bias) = layer.of_mut(grads);
    add(bias, above, 1.0);
    below.clear();
    for (i, &x) in input.iter().enumerate() {
        let at = i * layer.columns..(i + 1) * layer.columns;
        if x != 0.0 {
            add(&mut rows[at.clone()], above, x);
        }
        below.push(dot(&matrix[at], above));
    }
}

/// No gradient passes where a relu gave 0.
fn gate(gradient: &mut [f32], after: &[f32]) {
    for (g, &x) in gradient.iter_mut().zip(after) {
        if x <= 0.0 {
            *g = 0.0;
        }
    }
}

impl Net {
    /// A network with random weights (He's initialisation; the second layer of a block begins small, the outputs at 0: an
    /// untrained network finds all moves equally good).
    pub fn new(shape: Shape, seed: u64) -> Net {
        let mut rng = Rng::new(seed);
        let layers = shape.layers();
        let mut weights = vec![0.0; shape.weights()];
        for (i, &layer) in layers.iter().enumerate() {
            let inside = i <= 2 * shape.blocks;
            let scale = match i {
                0 => 2.0 / shape.inputs.min(64) as f32,
                _ if inside && i % 2 == 0 => 0.2 / layer.rows as f32,
                _ if inside || i == 2 * shape.blocks + 2 => 2.0 / layer.rows as f32,
                _ => 0.0,
            };
            // The sum of three uniform numbers is near enough to a normal one; its variance is 1/4.
            let scale = scale.sqrt() * 2.0;
            for weight in layer.of_mut(&mut weights).0 {
                let sum = (0..3).map(|_| rng.unit() as f32 - 0.5).sum::<f32>();
                *weight = sum * scale;
            }
        }
        Net { shape, layers, weights }
    }

    /// The network of these weights; `None` if they are not as many as the shape has.
    pub fn from_weights(shape: Shape, weights: Vec<f32>) -> Option<Net> {
        let fits = shape.fault().is_none() && weights.len() == shape.weights();
        fits.then(|| Net { shape, layers: shape.layers(), weights })
    }

    /// Its sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Its weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Its weights, to be changed.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// Computes outputs and values of a view. Inputs beyond the shape are ignored.
    pub fn forward(&self, inputs: &Inputs, pass: &mut Pass) {
        let layers = self.layers.as_slice();
        let (blocks, weights) = (self.shape.blocks, self.weights.as_slice());
        pass.middles.resize_with(2 * blocks + 1, Vec::new);
        let known = inputs.iter().filter(|(i, _)| (*i as usize) < self.shape.inputs);
        dense(layers[0], weights, known.map(|&(i, x)| (i as usize, x)), &mut pass.middles[0]);
        relu(&mut pass.middles[0]);
        for block in 0..blocks {
            let (done, rest) = pass.middles.split_at_mut(2 * block + 1);
            let [inner, after, ..] = rest else { break };
            let before = &done[2 * block];
            dense(layers[2 * block + 1], weights, all(before), inner);
            relu(inner);
            dense(layers[2 * block + 2], weights, all(inner), after);
            add(after, before, 1.0);
            relu(after);
        }
        let last = &pass.middles[2 * blocks];
        dense(layers[2 * blocks + 1], weights, all(last), &mut pass.outputs);
        pass.values.clear();
        if self.shape.values > 0 {
            dense(layers[2 * blocks + 2], weights, all(last), &mut pass.before);
            relu(&mut pass.before);
            dense(layers[2 * blocks + 3], weights, all(&pass.before), &mut pass.values);
            pass.values.iter_mut().for_each(|x| *x = tanh(*x));
        }
    }

    /// Adds the gradients of a loss to `grads`, given those of the outputs and of the values before their tanh.
    pub fn backward(
        &self,
        inputs: &Inputs,
        pass: &mut Pass,
        outputs: &[f32],
        values: &[f32],
        grads: &mut [f32],
    ) {
        let layers = self.layers.as_slice();
        let (blocks, weights) = (self.shape.blocks, self.weights.as_slice());
        let [mut above, mut below, mut more] = std::mem::take(&mut pass.back);
        let last = &pass.middles[2 * blocks];
        back(layers[2 * blocks + 1], weights, grads, (last, outputs), &mut above);
        if self.shape.values > 0 {
            back(layers[2 * blocks + 3], weights, grads, (&pass.before, values), &mut below);
            gate(&mut below, &pass.before);
            back(layers[2 * blocks + 2], weights, grads, (last, &below), &mut more);
            add(&mut above, &more, 1.0);
        }
        for block in (0..blocks).rev() {
            gate(&mut above, &pass.middles[2 * block + 2]);
            back(layers[2 * block + 2], weights, grads, (&pass.middles[2 * block + 1], &above), &mut below);
            gate(&mut below, &pass.middles[2 * block + 1]);
            back(layers[2 * block + 1], weights, grads, (&pass.middles[2 * block], &below), &mut more);
            add(&mut above, &more, 1.0);
        }
        gate(&mut above, &pass.middles[0]);
        let (rows, bias) = layers[0].of_mut(grads);
        add(bias, &above, 1.0);
        let width = self.shape.width;
        for &(i, x) in inputs.iter().filter(|(i, _)| (*i as usize) < self.shape.inputs) {
            let at = i as usize * width;
            add(&mut rows[at..at + width], &above, x);
        }
        pass.back = [above, below, more];
    }
}
