//! Agents by their descriptions: they play legally, well, within their limits, and the same for the same seed.

mod small;

use game::{Agent, Game, Limit, Observe, Player, Stopped, Thought, Turn};
use search::make;
use small::connect::{Board, Connect};
use small::kuhn::Kuhn;
use small::slide::Slide;
use testkit::{Tree, plain};

fn think<G: Observe + 'static>(game: &G, s: &G::State, spec: &str, limit: &Limit) -> Thought<G::Move> {
    let Turn::Player(me) = game.turn(s) else { panic!("nobody is to move") };
    let mut agent = make(game, spec, 1).unwrap_or_else(|fault| panic!("{spec}: {fault}"));
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let thought = agent.choose(game, me, &game.view(s, Some(me)), &moves, limit);
    assert!(moves.contains(&thought.best), "{spec} chose an illegal move");
    thought
}

const BOARD: Connect = Connect { width: 7, height: 6, keen: false };

#[test]
fn alpha_beta_finds_the_value_of_plain_minimax() {
    for seed in 0..300 {
        let tree = Tree::random(seed, 6, 3, 4, false);
        let wanted = plain(&tree, &tree.initial())[0];
        let thought = think(&tree, &tree.initial(), "alphabeta?depth=20", &Limit::default());
        let mut next = tree.initial();
        tree.apply(&mut next, thought.best);
        assert_eq!(plain(&tree, &next)[0], wanted, "seed {seed}: {thought:?}");
        assert_eq!(thought.stopped, Stopped::Complete);
    }
}

#[test]
fn a_player_who_moves_twice_is_no_trouble() {
    let tree: Tree =
        "max(max(min(3 5) min(2 9)) min(max(4 1) min(6 8)) max(-1 min(min(7 0) 4)))".parse().unwrap();
    for spec in ["alphabeta?depth=9", "mcts?iterations=3000"] {
        let thought = think(&tree, &tree.initial(), spec, &Limit::default());
        let mut next = tree.initial();
        tree.apply(&mut next, thought.best);
        assert_eq!(plain(&tree, &next)[0], plain(&tree, &tree.initial())[0], "{spec}");
    }
}

#[test]
fn tree_search_proves_forced_wins_and_avoids_forced_losses() {
    // Three in a row at the bottom with both ends free cannot be stopped; two can still be.
    let s = BOARD.after("4737");
    let thought = think(&BOARD, &s, "mcts?iterations=20000", &Limit::default());
    assert_eq!(thought.stopped, Stopped::Complete, "{thought:?}");
    assert!([1, 4].contains(&thought.best), "{thought:?}");
    assert_eq!(thought.because[0], "wins by force in at most 3 moves");
    let thought = think(&BOARD, &BOARD.after("473"), "mcts?iterations=20000", &Limit::default());
    assert!([1, 4].contains(&thought.best), "{thought:?}");
}

#[test]
fn the_same_seed_and_nodes_give_the_same_thought() {
    let s = BOARD.after("44345");
    for spec in ["random", "alphabeta", "mcts", "mcts?threads=3"] {
        let limit = Limit::nodes(20_000);
        let first = think(&BOARD, &s, spec, &limit);
        assert_eq!(first, think(&BOARD, &s, spec, &limit), "{spec}");
        assert!(first.nodes <= 20_010, "{spec} visited {} nodes", first.nodes);
    }
}

#[test]
fn the_tree_is_kept_between_moves() {
    let mut agent = make::<Connect>(&BOARD, "mcts?iterations=2000", 5).unwrap();
    let mut fresh = make::<Connect>(&BOARD, "mcts?iterations=2000&reuse=no", 5).unwrap();
    let mut s = BOARD.initial();
    let ask = |agent: &mut Box<dyn Agent<Connect>>, s: &Board| {
        let mut moves = Vec::new();
        BOARD.moves(s, &mut moves);
        let me = BOARD.turn(s).player().unwrap();
        agent.choose(&BOARD, me, s, &moves, &Limit::default())
    };
    let first = ask(&mut agent, &s);
    ask(&mut fresh, &s);
    BOARD.apply(&mut s, first.best);
    BOARD.apply(&mut s, 3);
    // The averages of a kept tree rest on more than this decision's simulations, so both differ.
    assert_ne!(ask(&mut agent, &s).values, ask(&mut fresh, &s).values);
}

#[test]
fn mistakes_in_descriptions_are_explained() {
    let fault = |spec| make(&BOARD, spec, 0).err().unwrap_or_default();
    assert!(fault("alfabeta").ends_with("did you mean 'alphabeta'?"), "{}", fault("alfabeta"));
    assert!(
        fault("mcts?iteration=5").contains("did you mean 'iterations'?"),
        "{}",
        fault("mcts?iteration=5")
    );
    assert!(fault("mcts?c=x").contains("must be a number from 0 to 100"), "{}", fault("mcts?c=x"));
    assert!(fault("alphabeta?heuristic=x").contains("no heuristic 'x'"));
    let fault = make(&Kuhn, "alphabeta", 0).err().unwrap_or_default();
    assert!(fault.contains("this game hides something; try random"), "{fault}");
    let puzzle = Slide { width: 2, height: 2, start: vec![3, 1, 2, 0] };
    assert!(make(&puzzle, "alphabeta", 0).err().unwrap_or_default().contains("it is for two players"));
    assert_eq!(Player(0), puzzle.turn(&puzzle.initial()).player().unwrap());
}
