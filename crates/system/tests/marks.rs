//! What decided a play is marked: the winning line of a described board game, found without a word in its rules.

use game::{Game, Lang, Observe, Player, Rng, Scene, Show, Turn};
use system::{State, SystemGame};

fn shipped(name: &str) -> SystemGame {
    let path = format!("{}/../../data/system/{name}/{name}.pl", env!("CARGO_MANIFEST_DIR"));
    system::load(&std::fs::read_to_string(path).unwrap(), name).0.unwrap()
}

fn played(game: &SystemGame, moves: &[&str]) -> State {
    let mut state = game.initial();
    for text in moves {
        let mv = game.parse(&state, text).unwrap();
        assert!(game.cues(&game.view(&state, None), None, Lang::En).marks.is_empty(), "nothing is decided");
        game.apply(&mut state, mv);
    }
    state
}

/// The kinds of the marked tokens.
fn marked(game: &SystemGame, state: &State) -> Vec<String> {
    let view = game.view(state, Some(Player(0)));
    let scene: Scene = game.scene(&view, Some(Player(0)), Lang::En);
    let marks = game.cues(&view, Some(Player(0)), Lang::En).marks;
    marks.iter().map(|place| scene.at(place).expect("something lies there").kind.clone()).collect()
}

#[test]
fn the_three_of_tic_tac_toe_are_marked_and_no_others() {
    let game = shipped("tictactoe");
    let state = played(&game, &["a1", "a2", "b1", "b2", "c1"]);
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(marked(&game, &state), ["x", "x", "x"]);
}

#[test]
fn both_lines_are_marked_where_one_move_made_two() {
    let game = shipped("tictactoe");
    let state = played(&game, &["a1", "a2", "c3", "b1", "a3", "c2", "c1", "b3", "b2"]);
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(marked(&game, &state), ["x"; 5], "two diagonals");
}

/// Plays both at random in the same way to the end.
fn side_by_side<G: Show>(game: &SystemGame, native: &G, seed: u64) -> (State, G::State) {
    let (mut rng, mut a, mut b) = (Rng::new(seed), game.initial(), native.initial());
    let mut moves = Vec::new();
    while game.turn(&a) != Turn::Over {
        let mv = game.pick(&a, &mut rng, &mut moves).unwrap();
        let twin = native.parse(&b, &game.text(&a, mv)).unwrap();
        game.apply(&mut a, mv);
        native.apply(&mut b, twin);
    }
    (a, b)
}

#[test]
fn the_columns_of_connect_four_mark_what_the_native_game_marks() {
    // A disc that is left out must not let those above it fall, and those that a line only stands on do not belong to it.
    let game = shipped("connect4");
    let options = game::Options::parse("", games::connect4::PARAMETERS).unwrap();
    let native = games::connect4::Connect4::new(&options).unwrap();
    let mut lengths = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let (a, b) = side_by_side(&game, &native, seed);
        let of = |cues: game::Cues| {
            let mut slots: Vec<u16> = cues.marks.iter().map(|place| place.slot).collect();
            slots.sort_unstable();
            slots
        };
        let ours = of(game.cues(&game.view(&a, None), None, Lang::En));
        assert_eq!(ours, of(native.cues(&native.view(&b, None), None, Lang::En)), "{seed}");
        let kinds = marked(&game, &a);
        assert!(kinds.windows(2).all(|two| two[0] == two[1]), "discs of one colour: {kinds:?}");
        lengths.insert(ours.len());
    }
    assert!(
        lengths.contains(&4) && lengths.iter().any(|n| *n > 4),
        "longer and double lines came: {lengths:?}"
    );
}

#[test]
fn a_count_or_an_empty_table_marks_nothing() {
    // Reversi is won by many discs, Nim by nothing that lies on the table.
    for name in ["reversi", "nim"] {
        let game = shipped(name);
        let mut won = 0;
        for seed in 0..6 {
            let (mut rng, mut state, mut moves) = (Rng::new(seed), game.initial(), Vec::new());
            while game.turn(&state) != Turn::Over {
                let mv = game.pick(&state, &mut rng, &mut moves).unwrap();
                game.apply(&mut state, mv);
            }
            won += u32::from(Player::all(2).any(|p| game.score(&state, p) != 0));
            assert_eq!(marked(&game, &state), Vec::<String>::new(), "{name}");
            assert_eq!(game.failed(), None, "what was only imagined is not a defect");
        }
        assert!(won > 0, "{name}");
    }
}

#[test]
fn a_table_without_a_board_marks_its_rows() {
    // Whoever has three stones in one heap wins; each heap is shown as a row of tokens.
    let text = "player(a).\nplayer(b).\nalike(stone).\n\
        state(a, [bag([stone, stone, stone, stone, stone, stone]), left([]), right([])]).\n\
        turn(left, state(P, Z), state(P, [left([S | L]), bag(B), right(R)])) :- parts(Z, [S | B], L, R).\n\
        turn(right, state(P, Z), state(P, [right([S | R]), bag(B), left(L)])) :- parts(Z, [S | B], L, R).\n\
        parts(Z, B, L, R) :- member(bag(B), Z), member(left(L), Z), member(right(R), Z).\n\
        next(_, state(a, Z), state(b, Z)).\nnext(_, state(b, Z), state(a, Z)).\n\
        win(state(Q, Z), P) :- other(Q, P), ( member(left(H), Z) ; member(right(H), Z) ), H = [stone, stone, stone].\n\
        other(a, b).\nother(b, a).\n";
    let game = system::load(text, "heaps").0.unwrap();
    let state = played(&game, &["left", "right", "left", "left"]);
    assert_eq!(game.turn(&state), Turn::Over);
    let view = game.view(&state, None);
    let mut marks = game.cues(&view, None, Lang::En).marks;
    marks.sort_unstable_by_key(|place| place.slot);
    assert!(marks.iter().all(|place| place.zone == "left"), "{marks:?}");
    assert_eq!(marks.len(), 3);
}
