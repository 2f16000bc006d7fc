//! What a player of šnaps knows, and full deals that fit it. A view is the state without the other hands: everything
//! else happens in the open, and players remember it.
//!
//! What a view implies about the other hands, all of it card by card except the last:
//! - following, trumping and failing to overtake deny cards ([`cards::Law::denied`]);
//! - kontra denies the called card, a rekontra by another than the chooser shows it;
//! - a marriage shows the card that was not led; at the end of a deal the holder of the called card is shown;
//! - where the chooser must hold a trump, he held one.
//!
//! Cards set by hand are not known to the players.

use crate::state::{Move, PACK, State};
use crate::{Outcome, Snaps};
use cards::{Card, Hand, Side, Spread, Suit};
use game::{Contradiction, Observe, Player, Rng, Worlds, WorldsOf};

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
    /// Whether the chooser held a trump that has not been seen yet.
    pub owes_trump: bool,
}

impl View {
    /// How many cards a player holds.
    pub fn held(&self, p: u8) -> usize {
        let s = &self.table;
        let place = (p + 4 - s.chooser()) & 3;
        let first = s.dealt.saturating_sub(3 * place).min(3);
        let second = s.dealt.saturating_sub(12 + 3 * place).min(3);
        let lies = (p + 4 - s.trick.leader) & 3 < s.trick.len;
        usize::from((first + second).saturating_sub(s.made / 4 + u8::from(lies)))
    }

    /// What its owner knows about a player's side.
    pub(crate) fn side(&self, game: &Snaps, who: Option<Player>, p: Player) -> Side {
        let s = &self.table;
        let Some(me) = who else { return Side::Unknown };
        if me == p {
            return Side::Partner;
        }
        if !s.called.known() {
            return Side::Unknown;
        }
        let known = game.knowledge(self);
        // While cards are still to come, anybody may yet be dealt the called one.
        let may_hold = |q: u8| {
            s.dealt < 24
                || known.has[usize::from(q)].has(s.called)
                || known.may[usize::from(q)].has(s.called)
                || s.player_of(s.called) == Some(q)
        };
        let holders: Vec<u8> = match (0..4).find(|&q| known.has[usize::from(q)].has(s.called)) {
            Some(q) => vec![q],
            None => (0..4).filter(|&q| may_hold(q)).collect(),
        };
        let same = |holder: u8| s.side(holder) >> me.0 & 1 == s.side(holder) >> p.0 & 1;
        match (holders.iter().any(|&q| same(q)), holders.iter().any(|&q| !same(q))) {
            (true, false) => Side::Partner,
            (false, true) => Side::Opponent,
            _ => Side::Unknown,
        }
    }
}

impl Snaps {
    /// What a view implies card by card.
    pub fn knowledge(&self, v: &View) -> Knowledge {
        let s = &v.table;
        let played: Hand = s.plays[..usize::from(s.made)].iter().copied().collect();
        let own = v.who.map_or(Hand::EMPTY, |p| s.hands[p.index()]);
        let unseen = PACK.minus(played).minus(own);
        let mut k = Knowledge { may: [unseen; 4], has: [Hand::EMPTY; 4], unseen, owes_trump: false };
        let mut choosers = Hand::EMPTY; // cards the chooser is known to have been dealt
        self.follow(s, &mut k.may, &mut choosers);
        for level in 0..s.doubled.min(3) {
            let by = s.doubler[usize::from(level)];
            if level % 2 == 0 {
                k.may[usize::from(by)].remove(s.called);
            } else if by != s.chooser() && unseen.has(s.called) {
                k.has[usize::from(by)].add(s.called);
            }
        }
        for p in 0..4usize {
            for suit in (0..4).map(Suit).filter(|suit| s.married[p] >> suit.0 & 1 == 1) {
                let pair = Hand(0x30 << (8 * suit.0));
                k.has[p] = k.has[p].or(pair.and(unseen));
            }
        }
        if let (true, Some(Outcome { holder, .. })) = (s.ended(), s.last)
            && unseen.has(s.called)
        {
            k.has[usize::from(holder)].add(s.called);
        }
        if self.rules.must_hold_trump && s.called.known() {
            choosers = choosers.or(k.has[usize::from(s.chooser())]);
            k.owes_trump = v.who != Some(Player(s.chooser())) && choosers.of(s.called.suit()).is_empty();
        }
        self.settle(v, &mut k);
        k
    }

    /// What the cards played deny, and which cards the chooser played.
    fn follow(&self, s: &State, may: &mut [Hand; 4], choosers: &mut Hand) {
        let law = self.law(s.called);
        let mut leader = s.chooser();
        for trick in s.plays[..usize::from(s.made)].chunks(4) {
            for (i, &card) in trick.iter().enumerate() {
                let p = (leader + i as u8) & 3;
                let denied = law.denied(&trick[..i], card);
                may[usize::from(p)] = may[usize::from(p)].minus(denied);
                if p == s.chooser() {
                    choosers.add(card);
                }
            }
            leader = (leader + law.winner(trick) as u8) & 3;
        }
    }

    /// A card known to lie in one hand lies in no other; the owner of the view knows his own hand.
    fn settle(&self, v: &View, k: &mut Knowledge) {
        for p in 0..4 {
            for q in 0..4 {
                if p != q {
                    k.may[q] = k.may[q].minus(k.has[p]);
                }
            }
            k.may[p] = k.may[p].or(k.has[p]);
        }
        if let Some(me) = v.who {
            let own = v.table.hands[me.index()];
            k.may[me.index()] = own;
            k.has[me.index()] = own;
        }
    }
}

/// The deals that a view does not rule out: the unseen cards over the hands and the stock.
#[derive(Clone, Debug)]
pub struct Deals {
    table: State,
    /// The cards each player is known to hold.
    held: [Hand; 4],
    spread: Spread<5>,
}

impl Deals {
    /// Prepares the deals of a view.
    ///
    /// # Errors
    /// What contradicts itself in the view.
    pub fn new(game: &Snaps, v: &View) -> Result<Deals, Contradiction> {
        let s = &v.table;
        consistent(v)?;
        let k = game.knowledge(v);
        let mut held = [Hand::EMPTY; 4];
        let mut room = [0u8; 5];
        let mut may = [k.unseen; 5];
        let mut fixed = Hand::EMPTY;
        for p in 0..4u8 {
            let i = usize::from(p);
            held[i] = k.has[i];
            if v.who != Some(Player(p)) {
                let known = k.has[i].len();
                room[i] = v.held(p).checked_sub(known).ok_or_else(|| {
                    Contradiction::new(format!(
                        "player {} holds {} cards and showed {known}",
                        p + 1,
                        v.held(p)
                    ))
                })? as u8;
                may[i] = k.may[i];
                fixed = fixed.or(k.has[i]);
            }
        }
        room[4] = 24u8.saturating_sub(s.dealt);
        let mut limits = [(0, u8::MAX); 5];
        if k.owes_trump {
            limits[usize::from(s.chooser())].0 = 1;
        }
        let counted = s.trump().map_or(Hand::EMPTY, Suit::mask);
        let spread = Spread::counting(k.unseen.minus(fixed), room, may, counted, limits)
            .ok_or_else(|| Contradiction::new("no deal fits the cards that were shown and denied"))?;
        Ok(Deals { table: *s, held, spread })
    }
}

/// Whether the cards that a view shows lie in one place each and the own hand has the cards it must have.
fn consistent(v: &View) -> Result<(), Contradiction> {
    let s = &v.table;
    let played: Hand = s.plays.iter().take(usize::from(s.made)).copied().collect();
    if played.len() != usize::from(s.made) || s.made > s.dealt || s.dealt > 24 || !PACK.covers(played) {
        return Err(Contradiction::new("a card was played twice or never dealt"));
    }
    if s.doubler.iter().take(usize::from(s.doubled)).any(|&by| by > 3) {
        return Err(Contradiction::new("nobody doubled a deal that was doubled"));
    }
    let Some(me) = v.who else { return Ok(()) };
    let own = s.hands[me.index() & 3];
    if own.meets(played) {
        return Err(Contradiction::new(format!("player {me} holds a card that was played")));
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
        Ok((s, 1.0))
    }

    fn count(&self) -> Option<u128> {
        self.spread.count()
    }

    fn share(&self, card: usize, player: usize) -> Option<f64> {
        let card = Card(u8::try_from(card).ok().filter(|&n| PACK.has(Card(n)))?);
        let known = self.held.get(player)?;
        if known.has(card) { Some(1.0) } else { self.spread.share(card, player) }
    }
}

impl Observe for Snaps {
    type View = View;

    fn view(&self, s: &State, who: Option<Player>) -> View {
        let mut table = *s;
        for p in Player::all(4).filter(|&p| Some(p) != who) {
            table.hands[p.index()] = Hand::EMPTY;
        }
        View { who, table }
    }

    fn worlds(&self, v: &View) -> Result<WorldsOf<'_, Snaps>, Contradiction> {
        Ok(Box::new(Deals::new(self, v)?))
    }

    fn hidden(&self) -> bool {
        true
    }

    fn visible(&self, s: &State, mv: Move, who: Player) -> bool {
        !matches!(mv, Move::Deal(_)) || who.0 == s.receiver()
    }
}
