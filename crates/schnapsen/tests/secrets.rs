//! Who was shown which card, told from the record alone, against everything everybody sees and hears. Written from the rules of
//! Schnapsen; it asks no state and no view.

use game::Player;
use schnapsen::Schnapsen;
use testkit::{Ledger, Shown};

/// What lies where, as far as the record tells.
struct Cards {
    forehand: u8,
    dealt: usize,
    /// The talon in the order of drawing, the trump card last.
    talon: Vec<String>,
    trump: String,
    led: Option<(u8, String)>,
    closed: bool,
}

fn rank(card: &str) -> usize {
    ["J", "Q", "K", "10", "A"].iter().position(|r| *r == &card[1..]).unwrap()
}

impl Cards {
    fn new(forehand: u8) -> Cards {
        Cards { forehand, dealt: 0, talon: Vec::new(), trump: String::new(), led: None, closed: false }
    }

    fn deal(&mut self, card: &str, shown: &mut Shown) {
        let (first, second) = (self.forehand, 1 - self.forehand);
        match self.dealt {
            0..=2 | 7..=8 => shown.to(card, first),
            3..=5 | 9..=10 => shown.to(card, second),
            6 => {
                shown.to_all(card);
                self.trump = card.to_string();
                self.talon.push(card.to_string());
            }
            _ => {
                let at = self.talon.len() - 1;
                self.talon.insert(at, card.to_string());
            }
        }
        self.dealt += 1;
    }

    fn play(&mut self, p: u8, card: &str, shown: &mut Shown) {
        shown.to_all(card);
        let Some((leader, led)) = self.led.take() else {
            self.led = Some((p, card.to_string()));
            return;
        };
        let trump = self.trump.clone();
        let beats = if card[..1] == led[..1] { rank(card) > rank(&led) } else { card[..1] == trump[..1] };
        let taker = if beats { p } else { leader };
        if !self.closed && !self.talon.is_empty() {
            shown.to(&self.talon.remove(0), taker);
            shown.to(&self.talon.remove(0), 1 - taker);
        }
    }
}

impl Ledger for Cards {
    fn note(&mut self, mover: Option<Player>, text: &str, shown: &mut Shown) {
        let Some(p) = mover else {
            if self.dealt == 20 {
                *self = Cards::new(1 - self.forehand);
                *shown = Shown::default();
            }
            return self.deal(text, shown);
        };
        let jack = format!("{}J", &self.trump[..1]);
        match text {
            "close" => self.closed = true,
            "exchange" => {
                shown.to_all(&jack);
                *self.talon.last_mut().unwrap() = jack;
            }
            "enough" | "on" => {}
            _ => {
                let card = text.split('+').next().unwrap();
                if text.contains('+') {
                    // A marriage shows both cards.
                    shown.to_all(&format!("{}K", &card[..1]));
                    shown.to_all(&format!("{}Q", &card[..1]));
                }
                self.play(p.0, card, shown);
            }
        }
    }
}

fn check(options: &str, plays: u32) {
    let game = Schnapsen::parse(options).unwrap();
    testkit::secrets(&game, || Cards::new(0), plays, 3);
}

#[test]
fn nobody_sees_or_hears_of_a_card_they_were_not_shown_in_thousands_of_deals() {
    check("", 3_000);
    check("claim=say&deals=3&exchange=late&cards=french", 500);
}
