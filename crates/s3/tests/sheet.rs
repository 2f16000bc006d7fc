//! Rule sheets made from files: every section in three languages, and the rules of two small games.

use game::Lang;
use s3::{load, sheet};

fn shipped(name: &str) -> s3::S3Game {
    let path = format!("{}/../../data/s3/{name}/{name}.s3", env!("CARGO_MANIFEST_DIR"));
    load(&std::fs::read_to_string(path).unwrap(), name).0.unwrap()
}

fn has(sheet: &str, sentences: &[&str]) {
    for sentence in sentences {
        assert!(sheet.contains(sentence), "'{sentence}' is not in\n{sheet}");
    }
}

#[test]
fn every_shipped_file_has_a_sheet_in_three_languages() {
    let headings = [
        ["## Components", "## Start", "## A turn", "## Order of play", "## End and winner"],
        ["## Co je potřeba", "## Začátek", "## Tah", "## Kdo je na tahu", "## Konec a vítěz"],
        ["## Čo treba", "## Začiatok", "## Ťah", "## Kto je na ťahu", "## Koniec a víťaz"],
    ];
    let folder = format!("{}/../../data/s3", env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        let game = shipped(&name);
        for (lang, headings) in [Lang::En, Lang::Cs, Lang::Sk].into_iter().zip(headings) {
            let text = sheet(&game, lang);
            has(&text, &headings);
            for code in ["$", "FORSOME", "FORALL", "NEXTPLAYER", "==", " AND ", "followup"] {
                assert!(!text.contains(code), "{name}: '{code}' in\n{text}");
            }
        }
    }
}

#[test]
fn the_sheet_of_tic_tac_toe_says_the_rules() {
    let game = shipped("tictactoe");
    has(
        &sheet(&game, Lang::En),
        &[
            "- Players: 2 (crosses, noughts)",
            "- Tokens: 9 (5 × cross, 4 × nought)",
            "- qx: 5 × cross",
            "- Cross: cross goes from “qx(K)” to “s(X,Y)” if it is the turn of “crosses”; then the next player moves.",
            "The players take turns.",
            "- The winner is “crosses” if “Three(“cross”)” holds.",
            "- The game is drawn if the player to move cannot move.",
            "- Is(X, Y, MARK): the kind of what lies on “s(X,Y)” is MARK.",
        ],
    );
    has(
        &sheet(&game, Lang::Cs),
        &[
            "- Cross: cross jde z místa „qx(K)“ na místo „s(X,Y)“, pokud je na tahu „crosses“; potom je na tahu další hráč.",
            "- Is(X, Y, MARK): druh toho, co leží na „s(X,Y)“ je MARK.",
        ],
    );
    has(&sheet(&game, Lang::Sk), &["Hráči sa striedajú po ťahoch.", "potom je na ťahu ďalší hráč."]);
}

#[test]
fn brackets_of_sums_stay_and_places_are_named() {
    let text = sheet(&shipped("alquerque"), Lang::En);
    has(
        &text,
        &["(X + A) / 2", "for some I from 1 to 12: what lies on “s(P,Q)” goes from “s(P,Q)” to “tb(I)”"],
    );
    has(&sheet(&shipped("frogs"), Lang::En), &["- s(1), s(2), s(3): 3 × green", "One player plays alone."]);
}
