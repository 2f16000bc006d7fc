//! The rule sheets of the games of the catalog that are not logic descriptions, in three languages: written by hand and kept
//! beside the other data of a game. (A logic description makes its own sheet.)

use game::Lang;

/// English, Czech, Slovak.
type Sheet = [&'static str; 3];

macro_rules! sheet {
    ($folder:literal) => {
        [
            include_str!(concat!("../../../data/", $folder, "/rules.md")),
            include_str!(concat!("../../../data/", $folder, "/rules.cs.md")),
            include_str!(concat!("../../../data/", $folder, "/rules.sk.md")),
        ]
    };
}

/// The sheets by the name of the game.
const SHEETS: &[(&str, Sheet)] = &[
    ("tictactoe", sheet!("tictactoe")),
    ("connect4", sheet!("connect4")),
    ("reversi", sheet!("reversi")),
    ("morris", sheet!("morris")),
    ("nim", sheet!("nim")),
    ("puzzle8", sheet!("puzzle8")),
    ("ludo", sheet!("ludo")),
    ("kuhn", sheet!("kuhn")),
    ("taroky", sheet!("taroky")),
    ("marias", sheet!("marias")),
    ("licitovany", sheet!("licitovany")),
    ("krizovy", sheet!("krizovy")),
    ("snaps", sheet!("snaps")),
    ("schnapsen", sheet!("schnapsen")),
    ("alquerque", sheet!("s3/alquerque")),
    ("skipping", sheet!("s3/skipping")),
    ("squares", sheet!("s3/squares")),
    ("squares2", sheet!("s3/squares2")),
    ("mastermind", sheet!("s3/mastermind")),
    ("mastermind2", sheet!("s3/mastermind2")),
    ("frogs", sheet!("s3/frogs")),
    ("rivercrossing", sheet!("s3/rivercrossing")),
];

/// Logic descriptions that come with the program, which make their own sheets.
const DESCRIBED: &[(&str, &str)] = &[
    ("prsi", include_str!("../../../data/system/prsi/prsi.pl")),
    ("klondike", include_str!("../../../data/system/klondike/klondike.pl")),
    ("alquerque2", include_str!("../../../data/system/alquerque/alquerque.pl")),
    ("mill", include_str!("../../../data/system/mill/mill.pl")),
    ("smallchess", include_str!("../../../data/system/smallchess/smallchess.pl")),
];

/// The rule sheet of a game of the catalog; `None` if it has none.
pub fn sheet(name: &str, lang: Lang) -> Option<String> {
    if let Some((_, sheet)) = SHEETS.iter().find(|(n, _)| *n == name) {
        return sheet.get(lang as usize).map(|text| text.to_string());
    }
    let (_, text) = DESCRIBED.iter().find(|(n, _)| *n == name)?;
    crate::rule_sheet(text, &format!("{name}.pl"), lang).map(|sheet| sheet.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_native_game_has_a_whole_sheet_in_three_languages() {
        let headings = [
            ["## Components", "## Start", "## A turn", "## Order of play", "## End and winner"],
            ["## Co je potřeba", "## Začátek", "## Tah", "## Kdo je na tahu", "## Konec a vítěz"],
            ["## Čo treba", "## Začiatok", "## Ťah", "## Kto je na ťahu", "## Koniec a víťaz"],
        ];
        for name in boards::GAMES.iter().chain(cardgames::GAMES).map(|listing| listing.name) {
            for (lang, headings) in [Lang::En, Lang::Cs, Lang::Sk].into_iter().zip(headings) {
                let text = sheet(name, lang).unwrap_or_else(|| panic!("{name} has no rule sheet"));
                let mut at = 0;
                for heading in headings {
                    let found = text[at..].find(heading);
                    at += found.unwrap_or_else(|| panic!("{name}: no '{heading}' in order in\n{text}"));
                }
            }
        }
    }

    #[test]
    fn the_parameters_a_sheet_names_exist() {
        for listing in crate::GAMES.iter() {
            let Some(text) = sheet(listing.name, Lang::En) else { continue };
            if !SHEETS.iter().any(|(n, _)| *n == listing.name) {
                continue;
            }
            for named in text.split('`').skip(1).step_by(2) {
                let named = named.split('=').next().unwrap_or(named);
                let square = named.len() == 2 && named.ends_with(|c: char| c.is_ascii_digit());
                let known = listing.parameters.iter().any(|p| p.name == named);
                assert!(known || square, "{}: `{named}` is not a parameter", listing.name);
            }
        }
    }

    #[test]
    fn every_game_of_the_catalog_has_a_sheet_that_differs_by_language() {
        for listing in crate::GAMES.iter() {
            let sheets = [Lang::En, Lang::Cs, Lang::Sk].map(|l| sheet(listing.name, l));
            let [Some(en), Some(cs), Some(sk)] = sheets else { panic!("{} has no sheet", listing.name) };
            assert!(en != cs && cs != sk && en.starts_with("# "), "{}", listing.name);
        }
    }
}
