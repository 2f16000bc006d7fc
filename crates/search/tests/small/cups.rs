//! Three tiny hidden games of three players in one: a pea under one of four cups, a partner to be trusted, and a play too
//! long to be searched.

use game::{Contradiction, Game, Listed, Observe, Player, Turn, WorldsOf};

/// Which game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cups {
    /// Player 1 gambles or not; if so, player 2 hides a pea and player 1 guesses the cup: 4 won or lost, 1 lost if he
    /// does not gamble.
    Pea,
    /// Player 1 trusts player 2, who plays with him and decides whether they win 2 or lose 2; or takes 1.
    Trust,
    /// Two moves each for two hundred moves; the sum of all decides.
    Long,
}

/// The moves made, in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Line(pub(crate) Vec<u8>);

/// A pea nobody has seen.
const UNSEEN: u8 = 99;

impl Game for Cups {
    type State = Line;
    type Move = u8;

    fn players(&self) -> usize {
        3
    }

    fn initial(&self) -> Line {
        Line(Vec::new())
    }

    fn turn(&self, s: &Line) -> Turn {
        let made = &s.0[..];
        let player = |p| Turn::Player(Player(p));
        match (self, made) {
            (_, []) => player(0),
            (Cups::Long, _) if made.len() < 200 => player((made.len() % 3) as u8),
            (Cups::Pea | Cups::Trust, [1]) => player(1),
            (Cups::Pea, [1, _]) => player(0),
            _ => Turn::Over,
        }
    }

    fn moves(&self, s: &Line, out: &mut Vec<u8>) {
        match (self, s.0.len()) {
            _ if self.turn(s) == Turn::Over => {}
            (Cups::Pea, 1 | 2) => out.extend(0..4),
            _ => out.extend([0, 1]),
        }
    }

    fn apply(&self, s: &mut Line, mv: u8) {
        s.0.push(mv);
    }

    fn score(&self, s: &Line, p: Player) -> i32 {
        let first = match (self, &s.0[..]) {
            (Cups::Pea, [1, hidden, guess]) => {
                if hidden == guess {
                    4
                } else {
                    -4
                }
            }
            (Cups::Pea, [0]) => -1,
            (Cups::Trust, [1, help]) => {
                if *help == 1 {
                    2
                } else {
                    -2
                }
            }
            (Cups::Trust, [0]) => 1,
            (Cups::Long, made) => {
                if made.iter().map(|&b| u32::from(b)).sum::<u32>() % 2 == 0 {
                    1
                } else {
                    -1
                }
            }
            _ => 0,
        };
        let with_first = p == Player(0) || (p == Player(1) && *self == Cups::Trust);
        if with_first { first } else { -first }
    }

    fn allied(&self, _: &Line, p: Player, q: Player) -> bool {
        p == q || (*self == Cups::Trust && p.0 < 2 && q.0 < 2)
    }
}

impl Observe for Cups {
    type View = Line;

    fn view(&self, s: &Line, who: Option<Player>) -> Line {
        let mut seen = s.clone();
        if *self == Cups::Pea && s.0.len() == 2 && who != Some(Player(1)) {
            seen.0[1] = UNSEEN;
        }
        seen
    }

    fn worlds(&self, v: &Line) -> Result<WorldsOf<'_, Cups>, Contradiction> {
        let hidden = if v.0.contains(&UNSEEN) { 4 } else { 1 };
        let put = |cup: u8| Line(v.0.iter().map(|&mv| if mv == UNSEEN { cup } else { mv }).collect());
        Ok(Box::new(Listed::new((0..hidden).map(put).collect())?))
    }

    fn hidden(&self) -> bool {
        true
    }

    fn visible(&self, s: &Line, _: u8, who: Player) -> bool {
        *self != Cups::Pea || s.0.len() != 1 || who == Player(1)
    }
}
