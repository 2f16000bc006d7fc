//! Who was shown which card of Prší, told from the record alone, against everything everybody sees and hears.

use game::Player;
use testkit::{Ledger, Shown};

/// What lies where: the top card last.
struct Cards {
    players: usize,
    dealt: usize,
    stock: Vec<String>,
    pile: Vec<String>,
    due: usize,
}

/// `hearts-over` is the token `HQ`.
fn short(card: &str) -> String {
    let (suit, rank) = card.split_once('-').unwrap();
    let rank = match rank {
        "under" => "J",
        "over" => "Q",
        "king" => "K",
        "ace" => "A",
        number => number,
    };
    format!("{}{rank}", suit[..1].to_uppercase())
}

impl Ledger for Cards {
    fn note(&mut self, mover: Option<Player>, text: &str, shown: &mut Shown) {
        let (word, inside) = text.split_once('(').unwrap_or((text, ""));
        let card = inside.trim_end_matches(')').split(',').next().unwrap_or("");
        let Some(p) = mover.map(|p| p.0) else {
            let (card, n) = (short(card), self.dealt);
            self.dealt += 1;
            // Four to each, one to the pile, the rest is the stock.
            match n {
                _ if n < 4 * self.players => shown.to(&card, (n / 4) as u8),
                _ if n == 4 * self.players => {
                    shown.to_all(&card);
                    self.pile.push(card);
                }
                _ => self.stock.push(card),
            }
            return;
        };
        match word {
            "play" | "change" => {
                let card = short(card);
                shown.to_all(&card);
                self.due += if card.ends_with('7') { 2 } else { 0 };
                self.pile.push(card);
            }
            "draw" => {
                for _ in 0..self.due.max(1) {
                    if self.stock.is_empty() {
                        // The pile is turned over, its top card stays: what lay lowest is drawn first.
                        let Some(top) = self.pile.pop() else { break };
                        self.stock = self.pile.drain(..).rev().collect();
                        self.pile.push(top);
                    }
                    let Some(card) = self.stock.pop() else { break };
                    shown.to(&card, p);
                }
                self.due = 0;
            }
            _ => {}
        }
    }
}

#[test]
fn nobody_sees_or_hears_of_a_card_of_prsi_they_were_not_shown() {
    let text = std::fs::read_to_string(testkit::data("system/prsi/prsi.pl")).unwrap();
    for (players, plays) in [(2, 60), (4, 20)] {
        let text = system::with_parameters(&text, &[("players", &players.to_string())]).unwrap();
        let game = system::load(&text, "prsi").0.unwrap();
        let start = || Cards { players, dealt: 0, stock: Vec::new(), pile: Vec::new(), due: 0 };
        testkit::secrets(&game, start, plays, 1);
    }
}
