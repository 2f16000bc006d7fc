//! Nine Men's Morris (mlýn): players place their stones in turn, then slide them along the lines; three in a line close
//! a mill, and whoever closes one takes a stone of the opponent that is in no mill (any stone, if all are in mills).
//! A player with three stones left may fly to any free point. Who has fewer than three stones, or cannot move, loses.
//!
//! Rules of the World Nine Men's Morris federation (WMD) as usually printed; R. C. Bell: *Board and Table Games*. A move
//! that closes two mills takes one stone. Placing, sliding or flying and taking is one move: `a1`, `a1xd6`, `a1-a4`,
//! `a1-a4xd6`. Draws: `quiet` plies in a row in which nothing was placed or taken; and, if set, `longest` plies in all.
//! Repetition is not looked at: a state has no past, and `quiet` bounds every repetition. Parameters: `stones`,
//! `flying`, `quiet`, `longest`.
//!
//! A byte a ring, the outer one first, points clockwise from the lower left corner; corners are even, sides odd:
//!
//! ```text
//!  2 ------ 3 ------ 4      7 | a7    d7    g7
//!  | 10 -- 11 -- 12  |      6 |   b6  d6  f6
//!  |  | 18 19 20  |  |      5 |     c5d5e5
//!  1  9 17    21 13  5      4 | a4b4c4  e4f4g4
//!  |  | 16 23 22  |  |      3 |     c3d3e3
//!  |  8 -- 15 -- 14  |      2 |   b2  d2  f2
//!  0 ------ 7 ------ 6      1 | a1    d1    g1
//! ```

mod lines;
mod show;

use crate::bits;
use crate::pack::{put, small, take};
use game::{
    Game, Heuristic, OptionError, Options, Parameter, Perfect, Player, Rng, Turn, Values, Words, words,
};
use lines::{FULL, Sliding};

/// The game's name.
pub const TITLE: Words = words("Nine Men's Morris", "Mlýn", "Mlyn");
/// Stones, flying and draws.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "stones",
        default: "9",
        values: Values::Int(3, 9),
        help: words("stones of each player", "počet kamenů hráče", "počet kameňov hráča"),
    },
    Parameter {
        name: "flying",
        default: "yes",
        values: Values::Flag,
        help: words("three stones may fly", "tři kameny smějí skákat", "tri kamene smú skákať"),
    },
    Parameter {
        name: "quiet",
        default: "100",
        values: Values::Int(0, 250),
        help: words(
            "plies without placing or taking that draw (0: never)",
            "půltahů bez položení a braní do remízy (0: nikdy)",
            "polťahov bez položenia a brania do remízy (0: nikdy)",
        ),
    },
    Parameter {
        name: "longest",
        default: "0",
        values: Values::Int(0, 10_000),
        help: words(
            "plies in all that draw (0: never)",
            "půltahů celkem do remízy (0: nikdy)",
            "polťahov spolu do remízy (0: nikdy)",
        ),
    },
];

/// The rules.
#[derive(Clone, Debug)]
pub struct Morris {
    stones: u8,
    flying: bool,
    quiet: u8,
    longest: u16,
    id: String,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Stones of the player to move, one bit a point.
    own: u32,
    /// Stones of the other player.
    opp: u32,
    /// Plies made; counted only where the rules limit them.
    made: u16,
    own_hand: u8,
    opp_hand: u8,
    /// Plies since something was placed or taken; counted only where the rules limit them.
    quiet: u8,
    /// The second player is to move.
    second: bool,
    end: End,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum End {
    NotYet,
    Drawn,
    /// The player who would be to move has lost.
    Lost,
}

/// No point: a stone placed comes from there, and when nothing is taken, it is taken there.
pub const NOWHERE: u8 = 24;

/// A stone placed or moved, and perhaps one taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The point it leaves; [`NOWHERE`] when placed from the hand.
    pub from: u8,
    /// The point it comes to.
    pub to: u8,
    /// The point of the stone taken; [`NOWHERE`] if none.
    pub take: u8,
}

impl Morris {
    /// The rules for these options.
    ///
    /// # Errors
    /// None: every value of a declared option fits.
    pub fn new(options: &Options) -> Result<Morris, OptionError> {
        Ok(Morris {
            stones: options.int("stones") as u8,
            flying: options.flag("flying"),
            quiet: options.int("quiet") as u8,
            longest: options.int("longest") as u16,
            id: options.id("morris"),
        })
    }

    /// The stones of player `p` on the board.
    fn on_board(s: &State, p: u8) -> u32 {
        if u8::from(s.second) == p { s.own } else { s.opp }
    }

    /// The stones of player `p` still to be placed.
    fn in_hand(s: &State, p: u8) -> u8 {
        if u8::from(s.second) == p { s.own_hand } else { s.opp_hand }
    }

    #[inline]
    fn flies(&self, stones: u32) -> bool {
        self.flying && stones.count_ones() <= 3
    }

    /// Whether a player with nothing in hand can move.
    #[inline]
    fn mobile(&self, own: u32, opp: u32) -> bool {
        self.flies(own) || lines::beside(own) & !(own | opp) != 0
    }

    /// Appends quiet moves from `from` to each of `to`.
    fn quietly(from: u8, to: u32, out: &mut Vec<Move>) {
        out.extend(bits::each(u64::from(to)).map(|to| Move { from, to, take: NOWHERE }));
    }

    /// Appends moves from `from` to each of `to` that take each of `takes`.
    fn taking(from: u8, to: u32, takes: u32, out: &mut Vec<Move>) {
        for to in bits::each(u64::from(to)) {
            out.extend(bits::each(u64::from(takes)).map(|take| Move { from, to, take }));
        }
    }

    fn outcome(&self, s: &State) -> End {
        let total = s.own.count_ones() + u32::from(s.own_hand);
        if total < 3 || (s.own_hand == 0 && !self.mobile(s.own, s.opp)) {
            End::Lost
        } else if (self.quiet > 0 && s.quiet >= self.quiet) || (self.longest > 0 && s.made >= self.longest) {
            End::Drawn
        } else {
            End::NotYet
        }
    }

    /// Stones of `p` minus the opponent's, those in hand included, weighed before the points beside them.
    fn stones(&self, s: &State, p: Player) -> i32 {
        let worth = |p: u8| {
            let (own, opp) = (Morris::on_board(s, p), Morris::on_board(s, 1 - p % 2));
            let stones = own.count_ones() as i32 + i32::from(Morris::in_hand(s, p));
            let beside = (lines::beside(own) & !(own | opp)).count_ones() as i32;
            20 * stones + beside
        };
        worth(p.0) - worth(1 - p.0 % 2)
    }
}

impl Game for Morris {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn initial(&self) -> State {
        State {
            own: 0,
            opp: 0,
            made: 0,
            own_hand: self.stones,
            opp_hand: self.stones,
            quiet: 0,
            second: false,
            end: End::NotYet,
        }
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if s.end == End::NotYet { Turn::Player(Player(u8::from(s.second))) } else { Turn::Over }
    }

    /// Quiet moves come first, then those that take.
    fn moves(&self, s: &State, out: &mut Vec<Move>) {
        if s.end != End::NotYet {
            return;
        }
        let free = FULL & !(s.own | s.opp);
        let takes = lines::takeable(s.opp);
        if s.own_hand > 0 {
            let close = lines::closing(s.own);
            Morris::quietly(NOWHERE, free & !close, out);
            Morris::taking(NOWHERE, free & close, takes, out);
        } else if self.flies(s.own) {
            for from in bits::each(u64::from(s.own)) {
                Morris::quietly(from, free & !lines::closing(s.own & !(1 << from)), out);
            }
            for from in bits::each(u64::from(s.own)) {
                Morris::taking(from, free & lines::closing(s.own & !(1 << from)), takes, out);
            }
        } else {
            let slides = Sliding::of(s.own, free);
            for bit in bits::each(slides.quiet()) {
                let (from, to) = lines::slide(bit);
                out.push(Move { from, to, take: NOWHERE });
            }
            for bit in bits::each(slides.closing()) {
                let (from, to) = lines::slide(bit);
                out.extend(bits::each(u64::from(takes)).map(|take| Move { from, to, take }));
            }
        }
    }

    #[inline]
    fn apply(&self, s: &mut State, mv: Move) {
        let placed = mv.from == NOWHERE;
        // Shifted out when the point is NOWHERE.
        let point = |p: u8| (1u32 << p) & FULL;
        let own = (s.own & !point(mv.from)) | point(mv.to);
        let opp = s.opp & !point(mv.take);
        let quiet = if placed || mv.take != NOWHERE || self.quiet == 0 { 0 } else { s.quiet + 1 };
        *s = State {
            own: opp,
            opp: own,
            made: s.made + u16::from(self.longest > 0),
            own_hand: s.opp_hand,
            opp_hand: s.own_hand - u8::from(placed),
            quiet,
            second: !s.second,
            end: End::NotYet,
        };
        s.end = self.outcome(s);
    }

    fn score(&self, s: &State, p: Player) -> i32 {
        match s.end {
            End::Lost if u8::from(s.second) == p.0 => -1,
            End::Lost => 1,
            _ => 0,
        }
    }

    #[inline]
    fn pick(&self, s: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Option<Move> {
        if s.end != End::NotYet {
            return None;
        }
        let free = FULL & !(s.own | s.opp);
        if s.own_hand == 0 && self.flies(s.own) {
            scratch.clear();
            self.moves(s, scratch);
            return scratch.get(rng.below(scratch.len())).copied();
        }
        let placing = s.own_hand > 0;
        let (quiet, closing) = if placing {
            let close = lines::closing(s.own);
            (u64::from(free & !close), u64::from(free & close))
        } else {
            let slides = Sliding::of(s.own, free);
            (slides.quiet(), slides.closing())
        };
        let counts = bits::prefix(quiet);
        let calm = (counts >> 56) as usize;
        let step = |bit: u32| if placing { (NOWHERE, bit as u8) } else { lines::slide(bit as u8) };
        if closing == 0 {
            let (from, to) = step(bits::nth(quiet, counts, rng.below(calm)));
            return Some(Move { from, to, take: NOWHERE });
        }
        let takes = u64::from(lines::takeable(s.opp));
        let (closes, taken) = (bits::prefix(closing), bits::prefix(takes));
        let each = (taken >> 56) as usize;
        let k = rng.below(calm + (closes >> 56) as usize * each);
        if k < calm {
            let (from, to) = step(bits::nth(quiet, counts, k));
            return Some(Move { from, to, take: NOWHERE });
        }
        let (which, take) = ((k - calm) / each, (k - calm) % each);
        let (from, to) = step(bits::nth(closing, closes, which));
        Some(Move { from, to, take: bits::nth(takes, taken, take) as u8 })
    }

    fn pack(s: &State, out: &mut Vec<u8>) -> bool {
        let [low, high] = s.made.to_le_bytes();
        let rest = small([low, high, s.own_hand, s.opp_hand, s.quiet, u8::from(s.second), s.end as u8, 0]);
        put([u64::from(s.own) << 32 | u64::from(s.opp), rest], out)
    }

    fn unpack(bytes: &[u8]) -> Option<State> {
        let [stones, rest] = take(bytes)?;
        let [low, high, own_hand, opp_hand, quiet, second, end, _] = rest.to_le_bytes();
        let end = [End::NotYet, End::Drawn, End::Lost].into_iter().find(|&e| e as u8 == end)?;
        let made = u16::from_le_bytes([low, high]);
        let (own, opp) = ((stones >> 32) as u32, stones as u32);
        Some(State { own, opp, made, own_hand, opp_hand, quiet, second: second == 1, end })
    }

    fn heuristics(&self) -> Vec<Heuristic<Morris>> {
        vec![("stones", Morris::stones)]
    }
}

impl Perfect for Morris {}
