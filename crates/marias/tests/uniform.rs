//! `sample` against exhaustive enumeration: every way to place the unseen cards is tried with every talon and trump card
//! that could have been, and replayed from the deal on by the rules; those under which every move was legal and
//! everything looked the same are the deals a view allows. The samples must be exactly these, equally often.

use cards::{Card, Hand};
use game::{Game, Observe, Player, Rng};
use marias::{Goes, Kind, Main, Marias, Move, NOBODY, Phase, State, View};
use std::collections::BTreeMap;

type Place = ([Hand; 3], Hand);

/// Cards chosen so that betl and durch last: the declarer low in betl and high in durch, the others the other way.
fn choose(game: &Marias, s: &State, rng: &mut Rng) -> Move {
    let cards = game.playable(s);
    let random = cards.nth(rng.below(cards.len()));
    let key = |c: &Card| (marias::law(s.trump).above(*c).len(), c.0);
    let declarer = s.turn == s.declarer;
    let card = match s.contract.map(|c| c.main) {
        Some(Main::Betl) if declarer => cards.iter().max_by_key(key),
        Some(Main::Durch) if !declarer => cards.iter().max_by_key(key),
        Some(Main::Betl | Main::Durch) => cards.iter().min_by_key(key),
        _ => Some(random),
    };
    Move::Play(card.unwrap_or(random))
}

/// A random deal stopped after so many cards; `None` if it ended before or is not of the wanted sort.
fn ending(game: &Marias, rng: &mut Rng, plays: u8, wanted: fn(&State) -> bool) -> Option<(Vec<Move>, State)> {
    let mut s = game.initial();
    let (mut line, mut scratch) = (Vec::new(), Vec::new());
    while s.made < plays || s.phase != Phase::Play {
        let mv = match s.phase {
            Phase::Play if s.made == 0 && !wanted(&s) => return None,
            Phase::Play => choose(game, &s, rng),
            _ => game.pick(&s, rng, &mut scratch)?,
        };
        game.apply(&mut s, mv);
        line.push(mv);
        if s.ended() {
            return None;
        }
    }
    Some((line, s))
}

/// A history to try: what each player was dealt, the talons in order, the trump card.
#[derive(Clone, Copy)]
struct Guess {
    dealt: [Hand; 3],
    talons: [Hand; 3],
    trump: Card,
}

/// The state after the same sayings and plays in another history; `None` if one of them was not legal.
fn replay(game: &Marias, line: &[Move], guess: &Guess) -> Option<State> {
    let mut s = game.initial();
    let people = line.contains(&Move::People);
    let mut left = guess.dealt;
    let forehand = usize::from(s.forehand());
    let voleny = game.rules.kind == Kind::Voleny;
    let mut dealt_talon = guess.talons[0];
    let mut legal = Vec::new();
    for &mv in line {
        let mut take = |p: usize, held: usize| {
            // The trump card comes among the first seven, or among the last five if it was turned z lidu.
            let early = voleny && p == forehand && !people && held == 0;
            let late = voleny && p == forehand && people && held < 11;
            let card = match (early, late) {
                (true, _) => left[p].has(guess.trump).then_some(guess.trump),
                (_, true) => left[p].minus(guess.trump.bit()).first(),
                _ => left[p].first(),
            }?;
            left[p].remove(card);
            Some(card)
        };
        let mv = match mv {
            Move::Deal(_) if s.phase == Phase::People => Move::Deal(guess.trump),
            Move::Deal(_) => Move::Deal(match game.goes(&s) {
                Goes::Hand(p) => take(usize::from(p), s.hands[usize::from(p)].len())?,
                Goes::Fresh => take(forehand, 7 + s.fresh.len())?,
                Goes::Talon => {
                    let card = dealt_talon.first()?;
                    dealt_talon.remove(card);
                    card
                }
            }),
            Move::Trump(_) => Move::Trump(guess.trump),
            Move::Lay(_) => {
                let n = usize::from(s.laid);
                Move::Lay(guess.talons[n].minus(s.talons[n]).first()?)
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

fn pairs(cards: Hand) -> Vec<Hand> {
    let list: Vec<Card> = cards.iter().collect();
    let two = |i: usize| list[..i].iter().map(|a| a.bit().or(list[i].bit())).collect::<Vec<_>>();
    (0..list.len()).flat_map(two).collect()
}

/// Whether some history leads to these places and this view.
fn possible(game: &Marias, line: &[Move], v: &View, at: u8, back: [Hand; 3], talons: [Hand; 3]) -> bool {
    let s = &v.table;
    if at > 0 {
        let (taker, talon) = (usize::from(s.laid_by[usize::from(at)]), at - 1);
        let known = s.saw(talon, v.who);
        let candidates = if known { vec![s.talons[usize::from(talon)]] } else { pairs(back[taker]) };
        return candidates.into_iter().filter(|&cards| back[taker].covers(cards)).any(|cards| {
            let (mut back, mut talons) = (back, talons);
            back[taker] = back[taker].minus(cards);
            talons[usize::from(talon)] = cards;
            let by = s.laid_by[usize::from(talon)];
            if by != NOBODY {
                back[usize::from(by)] = back[usize::from(by)].or(cards);
            }
            possible(game, line, v, talon, back, talons)
        });
    }
    let forehand = back[usize::from(s.forehand())].minus(talons[0]);
    let trumps = if s.trump_card.known() { s.trump_card.bit() } else { forehand };
    trumps.iter().any(|trump| {
        let guess = Guess { dealt: back, talons, trump };
        replay(game, line, &guess).is_some_and(|t| game.view(&t, v.who) == *v)
    })
}

/// Whether the cards could have been played from these hands. The long search for talons is left out where not.
fn playable(game: &Marias, line: &[Move], hands: [Hand; 3]) -> bool {
    let mut s = game.initial();
    let mut legal = Vec::new();
    for &mv in line {
        if s.phase == Phase::Play {
            if s.made == 0 {
                s.hands = hands;
            }
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

/// All places of the cards that a view allows.
fn all(game: &Marias, line: &[Move], v: &View) -> Vec<Place> {
    let s = &v.table;
    let k = game.knowledge(v);
    let lying = s.lying().unwrap();
    let seen = s.saw(lying, v.who);
    let start = s.hands;
    let mut found: Vec<Place> = vec![(start, if seen { s.talon() } else { Hand::EMPTY })];
    let gone = k.played.iter().chain(&start).fold(found[0].1, |all, &h| all.or(h));
    for card in marias::PACK.minus(gone) {
        let mut more = Vec::new();
        for (hands, talon) in found {
            for p in Player::all(3) {
                if Some(p) != v.who && hands[p.index()].len() < usize::from(v.held[p.index()]) {
                    let mut next: [Hand; 3] = hands;
                    next[p.index()].add(card);
                    more.push((next, talon));
                }
            }
            if !seen && talon.len() < 2 {
                more.push((hands, talon.or(card.bit())));
            }
        }
        found = more;
    }
    found.retain(|&(hands, talon)| {
        let mut back: [Hand; 3] = std::array::from_fn(|p| hands[p].or(k.played[p]));
        if !playable(game, line, back) {
            return false;
        }
        let mut talons = s.talons;
        talons[usize::from(lying)] = talon;
        let by = s.laid_by[usize::from(lying)];
        back[usize::from(by)] = back[usize::from(by)].or(talon);
        possible(game, line, v, lying, back, talons)
    });
    found
}

/// Compares samples with the enumeration; returns the number of deals, or `None` if there are too many to compare.
fn compare(game: &Marias, line: &[Move], s: &State, who: Option<Player>, rng: &mut Rng) -> Option<usize> {
    let v = game.view(s, who);
    let hidden: u32 = Player::all(3).filter(|&p| Some(p) != who).map(|p| u32::from(v.held[p.index()])).sum();
    if hidden > if who.is_some() { 8 } else { 6 } {
        return None;
    }
    let places = all(game, line, &v);
    assert!(places.contains(&(s.hands, s.talon())), "the real state is among those the view allows");
    let found: BTreeMap<Place, f64> = places.iter().map(|&place| (place, 1.0)).collect();
    let worlds = game.worlds(&v).unwrap();
    let place = |t: &State| {
        assert_eq!(game.view(t, who), v);
        (t.hands, t.talon())
    };
    testkit::worlds::uniform(&*worlds, &found, place, (30, usize::MAX), rng).unwrap();
    let cards = marias::PACK.iter().map(|card| usize::from(card.0));
    let lies = |(hands, _): &Place, card: usize, p: usize| hands[p].has(Card(card as u8));
    let told = testkit::worlds::shares(&*worlds, &found, cards, 3, lies).unwrap();
    assert_eq!(told, worlds.count().is_some(), "who counts tells shares");
    // Only a game of volený that somebody took over is not counted.
    assert!(told || (s.laid > 1 && game.rules.kind == marias::Kind::Voleny), "{s:?}");
    Some(places.len())
}

/// Compares `rounds` endings of the wanted sort for all viewers.
fn endings(game: &Marias, rounds: usize, wanted: fn(&State) -> bool, seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut compared, mut tried) = (0, 0);
    while compared < rounds {
        tried += 1;
        assert!(tried < 400_000, "only {compared} endings found");
        let plays = 18 + rng.below(9) as u8;
        let Some((line, s)) = ending(game, &mut rng, plays, wanted) else { continue };
        let who = [Some(Player(0)), Some(Player(1)), Some(Player(2)), None][rng.below(4)];
        if compare(game, &line, &s, who, &mut rng).is_some() {
            compared += 1;
        }
    }
}

fn coloured(s: &State) -> bool {
    s.trump.is_some()
}

fn against(s: &State) -> bool {
    s.against[1] != NOBODY || s.against[0] != NOBODY
}

fn stolen(s: &State) -> bool {
    s.laid >= 2 && s.trump.is_none()
}

#[test]
fn endings_with_trumps_are_sampled_uniformly() {
    endings(&Marias::voleny("").unwrap(), 30, coloured, 1);
    endings(&Marias::voleny("talon_ax=forbidden&talon_trumps=no").unwrap(), 20, coloured, 2);
    endings(&Marias::voleny("keep_seven=no&mandatory_flek=yes").unwrap(), 20, coloured, 3);
}

#[test]
fn endings_with_announcements_against_are_sampled_uniformly() {
    endings(&Marias::voleny("talon_ax=forbidden").unwrap(), 30, against, 4);
}

fn hundred(s: &State) -> bool {
    s.contract.is_some_and(|c| c.main == Main::Hundred)
}

#[test]
fn endings_of_announced_hundreds_are_sampled_uniformly() {
    endings(&Marias::voleny("").unwrap(), 16, hundred, 9);
    endings(&Marias::licitovany("").unwrap(), 10, hundred, 10);
}

#[test]
fn endings_of_stolen_games_are_sampled_uniformly() {
    endings(&Marias::voleny("").unwrap(), 16, stolen, 5);
    endings(&Marias::voleny("talon_ax=forbidden&talon_trumps=no&lozeny=yes").unwrap(), 8, stolen, 6);
}

#[test]
fn endings_of_the_auction_game_are_sampled_uniformly() {
    endings(&Marias::licitovany("").unwrap(), 20, coloured, 7);
    endings(&Marias::licitovany("opening=free&keep_seven=no").unwrap(), 10, coloured, 8);
}
