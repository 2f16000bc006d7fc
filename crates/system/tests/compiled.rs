//! Compiled rules against the logic machine, which is the authority: the same moves in the same order with the same
//! notations, results, weights, ends and complaints, in every state met.

use game::{Game, Rng, Show};
use system::{State, SystemGame};

fn load(text: &str) -> SystemGame {
    let (game, findings) = system::load(text, "game");
    game.unwrap_or_else(|| panic!("{findings:?}"))
}

/// Everything that can be asked about a state.
fn answers(game: &SystemGame, s: &State) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let mut out = vec![
        format!("{:?}, {} moves, stuck: {}", game.turn(s), moves.len(), game.stuck(s)),
        format!("{:?}", game.defect(s)),
        format!("{:?}", game::Player::all(game.players()).map(|p| game.score(s, p)).collect::<Vec<_>>()),
    ];
    for &mv in &moves {
        let mut to = s.clone();
        game.apply(&mut to, mv);
        out.push(format!("{} × {}: {to:?}", game.text(s, mv), game.weight(s, mv)));
    }
    out
}

/// Plays at random and compares all answers; how many states were compared.
fn compare(text: &str, plays: u32, most: u32) -> usize {
    let (fast, slow) = (load(text), load(text).interpreted());
    let mut rng = Rng::new(11);
    let mut compared = 0;
    for _ in 0..plays {
        let mut s = fast.initial();
        for _ in 0..most {
            let (a, b) = (answers(&fast, &s), answers(&slow, &s));
            assert_eq!(a, b, "{:#?}", fast.explain());
            compared += 1;
            let Some(mv) = fast.pick(&s, &mut rng, &mut Vec::new()) else { break };
            fast.apply(&mut s, mv);
        }
    }
    compared
}

fn file(name: &str, values: &[(&str, &str)]) -> String {
    let text = std::fs::read_to_string(testkit::data(&format!("system/{name}/{name}.pl"))).unwrap();
    system::with_parameters(&text, values).unwrap()
}

#[test]
fn tic_tac_toe_is_the_same_compiled() {
    assert!(compare(&file("tictactoe", &[]), 60, 20) > 400);
}

#[test]
fn nim_is_the_same_compiled() {
    assert!(compare(&file("nim", &[]), 60, 20) > 300);
}

#[test]
fn connect_four_is_the_same_compiled() {
    assert!(compare(&file("connect4", &[]), 30, 50) > 500);
}

#[test]
fn klondike_is_the_same_compiled() {
    assert!(compare(&file("klondike", &[]), 6, 200) > 1_000);
}

#[test]
fn ludo_is_the_same_compiled() {
    for (board, players) in [("20", "4"), ("40", "2"), ("20", "3")] {
        assert!(compare(&file("ludo", &[("board", board), ("players", players)]), 2, 150) > 200);
    }
}

#[test]
fn prsi_is_the_same_compiled() {
    assert!(compare(&file("prsi", &[]), 4, 150) > 200);
    assert!(compare(&file("prsi", &[("players", "3")]), 4, 150) > 200);
}

#[test]
fn reversi_is_the_same_compiled() {
    assert!(compare(&file("reversi", &[]), 2, 80) > 100);
}

#[test]
fn small_chess_is_the_same_compiled() {
    assert!(compare(&file("smallchess", &[]), 12, 70) > 100);
}
