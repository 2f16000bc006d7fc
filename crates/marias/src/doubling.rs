//! Doubling: flek, re, tutti, boty … item by item, and the announcements against the declarer.

use crate::Marias;
use crate::contract::{ITEMS, Item, Main, QUEENS, Sevens, seven};
use crate::score::Ending;
use crate::state::{Move, NOBODY, Phase, State, after};
use cards::Hand;

/// The king and queen of a suit.
pub(crate) const fn pair(suit: cards::Suit) -> Hand {
    Hand(0x30 << (8 * (suit.0 & 3)))
}

/// The queens of `hand` whose king is there too.
#[inline]
pub fn marriages(hand: Hand) -> Hand {
    Hand(hand.0 & hand.0 >> 1 & QUEENS.0)
}

impl Marias {
    pub(crate) fn open_doubling(&self, s: &mut State) {
        s.phase = Phase::Double;
        s.turn = after(s.declarer);
        s.first = true;
        s.spoke = false;
        s.asked = 0;
        if self.rules.fleks == 0 && !self.rules.against {
            self.close_doubling(s);
        }
    }

    /// Whether an item is played in this deal.
    pub(crate) fn exists(&self, s: &State, item: Item) -> bool {
        let Some(contract) = s.contract else { return false };
        match item {
            Item::Main => match contract.main {
                Main::None => false,
                Main::Game => s.against[1] == NOBODY, // sto proti replaces it
                _ => true,
            },
            Item::Seven => contract.sevens != Sevens::None,
            Item::SevenAgainst => s.against[0] != NOBODY,
            Item::HundredAgainst => s.against[1] != NOBODY,
        }
    }

    /// Whether the player to speak may double an item: only the side that did not raise it last, and not if it let a
    /// turn go by.
    fn raisable(&self, s: &State, item: Item) -> bool {
        let level = s.doubled[item.index()];
        let declarers_turn = s.turn == s.declarer;
        let declarer_raises = item.declared() != level.is_multiple_of(2);
        let open = s.closed >> item.index() & 1 == 0;
        open && level < self.rules.fleks && declarer_raises == declarers_turn && self.exists(s, item)
    }

    /// Whether defenders holding the trump king or queen must double the game now.
    pub(crate) fn duty(&self, s: &State) -> bool {
        self.rules.mandatory_flek
            && self.rules.fleks > 0
            && s.first
            && s.turn != s.declarer
            && s.contract.is_some_and(|c| c.main == Main::Game)
            && s.doubled[Item::Main.index()] == 0
            && s.against[1] == NOBODY
    }

    pub(crate) fn list_doubling(&self, s: &State, out: &mut Vec<Move>) {
        let hand = s.hands[usize::from(s.turn)];
        let trump = s.trump;
        let bound = self.duty(s) && trump.is_some_and(|suit| hand.meets(pair(suit)));
        if !bound {
            out.push(Move::Good);
        }
        out.extend(ITEMS.into_iter().filter(|&item| self.raisable(s, item)).map(Move::Double));
        let (Some(contract), Some(trump)) = (s.contract, trump) else { return };
        if !self.rules.against || !s.first || s.turn == s.declarer {
            return;
        }
        if s.against[0] == NOBODY && contract.sevens == Sevens::None && hand.has(seven(trump)) {
            out.push(Move::Against(Item::SevenAgainst));
        }
        if s.against[1] == NOBODY && contract.main == Main::Game && !marriages(hand).is_empty() {
            out.push(Move::Against(Item::HundredAgainst));
        }
    }

    pub(crate) fn double(&self, s: &mut State, item: Item) {
        let i = item.index();
        if after(s.turn) == s.declarer {
            s.second[i] |= 1 << s.doubled[i];
        }
        s.doubled[i] += 1;
        s.spoke = true;
    }

    pub(crate) fn announce_against(&self, s: &mut State, item: Item) {
        s.against[usize::from(item == Item::HundredAgainst)] = s.turn;
        s.spoke = true;
    }

    /// The player to speak has nothing (more) to say.
    pub(crate) fn fall_silent(&self, s: &mut State) {
        if self.duty(s) {
            s.shy |= 1 << s.turn;
        }
        let silent = !s.spoke;
        s.spoke = false;
        // The declarer and the second defender speak last for their sides.
        if s.turn == s.declarer || after(s.turn) == s.declarer {
            for item in ITEMS {
                s.closed |= u8::from(self.raisable(s, item)) << item.index();
            }
        }
        if s.turn == s.declarer {
            if silent {
                return self.close_doubling(s);
            }
            s.asked = 0;
            s.turn = after(s.declarer);
            return;
        }
        s.asked += u8::from(silent);
        let second = after(s.turn) == s.declarer;
        s.turn = after(s.turn);
        if second {
            s.first = false;
            if s.asked >= 2 {
                self.close_doubling(s);
            }
        }
    }

    fn close_doubling(&self, s: &mut State) {
        s.first = false;
        let plain = s.contract.is_some_and(|c| c.main == Main::Game && c.sevens == Sevens::None)
            && s.against == [NOBODY; 2];
        if plain && s.doubled[Item::Main.index()] < self.rules.min_flek {
            return self.finish(s, Ending::Unplayed);
        }
        self.open_play(s);
    }
}
