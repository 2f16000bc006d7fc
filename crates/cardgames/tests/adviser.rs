//! The adviser at a real table: told only what one seat sees, it knows what the seat knows, in every card game; slips are
//! named and can be mended wherever they stand.

use game::{Lang, Limit, Player, Rng, Scene, Show, Turn};
use playable::{Playable, Standing, Wants, heard_word};
use std::collections::BTreeSet;

fn listed(name: &str) -> Box<dyn Playable> {
    let listing = cardgames::GAMES.iter().find(|listing| listing.name == name).unwrap();
    (listing.make)(&game::Options::parse("", listing.parameters).unwrap()).unwrap()
}

fn options(parameters: &'static [game::Parameter]) -> game::Options {
    game::Options::parse("", parameters).unwrap()
}

fn standing(game: &dyn Playable, me: Player, words: &[String]) -> Standing {
    game.adviser(me, words, 7).unwrap().standing(Lang::En)
}

fn cards(scene: &Scene) -> BTreeSet<String> {
    let up = scene.tokens.iter().filter(|t| !t.kind.is_empty());
    up.map(|t| t.kind.rsplit(':').next().unwrap_or("").to_string()).collect()
}

/// What a person in this seat tells of a random play, in words, and how often it was his turn; the adviser is asked at each
/// of his turns what it knows.
fn told<G: Show>(game: &G, name: &str, me: Player, seed: u64) -> (Vec<String>, u32) {
    let adviser = listed(name);
    let mut rng = Rng::new(seed);
    let (mut state, mut moves) = (game.initial(), Vec::new());
    let (mut words, mut turns): (Vec<String>, u32) = (Vec::new(), 0);
    while game.turn(&state) != Turn::Over {
        let place = || format!("{name} from seat {me}, seed {seed}: {}", words.join(" "));
        let by = game.turn(&state).player();
        let before = cards(&game.scene(&game.view(&state, Some(me)), Some(me), Lang::En));
        if by == Some(me) {
            turns += 1;
            let known = standing(&*adviser, me, &words);
            assert!(known.refused.is_none(), "{}: {:?}", place(), known.refused);
            let Wants::Move { by, choices } = &known.wants else { panic!("{}: {:?}", place(), known.wants) };
            assert_eq!(*by, Some(me), "{}", place());
            moves.clear();
            game.moves(&state, &mut moves);
            let legal: BTreeSet<String> = moves.iter().map(|&mv| game.text(&state, mv)).collect();
            assert_eq!(choices.iter().map(|c| c.word.clone()).collect::<BTreeSet<_>>(), legal, "{}", place());
            let scene = game.scene(&game.view(&state, Some(me)), Some(me), Lang::En);
            assert_eq!(known.scene, scene, "{}", place());
        }
        let Some(mv) = game.pick(&state, &mut rng, &mut moves) else { break };
        let seen = by == Some(me) || game.visible(&state, mv, me);
        if seen {
            words.push(game.text(&state, mv));
        }
        if seen && by.is_some() && matches!(standing(&*adviser, me, &words).wants, Wants::Said { .. }) {
            words.push(heard_word(&game.heard(&state, mv, Some(me), Lang::En).unwrap()));
        }
        game.apply(&mut state, mv);
        let after = cards(&game.scene(&game.view(&state, Some(me)), Some(me), Lang::En));
        // Cards may come to light beside the move: then they are asked for.
        let new: Vec<String> = after.difference(&before).cloned().collect();
        let beside = by == Some(me) || new.len() > 1 || !seen;
        if by.is_some()
            && beside
            && !new.is_empty()
            && let Wants::Cards { many, .. } = standing(&*adviser, me, &words).wants
        {
            assert_eq!(many, new.len(), "{name}: {words:?}");
            words.extend(new);
        }
    }
    (words, turns)
}

#[test]
fn told_what_a_seat_of_snaps_sees_the_adviser_knows_what_it_knows() {
    // A random player may say that he has enough before everybody had a turn.
    let turns = [(0, 1), (2, 2), (3, 3), (1, 4)].map(|(seat, seed)| {
        let game = snaps::Snaps::new(&options(snaps::PARAMETERS)).unwrap();
        told(&game, "snaps", Player(seat), seed).1
    });
    assert!(turns.iter().sum::<u32>() > 3, "{turns:?}");
}

#[test]
fn told_what_a_seat_of_marias_sees_the_adviser_knows_what_it_knows() {
    // Forehand takes up five cards after he has laid the trump card.
    for (seat, seed) in [(0, 1), (0, 5), (1, 2), (2, 3)] {
        let game = marias::Marias::new(marias::Kind::Voleny, &options(marias::VOLENY)).unwrap();
        told(&game, "marias", Player(seat), seed);
    }
}

#[test]
fn told_what_a_seat_of_licitovany_sees_the_adviser_knows_what_it_knows() {
    for (seat, seed) in [(0, 1), (1, 2), (2, 3)] {
        let game = marias::Marias::new(marias::Kind::Licitovany, &options(marias::LICITOVANY)).unwrap();
        told(&game, "licitovany", Player(seat), seed);
    }
}

#[test]
fn told_what_a_seat_of_taroky_sees_the_adviser_knows_what_it_knows() {
    for (seat, seed) in [(0, 1), (1, 2)] {
        told(&taroky::Taroky::parse("").unwrap(), "taroky", Player(seat), seed);
    }
}

#[test]
fn a_slip_is_named_and_can_be_mended_where_it_stands() {
    let game = snaps::Snaps::new(&options(snaps::PARAMETERS)).unwrap();
    let (words, _) = told(&game, "snaps", Player(1), 11);
    let adviser = listed("snaps");
    let mut slipped = words.clone();
    // The second card of the hand was read as the first.
    slipped[1].clone_from(&words[0]);
    let found = standing(&*adviser, Player(1), &slipped);
    assert_eq!(found.refused.as_ref().map(|(number, _)| *number), Some(1), "{:?}", found.refused);
    assert_eq!(found.words.len(), 1, "what stands before it was taken");
    slipped[1].clone_from(&words[1]);
    assert!(standing(&*adviser, Player(1), &slipped).refused.is_none());
    let mut wrong: Vec<String> = words[..6].to_vec();
    wrong.push("nonsense".into());
    let found = standing(&*adviser, Player(1), &wrong);
    let (number, cause) = found.refused.unwrap();
    assert_eq!(number, 6);
    assert!(cause.contains("nonsense"), "{cause}");
    assert!(adviser.adviser(Player(9), &[], 1).is_err());
    assert!(adviser.adviser(Player(0), &vec!["HA".to_string(); 5000], 1).is_err());
}

#[test]
fn every_kind_of_player_gives_advice_and_a_rule_file_says_which_rules_it_tried() {
    let game = snaps::Snaps::new(&options(snaps::PARAMETERS)).unwrap();
    let (words, _) = told(&game, "snaps", Player(0), 3);
    let adviser = listed("snaps").adviser(Player(0), &words[..6], 1).unwrap();
    let known = adviser.standing(Lang::Cs);
    assert!(known.mine, "forehand calls: {:?}", known.wants);
    for agent in ["expert", "rulefile?explain=yes", "random"] {
        let (advice, label) = adviser.advise(agent, 1, &Limit::nodes(2_000), Lang::Cs).unwrap();
        assert!(!advice.text.is_empty() && !label.is_empty(), "{agent}");
        if agent.starts_with("rulefile") {
            let told = advice.because.join("\n");
            assert!(told.contains("GETCALL") && told.contains("fired") && told.contains("yes"), "{told}");
        }
    }
    assert!(adviser.advise("no such agent", 1, &Limit::nodes(1), Lang::En).is_err());
    let early = listed("snaps").adviser(Player(0), &words[..3], 1).unwrap();
    assert!(early.advise("expert", 1, &Limit::nodes(10), Lang::En).is_err(), "cards are still missing");
}
