//! Šnaps for people: notation, words, scenes and the score sheet. Notation: a card for dealing, calling and playing
//! (`HA`), `HK+20` or `HK+40` for leading with a marriage, `pass`, `kontra` (`rekontra`, `subkontra`), `dost`.

use crate::score::{Ending, Outcome};
use crate::state::{Move, PACK, Phase, State};
use crate::{Snaps, View};
use cards::{Card, Deck, Hand, Suit, picture};
use game::{
    Account, Cues, Gesture, Lang, Layout, Place, Player, Remark, Said, Scene, Show, Token, Visibility, Words,
    Zone, name_players, words,
};

/// The pack, for names.
pub(crate) const DECK: Deck = Deck::German24;

/// What a doubling of this level is called.
pub(crate) const fn doubling(level: u8) -> &'static str {
    match level {
        0 => "kontra",
        1 => "rekontra",
        _ => "subkontra",
    }
}

/// The bonus of a marriage in a suit.
fn bonus(s: &State, suit: Suit) -> u8 {
    if s.trump() == Some(suit) { 40 } else { 20 }
}

fn player_word(lang: Lang) -> &'static str {
    words("player", "hráč", "hráč").to(lang)
}

impl Show for Snaps {
    fn id(&self) -> String {
        self.options().id("snaps")
    }

    fn text(&self, s: &State, mv: Move) -> String {
        match mv {
            Move::Deal(card) | Move::Call(card) | Move::Play(card) => DECK.name(card),
            Move::Marry(card) => format!("{}+{}", DECK.name(card), bonus(s, card.suit())),
            Move::Pass => "pass".into(),
            Move::Kontra => doubling(s.doubled).into(),
            Move::Enough => "dost".into(),
        }
    }

    fn label(&self, s: &State, mv: Move, lang: Lang) -> String {
        let card = |card: Card| DECK.words(card, lang);
        match mv {
            Move::Deal(c) => format!("{} {}", words("deals", "rozdá se", "rozdá sa").to(lang), card(c)),
            Move::Call(c) => format!("{} {}", words("calls the", "volí:", "volí:").to(lang), card(c)),
            Move::Play(c) => card(c),
            Move::Marry(c) => {
                let worth = match (bonus(s, c.suit()), lang) {
                    (40, Lang::En) => "forty",
                    (_, Lang::En) => "twenty",
                    (40, Lang::Cs) => "čtyřicet",
                    (_, Lang::Cs) => "dvacet",
                    (40, Lang::Sk) => "za štyridsať",
                    (_, Lang::Sk) => "za dvadsať",
                };
                format!("{}, {worth}", card(c))
            }
            Move::Pass => words("good", "dobrá", "dobre").to(lang).into(),
            Move::Kontra => doubling(s.doubled).into(),
            Move::Enough => words("dosť (enough)", "dosť", "dosť").to(lang).into(),
        }
    }

    fn heard(&self, s: &State, mv: Move, who: Option<Player>, lang: Lang) -> Option<String> {
        match mv {
            Move::Deal(card) if who == Some(Player(s.receiver())) => {
                let yours = words("your cards:", "tvoje karty:", "tvoje karty:").to(lang);
                Some(format!("{yours} {}", DECK.words(card, lang)))
            }
            Move::Deal(_) => None,
            _ => Some(self.label(s, mv, lang)),
        }
    }

    fn gesture(&self, s: &State, mv: Move) -> Gesture {
        match mv {
            Move::Deal(_) if s.phase == Phase::Deal => {
                let top = 23 - usize::from(s.dealt);
                let to = Player(s.receiver());
                let hand = Place::new(picture::hand_zone(to), s.hands[to.index()].len());
                Gesture::carry(format!("stock.{top}"), Place::new("stock", top), hand)
            }
            Move::Play(card) | Move::Marry(card) => {
                let hand = s.hands[usize::from(s.turn)];
                let from = Place::new(
                    picture::hand_zone(Player(s.turn)),
                    picture::slot(DECK, hand, card, s.trump()),
                );
                Gesture::carry(DECK.name(card), from, Place::new("trick", usize::from(s.trick.len)))
            }
            _ => Gesture::Say(self.text(s, mv)),
        }
    }

    fn numbered(&self, kind: &str) -> Option<usize> {
        cards::picture::numbered(DECK, kind)
    }

    fn scene(&self, v: &View, who: Option<Player>, lang: Lang) -> Scene {
        let s = &v.table;
        let mut scene = Scene {
            zones: zones(lang),
            tokens: Vec::with_capacity(24),
            said: self.said(v, lang),
            turn: self.turn_of(s),
            points: s.totals.to_vec(),
        };
        let stock = PACK.len() - usize::from(s.dealt);
        scene.tokens.extend((0..stock).map(|i| Token::down(Place::new("stock", i))));
        for p in Player::all(4) {
            let known = if who == Some(p) { s.hands[p.index()] } else { Hand::EMPTY };
            let hidden = if who == Some(p) { 0 } else { v.held(p.0) };
            scene.tokens.extend(picture::fan(DECK, p, known, hidden, s.trump(), lang));
        }
        scene.tokens.extend(picture::trick(DECK, &s.trick, 4, lang));
        for p in Player::all(4) {
            scene.tokens.extend(picture::pile(p, 4 * usize::from(s.tricks[p.index()])));
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

    fn sheet(&self, s: &State, lang: Lang) -> Vec<String> {
        let Some(last) = s.last else { return Vec::new() };
        let mut lines = self.explain(&last, lang);
        if self.rules.deals > 1 {
            lines.push(format!(
                "{} {}: {}",
                words("after deal", "po rozdání", "po rozdaní").to(lang),
                s.deals,
                list(&s.totals),
            ));
        }
        lines
    }

    fn drawing(&self, v: &View, who: Option<Player>, lang: Lang, colour: bool) -> Option<String> {
        Some(self.draw(v, who, lang, colour))
    }
}

impl Snaps {
    /// The tricks of the deal so far, the open one included: who takes or took them, and their cards.
    pub(crate) fn history<'a>(&self, s: &'a State) -> impl Iterator<Item = (u8, &'a [Card])> {
        let law = self.law(s.called);
        let mut leader = s.chooser();
        s.plays[..usize::from(s.made)].chunks(4).map(move |cards| {
            leader = (leader + law.winner(cards) as u8) & 3;
            (leader, cards)
        })
    }

    /// What was said and still holds.
    fn said(&self, v: &View, lang: Lang) -> Vec<Said> {
        let s = &v.table;
        let mut said = Vec::new();
        let mut say = |who: u8, text: String| said.push(Said { who: Some(Player(who)), text });
        if s.called.known() {
            say(s.chooser(), self.label(s, Move::Call(s.called), lang));
        }
        for level in 0..s.doubled.min(3) {
            say(s.doubler[usize::from(level)], doubling(level).into());
        }
        for p in 0..4u8 {
            for suit in (0..4).map(Suit).filter(|suit| s.married[usize::from(p)] >> suit.0 & 1 == 1) {
                say(p, format!("{}, {}", bonus(s, suit), crate::cues::suit_words(suit, lang)));
            }
        }
        if let (true, Some(Outcome { ending: Ending::Claim(p), .. })) = (s.ended(), s.last) {
            say(p, self.label(s, Move::Enough, lang));
        }
        said
    }

    /// The lines of the score sheet of one deal.
    pub fn explain(&self, o: &Outcome, lang: Lang) -> Vec<String> {
        let player = player_word(lang);
        let named = |line: &String| name_players(line, |p| format!("{player} {p}"));
        let mut lines: Vec<String> = self.account_lines(o, lang).iter().map(named).collect();
        let players = words("players", "hráči", "hráči").to(lang);
        lines.push(format!("{players}: {}", list(&o.delta.map(i32::from))));
        lines
    }

    /// The account of one deal; players are named by their marks.
    pub(crate) fn account_lines(&self, o: &Outcome, lang: Lang) -> Vec<String> {
        let mut lines = Vec::new();
        let called = DECK.words(o.called, lang);
        let to = |w: Words| w.to(lang);
        lines.push(if o.alone() {
            format!(
                "{} {} {called} {}",
                Player(o.chooser).mark(),
                to(words("called the", "volí:", "volí:")),
                to(words(
                    "and played alone (sumec)",
                    "a hraje bez spoluhráče (sumec)",
                    "a hrá bez spoluhráča (sumec)"
                )),
            )
        } else {
            let (calls, holds) = (words("called the", "volí:", "volí:"), words("held it", "má", "má"));
            let (one, other) = (Player(o.chooser).mark(), Player(o.holder).mark());
            match lang {
                Lang::En => format!("{one} {} {called}; {other} {}", to(calls), to(holds)),
                Lang::Cs | Lang::Sk => {
                    format!(
                        "{one} {} {called} ({}: {other})",
                        to(calls),
                        to(words("held by", "v ruce", "v ruke"))
                    )
                }
            }
        });
        let sides = [
            words("chooser's side", "strana volícího", "strana voliaceho"),
            words("the others", "ostatní", "ostatní"),
        ];
        for (i, side) in sides.into_iter().enumerate() {
            lines.push(format!(
                "{}: {} {} ({}) + {} {} = {}",
                to(side),
                o.tricks[i],
                to(words("in tricks", "ve štyších", "v štichoch")),
                o.count[i],
                to(words("marriages", "hlášky", "hlášky")),
                o.marriages[i],
                o.tricks[i] + o.marriages[i],
            ));
        }
        lines.push(self.explain_ending(o, lang));
        let mut worth = format!("{}: {}", to(words("game points", "body", "body")), o.worth);
        for level in 0..o.doubled {
            worth += &format!(" × 2 ({})", doubling(level));
        }
        if o.doubled > 0 {
            worth += &format!(" = {}", o.worth << o.doubled);
        }
        lines.push(worth);
        lines
    }

    fn explain_ending(&self, o: &Outcome, lang: Lang) -> String {
        match o.ending {
            Ending::Claim(p) => {
                let right = o.chose(p) == o.won;
                let verdict = if right {
                    words("said dosť rightly", "dosť, právem", "dosť, právom")
                } else {
                    words("said dosť wrongly: not 66", "dosť, neprávem: nemá 66", "dosť, neprávom: nemá 66")
                };
                let colon = if lang == Lang::En { "" } else { ":" };
                format!("{}{colon} {}", Player(p).mark(), verdict.to(lang))
            }
            Ending::Counted(p) => format!(
                "{} {}",
                words("66 reached by the side of", "66 má strana, kde hraje", "66 má strana, kde hrá")
                    .to(lang),
                Player(p).mark(),
            ),
            Ending::LastTrick(p) => format!(
                "{} {}",
                words(
                    "nobody said dosť; the last trick went to",
                    "nikdo nehlásil dosť; poslední štych bere",
                    "nikto nehlásil dosť; posledný štich berie",
                )
                .to(lang),
                Player(p).mark(),
            ),
        }
    }
}

/// Signed numbers, for score lines.
pub(crate) fn list(numbers: &[i32]) -> String {
    numbers.iter().map(|n| format!("{n:+}")).collect::<Vec<_>>().join(" ")
}

fn zones(lang: Lang) -> Vec<Zone> {
    let label = words("stock", "balíček", "balíček").to(lang);
    let mut zones = vec![Zone::new("stock", label, Layout::Stack).seen_by(Visibility::Nobody)];
    zones.extend(picture::zones(4, false, lang));
    zones
}
