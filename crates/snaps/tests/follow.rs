//! Told only what a seat hears and sees, an agent away from the table knows what the seat knows.

use snaps::Snaps;

fn check(options: &str, plays: (u32, u32)) {
    let options = game::Options::parse(options, snaps::PARAMETERS).unwrap();
    testkit::follows(Snaps::new(&options).unwrap(), plays, 400, 3);
}

#[test]
fn a_play_can_be_followed_from_every_seat() {
    check("", (40, 10));
    check("deals=3", (5, 1));
}
