//! What people at a table of mariáš look for: what is wanted of them, the contract with its trumps and doublings, who is
//! what, the leading card, the account of a deal. Players are named by their marks.

use crate::contract::{Contract, ITEMS, Item, Main, Sevens};
use crate::play::law;
use crate::show::{DECK, contract_words, item_words, level_name, trump_words};
use crate::state::{Move, NOBODY, Offer, Phase, State};
use crate::{Marias, View};
use cards::{Card, Hand, Suit};
use game::{Account, Badge, Cues, Lang, Player, Remark, Role, Show, Words, words};

/// The kind of a token that stands for a suit.
fn sign(suit: Suit) -> String {
    format!("card:{}A", DECK.letter(suit))
}

/// The text with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn mark(p: u8) -> char {
    Player(p).mark()
}

impl Marias {
    pub(crate) fn notice(&self, v: &View, who: Option<Player>, lang: Lang) -> Cues {
        let s = &v.table;
        let mine = who.is_some_and(|p| self.turn_of(s).player() == Some(p));
        let lead = (s.trick.len > 0).then(|| law(s.trump).winner(s.trick.cards()));
        let number = if s.ended() { s.deals } else { s.deals + 1 };
        Cues {
            prompt: if mine { self.wanted(s, lang) } else { String::new() },
            badge: self.badge(s, lang),
            roles: (0..3).map(|p| self.roles(s, p, who, lang)).collect(),
            tricks: s.tricks.map(u16::from).to_vec(),
            leading: lead.and_then(|i| s.trick.cards().get(i)).map(|&card| DECK.name(card)),
            together: if s.phase == Phase::Talon { 2u16.saturating_sub(s.talon().len() as u16) } else { 0 },
            deal: if self.rules.deals > 1 { u32::from(number) } else { 0 },
            ..Cues::default()
        }
    }

    fn named(&self, s: &State) -> bool {
        s.contract.is_some()
            || matches!(s.phase, Phase::Talon | Phase::Offer | Phase::Ask | Phase::Contract | Phase::Double)
    }

    fn roles(&self, s: &State, p: u8, who: Option<Player>, lang: Lang) -> Vec<Role> {
        let mut roles = Vec::new();
        let named = self.named(s);
        if named && p == s.declarer {
            roles.push(Role::chief(words("declarer", "hraje", "hrá").to(lang)));
        }
        if p == s.forehand() {
            roles.push(Role::new(words("forehand", "forhont", "forhont").to(lang)));
        }
        if p == s.dealer {
            roles.push(Role::new(words("dealer", "rozdává", "rozdáva").to(lang)));
        }
        let partner = |me: Player| me.0 != p && me.0 != s.declarer && p != s.declarer;
        if s.contract.is_some() && who.is_some_and(partner) {
            roles.insert(0, Role::new(words("with you", "s tebou", "s tebou").to(lang)));
        }
        roles
    }

    fn badge(&self, s: &State, lang: Lang) -> Option<Badge> {
        let Some(contract) = s.contract else {
            let highest = (0..3).max_by_key(|&p| s.bids[p]).map_or(0, |p| s.bids[p]);
            let title = match s.offer {
                _ if highest > 0 => self.label(s, Move::Bid(highest), lang),
                Some(offer) => self.label(s, Move::Offer(offer), lang),
                None => return None,
            };
            return Some(Badge { title: capital(&title), ..Badge::default() });
        };
        let doubled: Vec<(Item, u8)> =
            ITEMS.into_iter().map(|item| (item, s.doubled[item.index()])).filter(|d| d.1 > 0).collect();
        let worth = |(item, n): &(Item, u8)| format!("{} {}×", nominative(s, *item, lang), 1u32 << n);
        let alone = doubled.len() == 1 && contract.sevens == Sevens::None && s.against == [NOBODY; 2];
        let doubled = if let ([(_, n)], true) = (doubled.as_slice(), alone) {
            format!("{} {}×", level_name(n - 1), 1u32 << n)
        } else {
            doubled.iter().map(worth).collect::<Vec<_>>().join(", ")
        };
        Some(Badge {
            title: capital(short(contract, lang)),
            sign: s.trump.map_or(String::new(), sign),
            doubled,
        })
    }

    fn wanted(&self, s: &State, lang: Lang) -> String {
        let to = |w: Words| w.to(lang).to_string();
        match s.phase {
            Phase::Trump => to(words(
                "Choose the trump card from your seven",
                "Vyber ze sedmi karet trumf",
                "Vyber zo siedmich kariet tromf",
            )),
            Phase::Talon => match 2usize.saturating_sub(s.talon().len()) {
                2 => to(words(
                    "Lay two cards to the talon",
                    "Odlož dvě karty do talonu",
                    "Odlož dve karty do talónu",
                )),
                _ => to(words(
                    "Lay one more card to the talon",
                    "Odlož ještě jednu kartu do talonu",
                    "Odlož ešte jednu kartu do talónu",
                )),
            },
            Phase::Auction if self.rules.forced_opening && s.bids == [0; 3] => {
                to(words("Open the auction", "Zahaj licitaci", "Začni licitáciu"))
            }
            Phase::Auction => {
                to(words("Bid or pass", "Licituj, nebo řekni pas", "Licituj, alebo povedz pas"))
            }
            Phase::Offer => to(words("What do you play?", "Co hraješ?", "Čo hráš?")),
            Phase::Ask => {
                let asks = match s.offer {
                    Some(Offer::Betl) => words("plays betl. Good?", "hraje betl. Dobrá?", "hrá betl. Dobrá?"),
                    Some(Offer::Durch) => {
                        words("plays durch. Good?", "hraje durch. Dobrá?", "hrá durch. Dobrá?")
                    }
                    _ => words("asks: trumps?", "se ptá: barva?", "sa pýta: farba?"),
                };
                format!("{} {}", mark(s.declarer), to(asks))
            }
            Phase::Contract => to(words("Name your game", "Ohlas svou hru", "Ohlás svoju hru")),
            Phase::Double if s.turn == s.declarer => {
                to(words("They have doubled. Your answer?", "Flekují. Co ty na to?", "Flekujú. Čo ty na to?"))
            }
            Phase::Double => {
                let what = s.contract.map_or(String::new(), |c| self.name_words(s, c, s.trump, lang));
                let (plays, now) = (
                    words("plays", "hraje", "hrá"),
                    words("What do you say?", "Co ty na to?", "Čo ty na to?"),
                );
                format!("{} {}: {what}. {}", mark(s.declarer), to(plays), to(now))
            }
            Phase::Play => self.wanted_card(s, lang),
            _ => String::new(),
        }
    }

    fn wanted_card(&self, s: &State, lang: Lang) -> String {
        let to = |w: Words| w.to(lang).to_string();
        let cards = self.playable(s);
        let hand = s.hands[usize::from(s.turn % 3)];
        let mut text = follow(cards, hand, s.trick.cards(), s.trump, lang);
        let pairs = crate::marriages(hand).and(cards);
        if s.trump.is_some()
            && let Some(card) = pairs.iter().next()
        {
            let worth = if s.trump == Some(card.suit()) {
                words("Ober with king: forty.", "Svršek s králem: čtyřicet.", "Horník s kráľom: štyridsať.")
            } else {
                words("Ober with king: twenty.", "Svršek s králem: dvacet.", "Horník s kráľom: dvadsať.")
            };
            text = format!("{text} {}", to(worth));
        }
        text
    }

    pub(crate) fn remark_on(&self, s: &State, mv: Move, lang: Lang) -> Remark {
        let note = |w: Words| Remark { note: w.to(lang).into(), ..Remark::default() };
        let least = |level: u8| format!("{}×", 2u32 << level);
        match mv {
            Move::Trump(card) => Remark { about: format!("card:{}", DECK.name(card)), ..Remark::default() },
            Move::People => note(words(
                "chance turns one of the five unseen cards",
                "trumf se otočí z pěti karet, které nevidíš",
                "tromf sa otočí z piatich kariet, ktoré nevidíš",
            )),
            Move::Offer(Offer::Colour) => note(words("a game with trumps", "hra s trumfy", "hra s tromfmi")),
            Move::Offer(Offer::Betl) | Move::Name(Contract { main: Main::Betl, .. }, _) => {
                note(words("no trick at all", "ani jeden štych", "ani jeden štich"))
            }
            Move::Offer(Offer::Durch) | Move::Name(Contract { main: Main::Durch, .. }, _) => {
                note(words("every trick", "všechny štychy", "všetky štichy"))
            }
            Move::Good if s.phase == Phase::Ask => {
                note(words("let it be played", "ať se hraje", "nech sa hrá"))
            }
            Move::Good => note(words("nothing more is doubled", "nic dalšího", "nič ďalšie")),
            Move::Steal => note(words(
                "you take the talon and play betl or durch",
                "vezmeš talon a hraješ betl nebo durch",
                "vezmeš talón a hráš betl alebo durch",
            )),
            Move::Pass => note(words("you bid no more", "dál nelicituješ", "ďalej nelicituješ")),
            Move::Bid(step) => note(step_note(step)),
            Move::Name(contract, _) => note(contract_note(contract)),
            Move::Double(item) => Remark {
                note: format!("{} {}", nominative(s, item, lang), least(s.doubled[item.index()])),
                ..Remark::default()
            },
            Move::Against(Item::HundredAgainst) => {
                note(words("the two of you make a hundred", "ve dvou uhrajete sto", "vo dvojici uhráte sto"))
            }
            Move::Against(_) => note(words(
                "your trump seven takes the last trick",
                "poslední štych vezme tvoje trumfová sedma",
                "posledný štich vezme tvoja tromfová sedma",
            )),
            Move::Deal(_) | Move::Lay(_) | Move::Play(_) => Remark::default(),
        }
    }

    pub(crate) fn count_up(&self, s: &State, lang: Lang) -> Option<Account> {
        let last = s.last?;
        let title = match last.contract {
            Some(contract) => {
                let mut title = capital(short(contract, lang));
                if let Some(suit) = last.trump {
                    title += &format!(", {}", trump_words(suit, lang));
                }
                title
            }
            None => capital(words("thrown in", "složeno", "zložené").to(lang)),
        };
        Some(Account {
            deal: u32::from(s.deals),
            title,
            by: last.contract.is_some().then_some(Player(last.declarer)),
            delta: last.delta.to_vec(),
            lines: self.account_lines(&last, lang),
        })
    }
}

/// What a card player is told before playing: which cards the duties leave.
fn follow(cards: Hand, hand: Hand, trick: &[Card], trump: Option<Suit>, lang: Lang) -> String {
    let to = |w: Words| w.to(lang);
    let Some(led) = trick.first().map(|card| card.suit()) else {
        return to(words("Lead a card.", "Vynes kartu.", "Vynes kartu.")).into();
    };
    let suit = trump_words(led, lang);
    if !hand.of(led).is_empty() {
        let over = cards.len() < hand.of(led).len();
        let (follow, beat) =
            (words("Follow suit:", "Přiznej", "Priznaj"), words("and beat it", "a přebij", "a prebi"));
        return if over {
            format!("{} {suit}{} {}.", to(follow), if lang == Lang::En { "," } else { "" }, to(beat))
        } else {
            format!("{} {suit}.", to(follow))
        };
    }
    let trumps = trump.is_some_and(|t| !cards.is_empty() && cards.of(t) == cards);
    if trumps {
        return format!(
            "{} {suit}, {}.",
            to(words("No", "Nemáš", "Nemáš")),
            to(words("play a trump", "dej trumf", "daj tromf"))
        );
    }
    to(words("Discard any card.", "Odhoď kteroukoli kartu.", "Odhoď ktorúkoľvek kartu.")).into()
}

/// A contract as it is said, without explanation.
fn short(contract: Contract, lang: Lang) -> &'static str {
    match (contract.main, contract.sevens) {
        (Main::Betl, _) => "betl",
        (Main::Durch, _) => "durch",
        (Main::Game, Sevens::One) => words("game and seven", "hra a sedma", "hra a sedma").to(lang),
        _ => contract_words(contract, lang).split(" (").next().unwrap_or(""),
    }
}

/// An item as the subject of a sentence.
fn nominative(s: &State, item: Item, lang: Lang) -> &'static str {
    match (item, s.contract.map(|c| c.main)) {
        (Item::Main, Some(Main::Game)) | (Item::Main, None) => words("game", "hra", "hra").to(lang),
        (Item::Seven, _) => words("seven", "sedma", "sedma").to(lang),
        (Item::Main, _) => item_words(s, item, lang).trim_start_matches("the "),
        (Item::SevenAgainst, _) => words("seven against", "sedma proti", "sedma proti").to(lang),
        (Item::HundredAgainst, _) => words("hundred against", "sto proti", "sto proti").to(lang),
    }
}

fn contract_note(contract: Contract) -> Words {
    match (contract.main, contract.sevens) {
        (Main::Hundred, Sevens::None) => words("a hundred points", "nejméně sto bodů", "najmenej sto bodov"),
        (Main::Hundred, Sevens::One) => words(
            "a hundred points, and the last trick with the trump seven",
            "sto bodů a poslední štych trumfovou sedmou",
            "sto bodov a posledný štich tromfovou sedmou",
        ),
        (_, Sevens::Two(_)) => words(
            "the last two tricks with two sevens",
            "poslední dva štychy sedmami",
            "posledné dva štichy sedmami",
        ),
        (_, Sevens::One) => words(
            "the last trick with the trump seven",
            "poslední štych trumfovou sedmou",
            "posledný štich tromfovou sedmou",
        ),
        (_, Sevens::None) => {
            words("more points than the others", "víc bodů než obrana", "viac bodov ako obrana")
        }
    }
}

fn step_note(step: u8) -> Words {
    match step {
        2 => words(
            "the last trick with the seven; hearts are trumps",
            "poslední štych sedmou; trumfy jsou červené",
            "posledný štich sedmou; tromfy sú červené",
        ),
        5 => words(
            "a hundred points; hearts are trumps",
            "nejméně sto bodů; trumfy jsou červené",
            "najmenej sto bodov; tromfy sú červené",
        ),
        6 => words(
            "both; hearts are trumps",
            "sto i sedma; trumfy jsou červené",
            "sto aj sedma; tromfy sú červené",
        ),
        1 => contract_note(Contract { main: Main::Game, sevens: Sevens::One }),
        3 => contract_note(Contract { main: Main::Hundred, sevens: Sevens::None }),
        4 => contract_note(Contract { main: Main::Hundred, sevens: Sevens::One }),
        7 => words("no trick at all", "ani jeden štych", "ani jeden štich"),
        8 => words("every trick", "všechny štychy", "všetky štichy"),
        _ => contract_note(Contract { main: Main::None, sevens: Sevens::Two(Suit(1)) }),
    }
}
