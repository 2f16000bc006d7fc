//! Křížový mariáš for people: notation, words, scenes and the score sheet. Notation as in volený mariáš: a card for dealing, the
//! trump card and playing; `barva` `betl` `durch`; `dobra`; contracts `hra` `sedma` `sto` `stosedm`; `flek-hra`, `re-sedma`;
//! `sedma-proti`, `sto-proti`.

use crate::cues::title;
use crate::score::{Outcome, Part, What};
use crate::state::{Move, Phase, State, partner};
use crate::{Krizovy, View};
use cards::{Card, Deck, Hand, picture};
use game::{
    Account, Cues, Gesture, Lang, Layout, Place, Player, Remark, Said, Scene, Show, Token, Visibility, Words,
    Zone, name_players, words,
};
use marias::{ITEMS, Item, Main, NOBODY, Offer, contract_name, contract_words, level_name, trump_words};
use std::fmt::Write;

/// The pack, for names.
pub(crate) const DECK: Deck = Deck::German32;

/// An item in notation.
fn item_name(s: &State, item: Item) -> &'static str {
    match (item, s.contract.map(|c| c.main)) {
        (Item::Main, Some(Main::Hundred)) => "sto",
        (Item::Main, Some(Main::Betl)) => "betl",
        (Item::Main, Some(Main::Durch)) => "durch",
        (Item::Main, _) => "hra",
        (Item::Seven, _) => "sedma",
        (Item::SevenAgainst, _) => "sedma-proti",
        (Item::HundredAgainst, _) => "sto-proti",
    }
}

/// An item in words.
fn item_words(s: &State, item: Item) -> Words {
    match item_name(s, item) {
        "hra" => words("the game", "hru", "hru"),
        "sto" => words("the hundred", "sto", "sto"),
        "betl" => words("betl", "betl", "betl"),
        "durch" => words("durch", "durch", "durch"),
        "sedma" => words("the seven", "sedmu", "sedmu"),
        "sedma-proti" => words("seven against (sedma proti)", "sedma proti", "sedma proti"),
        _ => words("hundred against (sto proti)", "sto proti", "sto proti"),
    }
}

fn offer_words(offer: Offer) -> Words {
    match offer {
        Offer::Colour => words("barva? (a game with trumps)", "barva?", "farba?"),
        Offer::Betl => words("betl (no trick)", "betl", "betl"),
        Offer::Durch => words("durch (every trick)", "durch", "durch"),
    }
}

impl Show for Krizovy {
    fn id(&self) -> String {
        self.options().id("krizovy")
    }

    fn text(&self, s: &State, mv: Move) -> String {
        match mv {
            Move::Deal(card) | Move::Trump(card) | Move::Play(card) => DECK.name(card),
            Move::Good => "dobra".into(),
            Move::Offer(Offer::Colour) => "barva".into(),
            Move::Offer(Offer::Betl) => "betl".into(),
            Move::Offer(Offer::Durch) => "durch".into(),
            Move::Name(contract) => contract_name(contract).into(),
            Move::Double(item) => format!("{}-{}", level_name(s.doubled[item.index()]), item_name(s, item)),
            Move::Against(item) => item_name(s, item).into(),
        }
    }

    fn label(&self, s: &State, mv: Move, lang: Lang) -> String {
        let card = |card: Card| DECK.words(card, lang);
        match mv {
            Move::Deal(c) => format!("{} {}", words("deals", "rozdá se", "rozdá sa").to(lang), card(c)),
            Move::Trump(c) => format!("{}: {}", words("trump card", "trumf", "tromf").to(lang), card(c)),
            Move::Good => words("good", "dobrá", "dobrá").to(lang).into(),
            Move::Offer(offer) => offer_words(offer).to(lang).into(),
            Move::Name(contract) => self.named(s, contract, lang),
            Move::Double(item) => {
                let on = words("on", "na", "na").to(lang);
                format!("{} {on} {}", level_name(s.doubled[item.index()]), item_words(s, item).to(lang))
            }
            Move::Against(item) => item_words(s, item).to(lang).into(),
            Move::Play(c) => {
                let hand = s.hands.get(usize::from(s.turn)).copied().unwrap_or_default();
                if s.trump.is_none() || !marias::marriages(hand).has(c) {
                    return card(c);
                }
                let worth = if s.trump == Some(c.suit()) { 40 } else { 20 };
                format!("{}, {} {worth}", card(c), words("marriage", "hláška", "hláška").to(lang))
            }
        }
    }

    fn heard(&self, s: &State, mv: Move, who: Option<Player>, lang: Lang) -> Option<String> {
        match mv {
            Move::Deal(card) if who == Some(Player(s.receiver())) => {
                let yours = words("your cards:", "tvoje karty:", "tvoje karty:").to(lang);
                Some(format!("{yours} {}", DECK.words(card, lang)))
            }
            Move::Deal(_) => None,
            Move::Trump(_) if who != Some(Player(s.turn)) => {
                Some(words("lays a trump card", "pokládá trumf", "kladie tromf").to(lang).into())
            }
            _ => Some(self.label(s, mv, lang)),
        }
    }

    fn gesture(&self, s: &State, mv: Move) -> Gesture {
        match mv {
            Move::Deal(_) if s.phase == Phase::Deal => {
                let top = 31 - usize::from(s.dealt);
                let to = Player(s.receiver());
                let hand = Place::new(picture::hand_zone(to), s.hands[to.index()].len());
                Gesture::carry(format!("stock.{top}"), Place::new("stock", top), hand)
            }
            Move::Play(card) => {
                let p = Player(s.turn);
                let slot = picture::slot(DECK, s.hands[p.index()], card, s.trump);
                let to = Place::new("trick", usize::from(s.trick.len));
                Gesture::carry(DECK.name(card), Place::new(picture::hand_zone(p), slot), to)
            }
            _ => Gesture::Say(self.text(s, mv)),
        }
    }

    fn numbered(&self, kind: &str) -> Option<usize> {
        picture::numbered(DECK, kind)
    }

    fn scene(&self, v: &View, who: Option<Player>, lang: Lang) -> Scene {
        let s = &v.table;
        let label = words("stock", "balíček", "balíček").to(lang);
        let mut zones = vec![Zone::new("stock", label, Layout::Stack).seen_by(Visibility::Nobody)];
        zones.extend(picture::zones(4, false, lang));
        let mut tokens: Vec<Token> =
            (0..32 - usize::from(s.dealt)).map(|i| Token::down(Place::new("stock", i))).collect();
        for p in Player::all(4) {
            let known = if who == Some(p) { s.hands[p.index()] } else { Hand::EMPTY };
            let hidden = if who == Some(p) { 0 } else { v.held(p.0) };
            tokens.extend(picture::fan(DECK, p, known, hidden, s.trump, lang));
        }
        for (i, &card) in s.trick.cards().iter().enumerate() {
            let owner = Player(s.seat(s.trick.leader, i as u8));
            tokens.push(picture::up(DECK, card, Place::new("trick", i), lang).owned(owner));
        }
        for p in Player::all(4) {
            tokens.extend(picture::pile(p, usize::from(s.full()) * usize::from(s.tricks[p.index()])));
        }
        Scene { zones, tokens, said: self.said(s, lang), turn: self.turn_of(s), points: s.totals.to_vec() }
    }

    fn cues(&self, v: &View, who: Option<Player>, lang: Lang) -> Cues {
        self.notice(v, who, lang)
    }

    fn remark(&self, s: &State, mv: Move, lang: Lang) -> Remark {
        self.remark_on(s, mv, lang)
    }

    fn counted(&self) -> bool {
        true
    }

    fn deals(&self, s: &State) -> u32 {
        u32::from(s.deals)
    }

    fn account(&self, s: &State, lang: Lang) -> Option<Account> {
        let last = s.last?;
        Some(Account {
            deal: u32::from(s.deals),
            title: match last.trump {
                Some(suit) => format!("{}, {}", title(last.contract, lang), trump_words(suit, lang)),
                None => title(last.contract, lang),
            },
            by: Some(Player(last.declarer)),
            delta: last.delta.to_vec(),
            lines: self.account_lines(&last, lang),
        })
    }

    fn sheet(&self, s: &State, lang: Lang) -> Vec<String> {
        let Some(last) = s.last else { return Vec::new() };
        let player = words("player", "hráč", "hráč").to(lang);
        let named = |line: &String| name_players(line, |p| format!("{player} {p}"));
        let mut lines: Vec<String> = self.account_lines(&last, lang).iter().map(named).collect();
        lines.push(format!("{}: {}", words("players", "hráči", "hráči").to(lang), list(&last.delta)));
        if self.rules.deals > 1 {
            let after = words("after deal", "po rozdání", "po rozdaní").to(lang);
            lines.push(format!("{after} {}: {}", s.deals, list(&s.totals)));
        }
        lines
    }

    fn drawing(&self, v: &View, who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        Some(self.draw(v, who, lang, colour))
    }
}

/// Signed numbers, for score lines.
fn list(numbers: &[i32]) -> String {
    numbers.iter().map(|n| format!("{n:+}")).collect::<Vec<_>>().join(" ")
}

fn part_words(what: What) -> Words {
    match what {
        What::Game => words("game", "hra", "hra"),
        What::Hundred => words("hundred", "sto", "sto"),
        What::HundredAgainst => words("hundred against", "sto proti", "sto proti"),
        What::QuietHundred => words("quiet hundred", "tichá stovka", "tichá stovka"),
        What::QuietHundredAgainst => {
            words("quiet hundred against", "tichá stovka proti", "tichá stovka proti")
        }
        What::Betl => words("betl", "betl", "betl"),
        What::Durch => words("durch", "durch", "durch"),
        What::Seven | What::TwoSevens => words("seven", "sedma", "sedma"),
        What::SevenAgainst => words("seven against", "sedma proti", "sedma proti"),
        What::QuietSeven => words("quiet seven", "tichá sedma", "tichá sedma"),
        What::QuietSevenAgainst => words("quiet seven against", "tichá sedma proti", "tichá sedma proti"),
        What::KilledSeven => words("killed seven", "zabitá sedma", "zabitá sedma"),
        What::KilledSevenAgainst => words("killed seven against", "zabitá sedma proti", "zabitá sedma proti"),
    }
}

impl Krizovy {
    /// A contract with its trumps in words.
    pub(crate) fn named(&self, s: &State, contract: marias::Contract, lang: Lang) -> String {
        let trump = s.trump.or(s.trump_card.known().then(|| s.trump_card.suit()));
        match trump.filter(|_| contract.coloured()) {
            Some(suit) => format!(
                "{}, {} {}",
                contract_words(contract, lang),
                words("trumps", "trumfy", "tromfy").to(lang),
                trump_words(suit, lang)
            ),
            None => contract_words(contract, lang).into(),
        }
    }

    /// What was said and still holds.
    fn said(&self, s: &State, lang: Lang) -> Vec<Said> {
        let mut said = Vec::new();
        let mut say = |who: u8, text: String| said.push(Said { who: Some(Player(who)), text });
        match (s.contract, s.offer) {
            (Some(contract), _) => say(s.declarer, self.named(s, contract, lang)),
            (None, Some(offer)) => say(s.declarer, offer_words(offer).to(lang).into()),
            _ => {}
        }
        for (i, item) in [Item::SevenAgainst, Item::HundredAgainst].into_iter().enumerate() {
            if s.against[i] != NOBODY {
                say(s.against[i], item_words(s, item).to(lang).into());
            }
        }
        for item in ITEMS.into_iter().filter(|item| s.doubled[item.index()] > 0) {
            let level = s.doubled[item.index()] - 1;
            let declaring = item.declared() == (level % 2 == 1);
            let by = if declaring { s.declarer } else { (s.declarer + 1) & 3 };
            let on = words("on", "na", "na").to(lang);
            say(by, format!("{} {on} {}", level_name(level), item_words(s, item).to(lang)));
        }
        said
    }

    /// The account of one deal; players are named by their marks.
    pub(crate) fn account_lines(&self, o: &Outcome, lang: Lang) -> Vec<String> {
        let to = |w: Words| w.to(lang);
        let blank = State { contract: Some(o.contract), trump: o.trump, ..State::new(0) };
        let mut lines =
            vec![format!("{}: {}", Player(o.declarer).mark(), self.named(&blank, o.contract, lang))];
        if o.trump.is_some() {
            for (i, p) in [o.declarer, (o.declarer + 1) & 3].into_iter().enumerate() {
                lines.push(format!(
                    "{} + {}: {} + {} {} = {}",
                    Player(p).mark(),
                    Player(partner(p)).mark(),
                    o.basic[i],
                    to(words("marriages", "hlášky", "hlášky")),
                    o.marriages[i],
                    o.basic[i] + o.marriages[i],
                ));
            }
        } else {
            let text = words("sits out", "nehraje", "nehrá");
            lines.push(format!("{} {}", Player(partner(o.declarer)).mark(), to(text)));
        }
        lines.extend(o.lines().map(|part| line(part, lang)));
        if o.hearts {
            lines.push(to(words("hearts: × 2", "červené: × 2", "červené: × 2")).into());
        }
        let each = to(words("for each of the side", "pro každého ze strany", "pre každého zo strany"));
        lines.push(format!("{each}: {:+}", o.per));
        lines
    }

    /// The table in characters.
    fn draw(&self, v: &View, who: Option<Player>, lang: Lang, colour: bool) -> String {
        let s = &v.table;
        let mut out = String::new();
        let row = |cards: &[Card]| cards.iter().map(|&c| DECK.ink(c, colour)).collect::<Vec<_>>().join(" ");
        let deal = words("deal", "rozdání", "rozdanie").to(lang);
        let _ = writeln!(out, "{deal} {}   {}", s.deals + 1, list(&s.totals));
        for said in self.said(s, lang) {
            if let Some(p) = said.who {
                let _ = writeln!(out, "  {p}: {}", said.text);
            }
        }
        let full = usize::from(s.full());
        for (i, (_, taker, cards)) in s.history().filter(|(_, _, cards)| cards.len() == full).enumerate() {
            let _ = writeln!(out, "  {}. {}  → {}", i + 1, row(cards), taker + 1);
        }
        for p in 0..4u8 {
            let mark = if self.turn_of(s).player() == Some(Player(p)) { '>' } else { ' ' };
            let held = if who == Some(Player(p)) {
                row(&DECK.sorted(s.hands[usize::from(p)], s.trump))
            } else {
                vec!["▒▒"; v.held(p)].join(" ")
            };
            let lying = (0..s.trick.len).find(|&i| s.seat(s.trick.leader, i) == p);
            let lying = lying.map_or(String::new(), |i| DECK.ink(s.trick.cards[usize::from(i)], colour));
            let _ = writeln!(out, "{mark} {}: {held}   {lying}", p + 1);
        }
        out
    }
}

fn line(part: Part, lang: Lang) -> String {
    let mut text = format!("{}: {:+}", part_words(part.what).to(lang), part.price);
    for level in 0..part.doubled {
        text += &format!(" × 2 ({})", level_name(level));
    }
    if part.doubled > 0 {
        text += &format!(" = {:+}", part.worth());
    }
    text
}
