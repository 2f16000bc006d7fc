//! What people at a table of Schnapsen look for: what is wanted of them, the trumps and the talon, who leads, the account of a
//! deal. Players are named by their marks.

use crate::show::bonus;
use crate::state::{Move, Phase, State};
use crate::{Schnapsen, View};
use cards::{Card, Suit};
use game::{Account, Badge, Cues, Lang, Player, Remark, Role, Words, words};

/// The text with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

impl Schnapsen {
    /// A suit as it is called out.
    pub(crate) fn suit_called(&self, suit: Suit, lang: Lang) -> &'static str {
        let german = [
            words("hearts", "červené", "červené"),
            words("leaves", "zelené", "zelené"),
            words("bells", "kule", "gule"),
            words("acorns", "žaludy", "žalude"),
        ];
        let french = [
            words("hearts", "srdce", "srdcia"),
            words("spades", "piky", "piky"),
            words("diamonds", "kára", "kára"),
            words("clubs", "kříže", "kríže"),
        ];
        let names = if self.rules.deck == cards::Deck::French20 { french } else { german };
        names[usize::from(suit.0 & 3)].to(lang)
    }

    pub(crate) fn notice(&self, v: &View, who: Option<Player>, lang: Lang) -> Cues {
        let s = &v.table;
        let mine = who.is_some_and(|p| self.turn_of(s).player() == Some(p));
        let lead = (s.trick.len > 0).then(|| self.law(s).winner(s.trick.cards()));
        let number = if s.ended() { s.deals } else { s.deals + 1 };
        Cues {
            prompt: if mine { self.wanted(s, lang) } else { String::new() },
            badge: self.badge(s, lang),
            roles: (0..2).map(|p| roles(s, p, lang)).collect(),
            tricks: s.tricks.map(u16::from).to_vec(),
            leading: lead.and_then(|i| s.trick.cards().get(i)).map(|&card| self.rules.deck.name(card)),
            deal: if self.rules.deals > 1 { u32::from(number) } else { 0 },
            ..Cues::default()
        }
    }

    fn badge(&self, s: &State, lang: Lang) -> Option<Badge> {
        let suit = s.trump?;
        let doubled = if s.closed.is_some() {
            words("talon closed", "talon zavřený", "talón zatvorený").to(lang).to_string()
        } else {
            String::new()
        };
        let sign = format!("card:{}A", self.rules.deck.letter(suit));
        Some(Badge { title: capital(self.suit_called(suit, lang)), sign, doubled })
    }

    fn wanted(&self, s: &State, lang: Lang) -> String {
        let to = |w: Words| w.to(lang).to_string();
        if s.phase == Phase::Said {
            return to(words("Do you have 66?", "Máš 66?", "Máš 66?"));
        }
        let trick: &[Card] = s.trick.cards();
        let Some(led) = trick.first().map(|card| card.suit()) else {
            return to(words("Lead a card.", "Vynes kartu.", "Vynes kartu."));
        };
        if s.drawing() {
            return to(words(
                "Play any card: nobody need follow yet.",
                "Dej kteroukoli kartu: barva se ještě nepřiznává.",
                "Daj ktorúkoľvek kartu: farba sa ešte nepriznáva.",
            ));
        }
        let (cards, hand) = (self.playable(s), s.hands[usize::from(s.turn & 1)]);
        let suit = self.suit_called(led, lang);
        if !hand.of(led).is_empty() {
            return format!("{} {suit}.", to(words("Follow suit:", "Přiznej", "Priznaj")));
        }
        if s.trump.is_some_and(|t| !cards.is_empty() && cards.of(t) == cards) {
            return format!(
                "{} {suit}, {}.",
                to(words("No", "Nemáš", "Nemáš")),
                to(words("play a trump", "dej trumf", "daj tromf"))
            );
        }
        to(words("Discard any card.", "Odhoď kteroukoli kartu.", "Odhoď ktorúkoľvek kartu."))
    }

    pub(crate) fn remark_on(&self, s: &State, mv: Move, lang: Lang) -> Remark {
        let note = |w: Words| Remark { note: w.to(lang).into(), ..Remark::default() };
        let french = self.rules.deck == cards::Deck::French20;
        match mv {
            Move::Exchange if french => {
                note(words("the jack goes below the talon", "kluk jde pod talon", "chlap ide pod talón"))
            }
            Move::Exchange => {
                note(words("the unter goes below the talon", "spodek jde pod talon", "dolník ide pod talón"))
            }
            Move::Close => Remark {
                grave: true,
                ..note(words(
                    "nobody draws any more; without 66 you lose two points or three",
                    "už se nelíže; bez 66 ztrácíš dva body nebo tři",
                    "už sa neťahá; bez 66 strácaš dva body alebo tri",
                ))
            },
            Move::Enough => Remark {
                grave: true,
                ..note(words(
                    "you claim that you have 66; if not, you lose",
                    "tvrdíš, že máš 66; jinak prohráváš",
                    "tvrdíš, že máš 66; inak prehrávaš",
                ))
            },
            Move::Marry(card) if french && bonus(s, card.suit()) == 40 => note(words(
                "king and queen of trumps: forty points, once you have a trick",
                "trumfový král s dámou: čtyřicet bodů, jakmile máš štych",
                "tromfový kráľ s dámou: štyridsať bodov, len čo máš štich",
            )),
            Move::Marry(_) if french => note(words(
                "king and queen: twenty points, once you have a trick",
                "král s dámou: dvacet bodů, jakmile máš štych",
                "kráľ s dámou: dvadsať bodov, len čo máš štich",
            )),
            Move::Marry(card) if bonus(s, card.suit()) == 40 => note(words(
                "king and ober of trumps: forty points, once you have a trick",
                "trumfový král se svrškem: čtyřicet bodů, jakmile máš štych",
                "tromfový kráľ s horníkom: štyridsať bodov, len čo máš štich",
            )),
            Move::Marry(_) => note(words(
                "king and ober: twenty points, once you have a trick",
                "král se svrškem: dvacet bodů, jakmile máš štych",
                "kráľ s horníkom: dvadsať bodov, len čo máš štich",
            )),
            Move::On | Move::Deal(_) | Move::Play(_) => Remark::default(),
        }
    }

    pub(crate) fn count_up(&self, s: &State, lang: Lang) -> Option<Account> {
        let last = s.last?;
        let worth = i32::from(last.worth);
        Some(Account {
            deal: u32::from(s.deals),
            title: won_for(last.worth, last.closed.is_some(), lang),
            by: Some(Player(last.winner)),
            delta: (0..2).map(|p| if p == last.winner { worth } else { 0 }).collect(),
            lines: self.account_lines(&last, lang),
        })
    }
}

/// What the winner of a deal won, as the title of its row.
fn won_for(worth: i16, closed: bool, lang: Lang) -> String {
    let points = match worth {
        1 => words("one point", "jeden bod", "jeden bod"),
        2 => words("two points", "dva body", "dva body"),
        3 => words("three points", "tři body", "tri body"),
        _ => words("points", "body", "body"),
    };
    let count = if (1..=3).contains(&worth) { String::new() } else { format!("{worth} ") };
    let text = format!("{count}{}", points.to(lang));
    if closed {
        format!("{}, {}", capital(&text), words("talon closed", "talon zavřený", "talón zatvorený").to(lang))
    } else {
        capital(&text)
    }
}

fn roles(s: &State, p: u8, lang: Lang) -> Vec<Role> {
    let mut roles = Vec::new();
    if s.closed.is_some_and(|closing| closing.by == p) {
        roles.push(Role::chief(words("closed", "zavřeno", "zatvorené").to(lang)));
    }
    if p == s.dealer {
        roles.push(Role::new(words("dealer", "rozdává", "rozdáva").to(lang)));
    }
    roles
}
