//! What a player of šnaps knows, and full deals that fit it. A view is the state without the other hands: everything
//! else happens in the open, and players remember it.
//!
//! What a view tells about the other hands, all of it card by card except the last:
//! - following, trumping and failing to overtake deny cards ([`cards::Law::denied`]);
//! - kontra denies the called card, a rekontra by another than the chooser shows it;
//! - a marriage shows the card that was not led; at the end of a deal the holder of the called card owns up;
//! - where the chooser must hold a trump, he held one.
//!
//! Cards set by hand are not known to the players.

use crate::state::{Move, PACK, State};
use crate::{Outcome, Snaps};
use cards::{Hand, Side, Split, Spread, Suit};
use game::{Observe, Player, Rng};

/// What one player (or a spectator) knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Whose view it is.
    pub who: Option<Player>,
    /// The state with all other hands empty.
    pub table: State,
}

/// What a view tells card by card.
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
        usize::from(first + second - s.made / 4 - u8::from(lies))
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
    /// What a view tells card by card.
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

impl Snaps {
    /// The unseen cards over the four hands and the stock, uniformly among all ways the view allows. Empty hands if
    /// there is no way, which no view of a real state comes to.
    fn spread(&self, v: &View, k: &Knowledge, rng: &mut Rng) -> Split<5> {
        let s = &v.table;
        let mut split = [Hand::EMPTY; 5];
        let mut room = [0u8; 5];
        let mut may = [k.unseen; 5];
        let mut fixed = Hand::EMPTY;
        for p in 0..4u8 {
            let i = usize::from(p);
            if v.who != Some(Player(p)) {
                split[i] = k.has[i];
                room[i] = (v.held(p) - k.has[i].len().min(v.held(p))) as u8;
                may[i] = k.may[i];
                fixed = fixed.or(k.has[i]);
            }
        }
        room[4] = 24 - s.dealt;
        let cards = k.unseen.minus(fixed);
        let mut limits = [(0, u8::MAX); 5];
        if k.owes_trump {
            limits[usize::from(s.chooser())].0 = 1;
        }
        let counted = s.trump().map_or(Hand::EMPTY, Suit::mask);
        if let Some(spread) = Spread::counting(cards, room, may, counted, limits) {
            let drawn = spread.draw(rng);
            (0..5).for_each(|i| split[i] = split[i].or(drawn[i]));
        }
        split
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

    fn sample(&self, v: &View, rng: &mut Rng) -> State {
        let mut s = v.table;
        let k = self.knowledge(v);
        let split = self.spread(v, &k, rng);
        for p in Player::all(4).filter(|&p| Some(p) != v.who) {
            s.hands[p.index()] = split[p.index()];
        }
        s
    }

    fn hidden(&self) -> bool {
        true
    }

    fn visible(&self, s: &State, mv: Move, who: Player) -> bool {
        !matches!(mv, Move::Deal(_)) || who.0 == s.receiver()
    }
}
