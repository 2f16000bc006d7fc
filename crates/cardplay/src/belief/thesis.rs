//! The approximate table of the thesis on šnaps agents (chapter 6.1): how likely each of the others holds each card, kept by
//! small rules instead of counting.
//!
//! - A card whose place becomes known takes it; cards without evidence of their own are then as likely as room is left:
//!   5/17, 6/17, 6/17 after the first of 18.
//! - Algorithm 6.1.1 sets one probability of a card and keeps the ratio of the others. 6.1.2 combines evidence around 1/3:
//!   on the same side of it the stronger one stays, on the other side the newer one.
//! - A *fact* says that a player holds at least so many of some cards. Algorithm 6.1.3 raises them, `p(1 + p(1 - p))` until
//!   they sum to at least that many and one is above 1/3. A fact remembers what it changed, takes it back when it has been
//!   fulfilled by a card played, and is dropped once the table says it all.
//! - Partners: 1 together, -1 against each other, 0 not known.
//!
//! Rows sum to 1. The table knows three others; numbers of players are those of the game.

use super::{Made, Table};
use cards::{Card, Hand, Law, TrickTaking};
use game::{Contradiction, Player, Rng, Turn};

/// Players at the table of the thesis.
const PLAYERS: usize = 4;
/// How often algorithm 6.1.3 is repeated at most: values creep towards 1 without reaching it.
const ROUNDS: usize = 200;

/// "This player holds at least so many of these cards."
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// Who.
    pub player: usize,
    /// Which cards.
    pub cards: Hand,
    /// How many of them at least.
    pub least: usize,
    /// The probabilities of the player before and after the fact changed them.
    changed: Vec<(Card, f64, f64)>,
}

impl Fact {
    /// Whether a hand agrees with the fact.
    pub fn holds(&self, hand: Hand) -> bool {
        hand.and(self.cards).len() >= self.least
    }
}

/// The table.
#[derive(Clone, PartialEq, Debug)]
pub struct Thesis {
    me: usize,
    /// How many cards of each other player are not known yet.
    room: [usize; PLAYERS],
    /// The cards that are not gone and not the own ones.
    cards: Hand,
    rows: [[f64; PLAYERS]; 64],
    /// The cards about which there is evidence: they do not follow the room that is left.
    told: Hand,
    /// The cards whose holder is certain.
    sure: Hand,
    /// The cards each player cannot hold.
    never: [Hand; PLAYERS],
    facts: Vec<Fact>,
}

impl Thesis {
    /// The table of a player who was dealt `own` of `pack`; the others hold so many cards each.
    pub fn new(me: usize, own: Hand, pack: Hand, held: usize) -> Thesis {
        let mut room = [held; PLAYERS];
        room[me % PLAYERS] = 0;
        let mut table = Thesis {
            me: me % PLAYERS,
            room,
            cards: pack.minus(own),
            rows: [[0.0; PLAYERS]; 64],
            told: Hand::EMPTY,
            sure: Hand::EMPTY,
            never: [Hand::EMPTY; PLAYERS],
            facts: Vec::new(),
        };
        table.settle();
        table
    }

    /// How likely a player holds a card.
    pub fn p(&self, player: usize, card: Card) -> f64 {
        self.rows[usize::from(card.0 & 63)][player % PLAYERS]
    }

    /// The cards that are not gone.
    pub fn cards(&self) -> Hand {
        self.cards
    }

    /// The facts that the table does not hold yet.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Whether all hands agree with the facts and with what is certain.
    pub fn possible(&self, hands: &[Hand; PLAYERS]) -> bool {
        let fits = |p: usize| {
            self.cards.iter().all(|card| {
                let likely = self.p(p, card);
                p == self.me || if hands[p].has(card) { likely > 0.0 } else { likely < 1.0 }
            })
        };
        (0..PLAYERS).all(fits) && self.facts.iter().all(|fact| fact.holds(hands[fact.player]))
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let me = self.me;
        (0..PLAYERS).filter(move |&p| p != me)
    }

    /// Cards without evidence are as likely as room is left where they may be.
    fn settle(&mut self) {
        for card in self.cards.minus(self.told) {
            let room = |table: &Thesis, p: usize| if table.never[p].has(card) { 0 } else { table.room[p] };
            let all: usize = self.others().map(|p| room(self, p)).sum();
            if all > 0 {
                let row: [f64; PLAYERS] = std::array::from_fn(|p| room(self, p) as f64 / all as f64);
                self.rows[usize::from(card.0 & 63)] = row;
            }
        }
    }

    /// A player is known to hold a card.
    pub fn certain(&mut self, player: usize, card: Card) {
        if !self.cards.has(card) || self.sure.has(card) {
            return;
        }
        self.sure.add(card);
        self.rows[usize::from(card.0 & 63)] = std::array::from_fn(|p| f64::from(u8::from(p == player)));
        self.told.add(card);
        self.room[player] = self.room[player].saturating_sub(1);
        self.settle();
    }

    /// A player is known not to hold these cards.
    ///
    /// # Errors
    /// A card that nobody could hold then.
    pub fn lacks(&mut self, player: usize, cards: Hand) -> Result<(), Contradiction> {
        self.never[player] = self.never[player].or(cards);
        for card in cards.and(self.cards).and(self.told) {
            if self.sure.has(card) && self.p(player, card) >= 1.0 {
                return Err(Contradiction(format!("player {} showed a card and denied it", player + 1)));
            }
            self.set(player, card, 0.0);
        }
        self.settle();
        for card in self.cards {
            let mut open = self.others().filter(|&p| self.p(p, card) > 0.0);
            let Some(first) = open.next() else {
                return Err(Contradiction::new("nobody can hold a card that is not gone"));
            };
            if open.next().is_none() {
                self.certain(first, card);
            }
        }
        Ok(())
    }

    /// Algorithm 6.1.1: sets one probability and keeps the ratio of the others.
    pub fn set(&mut self, player: usize, card: Card, x: f64) {
        let row = &mut self.rows[usize::from(card.0 & 63)];
        let rest: f64 = (0..PLAYERS).filter(|&p| p != player).map(|p| row[p]).sum();
        if rest <= 0.0 {
            return; // Certain already.
        }
        for (p, value) in row.iter_mut().enumerate() {
            *value = if p == player { x } else { (1.0 - x) * *value / rest };
        }
        self.told.add(card);
    }

    /// Algorithm 6.1.2: evidence that the probability is `x`, beside what was known before.
    pub fn evidence(&mut self, player: usize, card: Card, x: f64) {
        let p = self.p(player, card);
        if !self.cards.has(card) || p <= 0.0 || p >= 1.0 {
            return;
        }
        self.set(player, card, combined(p, x));
    }

    /// Adds a fact: a player holds at least `least` of `cards`.
    ///
    /// # Errors
    /// The fact contradicts what is certain.
    pub fn fact(&mut self, player: usize, cards: Hand, least: usize) -> Result<(), Contradiction> {
        let mut fact = Fact { player, cards: cards.and(self.cards), least, changed: Vec::new() };
        if self.spent(&mut fact)? {
            return Ok(());
        }
        let open: Vec<Card> = self.open(&fact).iter().collect();
        let sure = self.sure(&fact);
        let before: Vec<f64> = open.iter().map(|&card| self.p(player, card)).collect();
        let raised = raise(&before, (least - sure) as f64);
        for ((card, before), after) in open.into_iter().zip(before).zip(raised) {
            self.set(player, card, after);
            fact.changed.push((card, before, after));
        }
        self.facts.push(fact);
        Ok(())
    }

    /// The cards of a fact that its player may or may not hold.
    fn open(&self, fact: &Fact) -> Hand {
        let unsure = |card: &Card| (1e-12..1.0).contains(&self.p(fact.player, *card));
        fact.cards.and(self.cards).iter().filter(unsure).collect()
    }

    /// How many cards of a fact its player holds for certain.
    fn sure(&self, fact: &Fact) -> usize {
        fact.cards.and(self.cards).iter().filter(|&card| self.p(fact.player, card) >= 1.0).count()
    }

    /// Whether the table says all that a fact says; cards that must be in the hand are put there.
    fn spent(&mut self, fact: &mut Fact) -> Result<bool, Contradiction> {
        let (sure, open) = (self.sure(fact), self.open(fact));
        if sure >= fact.least {
            return Ok(true);
        }
        if sure + open.len() < fact.least {
            let (who, least) = (fact.player + 1, fact.least);
            return Err(Contradiction(format!("player {who} must hold {least} cards of a set and cannot")));
        }
        if sure + open.len() == fact.least {
            open.iter().for_each(|card| self.certain(fact.player, card));
            return Ok(true);
        }
        Ok(false)
    }

    /// A player played a card; what the law of tricks shows by it is [`Thesis::follow`].
    ///
    /// # Errors
    /// What was certain and is not so.
    pub fn played(&mut self, player: usize, card: Card) -> Result<(), Contradiction> {
        if player != self.me {
            if self.p(player, card) <= 0.0 {
                return Err(Contradiction(format!("player {} played a card he could not hold", player + 1)));
            }
            self.certain(player, card);
        }
        self.cards.remove(card);
        let mut kept = Vec::new();
        for mut fact in std::mem::take(&mut self.facts) {
            if fact.player == player && fact.cards.has(card) {
                fact.least = fact.least.saturating_sub(1);
                self.undo(&fact, card);
            }
            fact.cards.remove(card);
            fact.changed.retain(|(changed, _, _)| *changed != card);
            if fact.least > 0 && !self.spent(&mut fact)? {
                kept.push(fact);
            }
        }
        self.facts = kept;
        Ok(())
    }

    /// A card fulfilled a fact: what it had raised goes back to what it was, unless other evidence came since.
    fn undo(&mut self, fact: &Fact, played: Card) {
        for &(card, before, after) in fact.changed.iter().filter(|(card, _, _)| *card != played) {
            let now = self.p(fact.player, card);
            if now > 0.0 && now < 1.0 && (now - after).abs() < 1e-9 {
                self.set(fact.player, card, before);
            } else if now > 0.0 && now < 1.0 {
                self.set(fact.player, card, combined(now, before));
            }
        }
    }

    /// A trick so far, in the order it was played from `leader` on: what each card denies, and the cards themselves.
    ///
    /// # Errors
    /// What was certain and is not so.
    pub fn follow(&mut self, law: &Law, leader: usize, trick: &[Card]) -> Result<(), Contradiction> {
        for (i, &card) in trick.iter().enumerate() {
            let player = (leader + i) % PLAYERS;
            self.played(player, card)?;
            if player != self.me {
                self.lacks(player, law.denied(&trick[..i], card))?;
            }
        }
        Ok(())
    }

    /// The table of partners when the player `chooser` called a card: 1 together, -1 against each other, 0 not known.
    /// `held` is the player who holds or held the called card, if that is known.
    pub fn partners(&self, chooser: usize, called: Card, held: Option<usize>) -> [[i8; PLAYERS]; PLAYERS] {
        let holders: Vec<usize> = match held {
            Some(p) => vec![p],
            None => self.others().filter(|&p| self.p(p, called) > 0.0).collect(),
        };
        let side = |holder: usize, p: usize| p == chooser || p == holder;
        std::array::from_fn(|p| {
            std::array::from_fn(|q| {
                let same = |&&holder: &&usize| p == q || side(holder, p) == side(holder, q);
                match holders.iter().filter(same).count() {
                    n if n == holders.len() => 1,
                    0 => -1,
                    _ => 0,
                }
            })
        })
    }
}

/// The table that the owner of a view would have made, card by card as they were played. `facts` are known from the start:
/// a player, cards, and how many of them he holds at least.
///
/// # Errors
/// What contradicts itself, or that the view is not one of a player of four in play.
pub fn of<G: TrickTaking>(
    game: &G,
    view: &G::View,
    facts: &[(usize, Hand, usize)],
) -> Result<Thesis, Contradiction> {
    let s = game.sample(view, &mut Rng::new(1))?;
    let (Some(me), Some(first), PLAYERS) = (game.viewer(view), game.opening(&s), game.players()) else {
        return Err(Contradiction::new(
            "the table of the thesis is for a player of four, while cards are played",
        ));
    };
    let (own, pack) = (game.hand(&first, me), game.deck().cards());
    let mut table = Thesis::new(me.index(), own, pack, own.len());
    let Turn::Player(Player(leader)) = game.turn(&first) else {
        return Err(Contradiction::new("nobody leads to the first trick"));
    };
    for &(player, cards, least) in facts.iter().filter(|fact| fact.0 != me.index()) {
        table.fact(player, cards, least)?;
    }
    let (law, mut leader) = (game.law(&s), usize::from(leader));
    for trick in game.plays(&s).chunks(PLAYERS) {
        table.follow(&law, leader, trick)?;
        leader = (leader + law.winner(trick)) % PLAYERS;
    }
    // What was said and shown denies cards, too.
    for p in Player::all(PLAYERS).filter(|&p| p != me) {
        table.lacks(p.index(), table.cards().minus(game.possible(view, p)))?;
    }
    Ok(table)
}

impl Thesis {
    /// As the other tables are.
    pub fn table(&self) -> Table {
        let rows = self.cards.iter().map(|card| (card, self.rows[usize::from(card.0 & 63)].to_vec()));
        Table { made: Made::Thesis, deals: None, rows: rows.collect() }
    }
}

/// Algorithm 6.1.2: what is believed after evidence for `x` where `p` was believed.
pub fn combined(p: f64, x: f64) -> f64 {
    const EVEN: f64 = 1.0 / 3.0;
    let even = |y: f64| (y - EVEN).abs() < 1e-12;
    if even(p) {
        x
    } else if p < EVEN {
        if x > EVEN && !even(x) { x } else { x.min(p) }
    } else if x < EVEN && !even(x) {
        x
    } else {
        x.max(p)
    }
}

/// Algorithm 6.1.3: raises probabilities until they sum to at least `least` and one of them is above 1/3.
pub fn raise(values: &[f64], least: f64) -> Vec<f64> {
    let mut now = values.to_vec();
    for _ in 0..ROUNDS {
        now.iter_mut().for_each(|p| *p *= 1.0 + *p * (1.0 - *p));
        if now.iter().sum::<f64>() >= least && now.iter().any(|&p| p > 1.0 / 3.0) {
            break;
        }
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The 24 cards of šnaps, and six of them for player 0.
    const PACK: Hand = Hand(0xFCFC_FCFC);
    const OWN: Hand = Hand(0x00FC);

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 5e-5, "{a} is not {b}");
    }

    fn table() -> Thesis {
        Thesis::new(0, OWN, PACK, 6)
    }

    fn sums(table: &Thesis) {
        for card in table.cards() {
            let sum: f64 = (0..4).map(|p| table.p(p, card)).sum();
            assert!((sum - 1.0).abs() < 1e-9, "the row of {card:?} sums to {sum}");
        }
    }

    const ACE: Card = Card(15);
    const UNTER: Card = Card(11);

    #[test]
    fn every_card_is_a_third_likely_at_the_start_and_the_own_ones_are_nobodys() {
        let table = table();
        for card in PACK.minus(OWN) {
            (1..4).for_each(|p| near(table.p(p, card), 1.0 / 3.0));
        }
        assert_eq!(table.p(1, Card(2)), 0.0);
        sums(&table);
    }

    #[test]
    fn a_card_found_leaves_five_and_six_seventeenths() {
        let mut table = table();
        table.certain(1, ACE);
        assert_eq!([1, 2, 3].map(|p| table.p(p, ACE)), [1.0, 0.0, 0.0]);
        near(table.p(1, UNTER), 5.0 / 17.0);
        near(table.p(2, UNTER), 6.0 / 17.0);
        near(table.p(3, UNTER), 6.0 / 17.0);
        sums(&table);
    }

    #[test]
    fn algorithm_1_keeps_the_ratio_of_the_others() {
        let mut table = table();
        table.set(1, ACE, 0.05);
        assert_eq!(table.p(1, ACE), 0.05);
        near(table.p(2, ACE), 0.475);
        near(table.p(3, ACE), 0.475);
        sums(&table);
    }

    #[test]
    fn algorithm_2_keeps_the_stronger_evidence_on_one_side_of_a_third_and_the_newer_across() {
        near(combined(1.0 / 3.0, 0.45), 0.45);
        near(combined(0.62, 0.45), 0.62);
        near(combined(0.45, 0.62), 0.62);
        near(combined(0.62, 0.1), 0.1);
        near(combined(0.1, 0.2), 0.1);
        near(combined(0.2, 0.1), 0.1);
        near(combined(0.2, 0.5), 0.5);
        near(combined(0.2, 1.0 / 3.0), 0.2);
    }

    #[test]
    fn algorithm_3_raises_the_green_unter_and_the_green_ace_as_in_the_thesis() {
        let p: f64 = 1.0 / 3.0;
        near(p * (1.0 + p * (1.0 - p)), 11.0 / 27.0);
        near(0.125 * (1.0 + 0.125 * 0.875), 0.138_671_875);
        let raised = raise(&[1.0 / 3.0, 0.125], 1.0);
        near(raised[0], 0.9133);
        near(raised[1], 0.2333);
    }

    /// The situation of the thesis: two greens are left, the ace likely with player 2.
    fn greens() -> Thesis {
        let mut table = table();
        table.set(2, ACE, 0.75);
        table
    }

    #[test]
    fn a_fact_raises_the_cards_it_speaks_of_and_leaves_the_other_evidence_standing() {
        let mut table = greens();
        near(table.p(1, ACE), 0.125);
        table.fact(1, ACE.bit().or(UNTER.bit()), 1).unwrap();
        near(table.p(1, UNTER), 0.9133);
        near(table.p(1, ACE), 0.2333);
        near(table.p(2, ACE), 0.75 / 0.875 * (1.0 - table.p(1, ACE)));
        assert!((table.p(2, ACE) - 0.66).abs() < 0.005, "the thesis gives 0.66");
        sums(&table);
    }

    #[test]
    fn two_even_cards_are_raised_to_one_half_and_a_little() {
        let raised = raise(&[1.0 / 3.0, 1.0 / 3.0], 1.0);
        near(raised[0], 0.5058);
    }

    #[test]
    fn a_fact_of_which_one_card_is_left_makes_it_certain_and_is_dropped() {
        let mut table = table();
        table.fact(1, ACE.bit().or(UNTER.bit()), 1).unwrap();
        near(table.p(1, UNTER), 0.5058);
        table.played(3, ACE).unwrap();
        assert_eq!(table.p(1, UNTER), 1.0);
        assert!(table.facts().is_empty());
        sums(&table);
    }

    #[test]
    fn a_fact_that_a_card_fulfilled_takes_back_what_it_changed() {
        let mut table = table();
        table.fact(1, ACE.bit().or(UNTER.bit()), 1).unwrap();
        table.played(1, ACE).unwrap();
        near(table.p(1, UNTER), 1.0 / 3.0);
        assert!(table.facts().is_empty());
        sums(&table);
    }

    #[test]
    fn evidence_that_came_since_a_fact_survives_its_end() {
        let mut table = table();
        table.fact(1, ACE.bit().or(UNTER.bit()), 1).unwrap();
        table.evidence(1, UNTER, 0.9);
        table.played(1, ACE).unwrap();
        near(table.p(1, UNTER), 0.9);
        sums(&table);
    }

    #[test]
    fn facts_are_checked_against_hands_and_against_what_is_certain() {
        let mut table = table();
        let greens = PACK.and(Hand(0xFF00));
        table.fact(3, greens, 2).unwrap();
        let mut hands = [OWN, Hand(0xFC_0000), Hand(0xFC00_0000), greens];
        assert!(table.possible(&hands));
        hands.swap(1, 3);
        assert!(!table.possible(&hands));
        let mut denied = Thesis::new(0, OWN, PACK, 6);
        denied.lacks(1, greens).unwrap();
        assert!(denied.fact(1, greens, 1).unwrap_err().to_string().contains("cannot"));
        near(denied.p(2, ACE), 0.5);
        sums(&denied);
    }

    #[test]
    fn a_card_that_everybody_else_denied_is_certain() {
        let mut table = table();
        table.lacks(1, ACE.bit()).unwrap();
        table.lacks(2, ACE.bit()).unwrap();
        assert_eq!(table.p(3, ACE), 1.0);
        assert!(table.lacks(3, ACE.bit()).is_err());
    }

    #[test]
    fn partners_are_known_as_far_as_the_called_card_is() {
        let mut table = table();
        let unknown = table.partners(1, ACE, None);
        assert_eq!(unknown[0], [1, -1, 0, 0], "who does not hold it is against the chooser");
        table.lacks(1, ACE.bit()).unwrap();
        let against = table.partners(1, ACE, None);
        assert_eq!(against[0][1], -1);
        assert_eq!(against[2][3], -1, "one of them is the partner");
        assert_eq!(against[1][2], 0);
        let own = table.partners(1, ACE, Some(0));
        assert_eq!(own, [[1, 1, -1, -1], [1, 1, -1, -1], [-1, -1, 1, 1], [-1, -1, 1, 1]]);
    }
}
