//! The rules as a sheet for people, made from the description: components, start, moves with their conditions, chance,
//! order of play, end and winner, in English, Czech and Slovak. Names and conditions are those of the `label` facts;
//! what has no label is named as in the description. Conditions are put into words in [`condition`].

mod condition;
pub(crate) mod habits;

use crate::SystemGame;
use crate::lower::lint::text as plain;
use crate::syntax::{Ast, Clause};
use condition::joined;
use game::sheet::{self, RuleSheet, capital};
use game::{Game, Lang, Words, words};
use habits::{Carry, Habits, Order, Winner, watch};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The rules of a game in words.
pub fn rules_text(game: &SystemGame, lang: Lang) -> String {
    sheet(game, lang).text
}

/// The rule sheet of a game.
pub fn sheet(game: &SystemGame, lang: Lang) -> RuleSheet {
    let page = Sheet {
        game,
        lang,
        habits: game.habits.get_or_init(|| watch(game)),
        unnamed: RefCell::default(),
        quiet: Cell::new(false),
    };
    let mut text = format!("# {}\n", capital(&page.title()));
    page.components(&mut text);
    page.start(&mut text);
    page.moves(&mut text);
    page.events(&mut text);
    page.order(&mut text);
    page.end(&mut text);
    RuleSheet { text, unnamed: page.unnamed.into_inner().into_iter().collect() }
}

pub(crate) struct Sheet<'a> {
    pub(crate) game: &'a SystemGame,
    pub(crate) lang: Lang,
    habits: &'a Habits,
    /// What has no label in this language.
    unnamed: RefCell<BTreeSet<String>>,
    /// The author has put it into words: parts without a label are not missed.
    quiet: Cell<bool>,
}

/// The name before the arguments of a key: `hand` of `hand(ann)`, `tt` of `1-tt`.
pub(crate) fn family(key: &str) -> &str {
    let inner = key.rsplit('-').next().unwrap_or(key);
    inner.split('(').next().unwrap_or(inner)
}

impl Sheet<'_> {
    pub(crate) fn say(&self, en: &'static str, cs: &'static str, sk: &'static str) -> &'static str {
        words(en, cs, sk).to(self.lang)
    }

    /// The label of something, or its name in the description, which is noted then.
    pub(crate) fn name(&self, key: &str) -> String {
        match self.game.scenery.given(key, self.lang) {
            Some(given) => given.to_string(),
            None => {
                if key.parse::<i64>().is_err() {
                    self.unnamed.borrow_mut().insert(key.to_string());
                }
                key.replace('_', " ")
            }
        }
    }

    /// Notes a condition that has no words.
    pub(crate) fn unworded(&self, name: &str, arity: usize) {
        if !self.quiet.get() && !matches!(name, "player" | "team" | "parameter") {
            self.unnamed.borrow_mut().insert(format!("{name}/{arity}"));
        }
    }

    fn title(&self) -> String {
        self.game.title(self.lang).to_string()
    }

    /// The name of a zone: its own label, or the label of its family with what distinguishes it.
    fn zone(&self, key: &str) -> String {
        let scenery = &self.game.scenery;
        if let Some(given) = scenery.given(key, self.lang) {
            return given.to_string();
        }
        let base = family(key);
        let rest = key.split_once('(').map(|(_, r)| r.trim_end_matches(')'));
        let rest = rest.or_else(|| key.split_once('-').map(|(l, _)| l));
        let name = self.name(base);
        match rest {
            Some(r) if base != key => {
                let parts: Vec<String> = r.split(',').map(|p| self.name(p)).collect();
                format!("{name} ({})", parts.join(", "))
            }
            _ => name,
        }
    }

    pub(crate) fn token(&self, key: &str) -> String {
        if let Some(given) = self.game.scenery.given(key, self.lang) {
            return given.to_string();
        }
        // A zone that lies in another one is called as a zone: `box(1)` is box (1), not 1.
        if self.game.tables.zones.iter().any(|z| z.token.is_some() && z.key == key) {
            return self.zone(key);
        }
        // `piece(white,rook)` is a white rook, `7-hearts` a 7 of hearts.
        let inside = key.split_once('(').map_or(key, |(_, inside)| inside.trim_end_matches(')'));
        let parts = inside.split(['-', ',']).map(|p| self.name(p.trim()));
        parts.collect::<Vec<_>>().join(" ")
    }

    fn heading(&self, out: &mut String, title: Words) {
        sheet::heading(out, title, self.lang);
    }

    fn components(&self, out: &mut String) {
        self.heading(out, sheet::COMPONENTS);
        let t = &self.game.tables;
        let names: Vec<String> = t.players.iter().map(|p| self.name(p)).collect();
        let _ = writeln!(out, "- {}: {} ({})", sheet::PLAYERS.to(self.lang), names.len(), names.join(", "));
        if !self.game.engine.teams.is_empty() {
            let mut teams: Vec<(&String, Vec<String>)> = Vec::new();
            for (p, team) in t.players.iter().zip(&self.game.engine.teams) {
                match teams.iter_mut().find(|x| x.0 == team) {
                    Some(x) => x.1.push(self.name(p)),
                    None => teams.push((team, vec![self.name(p)])),
                }
            }
            let list: Vec<String> =
                teams.iter().map(|(team, who)| format!("{} ({})", self.name(team), who.join(", "))).collect();
            let _ = writeln!(out, "- {}: {}", self.say("Teams", "Družstva", "Družstvá"), list.join("; "));
        }
        let pieces: Vec<usize> =
            (0..t.tokens.len()).filter(|&i| t.counts[i] > 0 && !t.tokens[i].marker).collect();
        let total: u32 = pieces.iter().map(|&i| u32::from(t.counts[i])).sum();
        let cards = self.cards();
        let what = match cards {
            true => self.say("Cards", "Karty", "Karty"),
            false => sheet::TOKENS.to(self.lang),
        };
        let list = match pieces.len() {
            // Nothing but marks: points, what a die shows.
            0 => None,
            1..=12 => {
                let one = |&i: &usize| format!("{} × {}", t.counts[i], self.token(&t.tokens[i].key));
                Some(pieces.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            _ => Some(match cards {
                true => self.say("all different", "každá jiná", "každá iná").to_string(),
                false => self.say("all different", "každý jiný", "každý iný").to_string(),
            }),
        };
        if let Some(list) = list {
            let _ = writeln!(out, "- {what}: {total} ({list})");
        }
        let list = self.families(|_| true);
        let _ = writeln!(out, "- {}: {list}", sheet::ZONES.to(self.lang));
        let hidden = self.families(|z| !self.game.visible(None, z));
        if !hidden.is_empty() {
            let what = sheet::hidden(self.game.players(), self.lang);
            let _ = writeln!(out, "- {what}: {hidden}");
        }
    }

    /// The names of some zones, those of one family together.
    fn families(&self, some: impl Fn(usize) -> bool) -> String {
        let mut families: Vec<(String, usize)> = Vec::new();
        for (_, z) in self.game.tables.zones.iter().enumerate().filter(|(i, _)| some(*i)) {
            let name = self.name(family(&z.key));
            match families.iter_mut().find(|f| f.0 == name) {
                Some(f) => f.1 += 1,
                None => families.push((name, 1)),
            }
        }
        let one = |(n, k): &(String, usize)| if *k == 1 { n.clone() } else { format!("{n} × {k}") };
        families.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn start(&self, out: &mut String) {
        self.heading(out, sheet::START);
        let t = &self.game.tables;
        let dealt = self.habits.dealt.is_some();
        // What lies where, zones with the same content together.
        let mut lines: Vec<(String, &str, Vec<String>)> = Vec::new();
        let (mut empty, mut filled): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for (z, (info, held)) in t.zones.iter().zip(self.game.written.zones()).enumerate() {
            let name = family(&info.key);
            let whole = |name: &str| {
                let zones = t.zones.iter().zip(self.habits.dealt.iter().flatten());
                zones.filter(|(z, _)| family(&z.key) == name).all(|(_, &n)| n == 0)
            };
            let after = self.habits.dealt.as_ref().map_or(held.len(), |d| d[z]);
            if held.is_empty() && after == 0 {
                if !empty.contains(&name) && (!dealt || whole(name)) {
                    empty.push(name);
                }
                continue;
            }
            filled.push(name);
            let said = self.content(held);
            // What the deal is about is said there; a dash shows that nothing is shown.
            if said == "–" || dealt && after != held.len() {
                continue;
            }
            match lines.iter_mut().find(|l| l.0 == said && l.1 == name) {
                Some(l) => l.2.push(info.key.clone()),
                None => lines.push((said, name, vec![info.key.clone()])),
            }
        }
        for (said, name, keys) in &lines {
            let zone = match keys.as_slice() {
                [one] => self.zone(one),
                _ => {
                    let given = keys.iter().map(|k| self.game.scenery.given(k, self.lang));
                    match given.collect::<Option<Vec<&str>>>() {
                        Some(own) => own.join(", "),
                        None => {
                            let own = keys.iter().map(|k| self.apart(k)).filter(|own| !own.is_empty());
                            format!("{} {}", self.name(name), own.collect::<Vec<_>>().join(", "))
                        }
                    }
                }
            };
            let _ = writeln!(out, "- {}: {said}", capital(zone.trim()));
        }
        self.deal(out);
        let mut names: Vec<String> = Vec::new();
        for name in empty {
            let shown = self.name(name);
            let other = filled.contains(&name);
            names.push(if other {
                format!("{shown} ({})", self.say("the others", "ostatní", "ostatné"))
            } else {
                shown
            });
        }
        if !names.is_empty() {
            let _ = writeln!(out, "- {}: {}", sheet::EMPTY.to(self.lang), names.join(", "));
        }
        let first = self.name(&t.players[self.game.written.player()]);
        let _ = writeln!(out, "- {}: {first}", sheet::BEGINS.to(self.lang));
    }

    /// What distinguishes a zone from others of its family, in brackets.
    fn apart(&self, key: &str) -> String {
        let rest = key.split_once('(').map(|(_, r)| r.trim_end_matches(')'));
        let Some(rest) = rest.or_else(|| key.split_once('-').map(|(l, _)| l)) else { return String::new() };
        let parts: Vec<String> = rest.split(',').map(|p| self.name(p)).collect();
        format!("({})", parts.join(", "))
    }

    /// The tokens of a zone.
    fn content(&self, held: &[u16]) -> String {
        let t = &self.game.tables;
        let mut kinds: BTreeMap<u16, usize> = BTreeMap::new();
        for &k in held {
            *kinds.entry(k).or_default() += 1;
        }
        if kinds.len() > 6 {
            return self.pieces(held.len(), self.cards());
        }
        let one = |(&k, &n): (&u16, &usize)| match n {
            1 => self.token(t.token(k)),
            _ => format!("{n} × {}", self.token(t.token(k))),
        };
        kinds.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// What is dealt where before the first player moves.
    fn deal(&self, out: &mut String) {
        let Some(dealt) = &self.habits.dealt else { return };
        let held: Vec<usize> = self.game.written.zones().map(<[u16]>::len).collect();
        let cards = self.cards();
        let mut families: Vec<(&str, Vec<usize>, bool)> = Vec::new();
        let mut owned: BTreeSet<&str> = BTreeSet::new();
        for (i, (z, (now, before))) in self.game.tables.zones.iter().zip(dealt.iter().zip(&held)).enumerate()
        {
            let name = family(&z.key);
            if (0..self.game.players()).any(|p| self.game.belongs(i, p)) {
                owned.insert(name);
            }
            match families.iter_mut().find(|f| f.0 == name) {
                Some(f) => {
                    f.1.push(*now);
                    f.2 |= now != before;
                }
                None => families.push((name, vec![*now], now != before)),
            }
        }
        // The stack everything is dealt from is empty then.
        families.retain(|(_, counts, changed)| *changed && counts.iter().any(|&n| n > 0));
        if families.is_empty() {
            return;
        }
        families.sort_by_key(|f| !owned.contains(f.0));
        let list: Vec<String> = families
            .iter()
            .map(|(name, counts, _)| {
                let zone = self.name(name);
                let same = counts.iter().all(|n| *n == counts[0]);
                match (counts.len(), same) {
                    (1, _) => format!("{zone}: {}", self.pieces(counts[0], cards)),
                    (_, true) if owned.contains(name) && counts.len() == self.game.players() => {
                        let gets = self.say("each player gets", "každý hráč dostane", "každý hráč dostane");
                        format!("{gets} {} ({zone})", self.pieces(counts[0], cards))
                    }
                    (n, true) => format!("{zone}: {n} × {}", self.pieces(counts[0], cards)),
                    _ => {
                        let numbers: Vec<String> = counts.iter().map(usize::to_string).collect();
                        let order = self.say("in order", "popořadě", "postupne");
                        format!("{zone}, {order}: {}", numbers.join(", "))
                    }
                }
            })
            .collect();
        let what = match cards {
            true => self.say(
                "The cards are shuffled and dealt",
                "Karty se zamíchají a rozdají",
                "Karty sa zamiešajú a rozdajú",
            ),
            false => self.say("At random", "Náhodně", "Náhodne"),
        };
        let _ = writeln!(out, "- {what}: {}", list.join("; "));
    }

    /// Whether the tokens are cards.
    pub(crate) fn cards(&self) -> bool {
        let t = &self.game.tables;
        let mut pieces = (0..t.tokens.len()).filter(|&i| t.counts[i] > 0 && !t.tokens[i].marker).peekable();
        pieces.peek().is_some()
            && pieces.all(|i| self.game.scenery.kind(&t.tokens[i].key).starts_with("card:"))
    }

    /// Pieces, so many of them.
    pub(crate) fn pieces(&self, n: usize, cards: bool) -> String {
        let word = match (n, cards) {
            (1, true) => self.say("card", "karta", "karta"),
            (2..=4, true) => self.say("cards", "karty", "karty"),
            (_, true) => self.say("cards", "karet", "kariet"),
            (1, false) => self.say("token", "kus", "kus"),
            (2..=4, false) => self.say("tokens", "kusy", "kusy"),
            (_, false) => self.say("tokens", "kusů", "kusov"),
        };
        format!("{n} {word}")
    }

    fn clauses(&self, name: &str) -> impl Iterator<Item = &Clause> {
        self.game.clauses.iter().filter(move |c| c.name().0 == name)
    }

    /// A label of the description with letters for what varies.
    fn act(&self, label: Option<&Ast>) -> Option<String> {
        let label = label?;
        let (kind, args) = label.functor()?;
        let mut said = match self.game.scenery.given(kind, self.lang) {
            Some(given) => given.to_string(),
            None if args.is_empty() => self.name(kind),
            None => {
                self.name(kind);
                return None;
            }
        };
        for (i, (arg, letter)) in args.iter().zip(["X", "Y", "Z"]).enumerate() {
            let shown = match arg {
                Ast::Atom(_) | Ast::Int(_) => self.name(&plain(arg)),
                _ => letter.to_string(),
            };
            said = said.replace(&format!("~{}", i + 1), &shown);
        }
        Some(said)
    }

    fn moves(&self, out: &mut String) {
        self.heading(out, sheet::TURN);
        let _ = writeln!(
            out,
            "{}",
            self.say(
                "In a turn a player does one of these:",
                "Hráč ve svém tahu udělá jedno z tohoto:",
                "Hráč vo svojom ťahu urobí jedno z tohto:"
            )
        );
        for c in self.clauses("turn") {
            let Some((_, args)) = c.head.functor() else { continue };
            let (label, before) = match args {
                [l, a, _] => (Some(l), a),
                [a, _] => (None, a),
                _ => continue,
            };
            let kind = label.and_then(Ast::functor).map_or("turn", |(kind, _)| kind);
            let labelled = self.game.scenery.given(kind, self.lang).is_some();
            let general = self.game.scenery.given("turn", self.lang).map(str::to_string);
            let carried = self.carried(c.line);
            let act = match (self.act(label).or(general), carried) {
                (Some(act), _) if labelled || label.is_none() => act,
                (Some(act), Some(carried)) => format!("{act}: {carried}"),
                (Some(act), None) => act,
                (None, Some(carried)) => match label {
                    Some(_) => format!("{}: {carried}", self.name(kind)),
                    None => carried,
                },
                (None, None) => self.name(kind),
            };
            let seen = !labelled && self.habits.lines.get(&c.line).is_some_and(|l| !l.is_empty());
            self.quiet.set(labelled);
            self.bullet(out, &act, kind, c, Some(before), seen);
            self.quiet.set(false);
        }
    }

    /// The conditions of a kind of move, of a win or a draw as the author words them; may be empty.
    fn when(&self, kind: &str) -> Option<&str> {
        self.game.scenery.given(&format!("when({kind})"), self.lang)
    }

    /// A line with its conditions; each line once. Where what moves is said, the zones it moves between need not be.
    fn bullet(&self, out: &mut String, act: &str, kind: &str, c: &Clause, before: Option<&Ast>, seen: bool) {
        let conditions = match self.when(kind) {
            Some(given) => given.to_string(),
            None => {
                // Numbers are compared in too many ways to be put into words: the author is asked for them.
                if !self.quiet.get() && self.compares(c, before) {
                    self.unnamed.borrow_mut().insert(format!("when({kind})"));
                }
                joined(&self.conditions(c, before, seen), sheet::AND.to(self.lang))
            }
        };
        let line = match conditions.as_str() {
            "" => format!("- {}.\n", capital(act)),
            _ => format!("- {}{} {conditions}.\n", capital(act), sheet::IF.to(self.lang)),
        };
        if !out.contains(&line) {
            out.push_str(&line);
        }
    }

    /// What a rule carries from where to where, as seen in play.
    fn carried(&self, line: usize) -> Option<String> {
        let seen = self.habits.lines.get(&line)?;
        let mut out: Vec<String> = Vec::new();
        for c in seen {
            // Of a kind of carrying only one line, whether something lies there or not.
            let both = seen.iter().any(|d| d.from == c.from && d.to == c.to && d.onto != c.onto);
            let more = seen.iter().any(|d| d.from == c.from && d.to == c.to && d.several != c.several);
            let said = self.carry(c, both, c.several || more);
            if !out.contains(&said) {
                out.push(said);
            }
        }
        (!out.is_empty() && out.len() <= 4).then(|| out.join("; "))
    }

    fn carry(&self, c: &Carry, any: bool, several: bool) -> String {
        let (from, to) = (self.name(&c.from), self.name(&c.to));
        let many = |family: &str| {
            self.game.tables.zones.iter().filter(|z| crate::sheet::family(&z.key) == family).count()
        };
        let what = match (self.cards(), several) {
            (true, false) => self.say("a card goes", "karta jde", "karta ide"),
            (true, true) => self.say("cards go", "karty jdou", "karty idú"),
            (false, false) => self.say("a token goes", "kámen jde", "kameň ide"),
            (false, true) => self.say("tokens go", "kameny jdou", "kamene idú"),
        };
        let state = match (any || many(&c.to) == 1, c.onto) {
            (true, _) => "",
            (false, false) => self.say(" that is empty", ", které je prázdné", ", ktoré je prázdne"),
            (false, true) => self.say(" that is taken", ", které je obsazené", ", ktoré je obsadené"),
        };
        match (self.lang, c.from == c.to) {
            (Lang::En, true) => format!("{what} from one {from} to another{state}"),
            (Lang::En, false) if many(&c.to) == 1 => format!("{what} from {from} to {to}"),
            (Lang::En, false) => format!("{what} from {from} to a {to}{state}"),
            (Lang::Cs, true) => format!("{what} z místa „{from}“ na jiné takové místo{state}"),
            (Lang::Cs, false) => format!("{what} z místa „{from}“ na místo „{to}“{state}"),
            (Lang::Sk, true) => format!("{what} z miesta „{from}“ na iné také miesto{state}"),
            (Lang::Sk, false) => format!("{what} z miesta „{from}“ na miesto „{to}“{state}"),
        }
    }

    fn events(&self, out: &mut String) {
        // A deal before the first move was said at the start.
        if self.clauses("chance").next().is_none() || self.habits.dealt.is_some() && !self.habits.late {
            return;
        }
        self.heading(out, sheet::CHANCE);
        for c in self.clauses("chance") {
            let Some((_, [_, label, before, _])) = c.head.functor() else { continue };
            let act = self.act(Some(label)).unwrap_or_else(|| plain(label));
            let kind = label.functor().map_or("chance", |(kind, _)| kind);
            self.bullet(out, &act, kind, c, Some(before), false);
        }
    }

    fn order(&self, out: &mut String) {
        self.heading(out, sheet::ORDER);
        if let Some(given) = self.game.scenery.given("next", self.lang) {
            let _ = writeln!(out, "{}", capital(given));
            return;
        }
        let said = match (&self.habits.order, self.game.players()) {
            (_, 1) => sheet::ALONE.to(self.lang).to_string(),
            (Order::InTurn, 2) => self.turns().to_string(),
            (Order::InTurn, _) => self.round(),
            (Order::Same, _) => sheet::SAME.to(self.lang)
                .to_string(),
            (Order::Shows(z, value), _) => {
                let zone = self.zone(&self.game.tables.zones[*z].key);
                let shows = self.shows(&zone, &self.token(self.game.tables.token(*value)));
                match self.lang {
                    Lang::En => format!("{} If {shows}, the same player moves again.", self.round()),
                    Lang::Cs => format!("{} Pokud {shows}, táhne znovu tentýž hráč.", self.round()),
                    Lang::Sk => format!("{} Ak {shows}, ťahá znova ten istý hráč.", self.round()),
                }
            }
            (Order::After(kinds), _) => {
                let names: Vec<String> = kinds.iter().map(|k| self.quoted(k)).collect();
                let names = names.join(", ");
                match self.lang {
                    Lang::En => format!("{} After {names} the same player moves again.", self.round()),
                    Lang::Cs => format!("{} Po tahu {names} táhne znovu tentýž hráč.", self.round()),
                    Lang::Sk => format!("{} Po ťahu {names} ťahá znova ten istý hráč.", self.round()),
                }
            }
            (Order::Holds(z), _) => {
                let zone = self.zone(&self.game.tables.zones[*z].key);
                match self.lang {
                    Lang::En => format!(
                        "{} As long as something lies in the zone “{zone}”, the same player moves again.",
                        self.round()
                    ),
                    Lang::Cs => format!("{} Dokud na místě „{zone}“ něco leží, táhne znovu tentýž hráč.", self.round()),
                    Lang::Sk => format!("{} Kým na mieste „{zone}“ niečo leží, ťahá znova ten istý hráč.", self.round()),
                }
            }
            (Order::Taker(family), _) => {
                let zone = self.name(family);
                match self.lang {
                    Lang::En => format!("{} Whoever takes what lies in the {zone} moves next.", self.round()),
                    Lang::Cs => format!("{} Kdo vezme, co leží na místě „{zone}“, je potom na tahu.", self.round()),
                    Lang::Sk => format!("{} Kto vezme, čo leží na mieste „{zone}“, je potom na ťahu.", self.round()),
                }
            }
            (Order::Mixed, _) => self
                .say(
                    "The turn passes to the next player; in some cases the same player moves again or somebody else does.",
                    "Na tahu je další hráč; v některých případech táhne znovu tentýž hráč nebo někdo jiný.",
                    "Na ťahu je ďalší hráč; v niektorých prípadoch ťahá znova ten istý hráč alebo niekto iný.",
                )
                .to_string(),
        };
        let _ = writeln!(out, "{said}");
    }

    fn turns(&self) -> &'static str {
        sheet::IN_TURN.to(self.lang)
    }

    /// The order in which the players move.
    fn round(&self) -> String {
        let names: Vec<String> = self.game.tables.players.iter().map(|p| self.name(p)).collect();
        match names.len() {
            0..=2 => self.turns().to_string(),
            _ => {
                let what = self.say(
                    "The players move in this order",
                    "Hráči táhnou v tomto pořadí",
                    "Hráči ťahajú v tomto poradí",
                );
                format!("{what}: {}.", names.join(", "))
            }
        }
    }

    /// The name of a kind of move, in quotes.
    fn quoted(&self, kind: &str) -> String {
        let name = self.name(kind);
        let name = name.split(" ~").next().unwrap_or(&name).to_string();
        sheet::quoted(&name, self.lang)
    }

    fn end(&self, out: &mut String) {
        self.heading(out, sheet::END);
        for c in self.clauses("win") {
            let Some((_, [state, who])) = c.head.functor() else { continue };
            let act = match who {
                Ast::Atom(d) if d == "draw" => sheet::DRAWN.to(self.lang).to_string(),
                Ast::Atom(p) => {
                    let name = self.name(p);
                    format!("{} {name}", sheet::WINNER.to(self.lang))
                }
                _ => self.winner(c).to_string(),
            };
            let kind = if matches!(who, Ast::Atom(d) if d == "draw") { "draw" } else { "win" };
            self.quiet.set(c.goals().iter().any(|(g, _)| self.worded(g)));
            self.bullet(out, &act, kind, c, Some(state), false);
            self.quiet.set(false);
        }
        if let Some(rule) = self.game.repetition {
            let said = sheet::returning(rule, self.lang);
            let _ = writeln!(out, "- {said}.");
        }
    }

    /// Who wins by a clause that names nobody in particular. Conditions with words of their own speak of "the player".
    fn winner(&self, c: &Clause) -> &'static str {
        let worded = self.when("win").is_some() || c.goals().iter().any(|(g, _)| self.worded(g));
        match self.habits.winners.get(&c.line) {
            Some(Winner::Mover) if !worded && self.game.players() > 1 => self.say(
                "the player who moved last has won",
                "vyhrává hráč, který táhl naposled",
                "vyhráva hráč, ktorý ťahal naposledy",
            ),
            Some(Winner::Next) if !worded && self.game.players() > 1 => self.say(
                "the player whose turn it is has won",
                "vyhrává hráč, který je na tahu",
                "vyhráva hráč, ktorý je na ťahu",
            ),
            _ if !self.game.engine.teams.is_empty() => {
                self.say("a team has won", "družstvo vyhrálo", "družstvo vyhralo")
            }
            _ => self.say("a player has won", "hráč vyhrál", "hráč vyhral"),
        }
    }

    /// Whether nothing ever lies in a family of zones when a player moves.
    pub(crate) fn always_bare(&self, pattern: &Ast) -> bool {
        let name = match pattern {
            Ast::Node(n, a) if n == "-" && a.len() == 2 => a[1].functor(),
            other => other.functor(),
        };
        let Some((name, _)) = name else { return false };
        let mut zones = self.game.tables.zones.iter().enumerate().filter(|(_, z)| family(&z.key) == name);
        zones.all(|(i, _)| self.habits.bare.contains(&i))
    }

    /// Whether a goal has a label.
    fn worded(&self, goal: &Ast) -> bool {
        goal.functor().is_some_and(|(name, _)| self.game.scenery.given(name, self.lang).is_some())
    }
}
