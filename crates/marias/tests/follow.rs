//! Told only what a seat hears and sees, an agent away from the table knows what the seat knows.

use marias::Marias;

#[test]
fn a_play_can_be_followed_from_every_seat() {
    testkit::follows(Marias::voleny("").unwrap(), (20, 1), 400, 5);
    testkit::follows(Marias::voleny("deals=2").unwrap(), (4, 0), 400, 5);
    testkit::follows(Marias::licitovany("").unwrap(), (20, 1), 400, 5);
}
