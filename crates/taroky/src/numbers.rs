//! What a player of taroky knows as numbers: cards × places, then the rest. Players are counted from the viewer on. Suits
//! never change their order here: tarocks are always trumps, but the four suits are alike, so the others may.

use crate::game::Taroky;
use crate::state::{Bid, Contract, ITEMS, Move, NOBODY, Stage};
use crate::view::View;
use cards::numbers::{Numbers, SUIT_ORDERS, turn_card};
use cards::{Hand, Side, TrickTaking};
use game::{Encode, Player};

/// Cards of the pack.
const CARDS: u32 = 54;
const PLANES: u32 = 14;
const STAGES: [Stage; 10] = [
    Stage::Auction,
    Stage::Varsava,
    Stage::Call,
    Stage::Refuse,
    Stage::Surrender,
    Stage::Cards,
    Stage::Lay,
    Stage::Announce,
    Stage::Double,
    Stage::Play,
];
const CONTRACTS: [Contract; 6] = [
    Contract::Open,
    Contract::First,
    Contract::Second,
    Contract::Preferanc,
    Contract::Solo,
    Contract::Varsava,
];
const REST: u32 = 10 + 6 + 4 + 4 + 4 + 4 * 9 + ITEMS as u32 * 5 + 9 + 13 + 4 + 4 + 2 + 2;

/// Aspects of moves.
const LAY: u32 = CARDS;
const CALL: u32 = 2 * CARDS;
const BID: u32 = 3 * CARDS;
const SMALL: u32 = BID + 7;
const ANNOUNCE: u32 = SMALL + 8;
const DOUBLE: u32 = ANNOUNCE + 8;
const OUTPUTS: u32 = DOUBLE + 8;

fn contract_number(contract: Contract) -> usize {
    CONTRACTS.iter().position(|c| *c == contract).unwrap_or(0)
}

impl Encode for Taroky {
    fn encoding(&self) -> &'static str {
        "taroky-1"
    }

    fn inputs(&self) -> usize {
        (CARDS * PLANES + REST) as usize
    }

    fn encode(&self, v: &View, me: Player, out: &mut Vec<(u32, f32)>) {
        let s = &v.known;
        let after = |i: u8| usize::from((me.0 + i) & 3);
        let seat = |p: u8| if p == NOBODY || p > 3 { 9 } else { usize::from((p + 4 - me.0) & 3) };
        let trick = self.trick(s);
        let mut lying = [Hand::EMPTY; 4];
        for (i, &card) in trick.cards().iter().enumerate() {
            lying[usize::from(trick.player(i, 4)) & 3].add(card);
        }
        let played = s.played_by();
        let mut n = Numbers::new(out, CARDS, None);
        n.plane(s.hands[after(0)]);
        (1..4).for_each(|i| n.plane(lying[after(i)]));
        (0..4).for_each(|i| n.plane(played[after(i)]));
        (1..4).for_each(|i| n.plane(self.possible(v, Player(after(i) as u8))));
        n.plane(s.laid[after(0)]);
        n.plane((1..4).fold(Hand::EMPTY, |all, i| all.or(s.laid[after(i)])));
        n.plane(if s.called.known() { s.called.bit() } else { Hand::EMPTY });
        n.one_of(10, STAGES.iter().position(|x| *x == s.stage).unwrap_or(10));
        n.one_of(6, contract_number(s.contract));
        n.one_of(4, seat(s.bidder));
        n.one_of(4, seat(s.forehand()));
        n.one_of(4, usize::from(s.cards));
        (0..4).for_each(|i| (0..9).for_each(|bit| n.flag(s.said[after(i)] >> bit & 1 == 1)));
        for item in 0..ITEMS {
            n.one_of(5, usize::from(s.flek[item].min(4)));
        }
        for i in 1..4 {
            let side = TrickTaking::side(self, v, Some(me), Player(after(i) as u8));
            n.one_of(
                3,
                [Side::Partner, Side::Opponent, Side::Unknown].iter().position(|x| *x == side).unwrap_or(2),
            );
        }
        n.one_of(13, usize::from(s.played) / 4);
        n.one_of(4, usize::from(trick.len));
        (0..4).for_each(|i| n.number(self.taken(s, Player(after(i) as u8)).len() as f32 / 24.0));
        n.number(f32::from(s.call_count) / 8.0);
        n.number(f32::from(s.asked) / 4.0);
        n.flag(s.news);
        n.flag(s.given_up);
        debug_assert_eq!(n.len(), self.inputs());
    }

    fn outputs(&self) -> usize {
        OUTPUTS as usize
    }

    fn aspects(&self, _: &View, _: Player, mv: Move, out: &mut Vec<u32>) {
        let card = |card: cards::Card| u32::from(card.0);
        let yes = |yes: bool| u32::from(yes);
        match mv {
            Move::Deal(_) | Move::Next => {}
            Move::Play(c) => out.push(card(c)),
            Move::Lay(c) => out.push(LAY + card(c)),
            Move::Call(c) => out.push(CALL + card(c)),
            Move::Bid(Bid::Good) => out.push(BID),
            Move::Bid(Bid::Game(contract)) => out.push(BID + 1 + contract_number(contract) as u32),
            Move::Varsava(x) => out.push(SMALL + yes(x)),
            Move::Take(x) => out.push(SMALL + 2 + yes(x)),
            Move::Surrender(x) => out.push(SMALL + 4 + yes(x)),
            Move::Keep(x) => out.push(SMALL + 6 + yes(x)),
            Move::Announce(bits) => out.push(ANNOUNCE + u32::from(bits & 7)),
            Move::Double(bits) => out.push(DOUBLE + u32::from(bits & 7)),
        }
    }

    fn symmetries(&self) -> usize {
        SUIT_ORDERS
    }

    fn turn_input(&self, symmetry: usize, input: u32) -> u32 {
        let planes = CARDS * PLANES;
        if input >= planes { input } else { input / CARDS * CARDS + turn_card(symmetry, input % CARDS) }
    }

    fn turn_aspect(&self, symmetry: usize, aspect: u32) -> u32 {
        if aspect >= BID { aspect } else { aspect / CARDS * CARDS + turn_card(symmetry, aspect % CARDS) }
    }
}
