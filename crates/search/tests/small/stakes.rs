//! Eleven cards, one each; the players raise in turn until one passes or the stakes have been doubled four times, then the
//! higher card wins them. A sober player passes.

use game::{Contradiction, Game, Listed, Observe, Player, Rng, Turn, WorldsOf};

/// The rules.
pub(crate) struct Stakes;

const CARDS: u8 = 11;
/// No card yet; a card that is not seen.
const NONE: u8 = 100;
const UNSEEN: u8 = 101;

/// Cards, how often it was raised, and whether somebody passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Pot {
    pub(crate) cards: [u8; 2],
    pub(crate) raised: u8,
    passed: bool,
}

impl Pot {
    pub(crate) fn dealt(first: u8, second: u8) -> Pot {
        Pot { cards: [first, second], raised: 0, passed: false }
    }
}

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Act {
    Deal(u8),
    Pass,
    Raise,
}

impl Game for Stakes {
    type State = Pot;
    type Move = Act;

    fn players(&self) -> usize {
        2
    }

    fn chance(&self) -> bool {
        true
    }

    fn initial(&self) -> Pot {
        Pot::dealt(NONE, NONE)
    }

    fn turn(&self, s: &Pot) -> Turn {
        match s {
            Pot { cards: [_, NONE], .. } => Turn::Chance,
            Pot { passed: true, .. } | Pot { raised: 4, .. } => Turn::Over,
            _ => Turn::Player(Player(s.raised % 2)),
        }
    }

    fn moves(&self, s: &Pot, out: &mut Vec<Act>) {
        match self.turn(s) {
            Turn::Chance => out.extend((0..CARDS).filter(|card| *card != s.cards[0]).map(Act::Deal)),
            Turn::Player(_) => out.extend([Act::Pass, Act::Raise]),
            Turn::Over => {}
        }
    }

    fn apply(&self, s: &mut Pot, mv: Act) {
        match mv {
            Act::Deal(card) => s.cards[usize::from(s.cards[0] != NONE)] = card,
            Act::Pass => s.passed = true,
            Act::Raise => s.raised += 1,
        }
    }

    fn sensible(&self, s: &Pot, rng: &mut Rng, scratch: &mut Vec<Act>) -> Option<Act> {
        match self.turn(s) {
            Turn::Player(_) => Some(Act::Pass),
            _ => self.pick(s, rng, scratch),
        }
    }

    fn score(&self, s: &Pot, p: Player) -> i32 {
        if self.turn(s) != Turn::Over {
            return 0;
        }
        let high = s.cards[0] > s.cards[1];
        let worth = 1 << s.raised;
        if high == (p.0 == 0) { worth } else { -worth }
    }

    fn stake(&self) -> Option<i32> {
        Some(1)
    }
}

impl Observe for Stakes {
    type View = Pot;

    fn view(&self, s: &Pot, who: Option<Player>) -> Pot {
        let mut view = *s;
        for p in (0..2).filter(|&p| who != Some(Player(p)) && s.cards[usize::from(p)] != NONE) {
            view.cards[usize::from(p)] = UNSEEN;
        }
        view
    }

    fn worlds(&self, v: &Pot) -> Result<WorldsOf<'_, Stakes>, Contradiction> {
        let mut found = vec![*v];
        for p in (0..2).filter(|&p| v.cards[p] == UNSEEN) {
            let filled = |s: Pot| {
                let free = (0..CARDS).filter(move |card| !s.cards.contains(card));
                free.map(move |card| {
                    let mut s = s;
                    s.cards[p] = card;
                    s
                })
            };
            found = found.into_iter().flat_map(filled).collect();
        }
        Ok(Box::new(Listed::new(found)?))
    }

    fn hidden(&self) -> bool {
        true
    }
}
