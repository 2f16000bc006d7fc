//! Who was shown which card, told from the record alone, against everything everybody sees and hears. Written from the
//! rules of šnaps; it asks no state and no view.

use game::Player;
use snaps::Snaps;
use testkit::{Ledger, Shown};

/// What lies where, as far as the record tells.
struct Cards {
    chooser: u8,
    dealt: u8,
    called: bool,
}

impl Ledger for Cards {
    fn note(&mut self, mover: Option<Player>, text: &str, shown: &mut Shown) {
        if mover.is_none() {
            if self.dealt == 24 {
                *self = Cards { chooser: (self.chooser + 1) % 4, dealt: 0, called: false };
                *shown = Shown::default();
            }
            // Twice three cards to each, from the chooser on.
            shown.to(text, (self.chooser + self.dealt / 3) % 4);
            self.dealt += 1;
            return;
        }
        let card = text.split('+').next().unwrap_or(text);
        if !card.starts_with(['H', 'L', 'B', 'A']) {
            return;
        }
        if !self.called {
            // The chooser calls a card he need not hold.
            self.called = true;
            return shown.named(card);
        }
        shown.to_all(card);
    }
}

fn check(options: &str, plays: u32) {
    let options = game::Options::parse(options, snaps::PARAMETERS).unwrap();
    let game = Snaps::new(&options).unwrap();
    testkit::secrets(&game, || Cards { chooser: 0, dealt: 0, called: false }, plays, 3);
}

#[test]
fn nobody_sees_or_hears_of_a_card_they_were_not_shown_in_thousands_of_deals() {
    check("", 3_000);
    check("deals=3", 500);
}
