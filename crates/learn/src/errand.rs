//! Plays of self-play as data, so that they can be made anywhere: what is sent to whoever makes them, and what comes back. A play
//! depends on its errand and its number only; so many machines give the same network, bit by bit, as one.

use crate::bytes::{Bytes, checksum, put_f32s, put_u32};
use crate::checkpoint::{put_sample, sample};
use crate::file::FileError;
use crate::net::{Net, Shape};
use crate::sample::Sample;
use crate::selfplay::SelfPlay;
use crate::train::LearnError;

const MAGIC: &[u8] = b"partie errand 1\n";

/// Some plays of a round.
#[derive(Clone, PartialEq, Debug)]
pub struct Errand {
    /// How they are played.
    pub plan: SelfPlay,
    /// How views become numbers.
    pub encoder: String,
    /// Its vocabulary, where it has one.
    pub vocabulary: [Vec<u64>; 2],
    /// The seed of the training.
    pub seed: u64,
    /// The round.
    pub round: u64,
    /// The player of all seats.
    pub net: Net,
}

/// What a play brought.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Played {
    /// What is learned from it.
    pub samples: Vec<Sample>,
    /// Its moves.
    pub moves: u64,
}

/// Who makes the plays of an errand: all of them, in their order.
pub type Crew<'a> = &'a mut dyn FnMut(&Errand) -> Result<Vec<Played>, LearnError>;

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_u32(out, text.len());
    out.extend_from_slice(text.as_bytes());
}

fn fault(cause: String) -> FileError {
    FileError::new(0, format!("an errand: {cause}"))
}

impl Errand {
    /// As bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::new();
        put_text(&mut body, &self.encoder);
        let p = &self.plan;
        let sizes = [p.plays, p.window, p.batch, p.length, p.drawn].map(|n| n as u64);
        for n in [self.seed, self.round, p.rounds, p.walks].into_iter().chain(sizes) {
            body.extend_from_slice(&n.to_le_bytes());
        }
        put_f32s(&mut body, &[p.repeats, p.rate, p.random]);
        for words in &self.vocabulary {
            put_u32(&mut body, words.len());
            words.iter().for_each(|word| body.extend_from_slice(&word.to_le_bytes()));
        }
        let s = self.net.shape();
        [s.inputs, s.width, s.blocks, s.outputs, s.values].iter().for_each(|&n| put_u32(&mut body, n));
        put_f32s(&mut body, self.net.weights());
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&checksum(&body).to_le_bytes());
        bytes.extend_from_slice(&body);
        bytes
    }

    /// Reads an errand.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn read(bytes: &[u8]) -> Result<Errand, FileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(|| fault("it does not begin as one".to_string()))?;
        let mut body = Bytes(rest);
        let sum = body.u64().map_err(fault)?;
        if sum != checksum(body.0) {
            return Err(fault("it was damaged on its way".to_string()));
        }
        let errand = Errand::parts(&mut body).map_err(fault)?;
        if body.0.is_empty() { Ok(errand) } else { Err(fault("it is too long".to_string())) }
    }

    fn parts(body: &mut Bytes<'_>) -> Result<Errand, String> {
        let n = body.count(1)?;
        let encoder = String::from_utf8_lossy(body.take(n)?).into_owned();
        let mut number = || body.u64();
        let (seed, round, rounds, walks) = (number()?, number()?, number()?, number()?);
        let mut size = || Ok::<_, String>(usize::try_from(number()?).unwrap_or(usize::MAX));
        let (plays, window, batch, length, drawn) = (size()?, size()?, size()?, size()?, size()?);
        let [repeats, rate, random] = body.f32s(3)?[..] else { return Err("three numbers".to_string()) };
        let plan = SelfPlay { rounds, plays, walks, window, repeats, batch, rate, length, drawn, random };
        let mut vocabulary = [Vec::new(), Vec::new()];
        for words in &mut vocabulary {
            let n = body.count(8)?;
            *words = (0..n).map(|_| body.u64()).collect::<Result<_, _>>()?;
        }
        let mut size = || Ok::<_, String>(body.u32()? as usize);
        let shape =
            Shape { inputs: size()?, width: size()?, blocks: size()?, outputs: size()?, values: size()? };
        if let Some(fault) = shape.fault() {
            return Err(fault);
        }
        let net = Net::from_weights(shape, body.f32s(shape.weights())?).ok_or("weights are missing")?;
        Ok(Errand { plan, encoder, vocabulary, seed, round, net })
    }
}

impl Played {
    /// Several plays as bytes.
    pub fn write(plays: &[Played]) -> Vec<u8> {
        let mut out = Vec::new();
        put_u32(&mut out, plays.len());
        for play in plays {
            out.extend_from_slice(&play.moves.to_le_bytes());
            put_u32(&mut out, play.samples.len());
            play.samples.iter().for_each(|sample| put_sample(&mut out, sample));
        }
        out
    }

    /// Reads plays.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn read(bytes: &[u8]) -> Result<Vec<Played>, FileError> {
        let mut body = Bytes(bytes);
        let mut all = || {
            let n = body.count(12)?;
            let mut plays = Vec::with_capacity(n);
            for _ in 0..n {
                let moves = body.u64()?;
                let samples = body.count(16)?;
                let samples = (0..samples).map(|_| sample(&mut body)).collect::<Result<_, String>>()?;
                plays.push(Played { samples, moves });
            }
            if body.0.is_empty() { Ok(plays) } else { Err("they are too long".to_string()) }
        };
        all().map_err(|cause: String| FileError::new(0, format!("plays: {cause}")))
    }
}
