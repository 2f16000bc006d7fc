//! Hints, reviews, exercises and the editor in every game of the catalog, and in a trick game that somebody described: nothing is
//! special about a game. All of it is bounded in states.

use game::{Lang, Limit, Player, Rng, Table, Turn};
use playable::Playable;
use practice::{Slots, deal_with};
use std::collections::BTreeSet;
use std::sync::Arc;
use trainer::exercise::{Effort, LEVELS, generate, mark};
use trainer::{Ask, ladder, review};

const LANGS: [Lang; 3] = [Lang::En, Lang::Cs, Lang::Sk];
/// States of a thought.
const NODES: u64 = 600;

/// The games of the catalog, and a whist of twelve cards that is not in it and has no labels.
fn games() -> Vec<(String, Arc<dyn Playable>)> {
    let listed = catalog::GAMES.iter().map(|l| (l.name.to_string(), catalog::find(l.name).unwrap().into()));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../system/tests/data/whist.pl");
    let text = std::fs::read_to_string(path).unwrap();
    let whist = described::describe(&text, "whist.pl").into_game().unwrap();
    listed.chain([("whist.pl".to_string(), whist.into())]).collect()
}

/// A play of so many moves at most, by no plan.
fn played(game: &dyn Playable, seed: u64, moves: usize) -> Box<dyn Table> {
    let mut table = game.table(seed);
    let mut rng = Rng::new(seed);
    let mut made = 0;
    while made < moves {
        match table.turn() {
            Turn::Over => break,
            Turn::Chance => drop(table.roll().unwrap()),
            Turn::Player(_) => {
                let offers = table.offers(Lang::En);
                table.play(&offers[rng.below(offers.len())].text).unwrap();
                made += 1;
            }
        }
    }
    table
}

/// The table of a play at a moment when somebody chooses among several moves: the last one of the first dozen moves, or the first
/// after them. In Ludo it takes a while to come.
fn choosing(game: &dyn Playable, seed: u64) -> Option<Box<dyn Table>> {
    let (mut table, mut rng, mut found) = (game.table(seed), Rng::new(seed), None);
    while table.turn() != Turn::Over && table.made() < 2_000 {
        if table.turn() == Turn::Chance {
            table.roll().unwrap();
            continue;
        }
        if table.choices() > 1 {
            found = Some(table.fork());
        }
        if found.is_some() && table.made() >= 12 {
            break;
        }
        let offers = table.offers(Lang::En);
        table.play(&offers[rng.below(offers.len())].text).unwrap();
    }
    found
}

fn labels_are_words(name: &str, table: &dyn Table) {
    for lang in LANGS {
        let mut seen = BTreeSet::new();
        for offer in table.offers(lang) {
            assert!(!offer.label.trim().is_empty(), "{name}: no words for {}", offer.text);
            let plain = offer.text.chars().all(char::is_alphanumeric);
            assert!(plain || offer.label != offer.text, "{name}: {} is notation in {lang:?}", offer.text);
            assert!(!offer.label.contains("->"), "{name}: {}", offer.label);
            assert!(seen.insert(offer.label.clone()), "{name}: two moves are called {}", offer.label);
        }
    }
}

#[test]
fn every_game_gives_hints_in_words() {
    for (name, game) in games() {
        for seed in 1..=2 {
            let Some(table) = choosing(&*game, seed) else { panic!("{name}: nobody ever has a choice") };
            labels_are_words(&name, &*table);
            let advice = table.hint(&game.strongest(), seed, &Limit::nodes(NODES)).unwrap();
            for lang in LANGS {
                let steps = ladder(&*table, &advice, lang);
                assert!(!steps.look.is_empty() && !steps.because.is_empty(), "{name}: {steps:?}");
                assert!(steps.because.iter().all(|why| !why.trim().is_empty()), "{name}");
                assert!(steps.choices.contains(&steps.best) && !steps.best.label.is_empty(), "{name}");
            }
        }
    }
}

#[test]
fn every_game_is_reviewed_with_both_verdicts() {
    for (name, game) in games() {
        let record = played(&*game, 3, 40).record();
        let mut judged = 0;
        for player in Player::all(game.players()) {
            let ask = Ask {
                record: record.clone(),
                player,
                agent: game.strongest(),
                limit: Limit::nodes(NODES),
                within: None,
                thoughts: None,
                only: Vec::new(),
                seed: 1,
                lang: Lang::Cs,
                exact: None,
            };
            let mut left = 2;
            let found = review(game.table(0), ask, &mut |decision| {
                assert!(decision.choices > 1 && decision.known >= 0.0, "{name}");
                assert!(decision.open.is_some_and(|open| open >= 0.0), "{name}: no hindsight");
                assert!(!decision.played.1.is_empty() && !decision.best.1.is_empty(), "{name}");
                left -= 1;
                left > 0
            });
            judged += found.unwrap_or_else(|error| panic!("{name}: {error}")).decisions.len();
        }
        assert!(judged > 0, "{name}: nothing was judged");
    }
}

#[test]
fn a_search_for_exercises_ends_in_every_game_and_what_it_finds_is_one() {
    // Few positions are looked at, so most games show none; that there are some is told by a board and by card games, which are
    // searched from a few seeds.
    let cards = ["taroky", "marias", "licitovany", "krizovy", "snaps", "schnapsen"];
    let mut found = BTreeSet::new();
    for (name, game) in games() {
        let make = |seed: u64| -> Result<Box<dyn Table>, String> { Ok(game.table(seed)) };
        let effort = Effort { nodes: 4 * NODES, worlds: 4, tries: 8, ..Effort::default() };
        let seeds = if cards.contains(&&*name) { 1..=6 } else { 5..=5 };
        let exercise = seeds.into_iter().find_map(|s| generate(&make, &game.strongest(), None, s, &effort));
        let Some(exercise) = exercise else { continue };
        assert!((1..=LEVELS).contains(&exercise.level) && exercise.margin > 0.0, "{name}");
        let mut table = game.table(0);
        table.replay(&exercise.record).unwrap();
        assert_eq!(table.turn(), Turn::Player(exercise.player), "{name}");
        let marked = mark(&*table, &exercise, &exercise.best, &game.strongest(), Lang::Sk, NODES).unwrap();
        assert!(marked.right && marked.loss == Some(0.0) && !marked.best.is_empty(), "{name}");
        found.insert(name);
    }
    let dealt = cards.iter().filter(|game| found.contains(**game)).count();
    assert!(found.contains("tictactoe") && dealt >= 2, "{found:?}");
}

#[test]
fn the_editor_sets_the_cards_of_every_game_that_deals_them() {
    let mut set = BTreeSet::new();
    for (name, game) in games() {
        let slots = match Slots::learn(&mut *game.table(1)) {
            Ok(slots) => slots,
            Err(refused) => {
                assert!(refused.to_string().contains("cannot be set"), "{refused}");
                continue;
            }
        };
        // Every card is shown as the game shows it, in the stock as in a hand.
        if name != "whist.pl" {
            let raw = |kind: &String| kind.contains('(');
            assert!(!slots.kinds.iter().any(raw), "{name}: {:?}", slots.kinds);
        }
        let hand = slots.groups.iter().position(|group| group.owner.is_some());
        let hand = hand.unwrap_or_default();
        // The last card of the pack into the first hand, as the editor writes it and as people do.
        let card = slots.cards.last().unwrap();
        let condition = format!("{} has {card}", slots.groups[hand].zone);
        for seed in 1..=3 {
            let mut rng = Rng::new(seed);
            let dealt = deal_with(&slots, std::slice::from_ref(&condition), false, &mut rng)
                .unwrap_or_else(|fault| panic!("{name}: {fault}"));
            assert!(dealt.groups[hand].contains(card), "{name}: {card} is not in {:?}", dealt.groups[hand]);
            let mut table = game.table(seed);
            let record = slots.deal(&dealt, &mut *table).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            assert_eq!(slots.read(&record), dealt, "{name}");
            assert!(table.turn().player().is_some(), "{name}");
            table.hint(&game.strongest(), seed, &Limit::nodes(NODES)).unwrap();
        }
        for (lang, labels) in LANGS.iter().zip(&slots.labels) {
            let told: BTreeSet<&String> = labels.iter().collect();
            assert_eq!(told.len(), slots.cards.len(), "{name}: every card has words of its own in {lang:?}");
        }
        assert!(slots.kinds.iter().all(|kind| !kind.is_empty()), "{name}: a card without a picture");
        set.insert(name);
    }
    let wanted =
        ["taroky", "marias", "licitovany", "krizovy", "snaps", "schnapsen", "kuhn", "prsi", "whist.pl"];
    for game in wanted {
        assert!(set.contains(game), "{game}: {set:?}");
    }
}
