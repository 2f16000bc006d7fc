//! Games described in logic: who plays, which tokens lie in which zones, what a turn may do, who is next and who has
//! won. A description is a Prolog text ([`load`]); the result is a game like any other.
//!
//! A state is the term `state(Player, Zones)`; a zone holds its tokens in a list as last argument. The predicates are
//! `player/1`, `state/2`, `turn/2` or `turn/3`, `next/3`, `win/2`, `chance/4` and, optional, `score/3`, `team/2`,
//! `sees/2`, `alike/1`, `marker/1`, `set/1`, `ordered/1` and what is for the eye: `label/2,3`, `layout/2`, `place/3`, `owner/2`.
//!
//! ```
//! use game::{Game, Player, Rng, walk};
//! let text = "
//!     player(ann). player(bob).
//!     alike(c).
//!     state(ann, [heap([c,c,c,c]), aside([])]).
//!     turn(take(1), state(P, [heap([c|H]), aside(A)]), state(P, [heap(H), aside([c|A])])).
//!     turn(take(2), state(P, [heap([c,c|H]), aside(A)]), state(P, [heap(H), aside([c,c|A])])).
//!     next(_, state(ann, Z), state(bob, Z)).
//!     next(_, state(bob, Z), state(ann, Z)).
//!     other(ann, bob). other(bob, ann).
//!     win(state(P, [heap([])|_]), Q) :- other(P, Q).
//! ";
//! let (game, findings) = system::load(text, "take");
//! assert!(findings.is_empty(), "{findings:?}");
//! let game = game.unwrap();
//! assert_eq!(walk::perft(&game, &game.initial(), 2), 4);
//! let end = walk::playout(&game, game.initial(), &mut Rng::new(1));
//! assert_eq!(game.score(&end, Player(0)), -game.score(&end, Player(1)));
//! ```
//!
//! Four stages, as in every language crate: `syntax` (text to clauses; the `logic` crate reads them) → `lower` (names
//! resolved, rules checked) → `program` (tables, the logic machine, partial deduction) → `game` (`impl Game`). `sheet` puts
//! the rules into words. Properties of games are proved by the `formal` crate.

mod diagnostic;
mod game;
mod lower;
mod program;
mod sheet;
mod syntax;

pub use crate::game::coverage::OddOrder;
pub use crate::game::{Move, View};
pub use ::game::{Diagnostic, Severity};
pub use lower::load;
pub use lower::settings::{Allowed, ParameterError, Setting, with_parameters};
pub use program::tables::State;
pub use sheet::{rules_text, sheet};

use lower::scenery::Scenery;
use program::engine::Engine;
use program::tables::Tables;
use program::{brief, compiled};

/// A game read from a description.
pub struct SystemGame {
    name: String,
    engine: Engine,
    tables: Tables,
    /// The start as it is written.
    written: State,
    /// The start with sets in order.
    start: std::sync::OnceLock<State>,
    /// For each zone whether the author says that it is a set, or that it is none.
    declared: Vec<Option<bool>>,
    /// For each player, which zones they see; empty when everybody sees everything.
    sees: Vec<Vec<bool>>,
    scenery: Scenery,
    settings: Vec<Setting>,
    scored: bool,
    /// The rule `repetition(Times, draw)` or `repetition(Times, loss)`.
    repetition: Option<::game::Repetition>,
    clauses: Vec<syntax::Clause>,
    notes: Vec<String>,
    /// What happens in play, looked at when somebody asks for a rule sheet.
    habits: std::sync::OnceLock<sheet::habits::Habits>,
}

impl SystemGame {
    /// Whether every move is checked for lost, doubled and invented tokens. It is, unless this says otherwise.
    pub fn checked(mut self, on: bool) -> SystemGame {
        self.engine.checked = on;
        self
    }

    /// The same game with the rules run by the logic machine only: slow, and the authority for the compiled rules.
    pub fn interpreted(mut self) -> SystemGame {
        // Which zones are sets is found out from the compiled rules; states must be the same.
        self.start();
        self.engine.barred = Some("this was asked for".into());
        self
    }

    /// What can be chosen about the description.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }

    /// Whether it is played with cards: whether some of its tokens are drawn as such.
    pub fn has_cards(&self) -> bool {
        self.tables.tokens.iter().any(|token| self.scenery.kind(&token.key).starts_with("card:"))
    }

    /// The name of the game for people: its label, or the name of its file.
    pub fn title(&self, lang: ::game::Lang) -> &str {
        let file = || self.name.rsplit(['/', '\\']).next().unwrap_or(&self.name);
        self.scenery.given("game", lang).unwrap_or_else(|| file().trim_end_matches(".pl"))
    }

    /// What the game is, in a sentence: `label(about, …)`; may be empty.
    pub fn about(&self, lang: ::game::Lang) -> &str {
        self.scenery.given("about", lang).unwrap_or_default()
    }

    /// The same game without compiling the rules at all, for a few hundred states: only declared zones are sets.
    pub fn uncompiled(mut self) -> SystemGame {
        self.engine.barred = Some("this was asked for".into());
        self
    }

    /// The state every play starts from.
    fn start(&self) -> &State {
        self.start.get_or_init(|| {
            let _ = self.tables.sets.set(self.found_sets().into());
            let mut cells = self.written.cells.to_vec();
            self.tables.settle(&mut cells);
            State::new(cells.into(), self.written.note.clone())
        })
    }

    /// Which zones are sets: those declared so, those whose order the rules cannot see, and hands and heaps unless the
    /// rules are known to see it.
    fn found_sets(&self) -> Vec<bool> {
        use compiled::Sight;
        let count = self.tables.zones.len();
        let sights =
            self.engine.code(&self.tables).map_or(vec![Sight::Sees; count], |code| code.sights(count));
        let usual = |z: usize| {
            let key = &self.tables.zones[z].key;
            let fan = self.scenery.layout_of(key) == Some(::game::Layout::Fan);
            fan || matches!(key.split('(').next(), Some("hand" | "heap"))
        };
        // What lies in a pile is seen from above by people, if not by the rules.
        let piled =
            |z: usize| self.scenery.layout_of(&self.tables.zones[z].key) == Some(::game::Layout::Stack);
        let set = |z: usize| match (self.declared[z], sights[z]) {
            (Some(declared), _) => declared,
            (None, Sight::Blind) => !piled(z),
            (None, Sight::Open) => usual(z),
            (None, Sight::Sees) => false,
        };
        (0..count).map(set).collect()
    }

    /// What the rules are run with.
    fn book(&self) -> brief::Book<'_> {
        brief::Book { engine: &self.engine, tables: &self.tables }
    }

    /// What the analysis at load found and applied, and what it did not.
    pub fn explain(&self) -> Vec<String> {
        let t = &self.tables;
        let fixed = t.tokens.iter().filter(|t| !t.marker).count();
        let mut out = vec![
            format!("players: {}, zones: {}, kinds of token: {fixed}", t.players.len(), t.zones.len()),
            "states are arrays of token numbers over the zones, in the order of the start".into(),
            "ground terms of tokens are built once, at load; terms of zones are kept once met".into(),
            "zones and tokens are found by atom and number, odd ones by their text".into(),
            "turn, moves and results of a state come from one run of the rules".into(),
        ];
        out.extend(self.notes.iter().cloned());
        self.start();
        let sets: Vec<&str> =
            t.zones.iter().enumerate().filter(|(z, _)| t.is_set(*z)).map(|(_, z)| z.key.as_str()).collect();
        out.push(match sets.is_empty() {
            true => "the order in every zone counts".into(),
            false => format!("zones in which the order of the tokens means nothing: {}", sets.join(", ")),
        });
        match self.engine.code(&self.tables) {
            Ok(code) => out.extend(code.notes.iter().cloned()),
            Err(why) => out.push(format!("not applied: the rules run in the logic machine only ({why})")),
        }
        out
    }
}
