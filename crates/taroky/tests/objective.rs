//! The deal in play given as data is paid like the game.

use cards::objective_law;
use taroky::Taroky;

#[test]
fn every_contract_of_two_sides_is_paid_as_the_data_says() {
    for options in ["", "preset=tournament", "pot=yes&deals=3", "pay_each=yes"] {
        let Ok(game) = Taroky::parse(options) else { continue };
        let compared = objective_law(&game, 3, 250, |s, p| s.scores[p.index()]).unwrap();
        assert!(compared > 60, "{options}: {compared} deals were played");
    }
}
