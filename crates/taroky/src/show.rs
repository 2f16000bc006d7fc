//! Taroky for people: notation, words, gestures, scenes, the score sheet.

use crate::drawing;
use crate::game::Taroky;
use crate::score::sheet;
use crate::state::{Bid, Contract, DECK, ITEMS, Move, Stage, State, owner, place, revealing, said};
use crate::view::{View, seen};
use crate::words;
use cards::picture::{fan, hand_zone, pile_zone, slot, trick, up, zones};
use cards::{Card, Hand, TAROCK};
use game::{
    Account, Cues, Gesture, Illegal, Lang, Layout, Observe, Place, Player, Remark, Said, Scene, Show, Token,
    Visibility, Zone, words as three,
};

/// The names of items in notation.
const ITEM_NAMES: [&str; ITEMS] = ["pagat", "valat", "game"];

/// Names of the set bits joined by `+`.
fn joined(bits: u8, names: [&str; 3]) -> String {
    let set: Vec<&str> = (0..3).filter(|i| bits >> i & 1 == 1).map(|i| names[i]).collect();
    set.join("+")
}

/// A bid in notation.
fn bid_name(bid: Bid) -> &'static str {
    match bid {
        Bid::Good => "good",
        Bid::Game(Contract::First) => "first",
        Bid::Game(Contract::Second) => "second",
        Bid::Game(Contract::Preferanc) => "preferanc",
        Bid::Game(_) => "solo",
    }
}

/// A bid in words.
pub(crate) fn bid_words(bid: Bid, lang: Lang) -> &'static str {
    match bid {
        Bid::Good => three("good", "dobrá", "dobrá").to(lang),
        Bid::Game(contract) => words::contract(contract).to(lang),
    }
}

impl Show for Taroky {
    fn id(&self) -> String {
        self.options.id("taroky")
    }

    fn text(&self, _s: &State, mv: Move) -> String {
        let choice = |yes: bool, a: &str, b: &str| if yes { a.to_string() } else { b.to_string() };
        match mv {
            Move::Deal(card) | Move::Play(card) => DECK.name(card),
            Move::Next => "next".into(),
            Move::Bid(bid) => bid_name(bid).into(),
            Move::Varsava(yes) => choice(yes, "varsava", "duty"),
            Move::Call(card) => format!("call:{}", DECK.name(card)),
            Move::Take(yes) => choice(yes, "take", "refuse"),
            Move::Surrender(yes) => choice(yes, "give-up", "play-on"),
            Move::Keep(yes) => choice(yes, "keep", "show"),
            Move::Lay(card) => format!("lay:{}", DECK.name(card)),
            Move::Announce(0) => "silent".into(),
            Move::Announce(bits) => joined(bits, ["", "pagat", "valat"]),
            Move::Double(0) => "pass".into(),
            Move::Double(bits) => format!("flek:{}", joined(bits, ITEM_NAMES)),
        }
    }

    fn parse(&self, s: &State, text: &str) -> Result<Move, Illegal> {
        use game::Game;
        let mv = match s.stage {
            Stage::Deal => Move::Deal(DECK.card(text).ok_or(Illegal)?),
            Stage::Play => Move::Play(DECK.card(text).ok_or(Illegal)?),
            Stage::Lay => {
                let name = text.strip_prefix("lay:").ok_or(Illegal)?;
                Move::Lay(DECK.card(name).ok_or(Illegal)?)
            }
            _ => {
                let mut moves = Vec::new();
                self.moves(s, &mut moves);
                return moves.into_iter().find(|&mv| self.text(s, mv) == text).ok_or(Illegal);
            }
        };
        if self.legal(s, mv) { Ok(mv) } else { Err(Illegal) }
    }

    fn label(&self, s: &State, mv: Move, lang: Lang) -> String {
        let choice = |yes: bool, a: game::Words, b: game::Words| if yes { a } else { b }.to(lang).to_string();
        match mv {
            Move::Deal(card) | Move::Play(card) => words::card(card, lang),
            Move::Next => three("next deal", "další rozdání", "ďalšie rozdanie").to(lang).into(),
            Move::Bid(bid) => bid_words(bid, lang).into(),
            Move::Varsava(yes) => {
                choice(yes, words::contract(Contract::Varsava), words::contract(Contract::First))
            }
            Move::Call(card) => {
                format!("{} {}", three("I call", "volám", "volám").to(lang), words::card(card, lang))
            }
            Move::Take(yes) => choice(
                yes,
                three("I take the card", "beru kartu", "beriem kartu"),
                three("I refuse the card", "odmítám kartu", "odmietam kartu"),
            ),
            Move::Surrender(yes) => {
                choice(yes, three("I give up", "vzdávám", "vzdávam"), three("I play on", "hraji", "hrám"))
            }
            Move::Keep(yes) => choice(
                yes,
                three("I keep these cards", "nechávám si je", "nechávam si ich"),
                three("I show them and take the others", "ukazuji, beru druhé", "ukazujem, beriem druhé"),
            ),
            Move::Lay(card) => {
                format!(
                    "{} {}",
                    three("lay away", "odložit kartu", "odložiť kartu").to(lang),
                    words::card(card, lang)
                )
            }
            Move::Announce(0) => three("no announcement", "nehlásím", "nehlásim").to(lang).into(),
            Move::Announce(bits) => words::announcements(u16::from(bits), lang),
            Move::Double(0) => three("no flek", "bez fleku", "bez fleku").to(lang).into(),
            Move::Double(bits) => words::fleks(s, bits, lang),
        }
    }

    fn heard(&self, s: &State, mv: Move, who: Option<Player>, lang: Lang) -> Option<String> {
        let me = who.map_or(4, |p| p.0);
        let taken = self.taken_by(s, mv, me);
        let text = match mv {
            Move::Deal(card) => {
                let (group, _) = place(s.forehand(), s.dealt, &self.rules);
                // The fifth place is the talon, not the spectator.
                if group == 4 || group != usize::from(me) {
                    return None;
                }
                let yours = three("your cards:", "tvoje karty:", "tvoje karty:").to(lang);
                format!("{yours} {}", words::card(card, lang))
            }
            Move::Lay(card) if s.turn != me && card.suit() != TAROCK => {
                three("lays a card away", "odkládá kartu", "odkladá kartu").to(lang).into()
            }
            Move::Lay(card) => {
                let lays = three("lays away", "odkládá kartu:", "odkladá kartu:").to(lang);
                format!("{lays} {}", words::card(card, lang))
            }
            Move::Keep(false) => {
                let first = if s.cards == 1 { 0 } else { 3 };
                let shown: Hand = s.talon[first..first + 3].iter().copied().collect();
                format!("{} {}", three("shows", "ukazuje", "ukazuje").to(lang), words::cards(shown, lang))
            }
            Move::Keep(true) => self.kept(s, mv, lang),
            Move::Announce(bits) => {
                let told = u16::from(bits) | revealing(s.hands[usize::from(s.turn & 3)]);
                if told == 0 { self.label(s, mv, lang) } else { words::announcements(told, lang) }
            }
            Move::Play(card) => self.played(s, card, lang),
            _ => self.label(s, mv, lang),
        };
        Some(if taken.is_empty() {
            text
        } else {
            format!("{text} ({} {})", words::FROM_TALON.to(lang), words::cards(taken, lang))
        })
    }

    fn gesture(&self, s: &State, mv: Move) -> Gesture {
        match mv {
            Move::Deal(_) => {
                let (group, at) = place(s.forehand(), s.dealt, &self.rules);
                let from = Place::new("stock", usize::from(53 - s.dealt));
                let to = match group {
                    4 => Place::new("talon", at),
                    p => Place::new(hand_zone(Player(p as u8)), at),
                };
                Gesture::carry(format!("stock.{}", from.slot), from, to)
            }
            Move::Lay(card) => self.carry(s, card, pile_zone(Player(s.turn)), 60),
            Move::Play(card) => self.carry(s, card, "trick".into(), usize::from(s.played & 3)),
            _ => Gesture::Say(self.text(s, mv)),
        }
    }

    fn numbered(&self, kind: &str) -> Option<usize> {
        cards::picture::numbered(DECK, kind)
    }

    fn scene(&self, v: &View, _who: Option<Player>, lang: Lang) -> Scene {
        use game::Game;
        let s = &v.known;
        let stock = three("stock", "balíček", "balíček").to(lang);
        let mut all = vec![Zone::new("stock", stock, Layout::Stack).seen_by(Visibility::Nobody)];
        all.extend(zones(4, true, lang));
        Scene {
            zones: all,
            tokens: self.tokens(s, lang),
            said: self.said(s, lang),
            turn: self.turn(s),
            points: s.scores.to_vec(),
        }
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
        u32::from(s.deal) + u32::from(matches!(s.stage, Stage::Scored | Stage::Over))
    }

    fn account(&self, s: &State, lang: Lang) -> Option<Account> {
        self.count_up(s, lang)
    }

    fn sheet(&self, s: &State, lang: Lang) -> Vec<String> {
        if !matches!(s.stage, Stage::Scored | Stage::Over) {
            return Vec::new();
        }
        sheet(&self.rules, s).lines().iter().map(|line| words::line(s, line, lang)).collect()
    }

    fn drawing(&self, v: &View, who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        Some(drawing::draw(self, v, who, lang, colour))
    }
}

impl Taroky {
    fn carry(&self, s: &State, card: Card, zone: String, to: usize) -> Gesture {
        let p = Player(s.turn & 3);
        let at = slot(DECK, s.hands[p.index()], card, None);
        Gesture::carry(DECK.name(card), Place::new(hand_zone(p), at), Place::new(zone, to))
    }

    /// The talon cards that a move brings into the hand of `me`.
    fn taken_by(&self, s: &State, mv: Move, me: u8) -> Hand {
        use game::Game;
        if me > 3 || matches!(mv, Move::Deal(_) | Move::Play(_) | Move::Next) {
            return Hand::EMPTY;
        }
        let mut after = *s;
        self.apply(&mut after, mv);
        let new = |i: &usize| after.owner[*i] == me && s.owner[*i] != me;
        (0..6).filter(new).map(|i| after.talon[i]).collect()
    }

    /// Keeping the first cards may show some of the others.
    fn kept(&self, s: &State, mv: Move, lang: Lang) -> String {
        let label = self.label(s, mv, lang);
        if !self.rules.show_rest || s.cards != 1 {
            return label;
        }
        let shown: Hand =
            s.talon[3..].iter().copied().filter(|card| card.suit() == TAROCK || card.height() == 7).collect();
        if shown.is_empty() { label } else { format!("{label} ({})", words::cards(shown, lang)) }
    }

    /// A card played; in Varšava the talon card that goes with the trick.
    fn played(&self, s: &State, card: Card, lang: Lang) -> String {
        let text = words::card(card, lang);
        let trick = s.tricks();
        if s.contract == Contract::Varsava && s.played & 3 == 3 && trick < 6 {
            return format!("{text} ({} {})", words::FROM_TALON.to(lang), words::card(s.talon[trick], lang));
        }
        text
    }

    fn tokens(&self, s: &State, lang: Lang) -> Vec<Token> {
        let mut tokens = Vec::with_capacity(54);
        for p in Player::all(4) {
            let hand = s.hands[p.index()];
            let count = s.count(p.0, &self.rules);
            tokens.extend(fan(DECK, p, hand, count.saturating_sub(hand.len()), None, lang));
        }
        tokens.extend(trick(DECK, &s.trick(), 4, lang));
        let dealt = |i: usize| {
            s.stage != Stage::Deal || (0..s.dealt).any(|n| place(s.forehand(), n, &self.rules) == (4, i))
        };
        for i in (0..6).filter(|&i| matches!(s.owner[i], owner::LYING | owner::AWAY) && dealt(i)) {
            let at = Place::new("talon", i);
            tokens.push(if s.talon[i].known() { up(DECK, s.talon[i], at, lang) } else { Token::down(at) });
        }
        for p in Player::all(4) {
            tokens.extend(self.pile(s, p, lang));
        }
        for i in 0..54usize.saturating_sub(usize::from(s.dealt)) {
            tokens.push(Token::down(Place::new("stock", i)));
        }
        tokens
    }

    /// A pile: tarocks laid away face up, then backs.
    fn pile(&self, s: &State, p: Player, lang: Lang) -> Vec<Token> {
        let tricks = (0..s.tricks()).filter(|&i| s.takers[i] == p.0);
        let turned = tricks.clone().filter(|&i| i < 6 && s.owner[i] == owner::TURNED).count();
        let count = 4 * tricks.count() + turned + usize::from(s.laid_count[p.index()]);
        let open = s.laid[p.index()].of(TAROCK);
        let mut tokens: Vec<Token> = DECK
            .sorted(open, None)
            .into_iter()
            .enumerate()
            .map(|(i, card)| up(DECK, card, Place::new(pile_zone(p), i), lang).owned(p))
            .collect();
        for i in open.len()..count {
            tokens.push(Token::down(Place::new(pile_zone(p), i)).owned(p));
        }
        tokens
    }

    /// What was said and still holds.
    pub(crate) fn said(&self, s: &State, lang: Lang) -> Vec<Said> {
        let mut list = Vec::new();
        let mut say = |p: u8, text: String| list.push(Said { who: (p < 4).then_some(Player(p)), text });
        if s.stage == Stage::Auction {
            for i in 0..s.call_count.min(16) {
                say((s.forehand() + i) & 3, bid_words(s.calls[usize::from(i)], lang).to_string());
            }
            return list;
        }
        if s.contract != Contract::Open {
            let mut text = words::contract(s.contract).to(lang).to_string();
            if s.contract == Contract::Preferanc && s.cards > 0 {
                text = format!("{text} {}", words::which_cards(s.cards).to(lang));
            }
            if s.called.known() {
                text = format!("{text}, {} {}", three("calls", "volá", "volá").to(lang), DECK.name(s.called));
            }
            say(s.bidder, text);
        }
        for i in 0..4 {
            let p = (s.forehand() + i) & 3;
            let second = s.contract == Contract::Second && p == s.bidder;
            let bits = s.said[usize::from(p)] & !if second { said::PAGAT } else { 0 };
            if bits != 0 {
                say(p, words::announcements(bits, lang));
            }
        }
        for item in 0..ITEMS {
            for level in 0..s.flek[item].min(4) {
                let raiser = s.raisers[item][usize::from(level)];
                let name = words::level(level + 1).to(lang);
                say(raiser, format!("{name}: {}", words::item(item).to(lang)));
            }
        }
        list
    }

    /// Whether the viewer knows a talon card, for drawings.
    pub(crate) fn talon_seen(&self, v: &View, i: usize) -> bool {
        v.known.talon[i].known() || seen(self, &v.known, v.who, i)
    }

    /// The view of everybody, for tests and tools.
    pub fn views(&self, s: &State) -> [View; 5] {
        [Some(Player(0)), Some(Player(1)), Some(Player(2)), Some(Player(3)), None]
            .map(|who| self.view(s, who))
    }
}
