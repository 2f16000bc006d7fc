//! What a player of mariáš knows as numbers: cards × places, then the rest. Players are counted from the viewer on. Hearts
//! cost more than other trumps, so the first suit says whether it is hearts.

use crate::Marias;
use crate::contract::{Contract, ITEMS, Main, Sevens};
use crate::play::law;
use crate::state::{Move, NOBODY, Offer, Phase};
use crate::view::View;
use cards::numbers::{Numbers, SUIT_ORDERS, card_number, suit_number, turn_card, turn_suit};
use cards::{Hand, Suit};
use game::{Encode, Player};

const PLANES: u32 = 11;
const PHASES: [Phase; 9] = [
    Phase::Trump,
    Phase::Auction,
    Phase::Talon,
    Phase::Offer,
    Phase::Ask,
    Phase::Contract,
    Phase::Double,
    Phase::Play,
    Phase::People,
];
const REST: u32 = 9 + 3 + 3 + 2 + 5 + 3 + 4 * 4 + 2 * 4 + 3 + 3 + 4 + 4 + 3 + 13 + 3 + 11 + 3 + 3;

/// Aspects of moves.
const TRUMP: u32 = 32;
const LAY: u32 = 64;
const WORDS: u32 = 96;
const BID: u32 = WORDS + 7;
const MAIN: u32 = BID + 16;
const SEVENS: u32 = MAIN + 5;
const SUIT: u32 = SEVENS + 2;
const OTHER: u32 = SUIT + 4;
const DOUBLE: u32 = OTHER + 4;
const AGAINST: u32 = DOUBLE + 4;
const OUTPUTS: u32 = AGAINST + 4;

/// The suit that comes first.
fn first(v: &View) -> Option<Suit> {
    let s = &v.table;
    s.trump.or_else(|| s.trump_card.known().then(|| s.trump_card.suit()))
}

fn main_number(contract: Contract) -> usize {
    [Main::None, Main::Game, Main::Hundred, Main::Betl, Main::Durch]
        .iter()
        .position(|m| *m == contract.main)
        .unwrap_or(0)
}

impl Encode for Marias {
    fn encoding(&self) -> &'static str {
        "marias-1"
    }

    fn inputs(&self) -> usize {
        (32 * PLANES + REST) as usize
    }

    fn encode(&self, v: &View, me: Player, out: &mut Vec<(u32, f32)>) {
        let s = &v.table;
        let after = |i: u8| usize::from((me.0 + i) % 3);
        let seat = |p: u8| if p == NOBODY { 9 } else { usize::from((p + 3 - me.0 % 3) % 3) };
        let mut played = [Hand::EMPTY; 3];
        for (leader, _, cards) in s.history(law(s.trump)) {
            for (i, &card) in cards.iter().enumerate() {
                played[(usize::from(leader) + i) % 3].add(card);
            }
        }
        let mut lying = [Hand::EMPTY; 3];
        for (i, &card) in s.trick.cards().iter().enumerate() {
            lying[usize::from(s.trick.player(i, 3)) % 3].add(card);
        }
        let known = self.knowledge(v);
        let trump = first(v);
        let mut n = Numbers::new(out, 32, trump);
        n.plane(s.hands[after(0)]);
        n.plane(if s.trump_card.known() { s.trump_card.bit() } else { Hand::EMPTY });
        n.plane(s.talons.iter().fold(Hand::EMPTY, |all, t| all.or(*t)));
        (1..3).for_each(|i| n.plane(lying[after(i)]));
        (0..3).for_each(|i| n.plane(played[after(i)]));
        (1..3).for_each(|i| n.plane(known.may[after(i)]));
        let shown = (0..4).map(Suit).filter(|suit| s.married.iter().any(|m| m >> suit.0 & 1 == 1));
        n.plane(shown.fold(Hand::EMPTY, |all, suit| all.or(cards::Card::new(suit, 4).bit())));
        n.one_of(9, PHASES.iter().position(|p| *p == s.phase).unwrap_or(9));
        n.one_of(3, seat(s.declarer));
        n.one_of(3, seat(s.forehand()));
        n.flag(trump == Some(Suit(0)));
        n.flag(trump.is_some());
        n.one_of(5, s.contract.map_or(9, main_number));
        let sevens = s.contract.map_or(9, |c| match c.sevens {
            Sevens::None => 0,
            Sevens::One => 1,
            Sevens::Two(_) => 2,
        });
        n.one_of(3, sevens);
        s.doubled.iter().for_each(|&d| n.one_of(4, usize::from(d.min(3))));
        s.against.iter().for_each(|&p| n.one_of(4, seat(p).min(3)));
        (0..3).for_each(|i| n.number(f32::from(s.basic[after(i)]) / 90.0));
        (0..3).for_each(|i| n.number(f32::from(s.tricks[after(i)]) / 10.0));
        let offer = |o: Option<Offer>| o.map_or(0, |o| 1 + o as usize);
        n.one_of(4, offer(s.opened));
        n.one_of(4, offer(s.offer));
        (0..3).for_each(|i| n.flag(s.passed >> after(i) & 1 == 1));
        n.one_of(13, usize::from(s.bids.iter().copied().max().unwrap_or(0)));
        n.one_of(
            3,
            (0..3)
                .find(|&i| {
                    s.bids[after(i)] > 0 && s.bids[after(i)] == s.bids.iter().copied().max().unwrap_or(0)
                })
                .map_or(9, usize::from),
        );
        n.one_of(11, usize::from(s.made) / 3);
        n.one_of(3, usize::from(s.trick.len));
        n.flag(s.spoke);
        n.flag(s.first);
        n.number(f32::from(s.asked) / 2.0);
        debug_assert_eq!(n.len(), self.inputs());
    }

    fn outputs(&self) -> usize {
        OUTPUTS as usize
    }

    fn aspects(&self, v: &View, _: Player, mv: Move, out: &mut Vec<u32>) {
        let trump = first(v);
        match mv {
            Move::Deal(_) => {}
            Move::Play(card) => out.push(card_number(card, trump)),
            Move::Trump(card) => out.push(TRUMP + card_number(card, trump)),
            Move::Lay(card) => out.push(LAY + card_number(card, trump)),
            Move::People => out.push(WORDS),
            Move::Good => out.push(WORDS + 1),
            Move::Steal => out.push(WORDS + 2),
            Move::Pass => out.push(WORDS + 3),
            Move::Offer(offer) => out.push(WORDS + 4 + offer as u32),
            Move::Bid(step) => out.push(BID + u32::from(step.min(15))),
            Move::Name(contract, suit) => {
                out.push(MAIN + main_number(contract) as u32);
                match contract.sevens {
                    Sevens::None => out.push(SEVENS),
                    Sevens::One => out.push(SEVENS + 1),
                    Sevens::Two(other) => out.push(OTHER + suit_number(other, trump)),
                }
                out.extend(suit.map(|suit| SUIT + suit_number(suit, trump)));
            }
            Move::Double(item) => out.push(DOUBLE + item.index() as u32),
            Move::Against(item) => out.push(AGAINST + item.index() as u32),
        }
    }

    fn symmetries(&self) -> usize {
        SUIT_ORDERS
    }

    fn turn_input(&self, symmetry: usize, input: u32) -> u32 {
        if input >= 32 * PLANES { input } else { input / 32 * 32 + turn_card(symmetry, input % 32) }
    }

    fn turn_aspect(&self, symmetry: usize, aspect: u32) -> u32 {
        match aspect {
            0..WORDS => aspect / 32 * 32 + turn_card(symmetry, aspect % 32),
            SUIT..OTHER => SUIT + turn_suit(symmetry, aspect - SUIT),
            OTHER..DOUBLE => OTHER + turn_suit(symmetry, aspect - OTHER),
            _ => aspect,
        }
    }
}

// Items that are doubled have one aspect each.
const _: () = assert!(ITEMS.len() == 4);
