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
fn a_count_and_a_pile_mark_nothing() {
    // Reversi is won by many discs; in a pile of Connect Four a disc taken away lets those above it fall, so that its
    // absence says nothing of the line.
    for name in ["reversi", "connect4"] {
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
        }
        assert!(won > 0, "{name}");
    }
}
