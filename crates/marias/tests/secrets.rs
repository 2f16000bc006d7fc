//! Who was shown which card, told from the record alone, against everything everybody sees and hears. Written from the
//! rules of both kinds of mariáš; it asks no state and no view.

use game::Player;
use marias::Marias;
use std::collections::BTreeSet;
use testkit::{Ledger, Shown};

/// What lies where, as far as the record tells.
struct Cards {
    /// Licitovaný instead of volený.
    auction: bool,
    /// The hand of betl and durch lies open after the first trick.
    lozeny: bool,
    forehand: u8,
    dealt: usize,
    hands: [BTreeSet<String>; 3],
    /// The forehand's five cards not taken up yet.
    fresh: Vec<String>,
    talon: Vec<String>,
    trump: Option<String>,
    /// Chance turns a trump card z lidu.
    people: bool,
    declarer: Option<u8>,
    bidding: bool,
    passed: usize,
    /// Cards still to be laid to the talon.
    due: usize,
    plain: bool,
    plays: usize,
}

impl Cards {
    fn new(auction: bool, lozeny: bool, forehand: u8) -> Cards {
        Cards {
            auction,
            lozeny,
            forehand,
            dealt: 0,
            hands: Default::default(),
            fresh: Vec::new(),
            talon: Vec::new(),
            trump: None,
            people: false,
            declarer: None,
            bidding: auction,
            passed: 0,
            due: 0,
            plain: false,
            plays: 0,
        }
    }

    fn deal(&mut self, card: &str, shown: &mut Shown) {
        let n = self.dealt;
        self.dealt += 1;
        // Volený: seven to the forehand, five, five, five unseen for the forehand, five, five.
        // Licitovaný: five each, two to the talon, five each.
        let place = match (self.auction, n) {
            (false, 0..7) => 0,
            (false, 7..12 | 22..27) => 1,
            (false, 12..17 | 27..) => 2,
            (false, 17..22) => return self.fresh.push(card.into()),
            (true, 15 | 16) => return self.talon.push(card.into()),
            (true, 0..15) => n / 5,
            (true, _) => (n - 17) / 5,
        };
        let p = (self.forehand + place as u8) % 3;
        self.hands[usize::from(p)].insert(card.into());
        shown.to(card, p);
    }

    /// The forehand has a trump card and takes up his other five.
    fn take_up(&mut self, trump: &str, shown: &mut Shown) {
        self.trump = Some(trump.into());
        for card in std::mem::take(&mut self.fresh) {
            shown.to(&card, self.forehand);
            self.hands[usize::from(self.forehand)].insert(card);
        }
        self.due = 2;
    }

    fn take_talon(&mut self, p: u8, shown: &mut Shown) {
        self.declarer = Some(p);
        self.trump = None;
        for card in std::mem::take(&mut self.talon) {
            shown.to(&card, p);
            self.hands[usize::from(p)].insert(card);
        }
        self.due = 2;
    }

    fn card(&mut self, p: u8, card: &str, shown: &mut Shown) {
        if !self.auction && self.trump.is_none() && !self.fresh.is_empty() {
            return self.take_up(card, shown);
        }
        self.hands[usize::from(p)].remove(card);
        if self.due > 0 {
            self.due -= 1;
            self.talon.push(card.into());
            return;
        }
        shown.to_all(card);
        self.plays += 1;
        if let (true, true, Some(p)) = (self.lozeny && self.plain, self.plays >= 3, self.declarer) {
            self.hands[usize::from(p)].iter().for_each(|card| shown.to_all(card));
        }
    }
}

impl Ledger for Cards {
    fn note(&mut self, mover: Option<Player>, text: &str, shown: &mut Shown) {
        let Some(p) = mover.map(|p| p.0) else {
            if std::mem::take(&mut self.people) {
                return self.take_up(text, shown);
            }
            if self.dealt == 32 {
                *self = Cards::new(self.auction, self.lozeny, (self.forehand + 1) % 3);
                *shown = Shown::default();
            }
            return self.deal(text, shown);
        };
        if text.len() <= 3 && text.starts_with(['H', 'L', 'B', 'A']) {
            return self.card(p, text, shown);
        }
        if self.bidding {
            match text {
                "pas" => self.passed += 1,
                _ => self.declarer = Some(p),
            }
            // Whoever bid last and is the only one left takes up the talon.
            if let (Some(bidder), 2) = (self.declarer, self.passed) {
                self.bidding = false;
                self.take_talon(bidder, shown);
            }
            return;
        }
        match text {
            "lidu" => self.people = true,
            "spatna" => self.take_talon(p, shown),
            "betl" | "durch" => {
                (self.declarer, self.plain) = (Some(p), true);
                self.trump = None;
            }
            "barva" | "dobra" => {}
            // The contract is named: the trump card is shown.
            _ => {
                if let Some(trump) = &self.trump {
                    shown.to_all(trump);
                }
            }
        }
    }
}

fn check(auction: bool, options: &str, plays: u32) {
    let made = if auction { Marias::licitovany(options) } else { Marias::voleny(options) };
    let lozeny = options.contains("lozeny=yes");
    testkit::secrets(&made.unwrap(), || Cards::new(auction, lozeny, 0), plays, 5);
}

#[test]
fn nobody_sees_or_hears_of_a_card_they_were_not_shown_in_thousands_of_deals() {
    check(false, "", 1_000);
    check(false, "lozeny=yes&deals=2", 200);
    check(true, "", 1_000);
    check(true, "lozeny=yes&opening=free&hold=no&deals=2", 200);
}
