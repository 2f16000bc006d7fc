//! Kuhn poker: three cards, one each; pass or bet once around. The value for the first player is -1/18.

use game::{Contradiction, Game, Listed, Observe, Player, Turn, WorldsOf};

/// The rules.
pub(crate) struct Kuhn;

/// Cards (0 to 2, 3 for none) and what was said, `p` or `b`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Hand {
    pub(crate) cards: [u8; 2],
    pub(crate) said: String,
}

impl Game for Kuhn {
    type State = Hand;
    type Move = char;

    fn players(&self) -> usize {
        2
    }

    fn chance(&self) -> bool {
        true
    }

    fn initial(&self) -> Hand {
        Hand { cards: [3, 3], said: String::new() }
    }

    fn turn(&self, s: &Hand) -> Turn {
        if s.cards[1] == 3 {
            return Turn::Chance;
        }
        match s.said.as_str() {
            "" | "pb" => Turn::Player(Player(0)),
            "p" | "b" => Turn::Player(Player(1)),
            _ => Turn::Over,
        }
    }

    fn moves(&self, s: &Hand, out: &mut Vec<char>) {
        match self.turn(s) {
            Turn::Chance => out.extend(('0'..='2').filter(|c| *c as u8 - b'0' != s.cards[0])),
            Turn::Player(_) => out.extend(['p', 'b']),
            Turn::Over => {}
        }
    }

    fn apply(&self, s: &mut Hand, mv: char) {
        match mv {
            'p' | 'b' => s.said.push(mv),
            card => {
                let to = usize::from(s.cards[0] != 3);
                s.cards[to] = card as u8 - b'0';
            }
        }
    }

    fn score(&self, s: &Hand, p: Player) -> i32 {
        let high = if s.cards[0] > s.cards[1] { 1 } else { -1 };
        let first = match s.said.as_str() {
            "pp" => high,
            "bb" | "pbb" => 2 * high,
            "bp" => 1,
            "pbp" => -1,
            _ => 0,
        };
        if p.0 == 0 { first } else { -first }
    }
}

impl Observe for Kuhn {
    type View = Hand;

    fn view(&self, s: &Hand, who: Option<Player>) -> Hand {
        let mut view = s.clone();
        for p in 0..2 {
            if who != Some(Player(p)) && view.cards[usize::from(p)] != 3 {
                view.cards[usize::from(p)] = 4;
            }
        }
        view
    }

    fn worlds(&self, v: &Hand) -> Result<WorldsOf<'_, Kuhn>, Contradiction> {
        let mut found = vec![v.clone()];
        for p in (0..2).filter(|&p| v.cards[p] == 4) {
            let filled = |s: Hand| {
                let free = (0..3).filter(|c| !s.cards.contains(c)).collect::<Vec<u8>>().into_iter();
                free.map(move |card| {
                    let mut next = s.clone();
                    next.cards[p] = card;
                    next
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
