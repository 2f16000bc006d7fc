//! What must hold in any deal of Schnapsen, under every option that changes the rules.

use schnapsen::{Ending, Move, PARAMETERS, Schnapsen};
use testkit::{Laws, random_options};

const VARIANTS: [&str; 6] = [
    "",
    "preset=bummerl",
    "claim=say&deals=2",
    "exchange=late&close_from=2&overtake=no",
    "exchange=never&close_from=12&deals=3&cards=french",
    "claim=say&dealer=1&deal=HA,-,LK/BA,-/HJ,A10",
];

#[test]
fn every_variant_keeps_the_laws() {
    for options in VARIANTS {
        let game = Schnapsen::parse(options).unwrap();
        Laws::new(12, 5).zero_sum().telling().most(2000).assert(&game);
    }
}

#[test]
fn cards_points_and_views_are_sound_in_thousands_of_deals() {
    for options in VARIANTS {
        let game = Schnapsen::parse(options).unwrap();
        cards::audit(&game, 3_000, 9).unwrap();
    }
}

#[test]
fn every_combination_of_options_keeps_the_laws() {
    let mut rng = game::Rng::new(77);
    for _ in 0..60 {
        let options = random_options(PARAMETERS, &mut rng);
        let game = Schnapsen::parse(&options).unwrap();
        cards::audit(&game, 40, rng.bits()).unwrap_or_else(|fault| panic!("{options}: {fault}"));
    }
}

#[test]
fn counts_are_those_of_the_slow_count() {
    let table = testkit::data("schnapsen/perft.txt");
    let sections = testkit::read_perft(&std::fs::read_to_string(&table).unwrap()).unwrap();
    assert_eq!(sections.len(), 3);
    for section in sections {
        let options = section.game.split_once('?').map_or("", |(_, options)| options);
        testkit::perft(&Schnapsen::parse(options).unwrap(), &table, 200_000);
    }
}

#[test]
fn the_golden_playthrough_is_unchanged() {
    let game = Schnapsen::parse("").unwrap();
    testkit::golden(&game, testkit::data("schnapsen/playthrough.txt"), 1);
}

/// What simulated players do: they exchange, announce and claim rightly, and never close.
#[test]
fn simulated_players_are_sober() {
    use game::{Game, Rng};
    for (i, options) in VARIANTS.into_iter().enumerate() {
        let game = Schnapsen::parse(options).unwrap();
        let mut rng = Rng::new(i as u64);
        let (mut s, mut scratch, mut ended) = (game.initial(), Vec::new(), 0);
        for _ in 0..20_000 {
            let Some(mv) = game.sensible(&s, &mut rng, &mut scratch) else {
                s = game.initial();
                continue;
            };
            assert_ne!(mv, Move::Close);
            assert!(mv == Move::Exchange || !game.may_exchange(&s) || mv == Move::Enough);
            game.apply(&mut s, mv);
            if let (true, Some(last)) = (game.settled(&s), s.last) {
                ended += 1;
                if let Ending::Claim(by) = last.ending {
                    assert_eq!(by, last.winner, "nobody claims wrongly: {last:?}");
                }
            }
        }
        assert!(ended > 200, "{ended} deals with '{options}'");
    }
}
