//! What a player of šnaps knows as numbers: cards × places, then the rest. Players are counted from the viewer on.

use crate::Snaps;
use crate::state::{Move, Phase, points};
use crate::view::View;
use cards::numbers::{Numbers, SUIT_ORDERS, card_number, turn_card};
use cards::{Hand, Side};
use game::{Encode, Player};

/// Planes of 32 cards (those of the pack that are not played with stay empty).
const PLANES: u32 = 15;
/// Numbers after the planes.
const REST: u32 = 3 + 4 + 4 + 9 + 4 + 4 + 7 + 4 + 2;

/// Aspects of moves: the card played, that a marriage is announced, the card called, and what is said.
const MARRY: u32 = 32;
const CALL: u32 = 33;
const PASS: u32 = 65;

impl Encode for Snaps {
    fn encoding(&self) -> &'static str {
        "snaps-1"
    }

    fn inputs(&self) -> usize {
        (32 * PLANES + REST) as usize
    }

    fn encode(&self, v: &View, me: Player, out: &mut Vec<(u32, f32)>) {
        let s = &v.table;
        let after = |i: u8| (me.0 + i) & 3;
        let known = self.knowledge(v);
        let mut played = [Hand::EMPTY; 4];
        let law = cards::TrickTaking::law(self, s);
        let mut leader = s.chooser();
        let full = usize::from(s.made) / 4 * 4;
        for trick in s.plays[..full].chunks(4) {
            for (i, &card) in trick.iter().enumerate() {
                played[usize::from((leader + i as u8) & 3)].add(card);
            }
            leader = (leader + law.winner(trick) as u8) & 3;
        }
        let mut lying = [Hand::EMPTY; 4];
        for (i, &card) in s.trick.cards().iter().enumerate() {
            lying[s.trick.player(i, 4) as usize & 3].add(card);
        }
        let mut n = Numbers::new(out, 32, s.trump());
        n.plane(s.hands[me.index() & 3]);
        n.plane(if s.called.known() { s.called.bit() } else { Hand::EMPTY });
        (1..4).for_each(|i| n.plane(lying[usize::from(after(i))]));
        (0..4).for_each(|i| n.plane(played[usize::from(after(i))]));
        (1..4).for_each(|i| n.plane(known.may[usize::from(after(i))]));
        (1..4).for_each(|i| n.plane(known.has[usize::from(after(i))]));
        n.one_of(
            3,
            [Phase::Call, Phase::Kontra, Phase::Play].iter().position(|p| *p == s.phase).unwrap_or(3),
        );
        n.one_of(4, usize::from((s.chooser() + 4 - me.0) & 3));
        n.one_of(4, usize::from(s.doubled));
        for i in 1..4 {
            let side = v.side(self, Some(me), Player(after(i)));
            n.one_of(
                3,
                [Side::Partner, Side::Opponent, Side::Unknown].iter().position(|x| *x == side).unwrap_or(2),
            );
        }
        (0..4).for_each(|i| n.number(f32::from(s.taken[usize::from(after(i))]) / 66.0));
        (0..4).for_each(|i| n.number(s.bonus(usize::from(after(i))) as f32 / 40.0));
        n.one_of(7, usize::from(s.made) / 4);
        n.one_of(4, usize::from(s.trick.len));
        n.number(s.trick.cards().iter().map(|&c| f32::from(points(c))).sum::<f32>() / 20.0);
        n.number(f32::from(s.asked) / 4.0);
        debug_assert_eq!(n.len(), self.inputs());
    }

    fn outputs(&self) -> usize {
        PASS as usize + 3
    }

    fn aspects(&self, v: &View, _: Player, mv: Move, out: &mut Vec<u32>) {
        let trump = v.table.trump();
        match mv {
            Move::Deal(_) => {}
            Move::Play(card) => out.push(card_number(card, trump)),
            Move::Marry(card) => out.extend([card_number(card, trump), MARRY]),
            Move::Call(card) => out.push(CALL + card_number(card, trump)),
            Move::Pass => out.push(PASS),
            Move::Kontra => out.push(PASS + 1),
            Move::Enough => out.push(PASS + 2),
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
            MARRY => aspect,
            0..MARRY => turn_card(symmetry, aspect),
            CALL..PASS => CALL + turn_card(symmetry, aspect - CALL),
            _ => aspect,
        }
    }
}
