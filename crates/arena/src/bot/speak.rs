//! The other side of the protocol: one of our agents as an outside program (`partie bot NAME`). It follows the play by what
//! its seat is told: by moves in notation where the game hides nothing, by words and scenes where it does ([`game::Follow`]).

use super::{LONGEST_LINE, VERSION, scene_json};
use catalog::Playable;
use game::{Follow, Limit, Parameter, Player, Told};
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

/// How a game is opened from its name and parameters.
pub type Opener<'a> = dyn Fn(&str) -> Result<Box<dyn Playable>, crate::Cause> + 'a;

/// Why the conversation ended early. Prints as a sentence.
#[derive(Debug)]
pub enum SpeakError {
    /// The other side is gone.
    Io(io::Error),
    /// It said something that cannot be followed.
    Said(String),
}

impl fmt::Display for SpeakError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpeakError::Io(error) => error.fmt(f),
            SpeakError::Said(cause) => f.write_str(cause),
        }
    }
}

impl std::error::Error for SpeakError {}

impl From<io::Error> for SpeakError {
    fn from(error: io::Error) -> SpeakError {
        SpeakError::Io(error)
    }
}

#[derive(Default)]
struct Play {
    game: Option<Box<dyn Playable>>,
    follower: Option<Box<dyn Follow>>,
    hidden: bool,
    seat: u8,
    seed: u64,
    /// What came of the move that is being told: its notation, what was heard of it, and whether its scene is next.
    made: Option<String>,
    heard: Option<String>,
    step: Option<Option<u64>>,
}

impl Play {
    fn follower(&mut self, word: &str) -> Result<&mut Box<dyn Follow>, SpeakError> {
        self.follower.as_mut().ok_or_else(|| SpeakError::Said(format!("'{word}' comes before 'start'")))
    }

    /// The agent sits down.
    fn start(&mut self, agent: &str) -> Result<(), SpeakError> {
        let said = |cause: String| SpeakError::Said(cause);
        let game = self.game.as_ref().ok_or_else(|| said("'start' comes before 'game'".into()))?;
        let me = Player(self.seat.checked_sub(1).ok_or_else(|| said("no 'seat' was named".into()))?);
        let follower =
            game.table(self.seed).follow(me, agent, self.seed).map_err(|error| said(error.to_string()))?;
        self.hidden = game.hidden();
        self.follower = Some(follower);
        Ok(())
    }

    /// Somebody moved. Where the game hides something the scene follows, and is what a move is told by its end from.
    fn moved(&mut self, rest: &str) -> Result<(), SpeakError> {
        let text = rest.split_once(' ').map_or(rest, |(_, text)| text);
        if self.hidden {
            self.made = Some(text.to_string());
            return Ok(());
        }
        let told = Told { text: Some(text), ..Told::default() };
        self.follower("made")?.learn(told, &|_| true).map_err(SpeakError::Said)
    }

    /// A scene: after a move of a game that hides something, the end of what is told of it.
    fn saw(&mut self, text: &str) -> Result<(), SpeakError> {
        let Some(knows) = self.step.take() else { return Ok(()) };
        let seen: serde_json::Value = serde_json::from_str(text)
            .map_err(|error| SpeakError::Said(format!("the scene is not JSON: {error}")))?;
        let (made, heard) = (self.made.take(), self.heard.take());
        // What the end of a play turns up leads to no further decision.
        if seen["turn"] == "over" {
            return Ok(());
        }
        let told = Told { text: made.as_deref(), heard: heard.as_deref(), knows };
        self.follower("scene")?.learn(told, &|scene| scene_json(scene) == seen).map_err(SpeakError::Said)
    }
}

/// Plays as `agent` until the other side says `quit` or is gone; the host may set these parameters of the agent as options.
///
/// # Errors
/// The line is broken, or the other side said something that cannot be followed.
pub fn speak(
    agent: &str,
    options: &[Parameter],
    open: &Opener<'_>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), SpeakError> {
    let (mut play, mut agent) = (Play::default(), agent.to_string());
    let said = |cause: String| SpeakError::Said(cause);
    loop {
        let mut bytes = Vec::new();
        if input.take(LONGEST_LINE as u64 * 16).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_string();
        let (word, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
        match word {
            "partie" => {
                if rest.trim() != VERSION.to_string() {
                    return Err(said(format!(
                        "version {VERSION} of the protocol is spoken here, not '{rest}'"
                    )));
                }
                writeln!(out, "id name {agent}")?;
                for Parameter { name, default, .. } in options {
                    writeln!(out, "option name {name} type string default {default}")?;
                }
                writeln!(out, "ready")?;
                out.flush()?;
            }
            "setoption" => agent = set(&agent, rest).map_err(said)?,
            "game" => {
                play = Play {
                    game: Some(open(rest).map_err(|cause| said(cause.to_string()))?),
                    ..Play::default()
                };
            }
            "seat" => play.seat = number(rest).map_err(said)?,
            "seed" => play.seed = number(rest).map_err(said)?,
            "start" => play.start(&agent)?,
            "made" => play.moved(rest)?,
            "heard" => play.heard = Some(rest.split_once(' ').map_or("", |(_, text)| text).to_string()),
            "step" => play.step = Some(knowledge(rest).map_err(said)?),
            "scene" => play.saw(rest)?,
            "undo" => {
                let made: usize = number(rest).map_err(said)?;
                play.follower("undo")?.undone(made);
            }
            "go" => {
                let limit = limit(rest).map_err(said)?;
                match play.follower("go")?.think(&limit) {
                    Some(Ok(advice)) => {
                        for (mv, value) in &advice.values {
                            writeln!(out, "info value {mv} {value}")?;
                        }
                        writeln!(out, "info nodes {}\ninfo depth {}", advice.nodes, advice.depth)?;
                        for reason in &advice.because {
                            writeln!(out, "info because {reason}")?;
                        }
                        writeln!(out, "bestmove {}", advice.text)?;
                        out.flush()?;
                    }
                    Some(Err(fault)) => return Err(said(format!("the agent {fault}"))),
                    None => return Err(said("'go' came where it is not this player's turn".into())),
                }
            }
            "quit" => return Ok(()),
            // Results and moves on offer follow from the play.
            _ => {}
        }
    }
}

/// The agent with an option set, as `setoption name NAME value VALUE` says: the last word about a parameter counts.
fn set(agent: &str, rest: &str) -> Result<String, String> {
    let named = rest.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
    let Some((name, value)) = named else {
        return Err(format!("'setoption {rest}' is not 'setoption name NAME value VALUE'"));
    };
    let (kind, given) = agent.split_once('?').unwrap_or((agent, ""));
    let others = given.split('&').filter(|pair| {
        !pair.is_empty() && pair.split_once('=').map_or(*pair, |(known, _)| known) != name.trim()
    });
    let mut pairs: Vec<String> = others.map(str::to_string).collect();
    pairs.push(format!("{}={}", name.trim(), value.trim()));
    Ok(format!("{kind}?{}", pairs.join("&")))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("'{text}' is not a number that fits here"))
}

/// The hash of what the seat knows, after the number of the move; a host may leave it out.
fn knowledge(text: &str) -> Result<Option<u64>, String> {
    let hash = text.split_whitespace().nth(1);
    hash.map(|hash| u64::from_str_radix(hash, 16).map_err(|_| format!("'{hash}' is not a hash"))).transpose()
}

fn limit(text: &str) -> Result<Limit, String> {
    let mut limit = Limit::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let value = words.next().unwrap_or("");
        match word {
            "time" => limit.time = Some(Duration::from_millis(number(value)?)),
            "nodes" => limit.nodes = Some(number(value)?),
            _ => {}
        }
    }
    Ok(limit)
}
