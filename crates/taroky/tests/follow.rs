//! Told only what a seat hears and sees, an agent away from the table knows what the seat knows.

use taroky::Taroky;

#[test]
fn a_play_can_be_followed_from_every_seat() {
    testkit::follows(Taroky::parse("").unwrap(), (12, 1), 400, 11);
}
