//! Training that stopped in the middle. A checkpoint holds all that the rest of the training depends on: weights, the memory
//! of the optimiser, the samples that are kept, and the position. Random numbers need no place of their own: those of a round
//! come from the seed and the number of the round. So a training that was killed goes on from its last checkpoint and ends with
//! the same network, bit by bit.
//!
//! The form is that of a player's file: lines of text (`partie learning 1`), an empty line, binary numbers.

use crate::adam::{Adam, Pupil};
use crate::bytes::{Bytes, checksum, put_f32s, put_u32};
use crate::file::{Fields, FileError, split};
use crate::net::{Net, Shape};
use crate::sample::{Acts, Goal, Sample};
use game::Rng;

const MAGIC: &str = "partie learning 1";

/// A training at the end of a round.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// What is being learned and how, in words: a training goes on only as it began.
    pub plan: String,
    /// The seed.
    pub seed: u64,
    /// Rounds that are done.
    pub round: u64,
    /// The network and its optimiser.
    pub pupil: Pupil,
    /// What is learned from.
    pub samples: Vec<Sample>,
    /// What is never learned from, only asked: samples of plays of their own.
    pub held: Vec<Sample>,
    /// The vocabulary of the encoder, where it has one.
    pub vocabulary: [Vec<u64>; 2],
    /// Networks of earlier rounds, to be played against.
    pub gallery: Vec<(u64, Vec<f32>)>,
    /// What was measured on the way: (name, round, value).
    pub curve: Vec<(String, u64, f64)>,
}

impl Checkpoint {
    /// The random numbers of a round: the same whenever it is played.
    pub fn rng(&self) -> Rng {
        Rng::new(game::hash::hash(&(self.seed, self.round)))
    }

    /// As bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::new();
        put_f32s(&mut body, self.pupil.net.weights());
        put_f32s(&mut body, &self.pupil.adam.first);
        put_f32s(&mut body, &self.pupil.adam.second);
        for words in &self.vocabulary {
            put_u32(&mut body, words.len());
            words.iter().for_each(|hash| body.extend_from_slice(&hash.to_le_bytes()));
        }
        for samples in [&self.samples, &self.held] {
            put_u32(&mut body, samples.len());
            samples.iter().for_each(|sample| put_sample(&mut body, sample));
        }
        put_u32(&mut body, self.gallery.len());
        for (round, weights) in &self.gallery {
            body.extend_from_slice(&round.to_le_bytes());
            put_f32s(&mut body, weights);
        }
        put_u32(&mut body, self.curve.len());
        for (name, round, value) in &self.curve {
            put_u32(&mut body, name.len());
            body.extend_from_slice(name.as_bytes());
            body.extend_from_slice(&round.to_le_bytes());
            body.extend_from_slice(&value.to_le_bytes());
        }
        let shape = self.pupil.net.shape();
        let text = format!(
            "{MAGIC}\nplan: {}\nseed: {}\nround: {}\nsteps: {}\nshape: {} {} {} {} {}\nchecksum: {:016x}\n\n",
            self.plan.split_whitespace().collect::<Vec<_>>().join(" "),
            self.seed,
            self.round,
            self.pupil.adam.steps,
            shape.inputs,
            shape.width,
            shape.blocks,
            shape.outputs,
            shape.values,
            checksum(&body)
        );
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(&body);
        bytes
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// What is wrong with it and where.
    pub fn read(bytes: &[u8]) -> Result<Checkpoint, FileError> {
        let (lines, body) = split(bytes, MAGIC)?;
        let mut fields = Fields(lines);
        let plan = fields.text("plan")?.1.to_string();
        let seed = fields.number("seed")?;
        let round = fields.number("round")?;
        let steps = fields.number("steps")?;
        let (at, sizes) = fields.text("shape")?;
        let sizes: Vec<usize> = sizes.split(' ').filter_map(|n| n.parse().ok()).collect();
        let &[inputs, width, blocks, outputs, values] = sizes.as_slice() else {
            return Err(FileError::new(at, "shape: five numbers"));
        };
        let shape = Shape { inputs, width, blocks, outputs, values };
        if let Some(fault) = shape.fault() {
            return Err(FileError::new(at, fault));
        }
        let (line, sum) = fields.text("checksum")?;
        if u64::from_str_radix(sum, 16) != Ok(checksum(body)) {
            return Err(FileError::new(line, "the checksum does not fit: the file is damaged"));
        }
        let fault = |cause: String| FileError::new(0, format!("the binary part: {cause}"));
        let weights = shape.weights();
        let mut body = Bytes(body);
        let net = Net::from_weights(shape, body.f32s(weights).map_err(fault)?);
        let net = net.ok_or_else(|| fault("weights are missing".to_string()))?;
        let adam = Adam {
            first: body.f32s(weights).map_err(fault)?,
            second: body.f32s(weights).map_err(fault)?,
            steps,
        };
        let (vocabulary, [samples, held], gallery, curve) = rest(&mut body, weights).map_err(fault)?;
        let pupil = Pupil { net, adam };
        Ok(Checkpoint { plan, seed, round, pupil, samples, held, vocabulary, gallery, curve })
    }
}

type Rest = ([Vec<u64>; 2], [Vec<Sample>; 2], Vec<(u64, Vec<f32>)>, Vec<(String, u64, f64)>);

fn rest(body: &mut Bytes<'_>, weights: usize) -> Result<Rest, String> {
    let mut vocabulary = [Vec::new(), Vec::new()];
    for words in &mut vocabulary {
        let n = body.count(8)?;
        *words = (0..n).map(|_| body.u64()).collect::<Result<_, _>>()?;
    }
    let mut samples = [Vec::new(), Vec::new()];
    for samples in &mut samples {
        let n = body.count(16)?;
        *samples = (0..n).map(|_| sample(body)).collect::<Result<_, String>>()?;
    }
    let n = body.count(8)?;
    let gallery =
        (0..n).map(|_| Ok((body.u64()?, body.f32s(weights)?))).collect::<Result<Vec<_>, String>>()?;
    let n = body.count(20)?;
    let mut curve = Vec::with_capacity(n);
    for _ in 0..n {
        let length = body.count(1)?;
        let name = String::from_utf8_lossy(body.take(length)?).into_owned();
        curve.push((name, body.u64()?, f64::from_bits(body.u64()?)));
    }
    if !body.0.is_empty() {
        return Err(format!("{} bytes too many", body.0.len()));
    }
    Ok((vocabulary, samples, gallery, curve))
}

pub(crate) fn put_sample(out: &mut Vec<u8>, sample: &Sample) {
    put_u32(out, sample.inputs.len());
    for (at, x) in &sample.inputs {
        out.extend_from_slice(&at.to_le_bytes());
        out.extend_from_slice(&x.to_le_bytes());
    }
    put_u32(out, sample.moves.len());
    for aspects in sample.moves.iter() {
        put_u32(out, aspects.len());
        aspects.iter().for_each(|a| out.extend_from_slice(&a.to_le_bytes()));
    }
    for numbers in [&sample.goal.policy, &sample.goal.values] {
        put_u32(out, numbers.len());
        put_f32s(out, numbers);
    }
    let (made, gain) = sample.goal.quality.unwrap_or((u32::MAX, 0.0));
    out.extend_from_slice(&made.to_le_bytes());
    out.extend_from_slice(&gain.to_le_bytes());
}

pub(crate) fn sample(body: &mut Bytes<'_>) -> Result<Sample, String> {
    let n = body.count(8)?;
    let mut number = || Ok::<_, String>((body.u32()?, f32::from_bits(body.u32()?)));
    let inputs = (0..n).map(|_| number()).collect::<Result<Vec<_>, _>>()?;
    let n = body.count(4)?;
    let mut moves = Acts::default();
    for _ in 0..n {
        for _ in 0..body.count(4)? {
            moves.aspect(body.u32()?);
        }
        moves.end();
    }
    let n = body.count(4)?;
    let policy = body.f32s(n)?;
    let n = body.count(4)?;
    let values = body.f32s(n)?;
    let (made, gain) = (body.u32()?, f32::from_bits(body.u32()?));
    if (!policy.is_empty() && policy.len() != moves.len())
        || (made != u32::MAX && made as usize >= moves.len())
    {
        return Err("a sample contradicts itself".to_string());
    }
    let quality = (made != u32::MAX).then_some((made, gain));
    Ok(Sample { inputs, moves, goal: Goal { policy, values, quality } })
}
