//! A thousand hints over the card games and some boards, read back: nothing is empty or in another language, every card
//! named as gone is gone, every card named as out is unknown, every share is the belief's, in the data and in the words.

use game::{Argument, Claim, Lang, Limit, Player, Table, Turn};
use std::collections::BTreeMap;
use trainer::{Ladder, ladder};

const LANGS: [Lang; 3] = [Lang::En, Lang::Cs, Lang::Sk];
/// Words that only an English sentence has.
const ENGLISH: [&str; 14] = [
    "the", "of", "is", "it", "with", "and", "deals", "moves", "move", "which", "your", "you", "holds", "gone",
];
/// Words of Czech that Slovak writes otherwise.
const CZECH: [&str; 8] = ["je-li", "štych", "trumf", "které", "ještě", "hráče", "rozdání", "přinese"];

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphabetic() && c != '-').filter(|w| !w.is_empty()).map(str::to_lowercase)
}

fn language_is_right(text: &str, lang: Lang, game: &str) {
    assert!(!text.trim().is_empty(), "{game}: an empty text");
    let foreign: &[&str] = match lang {
        Lang::En => &[],
        Lang::Cs => &ENGLISH,
        Lang::Sk => &CZECH,
    };
    for word in words(text) {
        assert!(!foreign.contains(&word.as_str()), "{game}: '{word}' in {lang:?}: {text}");
        assert!(
            lang == Lang::Cs || !ENGLISH[..2].contains(&word.as_str()) || lang == Lang::En,
            "{game}: {text}"
        );
    }
}

/// The cards that lie in somebody's hand, in truth, and those of one player.
fn held(table: &dyn Table) -> BTreeMap<String, Player> {
    let mut held = BTreeMap::new();
    for p in Player::all(table.players()) {
        for token in table.scene(Some(p), Lang::En).tokens {
            let own = token.place.zone.starts_with("hand") && token.owner == Some(p);
            if own && let Some(name) = token.kind.strip_prefix("card:") {
                held.insert(name.to_string(), p);
            }
        }
    }
    held
}

/// The cards that players have laid to tricks in this play, by the record alone.
fn played(table: &dyn Table) -> Vec<String> {
    let record = table.record();
    let by_players = record.moves.iter().filter(|entry| entry.who.is_some());
    by_players.map(|entry| entry.text.split('+').next().unwrap_or_default().to_string()).collect()
}

/// The numbers before a sign of per cent in a text.
fn percents(text: &str) -> Vec<f64> {
    let words: Vec<&str> = text.split([' ', '\u{a0}']).collect();
    words
        .windows(2)
        .filter(|pair| pair[1].starts_with('%'))
        .filter_map(|pair| pair[0].trim_start_matches('(').parse().ok())
        .collect()
}

fn claims_hold(table: &dyn Table, me: Player, reason: &Argument, seen: &mut Counts) {
    let (held, played) = (held(table), played(table));
    for claim in &reason.claims {
        match claim {
            Claim::Gone(card) => {
                seen.gone += 1;
                assert!(!held.contains_key(card), "{card} is said to be gone: {}", reason.said.en);
                assert!(played.contains(card), "{card} was never played: {}", reason.said.en);
            }
            Claim::Out(card) => {
                seen.out += 1;
                assert_ne!(held.get(card), Some(&me), "{card} is in the own hand: {}", reason.said.en);
                let rows = table.beliefs(me, 60, 1, Lang::En);
                let row = rows.iter().find(|row| row.kind == format!("card:{card}"));
                let known = row.is_some_and(|row| row.shares.iter().any(|share| *share > 0.0));
                assert!(known, "nobody may hold {card}: {}", reason.said.en);
            }
            Claim::Share { token, player, share } => {
                seen.shares += 1;
                for lang in LANGS {
                    let rows = table.beliefs(me, 100, 1, lang);
                    let row =
                        rows.iter().find(|row| row.kind == format!("card:{token}")).expect("an unseen card");
                    assert!(
                        row.counted && (row.shares[player.index()] - share).abs() < 1e-9,
                        "{}",
                        reason.said.en
                    );
                    let text = reason.to(lang);
                    assert!(text.contains(&row.label), "{text} does not name {}", row.label);
                    let said = percents(text);
                    assert!(said.iter().any(|n| (n - 100.0 * share).abs() <= 0.5 + 1e-9), "{text}: {share}");
                }
            }
            Claim::Drawn { token, player, share } => {
                seen.drawn += 1;
                let rows = table.beliefs(me, 100, 1, Lang::En);
                let row =
                    rows.iter().find(|row| row.kind == format!("card:{token}")).expect("an unseen card");
                let possible = !row.counted || row.shares[player.index()] > 0.0;
                assert!(possible, "player {player} cannot hold {token}: {}", reason.said.en);
                for lang in LANGS {
                    let said = percents(reason.to(lang));
                    assert!(
                        said.iter().any(|n| (n - 100.0 * share).abs() <= 0.5 + 1e-9),
                        "{}",
                        reason.to(lang)
                    );
                }
            }
        }
    }
    // What the words say is gone or out is among the claims.
    for (lang, gone) in [(Lang::En, "; gone: "), (Lang::Cs, "; už padlo: "), (Lang::Sk, "; už padlo: ")] {
        let Some((_, list)) = reason.to(lang).split_once(gone) else { continue };
        let list = list.split(';').next().unwrap_or_default();
        let named = if list.parse::<usize>().is_ok() { 0 } else { list.split(", ").count() };
        let claimed = reason.claims.iter().filter(|claim| matches!(claim, Claim::Gone(_))).count();
        assert!(named == 0 || named == claimed, "{}: {:?}", reason.to(lang), reason.claims);
    }
}

#[derive(Default)]
struct Counts {
    hints: usize,
    gone: usize,
    out: usize,
    shares: usize,
    drawn: usize,
    motifs: BTreeMap<&'static str, usize>,
}

fn checked(table: &dyn Table, game: &str, agent: &str, nodes: u64, seed: u64, seen: &mut Counts) -> String {
    let me = table.turn().player().unwrap();
    let advice = table.hint(agent, seed, &Limit::nodes(nodes)).unwrap();
    seen.hints += 1;
    let mut shown: Vec<Ladder> = Vec::new();
    for lang in LANGS {
        let steps = ladder(table, &advice, lang);
        language_is_right(&steps.look, lang, game);
        assert!(!steps.because.is_empty(), "{game}: no reason for {}", steps.best.text);
        steps.because.iter().for_each(|text| language_is_right(text, lang, game));
        let offers = table.offers(lang);
        assert!(steps.choices.iter().all(|c| offers.iter().any(|o| o.text == c.text && o.label == c.label)));
        assert!(steps.choices.iter().any(|choice| choice.text == steps.best.text));
        assert!(!steps.best.label.is_empty());
        shown.push(steps);
    }
    assert_ne!(shown[0].look, shown[1].look, "{game}");
    assert_ne!(shown[1].look, shown[2].look, "{game}");
    for reason in &shown[0].reasons {
        assert!(reason.said.en != reason.said.cs && reason.said.cs != reason.said.sk, "{game}: {reason:?}");
        claims_hold(table, me, reason, seen);
    }
    shown[0].motifs.iter().for_each(|motif| *seen.motifs.entry(motif).or_default() += 1);
    advice.text
}

/// Plays as the hints say, checking each, until so many were checked.
fn follow(game: &str, wanted: usize, nodes: u64, seen: &mut Counts) {
    let found = catalog::find(game).unwrap();
    let agent = found.strongest();
    let start = seen.hints;
    for seed in 1.. {
        let mut table = found.table(seed);
        while table.turn() != Turn::Over {
            if seen.hints - start >= wanted {
                return;
            }
            match table.turn() {
                Turn::Chance => drop(table.roll().unwrap()),
                _ if table.choices() < 2 => {
                    let only = table.offers(Lang::En)[0].text.clone();
                    table.play(&only).unwrap();
                }
                _ => {
                    let text = checked(&*table, game, &agent, nodes, seed, seen);
                    table.play(&text).unwrap();
                }
            }
        }
    }
}

#[test]
fn a_thousand_hints_say_nothing_empty_foreign_or_wrong() {
    let mut seen = Counts::default();
    for game in ["marias", "licitovany", "snaps", "taroky"] {
        follow(game, 220, 6_000, &mut seen);
    }
    for game in ["connect4", "reversi", "tictactoe", "morris", "kuhn", "prsi"] {
        follow(game, 20, 1_500, &mut seen);
    }
    assert_eq!(seen.hints, 1_000);
    // The test must have had something to read back.
    assert!(seen.gone > 20 && seen.out > 100 && seen.shares > 50 && seen.drawn > 50, "{:?}", seen.motifs);
    assert!(seen.motifs.len() >= 8, "{:?}", seen.motifs);
}
