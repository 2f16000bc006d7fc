//! A play written down as text, so that it can be read, kept and replayed exactly.
//!
//! ```text
//! partie record 1
//! game: connect4
//! rules: 1
//! seed: 42
//! player 1: mcts
//! player 2: human (Jana)
//! result: 1 -1
//!
//! ; anything after a semicolon is a comment
//! 1 d
//! 2 d        ; mirrors
//! * 6        ; a chance event
//! * HA SK D7 ; several moves of one actor may share a line
//! ```
//! Headers come first, then an empty line, then moves. Other headers are kept as they are.

use crate::{Player, Turn};
use std::fmt;

/// A play: its headers and its moves in notation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The game with its parameters.
    pub game: String,
    /// The version of its rules.
    pub rules: u32,
    /// The seed that chance and agents were given.
    pub seed: Option<u64>,
    /// Who played, in order; shorter than the number of players where unknown.
    pub players: Vec<String>,
    /// The final scores; empty while the play goes on.
    pub result: Vec<i32>,
    /// Further headers, in order.
    pub headers: Vec<(String, String)>,
    /// The moves, in order.
    pub moves: Vec<Entry>,
}

/// One move of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The mover; `None` for chance.
    pub who: Option<Player>,
    /// The move in notation.
    pub text: String,
    /// A comment on it; may be empty.
    pub comment: String,
    /// The line it stood on, 0 if it was not read from a text. Not part of what a record says.
    pub line: usize,
}

/// Why a text is not a record, or why a record does not replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The line, counted from 1; 0 when no line is to blame.
    pub line: usize,
    /// The cause, as a sentence.
    pub cause: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 { write!(f, "line {}: {}", self.line, self.cause) } else { f.write_str(&self.cause) }
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// The first line of every record.
    pub const MAGIC: &'static str = "partie record 1";

    /// Reads a record.
    ///
    /// # Errors
    /// The first line that is not understood, and why.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut record = Record::default();
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        match lines.next() {
            Some((_, first)) if first.trim_start_matches('\u{feff}') == Record::MAGIC => {}
            _ => return Err(fault(1, format!("a record begins with the line '{}'", Record::MAGIC))),
        }
        for (number, line) in lines.by_ref() {
            if line.is_empty() {
                break;
            }
            if !line.starts_with(';') {
                record.header(number, line)?;
            }
        }
        if record.game.is_empty() {
            return Err(fault(1, "no header 'game:' says what was played".into()));
        }
        for (number, line) in lines {
            record.line(number, line)?;
        }
        Ok(record)
    }

    fn header(&mut self, number: usize, line: &str) -> Result<(), RecordError> {
        let Some((key, value)) = line.split_once(':') else {
            return Err(fault(number, format!("'{line}' is not a header: expected 'name: value'")));
        };
        let (key, value) = (key.trim(), value.trim());
        let unfit = |what: &str| fault(number, format!("header '{key}' must be {what}, not '{value}'"));
        match key {
            "game" => self.game = value.to_string(),
            "rules" => self.rules = value.parse().map_err(|_| unfit("a whole number"))?,
            "seed" => self.seed = Some(value.parse().map_err(|_| unfit("a whole number"))?),
            "result" => {
                let scores: Result<Vec<i32>, _> = value.split_whitespace().map(str::parse).collect();
                self.result = scores.map_err(|_| unfit("a list of scores"))?;
            }
            _ => match key.strip_prefix("player ").map(str::parse::<usize>) {
                Some(Ok(n)) if n == self.players.len() + 1 && n <= 255 => {
                    self.players.push(value.to_string())
                }
                Some(_) => return Err(fault(number, format!("header '{key}' is out of order"))),
                None => self.headers.push((key.to_string(), value.to_string())),
            },
        }
        Ok(())
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), RecordError> {
        let (moves, comment) = line.split_once(';').unwrap_or((line, ""));
        let mut words = moves.split_whitespace();
        let Some(actor) = words.next() else { return Ok(()) };
        let who = match actor.parse::<u8>() {
            _ if actor == "*" => None,
            Ok(n) if n >= 1 => Some(Player(n - 1)),
            _ => {
                let cause =
                    format!("'{actor}' is not an actor: a line of moves begins with a player's number or *");
                return Err(fault(number, cause));
            }
        };
        let before = self.moves.len();
        for word in words {
            self.moves.push(Entry { who, text: word.to_string(), comment: String::new(), line: number });
        }
        if self.moves.len() == before {
            return Err(fault(number, format!("no move after '{actor}'")));
        }
        if let Some(last) = self.moves.last_mut() {
            last.comment = comment.trim().to_string();
        }
        Ok(())
    }

    /// Appends a move.
    pub fn push(&mut self, turn: Turn, text: impl Into<String>) {
        self.moves.push(Entry { who: turn.player(), text: text.into(), comment: String::new(), line: 0 });
    }
}

fn fault(line: usize, cause: String) -> RecordError {
    RecordError { line, cause }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\ngame: {}\nrules: {}", Record::MAGIC, self.game, self.rules)?;
        if let Some(seed) = self.seed {
            writeln!(f, "seed: {seed}")?;
        }
        for (i, name) in self.players.iter().enumerate() {
            writeln!(f, "player {}: {}", i + 1, one_line(name))?;
        }
        if !self.result.is_empty() {
            let scores: Vec<String> = self.result.iter().map(i32::to_string).collect();
            writeln!(f, "result: {}", scores.join(" "))?;
        }
        for (key, value) in &self.headers {
            writeln!(f, "{}: {}", one_line(key), one_line(value))?;
        }
        let mut open: Option<Option<Player>> = None;
        let mut width = 0;
        for entry in &self.moves {
            // Chance events share lines (a deal is dozens of cards); players' moves stand alone.
            let joined = entry.who.is_none() && open == Some(None) && width + entry.text.len() < 100;
            if joined {
                write!(f, " {}", entry.text)?;
                width += entry.text.len() + 1;
            } else {
                let actor = entry.who.map_or("*".to_string(), |p| p.to_string());
                write!(f, "\n{actor} {}", entry.text)?;
                width = actor.len() + entry.text.len() + 1;
            }
            open = Some(entry.who);
            if !entry.comment.is_empty() {
                write!(f, " ; {}", one_line(&entry.comment))?;
                open = None;
            }
        }
        writeln!(f)
    }
}

/// A text that stays within its line.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "partie record 1\ngame: ludo?players=2\nrules: 3\nseed: 42\nplayer 1: mcts\nplayer 2: Jana\n\
        result: 1 -1\nevent: club evening\n\n* 6 4 ; two throws\n1 p1\n2 p3 ; a risk\n";

    fn without_lines(mut record: Record) -> Record {
        record.moves.iter_mut().for_each(|m| m.line = 0);
        record
    }

    #[test]
    fn a_record_reads_back_as_it_was_written() {
        let record = Record::parse(TEXT).unwrap();
        assert_eq!((record.seed, record.rules, record.result.as_slice()), (Some(42), 3, &[1, -1][..]));
        assert_eq!(record.headers, [("event".to_string(), "club evening".to_string())]);
        assert_eq!(record.moves.len(), 4);
        assert_eq!(record.moves[1].comment, "two throws");
        assert_eq!((record.moves[3].who, record.moves[3].line), (Some(Player(1)), 12));
        assert_eq!(without_lines(Record::parse(&record.to_string()).unwrap()), without_lines(record));
    }

    #[test]
    fn the_first_bad_line_is_named() {
        let fault = |text: &str| Record::parse(text).unwrap_err().to_string();
        assert_eq!(fault("hello"), "line 1: a record begins with the line 'partie record 1'");
        assert_eq!(fault("partie record 1\nrules: 1\n"), "line 1: no header 'game:' says what was played");
        assert_eq!(
            fault("partie record 1\ngame: nim\nrules: x"),
            "line 3: header 'rules' must be a whole number, not 'x'"
        );
        assert_eq!(
            fault("partie record 1\ngame: nim\n\n1 a\nb c"),
            "line 5: 'b' is not an actor: a line of moves begins with a player's number or *"
        );
        assert_eq!(fault("partie record 1\ngame: nim\n\n1"), "line 4: no move after '1'");
    }
}
