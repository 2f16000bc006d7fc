//! The deal in play given as data is paid like the game, however the end is called.

use cards::objective_law;
use snaps::Snaps;

#[test]
fn deals_that_count_by_themselves_are_paid_as_the_data_says() {
    for options in
        ["auto_claim=on", "auto_claim=on&preset=tournament", "auto_claim=on&rekontra=yes&overtake=no"]
    {
        let Ok(game) = Snaps::parse(options) else { continue };
        let compared = objective_law(&game, 5, 2000, |s, p| s.totals[p.index()]).unwrap();
        assert!(compared > 50, "{options}: {compared} deals were played to the end");
    }
}

#[test]
fn deals_that_somebody_ends_are_as_the_data_says_up_to_there() {
    for options in ["", "preset=tournament", "auto_claim=shown&claim_when=lead"] {
        let game = Snaps::parse(options).unwrap();
        objective_law(&game, 5, 3000, |s, p| s.totals[p.index()]).unwrap();
    }
}
