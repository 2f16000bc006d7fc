//! Published facts about games, found again by exploring them.

use formal::{
    Automaton, Budget, Property, Sequence, answers, distribution, exact_chances, explore, minimise,
    normalise, solve, statistics,
};
use game::{Game, Options, Parameter, Player, Show, walk};
use games::connect4::{self, Connect4};
use games::tictactoe::{self, TicTacToe};
use num_rational::BigRational;

fn options(text: &str, parameters: &[Parameter]) -> Options {
    Options::parse(text, parameters).unwrap()
}

fn tictactoe() -> (TicTacToe, Automaton<TicTacToe>) {
    let game = TicTacToe::new(&options("", tictactoe::PARAMETERS)).unwrap();
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    (game, automaton)
}

fn connect4(size: &str) -> Connect4 {
    Connect4::new(&options(size, connect4::PARAMETERS)).unwrap()
}

#[test]
fn tictactoe_has_its_published_numbers() {
    let (game, automaton) = tictactoe();
    let numbers = statistics(&game, &automaton);
    assert_eq!((numbers.states, numbers.terminal), (5478, 958));
    assert_eq!(numbers.plays, Some(vec![255_168, 131_184, 77_904, 46_080]));
    assert_eq!(normalise(&game, &automaton).terminal, 3);
    let values = solve(&game, &automaton).unwrap();
    assert_eq!(values.winner[0], 0, "a draw under perfect play");
}

#[test]
fn tictactoe_is_well_defined() {
    let (game, automaton) = tictactoe();
    let findings = answers(&game, &automaton);
    for (property, expected) in [
        (Property::Terminating, true),
        (Property::TotallyDefined, true),
        (Property::StronglyWinning, false),
        (Property::WeaklyWinning, true),
        (Property::WellDefined, true),
        (Property::Symmetric, true),
    ] {
        assert_eq!(findings.of(property).decided(), Some(expected), "{}", property.name());
    }
}

#[test]
fn the_chances_of_random_tictactoe_are_exact_fractions() {
    // 737/1260, 121/420 and 8/63 are the well-known shares of random tic-tac-toe.
    let (game, automaton) = tictactoe();
    let chances = exact_chances(&game, &automaton).unwrap();
    let fraction = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    assert_eq!(chances.wins, [fraction(737, 1260), fraction(121, 420)]);
    assert_eq!(chances.draw, fraction(8, 63));
}

#[test]
fn a_distribution_stays_a_distribution() {
    let (game, automaton) = tictactoe();
    let after_five = distribution(&game, &automaton, 5).unwrap();
    assert!((after_five.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    // 1,440 of the 15,120 sequences of five moves are won, all equally probable.
    let won: f64 =
        automaton.nodes().filter(|&n| automaton.over(&game, n)).map(|n| after_five[n as usize]).sum();
    assert!((won - 1440.0 / 15120.0).abs() < 1e-12);
}

#[test]
fn connect_four_on_four_by_four_has_its_published_number_of_states() {
    // Tromp's table of legal positions.
    let automaton = explore(&connect4("width=4&height=4"), &Budget::default(), &mut |_| {});
    assert_eq!(automaton.len(), 161_029);
    let game = connect4("width=3&height=4");
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    assert_eq!(
        Some(automaton.len()),
        walk::reachable(&game, &game.initial(), 1_000_000),
        "an independent count"
    );
}

/// The same numbers, moves and kinds of states from one, two and three threads.
fn same_with_any_threads<G: Show>(game: &G, states: usize) {
    let explore = |threads| explore(game, &Budget { threads, states, ..Budget::default() }, &mut |_| {});
    let one = explore(1);
    for threads in [2, 3] {
        let other = explore(threads);
        assert_eq!(
            (one.len(), one.expanded(), one.stopped()),
            (other.len(), other.expanded(), other.stopped())
        );
        for n in one.nodes() {
            assert_eq!(one.state(n), other.state(n));
            assert_eq!(one.successors(n), other.successors(n));
            assert_eq!(one.turn(game, n), other.turn(game, n));
            assert_eq!(one.winners(game, n), other.winners(game, n));
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    same_with_any_threads(&connect4("width=4&height=4"), 50_000_000);
    // A part of a game with chance; it ends in the middle of a batch.
    let ludo = games::Ludo::new(&options("players=2", games::ludo::PARAMETERS)).unwrap();
    same_with_any_threads(&ludo, 50_000);
}

#[test]
fn retrograde_values_agree_with_plain_minimax() {
    fn minimax(game: &Connect4, s: &<Connect4 as Game>::State) -> i32 {
        let Some(p) = game.turn(s).player() else { return game.score(s, Player(0)).signum() };
        let mut moves = Vec::new();
        game.moves(s, &mut moves);
        let values = moves.iter().map(|&mv| {
            let mut next = *s;
            game.apply(&mut next, mv);
            minimax(game, &next)
        });
        if p == Player(0) { values.max().unwrap() } else { values.min().unwrap() }
    }
    let game = connect4("width=4&height=3");
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    let values = solve(&game, &automaton).unwrap();
    for n in automaton.nodes().filter(|n| automaton.depth(*n) >= 4).step_by(97) {
        assert_eq!(i32::from(values.winner[n as usize]), minimax(&game, &automaton.state(n)));
    }
}

#[test]
fn a_path_leads_where_it_says() {
    let (game, automaton) = tictactoe();
    for n in automaton.nodes().step_by(101) {
        let path = automaton.path(&game, n);
        assert_eq!(path.len(), automaton.depth(n) as usize);
        match automaton.run(&game, &path) {
            Sequence::Goes(m) => assert_eq!(m, n),
            Sequence::Ends(winners) => assert_eq!(winners, automaton.winners(&game, n)),
            Sequence::Illegal(i) => panic!("move {i} of the path to {n} is illegal"),
            Sequence::Breaks(m) => panic!("the path to {n} breaks in {m}"),
        }
    }
    let first = automaton.moves(&game, 0)[0];
    assert_eq!(automaton.run(&game, &[first, first]), Sequence::Illegal(1));
}

#[test]
fn minimisation_keeps_the_plays() {
    let (game, automaton) = tictactoe();
    let smaller = minimise(&game, &automaton, false);
    assert!(smaller.blocks < automaton.len());
    assert_eq!(smaller.terminal, 3);
    // The number of plays from a state depends on its block only.
    let mut plays = vec![0u64; automaton.len()];
    for n in automaton.nodes().rev() {
        plays[n as usize] = match automaton.successors(n).as_ref() {
            [] => 1,
            targets => targets.iter().map(|&t| plays[t as usize]).sum(),
        };
    }
    assert_eq!(plays[0], 255_168);
    let labelled = minimise(&game, &automaton, true);
    let mut of_block = vec![None; labelled.blocks];
    for n in automaton.nodes() {
        let known = of_block[labelled.block[n as usize] as usize].get_or_insert(plays[n as usize]);
        assert_eq!(*known, plays[n as usize], "state {n}");
    }
}

/// Bisimulation by the book: refine by signatures until nothing changes.
fn coarsest<G: Show>(game: &G, a: &Automaton<G>) -> usize {
    let key = |n: u32| (format!("{:?}", game.turn(&a.state(n))), a.over(game, n).then(|| a.winners(game, n)));
    let mut keys = std::collections::HashMap::new();
    let mut block: Vec<usize> = Vec::new();
    for n in a.nodes() {
        let next = keys.len();
        block.push(*keys.entry(key(n)).or_insert(next));
    }
    loop {
        let mut seen = std::collections::HashMap::new();
        let mut refined = Vec::new();
        for n in a.nodes() {
            let moves = a.moves(game, n);
            let texts = moves.iter().map(|&mv| game.text(&a.state(n), mv));
            let mut edges: Vec<(String, usize)> =
                texts.zip(a.successors(n).iter().map(|&t| block[t as usize])).collect();
            edges.sort();
            let next = seen.len();
            refined.push(*seen.entry((block[n as usize], edges)).or_insert(next));
        }
        let (before, now) = (block.iter().max().map_or(0, |b| b + 1), seen.len());
        block = refined;
        if before == now {
            return now;
        }
    }
}

#[test]
fn minimisation_agrees_with_refinement_by_the_book() {
    let (game, automaton) = tictactoe();
    assert_eq!(minimise(&game, &automaton, true).blocks, coarsest(&game, &automaton));
    let game = connect4("width=3&height=4");
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    assert_eq!(minimise(&game, &automaton, true).blocks, coarsest(&game, &automaton));
    // One with cycles. All boards of the puzzle differ: each has its own shortest way home.
    let game = games::Puzzle8::new(&options("", games::puzzle8::PARAMETERS)).unwrap();
    let automaton = explore(&game, &Budget::default(), &mut |_| {});
    assert_eq!(minimise(&game, &automaton, true).blocks, 181_440);
}

#[test]
fn minimisation_merges_what_only_cycles_tell_apart() {
    // A walk on a ring of six states in which every second one is the same, with a way out of those.
    struct Ring;
    impl Game for Ring {
        type State = u8;
        type Move = u8;
        fn players(&self) -> usize {
            2
        }
        fn initial(&self) -> u8 {
            0
        }
        fn turn(&self, s: &u8) -> game::Turn {
            if *s == 99 { game::Turn::Over } else { game::Turn::Player(Player(s % 2)) }
        }
        fn moves(&self, s: &u8, out: &mut Vec<u8>) {
            out.extend((*s != 99).then_some(1));
            out.extend((*s != 99 && s % 2 == 1).then_some(9));
        }
        fn apply(&self, s: &mut u8, mv: u8) {
            *s = if mv == 9 { 99 } else { (*s + 1) % 6 };
        }
        fn score(&self, _: &u8, p: Player) -> i32 {
            1 - 2 * i32::from(p.0)
        }
    }
    impl game::Perfect for Ring {}
    impl Show for Ring {
        fn id(&self) -> String {
            "ring".into()
        }
        fn text(&self, _: &u8, mv: u8) -> String {
            mv.to_string()
        }
        fn gesture(&self, _: &u8, mv: u8) -> game::Gesture {
            game::Gesture::Say(mv.to_string())
        }
        fn scene(&self, s: &u8, _: Option<Player>, _: game::Lang) -> game::Scene {
            game::Scene {
                zones: vec![],
                tokens: vec![],
                said: vec![],
                turn: self.turn(s),
                points: vec![0, 0],
            }
        }
    }
    let automaton = explore(&Ring, &Budget::default(), &mut |_| {});
    assert_eq!(automaton.len(), 7);
    let smaller = minimise(&Ring, &automaton, true);
    assert_eq!((smaller.blocks, smaller.terminal), (3, 1));
    assert_eq!(coarsest(&Ring, &automaton), 3);
}

#[test]
fn exports_name_every_state_and_move() {
    let game = connect4("width=4&height=3");
    let automaton = explore(&game, &Budget { states: 40, ..Budget::default() }, &mut |_| {});
    let dot = formal::export(&game, &automaton, formal::Format::Dot).unwrap();
    assert_eq!(dot.matches(" -> ").count(), automaton.edges());
    let graphml = formal::export(&game, &automaton, formal::Format::Graphml).unwrap();
    assert_eq!(graphml.matches("<node ").count(), automaton.len());
    let json = formal::export(&game, &automaton, formal::Format::Json).unwrap();
    assert_eq!(json.matches("\"from\":").count(), automaton.edges());
    let svg = formal::export(&game, &automaton, formal::Format::Svg).unwrap();
    // Moves to the same state share an arrow; here no two do.
    assert_eq!(svg.matches("class=\"move\"").count(), automaton.edges());
    assert!(svg.contains("only a part"), "a partial picture says so");
    assert!(dot.contains(&game.id()));
}

#[test]
fn random_plays_that_hardly_end_are_fewer_than_asked_for() {
    let game = games::Puzzle8::new(&options("", games::puzzle8::PARAMETERS)).unwrap();
    let room = formal::Room { longest: 500, moves: 10_000, work: u64::MAX };
    let trial = formal::trials(&game, 2_000, room, 1);
    assert!((20..100).contains(&trial.plays), "at most 500 moves each, 10,000 in all: {}", trial.plays);
    assert!(trial.length.0 <= 500.0 && trial.cut <= trial.plays);
    let short = games::TicTacToe::new(&options("", games::tictactoe::PARAMETERS)).unwrap();
    assert_eq!(formal::trials(&short, 300, room, 1).plays, 300);
}

#[test]
fn fractions_and_decimals_of_a_distribution_agree() {
    let (game, automaton) = tictactoe();
    for k in [0, 1, 5, 9, 12] {
        let exact = formal::exact_distribution(&game, &automaton, k).unwrap();
        let decimals = formal::distribution(&game, &automaton, k).unwrap();
        let sum = exact.iter().map(|(_, p)| p.clone()).reduce(|a, b| a + b).unwrap();
        assert_eq!(sum.to_string(), "1", "after {k} moves");
        for (n, p) in &exact {
            assert!((formal::decimal(p) - decimals[*n as usize]).abs() < 1e-12, "state {n} after {k} moves");
        }
        assert_eq!(exact.len(), decimals.iter().filter(|&&p| p > 0.0).count());
    }
    // Nobody can have won after four moves; after five X has with 8 · 3! · 6 · 5 · 3! / … = 1440 of 15120 plays.
    let over = |k: u32| -> f64 {
        let list = formal::exact_distribution(&game, &automaton, k).unwrap();
        list.iter().filter(|(n, _)| automaton.over(&game, *n)).map(|(_, p)| formal::decimal(p)).sum()
    };
    assert_eq!(over(4), 0.0);
    assert!((over(5) - 1440.0 / 15120.0).abs() < 1e-12, "{}", over(5));
    // A part suffices while no unexpanded state is come to.
    let part = explore(&game, &Budget { states: 60, ..Budget::default() }, &mut |_| {});
    assert!(formal::distribution(&game, &part, 1).is_some());
    assert!(formal::distribution(&game, &part, 9).is_none());
}

#[test]
fn deals_are_drawn_and_explored_one_by_one() {
    let game = games::Kuhn::new(&game::Options::parse("", games::kuhn::PARAMETERS).unwrap()).unwrap();
    let found = formal::deals(&game, 12, &Budget::default(), 1).unwrap();
    assert_eq!((found.drawn, found.whole), (12, 12));
    assert!(found.broken.is_empty() && found.cyclic == 0 && found.endless == 0);
    // 1 - 0.05^(1/12)
    assert!((found.bound() - 0.220_93).abs() < 1e-4, "{}", found.bound());
    let (game, _) = tictactoe();
    assert_eq!(formal::deals(&game, 5, &Budget::default(), 1), None, "it begins with a move");
}
