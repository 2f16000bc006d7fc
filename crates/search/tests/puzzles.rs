//! Agents for one player.

mod small;

use game::{Agent, Game, Limit, Player, Rng, Turn};
use search::make;
use search::solve::solve;
use small::slide::Slide;

/// A soluble start, shuffled by random moves.
fn shuffled(width: usize, height: usize, moves: u64, seed: u64) -> Slide {
    let mut start: Vec<u8> = (1..(width * height) as u8).chain([0]).collect();
    let mut rng = Rng::new(seed);
    // A solved puzzle is over, so the first move is made by hand.
    let last = start.len() - 1;
    start.swap(last, last - 1);
    let mut game = Slide { width, height, start: start.clone() };
    loop {
        game::walk::playout_within(&game, &mut start, &mut rng, &mut Vec::new(), moves);
        if game.turn(&start) != Turn::Over {
            game.start = start;
            return game;
        }
        start.swap(last, last - 1);
    }
}

/// Plays to the end; the number of moves, if the goal was reached within `most`.
fn play(game: &Slide, agent: &mut dyn Agent<Slide>, most: usize) -> Option<usize> {
    let mut s = game.initial();
    for made in 0..=most {
        let mut moves = Vec::new();
        game.moves(&s, &mut moves);
        if moves.is_empty() {
            return (game.score(&s, Player(0)) > 0).then_some(made);
        }
        let thought = agent.choose(game, Player(0), &s, &moves, &Limit::default()).unwrap();
        assert!(moves.contains(&thought.best));
        game.apply(&mut s, thought.best);
    }
    None
}

#[test]
fn breadth_first_a_star_and_ida_star_find_the_fewest_moves() {
    for seed in 0..25 {
        let game = shuffled(3, 2, 40, seed);
        let fewest = solve(&game, &game.initial(), &Limit::default()).unwrap().plies.map(|p| p as usize);
        for spec in [
            "bfs",
            "astar?heuristic=manhattan",
            "astar?heuristic=distance",
            "astar?heuristic=none",
            "idastar?heuristic=manhattan",
            "idastar?heuristic=distance",
        ] {
            let mut agent = make(&game, spec, seed).unwrap();
            assert_eq!(play(&game, agent.as_mut(), 100), fewest, "{spec}, seed {seed}: {:?}", game.start);
        }
    }
}

#[test]
fn the_eight_puzzle_is_solved_with_the_manhattan_heuristic() {
    // One of the two states 31 moves from the goal, the farthest there are (A. Reinefeld 1993).
    let game = Slide { width: 3, height: 3, start: vec![8, 6, 7, 2, 5, 4, 3, 0, 1] };
    for spec in ["astar", "idastar"] {
        let mut agent = make(&game, spec, 0).unwrap();
        assert_eq!(play(&game, agent.as_mut(), 40), Some(31), "{spec}");
    }
    assert_eq!(solve(&game, &game.initial(), &Limit::default()).unwrap().plies, Some(31));
}

#[test]
fn depth_first_search_arrives_without_running_in_circles() {
    for seed in 0..10 {
        let game = shuffled(3, 2, 40, seed);
        let mut agent = make(&game, "dfs", seed).unwrap();
        assert!(play(&game, agent.as_mut(), 400).is_some(), "seed {seed}");
    }
}

#[test]
fn an_insoluble_puzzle_is_admitted() {
    let game = Slide { width: 3, height: 2, start: vec![2, 1, 3, 4, 5, 0] };
    let mut moves = Vec::new();
    game.moves(&game.initial(), &mut moves);
    for spec in ["bfs", "dfs", "astar", "astar?heuristic=distance", "idastar?heuristic=distance"] {
        let mut agent = make(&game, spec, 0).unwrap();
        let thought = agent.choose(&game, Player(0), &game.initial(), &moves, &Limit::nodes(50_000)).unwrap();
        assert_eq!(thought.because, ["there is no way to the goal among the states looked at"], "{spec}");
    }
}

#[test]
fn a_short_budget_is_kept_and_admitted() {
    let game = shuffled(3, 3, 200, 7);
    let mut moves = Vec::new();
    game.moves(&game.initial(), &mut moves);
    for spec in ["bfs", "dfs", "astar?heuristic=none", "idastar?heuristic=none", "astar?heuristic=distance"] {
        let mut agent = make(&game, spec, 0).unwrap();
        let thought = agent.choose(&game, Player(0), &game.initial(), &moves, &Limit::nodes(50)).unwrap();
        assert!(thought.nodes <= 51, "{spec}: {}", thought.nodes);
        assert!(thought.because[0].contains("no way to the goal found"), "{spec}: {:?}", thought.because);
    }
}
