//! Agents that take an evaluator: with one that knows the truth they need no search to play perfectly.

mod small;

use game::{Agent, Evaluate, Game, Limit, Observe, Player, Rng, Turn};
use search::{AlphaBeta, Budget, Ismcts, IsmctsConfig, Mcts, MctsConfig};
use small::kuhn::{Hand, Kuhn};
use std::sync::Arc;
use testkit::{Tree, plain};

/// Knows the value of every state of a tree.
struct Oracle;

impl Evaluate<Tree> for Oracle {
    fn value(&self, game: &Tree, s: &<Tree as Game>::State, out: &mut Vec<f64>) {
        out.extend(plain(game, s).iter().map(|v| 0.5 + v / 10.0));
    }

    fn prior(
        &self,
        game: &Tree,
        s: &<Tree as Game>::State,
        moves: &[<Tree as Game>::Move],
        out: &mut Vec<f64>,
    ) {
        let Turn::Player(me) = game.turn(s) else { return out.extend(vec![0.0; moves.len()]) };
        let worth = |&mv| {
            let mut next = *s;
            game.apply(&mut next, mv);
            plain(game, &next)[me.index()] + 4.5
        };
        let sum: f64 = moves.iter().map(worth).sum();
        out.extend(moves.iter().map(|mv| worth(mv) / sum));
    }
}

/// The value of the tree after the agent's choice at the root.
fn after(tree: &Tree, agent: &mut dyn Agent<Tree>, limit: &Limit) -> f64 {
    let s = tree.initial();
    let mut moves = Vec::new();
    tree.moves(&s, &mut moves);
    let thought = agent.choose(tree, Player(0), &s, &moves, limit).unwrap();
    let mut next = s;
    tree.apply(&mut next, thought.best);
    plain(tree, &next)[0]
}

#[test]
fn with_the_truth_at_the_horizon_one_move_ahead_is_enough() {
    let oracle: Arc<dyn Evaluate<Tree>> = Arc::new(Oracle);
    for seed in 0..60 {
        let tree = Tree::random(seed, 6, 3, 4, false);
        if tree.turn(&tree.initial()) != Turn::Player(Player(0)) {
            continue;
        }
        let best = plain(&tree, &tree.initial())[0];
        let mut agent =
            AlphaBeta::new(Budget::deepening(1000), None, 1, seed).with_evaluator(Arc::clone(&oracle));
        assert_eq!(after(&tree, &mut agent, &Limit::depth(1)), best, "seed {seed}");
    }
}

#[test]
fn tree_search_follows_its_evaluator_and_never_simulates() {
    let oracle: Arc<dyn Evaluate<Tree>> = Arc::new(Oracle);
    let mut right = 0;
    for seed in 0..60 {
        let tree = Tree::random(seed, 6, 3, 4, false);
        if tree.turn(&tree.initial()) != Turn::Player(Player(0)) {
            right += 1;
            continue;
        }
        let mut agent =
            Mcts::new(Budget::iterating(400), MctsConfig::default(), seed).with_evaluator(&oracle);
        right += u32::from(after(&tree, &mut agent, &Limit::default()) == plain(&tree, &tree.initial())[0]);
    }
    assert!(right >= 58, "{right} of 60 choices are best");
}

/// Likes to bet.
struct Bold;

impl Evaluate<Kuhn> for Bold {
    fn value(&self, _: &Kuhn, s: &Hand, out: &mut Vec<f64>) {
        let bold = if s.said.starts_with('b') { 0.9 } else { 0.1 };
        out.extend([bold, 1.0 - bold]);
    }
}

#[test]
fn information_set_search_follows_its_evaluator() {
    let config = IsmctsConfig {
        exploration: 0.7,
        aim: search::Aim::Mixed,
        policy: search::Policy::Uniform,
        tree: 1000,
        length: 100,
        listen: false,
    };
    let view = Kuhn.view(&Hand { cards: [0, 2], said: String::new() }, Some(Player(0)));
    // Two walks see only the evaluator: each of the two moves is a new leaf.
    let limit = Limit::iterations(2);
    let mut agent =
        Ismcts::new(Budget::iterating(100), config, Rng::new(1).bits()).with_evaluator(Arc::new(Bold));
    let thought = agent.choose(&Kuhn, Player(0), &view, &['p', 'b'], &limit).unwrap();
    let worth = |mv| thought.values.iter().find(|v| v.0 == mv).map(|v| v.1);
    assert!(worth('b') > worth('p'), "{thought:?}");
}
