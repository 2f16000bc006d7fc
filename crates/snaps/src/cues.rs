//! What people at a table of šnaps look for: what is wanted of them, the called card and the doublings, who is what, the
//! leading card, the account of a deal. Players are named by their marks.

use crate::show::{DECK, doubling};
use crate::state::{Move, Phase, State};
use crate::{Snaps, View};
use cards::{Card, Hand, Suit};
use game::{Account, Badge, Cues, Lang, Player, Remark, Role, Words, words};

/// The text with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A suit as it is called out.
pub(crate) fn suit_words(suit: Suit, lang: Lang) -> &'static str {
    let names = [
        words("hearts", "červené", "červené"),
        words("leaves", "zelené", "zelené"),
        words("bells", "kule", "gule"),
        words("acorns", "žaludy", "žalude"),
    ];
    names[usize::from(suit.0 & 3)].to(lang)
}

impl Snaps {
    pub(crate) fn notice(&self, v: &View, who: Option<Player>, lang: Lang) -> Cues {
        let s = &v.table;
        let mine = who.is_some_and(|p| self.turn_of(s).player() == Some(p));
        let lead = (s.trick.len > 0).then(|| self.law(s.called).winner(s.trick.cards()));
        let number = if s.ended() { s.deals } else { s.deals + 1 };
        Cues {
            prompt: if mine { self.wanted(s, lang) } else { String::new() },
            badge: badge(s, lang),
            roles: (0..4).map(|p| roles(s, p, who, lang)).collect(),
            tricks: s.tricks.map(u16::from).to_vec(),
            leading: lead.and_then(|i| s.trick.cards().get(i)).map(|&card| DECK.name(card)),
            deal: if self.rules.deals > 1 { u32::from(number) } else { 0 },
            ..Cues::default()
        }
    }

    fn wanted(&self, s: &State, lang: Lang) -> String {
        let to = |w: Words| w.to(lang).to_string();
        match s.phase {
            Phase::Call => to(words(
                "Call a card: its suit is trump, its holder your partner",
                "Zavolej kartu: její barva je trumf a kdo ji má, hraje s tebou",
                "Zavolaj kartu: jej farba je tromf a kto ju má, hrá s tebou",
            )),
            Phase::Kontra if s.doubled == 0 => {
                let calls = words("calls", "volá:", "volá:").to(lang);
                let now = words("What do you say?", "Co ty na to?", "Čo ty na to?").to(lang);
                format!("{} {calls} {}. {now}", Player(s.chooser()).mark(), DECK.words(s.called, lang))
            }
            Phase::Kontra => {
                let by = s.doubler[usize::from(s.doubled - 1).min(2)];
                let now = words("What do you say?", "Co ty na to?", "Čo ty na to?").to(lang);
                format!("{}: {}. {now}", Player(by & 3).mark(), doubling(s.doubled - 1))
            }
            Phase::Play => follow(self.playable(s), s.hands[usize::from(s.turn & 3)], s, lang),
            _ => String::new(),
        }
    }

    pub(crate) fn remark_on(&self, s: &State, mv: Move, lang: Lang) -> Remark {
        let note = |w: Words| Remark { note: w.to(lang).into(), ..Remark::default() };
        match mv {
            Move::Call(card) => Remark { about: format!("card:{}", DECK.name(card)), ..Remark::default() },
            Move::Pass => note(words("the price stays", "cena zůstává", "cena zostáva")),
            Move::Kontra => Remark {
                note: format!(
                    "{} {}×",
                    words("the deal counts", "hra platí", "hra platí").to(lang),
                    2u32 << s.doubled.min(8)
                ),
                ..Remark::default()
            },
            Move::Enough => Remark {
                grave: true,
                ..note(words(
                    "you claim that your side has 66; if not, you lose",
                    "tvrdíš, že vaše strana má 66; jinak prohráváte",
                    "tvrdíš, že vaša strana má 66; inak prehrávate",
                ))
            },
            Move::Deal(_) | Move::Play(_) | Move::Marry(_) => Remark::default(),
        }
    }

    pub(crate) fn count_up(&self, s: &State, lang: Lang) -> Option<Account> {
        let last = s.last?;
        Some(Account {
            deal: u32::from(s.deals),
            title: capital(&DECK.words(last.called, lang)),
            by: Some(Player(last.chooser)),
            delta: last.delta.iter().map(|&d| i32::from(d)).collect(),
            lines: self.account_lines(&last, lang),
        })
    }
}

fn badge(s: &State, lang: Lang) -> Option<Badge> {
    let suit = s.trump()?;
    let doubled = match s.doubled {
        0 => String::new(),
        n => format!("{} {}×", doubling(n - 1), 1u32 << n.min(8)),
    };
    let title = capital(&DECK.words(s.called, lang));
    Some(Badge { title, sign: format!("card:{}A", DECK.letter(suit)), doubled })
}

fn roles(s: &State, p: u8, who: Option<Player>, lang: Lang) -> Vec<Role> {
    let mut roles = Vec::new();
    if p == s.chooser() {
        roles.push(Role::chief(words("chooser", "volí", "volí").to(lang)));
    }
    let me = who.map_or(4, |p| p.0);
    // In a view only the own hand and what was played tell who holds the called card.
    let holder = s.holder();
    let mine = holder.map(|h| s.side(h) >> me.min(7) & 1 == 1);
    let theirs = holder.map(|h| s.side(h) >> p & 1 == 1);
    if me < 4 && p != me && mine.is_some() && mine == theirs {
        roles.push(Role::new(words("with you", "s tebou", "s tebou").to(lang)));
    } else if p != s.chooser() && holder == Some(p) {
        roles.push(Role::new(words("partner", "spoluhráč", "spoluhráč").to(lang)));
    }
    if p == s.dealer {
        roles.push(Role::new(words("dealer", "rozdává", "rozdáva").to(lang)));
    }
    roles
}

/// What a card player is told before playing: which cards the duties leave.
fn follow(cards: Hand, hand: Hand, s: &State, lang: Lang) -> String {
    let to = |w: Words| w.to(lang);
    let trick: &[Card] = s.trick.cards();
    let Some(led) = trick.first().map(|card| card.suit()) else {
        return to(words("Lead a card.", "Vynes kartu.", "Vynes kartu.")).into();
    };
    let suit = suit_words(led, lang);
    if !hand.of(led).is_empty() {
        return format!("{} {suit}.", to(words("Follow suit:", "Přiznej", "Priznaj")));
    }
    if s.trump().is_some_and(|t| !cards.is_empty() && cards.of(t) == cards) {
        return format!(
            "{} {suit}, {}.",
            to(words("No", "Nemáš", "Nemáš")),
            to(words("play a trump", "dej trumf", "daj tromf"))
        );
    }
    to(words("Discard any card.", "Odhoď kteroukoli kartu.", "Odhoď ktorúkoľvek kartu.")).into()
}
