//! The rules of a file as a sheet for people, in English, Czech and Slovak: components, start, moves with their conditions,
//! order of play, points, end and winner. Things are called by their labels; what has none stands as in the file, in quotes
//! where it is part of a sentence. Named expressions without words that a sentence mentions are explained below it.

mod phrase;

use crate::game::S3Game;
use crate::lower::fit;
use crate::syntax::{At, Binary, Expr, File, Function, Kind, Labelled, Rule, Text, family};
use game::sheet::{self, RuleSheet, capital};
use game::{Game as _, Lang, Rng, Turn, Words, words};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The rule sheet of a game.
pub fn sheet(game: &S3Game, lang: Lang) -> RuleSheet {
    let page = Sheet { game, file: game.file(), lang, used: RefCell::default(), unnamed: RefCell::default() };
    let name = game.name().rsplit('/').next().unwrap_or(game.name());
    let title = page.file.label(Labelled::Game, "", lang).unwrap_or(name.trim_end_matches(".s3"));
    let mut text = format!("# {}\n", capital(title));
    page.components(&mut text);
    page.start(&mut text);
    page.moves(&mut text);
    page.order(&mut text);
    page.points(&mut text);
    page.end(&mut text);
    page.words(&mut text);
    RuleSheet { text, unnamed: page.unnamed.into_inner().into_iter().collect() }
}

struct Sheet<'a> {
    game: &'a S3Game,
    file: &'a File,
    lang: Lang,
    /// Named expressions that were mentioned.
    used: RefCell<BTreeSet<String>>,
    /// What has no label in this language.
    unnamed: RefCell<BTreeSet<String>>,
}

/// A text with its variables as letters.
fn plain(t: &Text) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for (offset, var) in &t.refs {
        out.push_str(t.plain.get(at..*offset).unwrap_or(""));
        out.push_str(var);
        at = *offset;
    }
    out + t.plain.get(at..).unwrap_or("")
}

/// The numbers of a name: `1` and `2` of `b(1,2)`.
pub(crate) fn numbers(name: &str) -> Vec<&str> {
    let inside = name.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
    inside.split(',').map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// So many of something.
fn times(n: usize, name: &str) -> String {
    if n == 1 { name.to_string() } else { format!("{n} × {name}") }
}

/// An English name with its article.
fn indefinite(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Nested deeper than this, an expression is shown as it is written.
const DEEPEST: usize = 40;

impl Sheet<'_> {
    fn say(&self, en: &'static str, cs: &'static str, sk: &'static str) -> &'static str {
        words(en, cs, sk).to(self.lang)
    }

    fn quoted(&self, name: &str) -> String {
        sheet::quoted(name, self.lang)
    }

    fn heading(&self, out: &mut String, title: Words) {
        sheet::heading(out, title, self.lang);
    }

    /// The label of something; without one it is noted.
    fn label(&self, of: Labelled, name: &str) -> Option<&str> {
        let label = self.file.label(of, name, self.lang);
        if label.is_none() {
            self.unnamed.borrow_mut().insert(format!("{} {name}", of.word()));
        }
        label
    }

    /// What an element type is called.
    fn token(&self, kind: &str) -> String {
        self.label(Labelled::Token, kind).unwrap_or(kind).to_string()
    }

    /// The same with its article, where it has a label.
    fn a_token(&self, kind: &str) -> String {
        let name = self.token(kind);
        if self.lang != Lang::En || self.file.label(Labelled::Token, kind, self.lang).is_none() {
            return name;
        }
        let of = |e: &&crate::syntax::Element| e.kind.as_ref().is_some_and(|k| k.value == kind);
        match self.file.elements.iter().filter(of).count() {
            1 => format!("the {name}"),
            _ => indefinite(&name),
        }
    }

    /// What the locations of one name are called.
    fn family(&self, name: &str) -> String {
        self.label(Labelled::Place, name).unwrap_or(name).to_string()
    }

    /// A location, or a pattern of locations: `field X`, `field (X, Y)`, `a field`; without a label as in the file, in
    /// quotes.
    fn place(&self, name: &str) -> String {
        let Some(label) = self.label(Labelled::Place, family(name)) else { return self.quoted(name) };
        let text = match numbers(name).as_slice() {
            // Labels stand in the first case, whatever the sentence asks for.
            [] if self.lang == Lang::En => return self.with_article(label, family(name)),
            [] => label.to_string(),
            [one] => format!("{label} {one}"),
            several => format!("{label} ({})", several.join(", ")),
        };
        if self.lang == Lang::En { text } else { self.quoted(&text) }
    }

    /// The label of a family of locations in an English sentence: interchangeable places are one.
    fn with_article(&self, label: &str, name: &str) -> String {
        let mut places = self.file.locations.iter().filter(|l| family(&l.name) == name);
        let kind = places.next().and_then(|l| l.kind.as_ref());
        let kind = self.file.location_types.iter().find(|t| kind == Some(&t.name));
        let alone = places.next().is_none() || kind.is_some_and(|t| !t.relevant);
        if alone { format!("the {label}") } else { indefinite(label) }
    }

    /// A pattern of a rule; its numbers matter only where the rest of the sentence speaks of them.
    fn pattern(&self, p: Option<&At<Text>>, rest: &str) -> String {
        let Some(p) = p else { return "?".into() };
        let told = |var: &str| {
            rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').any(|word| word == var)
        };
        let text = plain(&p.value);
        let free = !p.value.refs.is_empty() && p.value.refs.iter().all(|(_, var)| !told(var));
        let all = p.value.refs.len() == numbers(&text).len();
        let known = self.file.label(Labelled::Place, family(&text), self.lang).is_some();
        self.place(if free && all && known { family(&text) } else { &text })
    }

    fn player(&self, n: i32) -> String {
        let name = usize::try_from(n - 1).ok().and_then(|i| self.file.players.get(i));
        match name.filter(|name| !name.is_empty()) {
            None => n.to_string(),
            Some(name) => match self.label(Labelled::Player, &n.to_string()) {
                Some(label) => label.to_string(),
                None => self.quoted(name),
            },
        }
    }

    fn components(&self, out: &mut String) {
        self.heading(out, sheet::COMPONENTS);
        let players = sheet::PLAYERS.to(self.lang);
        let count = self.file.players.len();
        let names: Vec<String> = (1..=count as i32).map(|n| self.player(n)).collect();
        let _ = writeln!(out, "- {players}: {count} ({})", names.join(", "));
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for e in &self.file.elements {
            *kinds.entry(e.kind.as_ref().map_or("?", |k| k.value.as_str())).or_default() += 1;
        }
        let list: Vec<String> = kinds.iter().map(|(k, n)| times(*n, &self.token(k))).collect();
        let total = self.file.elements.len();
        let _ = writeln!(out, "- {}: {total} ({})", sheet::TOKENS.to(self.lang), list.join(", "));
        let mut places: Vec<(&str, usize)> = Vec::new();
        for l in &self.file.locations {
            match places.iter_mut().find(|p| p.0 == family(&l.name)) {
                Some(p) => p.1 += 1,
                None => places.push((family(&l.name), 1)),
            }
        }
        let several = |n: usize| if n == 1 { String::new() } else { format!(" × {n}") };
        let list: Vec<String> =
            places.iter().map(|(p, n)| format!("{}{}", self.family(p), several(*n))).collect();
        let _ = writeln!(out, "- {}: {}", sheet::ZONES.to(self.lang), list.join(", "));
        let covered = |kind: &str| {
            let found = self.file.location_types.iter().find(|t| t.name == kind);
            found.is_some_and(|t| t.visible != crate::syntax::Seen::All)
        };
        let mut hidden: Vec<String> = Vec::new();
        for l in self.file.locations.iter().filter(|l| l.kind.as_deref().is_some_and(covered)) {
            let name = self.family(family(&l.name));
            if !hidden.contains(&name) {
                hidden.push(name);
            }
        }
        if !hidden.is_empty() {
            let what = sheet::hidden(self.file.players.len(), self.lang);
            let _ = writeln!(out, "- {what}: {}", hidden.join(", "));
        }
    }

    fn start(&self, out: &mut String) {
        self.heading(out, sheet::START);
        let mut lying: Vec<(&str, &str, Vec<&str>)> = Vec::new();
        for e in &self.file.elements {
            let kind = e.kind.as_ref().map_or("?", |k| k.value.as_str());
            let Some(at) = &e.location else { continue };
            match lying.iter_mut().find(|l| l.0 == family(&at.value) && l.1 == kind) {
                Some(l) => l.2.push(&at.value),
                None => lying.push((family(&at.value), kind, vec![&at.value])),
            }
        }
        for (place, kind, at) in &lying {
            // Where not all places of a name are taken by the same, say which.
            let all = self.file.locations.iter().filter(|l| family(&l.name) == *place).count();
            let which: Vec<&str> = at.iter().map(|name| name.trim_start_matches(place)).collect();
            let place = match at.len() == all || at.len() > 16 {
                true => self.family(place),
                false => format!("{} {}", self.family(place), which.join(", ")),
            };
            let _ = writeln!(out, "- {}: {}", capital(&place), times(at.len(), &self.token(kind)));
        }
        let taken: BTreeSet<&str> = lying.iter().map(|l| l.0).collect();
        let mut free: Vec<String> = Vec::new();
        for l in self.file.locations.iter().filter(|l| !taken.contains(family(&l.name))) {
            let name = self.family(family(&l.name));
            if !free.contains(&name) {
                free.push(name);
            }
        }
        if !free.is_empty() {
            let _ = writeln!(out, "- {}: {}", sheet::EMPTY.to(self.lang), free.join(", "));
        }
        for e in &self.file.start {
            let _ = writeln!(out, "- {}", capital(&self.act(e, 0)));
        }
        if self.file.score != 0 {
            let what = self.say("Everybody has points", "Každý má bodů", "Každý má bodov");
            let _ = writeln!(out, "- {what}: {}", self.file.score);
        }
        let _ = writeln!(out, "- {}: {}", sheet::BEGINS.to(self.lang), self.player(1));
    }

    fn moves(&self, out: &mut String) {
        self.heading(out, sheet::TURN);
        let _ = writeln!(
            out,
            "{}",
            self.say(
                "In a turn a player does one of these; a token always goes to an empty place:",
                "Hráč ve svém tahu udělá jedno z tohoto; kámen jde vždy na prázdné místo:",
                "Hráč vo svojom ťahu urobí jedno z tohto; kameň ide vždy na prázdne miesto:"
            )
        );
        for rule in &self.file.rules {
            let _ = writeln!(out, "- {}.", self.rule(rule));
        }
    }

    /// The types of the elements that fit a pattern.
    fn kinds(&self, p: &At<Text>) -> String {
        let mut kinds: Vec<String> = Vec::new();
        for e in &self.file.elements {
            let kind = e.kind.as_ref().map_or_else(|| e.name.clone(), |k| self.a_token(&k.value));
            if fit(&p.value, &e.name, self.file.dialect).is_some() && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        if kinds.len() > 3 {
            return self.say("a token", "kámen", "kameň").to_string();
        }
        if kinds.is_empty() { plain(&p.value) } else { kinds.join(self.say(" or ", " nebo ", " alebo ")) }
    }

    fn rule(&self, r: &Rule) -> String {
        let mut when: Vec<String> = Vec::new();
        match r.player.as_ref().map(|p| &p.bare().kind) {
            Some(Kind::Int(n)) => when.push(self.on_move(*n)),
            Some(Kind::Var(_)) | None => {}
            Some(_) => when.extend(r.player.as_ref().map(|p| self.condition(p, 0))),
        }
        if let Some(Kind::Int(n)) = r.state.as_ref().map(|s| &s.bare().kind) {
            when.push(match self.lang {
                Lang::En => format!("it shows its side {n}"),
                Lang::Cs | Lang::Sk => format!("ukazuje stranu {n}"),
            });
        }
        if let Some(c) = &r.condition {
            when.push(self.condition(c, 0));
        }
        let mut rest = String::new();
        if !when.is_empty() {
            let and = self.say(" and ", " a ", " a ");
            let _ = write!(rest, "{} {}", sheet::IF.to(self.lang), when.join(and));
        }
        for (player, score) in r.award_players.iter().zip(&r.with_scores) {
            let _ = write!(rest, "; {}", self.award(player, score));
        }
        let acts = r.followup.as_ref().map_or(String::new(), |f| self.act(f, 0));
        if !acts.is_empty() {
            let _ = write!(rest, "; {}: {acts}", self.say("then", "potom", "potom"));
        }
        let what = r.element.as_ref().map_or("?".to_string(), |p| self.kinds(p));
        let (from, to) = (self.pattern(r.from.as_ref(), &rest), self.pattern(r.to.as_ref(), &rest));
        let name = capital(self.label(Labelled::Move, &r.name).unwrap_or(&r.name));
        match self.lang {
            Lang::En => format!("{name}: {what} goes from {from} to {to}{rest}"),
            Lang::Cs => format!("{name}: {what} jde z místa {from} na místo {to}{rest}"),
            Lang::Sk => format!("{name}: {what} ide z miesta {from} na miesto {to}{rest}"),
        }
    }

    fn on_move(&self, n: i32) -> String {
        let who = self.player(n);
        match self.lang {
            Lang::En => format!("it is the turn of {who}"),
            Lang::Cs => format!("je na tahu {who}"),
            Lang::Sk => format!("je na ťahu {who}"),
        }
    }

    fn award(&self, player: &Expr, score: &Expr) -> String {
        let (who, n) = (self.somebody(player), self.value(score, 0));
        match self.lang {
            Lang::En => format!("{who} scores {n}"),
            Lang::Cs => format!("{who} získá bodů: {n}"),
            Lang::Sk => format!("{who} získa bodov: {n}"),
        }
    }

    /// A player that an expression names.
    fn somebody(&self, e: &Expr) -> String {
        match &e.bare().kind {
            Kind::Int(n) => self.player(*n),
            Kind::Call(name, a) if name == "PLAYER" && a.is_empty() => {
                self.say("the player to move", "hráč na tahu", "hráč na ťahu").to_string()
            }
            // Of two, the other one.
            Kind::Binary(Binary::Sub, a, b)
                if self.file.players.len() == 2
                    && matches!(a.bare().kind, Kind::Int(3))
                    && matches!(&b.bare().kind, Kind::Call(name, _) if name == "PLAYER") =>
            {
                let other = words(
                    "the opponent of the player to move",
                    "soupeř hráče na tahu",
                    "súper hráča na ťahu",
                );
                other.to(self.lang).to_string()
            }
            _ => self.value(e, 0),
        }
    }

    fn order(&self, out: &mut String) {
        self.heading(out, sheet::ORDER);
        let n = self.file.players.len();
        let (mut regular, mut odd) = (0u32, 0u32);
        if n > 1 {
            for seed in 0..20 {
                let (mut s, mut rng) = (self.game.initial(), Rng::new(seed));
                for _ in 0..200 {
                    let turn = self.game.turn(&s);
                    let Some(mv) = self.game.pick(&s, &mut rng, &mut Vec::new()) else { break };
                    self.game.apply(&mut s, mv);
                    if let (Turn::Player(p), true) = (turn, self.game.turn(&s) != Turn::Over) {
                        let next = usize::from(self.game.player(&s)).wrapping_sub(1);
                        if next == (p.index() + 1) % n { regular += 1 } else { odd += 1 }
                    }
                }
            }
        }
        let said = match (n, regular, odd) {
            (0..=1, _, _) => sheet::ALONE.to(self.lang),
            (_, _, 0) => sheet::IN_TURN.to(self.lang),
            (_, 0, _) => sheet::SAME.to(self.lang),
            _ => self.say(
                "The turn passes where a move says that the next player moves; otherwise the same player moves again.",
                "Na tahu je další hráč tam, kde to tah říká; jinak táhne znovu tentýž hráč.",
                "Na ťahu je ďalší hráč tam, kde to ťah hovorí; inak ťahá znova ten istý hráč.",
            ),
        };
        let _ = writeln!(out, "{said}");
    }

    fn points(&self, out: &mut String) {
        if self.file.scorings.is_empty() {
            return;
        }
        self.heading(out, sheet::POINTS);
        for s in &self.file.scorings {
            let pairs = s.players.iter().zip(&s.scores).map(|(p, n)| self.award(p, n));
            let pairs: Vec<String> = pairs.collect();
            let when = self.condition(&s.situation, 0);
            let _ = writeln!(out, "- {}{} {when}.", capital(&pairs.join(", ")), sheet::IF.to(self.lang));
        }
    }

    fn end(&self, out: &mut String) {
        self.heading(out, sheet::END);
        for end in &self.file.ends {
            let Some(situation) = &end.situation else { continue };
            let (when, mut ways) = (self.condition(situation, 0), Vec::new());
            self.winners(&end.winner, 0, &mut ways);
            let said = match ways.as_slice() {
                [only] => format!("{}{} {when}", capital(only), sheet::IF.to(self.lang)),
                _ => format!("{} {when}: {}", self.say("If", "Pokud", "Ak"), ways.join("; ")),
            };
            let _ = writeln!(out, "- {said}.");
        }
        if let Some(rule) = self.file.repetition {
            let rule = game::Repetition { times: rule.times, loses: rule.mover_wins };
            let said = sheet::returning(rule, self.lang);
            let _ = writeln!(out, "- {said}.");
        }
        let _ = writeln!(
            out,
            "- {}",
            match self.file.players.len() {
                1 => self.say(
                    "The game ends without success if no move is possible.",
                    "Hra končí neúspěchem, pokud není možný žádný tah.",
                    "Hra sa končí neúspechom, ak nie je možný žiadny ťah.",
                ),
                _ => self.say(
                    "The game is drawn if the player to move cannot move.",
                    "Hra končí nerozhodně, pokud hráč na tahu nemůže táhnout.",
                    "Hra sa končí nerozhodne, ak hráč na ťahu nemôže ťahať.",
                ),
            }
        );
    }

    /// Who wins in which case.
    fn winners(&self, e: &Expr, depth: usize, out: &mut Vec<String>) {
        match &e.bare().kind {
            Kind::Int(0) => out.push(sheet::DRAWN.to(self.lang).to_string()),
            Kind::Call(name, a) if name == "IF" && a.len() == 3 && depth < DEEPEST => {
                let first = out.len();
                self.winners(&a[1], depth + 1, out);
                let when = format!("{} {}", sheet::IF.to(self.lang), self.condition(&a[0], depth));
                out[first..].iter_mut().for_each(|way| way.push_str(&when));
                let first = out.len();
                self.winners(&a[2], depth + 1, out);
                if out.len() == first + 1 {
                    out[first] = format!("{} {}", self.say("otherwise", "jinak", "inak"), out[first]);
                }
            }
            _ => out.push(format!("{} {}", sheet::WINNER.to(self.lang), self.somebody(e))),
        }
    }

    /// The named expressions that sentences mention, in words.
    fn words(&self, out: &mut String) {
        let mut told: BTreeSet<String> = BTreeSet::new();
        let mut text = String::new();
        loop {
            let next = self.used.borrow().iter().find(|n| !told.contains(*n)).cloned();
            let Some(name) = next else { break };
            told.insert(name.clone());
            let Some(f) = self.file.functions.iter().find(|f| f.name == name) else { continue };
            let acts = f.body.iter().any(phrase::acting);
            let body: Vec<String> =
                f.body.iter().map(|e| if acts { self.act(e, 0) } else { self.condition(e, 0) }).collect();
            let formals =
                if f.formals.is_empty() { String::new() } else { format!("({})", f.formals.join(", ")) };
            let _ = writeln!(text, "- {name}{formals}: {}.", body.join("; "));
        }
        if !text.is_empty() {
            self.heading(out, words("What the names mean", "Co znamenají názvy", "Čo znamenajú názvy"));
            out.push_str(&text);
        }
    }

    /// A name in a text: a location, an element type, or something else.
    fn named(&self, name: &str) -> String {
        if self.file.locations.iter().any(|l| family(&l.name) == family(name)) {
            return self.place(name);
        }
        // An element by its name: what it is, with its numbers.
        let mut alike = self.file.elements.iter().filter(|e| family(&e.name) == family(name));
        let kind = alike.next().and_then(|e| e.kind.as_ref()).map(|k| k.value.as_str());
        let same = alike.all(|e| e.kind.as_ref().map(|k| k.value.as_str()) == kind);
        if let Some(label) =
            kind.filter(|_| same).and_then(|k| self.file.label(Labelled::Token, k, self.lang))
        {
            return format!("{label} {}", numbers(name).join(", ")).trim_end().to_string();
        }
        match self.file.element_types.iter().any(|t| t.name == name) {
            true => self.label(Labelled::Token, name).map_or_else(|| self.quoted(name), str::to_string),
            false => self.quoted(name),
        }
    }

    /// A named expression in the words of its label, with what its formals stand for.
    fn worded(&self, f: &Function, a: &[Expr], depth: usize) -> Option<String> {
        let label = self.file.label(Labelled::Expression, &f.name, self.lang)?;
        let (mut out, mut rest) = (String::new(), label);
        while let Some((before, after)) = rest.split_once('$') {
            out.push_str(before);
            let end = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len());
            let at = f.formals.iter().position(|formal| *formal == after[..end]);
            match at.and_then(|at| a.get(at)) {
                Some(e) => out.push_str(&self.value(e, depth + 1)),
                None => out.push_str(&after[..end]),
            }
            rest = &after[end..];
        }
        Some(out + rest)
    }

    /// The words of a call of a named expression, if it has any.
    fn call_words(&self, name: &str, a: &[Expr], depth: usize) -> Option<String> {
        let f = self.file.functions.iter().find(|f| f.name == name)?;
        self.worded(f, a, depth)
    }

    fn list(&self, a: &[Expr], depth: usize) -> String {
        a.iter().map(|e| self.value(e, depth + 1)).collect::<Vec<_>>().join(", ")
    }
}
