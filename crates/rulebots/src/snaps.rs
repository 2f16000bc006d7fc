//! Šnaps: blocks of its own, and the belief table of the thesis as predicates.

use crate::seat::{Asked, Desk, Form, News};
use crate::taroky::card;
use ::snaps::{Move, Phase, Snaps, State, View};
use cards::{Card, Side, TrickTaking};
use expert::{Block, Interface, Kind, Predicate, Value, Variable};
use game::{Observe, Player};

const fn v(name: &'static str, about: &'static str) -> Variable {
    Variable { name, about }
}

const CARD: Variable = v("CARD", "the card, `[suit, height]`");
const PLAYER: Variable = v("PLAYER", "who, as a position");
const LEGAL: Variable = v("LEGAL", "the legal answers as a list, in a fixed order");

const fn event(name: &'static str, about: &'static str, variables: &'static [Variable]) -> Block {
    Block { name, kind: Kind::Event, about, variables, answers: "" }
}

const fn question(name: &'static str, about: &'static str, answers: &'static str) -> Block {
    Block { name, kind: Kind::Question, about, variables: &[LEGAL], answers }
}

/// The blocks of šnaps.
pub static SNAPS: Interface = Interface {
    games: &["snaps"],
    title: "Šnaps",
    about: "\
A card is `[suit, height]`: suits 0 hearts, 1 leaves, 2 bells, 3 acorns; heights 2 nine, 3 jack, 4 queen, 5 king, 6 ten, 7 ace.

Players are positions seen from the bot: 0 itself, 1 the next in playing order, 2 opposite, 3 the one before.",
    predicates: &[
        Predicate {
            name: "share",
            arity: 3,
            about: "`share(CARD, PLAYER, S)`: another player holds the card in S of 1000 deals that fit what was seen \
                    (the belief table of the thesis, exact; present while a question is answered)",
        },
        Predicate {
            name: "side",
            arity: 2,
            about: "`side(PLAYER, S)`: another player is `partner`, `opponent` or `unknown` by what was seen",
        },
    ],
    blocks: &[
        event("SETCARD", "A card comes into the bot's hand.", &[CARD]),
        question("GETCALL", "The bot names the trump card; whoever holds it is its partner.", "a card from `LEGAL`."),
        event("SETCALL", "The trump card is named.", &[PLAYER, CARD]),
        question("GETKONTRA", "The bot may double.", "1 to double, 0 not to. No answer is 0."),
        event("SETKONTRA", "Somebody doubles.", &[PLAYER, v("COUNT", "how often the deal is doubled now")]),
        question(
            "GETTURN",
            "The bot plays a card, leads a marriage or claims 66.",
            "a card from `LEGAL`, `marry(CARD)` for a king or queen led with its marriage, or `enough`.",
        ),
        event("SETTURN", "Somebody plays a card; the bot's own come this way, too.", &[CARD, PLAYER]),
        event(
            "SETMARRIAGE",
            "Somebody announces a marriage with the card just led.",
            &[PLAYER, v("SUIT", "its suit"), v("WORTH", "20, or 40 in trumps")],
        ),
    ],
};

mod block {
    pub(super) const SETCARD: usize = 0;
    pub(super) const GETCALL: usize = 1;
    pub(super) const SETCALL: usize = 2;
    pub(super) const GETKONTRA: usize = 3;
    pub(super) const SETKONTRA: usize = 4;
    pub(super) const GETTURN: usize = 5;
    pub(super) const SETTURN: usize = 6;
    pub(super) const SETMARRIAGE: usize = 7;
}

/// Šnaps for rule files.
pub struct SnapsDesk;

fn position(me: Player, p: u8) -> Value {
    Value::Int(i64::from((p + 4 - me.0) & 3))
}

fn tell(me: Player, before: &State, after: &State, out: &mut Vec<News>) {
    let mut event = |block: usize, variables: Vec<Option<Value>>| out.push(News::Event(block, variables));
    let hand = |s: &State| s.hands[me.index() & 3];
    let by = || Some(position(me, before.turn));
    for c in hand(after).minus(hand(before)) {
        event(block::SETCARD, vec![Some(card(c))]);
    }
    if after.called.known() && !before.called.known() {
        event(block::SETCALL, vec![by(), Some(card(after.called))]);
    }
    if after.doubled > before.doubled {
        event(block::SETKONTRA, vec![by(), Some(Value::Int(i64::from(after.doubled)))]);
    }
    for i in usize::from(before.made)..usize::from(after.made) {
        event(block::SETTURN, vec![Some(card(after.plays[i])), by()]);
    }
    for p in 0..4u8 {
        let new = after.married[usize::from(p)] & !before.married[usize::from(p)];
        for suit in (0..4u8).filter(|suit| new >> suit & 1 == 1) {
            let worth = if after.trump().is_some_and(|trump| trump.0 == suit) { 40 } else { 20 };
            let suit = Value::Int(i64::from(suit));
            event(block::SETMARRIAGE, vec![Some(position(me, p)), Some(suit), Some(Value::Int(worth))]);
        }
    }
}

/// The belief table and the sides, as facts.
fn beliefs(game: &Snaps, me: Player, view: &View) -> Vec<Value> {
    let mut facts = Vec::new();
    let fact = |name: &str, args: Vec<Value>| Value::Compound(name.into(), args);
    for p in Player::all(4).filter(|&p| p != me) {
        let side = match game.side(view, Some(me), p) {
            Side::Partner => "partner",
            Side::Opponent => "opponent",
            Side::Unknown => "unknown",
        };
        facts.push(fact("side", vec![position(me, p.0), Value::atom(side)]));
    }
    let Ok(worlds) = game.worlds(view) else { return facts };
    for c in game.knowledge(view).unseen {
        for p in Player::all(4).filter(|&p| p != me) {
            let Some(share) = worlds.share(usize::from(Card(c.0).0), p.index()) else { continue };
            let permille = Value::Int((share * 1000.0).round() as i64);
            facts.push(fact("share", vec![card(c), position(me, p.0), permille]));
        }
    }
    facts
}

impl Desk<Snaps> for SnapsDesk {
    const INTERFACE: &'static Interface = &SNAPS;

    fn news(game: &Snaps, me: Player, before: Option<&View>, after: &View, out: &mut Vec<News>) {
        let fresh;
        let before = match before {
            Some(before) if before.table.phase != Phase::Next => &before.table,
            _ => {
                out.push(News::Deal);
                fresh = game::Game::initial(game);
                &fresh
            }
        };
        tell(me, before, &after.table, out);
    }

    fn question(_game: &Snaps, _me: Player, view: &View, moves: &[Move]) -> Asked {
        let block = match view.table.phase {
            Phase::Call => block::GETCALL,
            Phase::Kontra => block::GETKONTRA,
            _ => block::GETTURN,
        };
        let answer = |mv: Move| match mv {
            Move::Deal(c) | Move::Call(c) | Move::Play(c) => card(c),
            Move::Pass => Value::Int(0),
            Move::Kontra => Value::Int(1),
            Move::Marry(c) => Value::Compound("marry".into(), vec![card(c)]),
            Move::Enough => Value::atom("enough"),
        };
        let answers = moves.iter().enumerate().map(|(i, &mv)| (answer(mv), i)).collect();
        let silent = moves.iter().position(|&mv| mv == Move::Pass);
        Asked { block, variables: Vec::new(), form: Form::One(answers), silent }
    }

    fn facts(game: &Snaps, me: Player, view: &View) -> Vec<Value> {
        beliefs(game, me, view)
    }
}
