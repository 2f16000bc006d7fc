//! Positions that return end the play where a rule says so.

use formal::{Budget, Property};
use game::{Game, Observe, Player, Rng, Turn, walk};
use std::collections::HashMap;
use system::{SystemGame, load};

/// A token goes to and fro; nobody ever wins.
const SWING: &str = "player(ann). player(bob).
state(ann, [left([k]), right([])]).
turn(go, state(P, [left([k]), right([])]), state(P, [left([]), right([k])])).
turn(back, state(P, [left([]), right([k])]), state(P, [left([k]), right([])])).
next(_, state(ann, Z), state(bob, Z)).
next(_, state(bob, Z), state(ann, Z)).
win(state(_, [left([]), right([])]), draw).
";

/// Three tokens on a ring of six fields, each goes to a free neighbour.
const RING: &str = "player(ann). player(bob).
alike(a). alike(b).
state(ann, [f(1,[a]), f(2,[]), f(3,[b]), f(4,[]), f(5,[a]), f(6,[])]).
own(ann, a). own(bob, b).
turn(F > T, state(P, Z), state(P, [f(F,[]), f(T,[X]) | R])) :-
    own(P, X), select(f(F,[X]), Z, Y), select(f(T,[]), Y, R), near(F, T).
near(F, T) :- T is F mod 6 + 1.
near(F, T) :- T is (F + 4) mod 6 + 1.
next(_, state(ann, Z), state(bob, Z)).
next(_, state(bob, Z), state(ann, Z)).
win(state(P, Z), Q) :- own(Q, X), P \\== Q, member(f(1,[X]), Z), member(f(2,[X]), Z).
";

fn game(text: &str, rule: &str) -> SystemGame {
    let (game, found) = load(&format!("{text}{rule}\n"), "swing");
    game.unwrap_or_else(|| panic!("{found:?}"))
}

fn first(game: &SystemGame, s: &mut <SystemGame as Game>::State) {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    game.apply(s, moves[0]);
}

#[test]
fn the_third_time_is_a_draw_or_lost_by_who_brings_it_about() {
    // The start is there after 0, 2 and 4 moves.
    for (rule, length, scores) in [
        ("repetition(3, draw).", 4, [0, 0]),
        ("repetition(3, loss).", 4, [1, -1]),
        ("repetition(2, loss).", 2, [1, -1]),
        ("repetition(5, draw).", 8, [0, 0]),
    ] {
        let game = game(SWING, rule);
        let mut s = game.initial();
        for made in 0..length {
            assert_ne!(game.turn(&s), Turn::Over, "{rule} after {made}");
            first(&game, &mut s);
        }
        assert_eq!(game.turn(&s), Turn::Over, "{rule}");
        let mut moves = Vec::new();
        game.moves(&s, &mut moves);
        assert!(moves.is_empty() && !game.stuck(&s));
        assert_eq!([0, 1].map(|p| game.score(&s, Player(p))), scores, "{rule}");
        // Who looks at it knows what came before.
        let seen = game.sample(&game.view(&s, Some(Player(0))), &mut Rng::new(1)).unwrap();
        assert_eq!(game.turn(&seen), Turn::Over, "{rule}");
    }
}

#[test]
fn a_play_ends_exactly_when_a_position_is_there_for_the_third_time() {
    let game = game(RING, "repetition(3, draw).");
    let mut ended = 0;
    for seed in 0..60 {
        let (mut s, mut rng, mut seen) = (game.initial(), Rng::new(seed), HashMap::<Vec<u8>, u32>::new());
        loop {
            let mut position = Vec::new();
            SystemGame::pack(&s, &mut position);
            let times = seen.entry(position).and_modify(|n| *n += 1).or_insert(1);
            let over = game.turn(&s) == Turn::Over;
            let won = [0, 1].iter().any(|&p| game.score(&s, Player(p)) != 0);
            assert_eq!(*times == 3, over && !won && !game.stuck(&s), "seed {seed}");
            ended += u32::from(*times == 3);
            let Some(mv) = game.pick(&s, &mut rng, &mut Vec::new()) else { break };
            game.apply(&mut s, mv);
        }
    }
    assert!(ended > 5, "{ended}");
}

#[test]
fn with_the_rule_every_play_ends_and_the_positions_are_the_same() {
    for text in [SWING, RING] {
        let (without, with) = (game(text, ""), game(text, "repetition(3, draw)."));
        let (a, before) = formal::check(&without, &Budget::default());
        let (b, after) = formal::check(&with, &Budget::default());
        assert_eq!(before.of(Property::Terminating).decided(), Some(false));
        assert_eq!(after.of(Property::Terminating).decided(), Some(true));
        assert_eq!(a.len(), b.len());
        let end = walk::playout(&with, with.initial(), &mut Rng::new(1));
        assert_eq!(with.turn(&end), Turn::Over);
    }
}

#[test]
fn a_rule_that_says_something_else_is_refused() {
    for (rule, said) in [
        ("repetition(1, draw).", "this is not a rule about positions that return"),
        ("repetition(3, tie).", "this is not a rule about positions that return"),
        ("repetition(3, draw). repetition(2, loss).", "several rules"),
        ("repetition(3).", "repetition/1 should be repetition/2"),
    ] {
        let (game, found) = load(&format!("{SWING}{rule}\n"), "x");
        assert!(game.is_none(), "{rule}");
        assert!(found.iter().any(|d| d.is_error() && d.line == 8 && d.message.contains(said)), "{found:?}");
    }
}
