//! Before the play: offers and taking the game away, the contract, doubling side by side.

use crate::Krizovy;
use crate::state::{Move, Phase, State, partner};
use cards::{NO_CARD, Trick};
use marias::{COLOURED, Contract, ITEMS, Item, Main, NOBODY, Offer, Sevens, seven};

impl Krizovy {
    pub(crate) fn make_offer(&self, s: &mut State, offer: Offer) {
        s.offer = Some(offer);
        s.declarer = s.turn;
        s.asked = 0;
        if offer != Offer::Colour {
            s.trump_card = NO_CARD;
        }
        if offer == Offer::Durch {
            self.agree(s); // nothing is higher
        } else {
            s.phase = Phase::Ask;
            s.turn = (s.turn + 1) & 3;
        }
    }

    pub(crate) fn answer(&self, s: &mut State) {
        s.asked += 1;
        s.turn = (s.turn + 1) & 3;
        if s.asked >= 3 {
            self.agree(s);
        }
    }

    fn agree(&self, s: &mut State) {
        s.turn = s.declarer;
        let main = match s.offer {
            Some(Offer::Betl) => Main::Betl,
            Some(Offer::Durch) => Main::Durch,
            _ => {
                s.phase = Phase::Contract;
                return;
            }
        };
        self.name(s, Contract { main, sevens: Sevens::None });
    }

    /// A seven needs the trump seven in hand; a hundred needs nothing, for the partner may have the marriage.
    pub(crate) fn list_contracts(&self, s: &State, out: &mut Vec<Move>) {
        let holds = s.hands[usize::from(s.declarer)].has(seven(s.trump_card.suit()));
        out.extend(COLOURED.into_iter().filter(|c| c.sevens == Sevens::None || holds).map(Move::Name));
    }

    pub(crate) fn name(&self, s: &mut State, contract: Contract) {
        s.contract = Some(contract);
        s.trump = contract.coloured().then(|| s.trump_card.suit());
        s.phase = Phase::Double;
        s.turn = (s.declarer + 1) & 3;
        s.trick = Trick::new(s.declarer);
        if self.rules.fleks == 0 && !self.rules.against {
            self.open_play(s);
        }
    }

    fn open_play(&self, s: &mut State) {
        s.first = false;
        s.phase = Phase::Play;
        s.turn = s.declarer;
    }

    /// Whether an item is played in this deal.
    pub(crate) fn exists(&self, s: &State, item: Item) -> bool {
        let Some(contract) = s.contract else { return false };
        match item {
            Item::Main => contract.main != Main::Game || s.against[1] == NOBODY, // sto proti replaces the game
            Item::Seven => contract.sevens != Sevens::None,
            Item::SevenAgainst => s.against[0] != NOBODY,
            Item::HundredAgainst => s.against[1] != NOBODY,
        }
    }

    /// Whether the player to speak may double an item: the side that did not raise it last, and not if it passed it over.
    fn raisable(&self, s: &State, item: Item) -> bool {
        let level = s.doubled[item.index()];
        let declaring = State::together(s.turn, s.declarer);
        let declarer_raises = item.declared() != level.is_multiple_of(2);
        let open = s.closed >> item.index() & 1 == 0;
        open && level < self.rules.fleks && declarer_raises == declaring && self.exists(s, item)
    }

    pub(crate) fn list_doubling(&self, s: &State, out: &mut Vec<Move>) {
        out.push(Move::Good);
        out.extend(ITEMS.into_iter().filter(|&item| self.raisable(s, item)).map(Move::Double));
        let (Some(contract), Some(trump)) = (s.contract, s.trump) else { return };
        if !self.rules.against || !s.first || State::together(s.turn, s.declarer) {
            return;
        }
        let hand = s.hands[usize::from(s.turn)];
        if s.against[0] == NOBODY && contract.sevens == Sevens::None && hand.has(seven(trump)) {
            out.push(Move::Against(Item::SevenAgainst));
        }
        if s.against[1] == NOBODY && contract.main == Main::Game && s.doubled[Item::Main.index()] == 0 {
            out.push(Move::Against(Item::HundredAgainst));
        }
    }

    /// The player to speak has nothing (more) to say: his partner speaks, then the other side, until a side says nothing.
    /// Whoever sits out says nothing.
    pub(crate) fn fall_silent(&self, s: &mut State) {
        let opener = if State::together(s.turn, s.declarer) { s.declarer } else { (s.declarer + 1) & 3 };
        let next = partner(s.turn);
        if s.turn == opener && s.out() != Some(next) {
            s.turn = next;
            return;
        }
        for item in ITEMS {
            s.closed |= u8::from(self.raisable(s, item)) << item.index();
        }
        s.first = false;
        if !s.spoke {
            return self.open_play(s);
        }
        s.spoke = false;
        s.turn = if State::together(s.turn, s.declarer) { (s.declarer + 1) & 3 } else { s.declarer };
    }
}
