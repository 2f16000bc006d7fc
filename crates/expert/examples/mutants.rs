//! Mutated rule files: `mutants COUNT [SEED]`. Each is refused with place and cause, or it loads, plays and is laid out.

#![expect(clippy::print_stdout, reason = "an example prints")]

#[path = "../tests/expert/spoil.rs"]
mod spoil;

use expert::{Block, Bot, Engine, Interface, Kind, Mode, Value, Variable, format};
use game::Rng;
use spoil::{SOUND, spoil};
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
