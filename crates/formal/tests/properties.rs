//! Properties of games drawn at random, against their definitions written out slowly; and what a part of a game proves.

mod graph;

use formal::{Answer, Budget, Property, answers, explore};
use game::{Game, Rng, Turn};
use graph::Graph;
use std::collections::BTreeSet;

/// The fewest moves of a play that comes to a state for the second time.
fn returning(g: &Graph) -> Option<usize> {
    let cycle = |n: usize| {
        let back = g.spots[n].moves.iter().filter_map(|&(to, _)| {
            g.ways(usize::from(to), &|_| true).iter().find(|(m, _)| *m == n).map(|(_, d)| d + 1)
        });
        back.min()
    };
    g.reachable().into_iter().filter_map(|(n, depth)| Some(depth + cycle(n)?)).min()
}

/// The fewest moves to a dead end.
fn dead_end(g: &Graph) -> Option<usize> {
    g.reachable().into_iter().find(|(n, _)| g.spots[*n].stuck).map(|(_, depth)| depth)
}

/// The fewest moves with which somebody wins while nobody else moves.
fn alone(g: &Graph) -> Option<usize> {
    let wins = |p: usize| {
        let ways = g.ways(0, &|n| g.spots[n].turn.player().is_none_or(|q| q.index() == p));
        ways.into_iter().find(|(n, _)| g.winner(*n) == Some(p)).map(|(_, depth)| depth)
    };
    (0..g.players).filter_map(wins).min()
}

/// Whether everybody wins a play in which somebody else moves: states are doubled by whether somebody has.
fn everybody(g: &Graph) -> bool {
    let wins = |p: usize| {
        let mut list = vec![(0usize, g.players == 1)];
        let mut i = 0;
        while let Some(&(at, other)) = list.get(i) {
            let other = other || g.spots[at].turn.player().is_some_and(|q| q.index() != p);
            for &(to, _) in &g.spots[at].moves {
                if !list.contains(&(usize::from(to), other)) {
                    list.push((usize::from(to), other));
                }
            }
            i += 1;
        }
        list.iter().any(|&(n, other)| other && g.winner(n) == Some(p))
    };
    (0..g.players).all(wins)
}

/// Whether the same moves occur on everybody's turns.
fn same_moves(g: &Graph) -> bool {
    let mut sets = vec![BTreeSet::new(); g.players];
    for (n, _) in g.reachable() {
        if let Turn::Player(p) = g.spots[n].turn {
            sets[p.index()].extend(0..g.spots[n].moves.len());
        }
    }
    sets.iter().all(|set| *set == sets[0])
}

/// The length of the play that shows the answer.
fn shown(answer: &Answer<u8>) -> usize {
    match answer {
        Answer::Yes(play) | Answer::No { play, .. } => play.len(),
        Answer::Unknown => 0,
    }
}

#[test]
fn answers_are_what_the_definitions_say() {
    let mut rng = Rng::new(5);
    let mut seen = [[0; 2]; 6];
    for round in 0..3_000 {
        let (players, size) = (1 + rng.below(3), 2 + rng.below(24));
        let g = Graph::random(&mut rng, players, size, round % 2 == 0, round % 3 > 0);
        let automaton = explore(&g, &Budget::default(), &mut |_| {});
        let found = answers(&g, &automaton);
        let (cycle, dead, alone) = (returning(&g), dead_end(&g), alone(&g));
        let expected = [
            cycle.is_none(),
            dead.is_none(),
            alone.is_some(),
            everybody(&g),
            cycle.is_none() && dead.is_none() && everybody(&g),
            same_moves(&g),
        ];
        for (i, (property, expected)) in Property::ALL.into_iter().zip(expected).enumerate() {
            assert_eq!(found.of(property).decided(), Some(expected), "{}: {g:?}", property.name());
            seen[i][usize::from(expected)] += 1;
        }
        for (property, length) in [
            (Property::Terminating, cycle),
            (Property::TotallyDefined, dead),
            (Property::StronglyWinning, alone),
        ] {
            assert_eq!(shown(found.of(property)), length.unwrap_or(0), "{}: {g:?}", property.name());
        }
    }
    assert!(seen.iter().flatten().all(|&n| n > 50), "every answer comes often: {seen:?}");
}

#[test]
fn a_part_of_a_game_proves_nothing_false() {
    let mut rng = Rng::new(6);
    let mut proved = 0;
    for round in 0..800 {
        let (players, size) = (1 + rng.below(3), 2 + rng.below(24));
        let g = Graph::random(&mut rng, players, size, round % 2 == 0, round % 3 > 0);
        let automaton = explore(&g, &Budget::default(), &mut |_| {});
        let whole = answers(&g, &automaton);
        for states in 1..automaton.len() {
            let part = explore(&g, &Budget { states, ..Budget::default() }, &mut |_| {});
            for (property, answer) in answers(&g, &part).answers {
                let Some(holds) = answer.decided() else { continue };
                assert_eq!(Some(holds), whole.of(property).decided(), "{}: {g:?}", property.name());
                proved += usize::from(!part.complete());
            }
        }
    }
    assert!(proved > 1_000, "a part may well prove something: {proved}");
}

#[test]
fn work_ends_an_exploration_at_the_same_state_however_it_is_done() {
    let options = game::Options::parse("", games::connect4::PARAMETERS).unwrap();
    let game = games::Connect4::new(&options).unwrap();
    let part = |threads: usize, bytes: usize| {
        let budget = Budget { work: 2_000_000, threads, bytes, ..Budget::default() };
        let a = explore(&game, &budget, &mut |_| {});
        (a.len(), a.edges(), a.expanded(), a.stopped(), a.trouble().map(str::to_string))
    };
    let (states, edges, expanded, stopped, why) = part(1, 1 << 30);
    let each = size_of::<<games::Connect4 as Game>::State>();
    assert!((2_000_000..2_000_000 + 7 * each).contains(&(edges * each)), "{edges} moves");
    assert_eq!((stopped, why.as_deref()), (game::Stopped::Nodes, Some("states of 1 MB were made")));
    assert!(expanded < states);
    for (threads, bytes) in [(2, 1 << 30), (1, 100_000), (2, 100_000)] {
        assert_eq!(part(threads, bytes), part(1, 1 << 30), "{threads} threads, {bytes} bytes");
    }
}
