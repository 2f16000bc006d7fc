//! Deals set by hand: `HK,D1//XIX,I//-,-,V` gives fixed cards group by group (the hands in order of the players, then
//! the talon), the rest is filled at random. In an ordered group (a talon) `-` leaves one place to chance; in a hand
//! the order does not matter. Groups at the end may be left out.

use crate::{Card, Deck, Hand, NO_CARD};
use game::OptionError;

/// The most cards a group may hold.
pub const MOST: usize = 16;

/// Fixed cards of one group: the hands first, then the talon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Given<const GROUPS: usize> {
    /// The fixed cards by group and place; [`NO_CARD`] where chance decides.
    pub places: [[Card; MOST]; GROUPS],
    /// All fixed cards.
    pub all: Hand,
}

impl<const GROUPS: usize> Default for Given<GROUPS> {
    fn default() -> Given<GROUPS> {
        Given { places: [[NO_CARD; MOST]; GROUPS], all: Hand::EMPTY }
    }
}

impl<const GROUPS: usize> Given<GROUPS> {
    /// Reads the text of a deal for groups of these sizes.
    ///
    /// # Errors
    /// Names the group and the word that does not fit.
    pub fn parse(deck: Deck, text: &str, sizes: [usize; GROUPS]) -> Result<Given<GROUPS>, OptionError> {
        let fault = |cause: String| Err(OptionError(cause));
        let mut given = Given::default();
        if text.is_empty() {
            return Ok(given);
        }
        for (i, group) in text.split('/').enumerate() {
            let Some(&size) = sizes.get(i) else {
                return fault(format!("a deal has {GROUPS} groups of cards, not more"));
            };
            let names: Vec<&str> = if group.is_empty() { Vec::new() } else { group.split(',').collect() };
            if names.len() > size.min(MOST) {
                return fault(format!("group {} of the deal has room for {size} cards", i + 1));
            }
            for (place, name) in names.into_iter().enumerate() {
                if name == "-" || name.is_empty() {
                    continue;
                }
                let Some(card) = deck.card(name) else {
                    return fault(format!(
                        "'{name}' in group {} of the deal is not a card of this pack",
                        i + 1
                    ));
                };
                if given.all.has(card) {
                    return fault(format!("'{name}' is dealt twice"));
                }
                given.all.add(card);
                given.places[i][place] = card;
            }
        }
        Ok(given)
    }

    /// The chance events for one place: the fixed card, or any card of `left` that is not fixed elsewhere.
    #[inline]
    pub fn events(&self, group: usize, place: usize, left: Hand) -> Hand {
        let fixed = self.places[group][place];
        if fixed.known() { fixed.bit() } else { left.minus(self.all) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partial_deal_is_read() {
        let given = Given::<5>::parse(Deck::Tarock54, "HK,D1//XIX//-,-,V", [12, 12, 12, 12, 6]).unwrap();
        assert_eq!(Deck::Tarock54.names(given.all), "XIX V HK D1");
        assert_eq!(given.events(4, 2, Deck::Tarock54.cards()).len(), 1);
        assert_eq!(given.events(4, 1, Deck::Tarock54.cards()).len(), 50);
    }

    #[test]
    fn faults_are_named() {
        let fault = |text| Given::<3>::parse(Deck::German32, text, [2, 2, 1]).unwrap_err().to_string();
        assert_eq!(fault("HA,HZ"), "'HZ' in group 1 of the deal is not a card of this pack");
        assert_eq!(fault("HA/HA"), "'HA' is dealt twice");
        assert_eq!(fault("HA,H7,H8"), "group 1 of the deal has room for 2 cards");
        assert_eq!(fault("///HA"), "a deal has 3 groups of cards, not more");
    }
}
