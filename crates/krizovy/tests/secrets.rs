//! Who was shown which card, told from the record alone, against everything everybody sees and hears. Written from the rules of
//! křížový mariáš; it asks no state and no view.

use game::Player;
use krizovy::Krizovy;
use testkit::{Ledger, Shown};

/// What lies where, as far as the record tells.
struct Cards {
    forehand: u8,
    dealt: u8,
    trump: Option<String>,
    named: bool,
}

impl Cards {
    fn new(forehand: u8) -> Cards {
        Cards { forehand, dealt: 0, trump: None, named: false }
    }
}

impl Ledger for Cards {
    fn note(&mut self, mover: Option<Player>, text: &str, shown: &mut Shown) {
        let Some(_) = mover else {
            if self.dealt == 32 {
                *self = Cards::new((self.forehand + 1) % 4);
                *shown = Shown::default();
            }
            // Twice four cards to each, from the forehand on.
            shown.to(text, (self.forehand + self.dealt / 4) % 4);
            self.dealt += 1;
            return;
        };
        let card = text.starts_with(['H', 'L', 'B', 'A']);
        match (card, &self.trump) {
            (true, None) => self.trump = Some(text.to_string()),
            (true, Some(_)) => shown.to_all(text),
            (false, Some(trump)) if !self.named && ["hra", "sedma", "sto", "stosedm"].contains(&text) => {
                // The contract shows the suit of the trump card, not the card.
                shown.named(trump);
                self.named = true;
            }
            _ => {}
        }
    }
}

#[test]
fn nobody_sees_or_hears_of_a_card_they_were_not_shown_in_thousands_of_deals() {
    for (options, plays) in [("", 800), ("deals=3&preset=home", 150)] {
        testkit::secrets(&Krizovy::parse(options).unwrap(), || Cards::new(0), plays, 3);
    }
}
