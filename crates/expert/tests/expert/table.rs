//! The blocks of taroky as far as these tests need them.

use expert::{Answers, Block, Bot, Engine, Interface, Kind, Mode, Value, Variable};
use std::sync::Arc;

const fn variable(name: &'static str) -> Variable {
    Variable { name, about: "" }
}

const fn block(name: &'static str, kind: Kind, variables: &'static [Variable]) -> Block {
    Block { name, kind, about: "", variables, answers: "" }
}

pub(crate) static TABLE: Interface = Interface {
    games: &["taroky"],
    title: "Taroky",
    about: "",
    predicates: &[],
    blocks: &[
        block("SETCARD", Kind::Event, &[variable("CARD"), variable("PLAYER")]),
        block("SETTURN", Kind::Event, &[variable("CARD"), variable("PLAYER")]),
        block("GETTURN", Kind::Question, &[]),
        block("GETBIT", Kind::Question, &[]),
    ],
};
pub(crate) const SETCARD: usize = 0;
pub(crate) const GETTURN: usize = 2;

/// A bot that must load.
pub(crate) fn engine(text: &str) -> Engine {
    match Bot::load("test", text, &TABLE) {
        Ok(bot) => Engine::new(Arc::new(bot), 1, Mode::First),
        Err(findings) => {
            let shown: Vec<String> = findings.iter().map(ToString::to_string).collect();
            panic!("{}\n{text}", shown.join("\n"));
        }
    }
}

/// The values of a variable in all solutions of a goal.
pub(crate) fn all(engine: &mut Engine, goal: &str, name: &str) -> Vec<String> {
    let found = engine.look(goal, 100).expect("a sound goal");
    let value = |answer: Vec<(String, String)>| answer.into_iter().find(|(n, _)| n == name).map(|(_, v)| v);
    found.into_iter().map(|answer| value(answer).unwrap_or_default()).collect()
}

/// Whether a goal holds.
pub(crate) fn holds(engine: &mut Engine, goal: &str) -> bool {
    !engine.look(goal, 1).expect("a sound goal").is_empty()
}

/// The event SETCARD.
pub(crate) fn card(engine: &mut Engine, suit: u8, height: u8, player: i64) {
    engine.event(0, SETCARD, vec![Some(Value::card(suit, height)), Some(Value::Int(player))]);
}

/// What GETTURN returns.
pub(crate) fn turn(engine: &mut Engine) -> Answers {
    let answers = engine.ask(0, GETTURN, vec![], vec![]);
    engine.answered(GETTURN, "-".into(), 0, None);
    answers
}
