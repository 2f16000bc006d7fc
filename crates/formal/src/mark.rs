//! One byte per expanded state for the questions asked most often: who acts, or who has won and whether the rules meant the
//! play to end. Noted while a state is expanded, since asking a description later runs its rules once more.
//!
//! ```text
//! 0..128  this player moves        128  chance acts
//! 129..255  over, in one of the ways of `ends`        255  more ways than fit: the game must be asked
//! ```

use crate::automaton::grow;
use game::{Game, Player, Turn, outcome};

const CHANCE: u8 = 128;
const FIRST_END: u8 = 129;
const ASK: u8 = 255;

/// How a play is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct End {
    /// A bit for each winner.
    winners: u128,
    stuck: bool,
    broken: bool,
}

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    pub(crate) turn: Turn,
    /// A bit for each winner.
    pub(crate) winners: u128,
    /// Over although no rule says so.
    pub(crate) stuck: bool,
    /// Over because a rule failed.
    pub(crate) broken: bool,
}

impl Mark {
    /// Who has won: nobody in a draw and before the end.
    pub(crate) fn winners(self) -> Vec<Player> {
        (0..128).filter(|p| self.winners >> p & 1 == 1).map(Player).collect()
    }

    /// Whether `p` has won, alone or with others.
    pub(crate) fn won_by(self, p: Player) -> bool {
        p.0 < 128 && self.winners >> p.0 & 1 == 1
    }

    /// Whether the play is over by a rule: only then it has a result.
    pub(crate) fn settled(self) -> bool {
        self.turn == Turn::Over && !self.stuck && !self.broken
    }
}

/// The marks of states, in their order.
#[derive(Default)]
pub(crate) struct Marks {
    codes: Vec<u8>,
    ends: Vec<End>,
}

impl Marks {
    pub(crate) fn with_capacity(n: usize) -> Marks {
        Marks { codes: Vec::with_capacity(n), ends: Vec::new() }
    }

    /// Notes the next state. `moves` says whether it has any: without one the play is over.
    #[inline]
    pub(crate) fn note<G: Game>(&mut self, game: &G, s: &G::State, moves: bool) {
        let code = match game.turn(s) {
            Turn::Player(p) if moves && p.0 < CHANCE => p.0,
            Turn::Chance if moves => CHANCE,
            Turn::Over => self.end(game, s),
            _ => ASK,
        };
        self.codes.push(code);
    }

    fn end<G: Game>(&mut self, game: &G, s: &G::State) -> u8 {
        match won(game, s) {
            Some(winners) => {
                let broken = game.defect(s).is_some();
                self.code(End { winners: if broken { 0 } else { winners }, stuck: game.stuck(s), broken })
            }
            None => ASK,
        }
    }

    fn code(&mut self, end: End) -> u8 {
        let place = self.ends.iter().position(|&e| e == end).unwrap_or(self.ends.len());
        if place == usize::from(ASK - FIRST_END) {
            return ASK;
        }
        if place == self.ends.len() {
            self.ends.push(end);
        }
        FIRST_END + place as u8
    }

    /// Adds the marks of the states that follow, noted elsewhere.
    pub(crate) fn extend(&mut self, other: &Marks) {
        let ends: Vec<u8> = other.ends.iter().map(|&end| self.code(end)).collect();
        for &code in &other.codes {
            let end = code.checked_sub(FIRST_END).and_then(|i| ends.get(usize::from(i)));
            grow(&mut self.codes, end.copied().unwrap_or(code));
        }
    }

    pub(crate) fn truncate(&mut self, n: usize) {
        self.codes.truncate(n);
    }

    /// What is known of a state; `None` if the game must be asked.
    #[inline]
    pub(crate) fn get(&self, n: usize) -> Option<Mark> {
        match *self.codes.get(n)? {
            ASK => None,
            CHANCE => Some(Mark { turn: Turn::Chance, winners: 0, stuck: false, broken: false }),
            p if p < CHANCE => {
                Some(Mark { turn: Turn::Player(Player(p)), winners: 0, stuck: false, broken: false })
            }
            end => {
                let end = self.ends.get(usize::from(end - FIRST_END))?;
                Some(Mark { turn: Turn::Over, winners: end.winners, stuck: end.stuck, broken: end.broken })
            }
        }
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> usize {
        self.codes.capacity()
    }
}

/// Asks the game what [`Marks`] do not know.
pub(crate) fn asked<G: Game>(game: &G, s: &G::State) -> Mark {
    let turn = game.turn(s);
    let over = turn == Turn::Over;
    let broken = over && game.defect(s).is_some();
    let winners = won(game, s).filter(|_| over && !broken).unwrap_or(0);
    Mark { turn, winners, stuck: over && game.stuck(s), broken }
}

/// Who wins, by a bit each; `None` for more than 128 players (no description may have as many).
fn won<G: Game>(game: &G, s: &G::State) -> Option<u128> {
    let players = game.players();
    if let 1..=2 = players {
        // The usual numbers of players, without a list of scores.
        let first = game.score(s, Player(0));
        if players == 1 {
            return Some(u128::from(first > 0));
        }
        let second = game.score(s, Player(1));
        return Some(u128::from(first > second) | u128::from(second > first) << 1);
    }
    if players > 128 {
        return None;
    }
    let scores: Vec<i32> = Player::all(players).map(|p| game.score(s, p)).collect();
    Some(outcome(&scores).iter().fold(0, |bits, p| bits | 1 << p.0))
}
