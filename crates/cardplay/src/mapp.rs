//! MAPP, the *maximum of average probable profit* (thesis 002, chapter 4): a search over whole tricks in which the player's
//! own moves are cards and those of the others anonymous classes of cards.
//!
//! - Depth counts complete tricks. A state is valued only between tricks (4.1.3).
//! - A move of another player is *lower in suit*, *higher in suit*, *trump*, or *discard* of one of the other suits
//!   (4.1.2). Its probability is the number of unseen cards of that sort the player may hold, over all he may hold; for a
//!   trump it is lowered by the chance that he follows suit, for a discard by the chances of both. An anonymous card is
//!   worth the mean of the unseen cards of its suit. What was supposed of a move is not remembered in later tricks.
//! - An own card against an anonymous card of the same suit that leads the trick is two moves, one that takes it and one
//!   that does not, whose weights add up to one (appendix B.4.3).
//! - A node is worth the average of its children; only the root takes the best (4.1.4). Pruning is possible and off by
//!   default, because it leaves the worse children out of the average.
//! - A trick is worth the cards in it, each times the probability that it was played, to whoever takes it; the last trick
//!   what it brings besides. A card with a feat of its own (the seven, the Pagát) changes the value by what the feat is
//!   paid, in points; in a contract about tricks (betl, durch) the value is nought until it is broken, then a large
//!   number times the probability of that trick.
//!
//! Where sides are not known, a trick counts as much as the player is likely to be on the own side.

use cards::{Card, Deal, ELSEWHERE, Feat, Hand, KILLED, MADE, Overtake, Suit};
use game::{Meter, Player};

/// What breaks a contract about tricks is worth so much.
const BROKEN: f64 = 1000.0;

/// What a player of MAPP knows when he has to play a card.
pub(crate) struct Knowing {
    pub(crate) me: Player,
    /// A deal that fits what he knows: law, duties, objective, his own hand, the trick and the points are true.
    pub(crate) deal: Deal,
    /// The cards each player may hold.
    pub(crate) may: [Hand; 4],
    /// How much each player is on the own side: 1 surely, -1 surely not.
    pub(crate) with: [f64; 4],
}

/// How far and how to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// Complete tricks to look ahead.
    pub(crate) tricks: u32,
    /// Whether nodes are cut off by the best value so far.
    pub(crate) pruning: bool,
}

/// The card that leads a trick.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Top {
    None,
    Card(Card),
    Some(Suit),
}

/// A trick being supposed.
#[derive(Clone, Copy)]
struct Trick {
    led: Option<Suit>,
    top: Top,
    holder: u8,
    player: u8,
    laid: u8,
    /// The worth of its cards times their probabilities, and what the own feat card in it is.
    worth: f64,
    /// The probability of all moves in it.
    chance: f64,
    feat: Option<(usize, bool)>,
}

/// A position between moves.
#[derive(Clone, Copy)]
struct Node {
    hand: Hand,
    left: usize,
    value: f64,
    broken: bool,
    depth: u32,
    trick: Trick,
}

pub(crate) struct Search<'a> {
    know: &'a Knowing,
    settings: Settings,
    meter: &'a mut Meter,
    /// The mean worth of unseen cards, by suit.
    mean: [f64; 5],
    unseen: Hand,
    /// What the outcomes of a feat are paid, in points of the own side.
    paid: Vec<[f64; 3]>,
    /// The side whose first trick breaks the contract, and the sign of that for the own side.
    trickless: Option<(usize, f64)>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(know: &'a Knowing, settings: Settings, meter: &'a mut Meter) -> Search<'a> {
        let deal = &know.deal;
        let others = deal.seats().filter(|p| *p != know.me.0);
        let unseen = others.fold(Hand::EMPTY, |all, p| all.or(know.may[usize::from(p & 3)]));
        let worth = |card: Card| f64::from(deal.objective.worth[usize::from(card.0 & 63)]);
        let mean = std::array::from_fn(|suit| {
            let cards = unseen.of(Suit(suit as u8));
            cards.iter().map(worth).sum::<f64>() / cards.len().max(1) as f64
        });
        let (paid, trickless) = prices(know);
        Search { know, settings, meter, mean, unseen, paid, trickless }
    }

    /// The value of every legal card, or `None` where the limit came first.
    pub(crate) fn values(&mut self) -> Option<Vec<(Card, f64)>> {
        let deal = &self.know.deal;
        let laid = deal.trick.cards();
        let mut trick = Trick {
            led: laid.first().map(|card| card.suit()),
            top: if laid.is_empty() { Top::None } else { Top::Card(laid[deal.law.winner(laid)]) },
            holder: deal.seat(deal.law.winner(laid) as u8),
            player: self.know.me.0,
            laid: laid.len() as u8,
            worth: 0.0,
            chance: 1.0,
            feat: None,
        };
        trick.worth = laid.iter().map(|card| self.worth(*card)).sum();
        let hand = deal.hands[self.know.me.index() & 3];
        let node = Node { hand, left: hand.len(), value: 0.0, broken: false, depth: 0, trick };
        let legal = deal.legal();
        let mut found = Vec::with_capacity(legal.len());
        let mut best = f64::NEG_INFINITY;
        for card in legal {
            let mut value = 0.0;
            for (next, weight) in self.own(&node, card) {
                value += weight * self.value(next, best)?;
            }
            best = best.max(value);
            found.push((card, value));
        }
        Some(found)
    }

    fn worth(&self, card: Card) -> f64 {
        f64::from(self.know.deal.objective.worth[usize::from(card.0 & 63)])
    }

    fn value(&mut self, node: Node, best: f64) -> Option<f64> {
        if !self.meter.node() {
            return None;
        }
        if node.left == 0 || node.depth >= self.settings.tricks {
            return Some(node.value);
        }
        let (mut sum, mut count) = (0.0, 0.0);
        let children = if node.trick.player == self.know.me.0 {
            let mut list = Vec::with_capacity(node.hand.len());
            self.legal(&node).iter().for_each(|card| list.extend(self.own(&node, card)));
            list
        } else {
            self.others(&node)
        };
        let mine = self.know.with[usize::from(node.trick.player & 3)] > 0.0;
        for (next, weight) in children {
            let value = self.value(next, best)?;
            sum += weight * value;
            count += weight;
            // A move that is not better for the own side than what the root has already: the rest is left out.
            if self.settings.pruning && !mine && value <= best {
                break;
            }
        }
        Some(if count > 0.0 { sum / count } else { node.value })
    }

    /// The own cards that may be played on a trick that is partly supposed.
    fn legal(&self, node: &Node) -> Hand {
        let law = &self.know.deal.law;
        let hand = node.hand;
        let Some(led) = node.trick.led.filter(|_| !law.free) else { return self.narrowed(node, hand) };
        let follow = hand.of(led);
        let overtakes = law.overtake != Overtake::Never;
        let over = |set: Hand| match node.trick.top {
            Top::Card(top) if overtakes && set.meets(law.above(top)) => set.and(law.above(top)),
            _ => set,
        };
        if !follow.is_empty() {
            let same = matches!(node.trick.top, Top::Card(top) if top.suit() == led);
            return self.narrowed(node, if same { over(follow) } else { follow });
        }
        let trumps = law.trump.map_or(Hand::EMPTY, |suit| hand.of(suit));
        if trumps.is_empty() {
            return self.narrowed(node, hand);
        }
        let trumped = matches!(node.trick.top, Top::Card(top) if Some(top.suit()) == law.trump);
        self.narrowed(node, if trumped { over(trumps) } else { trumps })
    }

    /// The duties beyond the law of tricks.
    fn narrowed(&self, node: &Node, legal: Hand) -> Hand {
        let duties = &self.know.deal.duties;
        let p = self.know.me.index() & 3;
        let kings = if duties.queen_first { (node.hand.0 & node.hand.0 >> 1 & 0x1010_1010) << 1 } else { 0 };
        let legal = if legal.minus(Hand(kings)).is_empty() { legal } else { legal.minus(Hand(kings)) };
        let free = legal.minus(duties.kept[p]);
        if free.is_empty() { legal } else { free }
    }

    /// An own card: one move, or two where it is not known whether it takes the trick.
    fn own(&self, node: &Node, card: Card) -> Vec<(Node, f64)> {
        let law = &self.know.deal.law;
        let takes = match node.trick.top {
            Top::None => Some(true),
            Top::Card(top) => Some(law.beats(card, top)),
            Top::Some(suit) if suit == card.suit() => None,
            Top::Some(_) => Some(law.trump == Some(card.suit())),
        };
        let mut after = *node;
        after.hand.remove(card);
        after.value += self.marriage(node, card);
        let feat = self.know.deal.objective.feats.iter().position(|feat| match feat {
            Feat::Takes { card: own, .. } => *own == card,
            Feat::Trickless { .. } | Feat::Earlier { .. } => false,
        });
        let lay = |wins: bool, chance: f64| {
            let mut next = after;
            next.trick.feat =
                feat.map(|feat| (feat, wins)).or(node.trick.feat.map(|(feat, _)| (feat, false)));
            self.lay(&mut next, (Top::Card(card), card.suit()), self.worth(card), wins, chance);
            (next, chance)
        };
        match takes {
            Some(wins) => {
                let (next, _) = lay(wins, 1.0);
                vec![(next, 1.0)]
            }
            None => {
                let same = self.unseen.of(card.suit());
                let higher = same.and(law.above(card)).len();
                let wins = 1.0 - higher as f64 / same.len().max(1) as f64;
                vec![lay(true, wins), lay(false, 1.0 - wins)]
            }
        }
    }

    /// What a lead announces.
    fn marriage(&self, node: &Node, card: Card) -> f64 {
        let deal = &self.know.deal;
        if deal.objective.race.is_none() || node.trick.led.is_some() {
            return 0.0;
        }
        let partner = match card.height() {
            4 => Card(card.0 + 1),
            5 => Card(card.0 - 1),
            _ => return 0.0,
        };
        match node.hand.has(partner) {
            true if deal.law.trump == Some(card.suit()) => 40.0,
            true => 20.0,
            false => 0.0,
        }
    }

    /// What another player may do, class by class.
    fn others(&self, node: &Node) -> Vec<(Node, f64)> {
        let law = &self.know.deal.law;
        let may = self.know.may[usize::from(node.trick.player & 3)];
        let all = may.len().max(1) as f64;
        let mut list = Vec::with_capacity(8);
        let mut lay = |suit: Suit, wins: bool, chance: f64| {
            if chance > 0.0 {
                let mut next = *node;
                if let Some((feat, _)) = next.trick.feat.filter(|_| wins) {
                    next.trick.feat = Some((feat, false));
                }
                let worth = self.mean[usize::from(suit.0).min(4)] * chance;
                self.lay(&mut next, (Top::Some(suit), suit), worth, wins, chance);
                list.push((next, 1.0));
            }
        };
        let Some(led) = node.trick.led else {
            (0..5).map(Suit).for_each(|suit| lay(suit, true, may.of(suit).len() as f64 / all));
            return list;
        };
        let follow = may.of(led).len() as f64 / all;
        let higher = |suit: Suit| match node.trick.top {
            Top::Card(top) => may.of(suit).and(law.above(top)).len() as f64 / all,
            _ => may.of(suit).len() as f64 / all / 2.0,
        };
        let top = match node.trick.top {
            Top::Card(card) => card.suit(),
            Top::Some(suit) => suit,
            Top::None => led,
        };
        let over = if top == led { higher(led) } else { 0.0 };
        lay(led, false, follow - over);
        lay(led, true, over);
        // Nobody need follow while cards are drawn: then the classes do not exclude each other.
        let misses = |chance: f64| if law.free { 1.0 } else { 1.0 - chance };
        let trump = law.trump.filter(|trump| *trump != led);
        let trumping = trump.map_or(0.0, |suit| may.of(suit).len() as f64 / all);
        if let Some(trump) = trump {
            let over = if top == trump { higher(trump) } else { trumping };
            lay(trump, true, over * misses(follow));
            lay(trump, false, (trumping - over) * misses(follow));
        }
        for suit in (0..5).map(Suit).filter(|suit| *suit != led && Some(*suit) != trump) {
            lay(suit, false, may.of(suit).len() as f64 / all * misses(follow) * misses(trumping));
        }
        list
    }

    /// Lays a card, and closes the trick if it was the last.
    fn lay(&self, next: &mut Node, (top, suit): (Top, Suit), worth: f64, wins: bool, chance: f64) {
        let players = self.know.deal.players;
        let trick = &mut next.trick;
        trick.led = trick.led.or(Some(suit));
        if wins {
            trick.top = top;
            trick.holder = trick.player;
        }
        trick.worth += if matches!(top, Top::Card(_)) { worth * chance } else { worth };
        trick.chance *= chance;
        trick.laid += 1;
        trick.player = self.know.deal.after(trick.player, 1);
        if trick.laid == players {
            self.close(next);
        }
    }

    /// A trick is complete: this is where values come from.
    fn close(&self, node: &mut Node) {
        let trick = node.trick;
        let taker = usize::from(trick.holder & 3);
        node.left -= 1;
        node.depth += 1;
        let with = self.know.with[taker];
        let last = if node.left == 0 { f64::from(self.know.deal.objective.last) } else { 0.0 };
        node.value += with * (trick.worth + last);
        if let Some((feat, won)) = trick.feat
            && let Some(Feat::Takes { trick: meant, .. }) = self.know.deal.objective.feats.get(feat)
        {
            let outcome = match (usize::from(*meant) == node.left, won) {
                (false, _) => ELSEWHERE,
                (true, false) => KILLED,
                (true, true) => MADE,
            };
            node.value += self.paid[feat][outcome];
        }
        if let Some((side, sign)) = self.trickless
            && !node.broken
            && self.know.deal.side(trick.holder) == side
        {
            node.value += sign * BROKEN * trick.chance;
            node.broken = true;
        }
        node.trick = Trick {
            led: None,
            top: Top::None,
            holder: trick.holder,
            player: trick.holder,
            laid: 0,
            worth: 0.0,
            chance: 1.0,
            feat: None,
        };
    }
}

/// What the feats of a deal are paid in points of the own side, and whose trick breaks a contract about tricks.
fn prices(know: &Knowing) -> (Vec<[f64; 3]>, Option<(usize, f64)>) {
    let deal = &know.deal;
    let objective = &deal.objective;
    let side = if deal.side(know.me.0) == 0 { 1.0 } else { -1.0 };
    let open = |code: usize| deal.tally.codes >> code & 1 == 1;
    let at = |code: usize| {
        let row = objective.money.get(code)?;
        row.get(row.len() / 2).map(|price| f64::from(*price))
    };
    let span = objective.money.iter().filter_map(|row| Some(f64::from(*row.last()? - *row.first()?)));
    let points = objective.money.first().map_or(1, |row| row.len().max(2) - 1) as f64;
    let point = span.fold(0.0, f64::max) / points;
    let mut paid = Vec::new();
    let mut trickless = None;
    let mut step = 1;
    for feat in &objective.feats {
        let outcomes = feat.outcomes();
        // The prices of the outcomes, everything else being as it would be if nothing happened.
        let price = |outcome: usize| {
            let code = (0..objective.codes()).find(|code| open(*code) && code / step % outcomes == outcome);
            code.and_then(at)
        };
        match feat {
            Feat::Takes { .. } => {
                let base = price(ELSEWHERE).unwrap_or(0.0);
                let worth = |outcome: usize| match price(outcome) {
                    Some(price) if point > 0.0 => side * (price - base) / point,
                    _ => 0.0,
                };
                // As long as the card is held, half of what it may bring counts as had.
                let held = worth(MADE) / 2.0;
                paid.push([-held, worth(KILLED) - held, held]);
            }
            Feat::Trickless { side: empty } => {
                paid.push([0.0; 3]);
                if let (Some(took), Some(none)) = (price(0), price(1))
                    && point == 0.0
                    && took != none
                {
                    trickless = Some((usize::from(*empty), side * (took - none).signum()));
                }
            }
            Feat::Earlier { .. } => paid.push([0.0; 3]),
        }
        step *= outcomes;
    }
    (paid, trickless)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cards::{Deck, Duties, Law, Objective, Tally};
    use game::Limit;

    fn set(text: &str) -> Hand {
        Deck::German32.hand(text).unwrap()
    }

    /// Mariáš for two, as in the example of 4.1.2: hearts are trumps, the own hand and what the other may hold.
    fn two(mine: &str, theirs: &str) -> Knowing {
        let worth = std::array::from_fn(|card| i16::from(card < 32 && card & 7 >= 6));
        let objective = Objective {
            worth,
            last: 1,
            feats: vec![],
            money: vec![(0..=9).collect()],
            race: None,
            shares: [1, -1, 0, 0],
            extras: vec![],
        };
        let law = Law::plain().with_trump(Suit(0)).overtaking(Overtake::UnlessTrumped);
        let deal = Deal {
            players: 2,
            idle: None,
            law,
            duties: Duties::default(),
            first: 1,
            objective,
            hands: [set(mine), Hand::EMPTY, Hand::EMPTY, Hand::EMPTY],
            trick: cards::Trick::new(0),
            tally: Tally { codes: 1, ..Tally::default() },
            stock: cards::Stock::default(),
        };
        let may = [Hand::EMPTY, set(theirs), Hand::EMPTY, Hand::EMPTY];
        Knowing { me: Player(0), deal, may, with: [1.0, -1.0, -1.0, -1.0] }
    }

    fn node(hand: Hand, value: f64) -> Node {
        let trick = Trick {
            led: None,
            top: Top::None,
            holder: 0,
            player: 0,
            laid: 0,
            worth: 0.0,
            chance: 1.0,
            feat: None,
        };
        Node { hand, left: hand.len(), value, broken: false, depth: 0, trick }
    }

    #[test]
    fn the_example_of_the_thesis_has_its_values() {
        // One ten against two: the state is worth -1. The nine of bells is led.
        let know = two("B9 L7", "BJ HA H9 A9 AA");
        let mut meter = Meter::start(&Limit::default());
        let search = Search::new(&know, Settings { tricks: 1, pruning: false }, &mut meter);
        let nine = Deck::German32.card("B9").unwrap();
        let led = search.own(&node(set("B9 L7"), -1.0), nine)[0].0;
        let answer = |suit: u8, worth: f64, wins: bool, chance: f64| {
            let mut next = led;
            search.lay(&mut next, (Top::Some(Suit(suit)), Suit(suit)), worth * chance, wins, chance);
            next.value
        };
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
        close(answer(2, 0.0, false, 0.08), -1.0);
        close(answer(2, 0.0, true, 0.10), -1.0);
        close(answer(0, 0.0, true, 0.32), -1.0);
        close(answer(0, 1.0, true, 0.15), -1.15);
        close(answer(3, 0.0, false, 0.06), -1.0);
        close(answer(3, 1.0, false, 0.04), -0.96);
    }

    #[test]
    fn classes_of_moves_have_the_probabilities_of_the_thesis() {
        // Eight cards: bells one lower and one higher, two trumps, leaves one, acorns three of which one counts.
        let know = two("B9 L7", "B8 BJ HA H9 L8 A7 A9 AA");
        let mut meter = Meter::start(&Limit::default());
        let search = Search::new(&know, Settings { tricks: 1, pruning: false }, &mut meter);
        let led = search.own(&node(set("B9 L7"), 0.0), Deck::German32.card("B9").unwrap())[0].0;
        let found: Vec<f64> = search.others(&led).iter().map(|(next, _)| next.value).collect();
        // Lower and higher in suit bring nothing; a trump is worth a half and lowered by the chance of following.
        let (follow, trump) = (2.0 / 8.0, 2.0 / 8.0);
        let discard = (1.0 - follow) * (1.0 - trump);
        let expected = [0.0, 0.0, -0.5 * trump * (1.0 - follow), 0.0, 1.0 / 3.0 * (3.0 / 8.0) * discard];
        assert_eq!(found.len(), expected.len());
        found.iter().zip(expected).for_each(|(a, b)| assert!((a - b).abs() < 1e-9, "{found:?}"));
    }

    #[test]
    fn a_card_against_an_anonymous_one_is_two_moves_that_add_up_to_one() {
        let know = two("BK L7", "B8 BJ B10 BA");
        let mut meter = Meter::start(&Limit::default());
        let search = Search::new(&know, Settings { tricks: 1, pruning: false }, &mut meter);
        let mut asked = node(set("BK L7"), 0.0);
        asked.trick.player = 1;
        let (led, _) = search.others(&asked)[0];
        let split = search.own(&led, Deck::German32.card("BK").unwrap());
        assert_eq!(split.iter().map(|(_, weight)| *weight).collect::<Vec<_>>(), [0.5, 0.5]);
        assert!(split[0].0.trick.player == 0 && split[1].0.trick.player == 1);
    }

    #[test]
    fn the_root_takes_the_best_and_a_node_the_average() {
        // Against a hand that may hold anything of bells below the ace, the ace of bells is the card that wins a trick.
        let know = two("BA L7", "B8 BJ B10 B9");
        let mut meter = Meter::start(&Limit::default());
        let values = Search::new(&know, Settings { tricks: 1, pruning: false }, &mut meter).values().unwrap();
        let best = values.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
        assert_eq!(best.0, Deck::German32.card("BA").unwrap());
        let mut short = Meter::start(&Limit::nodes(2));
        assert!(Search::new(&know, Settings { tricks: 2, pruning: false }, &mut short).values().is_none());
    }
}
