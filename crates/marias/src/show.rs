//! Mariáš for people: notation and words. Notation: a card for dealing, the trump card, the talon and playing;
//! `lidu`; `barva` `betl` `durch`; `dobra` `spatna`; contracts `hra` `sedma` `sto` `stosedm` (with the trump suit in
//! licitovaný, `sedma-L`, and both suits of two sevens, `dvesedmy-L-B`); bids by name; `flek-hra`, `re-sedma`;
//! `sedma-proti`, `sto-proti`.

use crate::contract::{Contract, Item, Main, Sevens};
use crate::state::{Goes, Move, Offer, Phase, State};
use crate::{Kind, Marias, View};
use cards::{Card, Deck, Suit, picture};
use game::{Account, Cues, Gesture, Lang, Place, Player, Remark, Scene, Show, words};

/// The pack, for names.
pub(crate) const DECK: Deck = Deck::German32;

/// The doublings by name.
pub(crate) const LEVELS: [&str; 6] = ["flek", "re", "tutti", "boty", "kalhoty", "kaiser"];

/// The steps of the licitovaný ladder in notation.
const STEPS: [&str; 12] = [
    "sedma",
    "cervena-sedma",
    "sto",
    "stosedm",
    "cervene-sto",
    "cervene-stosedm",
    "betl",
    "durch",
    "dve-sedmy",
    "dve-sedmy-sto",
    "cervene-dve-sedmy",
    "cervene-dve-sedmy-sto",
];

/// The name of the next doubling after `doubled` of them.
pub fn level_name(doubled: u8) -> &'static str {
    LEVELS[usize::from(doubled).min(LEVELS.len() - 1)]
}

/// A contract in notation, trumps left out.
pub const fn contract_name(contract: Contract) -> &'static str {
    match (contract.main, contract.sevens) {
        (Main::Betl, _) => "betl",
        (Main::Durch, _) => "durch",
        (Main::Hundred, Sevens::None) => "sto",
        (Main::Hundred, Sevens::One) => "stosedm",
        (Main::Hundred, Sevens::Two(_)) => "dvesedmysto",
        (_, Sevens::Two(_)) => "dvesedmy",
        (_, Sevens::One) => "sedma",
        (_, Sevens::None) => "hra",
    }
}

/// A contract in words, trumps left out.
pub fn contract_words(contract: Contract, lang: Lang) -> &'static str {
    match contract_name(contract) {
        "hra" => words("game (hra)", "hra", "hra"),
        "sedma" => words("seven (sedma)", "sedma", "sedma"),
        "sto" => words("hundred (sto)", "sto", "sto"),
        "stosedm" => words("hundred and seven (stosedm)", "sto a sedma", "sto a sedma"),
        "dvesedmy" => words("two sevens (dvě sedmy)", "dvě sedmy", "dve sedmy"),
        "dvesedmysto" => {
            words("two sevens and a hundred (dvě sedmy a sto)", "dvě sedmy a sto", "dve sedmy a sto")
        }
        "betl" => words("betl (no trick)", "betl", "betl"),
        _ => words("durch (every trick)", "durch", "durch"),
    }
    .to(lang)
}

/// An item in notation.
fn item_name(s: &State, item: Item) -> &'static str {
    match item {
        Item::Main => match s.contract.map(|c| c.main) {
            Some(Main::Hundred) => "sto",
            Some(Main::Betl) => "betl",
            Some(Main::Durch) => "durch",
            _ => "hra",
        },
        Item::Seven => "sedma",
        Item::SevenAgainst => "sedma-proti",
        Item::HundredAgainst => "sto-proti",
    }
}

fn suits(contract: Contract, trump: Option<Suit>) -> String {
    let letter = |suit| format!("-{}", DECK.letter(suit));
    let other = match contract.sevens {
        Sevens::Two(other) => letter(other),
        _ => String::new(),
    };
    trump.map_or(String::new(), |suit| letter(suit) + &other)
}

/// The colour of trumps, in words.
pub fn trump_words(suit: Suit, lang: Lang) -> String {
    let names = [
        words("hearts", "červené", "červené"),
        words("leaves", "zelené", "zelené"),
        words("bells", "kule", "gule"),
        words("acorns", "žaludy", "žalude"),
    ];
    names[usize::from(suit.0 & 3)].to(lang).to_string()
}

impl Show for Marias {
    fn id(&self) -> String {
        self.options().id(if self.rules.kind == Kind::Voleny { "marias" } else { "licitovany" })
    }

    fn text(&self, s: &State, mv: Move) -> String {
        match mv {
            Move::Deal(card) | Move::Trump(card) | Move::Lay(card) | Move::Play(card) => DECK.name(card),
            Move::People => "lidu".into(),
            Move::Offer(Offer::Colour) => "barva".into(),
            Move::Offer(Offer::Betl) => "betl".into(),
            Move::Offer(Offer::Durch) => "durch".into(),
            Move::Good => "dobra".into(),
            Move::Steal => "spatna".into(),
            Move::Bid(step) => STEPS[usize::from(step.clamp(1, 12)) - 1].into(),
            Move::Pass => "pas".into(),
            Move::Name(contract, trump) => format!("{}{}", contract_name(contract), suits(contract, trump)),
            Move::Double(item) => {
                format!("{}-{}", level_name(s.doubled[item.index()]), item_name(s, item))
            }
            Move::Against(item) => item_name(s, item).into(),
        }
    }

    fn label(&self, s: &State, mv: Move, lang: Lang) -> String {
        let card = |card: Card| DECK.words(card, lang);
        match mv {
            Move::Deal(c) if s.phase == Phase::People => {
                format!("{} {}", words("turns z lidu:", "z lidu:", "z ľudu:").to(lang), card(c))
            }
            Move::Deal(c) => format!("{} {}", words("deals", "rozdá se", "rozdá sa").to(lang), card(c)),
            Move::Trump(c) => format!("{}: {}", words("trump card", "trumf", "tromf").to(lang), card(c)),
            Move::People => words("trumps z lidu (blind)", "z lidu", "z ľudu").to(lang).into(),
            Move::Lay(c) => {
                format!("{} {}", words("to the talon:", "do talonu:", "do talónu:").to(lang), card(c))
            }
            Move::Offer(Offer::Colour) => {
                words("barva? (a game with trumps)", "barva?", "farba?").to(lang).into()
            }
            Move::Offer(Offer::Betl) => words("betl (no trick)", "betl", "betl").to(lang).into(),
            Move::Offer(Offer::Durch) => words("durch (every trick)", "durch", "durch").to(lang).into(),
            Move::Good => words("good", "dobrá", "dobrá").to(lang).into(),
            Move::Steal => words("bad: takes the talon", "špatná", "zlá").to(lang).into(),
            Move::Bid(step) => self.step_words(step, lang),
            Move::Pass => words("pass", "pas", "pas").to(lang).into(),
            Move::Name(contract, trump) => self.name_words(s, contract, trump, lang),
            Move::Double(item) => self.double_words(s, s.doubled[item.index()], item, lang),
            Move::Against(item) => item_words(s, item, lang).into(),
            Move::Play(c) => {
                let hand = s.hands.get(usize::from(s.turn)).copied().unwrap_or_default();
                if s.trump.is_some() && crate::marriages(hand).has(c) {
                    let worth = if s.trump == Some(c.suit()) { 40 } else { 20 };
                    return format!(
                        "{}, {} {worth}",
                        card(c),
                        words("marriage", "hláška", "hláška").to(lang)
                    );
                }
                card(c)
            }
        }
    }

    fn heard(&self, s: &State, mv: Move, who: Option<Player>, lang: Lang) -> Option<String> {
        let mover = Some(Player(s.turn)) == who;
        match mv {
            Move::Deal(_) if s.phase == Phase::People && who != Some(Player(s.forehand())) => Some(
                words("a trump card is turned z lidu", "trumf je z lidu", "tromf je z ľudu").to(lang).into(),
            ),
            Move::Deal(_) if s.phase == Phase::People => Some(self.label(s, mv, lang)),
            Move::Deal(card) => match self.goes(s) {
                Goes::Hand(p) if who == Some(Player(p)) => Some(format!(
                    "{} {}",
                    words("your cards:", "tvoje karty:", "tvoje karty:").to(lang),
                    DECK.words(card, lang)
                )),
                _ => None,
            },
            Move::Trump(_) if !mover => {
                Some(words("lays a trump card", "pokládá trumf", "kladie tromf").to(lang).into())
            }
            Move::Lay(_) if !mover => Some(
                words("lays a card to the talon", "odkládá kartu do talonu", "odkladá kartu do talónu")
                    .to(lang)
                    .into(),
            ),
            _ => Some(self.label(s, mv, lang)),
        }
    }

    fn gesture(&self, s: &State, mv: Move) -> Gesture {
        match mv {
            Move::Deal(_) if s.phase == Phase::Deal => {
                let top = 31 - usize::from(s.dealt);
                let to = match self.goes(s) {
                    Goes::Hand(p) => {
                        let p = Player(p);
                        Place::new(picture::hand_zone(p), s.hands[p.index()].len())
                    }
                    Goes::Fresh => {
                        let p = Player(s.forehand());
                        Place::new(picture::hand_zone(p), s.hands[p.index()].len() + s.fresh.len())
                    }
                    Goes::Talon => Place::new("talon", s.talons[0].len()),
                };
                Gesture::carry(format!("stock.{top}"), Place::new("stock", top), to)
            }
            Move::Play(card) | Move::Lay(card) => {
                let p = Player(s.turn);
                let slot = picture::slot(DECK, s.hands[p.index()], card, s.trump);
                let to = match mv {
                    Move::Play(_) => Place::new("trick", usize::from(s.trick.len)),
                    _ => Place::new("talon", s.talon().len()),
                };
                Gesture::carry(DECK.name(card), Place::new(picture::hand_zone(p), slot), to)
            }
            _ => Gesture::Say(self.text(s, mv)),
        }
    }

    fn numbered(&self, kind: &str) -> Option<usize> {
        cards::picture::numbered(DECK, kind)
    }

    fn scene(&self, v: &View, who: Option<Player>, lang: Lang) -> Scene {
        self.picture(v, who, lang)
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
        self.count_up(s, lang)
    }

    fn sheet(&self, s: &State, lang: Lang) -> Vec<String> {
        self.explain_match(s, lang)
    }

    fn drawing(&self, v: &View, who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        Some(self.draw_table(v, who, lang, colour))
    }
}

impl Marias {
    fn step_words(&self, step: u8, lang: Lang) -> String {
        let names = [
            words("seven", "sedma", "sedma"),
            words("seven in hearts", "červená sedma", "červená sedma"),
            words("hundred", "sto", "sto"),
            words("hundred and seven", "sto a sedma", "sto a sedma"),
            words("hundred in hearts", "červených sto", "červených sto"),
            words("hundred and seven in hearts", "červených sto a sedma", "červených sto a sedma"),
            words("betl", "betl", "betl"),
            words("durch", "durch", "durch"),
            words("two sevens", "dvě sedmy", "dve sedmy"),
            words("two sevens and a hundred", "dvě sedmy a sto", "dve sedmy a sto"),
            words("two sevens, hearts trump", "dvě sedmy v červených", "dve sedmy v červených"),
            words(
                "two sevens and a hundred, hearts trump",
                "dvě sedmy a sto v červených",
                "dve sedmy a sto v červených",
            ),
        ];
        names[usize::from(step.clamp(1, 12)) - 1].to(lang).into()
    }

    /// A contract with its trumps in words.
    pub(crate) fn name_words(&self, s: &State, c: Contract, trump: Option<Suit>, lang: Lang) -> String {
        let trump = trump.or(s.trump).or(s.trump_card.known().then(|| s.trump_card.suit()));
        let mut text = contract_words(c, lang).to_string();
        if let (true, Some(suit)) = (c.coloured(), trump) {
            text +=
                &format!(", {} {}", words("trumps", "trumfy", "tromfy").to(lang), trump_words(suit, lang));
        }
        if let Sevens::Two(other) = c.sevens {
            let helped = words("second seven", "druhá sedma", "druhá sedma").to(lang);
            text += &format!(", {helped} {}", trump_words(other, lang));
        }
        text
    }

    /// A doubling in words.
    pub(crate) fn double_words(&self, s: &State, level: u8, item: Item, lang: Lang) -> String {
        let on = words("on", "na", "na").to(lang);
        format!("{} {on} {}", level_name(level), item_words(s, item, lang))
    }
}

/// An item in words.
pub(crate) fn item_words(s: &State, item: Item, lang: Lang) -> &'static str {
    match item_name(s, item) {
        "hra" => words("the game", "hru", "hru"),
        "sto" => words("the hundred", "sto", "sto"),
        "betl" => words("betl", "betl", "betl"),
        "durch" => words("durch", "durch", "durch"),
        "sedma" => words("the seven", "sedmu", "sedmu"),
        "sedma-proti" => words("seven against (sedma proti)", "sedma proti", "sedma proti"),
        _ => words("hundred against (sto proti)", "sto proti", "sto proti"),
    }
    .to(lang)
}
