//! Worlds against exhaustive enumeration: every way to place the unseen cards of an ending is replayed from the contract on by
//! the rules; the draws must be exactly those under which every move was legal, equally often.

use cards::{Card, Hand, TrickTaking};
use game::{Game, Observe, Player, Rng};
use krizovy::{Krizovy, Move, Phase, State, View};
use std::collections::BTreeMap;

/// A random deal stopped after so many cards, with the moves since the contract; `None` if it ended before.
fn ending(game: &Krizovy, rng: &mut Rng, plays: u8) -> Option<(State, Vec<Move>, State)> {
    let mut s = game.initial();
    let (mut line, mut scratch, mut named) = (Vec::new(), Vec::new(), None);
    while s.made < plays || s.phase != Phase::Play {
        // Random players would hardly ever play with trumps.
        let talks = matches!(s.phase, Phase::Offer | Phase::Ask);
        let mv = if talks && !plays.is_multiple_of(4) {
            game.sensible(&s, rng, &mut scratch)?
        } else {
            game.pick(&s, rng, &mut scratch)?
        };
        game.apply(&mut s, mv);
        if named.is_some() {
            line.push(mv);
        } else if s.contract.is_some() {
            named = Some(s);
        }
        if s.ended() {
            return None;
        }
    }
    Some((named?, line, s))
}

/// All states a view allows.
fn all(game: &Krizovy, named: &State, line: &[Move], s: &State, v: &View) -> BTreeMap<[Hand; 4], f64> {
    let first = game.opening(s).unwrap();
    let played: [Hand; 4] = std::array::from_fn(|p| first.hands[p].minus(s.hands[p]));
    let mut found = vec![[Hand::EMPTY; 4]];
    if let Some(me) = v.who {
        found[0][me.index()] = s.hands[me.index()];
    }
    let hidden = Player::all(4).filter(|&p| Some(p) != v.who);
    let unseen = hidden.fold(Hand::EMPTY, |all, p| all.or(s.hands[p.index()]));
    for card in unseen {
        let mut more = Vec::new();
        for hands in found {
            for p in (0..4).filter(|&p| v.who != Some(Player(p as u8)) && hands[p].len() < s.hands[p].len()) {
                let mut next: [Hand; 4] = hands;
                next[p].add(card);
                more.push(next);
            }
        }
        found = more;
    }
    let fits = |hands: &[Hand; 4]| {
        let mut t = *named;
        t.hands = std::array::from_fn(|p| hands[p].or(played[p]));
        // The contract was named with its cards in hand, and the trump card is the forehand's.
        let holds = t.contract.is_none_or(|c| t.hands[usize::from(t.declarer)].covers(c.kept(t.trump)));
        let trump = !t.trump_card.known() || t.hands[usize::from(t.forehand())].has(t.trump_card);
        let mut legal = Vec::new();
        let replays = line.iter().all(|&mv| {
            legal.clear();
            game.moves(&t, &mut legal);
            let ok = legal.contains(&mv);
            if ok {
                game.apply(&mut t, mv);
            }
            ok
        });
        holds && trump && replays && game.view(&t, v.who) == *v
    };
    found.into_iter().filter(fits).map(|hands| (hands, 1.0)).collect()
}

#[test]
fn worlds_of_endings_are_all_consistent_deals_equally_often() {
    let mut rng = Rng::new(2024);
    let (mut compared, mut out) = (0, 0);
    for options in ["", "keep_seven=no&fleks=6", "preset=home"] {
        let game = Krizovy::parse(options).unwrap();
        for round in 0..120u8 {
            let Some((named, line, s)) = ending(&game, &mut rng, 14 + round % 17) else { continue };
            let v = game.view(&s, Some(Player(round % 4)));
            let hidden: usize =
                (0..4).filter(|&p| p != usize::from(round % 4)).map(|p| s.hands[p].len()).sum();
            if hidden > 9 {
                continue;
            }
            let found = all(&game, &named, &line, &s, &v);
            assert!(found.contains_key(&s.hands), "the real state is among those the view allows");
            let worlds = game.worlds(&v).unwrap();
            testkit::worlds::uniform(&*worlds, &found, |t| t.hands, (30, 3000), &mut rng).unwrap();
            let lies = |hands: &[Hand; 4], card: usize, p: usize| hands[p].has(Card(card as u8));
            assert!(testkit::worlds::shares(&*worlds, &found, 0..32, 4, lies).unwrap());
            assert_eq!(worlds.count(), Some(found.len() as u128), "{options}");
            compared += 1;
            out += usize::from(s.out().is_some());
        }
    }
    assert!(compared > 60, "{compared} views were compared, {out} of betl and durch");
}
