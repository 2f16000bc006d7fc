//! What people at a table of křížový mariáš look for: what is wanted of them, the contract, who is with whom, the leading card.

use crate::show::DECK;
use crate::state::{Move, Phase, State, partner};
use crate::{Krizovy, View};
use game::{Badge, Cues, Lang, Player, Remark, Role, Words, words};
use marias::{Item, Main, Offer, Sevens, contract_words, trump_words};

impl Krizovy {
    pub(crate) fn notice(&self, v: &View, who: Option<Player>, lang: Lang) -> Cues {
        let s = &v.table;
        let mine = who.is_some_and(|p| self.turn_of(s).player() == Some(p));
        let lead = (s.trick.len > 0).then(|| marias::law(s.trump).winner(s.trick.cards()));
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
        let text = match s.phase {
            Phase::Trump => words(
                "Choose the trump card: its suit is trumps",
                "Vyber trumfovou kartu: její barva jsou trumfy",
                "Vyber tromfovú kartu: jej farba sú tromfy",
            ),
            Phase::Offer => words("What do you offer?", "Co nabízíš?", "Čo ponúkaš?"),
            Phase::Ask => words("Do you agree?", "Souhlasíš?", "Súhlasíš?"),
            Phase::Contract => words("What do you play?", "Co hraješ?", "Čo hráš?"),
            Phase::Double if s.turn & 1 == s.declarer & 1 && s.doubled.iter().any(|&n| n > 0) => {
                words("They have doubled. Your answer?", "Flekují. Co ty na to?", "Flekujú. Čo ty na to?")
            }
            Phase::Double => words("Do you double?", "Dáš flek?", "Dáš flek?"),
            Phase::Play if s.trick.len == 0 => words("Lead a card.", "Vynes kartu.", "Vynes kartu."),
            Phase::Play => {
                let led = s.trick.cards[0].suit();
                if s.hands[usize::from(s.turn & 3)].of(led).is_empty() {
                    let text = match s.trump {
                        Some(_) => words(
                            "You cannot follow: trump if you can.",
                            "Barvu nemáš: dej trumf, máš-li ho.",
                            "Farbu nemáš: daj tromf, ak ho máš.",
                        ),
                        // In betl and durch.
                        None => {
                            words("Discard any card.", "Odhoď kteroukoli kartu.", "Odhoď ktorúkoľvek kartu.")
                        }
                    };
                    return text.to(lang).into();
                }
                let follow = words("Follow suit:", "Přiznej", "Priznaj").to(lang);
                return format!("{follow} {}.", trump_words(led, lang));
            }
            _ => return String::new(),
        };
        text.to(lang).into()
    }

    pub(crate) fn remark_on(&self, s: &State, mv: Move, lang: Lang) -> Remark {
        let note = |w: Words| Remark { note: w.to(lang).into(), ..Remark::default() };
        match mv {
            Move::Trump(card) => Remark { about: format!("card:{}", DECK.name(card)), ..Remark::default() },
            Move::Offer(Offer::Betl) => note(words(
                "you alone, no trick; your partner sits out",
                "bez spoluhráče, ani jeden štych",
                "bez spoluhráča, ani jeden štich",
            )),
            Move::Offer(Offer::Durch) => note(words(
                "you alone, every trick; your partner sits out",
                "bez spoluhráče, všechny štychy",
                "bez spoluhráča, všetky štichy",
            )),
            Move::Offer(Offer::Colour) => {
                note(words("your side plays with trumps", "hrajete s trumfy", "hráte s tromfmi"))
            }
            Move::Name(contract) => note(match (contract.main, contract.sevens) {
                (Main::Hundred, Sevens::None) => {
                    words("a hundred points", "nejméně sto bodů", "najmenej sto bodov")
                }
                (Main::Hundred, _) => words(
                    "a hundred points, and the last trick with the trump seven",
                    "sto bodů a poslední štych trumfovou sedmou",
                    "sto bodov a posledný štich tromfovou sedmou",
                ),
                (_, Sevens::None) => {
                    words("more points than the others", "víc bodů než soupeři", "viac bodov ako súperi")
                }
                _ => words(
                    "the last trick with the trump seven",
                    "poslední štych trumfovou sedmou",
                    "posledný štich tromfovou sedmou",
                ),
            }),
            Move::Double(item) => Remark {
                note: format!(
                    "{} {}×",
                    words("counts", "platí", "platí").to(lang),
                    2u32 << s.doubled[item.index()].min(8)
                ),
                ..Remark::default()
            },
            Move::Against(Item::SevenAgainst) => note(words(
                "you take the last trick with the trump seven",
                "poslední štych vezmeš trumfovou sedmou",
                "posledný štich vezmeš tromfovou sedmou",
            )),
            Move::Against(_) => {
                note(words("your side makes a hundred instead", "sto uhrajete vy", "sto uhráte vy"))
            }
            Move::Good if s.phase == Phase::Double => {
                note(words("the price stays", "cena zůstává", "cena zostáva"))
            }
            Move::Good | Move::Deal(_) | Move::Play(_) => Remark::default(),
        }
    }
}

fn badge(s: &State, lang: Lang) -> Option<Badge> {
    let contract = s.contract?;
    let doubled = s.doubled.iter().max().copied().filter(|&n| n > 0);
    let doubled =
        doubled.map_or(String::new(), |n| format!("{} {}×", marias::level_name(n - 1), 1u32 << n.min(8)));
    let title = title(contract, lang);
    let sign = s.trump.map_or(String::new(), |suit| format!("card:{}A", DECK.letter(suit)));
    Some(Badge { title, sign, doubled })
}

/// A contract as the title of a badge or a row, with a capital letter and without its explanation.
pub(crate) fn title(contract: marias::Contract, lang: Lang) -> String {
    let name = contract_words(contract, lang).split(" (").next().unwrap_or_default();
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn roles(s: &State, p: u8, who: Option<Player>, lang: Lang) -> Vec<Role> {
    let mut roles = Vec::new();
    if p == s.declarer && s.offer.is_some() {
        roles.push(Role::chief(words("plays", "hraje", "hrá").to(lang)));
    }
    if who.is_some_and(|me| partner(me.0) == p) {
        roles.push(Role::new(words("with you", "s tebou", "s tebou").to(lang)));
    }
    if s.out() == Some(p) {
        roles.push(Role::new(words("sits out", "nehraje", "nehrá").to(lang)));
    }
    if p == s.dealer {
        roles.push(Role::new(words("dealer", "rozdává", "rozdáva").to(lang)));
    }
    roles
}
