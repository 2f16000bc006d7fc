//! Five levels that err as people do: they consider fewer deals, forget cards that were played, and bid without much
//! thought. No level sees what it may not see, and none throws dice for a bad move.

use cards::{Card, Deal, Hand};
use game::{Rng, Words, words};

/// What a player remembers of the cards that were played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Every card, and what plays showed about hands.
    All,
    /// Trumps and the two highest cards of a suit, and his own cards.
    High,
    /// His own cards only.
    Own,
}

/// How an expert thinks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Temper {
    /// Worlds drawn for a card at most, four times as many and four for a word; 0: as many as the limit allows.
    pub worlds: u64,
    /// How much of a decision before play is judged with open hands; the rest by simulated play.
    pub open: f64,
    /// The same for cards.
    pub solved: f64,
    /// The part of the spread that is taken from the mean of a choice before play.
    pub caution: f64,
    /// How strongly worlds are weighed by the hands of those who declared; 0: not at all.
    pub trust: f64,
    /// What is remembered of the cards played.
    pub memory: Memory,
}

impl Default for Temper {
    fn default() -> Temper {
        Temper { worlds: 0, open: 0.5, solved: 1.0, caution: 0.2, trust: 1.0, memory: Memory::All }
    }
}

/// The names of the levels, from the lowest.
pub const LEVELS: [Words; 5] = [
    words("beginner", "začátečník", "začiatočník"),
    words("casual player", "sváteční hráč", "sviatočný hráč"),
    words("regular", "štamgast", "štamgast"),
    words("club player", "klubový hráč", "klubový hráč"),
    words("master", "mistr", "majster"),
];

impl Temper {
    /// The temper of a level, 1 to 5; others are taken for the nearest.
    pub fn of_level(level: i64) -> Temper {
        let master = Temper::default();
        match level {
            ..=1 => Temper { worlds: 1, open: 0.0, solved: 0.0, trust: 0.0, memory: Memory::Own, ..master },
            2 => Temper { worlds: 3, open: 0.0, solved: 0.5, trust: 0.0, memory: Memory::Own, ..master },
            3 => Temper { worlds: 3, trust: 0.25, memory: Memory::High, ..master },
            4 => Temper { worlds: 16, memory: Memory::High, ..master },
            5.. => master,
        }
    }
}

/// Puts cards that were played and forgotten back among those that others may hold. Only cards of equal worth change
/// places, so that the points of the deal stay what they are.
pub(super) fn forget(deal: &mut Deal, memory: Memory, (me, mine): (u8, Hand), pack: Hand, rng: &mut Rng) {
    let kept = |card: Card| match memory {
        Memory::All => true,
        Memory::High => deal.law.trump == Some(card.suit()) || pack.and(deal.law.above(card)).len() < 2,
        Memory::Own => false,
    };
    let feats: Hand = deal
        .objective
        .feats
        .iter()
        .map(|feat| match feat {
            cards::Feat::Takes { card, .. } => card.bit(),
            cards::Feat::Earlier { these, those } => these.or(*those),
            cards::Feat::Trickless { .. } => Hand::EMPTY,
        })
        .fold(Hand::EMPTY, Hand::or);
    let loose = |card: &Card| !kept(*card) && !feats.has(*card) && !mine.has(*card);
    let mut there = deal.hands.iter().fold(Hand::EMPTY, |all, hand| all.or(*hand));
    deal.trick.cards().iter().chain(deal.stock.left()).for_each(|&card| there.add(card));
    let worth = |card: Card| deal.objective.worth[usize::from(card.0 & 63)];
    let gone: Vec<Card> = pack.minus(there).iter().filter(loose).collect();
    let places: Vec<(usize, Card)> = (0..4)
        .filter(|p| *p != usize::from(me))
        .flat_map(|p| deal.hands[p].iter().filter(loose).map(move |card| (p, card)))
        .collect();
    let mut classes: Vec<i16> = places.iter().map(|(_, card)| worth(*card)).collect();
    classes.sort_unstable();
    classes.dedup();
    let mut swaps = Vec::new();
    for class in classes {
        let own: Vec<(usize, Card)> = places.iter().copied().filter(|(_, c)| worth(*c) == class).collect();
        let mut pool: Vec<Card> = own.iter().map(|(_, card)| *card).collect();
        pool.extend(gone.iter().copied().filter(|card| worth(*card) == class));
        rng.shuffle(&mut pool);
        swaps.push((own, pool));
    }
    for (own, pool) in swaps {
        own.iter().for_each(|(p, card)| deal.hands[*p].remove(*card));
        own.iter().zip(pool).for_each(|((p, _), card)| deal.hands[*p].add(card));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Phase, TrickTaking};
    use game::{Game, Turn};
    use marias::Marias;

    #[test]
    fn what_is_forgotten_fits_the_own_hand_and_the_points_of_the_deal() {
        let game = Marias::voleny("").unwrap();
        let mut rng = Rng::new(5);
        let (mut scratch, mut changed) = (Vec::new(), 0);
        for _ in 0..40 {
            let mut s = game.initial();
            while let Some(mv) = game.sensible(&s, &mut rng, &mut scratch) {
                if let (Turn::Player(me), Phase::Play, Some(deal)) =
                    (game.turn(&s), game.phase(&s), game.in_play(&s))
                {
                    for memory in [Memory::All, Memory::High, Memory::Own] {
                        let mut dreamt = deal.clone();
                        forget(&mut dreamt, memory, (me.0, Hand::EMPTY), game.deck().cards(), &mut rng);
                        let own = me.index();
                        assert_eq!(dreamt.hands[own], deal.hands[own]);
                        assert_eq!(dreamt.hands.map(|h| h.len()), deal.hands.map(|h| h.len()));
                        let all = dreamt.hands.iter().fold(Hand::EMPTY, |all, hand| all.or(*hand));
                        assert_eq!(all.len(), deal.hands.iter().map(|h| h.len()).sum::<usize>());
                        assert!(deal.trick.cards().iter().all(|card| !all.has(*card)));
                        assert_eq!(dreamt.left(), deal.left());
                        assert!(memory != Memory::All || dreamt == deal);
                        changed += usize::from(dreamt != deal);
                    }
                }
                game.apply(&mut s, mv);
            }
        }
        assert!(changed > 100, "{changed}");
    }
}
