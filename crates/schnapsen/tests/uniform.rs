//! Worlds against exhaustive enumeration: every way to place the unseen cards on the other hand and the talon that the record
//! of the deal allows; the draws must be exactly these, equally often.

use cards::{Card, Hand};
use game::{Game, Observe, Player, Rng};
use schnapsen::{Move, PACK, Phase, Schnapsen, State, View};
use std::collections::BTreeMap;

/// A random deal stopped after so many cards; `None` if it ended before.
fn ending(game: &Schnapsen, rng: &mut Rng, plays: u8) -> Option<(Vec<Move>, State)> {
    let mut s = game.initial();
    let (mut line, mut scratch) = (Vec::new(), Vec::new());
    while s.made < plays || s.phase != Phase::Play {
        let mv = game.pick(&s, rng, &mut scratch)?;
        game.apply(&mut s, mv);
        line.push(mv);
        if s.ended() {
            return None;
        }
    }
    Some((line, s))
}

/// Whether the moves of the record are legal from where drawing ended when the other player held `hand` then.
fn allowed(game: &Schnapsen, line: &[Move], hand: Hand, other: usize) -> bool {
    let mut s = game.initial();
    let mut strict = None;
    let mut legal = Vec::new();
    for &mv in line {
        let begins = !s.drawing() && s.dealt == 20 && s.phase != Phase::Deal;
        if begins && strict.is_none() {
            s.hands[other] = hand;
            strict = Some(());
        }
        if strict.is_some() {
            legal.clear();
            game.moves(&s, &mut legal);
            if !legal.contains(&mv) {
                return false;
            }
        }
        game.apply(&mut s, mv);
    }
    true
}

/// All positions a view allows: the other hand and the hidden talon in order.
fn all(game: &Schnapsen, line: &[Move], s: &State, v: &View) -> BTreeMap<(Hand, Vec<u8>), f64> {
    let other = 1 - v.who.unwrap().index();
    let played: Hand = s.plays[..usize::from(s.made)].iter().copied().collect();
    let unseen = PACK.minus(played).minus(s.hands[1 - other]).minus(s.face_up().bit());
    let since: Hand = match game.with_hands_played(s, other) {
        Some(cards) => cards,
        None => Hand::EMPTY,
    };
    let mut found = BTreeMap::new();
    let n = unseen.len();
    for set in 0u32..1 << n {
        if set.count_ones() as usize != s.hands[other].len() {
            continue;
        }
        let hand: Hand = (0..n).filter(|i| set >> i & 1 == 1).map(|i| unseen.nth(i)).collect();
        if !hand.covers(s.shown[other]) {
            continue;
        }
        if !s.drawing() && !allowed(game, line, hand.or(since), other) {
            continue;
        }
        let rest: Vec<Card> = unseen.minus(hand).iter().collect();
        for order in orders(&rest) {
            found.insert((hand, order), 1.0);
        }
    }
    found
}

fn orders(cards: &[Card]) -> Vec<Vec<u8>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for i in 0..cards.len() {
        let mut rest = cards.to_vec();
        let first = rest.remove(i);
        all.extend(orders(&rest).into_iter().map(|order| [vec![first.0], order].concat()));
    }
    all
}

/// The cards a player has played since drawing ended.
trait Since {
    fn with_hands_played(&self, s: &State, p: usize) -> Option<Hand>;
}

impl Since for Schnapsen {
    fn with_hands_played(&self, s: &State, p: usize) -> Option<Hand> {
        let first = cards::TrickTaking::opening(self, s)?;
        Some(first.hands[p].minus(s.hands[p]))
    }
}

#[test]
fn worlds_of_endings_are_all_consistent_deals_equally_often() {
    let mut rng = Rng::new(2024);
    let (mut compared, mut closed) = (0, 0);
    for options in ["", "claim=say&exchange=late", "overtake=no&close_from=2"] {
        let game = Schnapsen::parse(options).unwrap();
        for round in 0..150u8 {
            let Some((line, s)) = ending(&game, &mut rng, 4 + round % 12) else { continue };
            let hidden = usize::from(s.left.max(1) - 1);
            if hidden > 5 || hidden + s.hands[0].len() > 9 {
                continue;
            }
            let v = game.view(&s, Some(Player(round % 2)));
            let other = usize::from(1 - round % 2);
            let found = all(&game, &line, &s, &v);
            if found.len() > 3000 {
                continue;
            }
            let key = |t: &State| {
                let order: Vec<u8> = t.talon[..hidden].iter().map(|card| card.0).collect();
                (t.hands[other], order)
            };
            assert!(found.contains_key(&key(&s)), "the real state is among those the view allows");
            let worlds = game.worlds(&v).unwrap();
            testkit::worlds::uniform(&*worlds, &found, key, (30, 3000), &mut rng).unwrap();
            let cards = PACK.iter().map(|card| usize::from(card.0));
            let lies = |(hand, _): &(Hand, Vec<u8>), card: usize, p: usize| {
                let own = if p == other { *hand } else { s.hands[1 - other] };
                own.has(Card(card as u8))
            };
            assert!(testkit::worlds::shares(&*worlds, &found, cards, 2, lies).unwrap());
            assert_eq!(worlds.count(), Some(found.len() as u128), "{options}");
            compared += 1;
            closed += usize::from(s.closed.is_some());
        }
    }
    assert!(compared > 60 && closed > 10, "{compared} views were compared, {closed} closed");
}

#[test]
fn a_view_that_contradicts_itself_is_an_error_with_its_cause() {
    let game = Schnapsen::parse("").unwrap();
    let mut rng = Rng::new(7);
    let mut met = 0;
    while met < 40 {
        let Some((_, s)) = ending(&game, &mut rng, 4) else { continue };
        let me = Player(rng.below(2) as u8);
        let v = game.view(&s, Some(me));
        let cause = |v: &View| game.worlds(v).map(|_| ()).unwrap_err().to_string();
        let mut held = v.clone();
        held.table.hands[me.index()].add(s.plays[0]);
        assert!(cause(&held).contains("lies elsewhere"), "{}", cause(&held));
        let mut few = v.clone();
        let card = few.table.hands[me.index()].first().unwrap();
        few.table.hands[me.index()].remove(card);
        assert!(cause(&few).contains("cards instead of"), "{}", cause(&few));
        let mut twice = v.clone();
        twice.table.plays[1] = twice.table.plays[0];
        assert!(cause(&twice).contains("played twice"), "{}", cause(&twice));
        let mut odd = v.clone();
        odd.table.left = 9;
        assert!(cause(&odd).contains("a talon of 9 cards"), "{}", cause(&odd));
        met += 1;
    }
}
