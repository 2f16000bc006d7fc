//! Ludo described in logic beside the native one: the same positions are reached by the same throws and moves, with the same
//! results; and the exact chances of a small version agree with each other and with a computation of their own.

use game::{Game, Options, Rng, Show, Turn};
use games::ludo::{Ludo, PARAMETERS};
use std::collections::BTreeMap;
use system::SystemGame;

/// Places of all figures by player (0 yard, 1 to 40 on the track from one's own start, then the goal), sorted; who is to
/// move; what is thrown.
type Position = (Vec<Vec<u8>>, u8, u8);

fn native(options: &str) -> Ludo {
    Ludo::new(&Options::parse(options, PARAMETERS).unwrap()).unwrap()
}

fn described(players: &str, change: impl Fn(String) -> String) -> SystemGame {
    let text = std::fs::read_to_string(testkit::data("system/ludo/ludo.pl")).unwrap();
    let text = system::with_parameters(&text, &[("players", players), ("board", "40")]).unwrap();
    let (game, findings) = system::load(&change(text), "ludo");
    game.unwrap_or_else(|| panic!("{findings:?}"))
}

/// The position of a native state, read from its bytes.
fn native_position(s: &games::ludo::State, players: usize, figures: usize) -> Position {
    let mut bytes = Vec::new();
    assert!(Ludo::pack(s, &mut bytes));
    let mut at: Vec<Vec<u8>> = bytes.chunks(4).take(players).map(|c| c[..figures].to_vec()).collect();
    at.iter_mut().for_each(|own| own.sort_unstable());
    (at, bytes[20], bytes[21])
}

/// How the described game numbers its tokens, and where players start.
struct Reading {
    figure: Vec<u16>,
    throw: BTreeMap<u16, u8>,
    starts: Vec<u8>,
}

/// The zones of a described state: the die, the homes, the fields, the goals.
fn zones(s: &system::State) -> (u8, Vec<Vec<u16>>) {
    let mut bytes = Vec::new();
    assert!(SystemGame::pack(s, &mut bytes));
    let cells: Vec<u16> = bytes[4..].chunks(2).map(|c| u16::from_le_bytes([c[0], c[1]])).collect();
    let mut list = Vec::new();
    let mut rest = &cells[2..];
    while let Some((&n, tail)) = rest.split_first() {
        let (zone, after) = tail.split_at(usize::from(n));
        list.push(zone.to_vec());
        rest = after;
    }
    (cells[0] as u8, list)
}

impl Reading {
    fn of(game: &SystemGame, starts: &[u8]) -> Reading {
        let start = game.initial();
        let (_, list) = zones(&start);
        let figure = (0..game.players()).map(|p| list[1 + p][0]).collect();
        let mut throw = BTreeMap::from([(list[0][0], 0)]);
        for n in 1..=6u8 {
            let mut s = start.clone();
            let thrown = game.parse(&s, &format!("throw({n})")).unwrap();
            game.apply(&mut s, thrown);
            throw.insert(zones(&s).1[0][0], n);
        }
        Reading { figure, throw, starts: starts.to_vec() }
    }

    fn position(&self, s: &system::State, figures: usize) -> Position {
        let (mover, list) = zones(s);
        let players = self.figure.len();
        let at = (0..players).map(|p| {
            let mut own = vec![0; list[1 + p].len()];
            for field in 1..=40u8 {
                let here = &list[players + usize::from(field)];
                if here.first() == Some(&self.figure[p]) {
                    own.push((field + 40 - self.starts[p]) % 40 + 1);
                }
            }
            for k in 0..figures {
                let goal = &list[1 + players + 40 + p * figures + k];
                own.extend((!goal.is_empty()).then_some(41 + k as u8));
            }
            own.sort_unstable();
            own
        });
        (at.collect(), mover, self.throw[&list[0][0]])
    }
}

/// Plays both at random, side by side; moves are matched by the positions they lead to.
fn side_by_side(
    ours: &SystemGame,
    theirs: &Ludo,
    starts: &[u8],
    figures: usize,
    plays: u64,
    most: usize,
) -> u32 {
    let reading = Reading::of(ours, starts);
    let players = ours.players();
    let mut ended = 0;
    for play in 0..plays {
        let mut rng = Rng::new(100 + play);
        let (mut s, mut t) = (ours.initial(), theirs.initial());
        for made in 0..most {
            assert_eq!(ours.turn(&s), theirs.turn(&t), "play {play}, after {made} moves");
            if ours.turn(&s) == Turn::Over {
                let scores =
                    |f: &dyn Fn(game::Player) -> i32| game::Player::all(players).map(f).collect::<Vec<_>>();
                assert_eq!(scores(&|p| ours.score(&s, p)), scores(&|p| theirs.score(&t, p)), "play {play}");
                ended += 1;
                break;
            }
            assert_eq!(reading.position(&s, figures), native_position(&t, players, figures), "play {play}");
            let (mut mine, mut other) = (Vec::new(), Vec::new());
            ours.moves(&s, &mut mine);
            theirs.moves(&t, &mut other);
            let mine: BTreeMap<Position, system::State> = mine
                .iter()
                .map(|&mv| {
                    let mut after = s.clone();
                    ours.apply(&mut after, mv);
                    (reading.position(&after, figures), after)
                })
                .collect();
            let other: BTreeMap<Position, games::ludo::State> = other
                .iter()
                .map(|&mv| {
                    let mut after = t;
                    theirs.apply(&mut after, mv);
                    (native_position(&after, players, figures), after)
                })
                .collect();
            // After the last move the native game leaves the turn and the die where they are; compare the places then.
            let places = |p: &Position| p.0.clone();
            assert!(
                mine.keys().map(places).eq(other.keys().map(places)),
                "play {play}, after {made}: {mine:?} {other:?}"
            );
            let k = rng.below(mine.len());
            s = mine.into_values().nth(k).unwrap();
            t = other.into_values().nth(k).unwrap();
        }
    }
    ended
}

#[test]
fn four_players_agree_with_the_native_game() {
    let ours = described("4", |text| text);
    let ended = side_by_side(&ours, &native("players=4&throws=1"), &[1, 11, 21, 31], 4, 3, 400);
    assert_eq!(ended, 0, "four figures each take longer than that: the first moves are compared");
}

/// Two players opposite each other with one figure each.
fn small() -> SystemGame {
    described("2", |text| {
        let text = text.replace("start(40, green, 11).", "start(40, green, 21).");
        let text = text.replace("[P, P, P, P]", "[P]").replace("between(1, 4, K)", "between(1, 1, K)");
        text.replace("Steps < Size + 4", "Steps < Size + 1")
    })
}

#[test]
fn two_players_with_one_figure_agree_to_the_end() {
    let ended = side_by_side(&small(), &native("players=2&figures=1&throws=1"), &[1, 21], 1, 12, 2_000);
    assert_eq!(ended, 12);
}

/// The chance of the player about to throw, by value iteration over the places of both, without any of our crates.
fn independent() -> f64 {
    let mut v = vec![vec![0.5f64; 41]; 41];
    loop {
        let mut change = 0f64;
        for mine in 0..=40usize {
            for other in 0..=40usize {
                let mut sum = 0.0;
                for n in 1..=6 {
                    let to = match mine {
                        0 if n == 6 => Some(1),
                        0 => None,
                        _ => Some(mine + n).filter(|&to| to <= 41),
                    };
                    sum += match to {
                        Some(41) => 1.0,
                        _ => {
                            let at = to.unwrap_or(mine);
                            // The other's place counted from my start, which is twenty fields further.
                            let meets = to.is_some() && other > 0 && (other + 19) % 40 + 1 == at;
                            let left = if meets { 0 } else { other };
                            if n == 6 { v[at][left] } else { 1.0 - v[left][at] }
                        }
                    } / 6.0;
                }
                change = change.max((sum - v[mine][other]).abs());
                v[mine][other] = sum;
            }
        }
        if change < 1e-15 {
            return v[0][0];
        }
    }
}

#[test]
fn the_exact_chances_of_a_small_ludo_agree_with_an_independent_computation() {
    let expected = independent();
    let game = native("players=2&figures=1&throws=1");
    let automaton = formal::explore(&game, &formal::Budget::default(), &mut |_| {});
    let chances = formal::start_chances(&game, &automaton, true).unwrap();
    assert!((chances.wins[0] - expected).abs() < 1e-9, "native {} and {expected}", chances.wins[0]);
    assert!((chances.wins[0] + chances.wins[1] - 1.0).abs() < 1e-9);
    let ours = small();
    let described = formal::explore(&ours, &formal::Budget::default(), &mut |_| {});
    let chances = formal::start_chances(&ours, &described, true).unwrap();
    assert!((chances.wins[0] - expected).abs() < 1e-9, "described {} and {expected}", chances.wins[0]);
    // A million random plays fall into three standard deviations; the seed is fixed.
    let (plays, mut rng, mut scratch, mut wins) = (1_000_000, Rng::new(11), Vec::new(), 0u32);
    for _ in 0..plays {
        let mut s = game.initial();
        game::walk::playout_within(&game, &mut s, &mut rng, &mut scratch, 100_000);
        wins += u32::from(game.score(&s, game::Player(0)) > 0);
    }
    let share = f64::from(wins) / f64::from(plays);
    let width = 3.0 * (expected * (1.0 - expected) / f64::from(plays)).sqrt();
    assert!((share - expected).abs() < width, "{share} and {expected} ± {width}");
}
