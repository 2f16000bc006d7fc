//! What a player of Schnapsen knows, and full deals that fit it. A view is the state without the other hand and without the
//! hidden part of the talon.
//!
//! What a view implies about the other hand, all of it card by card:
//! - cards shown by a marriage, exchanged for the jack or drawn face up lie there until they are played;
//! - once nobody draws, following, trumping and failing to overtake deny cards ([`cards::Law::denied`]).
//!
//! How the cards of a hand came there (dealt or drawn, and when) is not part of a state: it changes nothing in play, and
//! every current position follows from equally many deals, so that drawing positions uniformly is drawing deals uniformly.

use crate::state::{Move, PACK, State};
use crate::{Phase, Schnapsen};
use cards::{Card, Hand, NO_CARD, Spread, Trick};
use game::{Contradiction, Observe, Player, Rng, Worlds, WorldsOf};

/// What one player (or a spectator) knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Whose view it is.
    pub who: Option<Player>,
    /// The state with all other hands empty and the hidden talon unknown.
    pub table: State,
}

/// What a view implies card by card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Knowledge {
    /// The cards each player may hold.
    pub may: [Hand; 2],
    /// The cards each player holds for certain.
    pub has: [Hand; 2],
    /// The cards that lie in a hand or in the talon unseen.
    pub unseen: Hand,
}

impl View {
    /// How many cards a player holds.
    pub fn held(&self, p: u8) -> usize {
        let s = &self.table;
        let lies = (p + 2 - s.trick.leader) & 1 < s.trick.len;
        let (first, second) = if p == s.forehand() { (s.dealt, 7) } else { (s.dealt.saturating_sub(3), 9) };
        let got = first.min(3) + s.dealt.saturating_sub(second).min(2) + (10 - s.left.min(10)) / 2;
        usize::from(got.saturating_sub(s.made / 2 + u8::from(lies)))
    }

    /// How many cards of the talon lie face down.
    pub fn face_down(&self) -> usize {
        let s = &self.table;
        if s.dealt < 20 { usize::from(s.dealt.saturating_sub(11)) } else { usize::from(s.left.max(1) - 1) }
    }
}

impl Schnapsen {
    /// What a view implies card by card.
    pub fn knowledge(&self, v: &View) -> Knowledge {
        let s = &v.table;
        let played: Hand = s.plays[..usize::from(s.made)].iter().copied().collect();
        let open: Hand = s.talon.iter().copied().collect();
        let own = v.who.map_or(Hand::EMPTY, |p| s.hands[p.index() & 1]);
        let unseen = PACK.minus(played).minus(own).minus(open);
        let mut k = Knowledge { may: [unseen; 2], has: s.shown.map(|shown| shown.and(unseen)), unseen };
        let law = self.law(s).freely(false);
        let strict = usize::from(s.strict_from());
        let plays: Vec<(u8, Card)> = s.by().collect();
        for trick in plays.get(strict..).unwrap_or_default().chunks(2) {
            if let &[(_, led), (p, card)] = trick {
                let may = &mut k.may[usize::from(p & 1)];
                *may = may.minus(law.denied(&[led], card));
            }
        }
        for p in 0..2 {
            k.may[p] = k.may[p].minus(k.has[1 - p]).or(k.has[p]);
        }
        if let Some(me) = v.who {
            k.may[me.index() & 1] = own;
            k.has[me.index() & 1] = own;
        }
        k
    }
}

/// The deals that a view does not rule out: the unseen cards over the hands, the talon in every order, and the stock that is
/// not dealt yet.
#[derive(Clone, Debug)]
pub struct Deals {
    table: State,
    /// The cards each player is known to hold.
    held: [Hand; 2],
    /// Places of the talon that are not known.
    places: Vec<usize>,
    spread: Spread<4>,
}

impl Deals {
    /// Prepares the deals of a view.
    ///
    /// # Errors
    /// What contradicts itself in the view.
    pub fn new(game: &Schnapsen, v: &View) -> Result<Deals, Contradiction> {
        consistent(v)?;
        let s = &v.table;
        let k = game.knowledge(v);
        let mut room = [0u8; 4];
        let mut may = [k.unseen; 4];
        let mut fixed = Hand::EMPTY;
        for p in (0..2u8).filter(|&p| v.who != Some(Player(p))) {
            let (i, known) = (usize::from(p), k.has[usize::from(p)].len());
            room[i] = v.held(p).checked_sub(known).ok_or_else(|| {
                Contradiction::new(format!("player {} holds {} cards and showed {known}", p + 1, v.held(p)))
            })? as u8;
            may[i] = k.may[i];
            fixed = fixed.or(k.has[i]);
        }
        room[2] = v.face_down() as u8;
        room[3] = 20u8.saturating_sub(s.dealt);
        let spread = Spread::new(k.unseen.minus(fixed), room, may)
            .ok_or_else(|| Contradiction::new("no deal fits the cards that were shown and denied"))?;
        Ok(Deals { table: *s, held: k.has, places: (0..v.face_down()).collect(), spread })
    }
}

/// Whether the cards that a view shows lie in one place each and the own hand has the cards it must have.
fn consistent(v: &View) -> Result<(), Contradiction> {
    let s = &v.table;
    let played: Hand = s.plays.iter().take(usize::from(s.made)).copied().collect();
    if played.len() != usize::from(s.made) || s.made > s.dealt || s.dealt > 20 || !PACK.covers(played) {
        return Err(Contradiction::new("a card was played twice or never dealt"));
    }
    if s.left > 10 || s.left % 2 == 1 {
        return Err(Contradiction::new(format!("a talon of {} cards cannot be", s.left)));
    }
    let open: Hand = s.talon.iter().copied().collect();
    if open.meets(played) {
        return Err(Contradiction::new("the trump card was played and lies in the talon"));
    }
    let Some(me) = v.who else { return Ok(()) };
    let own = s.hands[me.index() & 1];
    if own.meets(played.or(open)) {
        return Err(Contradiction::new(format!("player {me} holds a card that lies elsewhere")));
    }
    if own.len() != v.held(me.0) || !PACK.covers(own) {
        let held = v.held(me.0);
        return Err(Contradiction::new(format!("player {me} holds {} cards instead of {held}", own.len())));
    }
    Ok(())
}

impl Worlds<State> for Deals {
    #[inline]
    fn draw(&self, rng: &mut Rng) -> Result<(State, f64), Contradiction> {
        let mut s = self.table;
        let split = self.spread.draw(rng);
        s.hands = std::array::from_fn(|p| self.held[p].or(split[p]));
        let mut cards = [NO_CARD; 10];
        let hidden = &mut cards[..self.places.len().min(10)];
        hidden.iter_mut().zip(split[2]).for_each(|(slot, card)| *slot = card);
        rng.shuffle(hidden);
        self.places.iter().zip(hidden).for_each(|(&place, card)| s.talon[place] = *card);
        Ok((s, 1.0))
    }

    /// With the order of the hidden talon.
    fn count(&self) -> Option<u128> {
        let orders: u128 = (1..=self.places.len() as u128).product();
        self.spread.count()?.checked_mul(orders)
    }

    /// In a hand; 2 is the hidden talon.
    fn share(&self, card: usize, player: usize) -> Option<f64> {
        let card = Card(u8::try_from(card).ok().filter(|&n| PACK.has(Card(n)))?);
        match self.held.get(player) {
            Some(known) if known.has(card) => Some(1.0),
            _ => self.spread.share(card, player),
        }
    }
}

impl Schnapsen {
    /// The state of a view in which these are the hands and nobody draws any more; `None` if the view rules it out.
    pub(crate) fn state_with(&self, v: &View, hands: [Hand; 2]) -> Option<State> {
        let k = self.knowledge(v);
        let mut s = v.table;
        if s.drawing() || s.dealt < 20 || hands[0].meets(hands[1]) {
            return None;
        }
        for (p, &hand) in hands.iter().enumerate() {
            let fits = hand.len() == v.held(p as u8) && k.may[p].covers(hand) && hand.covers(k.has[p]);
            if !fits || (v.who == Some(Player(p as u8)) && hand != s.hands[p]) {
                return None;
            }
        }
        s.hands = hands;
        // Nobody draws the rest: any order stands for all.
        let rest = k.unseen.minus(hands[0]).minus(hands[1]);
        (rest.len() == v.face_down()).then_some(())?;
        s.talon.iter_mut().zip(rest).for_each(|(slot, card)| *slot = card);
        Some(s)
    }

    /// The deal where drawing ended: the cards played since are back in the hands. `None` while cards are drawn.
    pub(crate) fn strict_start(&self, s: &State) -> Option<State> {
        if s.phase != Phase::Play || s.drawing() {
            return None;
        }
        let mut first = *s;
        let from = usize::from(s.strict_from());
        let plays: Vec<(u8, Card)> = s.by().collect();
        for &(p, card) in plays.get(from..)? {
            first.hands[usize::from(p & 1)].add(card);
        }
        // Who leads is who took the trick before; what was announced since is taken back by counting anew.
        let law = self.law(s);
        (first.taken, first.tricks, first.turn) = ([0; 2], [0; 2], s.forehand());
        for trick in plays.get(..from)?.chunks(2) {
            if let &[(p, led), (q, card)] = trick {
                let taker = if law.beats(card, led) { q } else { p };
                first.taken[usize::from(taker & 1)] += crate::points(led) + crate::points(card);
                first.tricks[usize::from(taker & 1)] += 1;
                first.turn = taker;
            }
        }
        for &(p, card) in plays.get(from..)? {
            if crate::marriages(first.hands[usize::from(p & 1)]).has(card) {
                first.married[usize::from(p & 1)] &= !(1 << card.suit().0);
            }
        }
        first.plays[from..].fill(NO_CARD);
        (first.made, first.trick) = (from as u8, Trick::new(first.turn));
        Some(first)
    }
}

impl Observe for Schnapsen {
    type View = View;

    fn view(&self, s: &State, who: Option<Player>) -> View {
        let mut table = *s;
        for p in Player::all(2).filter(|&p| Some(p) != who) {
            table.hands[p.index()] = Hand::EMPTY;
        }
        table.talon = [NO_CARD; 10];
        if s.left > 0 {
            table.talon[usize::from(s.left - 1).min(9)] = s.face_up();
        }
        View { who, table }
    }

    fn worlds(&self, v: &View) -> Result<WorldsOf<'_, Schnapsen>, Contradiction> {
        Ok(Box::new(Deals::new(self, v)?))
    }

    fn hidden(&self) -> bool {
        true
    }

    fn visible(&self, s: &State, mv: Move, who: Player) -> bool {
        use crate::state::Goes;
        !matches!(mv, Move::Deal(_)) || matches!(s.goes(), Goes::Talon(9)) || s.goes() == Goes::Hand(who.0)
    }
}
