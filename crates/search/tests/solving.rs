//! Exact solving against slow and published answers.

mod small;

use game::{Game, Limit, Player, Rng, Stopped};
use search::solve::{Goal, Outcome, Settings, solve, solve_with};
use small::connect::{Board, Connect};
use small::loops::Loops;
use small::ruin::Ruin;
use small::slide::Slide;
use testkit::{Tree, plain};

fn connect(width: u32, height: u32, keen: bool) -> Connect {
    Connect { width, height, keen }
}

/// A random unfinished position with so many discs.
fn position(game: &Connect, discs: u32, seed: u64) -> Board {
    let mut rng = Rng::new(seed);
    loop {
        let mut s = game.initial();
        let made = game::walk::playout_within(game, &mut s, &mut rng, &mut Vec::new(), u64::from(discs));
        if made == u64::from(discs) && game.turn(&s).player().is_some() {
            return s;
        }
    }
}

#[test]
fn small_boards_have_their_known_values() {
    // J. Tromp's table of solved Connect Four boards: 4×4, 5×4, 4×5 and 5×5 are draws.
    for (width, height) in [(4, 4), (5, 4), (4, 5)] {
        let game = connect(width, height, true);
        let found = solve(&game, &game.initial(), &Limit::default()).unwrap();
        assert_eq!(
            (found.value, found.plies),
            (Some(Outcome::Draw), Some(width * height)),
            "{width}×{height}"
        );
        assert_eq!(found.stopped, Stopped::Complete);
    }
}

#[test]
fn the_sharp_look_and_the_moves_alone_give_the_same_answers() {
    for seed in 0..40 {
        let (plain, keen) = (connect(5, 4, false), connect(5, 4, true));
        let s = position(&plain, 6 + seed as u32 % 6, seed);
        let a = solve(&plain, &s, &Limit::default()).unwrap();
        let b = solve(&keen, &s, &Limit::default()).unwrap();
        assert_eq!((a.value, a.plies, a.score), (b.value, b.plies, b.score), "{s:?}");
        for found in [a, b] {
            assert_eq!(found.best, found.line.first().copied());
            let mut s = s;
            for &mv in &found.line {
                game::play(&plain, &mut s, mv).unwrap();
            }
            assert_eq!(game::Turn::Over, plain.turn(&s));
            assert_eq!(found.plies, Some(found.line.len() as u32));
        }
    }
}

#[test]
fn positions_with_fourteen_discs_are_solved_exactly() {
    // The best move leads to a state whose own solution is the same from the other side, one move nearer to the end.
    let game = connect(7, 6, true);
    for seed in 0..3 {
        let s = position(&game, 14, seed);
        let found = solve(&game, &s, &Limit::default()).unwrap();
        assert_eq!(found.stopped, Stopped::Complete);
        let mut next = s;
        game.apply(&mut next, found.best.unwrap());
        let after = solve(&game, &next, &Limit::default()).unwrap();
        let turned = match after.value {
            _ if game.turn(&next) == game::Turn::Over => found.value,
            Some(Outcome::Win) => Some(Outcome::Loss),
            Some(Outcome::Loss) => Some(Outcome::Win),
            draw => draw,
        };
        assert_eq!(turned, found.value);
        assert_eq!(after.plies.map(|p| p + 1), found.plies);
    }
}

#[test]
fn random_trees_have_the_value_of_plain_minimax() {
    for seed in 0..200 {
        let tree = Tree::random(seed, 6, 3, 5, false);
        let settings = Settings { goal: Goal::Score, ..Settings::default() };
        let found = solve_with(&tree, &tree.initial(), &settings, &Limit::default()).unwrap();
        assert_eq!(found.score, Some(plain(&tree, &tree.initial())[0]), "seed {seed}");
        let outcome = solve(&tree, &tree.initial(), &Limit::default()).unwrap();
        let sign = plain(&tree, &tree.initial())[0].partial_cmp(&0.0).unwrap() as i32;
        assert_eq!(outcome.value.unwrap() as i32 - 1, sign, "seed {seed}");
    }
}

#[test]
fn random_trees_with_chance_have_their_expected_value() {
    for seed in 0..100 {
        let tree = Tree::random(seed, 6, 3, 5, true);
        let found = solve(&tree, &tree.initial(), &Limit::default()).unwrap();
        let wanted = plain(&tree, &tree.initial())[0];
        assert!((found.score.unwrap() - wanted).abs() < 1e-9, "seed {seed}: {found:?}, wanted {wanted}");
        if found.method == "backward induction" {
            assert!((found.exact.unwrap().to_f64() - wanted).abs() < 1e-9);
        }
    }
}

#[test]
fn endless_games_are_solved_by_going_backwards() {
    for seed in 0..300 {
        let game = Loops::random(seed, 30, 3);
        for goal in [Goal::Outcome, Goal::Score] {
            let (score, plies) = game.slowly(goal == Goal::Outcome)[0];
            // No nodes for alpha-beta: the whole answer comes from retrograde analysis.
            let settings = Settings { goal, ..Settings::default() };
            let found = search::solve::retrograde(&game, &0, &settings, &Limit::default()).unwrap();
            let sign = if game.turn(&0).player() == Some(Player(0)) { 1 } else { -1 };
            assert_eq!(found.value.unwrap() as i32 - 1, score.signum() * sign, "seed {seed} {goal:?}");
            if score != 0 {
                assert_eq!(found.plies, Some(plies), "seed {seed} {goal:?}");
                if goal == Goal::Score {
                    assert_eq!(found.score, Some(f64::from(score * sign)), "seed {seed}");
                }
                assert_eq!(found.line.len() as u32, plies);
            }
        }
    }
}

#[test]
fn an_endless_game_of_few_states_is_a_draw_and_not_unknown() {
    // To and fro for ever: alpha-beta is at its deepest horizon long before its nodes are spent.
    let swing = Loops { states: vec![(0, vec![1], 0), (1, vec![0], 0)] };
    let found = solve(&swing, &0, &Limit::default()).unwrap();
    assert_eq!((found.value, found.plies, found.stopped), (Some(Outcome::Draw), None, Stopped::Complete));
    // With a way out that loses for whoever takes it, it is still a draw.
    let way = Loops { states: vec![(0, vec![1, 2], 0), (1, vec![0, 3], 0), (0, vec![], -1), (1, vec![], 1)] };
    assert_eq!(solve(&way, &0, &Limit::default()).unwrap().value, Some(Outcome::Draw));
    for seed in 0..100 {
        let game = Loops::random(seed, 12, 2);
        let (score, _) = game.slowly(true)[0];
        let sign = if game.turn(&0).player() == Some(Player(0)) { 1 } else { -1 };
        let found = solve(&game, &0, &Limit::default()).unwrap();
        assert_eq!(found.value.map(|value| value as i32 - 1), Some(score * sign), "seed {seed}");
    }
}

#[test]
fn chance_with_cycles_settles_on_the_known_value() {
    // Bold play is best at unfavourable odds (L. Dubins, L. Savage 1965): with 2:3, 1 coin of 4 wins 0.4², 3 win 0.64.
    for (start, wanted) in [(1, 0.16), (2, 0.4), (3, 0.64)] {
        let game = Ruin { start, goal: 4, odds: (2, 3) };
        let found = solve(&game, &game.initial(), &Limit::default()).unwrap();
        assert_eq!((found.method, found.stopped), ("value iteration", Stopped::Complete));
        assert!((found.score.unwrap() - wanted).abs() < 1e-9, "{found:?}");
    }
}

#[test]
fn puzzles_are_solved_in_the_fewest_moves() {
    // The hardest positions of the 3×2 puzzle take 21 moves, of 360 reachable states.
    let game = Slide { width: 3, height: 2, start: vec![4, 5, 0, 1, 2, 3] };
    let found = solve(&game, &game.initial(), &Limit::default()).unwrap();
    assert_eq!((found.value, found.plies), (Some(Outcome::Win), Some(21)));
    let odd = Slide { width: 3, height: 2, start: vec![2, 1, 3, 4, 5, 0] };
    let found = solve(&odd, &odd.initial(), &Limit::default()).unwrap();
    assert_eq!(
        (found.value, found.stopped),
        (Some(Outcome::Loss), Stopped::Complete),
        "half of all are insoluble"
    );
}

#[test]
fn a_budget_that_ends_is_admitted() {
    for keen in [true, false] {
        let game = connect(7, 6, keen);
        let found = solve(&game, &game.initial(), &Limit::nodes(10_000)).unwrap();
        assert_eq!((found.value, found.plies, found.stopped), (None, None, Stopped::Nodes));
        assert!(found.nodes <= 10_010, "{}", found.nodes);
        assert!(!found.notes.is_empty());
    }
}
