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

/// The fewest moves to a dead end or to a rule that fails.
fn dead_end(g: &Graph) -> Option<usize> {
    let odd = |n: usize| g.spots[n].stuck || g.spots[n].broken;
    g.reachable().into_iter().find(|(n, _)| odd(*n)).map(|(_, depth)| depth)
}

/// The sets of players that win together somewhere.
fn victories(g: &Graph) -> BTreeSet<Vec<usize>> {
    g.reachable().iter().map(|(n, _)| g.winners(*n)).filter(|w| !w.is_empty()).collect()
}

/// The fewest moves with which somebody wins while nobody else moves.
fn alone(g: &Graph) -> Option<usize> {
    let wins = |side: &Vec<usize>| {
        let ways = g.ways(0, &|n| g.spots[n].turn.player().is_none_or(|q| side.contains(&q.index())));
        ways.into_iter().find(|(n, _)| g.winners(*n) == *side).map(|(_, depth)| depth)
    };
    victories(g).iter().filter_map(wins).min()
}

/// Whether everybody wins a play in which somebody else moves: states are doubled by whether somebody has.
fn everybody(g: &Graph) -> bool {
    let wins = |side: &Vec<usize>| {
        let mut list = vec![(0usize, g.players == 1)];
        let mut i = 0;
        while let Some(&(at, other)) = list.get(i) {
            let other = other || g.spots[at].turn.player().is_some_and(|q| !side.contains(&q.index()));
            for &(to, _) in &g.spots[at].moves {
                if !list.contains(&(usize::from(to), other)) {
                    list.push((usize::from(to), other));
                }
            }
            i += 1;
        }
        list.iter().any(|&(n, other)| other && g.winners(n) == *side)
    };
    let sides: Vec<Vec<usize>> = victories(g).into_iter().filter(wins).collect();
    (0..g.players).all(|p| sides.iter().any(|side| side.contains(&p)))
}

/// Whether everybody has a way to play, without memory (no other is needed), with which the play ends with probability 1:
/// all ways are tried. `None` if there are too many.
fn surely_ending(g: &Graph) -> Option<bool> {
    let mine = |p: usize| -> Vec<usize> {
        let turn = |n: usize| g.spots[n].turn.player().is_some_and(|q| q.index() == p);
        g.reachable().iter().map(|(n, _)| *n).filter(|&n| turn(n)).collect()
    };
    let mut all = true;
    for p in 0..g.players {
        let states = mine(p);
        let ways: usize = states.iter().map(|&n| g.spots[n].moves.len()).product();
        if ways > 200 {
            return None;
        }
        all &= (0..ways).any(|mut way| {
            let mut fixed = g.clone();
            for &n in &states {
                let count = g.spots[n].moves.len();
                fixed.spots[n].moves = vec![g.spots[n].moves[way % count]];
                way /= count;
            }
            unavoidable(&fixed)
        });
    }
    Some(all)
}

/// Whether the play ends with probability 1 whatever anybody does: from every state an end comes with some probability,
/// worked out from the ends within more and more moves.
fn unavoidable(g: &Graph) -> bool {
    let mut near: Vec<bool> = g.spots.iter().map(|s| s.turn == Turn::Over).collect();
    for _ in 0..g.spots.len() {
        near = (0..g.spots.len())
            .map(|n| {
                let spot = &g.spots[n];
                let mut to = spot.moves.iter().map(|&(t, _)| near[usize::from(t)]);
                near[n] || if spot.turn == Turn::Chance { to.any(|x| x) } else { to.all(|x| x) }
            })
            .collect();
    }
    g.reachable().iter().all(|(n, _)| near[*n])
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
        Answer::Unknown(_) => 0,
    }
}

#[test]
fn answers_are_what_the_definitions_say() {
    let mut rng = Rng::new(5);
    let mut seen = [[0; 2]; 7];
    for round in 0..3_000 {
        let (players, size) = (1 + rng.below(3), 2 + rng.below(24));
        let g = Graph::random(&mut rng, players, size, round % 2 == 0, round % 3 > 0);
        let automaton = explore(&g, &Budget::default(), &mut |_| {});
        let found = answers(&g, &automaton);
        let (cycle, dead, alone) = (returning(&g), dead_end(&g), alone(&g));
        let Some(surely) = surely_ending(&g) else { continue };
        let expected = [
            cycle.is_none(),
            surely,
            dead.is_none(),
            alone.is_some(),
            everybody(&g),
            surely && dead.is_none() && everybody(&g),
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
fn a_play_kept_for_ever_is_shown_whatever_chance_brings() {
    let mut rng = Rng::new(8);
    let mut shown = 0;
    for _ in 0..2_000 {
        let g = Graph::random(&mut rng, 2, 16, true, true);
        let automaton = explore(&g, &Budget::default(), &mut |_| {});
        let found = answers(&g, &automaton);
        let Answer::No { play, cycle: Some(cycle), .. } = found.of(Property::SurelyEnding) else { continue };
        let mut at = 0;
        let mut met = vec![at];
        for &mv in play {
            g.apply(&mut at, mv);
            met.push(at);
        }
        assert_eq!(met[*cycle], met[play.len()], "the play returns: {play:?} {cycle} {g:?}");
        shown += 1;
    }
    assert!(shown > 200, "{shown}");
}

#[test]
fn team_mates_win_together() {
    // Two pairs; the first state is player 1's, the others end the play for one pair each.
    let end = |scores: [i32; 4]| graph::Spot {
        turn: Turn::Over,
        moves: Vec::new(),
        scores: scores.to_vec(),
        stuck: false,
        broken: false,
    };
    let go = |p: u8, to: &[u8]| graph::Spot {
        turn: Turn::Player(game::Player(p)),
        moves: to.iter().map(|&t| (t, 1)).collect(),
        scores: vec![0; 4],
        stuck: false,
        broken: false,
    };
    let spots = vec![go(0, &[1, 2]), go(1, &[2, 3]), end([1, -1, 1, -1]), end([-1, 1, -1, 1])];
    let g = Graph { players: 4, spots, teams: vec![0, 1, 0, 1] };
    let automaton = explore(&g, &Budget::default(), &mut |_| {});
    let found = answers(&g, &automaton);
    assert_eq!(found.of(Property::WeaklyWinning).decided(), Some(true), "{found:?}");
    assert!(matches!(found.of(Property::StronglyWinning), Answer::Yes(play) if play.len() == 1));
    let numbers = formal::statistics(&g, &automaton);
    assert_eq!(numbers.ends, [1, 1, 0], "each pair wins in one state, nothing is shared");
    assert_eq!(numbers.plays, Some(vec![3, 2, 1, 0]));
    let odds = formal::Odds::of(&g, &automaton).unwrap();
    let random: Vec<f64> = odds.random().unwrap().iter().map(|b| b.middle()).collect();
    assert!((random[0] - 0.75).abs() < 1e-9 && (random[1] - 0.25).abs() < 1e-9, "{random:?}");
    let sure: Vec<f64> = odds.forced(0.0).unwrap().iter().map(|b| b.middle()).collect();
    assert!((sure[0] - 1.0).abs() < 1e-9 && sure[1] < 1e-9, "{sure:?}");
}

#[test]
fn a_player_who_always_wins_alone_is_told_so() {
    let end =
        graph::Spot { turn: Turn::Over, moves: vec![], scores: vec![1, -1], stuck: false, broken: false };
    let go = graph::Spot {
        turn: Turn::Player(game::Player(0)),
        moves: vec![(1, 1)],
        scores: vec![0, 0],
        stuck: false,
        broken: false,
    };
    let g = Graph { players: 2, spots: vec![go, end], teams: Vec::new() };
    let found = answers(&g, &explore(&g, &Budget::default(), &mut |_| {}));
    let Answer::No { cause, play, .. } = found.of(Property::WeaklyWinning) else { panic!("{found:?}") };
    assert!(cause.contains("player 1 wins only plays in which nobody else moves"), "{cause}");
    assert_eq!(play.len(), 1);
}

#[test]
fn a_start_without_moves_is_not_totally_defined() {
    let end =
        graph::Spot { turn: Turn::Over, moves: vec![], scores: vec![1, -1], stuck: false, broken: false };
    let g = Graph { players: 2, spots: vec![end], teams: Vec::new() };
    let found = answers(&g, &explore(&g, &Budget::default(), &mut |_| {}));
    assert_eq!(found.of(Property::TotallyDefined).decided(), Some(false));
    assert_eq!(found.of(Property::WellDefined).decided(), Some(false));
}

#[test]
fn a_failed_rule_is_no_result() {
    let mut rng = Rng::new(9);
    let mut met = 0;
    for _ in 0..400 {
        let g = Graph::random(&mut rng, 2, 12, true, true);
        let automaton = explore(&g, &Budget::default(), &mut |_| {});
        let numbers = formal::statistics(&g, &automaton);
        let count = |f: &dyn Fn(usize) -> bool| g.reachable().iter().filter(|(n, _)| f(*n)).count();
        assert_eq!(numbers.broken, count(&|n| g.spots[n].broken));
        assert_eq!(numbers.stuck, count(&|n| g.spots[n].stuck));
        let results = count(&|n| g.spots[n].turn == Turn::Over && !g.spots[n].stuck && !g.spots[n].broken);
        assert_eq!(numbers.ends.iter().sum::<usize>(), results);
        if let (Some(plays), true) = (&numbers.plays, numbers.broken + numbers.stuck > 0) {
            assert!(plays[0] > plays[1..].iter().sum(), "plays without a result are in no column: {plays:?}");
            met += 1;
        }
        let room = formal::Room { longest: 200, moves: 20_000, work: u64::MAX };
        let trial = formal::trials(&g, 50, room, 1);
        let shares = trial.wins.iter().map(|w| w.0).sum::<f64>() + trial.draws.0;
        let odd = trial.broken.iter().map(|b| b.plays).sum::<u64>() + trial.cut;
        assert!((shares + odd as f64 / trial.plays as f64 - 1.0).abs() < 1e-9, "{trial:?}");
    }
    assert!(met > 20, "{met}");
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
