//! What must hold in any deal of šnaps, under every option that changes the rules.

use snaps::Snaps;
use testkit::Laws;

const VARIANTS: [&str; 6] = [
    "",
    "preset=tournament&deals=2",
    "choose_after=3&must_hold_trump=yes&rekontra=yes",
    "auto_claim=on",
    "auto_claim=shown&claim_when=lead&deals=2",
    "must_hold_trump=yes&claim_when=lead&deal=HA,-,LK/BA",
];

#[test]
fn every_variant_keeps_the_laws() {
    for options in VARIANTS {
        let game = Snaps::parse(options).unwrap();
        Laws::new(12, 5).zero_sum().most(2000).assert(&game);
    }
}

#[test]
fn cards_points_and_views_are_sound_in_thousands_of_deals() {
    for options in VARIANTS {
        let game = Snaps::parse(options).unwrap();
        snaps::audit(&game, 4_000, 9).unwrap();
    }
}

#[test]
fn the_golden_playthrough_is_unchanged() {
    let game = Snaps::parse("").unwrap();
    testkit::golden(&game, testkit::data("snaps/playthrough.txt"), 1);
}
