//! The file of a trained player. Lines of text that people can read, an empty line, then the weights:
//!
//! ```text
//! partie net 1
//! game: connect4
//! rules: 1
//! encoder: connect4-1
//! kind: policy-value
//! inputs: 84
//! outputs: 7
//! width: 128
//! blocks: 1
//! values: 1
//! vocabulary: 0 0
//! numbers: f16
//! seed: 1
//! steps: 12000
//! made by: partie learn selfplay connect4 --rounds 150 --seed 1
//! checksum: 8c0f3a…
//!
//! (binary)
//! ```
//! The binary part holds, little endian: the vocabulary of the inputs and of the outputs (64-bit hashes; none where the encoder
//! is the game's own), then the weights in the order of the layers, each matrix row by row (a row an input) and then its bias,
//! as `f16` or `f32`. The checksum is FNV-1a (64 bits) of the binary part. Further header lines are kept as notes.
//!
//! A file made for another game, other rules or another encoder is refused with the reason.

use crate::bytes::{Bytes, checksum, put_f32s, to_half};
use crate::net::{Net, Shape};
use std::fmt;

/// The first line of every file.
pub const MAGIC: &str = "partie net 1";

/// What the outputs of a network mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// How likely each move is played, and what the state is worth: a search walks by it.
    PolicyValue,
    /// How likely each move is played: it was learned from somebody's decisions.
    Policy,
    /// What each move brings in the end, in stakes.
    Quality,
    /// Where each card lies.
    Places,
    /// What a word before the cards brings, in stakes, and how likely it wins.
    Words,
}

impl Kind {
    const ALL: [(Kind, &'static str); 5] = [
        (Kind::PolicyValue, "policy-value"),
        (Kind::Policy, "policy"),
        (Kind::Quality, "quality"),
        (Kind::Places, "places"),
        (Kind::Words, "words"),
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Kind::ALL.iter().find(|(kind, _)| kind == self).map_or("", |(_, name)| name))
    }
}

/// How weights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// Half precision: what is shipped.
    F16,
    /// As they are.
    F32,
}

/// What a file says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The game with its parameters.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// How views become numbers, with its version.
    pub encoder: String,
    /// What the outputs mean.
    pub kind: Kind,
    /// The seed of the training.
    pub seed: u64,
    /// Steps of the optimiser.
    pub steps: u64,
    /// The command that makes it again.
    pub made_by: String,
    /// Further lines: what was measured.
    pub notes: Vec<(String, String)>,
}

/// A trained player.
#[derive(Clone, PartialEq, Debug)]
pub struct NetFile {
    /// What it says of itself.
    pub header: Header,
    /// The hashes of inputs and of aspects, where the encoder has a vocabulary.
    pub vocabulary: [Vec<u64>; 2],
    /// The network.
    pub net: Net,
}

/// Why a file is not a player here. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    /// The line of the header, from 1; 0 when none is to blame.
    pub line: usize,
    /// The cause.
    pub cause: String,
}

impl FileError {
    pub(crate) fn new(line: usize, cause: impl Into<String>) -> FileError {
        FileError { line, cause: cause.into() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 { write!(f, "line {}: {}", self.line, self.cause) } else { f.write_str(&self.cause) }
    }
}

impl std::error::Error for FileError {}

/// A header value on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The header lines of a file, up to the empty one, with their numbers; and what follows.
pub(crate) type Headers<'a> = (Vec<(usize, &'a str, &'a str)>, &'a [u8]);

/// Splits a file into header lines and binary part.
pub(crate) fn split<'a>(bytes: &'a [u8], magic: &str) -> Result<Headers<'a>, FileError> {
    let mut lines = Vec::new();
    let mut rest = bytes;
    for number in 1.. {
        let Some(end) = rest.iter().take(4096).position(|&b| b == b'\n') else {
            return Err(FileError::new(number, format!("no header of a file that begins with '{magic}'")));
        };
        let text = std::str::from_utf8(&rest[..end])
            .map_err(|_| FileError::new(number, "the header is not text"))?;
        rest = &rest[end + 1..];
        match (number, text.trim_end()) {
            (1, first) if first == magic => {}
            (1, first) => {
                let begins: String = first.chars().take(40).collect();
                return Err(FileError::new(1, format!("it must begin with '{magic}', not with '{begins}'")));
            }
            (_, "") => return Ok((lines, rest)),
            (_, text) => {
                let Some((name, value)) = text.split_once(": ") else {
                    return Err(FileError::new(number, format!("'{text}' is not 'name: value'")));
                };
                lines.push((number, name, value));
            }
        }
        if number > 200 {
            break;
        }
    }
    Err(FileError::new(200, "the header has too many lines"))
}

/// Header lines by name.
pub(crate) struct Fields<'a>(pub(crate) Vec<(usize, &'a str, &'a str)>);

impl<'a> Fields<'a> {
    /// Takes the line of that name out.
    pub(crate) fn text(&mut self, name: &str) -> Result<(usize, &'a str), FileError> {
        let at = self.0.iter().position(|(_, known, _)| *known == name);
        let at = at.ok_or_else(|| FileError::new(0, format!("the header has no line '{name}: …'")))?;
        let (number, _, value) = self.0.remove(at);
        Ok((number, value))
    }

    pub(crate) fn number<T: std::str::FromStr>(&mut self, name: &str) -> Result<T, FileError> {
        let (number, value) = self.text(name)?;
        value.parse().map_err(|_| FileError::new(number, format!("'{name}' is a number, not '{value}'")))
    }
}

impl NetFile {
    /// The file as bytes.
    pub fn write(&self, numbers: Numbers) -> Vec<u8> {
        let (h, shape) = (&self.header, self.net.shape());
        let mut body = Vec::new();
        for hash in self.vocabulary.iter().flatten() {
            body.extend_from_slice(&hash.to_le_bytes());
        }
        match numbers {
            Numbers::F32 => put_f32s(&mut body, self.net.weights()),
            Numbers::F16 => {
                self.net.weights().iter().for_each(|x| body.extend_from_slice(&to_half(*x).to_le_bytes()));
            }
        }
        let mut text = format!(
            "{MAGIC}\ngame: {}\nrules: {}\nencoder: {}\nkind: {}\ninputs: {}\noutputs: {}\nwidth: {}\nblocks: {}\nvalues: {}\n\
             vocabulary: {} {}\nnumbers: {}\nseed: {}\nsteps: {}\nmade by: {}\n",
            line(&h.game),
            h.rules,
            line(&h.encoder),
            h.kind,
            shape.inputs,
            shape.outputs,
            shape.width,
            shape.blocks,
            shape.values,
            self.vocabulary[0].len(),
            self.vocabulary[1].len(),
            if numbers == Numbers::F16 { "f16" } else { "f32" },
            h.seed,
            h.steps,
            line(&h.made_by),
        );
        for (name, value) in &h.notes {
            text.push_str(&format!("{}: {}\n", line(name).replace(':', ""), line(value)));
        }
        text.push_str(&format!("checksum: {:016x}\n\n", checksum(&body)));
        let mut bytes = text.into_bytes();
        bytes.extend_from_slice(&body);
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it and where.
    pub fn read(bytes: &[u8]) -> Result<NetFile, FileError> {
        let (lines, body) = split(bytes, MAGIC)?;
        let mut fields = Fields(lines);
        let game = fields.text("game")?.1.to_string();
        let rules = fields.number("rules")?;
        let encoder = fields.text("encoder")?.1.to_string();
        let (at, name) = fields.text("kind")?;
        let kind = Kind::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind);
        let known = || Kind::ALL.map(|(_, name)| name).join(", ");
        let kind = kind.ok_or_else(|| FileError::new(at, format!("kind '{name}' is none of {}", known())))?;
        let shape = Shape {
            inputs: fields.number("inputs")?,
            outputs: fields.number("outputs")?,
            width: fields.number("width")?,
            blocks: fields.number("blocks")?,
            values: fields.number("values")?,
        };
        if let Some(fault) = shape.fault() {
            return Err(FileError::new(0, fault));
        }
        let (at, counts) = fields.text("vocabulary")?;
        let counts = counts.split_once(' ').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let Some((ins, outs)): Option<(usize, usize)> =
            counts.filter(|&(a, b)| a <= shape.inputs && b <= shape.outputs)
        else {
            return Err(FileError::new(at, "vocabulary: two numbers, not above those of inputs and outputs"));
        };
        let (at, numbers) = fields.text("numbers")?;
        let seed = fields.number("seed")?;
        let steps = fields.number("steps")?;
        let made_by = fields.text("made by")?.1.to_string();
        let (line, sum) = fields.text("checksum")?;
        if u64::from_str_radix(sum, 16) != Ok(checksum(body)) {
            return Err(FileError::new(line, "the checksum does not fit: the file is damaged"));
        }
        let fault = |cause: String| FileError::new(0, format!("the binary part: {cause}"));
        let mut body = Bytes(body);
        let mut words = |n: usize| (0..n).map(|_| body.u64()).collect::<Result<Vec<u64>, String>>();
        let vocabulary = [words(ins).map_err(fault)?, words(outs).map_err(fault)?];
        let weights = match numbers {
            "f16" => body.f16s(shape.weights()),
            "f32" => body.f32s(shape.weights()),
            _ => return Err(FileError::new(at, format!("numbers are f16 or f32, not '{numbers}'"))),
        };
        let weights = weights.map_err(fault)?;
        if !body.0.is_empty() {
            return Err(fault(format!("{} bytes too many", body.0.len())));
        }
        if !weights.iter().all(|x| x.is_finite()) {
            return Err(fault("a weight is not a number".to_string()));
        }
        let net =
            Net::from_weights(shape, weights).ok_or_else(|| fault("weights are missing".to_string()))?;
        let notes = fields.0.iter().map(|(_, name, value)| (name.to_string(), value.to_string())).collect();
        let header = Header { game, rules, encoder, kind, seed, steps, made_by, notes };
        Ok(NetFile { header, vocabulary, net })
    }
}
