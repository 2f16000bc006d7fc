//! The deal in play given as data is paid like the game.

use cards::{melee_law, objective_law};
use taroky::Taroky;

/// Options that change what is paid or what may be played.
const TABLES: [&str; 9] = [
    "",
    "preset=tournament",
    "zid=yes&deals=3",
    "zid=yes&deals=1",
    "pay_each_from_each=yes",
    "varsava=classic&zid=yes&deals=1",
    "varsava=classic&mond_free=yes",
    "varsava=difference&pagat_last_tarok=yes",
    "varsava=thesis&zid=yes&deals=4&mond_free=yes&pagat_last_tarok=yes",
];

#[test]
fn every_contract_of_two_sides_is_paid_as_the_data_says() {
    for options in TABLES {
        let game = Taroky::parse(options).unwrap();
        let compared = objective_law(&game, 3, 120, |s, p| s.scores[p.index()]).unwrap();
        assert!(compared > 60, "{options}: {compared} deals were played");
    }
}

#[test]
fn a_varsava_is_paid_as_the_data_says() {
    for options in TABLES {
        let game = Taroky::parse(options).unwrap();
        let compared = melee_law(&game, 5, 420, |s, p| s.scores[p.index()]).unwrap();
        assert!(compared > 60, "{options}: {compared} deals were played");
    }
}
