//! Mutated rule files: `mutants COUNT [SEED]`. Each is refused with place and cause, or it loads, plays and is laid out.

#![expect(clippy::print_stdout, reason = "an example prints")]

use expert::{Block, Bot, Engine, Interface, Kind, Mode, Value, Variable, format};
use game::Rng;
use std::sync::Arc;

const CARD: Variable = Variable { name: "CARD", about: "" };

static TABLE: Interface = Interface {
    games: &["mutants"],
    title: "",
    about: "",
    predicates: &[],
    blocks: &[
        Block { name: "SETCARD", kind: Kind::Event, about: "", variables: &[CARD], answers: "" },
        Block { name: "GETTURN", kind: Kind::Question, about: "", variables: &[], answers: "" },
    ],
};

/// A sound file to spoil.
const SOUND: &str = "PROLOG { mam([4, 0]). p(X) :- not(mam(X)), X = [A | B], A >= 0, B \\= []. n(3). } // end
SETCARD { IF (true) { add mam(\\CARD). del n(N). add n(\\N + 1). } }
GETTURN { IF (mam(X) AND NOT p(X) OR (n(Y) AND \\Y > 2)) { query write(karta \\X). add return(\\X). } }";

/// Pieces that mean something, to put in.
const PIECES: &[&str] = &[
    "IF",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "|",
    ".",
    ",",
    ":-",
    "AND",
    "OR",
    "NOT",
    "not",
    "add ",
    "del ",
    "query ",
    "\\X",
    "\\",
    "'",
    "\"",
    "//",
    "%",
    "/*",
    "PROLOG {",
    "GETTURN {",
    "X",
    "_",
    "a(",
    "-",
    "=",
    "\\+",
    "write(",
    "\u{e1}",
    "\0",
    "assertz(",
    "retract(",
    "0.5",
    "1e9",
    "call(",
    "=..",
    "repeat",
    "fail",
    "!",
    ";",
    "->",
    "\n",
    "is",
    "+",
];

fn spoil(rng: &mut Rng, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(6) {
        let at = rng.below(chars.len().max(1)).min(chars.len());
        match rng.below(5) {
            0 => {
                let end = (at + rng.below(8)).min(chars.len());
                chars.drain(at..end);
            }
            1 => chars.splice(at..at, PIECES[rng.below(PIECES.len())].chars()).for_each(drop),
            2 => {
                let end = (at + rng.below(20)).min(chars.len());
                let copy: Vec<char> = chars[at..end].to_vec();
                let to = rng.below(chars.len() + 1);
                chars.splice(to..to, copy).for_each(drop);
            }
            3 if at < chars.len() => chars[at] = char::from(rng.below(128) as u8),
            _ => chars.truncate(at.max(chars.len() / 2)),
        }
    }
    chars.into_iter().collect()
}

fn main() {
    let mut args = std::env::args().skip(1).filter_map(|arg| arg.parse::<u64>().ok());
    let count = args.next().unwrap_or(10_000);
    let mut rng = Rng::new(args.next().unwrap_or(1));
    let (mut played, mut refused, mut stopped) = (0u64, 0u64, 0u64);
    for _ in 0..count {
        let text = spoil(&mut rng, SOUND);
        match Bot::load("mutant", &text, &TABLE) {
            Ok(bot) => {
                played += 1;
                let mut engine = Engine::new(Arc::new(bot), 1, Mode::First);
                engine.event(0, 0, vec![Some(Value::card(1, 2))]);
                stopped += u64::from(engine.ask(1, 1, vec![], vec![]) == expert::Answers::Stopped);
                let neat = format(&text).expect("what loads can be laid out");
                assert_eq!(format(&neat).expect("what is laid out is sound"), neat, "{text}");
            }
            Err(findings) => {
                refused += 1;
                assert!(!findings.is_empty(), "{text}");
                assert!(findings.iter().all(|f| !f.message.is_empty() && f.place.line > 0), "{text}");
            }
        }
    }
    println!(
        "{count} files: {refused} refused with place and cause, {played} played, {stopped} of them stopped"
    );
}
