//! No combination of options breaks a law, and no spoilt vector makes the checker panic.

use game::Rng;
use snaps::{PARAMETERS, Snaps, vectors};
use testkit::{random_options, spoilt};

#[test]
fn every_combination_of_options_keeps_the_laws() {
    let mut rng = Rng::new(77);
    for _ in 0..60 {
        let options = random_options(PARAMETERS, &mut rng);
        let game = Snaps::parse(&options).unwrap();
        cards::audit(&game, 60, rng.bits()).unwrap_or_else(|fault| panic!("{options}: {fault}"));
    }
}

#[test]
fn spoilt_vectors_are_refused_without_a_panic() {
    let text = std::fs::read_to_string(testkit::data("snaps/vectors.jsonl")).unwrap();
    let mut rng = Rng::new(5);
    let mut refused = 0;
    for line in text.lines() {
        for _ in 0..30 {
            refused += usize::from(vectors::check(&spoilt(line, &mut rng)).is_err());
        }
    }
    assert!(refused > 1000, "{refused} of 1800 were refused");
}
