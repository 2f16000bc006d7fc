//! Člověče, nezlob se (ludo; Mensch ärgere dich nicht): figures leave their yard with a six, run once around a track of
//! 40 fields by throws of a die, send those they land on back to the yard, and go home. Whoever has all figures at home
//! first wins.
//!
//! J. F. Schmidt, 1914; rules as printed with the Czech game, and the ways families differ as parameters: `players`,
//! `figures`; `again` (another throw after a six), `throws` (how many throws a player has who can only wait for a six);
//! `enter` (with a six a figure must enter), `clear` (the start field must be cleared while figures wait in the yard),
//! `capture` (whoever can capture must); `exact` (home only by the exact number; otherwise a larger one leads to the
//! farthest free field), `jump` (figures at home may be jumped over), `safe` (a figure on its own start field cannot be
//! captured), `finish` (`first`: the play ends with the winner; `all`: it goes on for the other places).
//! Where duties meet, capturing comes before entering, entering before clearing.
//!
//! Two players sit opposite each other. A throw is a chance event, written `1` to `6`; a move is the number of the
//! figure; who cannot move says `pass`, which is a ply. Of several figures in the yard the first one enters: they are
//! alike. Scores sum to zero: the winner has one from everybody else; with `finish=all` it is by place.

mod show;

use game::{
    Game, Heuristic, OptionError, Options, Parameter, Perfect, Player, Rng, Turn, Values, Words, words,
};

/// The game's name.
pub const TITLE: Words = words("Ludo", "Člověče, nezlob se", "Človeče, nehnevaj sa");

const fn flag(name: &'static str, default: &'static str, help: Words) -> Parameter {
    Parameter { name, default, values: Values::Flag, help }
}

/// Players, figures, and what families agree on.
pub const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "players",
        default: "2",
        values: Values::Int(2, 4),
        help: words("number of players", "počet hráčů", "počet hráčov"),
    },
    Parameter {
        name: "figures",
        default: "4",
        values: Values::Int(1, 4),
        help: words("figures of each player", "počet figurek hráče", "počet figúrok hráča"),
    },
    flag("again", "yes", words("throw again after a six", "po šestce házet znovu", "po šestke hádzať znova")),
    Parameter {
        name: "throws",
        default: "3",
        values: Values::Int(1, 3),
        help: words(
            "throws of a player who can only wait for a six",
            "počet hodů, když lze jen čekat na šestku",
            "počet hodov, keď možno len čakať na šestku",
        ),
    },
    flag(
        "enter",
        "no",
        words("with a six one must enter", "se šestkou se musí nasadit", "so šestkou sa musí nasadiť"),
    ),
    flag(
        "clear",
        "no",
        words(
            "the start field must be cleared",
            "startovní pole se musí uvolnit",
            "štartové pole sa musí uvoľniť",
        ),
    ),
    flag("capture", "no", words("capturing is compulsory", "vyhazovat se musí", "vyhadzovať sa musí")),
    flag(
        "exact",
        "yes",
        words("home by the exact number", "do domečku přesným hodem", "do domčeka presným hodom"),
    ),
    flag(
        "jump",
        "yes",
        words("jump over figures at home", "v domečku se přeskakuje", "v domčeku sa preskakuje"),
    ),
    flag(
        "safe",
        "no",
        words(
            "safe on one's start field",
            "na vlastním startu je bezpečno",
            "na vlastnom štarte je bezpečne",
        ),
    ),
    Parameter {
        name: "finish",
        default: "first",
        values: Values::OneOf(&["first", "all"]),
        help: words("when the play ends", "kdy hra končí", "kedy sa hra končí"),
    },
];

/// The rules.
#[derive(Clone, Debug)]
pub struct Ludo {
    players: u8,
    figures: u8,
    again: bool,
    throws: u8,
    enter: bool,
    clear: bool,
    capture: bool,
    exact: bool,
    jump: bool,
    safe: bool,
    all: bool,
    id: String,
}

/// Fields of the track.
const TRACK: u8 = 40;

/// A position. A figure's place: 0 in the yard, 1 to 40 on the track counted from its own start field, 41 and more at
/// home.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    at: [[u8; 4]; 4],
    /// The place each player has reached, from 1; 0 while they play.
    place: [u8; 4],
    mover: u8,
    /// What lies on the die; 0 before the throw.
    thrown: u8,
    /// Throws spent waiting for a six.
    tries: u8,
    over: bool,
}

/// A throw, a figure moved, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Chance: the die shows this.
    Throw(u8),
    /// The figure of that number, from 0, moves.
    Figure(u8),
    /// No figure can move.
    Pass,
}

impl Ludo {
    /// The rules for these options.
    ///
    /// # Errors
    /// None: every value of a declared option fits.
    pub fn new(options: &Options) -> Result<Ludo, OptionError> {
        Ok(Ludo {
            players: options.int("players") as u8,
            figures: options.int("figures") as u8,
            again: options.flag("again"),
            throws: options.int("throws") as u8,
            enter: options.flag("enter"),
            clear: options.flag("clear"),
            capture: options.flag("capture"),
            exact: options.flag("exact"),
            jump: options.flag("jump"),
            safe: options.flag("safe"),
            all: options.text("finish") == "all",
            id: options.id("ludo"),
        })
    }

    /// Which quarter of the board a player sits at.
    fn seat(&self, p: u8) -> u8 {
        if self.players == 2 { 2 * p } else { p }
    }

    /// The field of the track, from 0, where a figure of `p` at place `at` stands.
    fn field(&self, p: u8, at: u8) -> Option<u8> {
        (1..=TRACK).contains(&at).then(|| (10 * self.seat(p) + at - 1) % TRACK)
    }

    /// The places of a player's figures.
    fn own(&self, s: &State, p: u8) -> [u8; 4] {
        s.at[usize::from(p & 3)]
    }

    /// The figure of another player on the field that `p` calls `to`.
    fn victim(&self, s: &State, p: u8, to: u8) -> Option<(u8, u8)> {
        let field = self.field(p, to)?;
        let others = (0..self.players).filter(|&q| q != p);
        let mut figures = others.flat_map(|q| (0..self.figures).map(move |f| (q, f)));
        figures.find(|&(q, f)| self.field(q, s.at[usize::from(q)][usize::from(f)]) == Some(field))
    }

    /// Where a throw of `n` takes a figure of `p` from place `at`, if anywhere.
    fn target(&self, s: &State, p: u8, at: u8, n: u8) -> Option<u8> {
        let own = &self.own(s, p)[..usize::from(self.figures)];
        let last = TRACK + self.figures;
        let mut to = match at {
            0 if n == 6 => 1,
            0 => return None,
            _ => at + n,
        };
        if to > last {
            if self.exact {
                return None;
            }
            to = last;
            while to > at && own.contains(&to) {
                to -= 1;
            }
        }
        let blocked = |field: u8| field > TRACK && field > at && field < to && own.contains(&field);
        if own.contains(&to) || (!self.jump && (TRACK + 1..to).any(blocked)) {
            return None;
        }
        let sheltered = |(q, f): (u8, u8)| s.at[usize::from(q)][usize::from(f)] == 1;
        if self.safe && self.victim(s, p, to).is_some_and(sheltered) {
            return None;
        }
        Some(to)
    }

    /// The figures that may move, by duty, as a set of bits.
    fn movable(&self, s: &State) -> u8 {
        let (p, own) = (s.mover, self.own(s, s.mover));
        let (mut free, mut entering, mut clearing, mut capturing) = (0u8, 0u8, 0u8, 0u8);
        let yard = own[..usize::from(self.figures)].contains(&0);
        for f in 0..self.figures {
            let at = own[usize::from(f)];
            if at == 0 && entering != 0 {
                continue;
            }
            let Some(to) = self.target(s, p, at, s.thrown) else { continue };
            let bit = 1 << f;
            free |= bit;
            entering |= if at == 0 { bit } else { 0 };
            clearing |= if at == 1 && yard { bit } else { 0 };
            capturing |= if self.capture && self.victim(s, p, to).is_some() { bit } else { 0 };
        }
        if capturing != 0 {
            capturing
        } else if self.enter && entering != 0 {
            entering
        } else if self.clear && clearing != 0 {
            clearing
        } else {
            free
        }
    }

    /// Whether `p` can only wait for a six: nothing on the track, and nobody at home can step on.
    fn waits(&self, s: &State, p: u8) -> bool {
        let own = self.own(s, p);
        own[..usize::from(self.figures)]
            .iter()
            .all(|&at| at == 0 || (at > TRACK && (1..6).all(|n| self.target(s, p, at, n).is_none())))
    }

    fn home(&self, s: &State, p: u8) -> u8 {
        self.own(s, p).iter().filter(|&&at| at > TRACK).count() as u8
    }

    /// After a move or a pass: another throw, or the next player who still plays.
    fn go_on(&self, s: &mut State, same: bool) {
        s.thrown = 0;
        if same {
            return;
        }
        s.tries = 0;
        for _ in 0..self.players {
            s.mover = (s.mover + 1) % self.players;
            if s.place[usize::from(s.mover)] == 0 {
                return;
            }
        }
    }

    fn carry(&self, s: &mut State, figure: u8) {
        let p = s.mover;
        let at = self.own(s, p)[usize::from(figure & 3)];
        let Some(to) = self.target(s, p, at, s.thrown) else { return };
        if let Some((q, f)) = self.victim(s, p, to) {
            s.at[usize::from(q)][usize::from(f)] = 0;
        }
        s.at[usize::from(p)][usize::from(figure & 3)] = to;
        if self.home(s, p) < self.figures {
            return;
        }
        let reached = s.place.iter().filter(|&&place| place > 0).count() as u8 + 1;
        s.place[usize::from(p)] = reached;
        if !self.all || reached + 1 >= self.players {
            s.over = true;
            let rest = (0..usize::from(self.players)).find(|&q| s.place[q] == 0);
            if let (true, Some(q)) = (self.all, rest) {
                s.place[q] = self.players;
            }
        }
    }

    /// Steps made minus the steps of the best opponent.
    fn steps(&self, s: &State, p: Player) -> i32 {
        let run = |p: u8| self.own(s, p).iter().map(|&at| i32::from(at)).sum::<i32>();
        let rival = (0..self.players).filter(|&q| q != p.0).map(run).max();
        run(p.0) - rival.unwrap_or(0)
    }
}

impl Game for Ludo {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        self.players.into()
    }

    fn chance(&self) -> bool {
        true
    }

    fn initial(&self) -> State {
        State { at: [[0; 4]; 4], place: [0; 4], mover: 0, thrown: 0, tries: 0, over: false }
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        match s.thrown {
            _ if s.over => Turn::Over,
            0 => Turn::Chance,
            _ => Turn::Player(Player(s.mover)),
        }
    }

    fn moves(&self, s: &State, out: &mut Vec<Move>) {
        match self.turn(s) {
            Turn::Over => {}
            Turn::Chance => out.extend((1..=6).map(Move::Throw)),
            Turn::Player(_) => match self.movable(s) {
                0 => out.push(Move::Pass),
                figures => out.extend(crate::bits::each(figures.into()).map(Move::Figure)),
            },
        }
    }

    fn apply(&self, s: &mut State, mv: Move) {
        match mv {
            Move::Throw(n) => {
                s.thrown = n;
                s.tries = (s.tries + 1).min(self.throws);
            }
            Move::Figure(figure) => {
                let six = s.thrown == 6;
                self.carry(s, figure);
                let same = self.again && six && s.place[usize::from(s.mover)] == 0;
                s.tries = 0;
                self.go_on(s, same);
            }
            Move::Pass => {
                let same = (self.again && s.thrown == 6) || (s.tries < self.throws && self.waits(s, s.mover));
                self.go_on(s, same);
            }
        }
    }

    fn score(&self, s: &State, p: Player) -> i32 {
        let n = i32::from(self.players);
        match s.place.get(p.index()).map(|&place| i32::from(place)) {
            _ if !s.over => 0,
            Some(place) if self.all => n + 1 - 2 * place,
            Some(1) => n - 1,
            _ => -1,
        }
    }

    #[inline]
    fn pick(&self, s: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        if s.over {
            return None;
        }
        if s.thrown == 0 {
            return Some(Move::Throw(1 + rng.below(6) as u8));
        }
        let figures = usize::from(self.movable(s));
        let k = rng.below(usize::from(crate::bits::COUNT[figures]).max(1));
        Some(if figures == 0 { Move::Pass } else { Move::Figure(crate::bits::NTH[figures][k & 7]) })
    }

    fn heuristics(&self) -> Vec<Heuristic<Ludo>> {
        vec![("steps", Ludo::steps)]
    }

    fn pack(s: &State, out: &mut Vec<u8>) -> bool {
        out.extend(s.at.as_flattened());
        out.extend(s.place);
        out.extend([s.mover, s.thrown, s.tries, u8::from(s.over)]);
        true
    }

    fn unpack(bytes: &[u8]) -> Option<State> {
        let bytes: [u8; 24] = bytes.try_into().ok()?;
        let four = |i: usize| std::array::from_fn(|k| bytes[4 * i + k]);
        let [mover, thrown, tries, over] = four(5);
        let at = std::array::from_fn(four);
        Some(State { at, place: four(4), mover, thrown, tries, over: over == 1 })
    }
}

impl Perfect for Ludo {}

#[cfg(test)]
mod tests;
