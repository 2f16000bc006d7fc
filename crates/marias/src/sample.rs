//! Full deals that fit a view, uniformly: the places of the unseen cards are drawn uniformly from all placements under
//! which everything done so far was legal; earlier talons and a covered trump card are then drawn uniformly from what fits
//! that placement.

use crate::contract::{SEVENS, SHARP, seven};
use crate::doubling::pair;
use crate::knowledge::Knowledge;
use crate::state::{NOBODY, Offer, Phase, State};
use crate::{Kind, Marias, View};
use cards::{Card, Hand, NO_CARD, Split, Spread, Suit};
use game::{Contradiction, Player, Rng, Worlds};
use std::sync::OnceLock;

/// Hands, talon, the forehand's unseen five, stock.
const BOXES: usize = 6;
const TALON: usize = 3;
const FRESH: usize = 4;
const STOCK: usize = 5;

/// How often a placement whose history cannot be completed is drawn again.
const TRIES: usize = 10_000;

/// Cards to be placed, and where they may go.
#[derive(Clone, Debug)]
struct Puzzle {
    cards: Hand,
    room: [u8; BOXES],
    may: [Hand; BOXES],
    least: [u8; 3],
    fixed: Split<BOXES>,
}

/// The placements of the unseen cards.
#[derive(Clone, Debug)]
enum Placements {
    One(Box<Spread<BOXES>>),
    /// Somebody holds a marriage: the placements with each of the suits it may be in, and the cards that gives him.
    Pair(u8, Vec<(Suit, Hand, Spread<BOXES>)>),
}

/// The deals that a view does not rule out. Uniform over the places of the cards; talons that lie no more and a covered
/// trump card are drawn uniformly from what fits these places.
#[derive(Clone, Debug)]
pub struct Deals<'a> {
    game: &'a Marias,
    view: View,
    known: Knowledge,
    puzzle: Puzzle,
    placements: Placements,
    /// How many placements have each set of marriages in the hand of whom `placements` speaks, with its sign in the sum
    /// of all placements with at least one (inclusion and exclusion).
    unions: OnceLock<Vec<(bool, Hand, Spread<BOXES>)>>,
}

impl<'a> Deals<'a> {
    /// Prepares the deals of a view.
    ///
    /// # Errors
    /// What contradicts itself in the view.
    pub fn new(game: &'a Marias, v: &View) -> Result<Deals<'a>, Contradiction> {
        consistent(v)?;
        let known = game.knowledge(v);
        let puzzle = puzzle(v, &known)?;
        let none = || Contradiction::new("no deal fits the cards that were shown and denied");
        let placements = match known.pair {
            Some(p) => {
                let ways = puzzle.with_pair(p, &known);
                if ways.is_empty() {
                    let sentence = format!("player {} must hold a marriage and cannot", p + 1);
                    return Err(Contradiction(sentence));
                }
                Placements::Pair(p, ways)
            }
            None => Placements::One(Box::new(puzzle.spread(Hand::EMPTY, 0).ok_or_else(none)?)),
        };
        Ok(Deals { game, view: v.clone(), known, puzzle, placements, unions: OnceLock::new() })
    }

    /// A placement, uniformly. A suit of a marriage is chosen by the number of its placements, and a draw is kept only if
    /// that suit is the first of his marriages: so every placement is equally likely.
    fn place(&self, rng: &mut Rng) -> Option<Split<BOXES>> {
        let (p, ways) = match &self.placements {
            Placements::One(spread) => return Some(spread.draw(rng)),
            Placements::Pair(p, ways) => (usize::from(*p), ways),
        };
        let total: f64 = ways.iter().map(|(_, _, spread)| spread.total()).sum();
        for _ in 0..TRIES {
            let mut rest = rng.unit() * total;
            let chosen = ways.iter().find(|(_, _, spread)| {
                rest -= spread.total();
                rest < 0.0
            });
            let (suit, given, spread) = chosen.or(ways.last())?;
            let mut split = spread.draw(rng);
            split[p] = split[p].or(*given);
            let hand = split[p].or(self.puzzle.fixed[p]);
            if (0..suit.0).all(|lower| !hand.covers(pair(Suit(lower)))) {
                return Some(split);
            }
        }
        None
    }

    /// Whether every placement can be completed: no talon is hidden whose taker showed something by taking it, and no
    /// covered trump card. The taker of the auction game's talon shows nothing but sevens, which are in his hand.
    fn plain(&self) -> bool {
        let (s, who) = (&self.view.table, self.view.who);
        let free = self.game.rules.kind == Kind::Licitovany;
        let seen = |at: u8| free || s.taker(at).is_none() || s.saw(at, who);
        let lying = s.lying().filter(|&lying| lying < 3).unwrap_or(0);
        (0..lying).all(seen) && !(s.covered() && who != Some(Player(s.forehand())))
    }

    /// The placements with each set of marriages, for the sum over all with at least one.
    fn unions(&self, p: u8) -> &[(bool, Hand, Spread<BOXES>)] {
        self.unions.get_or_init(|| {
            let holds = self.known.has[usize::from(p)].or(self.known.may[usize::from(p)]);
            let sets = (1u8..16).filter_map(|set| {
                let suits = (0..4).filter(|suit| set >> suit & 1 == 1).map(Suit);
                let all = suits.fold(Hand::EMPTY, |all, suit| all.or(pair(suit)));
                let given = all.minus(self.known.has[usize::from(p)]);
                let spread = holds.covers(all).then(|| self.puzzle.spread(given, usize::from(p)))??;
                Some((set.count_ones() % 2 == 1, given, spread))
            });
            sets.collect()
        })
    }

    /// The number of placements; as a sum of those with each set of marriages where somebody must hold one.
    fn placed(&self) -> Option<u128> {
        match &self.placements {
            Placements::One(spread) => spread.count(),
            Placements::Pair(p, _) => {
                let (mut plus, mut minus) = (0u128, 0u128);
                for (positive, _, spread) in self.unions(*p) {
                    let sum = if *positive { &mut plus } else { &mut minus };
                    *sum = sum.checked_add(spread.count()?)?;
                }
                plus.checked_sub(minus)
            }
        }
    }
}

impl Worlds<State> for Deals<'_> {
    fn draw(&self, rng: &mut Rng) -> Result<(State, f64), Contradiction> {
        let v = &self.view;
        for _ in 0..TRIES {
            let Some(mut split) = self.place(rng) else { break };
            (0..BOXES).for_each(|i| split[i] = split[i].or(self.puzzle.fixed[i]));
            let mut s = v.table;
            for p in Player::all(3).filter(|&p| Some(p) != v.who) {
                s.hands[p.index()] = split[p.index()];
            }
            s.fresh = split[FRESH];
            if let Some(lying) = s.lying().filter(|&lying| !s.saw(lying, v.who) && lying < 3) {
                s.talons[usize::from(lying)] = split[TALON];
            }
            if self.game.complete(&mut s, v, &self.known, rng) {
                return Ok((s, 1.0));
            }
        }
        Err(Contradiction(format!("no talons fit the hands in {TRIES} tries")))
    }

    /// Where something besides the places of the cards is hidden (a talon that was taken up, a covered trump card), the
    /// game does not count.
    fn count(&self) -> Option<u128> {
        if self.plain() { self.placed() } else { None }
    }

    fn share(&self, card: usize, player: usize) -> Option<f64> {
        let card = Card(u8::try_from(card).ok().filter(|&n| crate::PACK.has(Card(n)))?);
        if player > 2 || !self.plain() {
            return None;
        }
        let s = &self.view.table;
        if !self.puzzle.cards.has(card) {
            let own = self.view.who.map_or(Hand::EMPTY, |p| s.hands[p.index()]);
            let held =
                if self.view.who == Some(Player(player as u8)) { own } else { self.puzzle.fixed[player] };
            return Some(f64::from(u8::from(held.has(card))));
        }
        match &self.placements {
            Placements::One(spread) => spread.share(card, player),
            Placements::Pair(p, _) => {
                let (mut with, mut all) = (0.0, 0.0);
                for (positive, given, spread) in self.unions(*p) {
                    let count = spread.count()? as f64 * if *positive { 1.0 } else { -1.0 };
                    all += count;
                    with += count
                        * if given.has(card) {
                            f64::from(u8::from(player == usize::from(*p)))
                        } else {
                            spread.share(card, player)?
                        };
                }
                Some((with / all).clamp(0.0, 1.0))
            }
        }
    }
}

impl Marias {
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

/// Whether the cards that a view shows lie in one place each, as many as it says.
fn consistent(v: &View) -> Result<(), Contradiction> {
    let s = &v.table;
    let played: Hand = s.plays.iter().take(usize::from(s.made)).copied().collect();
    if usize::from(s.made) > s.plays.len() || played.len() != usize::from(s.made) || s.dealt > 32 {
        return Err(Contradiction::new("a card was played twice"));
    }
    if s.laid > 3 {
        return Err(Contradiction::new("more talons were laid than there can be"));
    }
    let mut seen = played;
    for (i, &hand) in s.hands.iter().enumerate() {
        if hand.meets(seen) {
            return Err(Contradiction(format!("player {} holds a card that lies elsewhere", i + 1)));
        }
        if !hand.is_empty() && hand.len() != usize::from(v.held[i]) {
            let held = v.held[i];
            return Err(Contradiction(format!(
                "player {} holds {} cards instead of {held}",
                i + 1,
                hand.len()
            )));
        }
        seen = seen.or(hand);
    }
    if v.who.is_some_and(|p| s.hands[p.index() % 3].len() != usize::from(v.held[p.index() % 3])) {
        return Err(Contradiction::new("the viewer does not know his own hand"));
    }
    Ok(())
}

fn puzzle(v: &View, k: &Knowledge) -> Result<Puzzle, Contradiction> {
    let s = &v.table;
    let mut room = [0u8; BOXES];
    let mut may = [k.unseen; BOXES];
    let mut fixed = [Hand::EMPTY; BOXES];
    let mut all = Hand::EMPTY;
    for p in Player::all(3).filter(|&p| Some(p) != v.who) {
        let i = p.index();
        fixed[i] = k.has[i];
        all = all.or(k.has[i]);
        let (held, shown) = (v.held[i], k.has[i].len());
        room[i] = held
            .checked_sub(shown as u8)
            .ok_or_else(|| Contradiction(format!("player {p} holds {held} cards and showed {shown}")))?;
        may[i] = k.may[i];
    }
    let seen = s.lying().is_some_and(|lying| s.saw(lying, v.who));
    room[TALON] = if seen { 0 } else { v.lying };
    may[TALON] = k.talon;
    room[FRESH] = v.fresh;
    room[STOCK] = 32 - s.dealt;
    Ok(Puzzle { cards: k.unseen.minus(all), room, may, least: k.sevens, fixed })
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

    /// The placements in which a player holds a marriage, by its suit.
    fn with_pair(&self, p: u8, k: &Knowledge) -> Vec<(Suit, Hand, Spread<BOXES>)> {
        let p = usize::from(p);
        let holds = k.has[p].or(k.may[p]);
        let suits = (0..4).map(Suit).filter(|&suit| holds.covers(pair(suit)));
        let ways = suits.filter_map(|suit| {
            let given = pair(suit).minus(k.has[p]);
            Some((suit, given, self.spread(given, p)?))
        });
        ways.collect()
    }
}
