//! Rule sheets made from files: every section in three languages, and the rules of two small games.

use game::Lang;
use s3::{S3Game, load};

fn sheet(game: &S3Game, lang: Lang) -> String {
    s3::sheet(game, lang).text
}

fn shipped(name: &str) -> S3Game {
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
            for code in ["$", ":=", "FORSOME", "FORALL", "NEXTPLAYER", "==", " AND ", "followup"] {
                assert!(!text.contains(code), "{name}: '{code}' in\n{text}");
            }
        }
    }
}

#[test]
fn chance_and_counters_are_put_into_words() {
    has(&sheet(&shipped("mastermind"), Lang::En), &["is turned to a random side from 1 to 6"]);
    has(&sheet(&shipped("mastermind"), Lang::Cs), &["se otočí na náhodnou stranu od 1 do 6"]);
    has(&sheet(&shipped("mastermind2"), Lang::Sk), &["R je potom 0"]);
}

/// A shipped file without its labels.
fn bare(name: &str) -> S3Game {
    let path = format!("{}/../../data/s3/{name}/{name}.s3", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    load(text.split("[LABELS]").next().unwrap(), name).0.unwrap()
}

#[test]
fn the_sheet_of_tic_tac_toe_says_the_rules() {
    let game = shipped("tictactoe");
    has(
        &sheet(&game, Lang::En),
        &[
            "- Players: 2 (the player with crosses, the player with noughts)",
            "- Tokens: 9 (5 × cross, 4 × nought)",
            "- Supply of crosses: 5 × cross",
            "- Put a cross: a cross goes from the supply of crosses to a field if it is the turn of the player with \
             crosses; then: the next player moves.",
            "The players take turns.",
            "- The winner is the player with crosses if three of a kind lie in one row, column or diagonal: cross.",
            "- The game is drawn if the player to move cannot move.",
        ],
    );
    has(
        &sheet(&game, Lang::Cs),
        &[
            "- Položení křížku: křížek jde z místa „zásoba křížků“ na místo „pole“, pokud je na tahu hráč s křížky; potom: \
             je na tahu další hráč.",
        ],
    );
    has(&sheet(&game, Lang::Sk), &["Hráči sa striedajú po ťahoch.", "potom: je na ťahu ďalší hráč."]);
}

#[test]
fn without_labels_names_stand_as_in_the_file_and_are_told() {
    let game = bare("tictactoe");
    has(
        &sheet(&game, Lang::En),
        &[
            "- Players: 2 (“crosses”, “noughts”)",
            "- Cross: cross goes from “qx(K)” to “s(X,Y)” if it is the turn of “crosses”; then: the next player moves.",
            "- The winner is “crosses” if “Three(“cross”)” holds.",
            "- Is(X, Y, MARK): the kind of what lies on “s(X,Y)” is MARK.",
        ],
    );
    let unnamed = s3::sheet(&game, Lang::Cs).unnamed;
    let expected = ["expression Is", "expression Three", "move cross", "place qo", "player 2", "token cross"];
    assert!(expected.iter().all(|e| unnamed.contains(&e.to_string())), "{unnamed:?}");
}

#[test]
fn shipped_files_have_labels_in_every_language_for_all_a_sheet_names() {
    for entry in std::fs::read_dir(format!("{}/../../data/s3", env!("CARGO_MANIFEST_DIR"))).unwrap().flatten()
    {
        let name = entry.file_name().into_string().unwrap();
        let (game, sheets) = (shipped(&name), [Lang::En, Lang::Cs, Lang::Sk]);
        for lang in sheets {
            let page = s3::sheet(&game, lang);
            assert_eq!(page.unnamed, Vec::<String>::new(), "{name} {lang:?}");
            for code in ["holds", "platí.", "$", "{", "“s(", "„s(", ",,"] {
                assert!(!page.text.contains(code), "{name}: '{code}' in\n{}", page.text);
            }
        }
    }
}

#[test]
fn a_label_of_something_else_is_told_and_a_wrong_one_is_refused() {
    let text =
        std::fs::read_to_string(format!("{}/../../data/s3/nim/nim.s3", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let text = text.split("[LABELS]").next().unwrap().to_string() + "[LABELS]\n";
    for (line, fatal, said) in [
        ("token match.en=match", false, None),
        ("token macth.en=match", false, Some("there is no token 'macth' to have a label")),
        ("variable X.cs=je konec", false, Some("there is no variable 'X' to have a label")),
        ("tokn match.en=match", true, Some("'tokn' is nothing that has a label")),
        ("token match=match", true, Some("'token match' names no language")),
        ("token match.de=Streichholz", true, Some("'de' is not a language")),
        ("token match.en=", true, Some("a label without words")),
        ("token.en=x", true, Some("a label needs a name, and the game none")),
        ("game.en=a\ngame.en=b", true, Some("a second label for the same")),
    ] {
        let (game, found) = load(&format!("{text}{line}\n"), "nim");
        assert_eq!(game.is_none(), fatal, "{line}: {found:?}");
        match said {
            None => assert!(found.is_empty(), "{line}: {found:?}"),
            Some(said) => assert!(found.iter().any(|d| d.message == said), "{line}: {found:?}"),
        }
    }
    // Dialect 1 has no labels, and formatting keeps those of dialect 2.
    let labelled = format!("{text}token match.cs=zápalka\n");
    assert!(s3::format(&labelled).unwrap().contains("\n[LABELS]\ntoken match.cs=zápalka\n"));
    assert_eq!(s3::convert(&labelled).unwrap(), labelled);
    let old = load(&labelled.replacen("[S3 2]\n", "", 1), "old").1;
    assert!(old.iter().any(|d| d.message.contains("unknown section 'LABELS'")), "{old:?}");
}

#[test]
fn brackets_of_sums_stay_and_places_are_named() {
    let text = sheet(&bare("alquerque"), Lang::En);
    has(
        &text,
        &["(X + A) / 2", "for some I from 1 to 12: what lies on “s(P,Q)” goes from “s(P,Q)” to “tb(I)”"],
    );
    has(
        &sheet(&shipped("frogs"), Lang::En),
        &["- Stone (1), (2), (3): 3 × green frog", "One player plays alone."],
    );
}
