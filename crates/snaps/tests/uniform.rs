//! `sample` against exhaustive enumeration: every way to place the unseen cards is replayed from the deal on by the
//! rules; those under which every move was legal and everything looked the same are the deals a view allows. The
//! samples must be exactly these, equally often.

use cards::Hand;
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
fn samples_of_endings_are_all_consistent_deals_equally_often() {
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
            let mut counts: BTreeMap<[Hand; 4], f64> = states.iter().map(|t| (t.hands, 0.0)).collect();
            let expected = 30.0;
            for _ in 0..states.len() * 30 {
                let t = game.sample(&v, &mut rng);
                *counts.get_mut(&t.hands).expect("a sample is a deal the view allows") += 1.0;
            }
            let chi2: f64 = counts.values().map(|n| (n - expected).powi(2) / expected).sum();
            let freedom = states.len() as f64 - 1.0;
            let most = freedom + 4.5 * (2.0 * freedom).sqrt() + 10.0;
            assert!(chi2 <= most, "{options}: chi-square {chi2} with {freedom} degrees of freedom");
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared} views were compared");
}
