//! Who was shown which card, told from the record alone, against everything everybody sees and hears. Written from the
//! rules of the game; it asks no state and no view.

use game::Player;
use taroky::Taroky;
use testkit::{Ledger, Shown};

/// How the table deals and shares the talon.
#[derive(Clone, Copy, Default)]
struct Custom {
    /// Talon first, then twice six to each, instead of hand by hand.
    table: bool,
    /// The talon of a duty goes 1-2-3 instead of 4-1-1.
    shared: bool,
    /// The second share goes to the next player instead of the left neighbour.
    next: bool,
    /// Talon cards may be refused.
    refusal: bool,
    /// Keeping the first cards of a Preferanc shows the tarocks and kings of the rest.
    rest: bool,
    /// The auction goes on until three agree.
    rounds: bool,
}

/// What lies where, as far as the record tells.
struct Cards {
    custom: Custom,
    forehand: u8,
    dealt: usize,
    talon: Vec<String>,
    contract: String,
    bidder: u8,
    calls: usize,
    agreed: usize,
    /// Talon cards given away.
    given: usize,
    shows: usize,
    plays: usize,
}

impl Cards {
    fn new(custom: Custom, forehand: u8) -> Cards {
        Cards {
            custom,
            forehand,
            dealt: 0,
            talon: Vec::new(),
            contract: String::new(),
            bidder: 0,
            calls: 0,
            agreed: 0,
            given: 0,
            shows: 0,
            plays: 0,
        }
    }

    fn dealt_to(&self) -> Option<u8> {
        let n = self.dealt;
        let place = match (self.custom.table, n) {
            (true, 0..6) | (false, 48..) => return None,
            (true, _) => (n - 6) / 6 % 4,
            (false, _) => n / 12,
        };
        Some((self.forehand + place as u8) % 4)
    }

    fn second(&self) -> u8 {
        (self.bidder + if self.custom.next { 1 } else { 3 }) % 4
    }

    /// Gives talon cards away in order until somebody must be asked whether to take one.
    fn share(&mut self, shown: &mut Shown) {
        while self.given < 6 {
            let (own, second) = if self.custom.shared { (1, 3) } else { (4, 5) };
            let taker = match self.given {
                i if i < own => self.bidder,
                i if i < second => self.second(),
                _ => (self.bidder + 2) % 4,
            };
            if self.custom.refusal && taker != self.bidder {
                return;
            }
            self.give(taker, shown);
        }
    }

    fn give(&mut self, p: u8, shown: &mut Shown) {
        shown.to(&self.talon[self.given], p);
        self.given += 1;
    }

    fn bid(&mut self, p: u8, text: &str, shown: &mut Shown) {
        self.calls += 1;
        if text == "good" {
            self.agreed += 1;
        } else {
            (self.contract, self.bidder, self.agreed) = (text.into(), p, 0);
        }
        let over = if self.custom.rounds { self.agreed == 3 } else { self.calls == 4 };
        if over && self.contract == "preferanc" {
            (0..3).for_each(|i| shown.to(&self.talon[i], self.bidder));
        }
    }
}

fn tarock(card: &str) -> bool {
    card.chars().all(|c| "IVX".contains(c))
}

impl Ledger for Cards {
    fn note(&mut self, mover: Option<Player>, text: &str, shown: &mut Shown) {
        let Some(p) = mover.map(|p| p.0) else {
            if text == "next" {
                *self = Cards::new(self.custom, (self.forehand + 1) % 4);
                *shown = Shown::default();
                return;
            }
            match self.dealt_to() {
                Some(p) => shown.to(text, p),
                None => self.talon.push(text.into()),
            }
            self.dealt += 1;
            return;
        };
        match text {
            "good" | "first" | "second" | "preferanc" | "solo" => self.bid(p, text, shown),
            "varsava" => self.contract = text.into(),
            "take" => {
                self.give(p, shown);
                self.share(shown);
            }
            // Whoever is asked last cannot pass the card on: the bidder must have it.
            "refuse" if p == (self.second() + 2) % 4 => {
                self.give(self.bidder, shown);
                self.share(shown);
            }
            "keep" if self.custom.rest && self.shows == 0 => {
                let good = |card: &&String| tarock(card) || card.ends_with('K');
                self.talon[3..].iter().filter(good).for_each(|card| shown.to_all(card));
            }
            "show" => {
                let (shows, takes) = if self.shows == 0 { (0..3, 3..6) } else { (3..6, 0..3) };
                self.talon[shows].iter().for_each(|card| shown.to_all(card));
                self.talon[takes].iter().for_each(|card| shown.to(card, self.bidder));
                self.shows += 1;
            }
            "give-up" => shown.open(),
            _ => match text.split_once(':') {
                Some(("call", card)) => {
                    shown.named(card);
                    self.share(shown);
                }
                Some(("lay", card)) if tarock(card) => shown.to_all(card),
                Some(_) => {}
                None if text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit()) => {
                    shown.to_all(text);
                    self.plays += 1;
                    if self.contract == "varsava" && self.plays.is_multiple_of(4) && self.plays <= 24 {
                        shown.to_all(&self.talon[self.plays / 4 - 1]);
                    }
                    if self.plays == 48 {
                        shown.open();
                    }
                }
                None => {}
            },
        }
    }
}

fn check(options: &str, custom: Custom, plays: u32) {
    let game = Taroky::parse(options).unwrap();
    testkit::secrets(&game, || Cards::new(custom, 0), plays, 11);
}

#[test]
fn nobody_sees_or_hears_of_a_card_they_were_not_shown_in_thousands_of_deals() {
    let plain = Custom::default();
    check("", plain, 2_000);
    check("preset=tournament&deals=2", Custom { next: true, ..plain }, 300);
    check("deal_style=table&talon_split=1-2-3", Custom { table: true, shared: true, ..plain }, 300);
    let all = "talon_refusal=yes&show_rest_on_first_cards=yes&auction_rounds=until_agreed&call_rule=free\
               &surrender_if_called_bought=yes";
    check(all, Custom { refusal: true, rest: true, rounds: true, ..plain }, 300);
}

#[test]
fn a_spectator_does_not_see_the_talon_before_the_first_bid() {
    use game::{Game, Observe, Rng};
    let game = Taroky::default();
    let mut rng = Rng::new(1);
    let mut s = game.initial();
    while game.turn(&s).player().is_none() {
        let mv = game.pick(&s, &mut rng, &mut Vec::new()).unwrap();
        game.apply(&mut s, mv);
    }
    assert!(game.view(&s, None).known.talon.iter().all(|card| !card.known()));
}
