//! The other side of the protocol: one of our agents as an outside program (`partie bot NAME`). It follows the play by the
//! moves it is told in notation, so it can play games that hide nothing.

use super::{LONGEST_LINE, VERSION};
use catalog::Playable;
use game::{Limit, Player, Table};
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

/// How a game is opened from its name and parameters.
pub type Opener<'a> = dyn Fn(&str) -> Result<Box<dyn Playable>, String> + 'a;

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
    table: Option<Box<dyn Table>>,
    seat: u8,
    seed: u64,
}

/// Plays as `agent` until the other side says `quit` or is gone.
///
/// # Errors
/// The line is broken, or the other side said something that cannot be followed.
pub fn speak(
    agent: &str,
    open: &Opener<'_>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), SpeakError> {
    let mut play = Play::default();
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
                writeln!(out, "id name {agent}\nready")?;
                out.flush()?;
            }
            "game" => {
                let game = open(rest).map_err(said)?;
                if game.hidden() {
                    return Err(said(format!(
                        "{rest} hides something: an agent behind the protocol follows the moves, and there they are not told"
                    )));
                }
                play = Play { game: Some(game), ..Play::default() };
            }
            "seat" => play.seat = number(rest).map_err(said)?,
            "seed" => play.seed = number(rest).map_err(said)?,
            "start" => {
                let game = play.game.as_ref().ok_or_else(|| said("'start' comes before 'game'".into()))?;
                let mut table = game.table(play.seed);
                let me = Player(play.seat.checked_sub(1).ok_or_else(|| said("no 'seat' was named".into()))?);
                table.seat(me, agent, play.seed).map_err(|error| said(error.to_string()))?;
                play.table = Some(table);
            }
            "made" => {
                let table = play.table.as_mut().ok_or_else(|| said("'made' comes before 'start'".into()))?;
                let text = rest.split_once(' ').map_or(rest, |(_, text)| text);
                table.play(text).map_err(|refusal| said(refusal.to_string()))?;
            }
            "undo" => {
                let table = play.table.as_mut().ok_or_else(|| said("'undo' comes before 'start'".into()))?;
                let made: usize = number(rest).map_err(said)?;
                while table.made() > made && table.undo() {}
            }
            "go" => {
                let table = play.table.as_mut().ok_or_else(|| said("'go' comes before 'start'".into()))?;
                let limit = limit(rest).map_err(said)?;
                match table.think(&limit) {
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
            // What is seen and heard follows from the moves.
            _ => {}
        }
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("'{text}' is not a number that fits here"))
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
