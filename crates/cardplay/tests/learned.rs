//! Card games as numbers, and what cards played say about cards held.

use cardplay::learned::{Explained, Likelihood, Placed, Places, Statistician, StudyPlan, study};
use cardplay::{LEAD, LeadReader};
use cards::TrickTaking;
use game::{Belief, Encode, Observe, Player, Record, Rng, Show, Turn};
use learn::{Acts, At, Net, Reader};
use marias::Marias;
use snaps::Snaps;
use std::sync::Arc;
use taroky::Taroky;

/// Who is shown a state, who decides there, and the moves.
type Visit<'a, G> = &'a mut dyn FnMut(&<G as game::Game>::State, Player, &[<G as game::Game>::Move]);

/// Plays a deal soberly and shows every state in which somebody decides.
fn each_decision<G: Show>(game: &G, seed: u64, visit: Visit<'_, G>) -> Record {
    let mut rng = Rng::new(seed);
    let (mut s, mut moves, mut scratch) = (game.initial(), Vec::new(), Vec::new());
    let mut record = Record { game: game.id(), rules: game.version(), ..Record::default() };
    while !game.settled(&s) {
        if let Turn::Player(me) = game.turn(&s) {
            moves.clear();
            game.moves(&s, &mut moves);
            visit(&s, me, &moves);
        }
        let mv = if rng.below(4) == 0 {
            game.pick(&s, &mut rng, &mut scratch)
        } else {
            game.sensible(&s, &mut rng, &mut scratch)
        };
        let Some(mv) = mv else { break };
        record.push(game.turn(&s), game.text(&s, mv));
        game.apply(&mut s, mv);
    }
    record
}

fn encodes<G: Encode + Show>(game: &G) {
    let mut decisions = 0;
    for seed in 0..12 {
        each_decision(game, seed, &mut |s, me, moves| {
            decisions += 1;
            let view = game.view(s, Some(me));
            let mut numbers = Vec::new();
            game.encode(&view, me, &mut numbers);
            let mut places: Vec<u32> = numbers.iter().map(|(at, _)| *at).collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), numbers.len(), "no place comes twice");
            assert!(places.iter().all(|&at| (at as usize) < game.inputs()), "{} {places:?}", game.id());
            let mut seen = Vec::new();
            for &mv in moves {
                let mut aspects = Vec::new();
                game.aspects(&view, me, mv, &mut aspects);
                assert!(!aspects.is_empty() && aspects.iter().all(|&a| (a as usize) < game.outputs()));
                assert!(!seen.contains(&aspects), "{}: {mv:?} looks like another move", game.id());
                seen.push(aspects);
            }
        });
    }
    assert!(decisions > 100, "{decisions}");
    for way in 0..game.symmetries() {
        let mut inputs: Vec<u32> = (0..game.inputs() as u32).map(|i| game.turn_input(way, i)).collect();
        let mut outputs: Vec<u32> = (0..game.outputs() as u32).map(|i| game.turn_aspect(way, i)).collect();
        inputs.sort_unstable();
        outputs.sort_unstable();
        assert!(inputs.iter().enumerate().all(|(i, &x)| i as u32 == x), "turning only changes places");
        assert!(outputs.iter().enumerate().all(|(i, &x)| i as u32 == x), "of {}", game.id());
    }
}

#[test]
fn views_and_moves_of_every_card_game_are_told_apart_by_their_numbers() {
    encodes(&Snaps::parse("").unwrap());
    encodes(&Marias::voleny("").unwrap());
    encodes(&Marias::licitovany("").unwrap());
    encodes(&Taroky::parse("").unwrap());
}

#[test]
fn the_first_lead_is_read_from_the_twenty_four_cards_of_the_thesis() {
    let game = Snaps::parse("").unwrap();
    let reader = LeadReader::new(&game);
    let reader: &dyn Reader<Snaps> = &reader;
    assert_eq!((reader.encoder().as_str(), reader.inputs(), reader.whole()), (LEAD, 24, false));
    let mut leads = 0;
    for seed in 0..10 {
        each_decision(&game, seed, &mut |s, me, moves| {
            if !reader.reads(&game, s, me) {
                return;
            }
            leads += 1;
            let view = game.view(s, Some(me));
            let (mut hand, mut acts) = (Vec::new(), Acts::default());
            reader.read(&game, &view, me, &mut hand);
            assert_eq!(hand.len(), game.hand(s, me).len(), "a number for every card of the hand");
            reader.aspects(&game, At { view: &view, state: None }, me, moves, &mut acts);
            let mut seen: Vec<&[u32]> = acts.iter().collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), moves.len(), "no two leads look alike");
        });
    }
    assert_eq!(leads, 10, "one first lead a deal");
}

/// Deals of players who always play the highest card they may, and otherwise speak soberly.
fn records<G: TrickTaking + Show>(game: &G, seeds: std::ops::Range<u64>) -> Vec<(String, Record)> {
    let one = |seed: u64| {
        let mut rng = Rng::new(seed);
        let (mut s, mut moves, mut scratch) = (game.initial(), Vec::new(), Vec::new());
        let mut record = Record { game: game.id(), rules: game.version(), ..Record::default() };
        while !game.settled(&s) {
            moves.clear();
            game.moves(&s, &mut moves);
            let highest = moves.iter().copied().filter(|mv| game.card_of(*mv).is_some());
            let highest = highest.max_by_key(|mv| game.card_of(*mv).map_or(0, |card| card.height()));
            let by = game.turn(&s).player();
            let Some(mv) =
                highest.filter(|_| by.is_some()).or_else(|| game.sensible(&s, &mut rng, &mut scratch))
            else {
                break;
            };
            record.push(game.turn(&s), game.text(&s, mv));
            game.apply(&mut s, mv);
        }
        (format!("deal {seed}"), record)
    };
    seeds.map(one).collect()
}

#[test]
fn the_statistician_gives_every_hand_one_card_in_sum_and_comes_back_from_its_text() {
    let game = Snaps::parse("").unwrap();
    let mut statistician = Statistician::default();
    let mut asked = 0;
    for seed in 0..30 {
        each_decision(&game, seed, &mut |s, _, moves| {
            let Some(deal) = game.in_play(s) else { return };
            let sum: f64 = deal.legal().iter().map(|card| statistician.of(&deal, card)).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            asked += 1;
            if let Some(card) = game.card_of(moves[0]) {
                statistician.saw(&deal, card);
            }
        });
    }
    assert!(asked > 100 && statistician.seen() > 40, "{asked}, {}", statistician.seen());
    let text = statistician.text(&game.id());
    assert_eq!(Statistician::parse(&text), Ok((game.id(), statistician)));
    for (broken, cause) in [
        ("", "must begin with"),
        ("partie statistics 1\n", "line 2"),
        ("partie statistics 1\ngame: snaps\n\n1 2 3\n", "line 4"),
        ("partie statistics 1\ngame: snaps\n\n99999 1 1 1 1 1 1 1 1\n", "line 4"),
    ] {
        assert!(Statistician::parse(broken).unwrap_err().to_string().contains(cause), "{broken:?}");
    }
}

#[test]
fn worlds_weighed_by_what_was_learned_are_worlds_of_the_view() {
    let game = Snaps::parse("").unwrap();
    let net = Net::new(Places::shape(&game, 16), 1);
    let placed = Placed { deals: 50, seed: 3, places: Places::new(&game, net).unwrap() };
    let explained = Explained { deals: 50, seed: 3, policy: Arc::new(Statistician::default()) };
    let mut rng = Rng::new(1);
    let mut views = 0;
    each_decision(&game, 5, &mut |s, me, _| {
        let view = game.view(s, Some(me));
        for belief in [&placed as &dyn Belief<Snaps>, &explained] {
            let worlds = belief.worlds(&game, &view).unwrap();
            let (world, weight) = worlds.draw(&mut rng).unwrap();
            assert_eq!(game.view(&world, Some(me)), view);
            assert_eq!(weight, 1.0);
        }
        views += 1;
    });
    assert!(views > 10);
}

#[test]
fn what_is_learned_makes_unseen_deals_more_likely_than_counting_does() {
    let game = Snaps::parse("").unwrap();
    let plan = StudyPlan { epochs: 3.0, width: 48, drawn: 60, seed: 1 };
    let (learned, asked) = (records(&game, 0..150), records(&game, 1000..1030));
    let found = study(&game, &learned, &asked, plan, &mut |_, _| ()).unwrap();
    assert!(
        found.views > 40 && found.counted.is_some_and(|log| log < -3.0),
        "{} {:?}",
        found.views,
        found.counted
    );
    let (gain, within) = found.gains[1];
    assert!(gain > within, "the counts gain {gain} ± {within} ({:?})", found.gains);
    assert!(found.gains.iter().all(|(gain, _)| gain.is_finite()));
    let nothing = study(&game, &[], &asked, plan, &mut |_, _| ()).unwrap_err();
    assert!(nothing.0.contains("nothing to learn from"));
    let other = Record { game: "taroky".to_string(), ..learned[0].1.clone() };
    let cause = study(&game, &[("x".to_string(), other)], &asked, plan, &mut |_, _| ()).unwrap_err();
    assert!(cause.0.contains("x: ") && cause.0.contains("is of 'taroky'"), "{cause}");
}
