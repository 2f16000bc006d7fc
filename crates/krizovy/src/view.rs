//! What a player of křížový mariáš knows, and full deals that fit it. A view is the state without the other hands and without
//! a trump card that lies face down.
//!
//! What a view implies about the other hands, all of it card by card: following, trumping and failing to overtake deny cards;
//! a king denies its queen, a queen shows its king (a marriage) or denies it; the trump card is shown with the contract;
//! announced sevens are held until they fall, and one that falls early denies whatever could have been played instead.

use crate::Krizovy;
use crate::state::{Move, State};
use cards::{Card, Hand, NO_CARD, Spread, Suit};
use game::{Contradiction, Observe, Player, Rng, Worlds, WorldsOf};
use marias::{PACK, law};

/// What one player (or a spectator) knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Whose view it is.
    pub who: Option<Player>,
    /// The state with all other hands empty.
    pub table: State,
}

/// What a view implies card by card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// The cards each player may hold.
    pub may: [Hand; 4],
    /// The cards each player holds for certain.
    pub has: [Hand; 4],
    /// The cards that lie in a hand or in the stock unseen.
    pub unseen: Hand,
}

/// The king and queen of a suit.
const fn pair(suit: Suit) -> Hand {
    Hand(0x30 << (8 * (suit.0 & 3)))
}

impl View {
    /// How many cards a player holds.
    pub fn held(&self, p: u8) -> usize {
        let s = &self.table;
        let place = (p + 4 - s.forehand()) & 3;
        let first = s.dealt.saturating_sub(4 * place).min(4);
        let second = s.dealt.saturating_sub(16 + 4 * place).min(4);
        let played =
            s.history().flat_map(|(leader, _, cards)| (0..cards.len()).map(move |i| s.seat(leader, i as u8)));
        usize::from(first + second).saturating_sub(played.filter(|&q| q == p).count())
    }
}

impl Krizovy {
    /// What a view implies card by card.
    pub fn knowledge(&self, v: &View) -> Knowledge {
        let s = &v.table;
        let played: Hand = s.plays[..usize::from(s.made)].iter().copied().collect();
        let own = v.who.map_or(Hand::EMPTY, |p| s.hands[p.index() & 3]);
        let unseen = PACK.minus(played).minus(own);
        let mut k = Knowledge { may: [unseen; 4], has: [Hand::EMPTY; 4], unseen };
        self.follow(s, &mut k.may);
        if s.contract.is_some() && unseen.has(s.trump_card) {
            k.has[usize::from(s.forehand())].add(s.trump_card);
        }
        for p in 0..4u8 {
            let i = usize::from(p);
            k.has[i] = k.has[i].or(s.kept(p).and(unseen));
            for suit in (0..4).map(Suit).filter(|suit| s.married[i] >> suit.0 & 1 == 1) {
                k.has[i] = k.has[i].or(pair(suit).and(unseen));
            }
        }
        for p in 0..4 {
            for q in (0..4).filter(|&q| q != p) {
                k.may[q] = k.may[q].minus(k.has[p]);
            }
            k.may[p] = k.may[p].or(k.has[p]);
        }
        if let Some(me) = v.who {
            k.may[me.index() & 3] = own;
            k.has[me.index() & 3] = own;
        }
        k
    }

    /// What the cards played deny.
    fn follow(&self, s: &State, may: &mut [Hand; 4]) {
        let law = law(s.trump);
        for (leader, _, cards) in s.history() {
            for (i, &card) in cards.iter().enumerate() {
                let p = s.seat(leader, i as u8);
                let mut no = law.denied(&cards[..i], card);
                if s.trump.is_some() {
                    let shown = s.married[usize::from(p)] >> card.suit().0 & 1 == 1;
                    if pair(card.suit()).has(card) && !(shown && card.height() == 4) {
                        no = no.or(pair(card.suit()).minus(card.bit()));
                    }
                    if self.rules.keep_seven && s.kept(p).has(card) {
                        // An announced seven falls early only where nothing else could be played.
                        no = no.or(if i == 0 { PACK } else { card.suit().mask() });
                    }
                }
                let at = usize::from(p);
                may[at] = may[at].minus(no);
            }
        }
    }
}

/// The deals that a view does not rule out: the unseen cards over the hands and the stock, and which of the forehand's cards
/// lies face down as the trump card.
#[derive(Clone, Debug)]
pub struct Deals {
    table: State,
    /// Whether a trump card lies face down that the viewer does not know.
    covered: bool,
    held: [Hand; 4],
    spread: Spread<5>,
}

impl Deals {
    /// Prepares the deals of a view.
    ///
    /// # Errors
    /// What contradicts itself in the view.
    pub fn new(game: &Krizovy, v: &View) -> Result<Deals, Contradiction> {
        let s = &v.table;
        consistent(v)?;
        let k = game.knowledge(v);
        let mut room = [0u8; 5];
        let mut may = [k.unseen; 5];
        let mut fixed = Hand::EMPTY;
        for p in (0..4u8).filter(|&p| v.who != Some(Player(p))) {
            let (i, known) = (usize::from(p), k.has[usize::from(p)].len());
            room[i] = v.held(p).checked_sub(known).ok_or_else(|| {
                Contradiction::new(format!("player {} holds {} cards and showed {known}", p + 1, v.held(p)))
            })? as u8;
            may[i] = k.may[i];
            fixed = fixed.or(k.has[i]);
        }
        room[4] = 32u8.saturating_sub(s.dealt);
        let spread = Spread::new(k.unseen.minus(fixed), room, may)
            .ok_or_else(|| Contradiction::new("no deal fits the cards that were shown and denied"))?;
        let covered = hides(s) && v.who != Some(Player(s.forehand()));
        Ok(Deals { table: *s, covered, held: k.has, spread })
    }
}

/// Whether the forehand has laid a trump card that nobody else has seen.
fn hides(s: &State) -> bool {
    s.laid && s.contract.is_none() && s.offer.is_none_or(|offer| offer == marias::Offer::Colour)
}

/// Whether the cards that a view shows lie in one place each and the own hand has the cards it must have.
fn consistent(v: &View) -> Result<(), Contradiction> {
    let s = &v.table;
    let played: Hand = s.plays.iter().take(usize::from(s.made)).copied().collect();
    if played.len() != usize::from(s.made) || s.made > s.dealt || s.dealt > 32 {
        return Err(Contradiction::new("a card was played twice or never dealt"));
    }
    let Some(me) = v.who else { return Ok(()) };
    let own = s.hands[me.index() & 3];
    if own.meets(played) {
        return Err(Contradiction::new(format!("player {me} holds a card that was played")));
    }
    if own.len() != v.held(me.0) {
        let held = v.held(me.0);
        return Err(Contradiction::new(format!("player {me} holds {} cards instead of {held}", own.len())));
    }
    Ok(())
}

impl Worlds<State> for Deals {
    fn draw(&self, rng: &mut Rng) -> Result<(State, f64), Contradiction> {
        let mut s = self.table;
        let split = self.spread.draw(rng);
        s.hands = std::array::from_fn(|p| self.held[p].or(split[p]));
        if self.covered {
            let hand = s.hands[usize::from(s.forehand())];
            s.trump_card = hand.nth(rng.below(hand.len().max(1)));
        }
        Ok((s, 1.0))
    }

    /// Together with the card that lies face down.
    fn count(&self) -> Option<u128> {
        let v = View { who: None, table: self.table };
        let cards = if self.covered { v.held(self.table.forehand()) as u128 } else { 1 };
        self.spread.count()?.checked_mul(cards)
    }

    fn share(&self, card: usize, player: usize) -> Option<f64> {
        let card = Card(u8::try_from(card).ok().filter(|&n| PACK.has(Card(n)))?);
        let known = self.held.get(player)?;
        if known.has(card) { Some(1.0) } else { self.spread.share(card, player) }
    }
}

impl Observe for Krizovy {
    type View = View;

    fn view(&self, s: &State, who: Option<Player>) -> View {
        let mut table = *s;
        for p in Player::all(4).filter(|&p| Some(p) != who) {
            table.hands[p.index()] = Hand::EMPTY;
        }
        if s.covered() && who != Some(Player(s.forehand())) {
            table.trump_card = NO_CARD;
        }
        View { who, table }
    }

    fn worlds(&self, v: &View) -> Result<WorldsOf<'_, Krizovy>, Contradiction> {
        Ok(Box::new(Deals::new(self, v)?))
    }

    fn hidden(&self) -> bool {
        true
    }

    fn visible(&self, s: &State, mv: Move, who: Player) -> bool {
        match mv {
            Move::Deal(_) => who.0 == s.receiver(),
            Move::Trump(_) => who.0 == s.turn,
            _ => true,
        }
    }
}
