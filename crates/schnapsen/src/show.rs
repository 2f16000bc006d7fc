//! Schnapsen for people: notation, words, scenes and the score sheet. Notation: a card for dealing and playing (`HA`), `HK+20`
//! or `HK+40` for leading with a marriage, `exchange`, `close`, `enough`, and `on` where nothing is claimed after a marriage.

use crate::score::{Ending, Outcome};
use crate::state::{Goes, Move, Phase, State};
use crate::{Schnapsen, View};
use cards::{Card, Deck, Hand, Suit, picture};
use game::{
    Account, Cues, Gesture, Lang, Layout, Place, Player, Remark, Said, Scene, Show, Token, Visibility, Words,
    Zone, name_players, words,
};

/// The bonus of a marriage in a suit.
pub(crate) fn bonus(s: &State, suit: Suit) -> u8 {
    if s.trump == Some(suit) { 40 } else { 20 }
}

impl Show for Schnapsen {
    fn id(&self) -> String {
        self.options().id("schnapsen")
    }

    fn text(&self, s: &State, mv: Move) -> String {
        let name = |card| self.rules.deck.name(card);
        match mv {
            Move::Deal(card) | Move::Play(card) => name(card),
            Move::Marry(card) => format!("{}+{}", name(card), bonus(s, card.suit())),
            Move::Exchange => "exchange".into(),
            Move::Close => "close".into(),
            Move::Enough => "enough".into(),
            Move::On => "on".into(),
        }
    }

    fn label(&self, s: &State, mv: Move, lang: Lang) -> String {
        let card = |card: Card| self.rules.deck.words(card, lang);
        let to = |w: Words| w.to(lang).to_string();
        match mv {
            Move::Deal(c) => format!("{} {}", words("deals", "rozdá se", "rozdá sa").to(lang), card(c)),
            Move::Play(c) => card(c),
            Move::Marry(c) => {
                let worth = match (bonus(s, c.suit()), lang) {
                    (40, Lang::En) => "forty",
                    (_, Lang::En) => "twenty",
                    (40, Lang::Cs) => "čtyřicet",
                    (_, Lang::Cs) => "dvacet",
                    (40, Lang::Sk) => "štyridsať",
                    (_, Lang::Sk) => "dvadsať",
                };
                format!("{}, {worth}", card(c))
            }
            Move::Exchange => {
                let jack = self.jack().to(lang);
                let exchange = match lang {
                    Lang::En => format!("exchange the trump {jack} for the"),
                    Lang::Cs => format!("vyměnit {jack} za"),
                    Lang::Sk => format!("vymeniť {jack} za"),
                };
                format!("{exchange} {}", self.exchanged_for(s, lang))
            }
            Move::Close => to(words("close the talon", "zavřít talon", "zatvoriť talón")),
            Move::Enough => to(words("enough: 66", "dost: 66", "dosť: 66")),
            Move::On => to(words("the play goes on", "hraje se dál", "hrá sa ďalej")),
        }
    }

    fn heard(&self, s: &State, mv: Move, who: Option<Player>, lang: Lang) -> Option<String> {
        let card = |card| self.rules.deck.words(card, lang);
        match mv {
            Move::Deal(c) => match (s.goes(), who) {
                (Goes::Talon(9), _) => Some(format!(
                    "{} {}",
                    words("trump card:", "trumfová karta:", "tromfová karta:").to(lang),
                    card(c)
                )),
                (Goes::Hand(p), Some(me)) if p == me.0 => Some(format!(
                    "{} {}",
                    words("your cards:", "tvoje karty:", "tvoje karty:").to(lang),
                    card(c)
                )),
                _ => None,
            },
            // An order on a button, a statement in the log and at the speaker.
            Move::Exchange => {
                let jack = self.jack().to(lang);
                let exchanges = match lang {
                    Lang::En => format!("exchanges the trump {jack} for the"),
                    Lang::Cs => format!("vyměňuji {jack} za"),
                    Lang::Sk => format!("vymieňam {jack} za"),
                };
                Some(format!("{exchanges} {}", self.exchanged_for(s, lang)))
            }
            Move::Close => Some(words("closes the talon", "zavírám talon", "zatváram talón").to(lang).into()),
            _ => Some(self.label(s, mv, lang)),
        }
    }

    fn gesture(&self, s: &State, mv: Move) -> Gesture {
        match mv {
            Move::Deal(_) if s.phase == Phase::Deal => {
                let top = stock(s).saturating_sub(1);
                let from = Place::new("stock", top);
                let to = match s.goes() {
                    Goes::Hand(p) => {
                        Place::new(picture::hand_zone(Player(p)), s.hands[usize::from(p & 1)].len())
                    }
                    Goes::Talon(9) => Place::new("talon", 0),
                    Goes::Talon(_) => return Gesture::Say(self.text(s, mv)),
                };
                Gesture::carry(format!("stock.{top}"), from, to)
            }
            Move::Play(card) | Move::Marry(card) => {
                let hand = s.hands[usize::from(s.turn & 1)];
                let slot = picture::slot(self.rules.deck, hand, card, s.trump);
                let from = Place::new(picture::hand_zone(Player(s.turn)), slot);
                let to = Place::new("trick", usize::from(s.trick.len));
                Gesture::carry(self.rules.deck.name(card), from, to)
            }
            _ => Gesture::Say(self.text(s, mv)),
        }
    }

    fn numbered(&self, kind: &str) -> Option<usize> {
        cards::picture::numbered(self.rules.deck, kind)
    }

    fn scene(&self, v: &View, who: Option<Player>, lang: Lang) -> Scene {
        let s = &v.table;
        let deck = self.rules.deck;
        let mut scene = Scene {
            zones: zones(lang),
            tokens: Vec::with_capacity(20),
            said: self.said(v, lang),
            turn: self.turn_of(s),
            points: s.points.to_vec(),
        };
        scene.tokens.extend((0..stock_of(v)).map(|i| Token::down(Place::new("stock", i))));
        if s.face_up().known() {
            let place = Place::new("talon", 0);
            // Who closes turns the trump card over and lays it on the talon.
            scene.tokens.push(match s.closed {
                Some(_) => Token::down(place),
                None => picture::up(deck, s.face_up(), place, lang),
            });
        }
        for p in Player::all(2) {
            let known = if who == Some(p) { s.hands[p.index()] } else { Hand::EMPTY };
            let hidden = if who == Some(p) { 0 } else { v.held(p.0) };
            scene.tokens.extend(picture::fan(deck, p, known, hidden, s.trump, lang));
        }
        scene.tokens.extend(picture::trick(deck, &s.trick, 2, lang));
        for p in Player::all(2) {
            scene.tokens.extend(picture::pile(p, 2 * usize::from(s.tricks[p.index()])));
        }
        scene
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

    fn points(&self, s: &State, p: Player) -> i32 {
        s.points[p.index() & 1]
    }

    fn sheet(&self, s: &State, lang: Lang) -> Vec<String> {
        let Some(last) = s.last else { return Vec::new() };
        let player = words("player", "hráč", "hráč").to(lang);
        let mut lines: Vec<String> = self
            .account_lines(&last, lang)
            .iter()
            .map(|line| name_players(line, |p| format!("{player} {p}")))
            .collect();
        if self.rules.deals > 1 {
            lines.push(format!(
                "{} {}: {} : {}",
                words("after deal", "po rozdání", "po rozdaní").to(lang),
                s.deals,
                s.points[0],
                s.points[1],
            ));
        }
        lines
    }

    fn drawing(&self, v: &View, who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        Some(self.draw(v, who, lang, colour))
    }
}

/// Cards face down beside the table: those to be dealt and those of the talon.
fn stock(s: &State) -> usize {
    let held = s.hands[0].len() + s.hands[1].len() + usize::from(s.dealt > 6);
    20usize.saturating_sub(held)
}

fn stock_of(v: &View) -> usize {
    let s = &v.table;
    if s.dealt < 20 { 20 - v.held(0) - v.held(1) - usize::from(s.dealt > 6) } else { v.face_down() }
}

impl Schnapsen {
    /// The tricks of the deal so far, the open one included: who takes or took them, and their cards.
    pub(crate) fn history<'a>(&self, s: &'a State) -> impl Iterator<Item = (u8, &'a [Card])> {
        let law = self.law(s);
        let mut leader = s.forehand();
        s.plays[..usize::from(s.made)].chunks(2).map(move |cards| {
            leader = (leader + law.winner(cards) as u8) & 1;
            (leader, cards)
        })
    }

    /// The trump card that lies there in words, in the case a Czech or Slovak sentence wants.
    fn exchanged_for(&self, s: &State, lang: Lang) -> String {
        match lang {
            Lang::En => self.rules.deck.words(s.face_up(), lang),
            Lang::Cs | Lang::Sk => format!(
                "{} ({})",
                words("", "trumfovou kartu", "tromfovú kartu").to(lang),
                self.rules.deck.words(s.face_up(), lang)
            ),
        }
    }

    /// What the lowest court card is called in this pack; in Czech and Slovak as the object of a sentence.
    fn jack(&self) -> Words {
        if self.rules.deck == Deck::French20 {
            words("jack", "kluka", "chlapa")
        } else {
            words("unter", "spodka", "dolníka")
        }
    }

    /// What was said and still holds.
    fn said(&self, v: &View, lang: Lang) -> Vec<Said> {
        let s = &v.table;
        let mut said = Vec::new();
        let mut say = |who: u8, text: String| said.push(Said { who: Some(Player(who)), text });
        if let Some(p) = s.exchanged {
            let exchanged = words("exchanged the", "výměna", "výmena").to(lang);
            say(p, format!("{exchanged} {}", self.jack().to(lang)));
        }
        for p in 0..2u8 {
            for suit in (0..4).map(Suit).filter(|suit| s.married[usize::from(p)] >> suit.0 & 1 == 1) {
                say(p, format!("{}, {}", bonus(s, suit), self.suit_called(suit, lang)));
            }
        }
        if let Some(closing) = s.closed {
            say(
                closing.by,
                words("the talon is closed", "talon je zavřený", "talón je zatvorený").to(lang).into(),
            );
        }
        if let (true, Some(Outcome { ending: Ending::Claim(p), .. })) = (s.ended(), s.last) {
            say(p, self.label(s, Move::Enough, lang));
        }
        said
    }

    /// The account of one deal; players are named by their marks.
    pub(crate) fn account_lines(&self, o: &Outcome, lang: Lang) -> Vec<String> {
        let to = |w: Words| w.to(lang);
        let mut lines = vec![format!(
            "{} {}",
            to(words("trump card:", "trumfová karta:", "tromfová karta:")),
            self.rules.deck.words(o.turned, lang)
        )];
        for p in [o.forehand, 1 - o.forehand] {
            let i = usize::from(p & 1);
            lines.push(format!(
                "{}: {} {} ({}) + {} {} = {}",
                Player(p).mark(),
                o.tricks[i],
                to(words("in tricks", "ve štyších", "v štichoch")),
                o.count[i],
                to(words("marriages", "hlášky", "hlášky")),
                o.marriages[i],
                if o.count[i] > 0 { o.tricks[i] + o.marriages[i] } else { 0 },
            ));
        }
        if let Some(closing) = o.closed {
            let text = words("closed the talon", "zavřený talon", "zatvorený talón");
            let colon = if lang == Lang::En { "" } else { ":" };
            lines.push(format!("{}{colon} {}", Player(closing.by).mark(), to(text)));
        }
        lines.push(self.explain_ending(o, lang));
        lines.push(format!(
            "{}: {} {}",
            to(words("game points", "body do hry", "body do hry")),
            Player(o.winner).mark(),
            o.worth
        ));
        lines
    }

    fn explain_ending(&self, o: &Outcome, lang: Lang) -> String {
        let (p, text) = match o.ending {
            Ending::Claim(p) if p == o.winner => {
                (p, words("rightly said enough", "dost, právem", "dosť, právom"))
            }
            Ending::Claim(p) => (
                p,
                words("said enough wrongly: not 66", "dost, neprávem: nemá 66", "dosť, neprávom: nemá 66"),
            ),
            Ending::Counted(p) => (p, words("has 66", "má 66", "má 66")),
            Ending::LastTrick(p) => (
                p,
                words(
                    "took the last trick, and nobody has 66",
                    "poslední štych, a nikdo nemá 66",
                    "posledný štich, a nikto nemá 66",
                ),
            ),
            Ending::Failed(p) => (
                p,
                words(
                    "closed the talon and does not have 66",
                    "talon zavřený, ale 66 chybí",
                    "talón zatvorený, ale 66 chýba",
                ),
            ),
        };
        let colon = if lang == Lang::En { "" } else { ":" };
        format!("{}{colon} {}", Player(p).mark(), text.to(lang))
    }
}

fn zones(lang: Lang) -> Vec<Zone> {
    let stock = words("talon", "talon", "talón").to(lang);
    let label = words("trump card", "trumfová karta", "tromfová karta").to(lang);
    let mut zones = vec![
        Zone::new("stock", stock, Layout::Stack).seen_by(Visibility::Nobody),
        Zone::new("talon", label, Layout::Row),
    ];
    zones.extend(picture::zones(2, false, lang));
    zones
}
