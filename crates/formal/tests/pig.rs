//! Pig, the dice game, against the equations of its published solution (Neller and Presser, Optimal Play of the Dice Game
//! Pig, 2004), iterated by themselves.

use formal::{Answer, Budget, Odds, Property, explore};
use game::{Game, Gesture, Lang, Perfect, Player, Scene, Show, Turn};

/// Pig to `goal`: throw as often as you like; a 1 loses what the turn brought and passes the turn.
struct Pig {
    goal: u8,
}

/// Points of both, what this turn has brought, who is to move, and whether the die is in the air.
type Position = ([u8; 2], u8, u8, bool);

impl Game for Pig {
    type State = Position;
    type Move = u8;
    fn players(&self) -> usize {
        2
    }
    fn chance(&self) -> bool {
        true
    }
    fn initial(&self) -> Position {
        ([0, 0], 0, 0, false)
    }
    fn turn(&self, s: &Position) -> Turn {
        match s {
            (points, _, _, _) if points.iter().any(|&p| p >= self.goal) => Turn::Over,
            (_, _, _, true) => Turn::Chance,
            (_, _, p, _) => Turn::Player(Player(*p)),
        }
    }
    fn moves(&self, s: &Position, out: &mut Vec<u8>) {
        match self.turn(s) {
            Turn::Over => {}
            Turn::Chance => out.extend(1..=6),
            // 7 throws, 8 holds.
            Turn::Player(_) if s.1 == 0 => out.push(7),
            Turn::Player(_) => out.extend([7, 8]),
        }
    }
    fn apply(&self, s: &mut Position, mv: u8) {
        let p = usize::from(s.2);
        match mv {
            7 => s.3 = true,
            8 => {
                *s = (
                    [s.0[0] + if p == 0 { s.1 } else { 0 }, s.0[1] + if p == 1 { s.1 } else { 0 }],
                    0,
                    1 - s.2,
                    false,
                )
            }
            1 => *s = (s.0, 0, 1 - s.2, false),
            n => {
                s.1 = (s.1 + n).min(self.goal - s.0[p]);
                s.3 = false;
                // Enough to win is held at once.
                if s.0[p] + s.1 >= self.goal {
                    s.0[p] += s.1;
                    s.1 = 0;
                }
            }
        }
    }
    fn score(&self, s: &Position, p: Player) -> i32 {
        let won = |q: usize| i32::from(s.0[q] >= self.goal);
        won(p.index()) - won(1 - p.index())
    }
}

impl Perfect for Pig {}

impl Show for Pig {
    fn id(&self) -> String {
        "pig".into()
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

/// The chance of the player to move, by the equations of the paper, iterated until nothing moves: `p[i][j][k]` with own
/// points, the other's points and what the turn has brought.
#[expect(
    clippy::needless_range_loop,
    reason = "the equations name three places of the table by their indices"
)]
fn by_the_paper(goal: usize) -> f64 {
    let mut p = vec![vec![vec![0.0f64; goal + 7]; goal]; goal];
    loop {
        let mut moved = 0.0f64;
        for i in 0..goal {
            for j in 0..goal {
                for k in 0..goal - i {
                    let after = |k: usize| if i + k >= goal { 1.0 } else { p[i][j][k] };
                    let roll = ((1.0 - p[j][i][0]) + (2..=6).map(|d| after(k + d)).sum::<f64>()) / 6.0;
                    let hold = if k == 0 { 0.0 } else { 1.0 - p[j][i + k][0] };
                    let best = roll.max(hold);
                    moved = moved.max((best - p[i][j][k]).abs());
                    p[i][j][k] = best;
                }
            }
        }
        if moved < 1e-14 {
            return p[0][0][0];
        }
    }
}

#[test]
fn best_play_of_pig_is_what_the_equations_say() {
    for goal in [6, 15, 24] {
        let game = Pig { goal };
        let automaton = explore(&game, &Budget::default(), &mut |_| {});
        let sure = Odds::of(&game, &automaton).unwrap().forced(0.0).unwrap();
        assert!(sure.iter().all(|b| b.error() < 1e-9), "{sure:?}");
        let expected = by_the_paper(usize::from(goal));
        assert!((sure[0].middle() - expected).abs() < 1e-9, "to {goal}: {sure:?}, {expected}");
        assert!((sure[0].middle() + sure[1].middle() - 1.0).abs() < 1e-9, "to {goal}: {sure:?}");
    }
}

#[test]
fn the_first_player_wins_pig_to_100_with_the_published_chance() {
    let game = Pig { goal: 100 };
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    let sure = Odds::of(&game, &automaton).unwrap().forced(0.0).unwrap();
    // Neller and Presser: 53.06 %.
    assert_eq!(format!("{:.4}", sure[0].middle()), "0.5306");
    assert!(sure.iter().all(|b| b.error() < 1e-9), "{sure:?}");
}

#[test]
fn pig_is_not_terminating_and_ends_with_probability_1() {
    let game = Pig { goal: 12 };
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    let found = formal::answers(&game, &automaton);
    assert_eq!(found.of(Property::Terminating).decided(), Some(false));
    assert_eq!(found.of(Property::SurelyEnding), &Answer::Yes(Vec::new()));
    assert_eq!(found.of(Property::WellDefined).decided(), Some(true), "chance ends it");
}

/// Chance adds one or two, and never anything else.
struct Drift;

impl Game for Drift {
    type State = u64;
    type Move = u8;
    fn players(&self) -> usize {
        1
    }
    fn chance(&self) -> bool {
        true
    }
    fn initial(&self) -> u64 {
        0
    }
    fn turn(&self, _: &u64) -> Turn {
        Turn::Chance
    }
    fn moves(&self, _: &u64, out: &mut Vec<u8>) {
        out.extend([1, 2]);
    }
    fn apply(&self, s: &mut u64, mv: u8) {
        *s += u64::from(mv);
    }
    fn score(&self, _: &u64, _: Player) -> i32 {
        0
    }
}

impl Perfect for Drift {}

impl Show for Drift {
    fn id(&self) -> String {
        "drift".into()
    }
    fn text(&self, _: &u64, mv: u8) -> String {
        mv.to_string()
    }
    fn gesture(&self, _: &u64, mv: u8) -> Gesture {
        Gesture::Say(mv.to_string())
    }
    fn scene(&self, s: &u64, _: Option<Player>, _: Lang) -> Scene {
        Scene { zones: vec![], tokens: vec![], said: vec![], turn: self.turn(s), points: vec![0] }
    }
}

#[test]
fn chance_that_never_ends_is_not_a_deal() {
    assert_eq!(formal::deals(&Drift, 5, &Budget { states: 100, ..Budget::default() }, 1), None);
}
