//! Worlds against exhaustive enumeration: every way to place the unseen cards is replayed from the deal on by the
//! rules; those under which every move was legal and everything looked the same are the deals a view allows. The
//! draws must be exactly these, equally often.

use cards::{Card, Hand};
use game::{Game, Observe, Player, Rng};
use snaps::{Move, Phase, Snaps, State, View};
use std::collections::BTreeMap;

/// A random deal stopped after so many cards; `None` if it ended before.
fn ending(game: &Snaps, rng: &mut Rng, plays: u8) -> Option<(Vec<Move>, State)> {
    let mut s = game.initial();
    let (mut line, mut scratch) = (Vec::new(), Vec::new());
    while s.made < plays || s.phase != Phase::Play {
        let mv = game.pick(&s, rng, &mut scratch)?;
        if mv == Move::Enough {
            continue;
        }
        game.apply(&mut s, mv);
        line.push(mv);
        if s.ended() {
            return None;
        }
    }
    Some((line, s))
}

/// The state after the same sayings and plays from another deal; `None` if one of them was not legal.
fn replay(game: &Snaps, line: &[Move], dealt: &[Hand; 4]) -> Option<State> {
    let mut s = game.initial();
    let mut left = *dealt;
    let mut legal = Vec::new();
    for &mv in line {
        let mv = match mv {
            Move::Deal(_) => {
                let to = usize::from(s.receiver());
                // With three cards at the call, a trump must be among them if the rules ask for one.
                let trumps = line.iter().find_map(|mv| match mv {
                    Move::Call(card) if game.rules.must_hold_trump => Some(left[to].of(card.suit())),
                    _ => None,
                });
                let card = trumps.and_then(Hand::first).or(left[to].first())?;
                left[to].remove(card);
                Move::Deal(card)
            }
            other => other,
        };
        legal.clear();
        game.moves(&s, &mut legal);
        if !legal.contains(&mv) {
            return None;
        }
        game.apply(&mut s, mv);
    }
    Some(s)
}

/// All states a view allows.
fn all(game: &Snaps, line: &[Move], v: &View) -> Vec<State> {
    let s = &v.table;
    let mut played = [Hand::EMPTY; 4];
    for card in &s.plays[..usize::from(s.made)] {
        played[usize::from(s.player_of(*card).unwrap())].add(*card);
    }
    let seen = played.iter().fold(Hand::EMPTY, |all, &h| all.or(h));
    let own = v.who.map_or(Hand::EMPTY, |p| s.hands[p.index()]);
    let mut found = vec![v.who.map_or([Hand::EMPTY; 4], |p| {
        let mut hands = [Hand::EMPTY; 4];
        hands[p.index()] = own;
        hands
    })];
    for card in snaps::PACK.minus(seen).minus(own) {
        let mut more = Vec::new();
        for hands in found {
            for p in Player::all(4).filter(|&p| Some(p) != v.who && hands[p.index()].len() < v.held(p.0)) {
                let mut next: [Hand; 4] = hands;
                next[p.index()].add(card);
                more.push(next);
            }
        }
        found = more;
    }
    let mut states = Vec::new();
    for hands in found {
        let dealt = std::array::from_fn(|p| hands[p].or(played[p]));
        if let Some(t) = replay(game, line, &dealt)
            && game.view(&t, v.who) == *v
        {
            states.push(t);
        }
    }
    states
}

#[test]
fn worlds_of_endings_are_all_consistent_deals_equally_often() {
    let mut rng = Rng::new(2024);
    let mut compared = 0;
    for options in [
        "",
        "rekontra=yes&overtake_when_trumped=no&claim_when=lead",
        "must_hold_trump=yes&claim_when=lead",
        "must_hold_trump=yes&choose_after=3&rekontra=yes",
    ] {
        let game = Snaps::parse(options).unwrap();
        for round in 0..40u8 {
            let Some((line, s)) = ending(&game, &mut rng, 12 + round % 10) else { continue };
            let who = (round % 5 < 4).then_some(Player(round % 5));
            if who.is_none() && s.made < 16 {
                continue;
            }
            let v = game.view(&s, who);
            let states = all(&game, &line, &v);
            assert!(states.contains(&s), "the real state is among those the view allows");
            let found: BTreeMap<[Hand; 4], f64> = states.iter().map(|t| (t.hands, 1.0)).collect();
            let worlds = game.worlds(&v).unwrap();
            testkit::worlds::uniform(&*worlds, &found, |t| t.hands, (30, usize::MAX), &mut rng).unwrap();
            let cards = snaps::PACK.iter().map(|card| usize::from(card.0));
            let lies = |hands: &[Hand; 4], card: usize, p: usize| hands[p].has(Card(card as u8));
            assert!(testkit::worlds::shares(&*worlds, &found, cards, 4, lies).unwrap());
            assert_eq!(worlds.count(), Some(found.len() as u128), "{options}");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} views were compared");
}

#[test]
fn a_view_that_contradicts_itself_is_an_error_with_its_cause() {
    let game = Snaps::parse("").unwrap();
    let mut rng = Rng::new(7);
    let mut met = 0;
    while met < 40 {
        let Some((_, s)) = ending(&game, &mut rng, 10) else { continue };
        let me = Player(rng.below(4) as u8);
        let v = game.view(&s, Some(me));
        let cause = |v: &View| game.worlds(v).map(|_| ()).unwrap_err().to_string();
        let mut held = v.clone();
        held.table.hands[me.index()].add(s.plays[0]);
        assert!(cause(&held).contains("that was played"), "{}", cause(&held));
        let mut few = v.clone();
        let card = few.table.hands[me.index()].first().unwrap();
        few.table.hands[me.index()].remove(card);
        assert!(cause(&few).contains("cards instead of"), "{}", cause(&few));
        let mut twice = v.clone();
        twice.table.plays[1] = twice.table.plays[0];
        assert!(cause(&twice).contains("played twice"), "{}", cause(&twice));
        // Everybody else is void in a suit of which cards are missing: nobody can hold them.
        let mut void = v.clone();
        for p in (0..4u8).filter(|&p| p != me.0) {
            void.table.married[usize::from(p)] = 15;
        }
        if let Err(cause) = game.worlds(&void) {
            assert!(
                cause.to_string().contains("showed") || cause.to_string().contains("no deal fits"),
                "{cause}"
            );
            met += 1;
        }
    }
}
