//! Lessons: ordinary records of plays with texts, questions and variations in their comment lines, so that anybody can write one
//! in a text editor, and `partie replay` replays it like any other.
//!
//! ```text
//! partie record 1
//! game: marias
//! lesson: marias-1
//! seat: 1
//! title en: The first trick
//! title cs: První štych
//!
//! ; en: Trumps are hearts.
//! ; cs: Trumfy jsou červené.
//! * H7 HA …
//! ; ask en: Which card do you lead?
//! ; ask cs: Kterou kartou vyneseš?
//! ; if L8 L10 LA en: The ten is gone: the ace takes it.
//! ; if L8 cs: Desítka je pryč: bere ji eso.
//! ; else en: Look for a card nobody can beat.
//! ; else cs: Hledej kartu, kterou nikdo nepřebije.
//! ; right en: Nobody can beat the ace.
//! ; right cs: Eso nikdo nepřebije.
//! 1 HA
//! ; fact trick 1
//! ```
//! A comment line that begins with two semicolons is the author's own; one that begins with three spaces goes on with the text
//! before it; `; then` begins another step at the same moment.

mod check;
mod parse;

pub use check::{check, winner};
pub use parse::parse;

use game::{Lang, Player, Record};
use std::fmt;

/// A text in the languages it was written in: English, Czech, Slovak; empty where it was not.
pub type Texts = [String; 3];

/// The text for a reader: in that language, or in one that is close to it, or in any.
pub fn text(texts: &Texts, lang: Lang) -> &str {
    let order = match lang {
        Lang::En => [0, 1, 2],
        Lang::Cs => [1, 2, 0],
        Lang::Sk => [2, 1, 0],
    };
    order.into_iter().map(|i| texts[i].as_str()).find(|text| !text.is_empty()).unwrap_or("")
}

/// Something wrong with a lesson. Prints as a sentence with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The cause.
    pub cause: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.cause)
    }
}

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lesson {
    /// Its name in addresses: small letters, digits and hyphens.
    pub id: String,
    /// Where it comes among the lessons of its game.
    pub level: u32,
    /// Whom the reader plays.
    pub seat: Player,
    /// What it is called.
    pub title: Texts,
    /// What it is about, in a sentence.
    pub about: Texts,
    /// The play.
    pub record: Record,
    /// What is said and asked, in order.
    pub stops: Vec<Stop>,
    /// What must be true, in order.
    pub facts: Vec<Claim>,
}

/// A place of the play where something is said or asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stop {
    /// After how many moves.
    pub at: usize,
    /// The line it begins on.
    pub line: usize,
    /// What is said.
    pub text: Texts,
    /// What is asked: the reader makes the next move.
    pub ask: Option<Question>,
}

/// A question that is answered by a move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Question {
    /// The question.
    pub text: Texts,
    /// The line it stands on.
    pub line: usize,
    /// Other moves that are as good as the one of the play.
    pub also: Vec<String>,
    /// What is said to a good move.
    pub right: Texts,
    /// What is said to certain other moves.
    pub replies: Vec<Reply>,
    /// What is said to any other move.
    pub otherwise: Texts,
}

/// What is said to a move that is not the best, with the variation that shows why.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// The move, and how the play would go on.
    pub moves: Vec<String>,
    /// What is said.
    pub text: Texts,
    /// The line it stands on.
    pub line: usize,
    /// What must be true after the variation.
    pub facts: Vec<Claim>,
}

/// Something that the rules must confirm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// After how many moves of the play.
    pub at: usize,
    /// The line it stands on.
    pub line: usize,
    /// What is claimed.
    pub fact: Fact,
}

/// What can be claimed of a moment of a play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The last move finished a trick, and this player took it.
    Trick(Player),
    /// This player is to move.
    Turn(Player),
    /// This player has taken so many tricks.
    Taken(Player, usize),
    /// The points of all players.
    Points(Vec<i32>),
    /// Exactly these moves are legal.
    Legal(Vec<String>),
    /// This player holds these cards.
    Holds(Player, Vec<String>),
    /// The play is over.
    Over,
}
