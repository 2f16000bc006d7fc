//! How a sober player plays a card without looking into other hands: the default policy of simulated deals.
//!
//! A player knows his own cards and which cards are still out, not who has them. From the numbers of cards out he
//! estimates whether a card will take the trick, what the trick will then hold, and what the card would be worth later. All
//! that follows from the law and the objective of the deal: nothing here belongs to one game.

use cards::{Card, Deal, EXCHANGE, Feat, Hand, MADE};
use game::Rng;

/// How much of its points a trump loses in looks when it is too high for its trick.
const SPENT: f32 = 0.5;

/// The simulated play of a deal.
pub(super) struct Manner {
    /// The points of an average trick, or 1 where tricks themselves are what counts.
    trick: f32,
    /// The side that wants no trick, if there is one.
    shuns: Option<usize>,
    /// A card that its holder should keep for the last trick, and the side it pays.
    kept: Option<(Card, usize)>,
    /// What is added to the points of a card, where cards themselves are worth nothing.
    flat: f32,
}

/// The position as the player to move sees it.
struct Sight<'a> {
    deal: &'a Deal,
    me: u8,
    /// Cards in other hands.
    out: Hand,
    all: f32,
}

impl Manner {
    /// What the objective of a deal asks of its players.
    pub(super) fn new(deal: &Deal) -> Manner {
        let objective = &deal.objective;
        let live = deal.hands.iter().fold(Hand::EMPTY, |all, hand| all.or(*hand));
        let points: i32 = live.iter().map(|card| i32::from(objective.worth[usize::from(card.0 & 63)])).sum();
        let tricks = deal.hands.iter().map(|hand| hand.len()).max().unwrap_or(1).max(1);
        let flat = if points == 0 { 1.0 } else { 0.0 };
        let trick = if points == 0 { 1.0 } else { points as f32 / tricks as f32 };
        let mean = |code: usize| objective.money.get(code).and_then(|row| row.get(row.len() / 2)).copied();
        let pays = |feat: usize, outcome: usize| {
            let codes = objective.mask(feat, outcome) & deal.tally.codes;
            (codes != 0).then(|| mean(codes.trailing_zeros() as usize)).flatten()
        };
        let (mut shuns, mut kept) = (None, None);
        for (i, feat) in objective.feats.iter().enumerate() {
            match *feat {
                Feat::Trickless { side } => {
                    let gain = pays(i, 1).zip(pays(i, 0)).map_or(0, |(none, some)| none - some);
                    let likes = if side == 0 { gain > 0 } else { gain < 0 };
                    if likes && points == 0 {
                        shuns = Some(usize::from(side));
                    }
                }
                Feat::Takes { card, trick: 0 } => {
                    let gain = pays(i, MADE).zip(pays(i, 0)).map_or(0, |(made, not)| made - not);
                    if gain != 0 {
                        kept = Some((card, usize::from(gain < 0)));
                    }
                }
                Feat::Takes { .. } | Feat::Earlier { .. } => {}
            }
        }
        Manner { trick, shuns, kept, flat }
    }

    /// The points of an average trick, or 1 where tricks themselves are what counts.
    pub(super) fn trick(&self) -> f32 {
        self.trick
    }

    /// Whether cards themselves are worth nothing.
    pub(super) fn pointless(&self) -> bool {
        self.flat > 0.0
    }

    /// A card for the player to move; `None` when the deal is over.
    pub(super) fn card(&self, deal: &Deal, rng: &mut Rng) -> Option<Card> {
        let legal = deal.legal();
        if deal.acts().has(EXCHANGE) {
            return Some(EXCHANGE);
        }
        if legal.len() <= 1 {
            return legal.first();
        }
        let sight = Sight::new(deal);
        let mut best: Option<(f32, Card)> = None;
        for card in legal {
            let value = self.judge(&sight, card) + rng.unit() as f32 * 0.05 * self.trick;
            if best.is_none_or(|(top, _)| value > top) {
                best = Some((value, card));
            }
        }
        best.map(|(_, card)| card)
    }

    /// How a card looks to the player to move, among others that bring as much: larger is better.
    pub(super) fn promise(&self, deal: &Deal, card: Card) -> f32 {
        let sight = Sight::new(deal);
        (self.judge(&sight, card) - self.waste(&sight, card)) / self.trick.max(0.01)
    }

    /// What a club player shakes his head at where another card does as well: the highest trump, whose points are safe, laid
    /// last on a trick that a smaller one takes.
    fn waste(&self, sight: &Sight<'_>, card: Card) -> f32 {
        let (deal, own) = (sight.deal, self.worth(sight.deal, card));
        let Some(trump) = deal.law.trump.filter(|_| self.shuns.is_none()) else { return 0.0 };
        let left = deal.hands[usize::from(sight.me & 3)].len().max(1) as f32;
        let last = deal.trick.len + 1 == deal.players;
        if last && card.suit() == trump && !sight.out.meets(deal.law.above(card)) {
            return SPENT * own * (1.0 - 1.0 / left);
        }
        0.0
    }

    fn worth(&self, deal: &Deal, card: Card) -> f32 {
        f32::from(deal.objective.worth[usize::from(card.0 & 63)])
    }

    fn judge(&self, sight: &Sight<'_>, card: Card) -> f32 {
        if let Some(side) = self.shuns {
            return self.shunning(sight, card, side);
        }
        let deal = sight.deal;
        let me = deal.side(sight.me);
        let laid = deal.trick.cards();
        let mut pot = self.flat * 0.5 + laid.iter().map(|c| self.worth(deal, *c)).sum::<f32>();
        let own = self.worth(deal, card);
        if laid.is_empty() && deal.objective.race.is_some() {
            pot += f32::from(deal.marriage(sight.me, card));
        }
        let left = deal.hands[usize::from(sight.me & 3)].len();
        if left == 1 {
            pot += f32::from(deal.objective.last);
        }
        let (wins, later) = sight.wins(card);
        let mean = self.trick / f32::from(deal.players.max(1));
        let gain = (2.0 * wins - 1.0) * (pot + own + later * mean);
        gain - self.future(sight, card, own, me, left) + self.draws(sight, card, left)
    }

    /// What a card may still be worth when it is not played now.
    fn future(&self, sight: &Sight<'_>, card: Card, own: f32, me: usize, left: usize) -> f32 {
        let deal = sight.deal;
        let rivals = sight.out.of(card.suit());
        let above = rivals.and(deal.law.above(card)).len() as f32;
        let rank = 1.0 - above / (rivals.len() as f32 + 1.0);
        let trump = deal.law.trump == Some(card.suit());
        let no_trumps = deal.law.trump.is_none_or(|suit| sight.out.of(suit).is_empty());
        // A plain card that nobody can follow any more is a winner only when no trumps are out.
        let power = match (trump, no_trumps) {
            (true, _) => 0.45 + 0.55 * rank * rank,
            (false, true) => rank * rank,
            (false, false) if rivals.is_empty() => 0.15,
            (false, false) => 0.65 * rank * rank,
        };
        let rest = 1.0 - 1.0 / left.max(1) as f32;
        let mut value = rest * power * self.trick * 0.8 + rest * (2.0 * (0.25 + 0.5 * power) - 1.0) * own;
        if let Some((kept, side)) = self.kept
            && kept == card
            && side == me
            && left > 1
        {
            value += 2.0 * self.trick;
        }
        value
    }

    /// What leading trumps does for winners in plain suits.
    fn draws(&self, sight: &Sight<'_>, card: Card, left: usize) -> f32 {
        let deal = sight.deal;
        let Some(trump) = deal.law.trump else { return 0.0 };
        if deal.trick.len > 0 || card.suit() != trump || left < 2 {
            return 0.0;
        }
        let mine = deal.hands[usize::from(sight.me & 3)];
        let theirs = sight.out.of(trump).len() as f32;
        let others = f32::from(deal.players.max(2) - 1);
        if theirs == 0.0 || (mine.of(trump).len() as f32) < 1.3 * theirs / others {
            return 0.0;
        }
        let masters = mine.minus(trump.mask()).iter().filter(|c| !sight.out.meets(deal.law.above(*c)));
        let sum: f32 = masters.map(|c| self.worth(deal, c) + 0.5 * self.trick).sum();
        0.25 * sum.min(2.0 * self.trick) + 0.1 * self.trick
    }

    /// A side wants no trick: it ducks, the others keep low.
    fn shunning(&self, sight: &Sight<'_>, card: Card, side: usize) -> f32 {
        let deal = sight.deal;
        let all = deal.hands.iter().fold(Hand::EMPTY, |all, hand| all.or(*hand));
        let height = -(all.and(deal.law.above(card)).len() as f32);
        if deal.side(sight.me) == side {
            let (wins, _) = sight.wins(card);
            return -20.0 * wins + 0.3 * height;
        }
        // Whether the ducker ends up with the trick.
        let laid = deal.trick.cards();
        let best = if laid.is_empty() { card } else { laid[deal.law.winner(laid)] };
        let best = if laid.is_empty() || deal.law.beats(card, best) { card } else { best };
        let mut taken = 0.0;
        for (place, q) in (0..deal.players).map(|i| (i, deal.seat(i))) {
            if deal.side(q) != side {
                continue;
            }
            let played = place < deal.trick.len;
            let holds = played && laid[usize::from(place)] == best;
            taken = if holds {
                1.0
            } else if played {
                0.0
            } else {
                sight.beats(q, best, card)
            };
        }
        10.0 * taken + if deal.trick.len == 0 { -0.1 * height } else { 0.3 * height }
    }
}

impl<'a> Sight<'a> {
    fn new(deal: &'a Deal) -> Sight<'a> {
        let me = deal.turn();
        let others = deal.seats().filter(|q| *q != me);
        let out = others.fold(deal.stock.unseen(), |all, q| all.or(deal.hands[usize::from(q & 3)]));
        Sight { deal, me, out, all: (out.len() as f32).max(1.0) }
    }

    /// The chance that a player who has not played yet holds none of `n` cards that are out.
    fn lacks(&self, q: u8, n: usize) -> f32 {
        let held = self.deal.hands[usize::from(q & 3)].len() as f32 / self.all;
        (1.0 - held).max(0.0).powi(n as i32)
    }

    /// The chance that a player beats the best card of the trick, `led` being the card that was led.
    fn beats(&self, q: u8, best: Card, led: Card) -> f32 {
        let (law, out) = (&self.deal.law, self.out);
        let above = out.and(law.above(best)).len();
        let in_suit = out.of(led.suit()).len();
        if law.free {
            // Nobody need follow: a higher card of the suit or any trump takes the trick.
            let ruffs =
                law.trump.filter(|trump| best.suit() != *trump).map_or(0, |trump| out.of(trump).len());
            return 1.0 - self.lacks(q, above + ruffs);
        }
        let void = self.lacks(q, in_suit);
        match law.trump {
            Some(trump) if best.suit() == trump && led.suit() != trump => void * (1.0 - self.lacks(q, above)),
            Some(trump) if led.suit() != trump => {
                let ruffs = void * (1.0 - self.lacks(q, out.of(trump).len()));
                (1.0 - self.lacks(q, above) + ruffs).min(1.0)
            }
            _ if best.suit() == led.suit() => 1.0 - self.lacks(q, above),
            _ => 0.0,
        }
    }

    /// The chance that the own side takes the trick when a card is played now, and how many cards are still to come.
    fn wins(&self, card: Card) -> (f32, f32) {
        let deal = self.deal;
        let laid = deal.trick.cards();
        let led = laid.first().copied().unwrap_or(card);
        let me = deal.side(self.me);
        let holder = if laid.is_empty() { 0 } else { deal.law.winner(laid) };
        let takes = laid.is_empty() || deal.law.beats(card, laid[holder]);
        let best = if takes { card } else { laid[holder] };
        let with_us = takes || deal.side(deal.seat(holder as u8)) == me;
        let (mut foes_fail, mut friends_fail, mut later) = (1.0, 1.0, 0.0);
        for place in deal.trick.len + 1..deal.players {
            let q = deal.seat(place);
            let beats = self.beats(q, best, led);
            later += 1.0;
            if deal.side(q) == me {
                friends_fail *= 1.0 - beats;
            } else {
                foes_fail *= 1.0 - beats;
            }
        }
        let wins = match with_us {
            true => foes_fail + (1.0 - foes_fail) * (1.0 - friends_fail) * 0.4,
            false => (1.0 - friends_fail) * (0.4 + 0.6 * foes_fail),
        };
        (wins, later)
    }
}
