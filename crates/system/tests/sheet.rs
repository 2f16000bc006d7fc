//! The rules in words: every section is there in three languages, and it reads as a rule sheet, not as code.

use game::Lang;
use system::{SystemGame, rules_text};

const GAMES: [&str; 8] =
    ["tictactoe", "nim", "connect4", "reversi", "klondike", "ludo", "smallchess", "prsi"];

fn described(name: &str) -> SystemGame {
    let text = std::fs::read_to_string(testkit::data(&format!("system/{name}/{name}.pl"))).unwrap();
    system::load(&text, name).0.unwrap()
}

#[test]
fn every_game_has_a_rule_sheet_in_three_languages() {
    for name in GAMES {
        let game = described(name);
        let sheets = [Lang::En, Lang::Cs, Lang::Sk].map(|l| rules_text(&game, l));
        let headings = [
            ["## Components", "## Start", "## A turn", "## Order of play", "## End and winner"],
            ["## Co je potřeba", "## Začátek", "## Tah", "## Kdo je na tahu", "## Konec a vítěz"],
            ["## Čo treba", "## Začiatok", "## Ťah", "## Kto je na ťahu", "## Koniec a víťaz"],
        ];
        for (sheet, headings) in sheets.iter().zip(headings) {
            for h in headings {
                assert!(sheet.contains(h), "{name}: no '{h}' in\n{sheet}");
            }
            for code in [":-", "\\+", "select(", "state(", "[]", "_ |", "~1", "as described", "podle popisu"]
            {
                assert!(!sheet.contains(code), "{name}: '{code}' in\n{sheet}");
            }
        }
        assert_ne!(sheets[0], sheets[1]);
        assert_ne!(sheets[1], sheets[2]);
    }
}

#[test]
fn the_sheet_of_tic_tac_toe_says_the_rules() {
    let sheet = rules_text(&described("tictactoe"), Lang::En);
    for sentence in [
        "# Tic-tac-toe",
        "- Players: 2 (cross, nought)",
        "- Tokens: 9 (5 × cross, 4 × nought)",
        "- Supply (cross): 5 × cross",
        "- Empty: field",
        "- A token goes from: supply, to: field",
        "field: empty",
        "The players take turns.",
        "- A player has won, if three tokens of the player lie in one row, column or diagonal.",
        "- The game is drawn, if field: none is empty",
    ] {
        assert!(sheet.contains(sentence), "'{sentence}' is not in\n{sheet}");
    }
}

#[test]
fn the_sheet_of_klondike_lists_eleven_moves() {
    let sheet = rules_text(&described("klondike"), Lang::En);
    let turn = sheet.split("## A turn").nth(1).unwrap().split("##").next().unwrap();
    assert_eq!(turn.lines().filter(|l| l.starts_with("- ")).count(), 11, "{turn}");
    assert!(turn.contains("the card is one lower than the card it is laid on and of the other colour"));
}
