//! What must hold in any deal of křížový mariáš, under every option that changes the rules.

use krizovy::{Krizovy, PARAMETERS};
use testkit::{Laws, random_options};

const VARIANTS: [&str; 5] = [
    "",
    "preset=home&deals=2",
    "fleks=0&proti=no&sto_style=fixed",
    "keep_seven=no&hearts_double=no&fleks=6",
    "choose_after=8&deal=HA,HK,HQ,H7,-/L7",
];

#[test]
fn every_variant_keeps_the_laws() {
    for options in VARIANTS {
        let game = Krizovy::parse(options).unwrap();
        Laws::new(12, 5).zero_sum().telling().most(2000).assert(&game);
    }
}

#[test]
fn cards_points_and_views_are_sound_in_thousands_of_deals() {
    for options in VARIANTS {
        cards::audit(&Krizovy::parse(options).unwrap(), 3_000, 9).unwrap();
    }
}

#[test]
fn every_combination_of_options_keeps_the_laws() {
    let mut rng = game::Rng::new(77);
    for _ in 0..60 {
        let options = random_options(PARAMETERS, &mut rng);
        let game = Krizovy::parse(&options).unwrap();
        cards::audit(&game, 40, rng.bits()).unwrap_or_else(|fault| panic!("{options}: {fault}"));
    }
}

#[test]
fn counts_are_those_of_the_slow_count() {
    let table = testkit::data("krizovy/perft.txt");
    let sections = testkit::read_perft(&std::fs::read_to_string(&table).unwrap()).unwrap();
    assert_eq!(sections.len(), 3);
    for section in sections {
        let options = section.game.split_once('?').map_or("", |(_, options)| options);
        testkit::perft(&Krizovy::parse(options).unwrap(), &table, 200_000);
    }
}

#[test]
fn the_golden_playthrough_is_unchanged() {
    testkit::golden(&Krizovy::parse("").unwrap(), testkit::data("krizovy/playthrough.txt"), 1);
}
