//! Exact win probabilities of a small race game, compared with an independent computation and with random play.

use formal::{
    Answer, Budget, Odds, Property, answers, exact_chances, explore, sequence_probability, win_chances,
};
use game::{Game, Gesture, Lang, Perfect, Player, Rng, Scene, Show, Turn, walk};
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// Two players, one figure each, on a track of `length` fields; throws 1 to 3 (3 with double weight). A figure that meets
/// the other sends it back to the start. A throw beyond the end is lost. Whoever reaches the end wins.
struct Race {
    length: u8,
}

/// Fields of both figures, the player to move, the throw (0: not thrown yet).
type Position = (u8, u8, u8, u8);

impl Game for Race {
    type State = Position;
    type Move = u8;
    fn players(&self) -> usize {
        2
    }
    fn chance(&self) -> bool {
        true
    }

    fn initial(&self) -> Position {
        (0, 0, 0, 0)
    }
    fn turn(&self, s: &Position) -> Turn {
        if s.0 == self.length || s.1 == self.length {
            Turn::Over
        } else if s.3 == 0 {
            Turn::Chance
        } else {
            Turn::Player(Player(s.2))
        }
    }
    fn moves(&self, s: &Position, out: &mut Vec<u8>) {
        match self.turn(s) {
            Turn::Over => {}
            Turn::Chance => out.extend(1..=3),
            // 1: move, 0: stay. One may always stay, so there is something to decide.
            Turn::Player(_) => {
                let at = if s.2 == 0 { s.0 } else { s.1 };
                if at + s.3 <= self.length {
                    out.push(1);
                }
                out.push(0);
            }
        }
    }
    fn apply(&self, s: &mut Position, mv: u8) {
        if s.3 == 0 {
            s.3 = mv;
            return;
        }
        let (mine, other) = if s.2 == 0 { (&mut s.0, &mut s.1) } else { (&mut s.1, &mut s.0) };
        if mv == 1 {
            *mine += s.3;
            if *mine == *other && *mine > 0 {
                *other = 0;
            }
        }
        s.2 = 1 - s.2;
        s.3 = 0;
    }
    fn score(&self, s: &Position, p: Player) -> i32 {
        let mine = if p.0 == 0 { s.0 } else { s.1 };
        if mine == self.length { 1 } else { -1 }
    }
    fn weight(&self, _: &Position, mv: u8) -> u32 {
        if mv == 3 { 2 } else { 1 }
    }
}

impl Perfect for Race {}

impl Show for Race {
    fn id(&self) -> String {
        "race".into()
    }
    fn text(&self, _: &Position, mv: u8) -> String {
        mv.to_string()
    }
    fn gesture(&self, _: &Position, mv: u8) -> Gesture {
        Gesture::Say(mv.to_string())
    }
    fn scene(&self, s: &Position, _: Option<Player>, _: Lang) -> Scene {
        Scene { zones: vec![], tokens: vec![], said: vec![], turn: self.turn(s), points: vec![0, 0] }
    }
}

/// The probability that the player to throw wins, by value iteration over (mine, other) written without any of our crates.
/// `best`: both play for the win; otherwise both choose evenly between what they may do.
fn independent(length: usize, best: bool) -> f64 {
    let mut v = vec![vec![0.5f64; length]; length];
    for _ in 0..100_000 {
        let mut change = 0f64;
        for mine in 0..length {
            for other in 0..length {
                let mut sum = 0.0;
                for (throw, weight) in [(1, 1.0), (2, 1.0), (3, 2.0)] {
                    let stay = 1.0 - v[other][mine];
                    let value = if mine + throw > length {
                        stay
                    } else {
                        let go = if mine + throw == length {
                            1.0
                        } else if mine + throw == other {
                            1.0 - v[0][mine + throw]
                        } else {
                            1.0 - v[other][mine + throw]
                        };
                        if best { go.max(stay) } else { 0.5 * (go + stay) }
                    };
                    sum += weight * value / 4.0;
                }
                change = change.max((sum - v[mine][other]).abs());
                v[mine][other] = sum;
            }
        }
        if change < 1e-15 {
            break;
        }
    }
    v[0][0]
}

#[test]
fn exact_chances_agree_with_an_independent_computation() {
    for length in [3u8, 5, 8] {
        let game = Race { length };
        let automaton = explore(&game, &Budget::default(), &mut |_| {});
        for best in [false, true] {
            let chances = win_chances(&game, &automaton, best).unwrap();
            let expected = independent(usize::from(length), best);
            assert!(
                (chances[0].wins[0] - expected).abs() < 1e-9,
                "length {length}, best {best}: {} and {expected}",
                chances[0].wins[0]
            );
            assert!((chances[0].wins[0] + chances[0].wins[1] - 1.0).abs() < 1e-9);
            // Between proved bounds: who does their best is sure of as much as the independent computation says.
            let odds = Odds::of(&game, &automaton).unwrap();
            let bounds = if best { odds.forced(0.0) } else { odds.random() }.unwrap()[0];
            assert!(
                bounds.low <= expected + 1e-9 && expected <= bounds.high + 1e-9,
                "{bounds:?}, {expected}"
            );
            assert!(bounds.error() < 1e-10, "{bounds:?}");
        }
    }
}

#[test]
fn chances_on_cycles_are_exact_fractions_too() {
    // Alone on a track of one field with throws 1 to 3, only a one (a quarter) goes home, and one goes or stays evenly:
    // each turn wins with 1/8, so the first to throw wins with 1 / (2 - 1/8) = 8/15.
    let game = Race { length: 1 };
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    let fraction = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    let exact = exact_chances(&game, &automaton).unwrap();
    assert_eq!(exact.wins, [fraction(8, 15), fraction(7, 15)]);
    assert_eq!(exact.draw, fraction(0, 1));
    // And where nobody can do it in the head, they agree with the iteration.
    let game = Race { length: 3 };
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    let exact = exact_chances(&game, &automaton).unwrap();
    let iterated = win_chances(&game, &automaton, false).unwrap();
    assert_eq!(&exact.wins[0] + &exact.wins[1], fraction(1, 1));
    let as_float = exact.wins[0].to_f64().unwrap();
    assert!((as_float - iterated[0].wins[0]).abs() < 1e-12, "{as_float} and {}", iterated[0].wins[0]);
}

#[test]
fn random_play_falls_into_the_interval_of_the_exact_chance() {
    let game = Race { length: 6 };
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    let exact = win_chances(&game, &automaton, false).unwrap()[0].wins[0];
    let plays = 1_000_000;
    let mut rng = Rng::new(5);
    let mut wins = 0u32;
    let mut scratch = Vec::new();
    for _ in 0..plays {
        let mut s = game.initial();
        walk::playout_within(&game, &mut s, &mut rng, &mut scratch, 1_000_000);
        wins += u32::from(game.score(&s, Player(0)) == 1);
    }
    let share = f64::from(wins) / f64::from(plays);
    // Three standard deviations: one honest run in 370 would miss it, and the seed is fixed.
    let width = 3.0 * (exact * (1.0 - exact) / f64::from(plays)).sqrt();
    assert!((share - exact).abs() < width, "{share} and {exact} ± {width}");
}

#[test]
fn a_sequence_has_the_probability_of_its_throws() {
    let game = Race { length: 6 };
    let fraction = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    assert_eq!(sequence_probability(&game, &[3, 1, 1, 0]), Some(fraction(2, 16)));
    assert_eq!(sequence_probability(&game, &[4]), None);
}

#[test]
fn a_race_with_staying_does_not_terminate_and_says_so() {
    let game = Race { length: 4 };
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    let findings = answers(&game, &automaton);
    let Answer::No { play, cycle, .. } = findings.of(Property::Terminating) else {
        panic!("it can go on for ever")
    };
    // Both throw and stay: four moves back to the start.
    assert_eq!((play.len(), *cycle), (4, Some(0)));
    assert_eq!(findings.of(Property::WeaklyWinning).decided(), Some(true));
    // Either player can see to it alone that somebody comes home, which is enough for a game of chance.
    assert_eq!(findings.of(Property::SurelyEnding).decided(), Some(true));
    assert_eq!(findings.of(Property::WellDefined).decided(), Some(true));
}

#[test]
fn a_budget_gives_a_partial_automaton_and_no_proofs() {
    let game = Race { length: 200 };
    let automaton = explore(&game, &Budget { states: 500, ..Budget::default() }, &mut |_| {});
    assert!(!automaton.complete());
    assert!(automaton.expanded() < automaton.len());
    let findings = answers(&game, &automaton);
    assert_eq!(findings.of(Property::WeaklyWinning).decided(), None);
    assert_eq!(findings.of(Property::TotallyDefined).decided(), None);
}
