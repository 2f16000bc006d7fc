//! Full deals that fit a view, uniformly: the places of the unseen cards are drawn uniformly from all placements under
//! which everything done so far was legal; earlier talons and a covered trump card are then drawn uniformly from what fits
//! that placement.

use crate::contract::{SEVENS, SHARP, seven};
use crate::doubling::pair;
use crate::knowledge::Knowledge;
use crate::state::{NOBODY, Offer, Phase, State};
use crate::{Marias, View};
use cards::{Hand, NO_CARD, Split, Spread, Suit};
use game::{Player, Rng};

/// Hands, talon, the forehand's unseen five, stock.
const BOXES: usize = 6;
const TALON: usize = 3;
const FRESH: usize = 4;
const STOCK: usize = 5;

/// How often a placement whose history cannot be completed is drawn again.
const TRIES: usize = 10_000;

/// Cards to be placed, and where they may go.
struct Puzzle {
    cards: Hand,
    room: [u8; BOXES],
    may: [Hand; BOXES],
    least: [u8; 3],
    fixed: Split<BOXES>,
}

impl Marias {
    pub(crate) fn draw(&self, v: &View, rng: &mut Rng) -> State {
        let k = self.knowledge(v);
        let puzzle = puzzle(v, &k);
        let mut s = v.table;
        for _ in 0..TRIES {
            let split = match k.pair {
                Some(p) => puzzle.with_pair(p, &k, rng),
                None => puzzle.spread(Hand::EMPTY, 0).map(|spread| spread.draw(rng)),
            };
            let Some(mut split) = split else { break };
            (0..BOXES).for_each(|i| split[i] = split[i].or(puzzle.fixed[i]));
            s = v.table;
            for p in Player::all(3).filter(|&p| Some(p) != v.who) {
                s.hands[p.index()] = split[p.index()];
            }
            s.fresh = split[FRESH];
            if let Some(lying) = s.lying().filter(|&lying| !s.saw(lying, v.who) && lying < 3) {
                s.talons[usize::from(lying)] = split[TALON];
            }
            if self.complete(&mut s, v, &k, rng) {
                return s;
            }
        }
        s
    }

    /// Fills in what leaves no trace in the hands: talons that were taken up, and a covered trump card.
    fn complete(&self, s: &mut State, v: &View, k: &Knowledge, rng: &mut Rng) -> bool {
        let mut back: [Hand; 3] = std::array::from_fn(|p| s.hands[p].or(k.played[p]));
        let mut at = match s.lying() {
            Some(lying) if lying < 3 => {
                let by = s.laid_by[usize::from(lying)];
                if s.phase != Phase::Deal && by != NOBODY {
                    back[usize::from(by)] = back[usize::from(by)].or(s.talons[usize::from(lying)]);
                }
                lying
            }
            _ => 0,
        };
        while at > 0 {
            at -= 1;
            let Some(taker) = s.taker(at).map(usize::from) else { continue };
            if !s.saw(at, v.who) {
                let Some(cards) = self.earlier(s, v, at, &back, rng) else { return false };
                s.talons[usize::from(at)] = cards;
            }
            let cards = s.talons[usize::from(at)];
            back[taker] = back[taker].minus(cards);
            let by = s.laid_by[usize::from(at)];
            if by != NOBODY {
                back[usize::from(by)] = back[usize::from(by)].or(cards);
            }
        }
        if s.covered() && v.who != Some(Player(s.forehand())) {
            let mut hand = s.hands[usize::from(s.forehand())];
            if s.opened.is_none() {
                hand = hand.or(s.talon()); // he may have laid the trump card away, for betl or durch
            }
            let fit = self.trump_cards(s, hand, s.talon());
            s.trump_card = if fit.is_empty() { NO_CARD } else { fit.nth(rng.below(fit.len())) };
            return s.trump_card.known();
        }
        true
    }

    /// The cards of the forehand's `hand` that may be his trump card when that talon lies.
    fn trump_cards(&self, s: &State, hand: Hand, talon: Hand) -> Hand {
        if self.rules.talon_trumps || s.opened != Some(Offer::Colour) {
            return hand;
        }
        let free = (0..4).map(Suit).filter(|&suit| talon.of(suit).is_empty());
        free.fold(Hand::EMPTY, |all, suit| all.or(hand.of(suit)))
    }

    /// A talon that the viewer has not seen and somebody took up: two of that player's cards at that moment.
    fn earlier(&self, s: &State, v: &View, talon: u8, back: &[Hand; 3], rng: &mut Rng) -> Option<Hand> {
        let taker = usize::from(s.taker(talon)?);
        let first = talon == 0;
        let coloured = first && s.opened == Some(Offer::Colour);
        let mut free = back[taker];
        if coloured && !self.rules.talon_sharp {
            free = free.minus(SHARP);
        }
        // Cards of a seen talon that came to this player's hand came through this one.
        let mut needed = Hand::EMPTY;
        if !first && s.saw(talon - 1, v.who) {
            needed = s.talons[usize::from(talon) - 1].and(back[taker]);
        }
        free = free.minus(needed);
        let missing = 2usize.checked_sub(needed.len())?;
        if free.len() < missing {
            return None;
        }
        for _ in 0..200 {
            let mut cards = needed;
            let mut rest = free;
            for _ in 0..missing {
                let card = rest.nth(rng.below(rest.len()));
                rest.remove(card);
                cards.add(card);
            }
            let forehand = back[usize::from(s.forehand())];
            let trumps = !coloured || !self.trump_cards(s, forehand, cards).is_empty();
            let bid = s.bids[taker];
            let sevens = back[taker].minus(cards).and(SEVENS);
            let red = bid < 11 || sevens.has(seven(Suit(0)));
            if trumps && (bid < 9 || (sevens.len() >= 2 && red)) {
                return Some(cards);
            }
        }
        None
    }
}

fn puzzle(v: &View, k: &Knowledge) -> Puzzle {
    let s = &v.table;
    let mut room = [0u8; BOXES];
    let mut may = [k.unseen; BOXES];
    let mut fixed = [Hand::EMPTY; BOXES];
    let mut all = Hand::EMPTY;
    for p in Player::all(3).filter(|&p| Some(p) != v.who) {
        let i = p.index();
        fixed[i] = k.has[i];
        all = all.or(k.has[i]);
        room[i] = v.held[i].saturating_sub(k.has[i].len() as u8);
        may[i] = k.may[i];
    }
    let seen = s.lying().is_some_and(|lying| s.saw(lying, v.who));
    room[TALON] = if seen { 0 } else { v.lying };
    may[TALON] = k.talon;
    room[FRESH] = v.fresh;
    room[STOCK] = 32 - s.dealt;
    Puzzle { cards: k.unseen.minus(all), room, may, least: k.sevens, fixed }
}

impl Puzzle {
    /// The placements with these further cards in a player's hand.
    fn spread(&self, given: Hand, p: usize) -> Option<Spread<BOXES>> {
        let mut room = self.room;
        let mut least = self.least;
        room[p] = room[p].checked_sub(given.len() as u8)?;
        least[p] = least[p].saturating_sub(given.and(SEVENS).len() as u8);
        let mut limits = [(0, u8::MAX); BOXES];
        (0..3).for_each(|q| limits[q].0 = least[q]);
        Spread::counting(self.cards.minus(given), room, self.may, SEVENS, limits)
    }

    /// A placement in which a player holds a marriage. Each suit's placements are counted; a suit is chosen by its
    /// count, and a draw is kept only if that suit is the first of his marriages: so every placement is equally likely.
    fn with_pair(&self, p: u8, k: &Knowledge, rng: &mut Rng) -> Option<Split<BOXES>> {
        let p = usize::from(p);
        let holds = k.has[p].or(k.may[p]);
        let mut ways: [Option<(Hand, Spread<BOXES>)>; 4] = [const { None }; 4];
        for suit in (0..4).map(Suit).filter(|&suit| holds.covers(pair(suit))) {
            let given = pair(suit).minus(k.has[p]);
            ways[usize::from(suit.0)] = self.spread(given, p).map(|spread| (given, spread));
        }
        let total: f64 = ways.iter().flatten().map(|(_, spread)| spread.total()).sum();
        for _ in 0..TRIES {
            let mut rest = rng.unit() * total;
            let mut chosen = None;
            for (suit, way) in ways.iter().enumerate() {
                if let Some((_, spread)) = way {
                    chosen = Some(suit);
                    rest -= spread.total();
                    if rest < 0.0 {
                        break;
                    }
                }
            }
            let suit = chosen?;
            let (given, spread) = ways[suit].as_ref()?;
            let mut split = spread.draw(rng);
            split[p] = split[p].or(*given);
            let hand = split[p].or(self.fixed[p]);
            if (0..suit as u8).all(|lower| !hand.covers(pair(Suit(lower)))) {
                return Some(split);
            }
        }
        None
    }
}
