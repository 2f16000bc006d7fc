//! Any game with cards: one table of events and questions over what a seat sees. It knows no rules: cards and moves are
//! called as the game's own notation calls them, and what happened is read off the difference of two scenes.

use crate::seat::{Asked, Desk, Form, News};
use expert::{Block, Interface, Kind, Predicate, Value, Variable};
use game::{Face, Gesture, Lang, Layout, Player, Rng, Said, Scene, Show, Token, Visibility, Zone};

const fn v(name: &'static str, about: &'static str) -> Variable {
    Variable { name, about }
}

const CARD: Variable = v("CARD", "the card, as the game writes it");
const ZONE: Variable = v("ZONE", "the place, such as `hand` or `pile`");
const OWNER: Variable = v("PLAYER", "whose place it is, as a position; −1 if it is nobody's");

const fn event(name: &'static str, about: &'static str, variables: &'static [Variable]) -> Block {
    Block { name, kind: Kind::Event, about, variables, answers: "" }
}

const fn predicate(name: &'static str, arity: usize, about: &'static str) -> Predicate {
    Predicate { name, arity, about }
}

/// The blocks of every game with cards that has none of its own.
pub static TABLE: Interface = Interface {
    games: &["prsi", "klondike", "krizovy", "schnapsen", "*.pl"],
    title: "Every other game with cards",
    about: "\
Prší, Klondike, křížový mariáš, Schnapsen, and every game described in logic (a file `*.pl`) whose tokens are drawn as cards
(`card:…`) or in which something is hidden. Nothing has to be added to a description.

A card is written as the game writes it in its records: `hearts-7` and `acorns-over` in Prší, `'HA'` in Schnapsen. A move is
written so, too: `play(hearts-7)`, `change(acorns-over, bells)`, `draw`; what begins with a capital letter stands in quotes.
`partie play GAME` shows both.

Players are positions seen from the bot: 0 itself, 1 the next in playing order, and so on; −1 is nobody, or chance.

A place is called by its id without its owner: the `hand` of player 0 is the bot's own.",
    predicates: &[
        predicate("lies", 3, "`lies(CARD, ZONE, PLAYER)`: the bot sees the card there; in a pile from below"),
        predicate("top", 3, "`top(CARD, ZONE, PLAYER)`: the uppermost card of a pile, if the bot sees it"),
        predicate("counts", 3, "`counts(ZONE, PLAYER, N)`: so many cards lie there, seen or not"),
        predicate("says", 3, "`says(PLAYER, WHAT, VALUE)`: what holds at the table, as SETSAID tells it"),
        predicate(
            "carries",
            4,
            "`carries(MOVE, CARD, FROM, TO)`: the legal move takes a card that the bot sees from a place to another one",
        ),
    ],
    blocks: &[
        event("SETCARD", "A card comes into a place that the bot alone sees: it is dealt, or drawn.", &[CARD]),
        event(
            "SETSEEN",
            "A card comes to light, or goes from one open place to another: it is played, turned up, taken with a trick.",
            &[CARD, ZONE, OWNER, v("BY", "who did it, as a position; −1: chance")],
        ),
        event(
            "SETCOUNT",
            "More or fewer cards lie in a place than before, whether the bot sees them or not.",
            &[ZONE, OWNER, v("COUNT", "how many now")],
        ),
        event(
            "SETSAID",
            "Something is said, or something that holds at the table changes: a bid, a suit to follow, cards to be drawn.",
            &[
                v("PLAYER", "who says it, as a position; −1: it is a mark of the game"),
                v("WHAT", "the English words before the colon, or all of them: `'suit to follow'`"),
                v("VALUE", "those after it: `hearts`, `2`; no value without a colon"),
            ],
        ),
        event(
            "SETPOINTS",
            "Somebody has another number of points than before.",
            &[v("PLAYER", "who, as a position"), v("POINTS", "how many now")],
        ),
        Block {
            name: "GETMOVE",
            kind: Kind::Question,
            about: "The bot moves.",
            variables: &[v("LEGAL", "the legal answers as a list, in a fixed order")],
            answers: "a move from `LEGAL`. No answer is replaced.",
        },
    ],
};

mod block {
    pub(super) const SETCARD: usize = 0;
    pub(super) const SETSEEN: usize = 1;
    pub(super) const SETCOUNT: usize = 2;
    pub(super) const SETSAID: usize = 3;
    pub(super) const SETPOINTS: usize = 4;
    pub(super) const GETMOVE: usize = 5;
}

/// Any game for rule files.
pub struct TableDesk;

/// How one seat names what it sees.
struct Eyes<'a> {
    scene: &'a Scene,
    me: Player,
    players: usize,
}

impl Eyes<'_> {
    fn position(&self, p: Option<Player>) -> Value {
        let n = self.players.max(1);
        Value::Int(p.map_or(-1, |p| ((p.index() + n - self.me.index()) % n) as i64))
    }

    fn zone(&self, id: &str) -> Option<&Zone> {
        self.scene.zones.iter().find(|zone| zone.id == id)
    }

    /// A place without its owner, and its owner.
    fn place(&self, id: &str) -> (Value, Value) {
        let owner = self.zone(id).and_then(|zone| zone.owner);
        (Value::atom(if owner.is_some() { common(id) } else { id }), self.position(owner))
    }

    /// Whether nobody else sees what lies there.
    fn private(&self, id: &str) -> bool {
        self.zone(id).is_some_and(|z| z.owner == Some(self.me) && z.visible == Visibility::Owner)
    }

    fn said(&self, said: &Said) -> [Option<Value>; 3] {
        let (what, value) = match said.text.split_once(": ") {
            Some((what, value)) => (what, Some(Value::written(value))),
            None => (said.text.as_str(), None),
        };
        [Some(self.position(said.who)), Some(Value::atom(what)), value]
    }
}

/// The id of a place without its owner: `hand` of `hand_ann`, `hand2` and `hand.2`.
fn common(id: &str) -> &str {
    let head = id.split(['_', '.']).next().unwrap_or(id).trim_end_matches(|c: char| c.is_ascii_digit());
    if head.is_empty() { id } else { head }
}

fn known(token: &Token) -> bool {
    token.face == Face::Up && !token.kind.is_empty()
}

/// What a token is called, without its place: several may be called the same.
fn called(id: &str) -> Value {
    Value::written(id.split(['@', '#']).next().unwrap_or(id))
}

/// What is there now and was not there before, counting equal things.
fn fresh<'a, T: PartialEq + ?Sized>(before: &[&T], after: &[&'a T]) -> Vec<&'a T> {
    let mut left: Vec<&T> = before.to_vec();
    let mut out = Vec::new();
    for item in after {
        match left.iter().position(|old| old == item) {
            Some(at) => {
                left.swap_remove(at);
            }
            None => out.push(*item),
        }
    }
    out
}

fn tell(old: &Scene, eyes: &Eyes<'_>, by: Value, out: &mut Vec<News>) {
    let new = eyes.scene;
    let mut event = |block: usize, variables: Vec<Option<Value>>| out.push(News::Event(block, variables));
    let names = |scene: &Scene, zone: &str| -> Vec<String> {
        let here = scene.tokens.iter().filter(|token| token.place.zone == zone && known(token));
        here.map(|token| token.id.split(['@', '#']).next().unwrap_or_default().to_string()).collect()
    };
    let size = |scene: &Scene, zone: &str| scene.tokens.iter().filter(|t| t.place.zone == zone).count();
    let mut counts = Vec::new();
    for zone in &new.zones {
        let (was, is) = (names(old, &zone.id), names(new, &zone.id));
        let (was, is): (Vec<&str>, Vec<&str>) =
            (was.iter().map(String::as_str).collect(), is.iter().map(String::as_str).collect());
        let (place, owner) = eyes.place(&zone.id);
        for id in fresh(&was, &is) {
            match eyes.private(&zone.id) {
                true => event(block::SETCARD, vec![Some(called(id))]),
                false => event(
                    block::SETSEEN,
                    vec![Some(called(id)), Some(place.clone()), Some(owner.clone()), Some(by.clone())],
                ),
            }
        }
        let (was, is) = (size(old, &zone.id), size(new, &zone.id));
        if was != is {
            counts.push(vec![Some(place), Some(owner), Some(Value::Int(is as i64))]);
        }
    }
    counts.into_iter().for_each(|variables| event(block::SETCOUNT, variables));
    let (was, is): (Vec<&Said>, Vec<&Said>) = (old.said.iter().collect(), new.said.iter().collect());
    for said in fresh(&was, &is) {
        event(block::SETSAID, eyes.said(said).into());
    }
    for (i, points) in new.points.iter().enumerate() {
        if old.points.get(i).copied().unwrap_or_default() != *points {
            let who = eyes.position(Some(Player(i as u8)));
            event(block::SETPOINTS, vec![Some(who), Some(Value::Int(i64::from(*points)))]);
        }
    }
}

/// A state that fits the view. Equal moves are the same act in all of them, so any will do to name moves.
fn some_state<G: Show>(game: &G, view: &G::View) -> Option<G::State> {
    Some(game.worlds(view).ok()?.draw(&mut Rng::new(1)).ok()?.0)
}

impl<G: Show> Desk<G> for TableDesk {
    const INTERFACE: &'static Interface = &TABLE;

    fn news(game: &G, me: Player, before: Option<&G::View>, after: &G::View, out: &mut Vec<News>) {
        let scene = game.scene(after, Some(me), Lang::En);
        let eyes = Eyes { scene: &scene, me, players: game.players() };
        let deal = |view: &G::View| game.cues(view, Some(me), Lang::En).deal;
        let old = match before {
            Some(before) if deal(before) == deal(after) => game.scene(before, Some(me), Lang::En),
            _ => {
                out.push(News::Deal);
                let turn = game::Turn::Chance;
                Scene { zones: Vec::new(), tokens: Vec::new(), said: Vec::new(), turn, points: Vec::new() }
            }
        };
        let by = eyes.position(old.turn.player());
        tell(&old, &eyes, by, out);
    }

    fn question(game: &G, _me: Player, view: &G::View, moves: &[G::Move]) -> Asked {
        let state = some_state(game, view);
        let answer = |(i, mv): (usize, &G::Move)| match &state {
            Some(state) => (Value::written(&game.text(state, *mv)), i),
            None => (Value::Int(i as i64), i),
        };
        let answers = moves.iter().enumerate().map(answer).collect();
        Asked { block: block::GETMOVE, variables: Vec::new(), form: Form::One(answers), silent: None }
    }

    fn facts(game: &G, me: Player, view: &G::View) -> Vec<Value> {
        let scene = game.scene(view, Some(me), Lang::En);
        let eyes = Eyes { scene: &scene, me, players: game.players() };
        let mut facts = Vec::new();
        let mut fact = |name: &str, args: Vec<Value>| facts.push(Value::Compound(name.into(), args));
        for zone in &scene.zones {
            let (place, owner) = eyes.place(&zone.id);
            let here = scene.in_zone(&zone.id);
            for token in here.iter().filter(|token| known(token)) {
                fact("lies", vec![called(&token.id), place.clone(), owner.clone()]);
            }
            if let (Layout::Stack, Some(token)) = (&zone.layout, here.last().filter(|token| known(token))) {
                fact("top", vec![called(&token.id), place.clone(), owner.clone()]);
            }
            fact("counts", vec![place, owner, Value::Int(here.len() as i64)]);
        }
        for said in &scene.said {
            let [who, what, value] = eyes.said(said);
            let none = || Value::atom("none");
            fact(
                "says",
                vec![who.unwrap_or_else(none), what.unwrap_or_else(none), value.unwrap_or_else(none)],
            );
        }
        let Some(state) = some_state(game, view) else { return facts };
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        let seen = |id: &str| scene.tokens.iter().any(|token| token.id == id && known(token));
        for mv in moves {
            let Gesture::Carry(carries) = game.gesture(&state, mv) else { continue };
            let written = Value::written(&game.text(&state, mv));
            for carry in carries.iter().filter(|carry| seen(&carry.token)) {
                let (from, to) = (eyes.place(&carry.from.zone).0, eyes.place(&carry.to.zone).0);
                fact("carries", vec![written.clone(), called(&carry.token), from, to]);
            }
        }
        facts
    }
}
