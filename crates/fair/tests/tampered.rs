//! A record that was tampered with is refused, with the reason; the honest one is not.

use fair::{Secret, Verdict, agent_seed, commitment, headers, runs, verify};
use game::{Game, Player, Record, Rng, Roster, Show, Table, TableOf, Turn};
use std::sync::Arc;

fn table<G: Show + 'static>(game: &Arc<G>, seed: u64) -> Box<dyn Table> {
    Box::new(TableOf::new(Arc::clone(game), Arc::new(Roster::new("random")), seed))
}

/// A play of `game` at random in which every deal is dealt with a seed of its own, as the server deals.
fn played<G: Show + 'static>(game: &Arc<G>, secret: &Secret, each: bool) -> Record {
    let mut rng = Rng::new(5);
    let mut main = table(game, secret.seed(1));
    let mut run = 0;
    while main.turn() != Turn::Over {
        if main.turn() == Turn::Chance {
            run += 1;
            if run > 1 && each {
                let mut dealer = table(game, secret.seed(run));
                dealer.replay(&main.record()).unwrap();
                while let Some(event) = dealer.roll() {
                    main.play(&event).unwrap();
                }
            } else {
                while main.roll().is_some() {}
            }
            continue;
        }
        let offers = main.offers(game::Lang::En);
        main.play(&offers[rng.below(offers.len())].text).unwrap();
    }
    let mut record = main.record();
    let deals = if each { run } else { 1 };
    let openings: Vec<_> = (1..=deals).map(|deal| secret.opening(deal, secret.seed(deal))).collect();
    record.headers.extend(headers(&record, &openings));
    Record::parse(&record.to_string()).unwrap()
}

fn check<G: Show + 'static>(game: &Arc<G>, record: &Record) -> Verdict {
    verify(record, None, &mut |seed| table(game, seed))
}

fn snaps(options: &str) -> Arc<impl Show + Game + 'static> {
    let options = game::Options::parse(options, snaps::PARAMETERS).unwrap();
    Arc::new(snaps::Snaps::new(&options).unwrap())
}

#[test]
fn an_honest_record_is_verified_with_one_deal_and_with_several() {
    let secret = Secret::new([3; 32]);
    for (options, deals) in [("", 1), ("deals=4", 4)] {
        let game = snaps(options);
        let record = played(&game, &secret, deals > 1);
        let verdict = check(&game, &record);
        assert_eq!(verdict.faults, [], "{options}");
        assert_eq!((verdict.deals.len(), verdict.over), (deals, true));
        assert_eq!(runs(record.moves.iter().map(|m| m.who.is_none())), deals);
        assert_eq!(verdict.deals[0].commitment, commitment(&record.game, &secret.opening(1, secret.seed(1))));
    }
    let marias = Arc::new(marias::Marias::voleny("deals=3").unwrap());
    let record = played(&marias, &secret, true);
    assert_eq!(check(&marias, &record).faults, []);
}

#[test]
fn a_game_of_dice_has_one_seed_for_all_its_throws() {
    let options = game::Options::parse("players=2", games::ludo::PARAMETERS).unwrap();
    let ludo = Arc::new(games::Ludo::new(&options).unwrap());
    let record = played(&ludo, &Secret::new([4; 32]), false);
    assert!(runs(record.moves.iter().map(|m| m.who.is_none())) > 10);
    let verdict = check(&ludo, &record);
    assert_eq!((verdict.faults.as_slice(), verdict.deals.len()), (&[][..], 1));
}

fn refused(change: impl Fn(&mut Record)) -> String {
    let game = snaps("deals=2");
    let mut record = played(&game, &Secret::new([8; 32]), true);
    assert!(check(&game, &record).fair());
    change(&mut record);
    let verdict = check(&game, &record);
    assert!(!verdict.fair());
    verdict.faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Changes one letter of the value of a header.
fn edited(record: &mut Record, key: &str, part: &str, at: usize) {
    let (_, value) = record.headers.iter_mut().find(|(k, _)| k == key).unwrap();
    let start = value.find(part).unwrap() + part.len() + at;
    let old = value.as_bytes()[start];
    let new = if old == b'1' { "2" } else { "1" };
    value.replace_range(start..=start, new);
}

#[test]
fn one_digit_of_a_seed_a_nonce_or_a_commitment_is_enough() {
    for deal in ["deal 1", "deal 2"] {
        let told = format!("{deal}: the commitment ");
        for (part, at) in [("seed=", 3), ("nonce=", 0), ("nonce=", 63), ("commitment=", 40)] {
            let faults = refused(|record| edited(record, deal, part, at));
            assert!(faults.contains(&told) && faults.contains("is not the hash of this seed"), "{faults}");
        }
    }
}

#[test]
fn an_exchanged_card_is_not_the_one_the_seed_gives() {
    let faults = refused(|record| {
        let (a, b) = (record.moves[0].text.clone(), record.moves[1].text.clone());
        (record.moves[0].text, record.moves[1].text) = (b, a);
    });
    assert!(faults.contains("the seed of deal 1 gives '"), "{faults}");
    let faults = refused(|record| {
        // The same in the second deal.
        let moves = &mut record.moves;
        let at = (1..moves.len()).rfind(|&i| moves[i].who.is_none() && moves[i - 1].who.is_some()).unwrap();
        let other = moves[at + 1].text.clone();
        moves[at].text = other;
    });
    assert!(faults.contains("the seed of deal 2 gives '"), "{faults}");
}

#[test]
fn an_exchanged_move_is_seen_even_if_it_is_legal() {
    let faults = refused(|record| {
        let entry = record.moves.iter_mut().find(|m| m.who.is_some()).unwrap();
        entry.text = "nonsense".into();
    });
    assert!(faults.contains("'nonsense' is not a legal move here"), "{faults}");
    let game = snaps("deals=2");
    let mut legal = 0;
    for at in 0..60 {
        let mut record = played(&game, &Secret::new([8; 32]), true);
        if record.moves.get(at).is_none_or(|m| m.who.is_none()) {
            continue;
        }
        let mut before = table(&game, 0);
        before.replay(&Record { moves: record.moves[..at].to_vec(), ..Record::default() }).unwrap();
        let other = before.offers(game::Lang::En).into_iter().find(|o| o.text != record.moves[at].text);
        let Some(other) = other else { continue };
        record.moves[at].text = other.text;
        legal += 1;
        let faults: Vec<String> = check(&game, &record).faults.iter().map(ToString::to_string).collect();
        assert!(faults.iter().any(|f| f.contains("their hash is another")), "{faults:?}");
    }
    assert!(legal > 5, "{legal} moves had an alternative");
}

#[test]
fn a_result_that_was_not_reached_is_refused() {
    let faults = refused(|record| record.result[0] += 1);
    assert!(faults.contains("the header says the result is ["), "{faults}");
    let faults = refused(|record| record.result.clear());
    assert!(faults.contains("no header 'result' says how it ended"), "{faults}");
    let faults = refused(|record| {
        record.moves.pop();
    });
    assert!(faults.contains("the header gives a result, but the play is not over"), "{faults}");
}

#[test]
fn deals_cannot_be_left_out_added_or_turned() {
    let faults = refused(|record| record.headers.retain(|(key, _)| !key.starts_with("deal ")));
    assert!(faults.contains("the record opens no commitment"), "{faults}");
    let faults = refused(|record| record.headers.retain(|(key, _)| key != "deal 1"));
    assert!(faults.contains("header 'deal 2' is out of order: deal 1 comes next"), "{faults}");
    let faults = refused(|record| record.headers.retain(|(key, _)| key != "deal 2"));
    assert!(faults.contains("the seed of deal 1 gives '"), "{faults}");
    let faults = refused(|record| {
        let secret = Secret::new([8; 32]);
        record.headers.push(fair::header(&record.game, &secret.opening(3, secret.seed(3))));
    });
    assert!(faults.contains("the record opens 3 deals, only 2 were dealt"), "{faults}");
    let faults = refused(|record| record.seed = Some(1));
    assert!(faults.contains("the header 'seed' says 1"), "{faults}");
}

#[test]
fn a_forged_record_fits_itself_but_not_what_was_published() {
    // Whoever deals again and commits again makes a record without a fault; only the commitment seen before the deal tells.
    let game = snaps("");
    let (honest, forged) = (Secret::new([1; 32]), Secret::new([2; 32]));
    let record = played(&game, &forged, false);
    assert!(check(&game, &record).fair());
    let seen = commitment(&record.game, &honest.opening(1, honest.seed(1)));
    let verdict = verify(&record, Some(&seen), &mut |seed| table(&game, seed));
    assert!(verdict.faults[0].cause.contains("no deal of the record has the commitment"));
    let own = commitment(&record.game, &forged.opening(1, forged.seed(1))).to_uppercase();
    assert!(verify(&record, Some(&own), &mut |seed| table(&game, seed)).fair());
}

#[test]
fn broken_headers_are_named_and_break_nothing() {
    for (value, told) in [
        ("", "has no seed="),
        ("seed=x", "must be a whole number of 64 bits, not 'x'"),
        ("seed=1", "has no nonce="),
        ("seed=1 nonce=12 commitment=12", "the nonce of deal 1 must have 64 hexadecimal digits, not '12'"),
        ("seed=99999999999999999999999 nonce= commitment=", "must be a whole number of 64 bits"),
    ] {
        let faults = refused(|record| {
            record.headers.retain(|(key, _)| !key.starts_with("deal "));
            record.headers.push(("deal 1".into(), value.into()));
        });
        assert!(faults.contains(told), "{value}: {faults}");
    }
}

#[test]
fn no_player_draws_the_numbers_the_cards_were_dealt_by() {
    for seed in 0..200 {
        let mut deal = Rng::new(seed);
        let dealt: Vec<u64> = (0..64).map(|_| deal.bits()).collect();
        for p in 0..4 {
            let mut agent = Rng::new(agent_seed(seed, Player(p)));
            assert!((0..64).all(|_| !dealt.contains(&agent.bits())), "seed {seed}, player {p}");
        }
    }
}
