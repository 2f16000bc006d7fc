//! Agents by their descriptions: they play legally, well, within their limits, and the same for the same seed.

mod small;

use game::{Agent, AgentInfo, Game, Kind, Limit, Observe, Player, Progress, Rng, Stopped, Thought, Turn};
use search::{make, roster, strongest};
use small::connect::{Board, Connect};
use small::kuhn::{Hand, Kuhn};
use small::ruin::Ruin;
use small::slide::Slide;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use testkit::{Tree, plain};

fn think<G: Observe + 'static>(game: &G, s: &G::State, spec: &str, limit: &Limit) -> Thought<G::Move> {
    let Turn::Player(me) = game.turn(s) else { panic!("nobody is to move") };
    let mut agent = make(game, spec, 1).unwrap_or_else(|fault| panic!("{spec}: {fault}"));
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let thought = agent.choose(game, me, &game.view(s, Some(me)), &moves, limit).expect("a thought");
    assert!(moves.contains(&thought.best), "{spec} chose an illegal move");
    thought
}

fn agents() -> Vec<AgentInfo> {
    roster(&BOARD).all().copied().collect()
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

/// Thinks twice and checks that both thoughts are the same and within the limit.
fn repeats<G: Observe + 'static>(game: &G, s: &G::State, spec: &str, nodes: u64) {
    let limit = Limit::nodes(nodes);
    let first = think(game, s, spec, &limit);
    assert_eq!(first, think(game, s, spec, &limit), "{spec}");
    assert!(first.nodes <= nodes + 10, "{spec} visited {} of {nodes} nodes", first.nodes);
}

#[test]
fn the_same_seed_and_nodes_give_the_same_thought() {
    let deal = Hand { cards: [1, 2], said: "p".to_string() };
    let puzzle = Slide { width: 3, height: 3, start: vec![8, 6, 7, 2, 5, 4, 3, 0, 1] };
    let three = three_players(5);
    let dice = Tree::random(3, 6, 4, 5, true);
    for info in agents() {
        let name = info.name;
        for nodes in [1, 100, 20_000] {
            let mut met = 0;
            if info.suits.refuses(Kind::of(&BOARD)).is_none() {
                repeats(&BOARD, &BOARD.after("443"), name, nodes);
                met += 1;
            }
            if info.suits.refuses(Kind::of(&Kuhn)).is_none() {
                repeats(&Kuhn, &deal, name, nodes);
                met += 1;
            }
            if info.suits.refuses(Kind::of(&puzzle)).is_none() {
                repeats(&puzzle, &puzzle.initial(), name, nodes);
                met += 1;
            }
            if info.suits.refuses(Kind::of(&three)).is_none() {
                repeats(&three, &three.initial(), name, nodes);
                met += 1;
            }
            if info.suits.refuses(Kind::of(&dice)).is_none() {
                repeats(&dice, &dice.initial(), name, nodes);
                met += 1;
            }
            assert!(met > 0, "{name} plays none of the games");
        }
    }
    repeats(&BOARD, &BOARD.after("443"), "mcts?threads=3", 20_000);
}

#[test]
fn other_limits_are_kept_too() {
    let s = BOARD.after("443");
    for (spec, rounds) in [("mcts", 300), ("montecarlo", 300), ("mcr", 300), ("mcr2", 300), ("flat", 40)] {
        assert_eq!(think(&BOARD, &s, spec, &Limit::iterations(rounds)).depth, rounds, "{spec}");
        let own = think(&BOARD, &s, &format!("{spec}?iterations=20"), &Limit::default());
        assert_eq!((own.depth, own.stopped), (20, Stopped::Iterations), "{spec}");
    }
    for spec in ["alphabeta", "minimax", "expectiminimax", "maxn", "paranoid"] {
        let thought = think(&BOARD, &s, spec, &Limit::depth(3));
        assert_eq!((thought.depth, thought.stopped), (3, Stopped::Depth), "{spec}");
    }
    let cancel = Limit { cancel: Some(Arc::new(AtomicBool::new(true))), ..Limit::default() };
    for spec in ["alphabeta", "mcts", "minimax", "montecarlo", "flat", "expectiminimax", "maxn", "paranoid"] {
        assert_eq!(think(&BOARD, &s, spec, &cancel).stopped, Stopped::Cancelled, "{spec}");
    }
}

#[test]
fn progress_is_reported() {
    let heard = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&heard);
    let watch = move |p: Progress| {
        assert!(p.value.is_finite());
        count.fetch_add(1, Ordering::Relaxed);
    };
    let limit = Limit { watch: Some(Arc::new(watch)), ..Limit::nodes(100_000) };
    for spec in ["alphabeta", "mcts", "minimax", "montecarlo", "flat", "expectiminimax", "maxn", "paranoid"] {
        heard.store(0, Ordering::Relaxed);
        think(&BOARD, &BOARD.initial(), spec, &limit);
        assert!(heard.load(Ordering::Relaxed) > 0, "{spec} was silent");
    }
}

/// A random tree for three players whose scores sum to zero.
fn three_players(seed: u64) -> Tree {
    fn grow(rng: &mut Rng, depth: u32) -> String {
        if depth == 0 || rng.below(9) == 0 {
            let (a, b) = (rng.below(19) as i32 - 9, rng.below(19) as i32 - 9);
            return format!("[{a} {b} {}]", -a - b);
        }
        let who = ["p1", "p2", "p3", "chance"][rng.below(4)];
        let children: Vec<String> = (0..3).map(|_| grow(rng, depth - 1)).collect();
        format!("{who}({})", children.join(" "))
    }
    let mut rng = Rng::new(seed);
    let branches: Vec<String> = (0..3).map(|_| grow(&mut rng, 4)).collect();
    format!("p1({})", branches.join(" ")).parse().unwrap()
}

/// The value for the first player when all others play against them, by looking at everything.
fn paranoid(tree: &Tree, s: &<Tree as Game>::State) -> f64 {
    if tree.turn(s) == Turn::Over {
        return f64::from(tree.score(s, Player(0)));
    }
    let mut moves = Vec::new();
    tree.moves(s, &mut moves);
    let after = |&mv: &<Tree as Game>::Move| {
        let mut next = *s;
        tree.apply(&mut next, mv);
        (paranoid(tree, &next), f64::from(tree.weight(s, mv)))
    };
    let values = moves.iter().map(after);
    match tree.turn(s) {
        Turn::Player(Player(0)) => values.map(|v| v.0).fold(f64::NEG_INFINITY, f64::max),
        Turn::Player(_) => values.map(|v| v.0).fold(f64::INFINITY, f64::min),
        _ => {
            let (sum, total) = values.fold((0.0, 0.0), |(s, t), (v, w)| (s + v * w, t + w));
            sum / total
        }
    }
}

#[test]
fn three_players_are_searched_as_by_looking_at_everything() {
    for seed in 0..100 {
        let tree = three_players(seed);
        let root = tree.initial();
        // Values of the agents are margins over the average: three times a score that sums to zero.
        let best = |spec: &str| {
            let thought = think(&tree, &root, spec, &Limit::default());
            assert_eq!(thought.stopped, Stopped::Complete);
            thought.values.iter().map(|v| v.1).fold(f64::NEG_INFINITY, f64::max) / 3.0
        };
        assert!((best("maxn?depth=50") - plain(&tree, &root)[0]).abs() < 1e-4, "max^n, seed {seed}");
        assert!((best("paranoid?depth=50") - paranoid(&tree, &root)).abs() < 1e-4, "paranoid, seed {seed}");
    }
}

#[test]
fn expectiminimax_finds_the_expected_value() {
    for seed in 0..100 {
        let tree = Tree::random(seed, 6, 3, 5, true);
        let thought = think(&tree, &tree.initial(), "expectiminimax?depth=50", &Limit::default());
        let best = thought.values.iter().map(|v| v.1).fold(f64::NEG_INFINITY, f64::max) / 2.0;
        assert!((best - plain(&tree, &tree.initial())[0]).abs() < 1e-4, "seed {seed}");
        assert_eq!(thought.stopped, Stopped::Complete);
    }
}

#[test]
fn a_gambler_at_bad_odds_plays_boldly() {
    // Staking all of 8 coins for 16 wins 0.3; anything smaller wins less.
    let game = Ruin { start: 8, goal: 16, odds: (3, 7) };
    for spec in ["expectiminimax?depth=7", "mcts?iterations=20000&c=0.7"] {
        assert_eq!(think(&game, &game.initial(), spec, &Limit::default()).best, 8, "{spec}");
    }
}

#[test]
fn the_minimax_of_s3games_is_minimax_and_prefers_nearer_wins() {
    for seed in 0..100 {
        let tree = Tree::random(seed, 5, 3, 1, false);
        let thought = think(&tree, &tree.initial(), "minimax?depth=50", &Limit::default());
        let mut next = tree.initial();
        tree.apply(&mut next, thought.best);
        assert_eq!(plain(&tree, &next)[0], plain(&tree, &tree.initial())[0], "seed {seed}");
        assert_eq!(thought.stopped, Stopped::Complete);
    }
    // Both first moves win; the second sooner. All lose in the other tree; the first latest.
    let wins: Tree = "max(min(max(1 -1) max(1 1)) min(1 1))".parse().unwrap();
    let thought = think(&wins, &wins.initial(), "minimax?depth=9", &Limit::default());
    assert_eq!(thought.because, ["wins by force in 2 moves"]);
    assert!((thought.values[1].1 - 0.99f64.powi(2)).abs() < 1e-12, "{thought:?}");
    let loses: Tree =
        "max(min(max(-1 -1) -1) min(max(min(-1 -1) -1) max(-1 min(-1 -1))) -1)".parse().unwrap();
    let thought = think(&loses, &loses.initial(), "minimax?depth=9", &Limit::default());
    assert_eq!(thought.because, ["loses by force in 4 moves"]);
}

#[test]
fn the_players_of_s3games_take_a_win_and_stop_one() {
    for spec in ["minimax", "minimaxstochastic", "montecarlo", "mcr", "mcr2", "flat"] {
        let limit = Limit::nodes(30_000);
        assert_eq!(think(&BOARD, &BOARD.after("414141"), spec, &limit).best, 3, "{spec} wins");
        assert_eq!(think(&BOARD, &BOARD.after("41414"), spec, &limit).best, 3, "{spec} stops a win");
    }
}

#[test]
fn stochastic_minimax_overlooks_replies_only_where_it_leaves_out_moves_of_both() {
    // Of every list of moves below the root one is looked at: with the opponent's lists whole, a win that must be stopped is
    // seen, whatever the draw.
    let s = BOARD.after("41414");
    let stops = |leave: &str, seed: u64| {
        let spec = format!("minimaxstochastic?ratio=0&depth=2&heuristic=none&leave={leave}");
        let mut agent = make(&BOARD, &spec, seed).unwrap();
        let mut moves = Vec::new();
        BOARD.moves(&s, &mut moves);
        agent.choose(&BOARD, Player(1), &s, &moves, &Limit::default()).unwrap().best == 3
    };
    assert!((0..60).all(|seed| stops("own", seed)));
    assert!((0..60).any(|seed| !stops("both", seed)));
}

#[test]
fn without_a_discount_minimax_says_nothing_of_the_distance() {
    let s = BOARD.after("4737");
    let because = |spec: &str| think(&BOARD, &s, spec, &Limit::nodes(30_000)).because[0].clone();
    assert_eq!(because("minimax?heuristic=none"), "wins by force in 3 moves");
    assert_eq!(because("minimax?heuristic=none&discount=1"), "wins by force");
    let error = make(&BOARD, "minimax?discount=0.5", 0).err().unwrap().to_string();
    assert!(error.contains("'discount' must be a number from 0.9 to 1"), "{error}");
}

#[test]
fn ties_go_to_the_first_move_or_to_any() {
    // On the empty board nothing is decided within four moves: all seven columns are equal.
    let s = BOARD.after("");
    let columns = |ties: &str| -> std::collections::BTreeSet<usize> {
        (0..100)
            .map(|seed| {
                let spec = format!("minimax?heuristic=none&depth=2&ties={ties}");
                let mut agent = make(&BOARD, &spec, seed).unwrap();
                let mut moves = Vec::new();
                BOARD.moves(&s, &mut moves);
                let best = agent.choose(&BOARD, Player(0), &s, &moves, &Limit::default()).unwrap().best;
                moves.iter().position(|&mv| mv == best).unwrap()
            })
            .collect()
    };
    assert_eq!(columns("first").into_iter().collect::<Vec<_>>(), [0]);
    assert_eq!(columns("random").into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
    // Chance decides only between equals: a win that must be stopped is stopped.
    let s = BOARD.after("41414");
    for seed in 0..20 {
        let mut agent = make(&BOARD, "minimax?heuristic=none&depth=2&ties=random", seed).unwrap();
        let mut moves = Vec::new();
        BOARD.moves(&s, &mut moves);
        assert_eq!(agent.choose(&BOARD, Player(1), &s, &moves, &Limit::default()).unwrap().best, 3);
    }
}

#[test]
fn every_agent_has_words_in_three_languages_and_readable_defaults() {
    for info in agents() {
        for text in [info.title, info.help].iter().chain(info.parameters.iter().map(|p| &p.help)) {
            assert!(!text.en.is_empty() && !text.cs.is_empty() && !text.sk.is_empty(), "{}", info.name);
        }
        let given: Vec<String> =
            info.parameters.iter().map(|p| format!("{}={}", p.name, p.default)).collect();
        game::Options::parse(&given.join("&"), info.parameters)
            .unwrap_or_else(|f| panic!("{}: {f}", info.name));
    }
}

#[test]
fn the_strongest_agent_of_every_kind_can_be_made() {
    let puzzle = Slide { width: 2, height: 2, start: vec![3, 1, 2, 0] };
    assert!(make(&BOARD, strongest(&BOARD), 0).is_ok());
    assert!(make(&Kuhn, strongest(&Kuhn), 0).is_ok());
    assert!(make(&puzzle, strongest(&puzzle), 0).is_ok());
    assert!(make(&three_players(1), strongest(&three_players(1)), 0).is_ok());
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
        agent.choose(&BOARD, me, s, &moves, &Limit::default()).expect("a thought")
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
    let fault = |spec| make(&BOARD, spec, 0).err().map_or(String::new(), |e| e.to_string());
    assert!(fault("alfabeta").ends_with("did you mean 'alphabeta'?"), "{}", fault("alfabeta"));
    assert!(
        fault("mcts?iteration=5").contains("did you mean 'iterations'?"),
        "{}",
        fault("mcts?iteration=5")
    );
    assert!(fault("mcts?c=x").contains("must be a number from 0 to 100"), "{}", fault("mcts?c=x"));
    assert!(fault("alphabeta?heuristic=x").contains("no heuristic 'x'"));
    let fault = make(&Kuhn, "alphabeta", 0).err().map_or(String::new(), |e| e.to_string());
    assert!(fault.contains("this game hides something; try ") && fault.contains("random"), "{fault}");
    let puzzle = Slide { width: 2, height: 2, start: vec![3, 1, 2, 0] };
    let fault = make(&puzzle, "alphabeta", 0).err().map_or(String::new(), |e| e.to_string());
    assert!(fault.contains("it is for two players"), "{fault}");
    assert_eq!(Player(0), puzzle.turn(&puzzle.initial()).player().unwrap());
}

#[test]
fn the_page_about_agents_names_them_all_with_their_parameters() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/agents.md");
    let page = std::fs::read_to_string(page).unwrap();
    for info in agents() {
        assert!(page.contains(&format!("`{}`", info.name)), "the page does not name {}", info.name);
        for parameter in info.parameters {
            let name = format!("`{}`", parameter.name);
            assert!(page.contains(&name), "the page does not name {name} of {}", info.name);
        }
    }
    for name in page.lines().filter_map(|line| line.strip_prefix("| `")) {
        for name in name.split('|').next().unwrap_or("").split(", ") {
            let name = name.trim_matches(['`', ' ']);
            assert!(agents().iter().any(|info| info.name == name), "the page names an unknown agent {name}");
        }
    }
}
