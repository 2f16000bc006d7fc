//! Random plays that stay on the board of decision trees make the same moves as the plain loop, and as the logic machine.

use game::{Game, Rng, Show};
use system::{State, SystemGame};

#[path = "data/twisted.rs"]
mod twisted;

fn load(name: &str) -> SystemGame {
    let text = std::fs::read_to_string(testkit::data(&format!("system/{name}/{name}.pl"))).unwrap();
    let (game, findings) = system::load(&text, name);
    game.unwrap_or_else(|| panic!("{findings:?}"))
}

/// Plays with and without the override; both must end alike.
fn alike(name: &str, slow: &SystemGame, plays: u64, most: u64) {
    let fast = load(name);
    for seed in 0..plays {
        let (mut s, mut rng) = (fast.initial(), Rng::new(seed));
        let made = fast.wander(&mut s, &mut rng, &mut Vec::new(), most);
        let (mut t, mut other) = (slow.initial(), Rng::new(seed));
        let mut steps = 0;
        while steps < most {
            let Some(mv) = slow.pick(&t, &mut other, &mut Vec::new()) else { break };
            slow.apply(&mut t, mv);
            steps += 1;
        }
        assert_eq!((made, &s), (steps, &t), "{name}, seed {seed}");
        assert_eq!(rng, other, "{name}, seed {seed}: numbers drawn");
        assert_eq!(fast.turn(&s), slow.turn(&t), "{name}, seed {seed}");
        let scores = |g: &SystemGame, s: &State| {
            game::Player::all(g.players()).map(|p| g.score(s, p)).collect::<Vec<_>>()
        };
        assert_eq!(scores(&fast, &s), scores(slow, &t), "{name}, seed {seed}");
    }
}

#[test]
fn plays_on_the_board_are_the_plays_of_the_plain_loop() {
    for (name, plays, most) in [
        ("tictactoe", 300, 20),
        ("nim", 200, 40),
        ("connect4", 150, 60),
        ("reversi", 12, 130),
        ("smallchess", 60, 80),
        ("mill", 6, 200),
        ("klondike", 4, 150),
        ("prsi", 10, 150),
    ] {
        alike(name, &load(name), plays, most);
    }
}

#[test]
fn plays_on_the_board_are_the_plays_of_the_logic_machine() {
    for (name, plays, most) in
        [("tictactoe", 40, 20), ("nim", 40, 40), ("connect4", 20, 60), ("reversi", 2, 130)]
    {
        alike(name, &load(name).interpreted(), plays, most);
    }
}

/// Plays of every length from the start, and on from where they stopped: positions that earlier plays came through are kept.
#[test]
fn positions_kept_from_earlier_plays_change_nothing() {
    for (name, plays) in [("tictactoe", 600), ("nim", 300), ("connect4", 200)] {
        let (fast, slow) = (load(name), load(name));
        for seed in 0..plays {
            let (mut s, mut rng) = (fast.initial(), Rng::new(seed % 50));
            let (mut t, mut other) = (slow.initial(), Rng::new(seed % 50));
            for most in [seed % 9, 0, 3, 100] {
                let made = fast.wander(&mut s, &mut rng, &mut Vec::new(), most);
                let mut steps = 0;
                while steps < most {
                    let Some(mv) = slow.pick(&t, &mut other, &mut Vec::new()) else { break };
                    slow.apply(&mut t, mv);
                    steps += 1;
                }
                assert_eq!((made, &s, &rng), (steps, &t, &other), "{name}, seed {seed}, {most}");
            }
        }
    }
}

#[test]
fn a_play_of_no_moves_and_one_from_the_end_change_nothing() {
    let game = load("tictactoe");
    let mut rng = Rng::new(3);
    let mut s = game.initial();
    assert_eq!(game.wander(&mut s, &mut rng, &mut Vec::new(), 0), 0);
    assert_eq!((s.clone(), rng.clone()), (game.initial(), Rng::new(3)));
    game.wander(&mut s, &mut rng, &mut Vec::new(), 100);
    let (end, drawn) = (s.clone(), rng.clone());
    assert_eq!(game.wander(&mut s, &mut rng, &mut Vec::new(), 100), 0);
    assert_eq!((s, rng), (end, drawn));
}

/// Everything that can be asked about a state.
fn answers(game: &SystemGame, s: &State) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let mut out = vec![format!("{:?}, stuck: {}, {:?}", game.turn(s), game.stuck(s), game.defect(s))];
    for &mv in &moves {
        let mut to = s.clone();
        game.apply(&mut to, mv);
        out.push(format!("{} × {}: {to:?}", game.text(s, mv), game.weight(s, mv)));
    }
    out
}

/// Plays move by move on the board and asks about every state there; how many states were compared.
fn step_by_step(name: &str, fast: &SystemGame, slow: &SystemGame, plays: u64, most: u32) -> u32 {
    let mut compared = 0;
    for seed in 0..plays {
        let (mut s, mut rng) = (fast.initial(), Rng::new(seed));
        fast.wander(&mut s, &mut rng, &mut Vec::new(), 0);
        for _ in 0..most {
            assert_eq!(answers(fast, &s), answers(slow, &s), "{name}, seed {seed}");
            compared += 1;
            if fast.wander(&mut s, &mut rng, &mut Vec::new(), 1) == 0 {
                break;
            }
        }
    }
    compared
}

#[test]
fn rules_with_every_construct_are_the_same_on_the_board() {
    for (name, rule) in twisted::RULES {
        let text = format!("{}{rule}\n", twisted::FRAME);
        let load = || system::load(&text, name).0.unwrap();
        assert!(step_by_step(name, &load(), &load().interpreted(), 8, 12) >= 8, "{name}");
        let (fast, slow) = (load().checked(false), load().checked(false).interpreted());
        assert!(step_by_step(name, &fast, &slow, 4, 12) >= 4, "{name}, unchecked");
    }
}

#[test]
fn whole_descriptions_are_the_same_on_the_board() {
    for (name, text) in twisted::GAMES {
        let load = || system::load(text, name).0.unwrap();
        assert!(step_by_step(name, &load(), &load().interpreted(), 12, 14) >= 12, "{name}");
    }
    for (name, plays, most) in
        [("tictactoe", 30, 12), ("connect4", 8, 45), ("reversi", 1, 70), ("smallchess", 6, 50)]
    {
        assert!(step_by_step(name, &load(name), &load(name).interpreted(), plays, most) > 60, "{name}");
    }
}

/// A pile that grows to fourteen tokens, asked about in several ways each time: too many cells and too many ways for the
/// tree of one zone, which the first moves still fit into.
const PILE: &str = "
player(ann).
player(bob).
alike(r).
alike(g).
state(ann, [pile([]), stock(r, R), stock(g, G)]) :- length(R, 8), maplist(=(r), R), length(G, 8), maplist(=(g), G).
turn(put(T, How), state(P, [pile(L) | In]), state(P, [pile(M), stock(T, R) | Z])) :-
    select(stock(T, [T | R]), In, Z),
    fits(How, L, T),
    append(L, [T], M).
turn(turn_over, state(P, [pile(L) | Z]), state(P, [pile(M) | Z])) :- deep(L), reverse(L, M).
fits(first, [], _).
fits(second, [_], _).
fits(third, [_, _], _).
fits(other, L, T) :- last(L, X), X \\== T.
fits(three, L, T) :- once(append(_, [T, T, T | _], L)).
fits(like_third, L, T) :- nth1(3, L, T).
fits(early, L, _) :- length(L, N), N < 14.
deep([_, _, _, X | L]) :- \\+ member(X, L), length(L, N), N > 2.
next(_, state(ann, Z), state(bob, Z)).
next(_, state(bob, Z), state(ann, Z)).
win(state(_, [pile(L) | _]), draw) :- length(L, N), N >= 14.
win(state(P, [pile([T, T, T, T, T | _]) | _]), P).
";

#[test]
fn zones_too_long_for_one_tree_are_the_same_on_the_board() {
    let load = || system::load(PILE, "pile").0.unwrap();
    let (fast, slow) = (load(), load().interpreted());
    // The trees grow first, and are too large after that.
    let mut rng = Rng::new(5);
    for _ in 0..1_500 {
        fast.wander(&mut fast.initial(), &mut rng, &mut Vec::new(), 100);
    }
    assert!(step_by_step("pile", &fast, &slow, 40, 60) > 400);
}
