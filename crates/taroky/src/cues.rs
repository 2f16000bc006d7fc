//! What people at a table of taroky look for: what is wanted of them, the contract, who is what, the leading card, the
//! account of a deal. Players are named by their marks, and sit counter-clockwise.

use crate::game::Taroky;
use crate::score::{What, sheet};
use crate::state::{Bid, Contract, DECK, ITEM_GAME, ITEMS, Move, Stage, State, revealing, said};
use crate::view::View;
use crate::words as say;
use cards::{Card, Hand, Suit, TAROCK};
use game::{Account, Badge, Cues, Game, Lang, Player, Remark, Role, Words, words};

/// The text with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

impl Taroky {
    pub(crate) fn notice(&self, v: &View, who: Option<Player>, lang: Lang) -> Cues {
        let s = &v.known;
        let mine = who.is_some_and(|p| self.turn(s).player() == Some(p));
        let trick = s.trick();
        let lead = (trick.len > 0).then(|| s.law().winner(trick.cards()));
        let mut tricks = vec![0u16; 4];
        for taker in s.takers.iter().take(s.tricks()).filter(|&&t| t < 4) {
            tricks[usize::from(*taker)] += 1;
        }
        Cues {
            prompt: if mine { self.wanted(s, lang) } else { String::new() },
            badge: self.badge(s, lang),
            roles: (0..4).map(|p| roles(s, p, who, lang)).collect(),
            tricks,
            counter: true,
            leading: lead.and_then(|i| trick.cards().get(i)).map(|&card| DECK.name(card)),
            together: if mine && s.stage == Stage::Lay { left_to_lay(s) } else { 0 },
            deal: if self.rules.deals > 1 { u32::from(s.deal) + 1 } else { 0 },
            ..Cues::default()
        }
    }

    fn badge(&self, s: &State, lang: Lang) -> Option<Badge> {
        if s.contract == Contract::Open {
            return None;
        }
        let mut title = capital(say::contract(s.contract).to(lang));
        if s.contract == Contract::Preferanc && s.cards > 0 {
            title += &format!(" {}", say::which_cards(s.cards).to(lang));
        }
        let doubled: Vec<String> = (0..ITEMS)
            .filter(|&i| s.flek[i] > 0)
            .map(|i| match i {
                ITEM_GAME => format!("{} {}×", say::level(s.flek[i]).to(lang), 1u32 << s.flek[i].min(8)),
                _ => format!("{} {}×", say::item(i).to(lang), 1u32 << s.flek[i].min(8)),
            })
            .collect();
        let sign = if s.called.known() { format!("card:{}", DECK.name(s.called)) } else { String::new() };
        Some(Badge { title, sign, doubled: doubled.join(", ") })
    }

    fn wanted(&self, s: &State, lang: Lang) -> String {
        let to = |w: Words| w.to(lang).to_string();
        match s.stage {
            Stage::Auction => to(words("Your bid?", "Co hlásíš?", "Čo hlásiš?")),
            Stage::Varsava => to(words(
                "All agreed. First duty, or Varšava?",
                "Všichni řekli dobrá. První povinnost, nebo Varšava?",
                "Všetci povedali dobrá. Prvá povinnosť, alebo Varšava?",
            )),
            Stage::Call => to(words(
                "Call a tarock: whoever holds it plays with you",
                "Zavolej taroka: kdo ho má, hraje s tebou",
                "Zavolaj taroka: kto ho má, hrá s tebou",
            )),
            Stage::Refuse => to(words(
                "Do you take a card of the talon?",
                "Bereš si kartu z talonu?",
                "Berieš si kartu z talónu?",
            )),
            Stage::Surrender => to(words("Do you play on?", "Hraješ dál?", "Hráš ďalej?")),
            Stage::Cards => {
                let mine = |i: &usize| s.owner[*i] == s.bidder && s.talon[*i].known();
                let taken: Hand = (0..6).filter(mine).map(|i| s.talon[i]).collect();
                let text = to(words(
                    "Do you keep these three cards?",
                    "Necháš si tyto tři karty?",
                    "Necháš si tieto tri karty?",
                ));
                // Among fifteen cards nobody sees which came last.
                match taken.is_empty() {
                    true => text,
                    false => {
                        capital(&format!("{} {}. {text}", say::FROM_TALON.to(lang), say::cards(taken, lang)))
                    }
                }
            }
            Stage::Lay if alone(s) && s.turn == s.bidder && left_to_lay(s) == 4 => to(words(
                "The tarock you called came from the talon: you play against all three. Lay four cards away",
                "Volaný tarok ti přišel z talonu: hraješ proti všem třem. Odlož čtyři karty",
                "Volaný tarok ti prišiel z talónu: hráš proti všetkým trom. Odlož štyri karty",
            )),
            Stage::Lay => match left_to_lay(s) {
                1 => to(words("Lay one card away", "Odlož jednu kartu", "Odlož jednu kartu")),
                2 => to(words("Lay two cards away", "Odlož dvě karty", "Odlož dve karty")),
                3 => to(words("Lay three cards away", "Odlož tři karty", "Odlož tri karty")),
                4 => to(words("Lay four cards away", "Odlož čtyři karty", "Odlož štyri karty")),
                n => format!("{} {n}", to(words("Cards to lay away:", "Odlož karty:", "Odlož karty:"))),
            },
            Stage::Announce => {
                to(words("Do you announce anything?", "Chceš něco hlásit?", "Chceš niečo hlásiť?"))
            }
            Stage::Double if self.raisable(s) == 0 => to(words(
                "Doubling is up to the others now",
                "Teď můžou flekovat jen ostatní",
                "Teraz môžu flekovať len ostatní",
            )),
            Stage::Double => to(words("Do you double?", "Flekuješ?", "Flekuješ?")),
            Stage::Play => follow(self.playable(s), s.hands[usize::from(s.turn & 3)], s.table(), lang),
            _ => String::new(),
        }
    }

    pub(crate) fn remark_on(&self, s: &State, mv: Move, lang: Lang) -> Remark {
        let note = |w: Words| Remark { note: w.to(lang).into(), ..Remark::default() };
        match mv {
            Move::Bid(Bid::Good) => note(words(
                "agree with the highest bid",
                "souhlasíš s nejvyšší nabídkou",
                "súhlasíš s najvyššou ponukou",
            )),
            Move::Bid(Bid::Game(contract)) => note(contract_note(contract)),
            Move::Varsava(yes) => note(contract_note(if yes { Contract::Varsava } else { Contract::First })),
            Move::Call(card) => Remark { about: format!("card:{}", DECK.name(card)), ..Remark::default() },
            Move::Take(true) => note(words("then lay one away", "jednu pak odložíš", "jednu potom odložíš")),
            Move::Take(false) => {
                note(words("it goes to the next", "nabídne se dalšímu", "ponúkne sa ďalšiemu"))
            }
            Move::Surrender(true) => Remark {
                grave: true,
                ..note(words("pay without playing", "zaplatíš bez hry", "zaplatíš bez hry"))
            },
            Move::Surrender(false) => note(words("the deal goes on", "hraje se dál", "hrá sa ďalej")),
            Move::Keep(true) => note(words("and play with them", "a hraješ s nimi", "a hráš s nimi")),
            Move::Keep(false) => note(words("the price of the game rises", "hra zdraží", "hra zdražie")),
            Move::Announce(0) => match revealing(s.hands[usize::from(s.turn & 3)]) {
                0 => note(words("nothing binding", "k ničemu se nezavazuješ", "k ničomu sa nezaväzuješ")),
                // What has to be told is told by itself: it shall surprise nobody.
                told => {
                    let duty = words("only what has to be told", "jen povinné", "len povinné").to(lang);
                    Remark {
                        note: format!("{duty}: {}", say::announcements(told, lang)),
                        ..Remark::default()
                    }
                }
            },
            Move::Announce(bits) if u16::from(bits) == said::PAGAT => note(words(
                "the Pagát takes the last trick",
                "poslední štych vezme Pagát",
                "posledný štich vezme Pagát",
            )),
            Move::Announce(bits) if u16::from(bits) == said::VALAT => note(words(
                "your side takes all tricks",
                "vaše strana vezme všechny štychy",
                "vaša strana vezme všetky štichy",
            )),
            Move::Announce(_) => note(words(
                "all tricks, the last with the Pagát",
                "všechny štychy, poslední Pagátem",
                "všetky štichy, posledný Pagátom",
            )),
            Move::Double(0) => note(words("the price stays", "cena zůstává", "cena zostáva")),
            Move::Double(bits) => {
                let worth = |i: usize| format!("{} {}×", say::item(i).to(lang), 2u32 << s.flek[i].min(8));
                let list: Vec<String> = (0..ITEMS).filter(|i| bits >> i & 1 == 1).map(worth).collect();
                Remark { note: list.join(", "), ..Remark::default() }
            }
            Move::Deal(_) | Move::Next | Move::Lay(_) | Move::Play(_) => Remark::default(),
        }
    }

    pub(crate) fn count_up(&self, s: &State, lang: Lang) -> Option<Account> {
        if !matches!(s.stage, Stage::Scored | Stage::Over) {
            return None;
        }
        let sheet = sheet(&self.rules, s);
        let told = sheet.lines().iter().filter(|line| line.what != What::Settled);
        Some(Account {
            deal: u32::from(s.deal) + 1,
            title: capital(say::contract(s.contract).to(lang)),
            by: (s.bidder < 4 && s.contract != Contract::Varsava).then_some(Player(s.bidder)),
            delta: s.result.to_vec(),
            lines: told
                .map(|line| say::line_of(s, line, &Player(line.player & 3).mark().to_string(), lang))
                .collect(),
        })
    }
}

/// Whether the bidder of a duty holds the tarock he called, as far as is known here.
fn alone(s: &State) -> bool {
    s.duty() && s.bidder < 4 && s.holder() == Some(s.bidder)
}

/// How many cards the player to move has still to lay away.
fn left_to_lay(s: &State) -> u16 {
    s.hands[usize::from(s.turn & 3)].len().saturating_sub(12) as u16
}

fn roles(s: &State, p: u8, who: Option<Player>, lang: Lang) -> Vec<Role> {
    let mut roles = Vec::new();
    let named = s.contract != Contract::Open && !matches!(s.stage, Stage::Auction | Stage::Varsava);
    if named && p == s.bidder && s.contract != Contract::Varsava {
        let text = match alone(s) {
            true => words("alone against three", "hraje proti třem", "hrá proti trom"),
            false => words("declarer", "hraje", "hrá"),
        };
        roles.push(Role::chief(text.to(lang)));
    }
    let me = who.map_or(4, |p| p.0);
    let holder = s.holder().or(s.open_partner());
    let with_me = (me == s.bidder && holder == Some(p)) || (p == s.bidder && holder == Some(me));
    if s.duty() && with_me && p != me {
        roles.push(Role::new(words("with you", "s tebou", "s tebou").to(lang)));
    } else if s.duty() && holder == Some(p) && p != s.bidder {
        roles.push(Role::new(words("with the declarer", "s vydražitelem", "s vydražiteľom").to(lang)));
    }
    if p == s.forehand() {
        roles.push(Role::new(words("forehand", "předák", "predák").to(lang)));
    }
    if p == s.dealer {
        roles.push(Role::new(words("dealer", "rozdává", "rozdáva").to(lang)));
    }
    roles
}

fn suit_words(suit: Suit, lang: Lang) -> &'static str {
    match suit.0 {
        0 => words("hearts", "srdce", "srdcia"),
        1 => words("diamonds", "kára", "kára"),
        2 => words("spades", "piky", "piky"),
        3 => words("clubs", "kříže", "kríže"),
        _ => words("tarocks", "taroky", "taroky"),
    }
    .to(lang)
}

/// What a card player is told before playing: which cards the duties leave.
fn follow(cards: Hand, hand: Hand, trick: &[Card], lang: Lang) -> String {
    let to = |w: Words| w.to(lang);
    let Some(led) = trick.first().map(|card| card.suit()) else {
        return to(words("Lead a card.", "Vynes kartu.", "Vynes kartu.")).into();
    };
    let suit = suit_words(led, lang);
    if !hand.of(led).is_empty() {
        return format!("{} {suit}.", to(words("Follow suit:", "Přiznej", "Priznaj")));
    }
    if !cards.is_empty() && cards.of(TAROCK) == cards {
        return format!(
            "{} {suit}, {}.",
            to(words("No", "Nemáš", "Nemáš")),
            to(words("play a tarock", "dej taroka", "daj taroka"))
        );
    }
    to(words("Discard any card.", "Odhoď kteroukoli kartu.", "Odhoď ktorúkoľvek kartu.")).into()
}

fn contract_note(contract: Contract) -> Words {
    match contract {
        Contract::First => words(
            "with the partner who holds the tarock you call",
            "s tím, kdo má volaného taroka",
            "s tým, kto má volaného taroka",
        ),
        Contract::Second => words(
            "the same, and the Pagát takes the last trick",
            "totéž, a poslední štych vezme Pagát",
            "to isté, a posledný štich vezme Pagát",
        ),
        Contract::Preferanc => words(
            "alone against three, with three cards of the talon",
            "na všechny tři, se třemi kartami talonu",
            "na všetkých troch, s tromi kartami talónu",
        ),
        Contract::Solo => words(
            "alone against three, without the talon",
            "na všechny tři, bez talonu",
            "na všetkých troch, bez talónu",
        ),
        Contract::Varsava => words(
            "everybody alone; fewest points win",
            "každý za sebe, vyhrává nejméně bodů",
            "každý za seba, vyhráva najmenej bodov",
        ),
        Contract::Open => words("", "", ""),
    }
}
