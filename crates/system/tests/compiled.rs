//! Compiled rules against the logic machine, which is the authority: the same moves in the same order with the same
//! notations, results, weights, ends and complaints, in every state met.

use game::{Game, Rng, Show};
use system::{State, SystemGame};

fn load(text: &str) -> SystemGame {
    named(text, "game")
}

fn named(text: &str, name: &str) -> SystemGame {
    let (game, findings) = system::load(text, name);
    game.unwrap_or_else(|| panic!("{findings:?}"))
}

#[path = "data/twisted.rs"]
mod twisted;

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
    compare_both(&load(text), &load(text).interpreted(), plays, most)
}

fn compare_both(fast: &SystemGame, slow: &SystemGame, plays: u32, most: u32) -> usize {
    let mut rng = Rng::new(11);
    let mut compared = 0;
    for _ in 0..plays {
        let mut s = fast.initial();
        for _ in 0..most {
            let (a, b) = (answers(fast, &s), answers(slow, &s));
            assert_eq!(a, b, "{}: {:#?}", fast.id(), fast.explain());
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
fn morris_and_alquerque_are_the_same_compiled() {
    assert!(compare(&file("mill", &[]), 2, 120) > 100);
    assert!(compare(&file("mill", &[("stones", "4"), ("quiet", "9")]), 6, 60) > 100);
    assert!(compare(&file("alquerque", &[]), 2, 120) > 100);
}

#[test]
fn small_chess_is_the_same_compiled() {
    assert!(compare(&file("smallchess", &[]), 12, 70) > 100);
}

/// Every rule of the collection, in one small game: three heaps of cards, two loose tokens, a counter that ends the play.
#[test]
fn rules_with_every_construct_are_the_same_compiled() {
    for (name, rule) in twisted::RULES {
        let text = format!("{}{rule}\n", twisted::FRAME);
        let (fast, slow) = (named(&text, name), load(&text).interpreted());
        assert!(compare_both(&fast, &slow, 8, 12) >= 8, "{name}");
        let (fast, slow) = (named(&text, name).checked(false), load(&text).checked(false).interpreted());
        assert!(compare_both(&fast, &slow, 4, 12) >= 4, "{name}, unchecked");
    }
}

#[test]
fn whole_descriptions_with_odd_rules_are_the_same_compiled() {
    for (name, text) in twisted::GAMES {
        let (fast, slow) = (named(text, name), load(text).interpreted());
        assert!(compare_both(&fast, &slow, 12, 14) >= 12, "{name}");
    }
}

#[test]
fn rules_that_compute_only_are_compiled_and_others_are_said_not_to_be() {
    let text = |rule: &str| format!("{}{rule}\n", twisted::FRAME);
    let rule = |name: &str| twisted::RULES.iter().find(|r| r.0 == name).map(|r| text(r.1)).unwrap();
    let left = |t: &str| load(t).explain().iter().filter(|l| l.contains("left to the logic machine")).count();
    for name in ["if then else", "cut in the rule", "negation", "append cuts a list", "forall", "findall"] {
        assert_eq!(left(&rule(name)), 0, "{name}: {:#?}", load(&rule(name)).explain());
    }
    assert_eq!(left(&rule("sorting")), 1);
    let barred = format!(":- assertz(extra(1)).\n{}", rule("negation"));
    assert!(load(&barred).explain().iter().any(|l| l.contains("not applied") && l.contains("line 1")));
}
