//! The rules of a file as a sheet for people, in English, Czech and Slovak: components, start, moves with their conditions,
//! order of play, points, end and winner. The language has no labels: names stand as in the file, in quotes where they are
//! part of a sentence. Named expressions that a sentence mentions are put into words below it.

use crate::game::S3Game;
use crate::lower::fit;
use crate::syntax::{At, Binary, Expr, File, Kind, Rule, Text, Unary};
use game::{Game as _, Lang, Rng, Turn, words};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The rule sheet of a game.
pub fn sheet(game: &S3Game, lang: Lang) -> String {
    let sheet = Sheet { game, file: game.file(), lang, used: RefCell::default() };
    let name = game.name().rsplit('/').next().unwrap_or(game.name());
    let mut out = format!("# {}\n", name.trim_end_matches(".s3"));
    sheet.components(&mut out);
    sheet.start(&mut out);
    sheet.moves(&mut out);
    sheet.order(&mut out);
    sheet.points(&mut out);
    sheet.end(&mut out);
    sheet.words(&mut out);
    out
}

struct Sheet<'a> {
    game: &'a S3Game,
    file: &'a File,
    lang: Lang,
    /// Named expressions that were mentioned.
    used: RefCell<BTreeSet<String>>,
}

/// The name before the numbers: `b` of `b(1,2)`.
fn family(name: &str) -> &str {
    name.split('(').next().unwrap_or(name)
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

/// Nested deeper than this, an expression is shown as it is written.
const DEEPEST: usize = 40;

impl Sheet<'_> {
    fn say(&self, en: &'static str, cs: &'static str, sk: &'static str) -> &'static str {
        words(en, cs, sk).to(self.lang)
    }

    fn quoted(&self, name: &str) -> String {
        match self.lang {
            Lang::En => format!("“{name}”"),
            _ => format!("„{name}“"),
        }
    }

    fn heading(&self, out: &mut String, en: &'static str, cs: &'static str, sk: &'static str) {
        let _ = write!(out, "\n## {}\n", self.say(en, cs, sk));
    }

    fn player(&self, n: i32) -> String {
        let name = usize::try_from(n - 1).ok().and_then(|i| self.file.players.get(i));
        name.filter(|n| !n.is_empty()).map_or_else(|| n.to_string(), |name| self.quoted(name))
    }

    fn components(&self, out: &mut String) {
        self.heading(out, "Components", "Co je potřeba", "Čo treba");
        let players = self.say("Players", "Hráči", "Hráči");
        let _ = writeln!(out, "- {players}: {} ({})", self.file.players.len(), self.file.players.join(", "));
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for e in &self.file.elements {
            *kinds.entry(e.kind.as_ref().map_or("?", |k| k.value.as_str())).or_default() += 1;
        }
        let list: Vec<String> = kinds.iter().map(|(k, n)| format!("{n} × {k}")).collect();
        let total = self.file.elements.len();
        let _ = writeln!(out, "- {}: {total} ({})", self.say("Tokens", "Kameny", "Kamene"), list.join(", "));
        let mut places: Vec<(&str, usize)> = Vec::new();
        for l in &self.file.locations {
            match places.iter_mut().find(|p| p.0 == family(&l.name)) {
                Some(p) => p.1 += 1,
                None => places.push((family(&l.name), 1)),
            }
        }
        let list: Vec<String> =
            places.iter().map(|(p, n)| if *n == 1 { p.to_string() } else { format!("{p} × {n}") }).collect();
        let _ = writeln!(out, "- {}: {}", self.say("Zones", "Místa", "Miesta"), list.join(", "));
        let hidden: Vec<&str> = self
            .file
            .location_types
            .iter()
            .filter(|t| t.visible != crate::syntax::Seen::All)
            .map(|t| t.name.as_str())
            .collect();
        if !hidden.is_empty() {
            let what = self.say("Not everybody sees", "Ne každý vidí", "Nie každý vidí");
            let _ = writeln!(out, "- {what}: {}", hidden.join(", "));
        }
    }

    fn start(&self, out: &mut String) {
        self.heading(out, "Start", "Začátek", "Začiatok");
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
            let place = if at.len() == all || at.len() > 16 { place.to_string() } else { at.join(", ") };
            let _ = writeln!(out, "- {place}: {} × {kind}", at.len());
        }
        let taken: BTreeSet<&str> = lying.iter().map(|l| l.0).collect();
        let mut free: Vec<&str> = Vec::new();
        for l in &self.file.locations {
            let name = family(&l.name);
            if !taken.contains(name) && !free.contains(&name) {
                free.push(name);
            }
        }
        if !free.is_empty() {
            let _ = writeln!(out, "- {}: {}", self.say("Empty", "Prázdné", "Prázdne"), free.join(", "));
        }
        for e in &self.file.start {
            let _ = writeln!(out, "- {}", capital(&self.act(e, 0)));
        }
        if self.file.score != 0 {
            let what = self.say("Everybody has points", "Každý má bodů", "Každý má bodov");
            let _ = writeln!(out, "- {what}: {}", self.file.score);
        }
        let _ = writeln!(out, "- {}: {}", self.say("Begins", "Začíná", "Začína"), self.player(1));
    }

    fn moves(&self, out: &mut String) {
        self.heading(out, "A turn", "Tah", "Ťah");
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
        let mut kinds: Vec<&str> = Vec::new();
        for e in &self.file.elements {
            let kind = e.kind.as_ref().map_or(e.name.as_str(), |k| k.value.as_str());
            if fit(&p.value, &e.name, self.file.dialect).is_some() && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        if kinds.is_empty() { plain(&p.value) } else { kinds.join(" / ") }
    }

    fn rule(&self, r: &Rule) -> String {
        let of = |p: &Option<At<Text>>| p.as_ref().map_or("?".to_string(), |p| plain(&p.value));
        let what = r.element.as_ref().map_or("?".to_string(), |p| self.kinds(p));
        let (from, to) = (self.quoted(&of(&r.from)), self.quoted(&of(&r.to)));
        let mut out = match self.lang {
            Lang::En => format!("{}: {what} goes from {from} to {to}", capital(&r.name)),
            Lang::Cs => format!("{}: {what} jde z místa {from} na místo {to}", capital(&r.name)),
            Lang::Sk => format!("{}: {what} ide z miesta {from} na miesto {to}", capital(&r.name)),
        };
        let mut when: Vec<String> = Vec::new();
        match r.player.as_ref().map(|p| &p.bare().kind) {
            Some(Kind::Int(n)) => {
                let who = self.player(*n);
                when.push(match self.lang {
                    Lang::En => format!("it is the turn of {who}"),
                    Lang::Cs => format!("je na tahu {who}"),
                    Lang::Sk => format!("je na ťahu {who}"),
                });
            }
            Some(Kind::Var(_)) | None => {}
            Some(_) => when.extend(r.player.as_ref().map(|p| self.condition(p, 0))),
        }
        if let Some(Kind::Int(n)) = r.state.as_ref().map(|s| &s.bare().kind) {
            when.push(match self.lang {
                Lang::En => format!("it shows its side {n}"),
                Lang::Cs => format!("ukazuje stranu {n}"),
                Lang::Sk => format!("ukazuje stranu {n}"),
            });
        }
        if let Some(c) = &r.condition {
            when.push(self.condition(c, 0));
        }
        if !when.is_empty() {
            let and = self.say(" and ", " a ", " a ");
            let _ = write!(out, "{} {}", self.say(" if", ", pokud", ", ak"), when.join(and));
        }
        for (player, score) in r.award_players.iter().zip(&r.with_scores) {
            let _ = write!(out, "; {}", self.award(player, score));
        }
        if let Some(f) = &r.followup
            && !matches!(f.bare().kind, Kind::Bool(_))
        {
            let _ = write!(out, "; {} {}", self.say("then", "potom", "potom"), self.act(f, 0));
        }
        out
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
            _ => self.value(e, 0),
        }
    }

    fn order(&self, out: &mut String) {
        self.heading(out, "Order of play", "Kdo je na tahu", "Kto je na ťahu");
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
            (0..=1, _, _) => self.say("One player plays alone.", "Hraje jeden hráč sám.", "Hrá jeden hráč sám."),
            (_, _, 0) => self.say(
                "The players take turns.",
                "Hráči se střídají po tazích.",
                "Hráči sa striedajú po ťahoch.",
            ),
            (_, 0, _) => self.say("The same player always moves.", "Táhne stále tentýž hráč.", "Ťahá stále ten istý hráč."),
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
        self.heading(out, "Points", "Body", "Body");
        for s in &self.file.scorings {
            let pairs = s.players.iter().zip(&s.scores).map(|(p, n)| self.award(p, n));
            let pairs: Vec<String> = pairs.collect();
            let when = self.condition(&s.situation, 0);
            let _ = writeln!(
                out,
                "- {}{} {when}.",
                capital(&pairs.join(", ")),
                self.say(" if", ", pokud", ", ak")
            );
        }
    }

    fn end(&self, out: &mut String) {
        self.heading(out, "End and winner", "Konec a vítěz", "Koniec a víťaz");
        for end in &self.file.ends {
            let Some(situation) = &end.situation else { continue };
            let _ = writeln!(
                out,
                "- {}{} {}.",
                capital(&self.winner(&end.winner, 0)),
                self.say(" if", ", pokud", ", ak"),
                self.condition(situation, 0)
            );
        }
        if let Some(rule) = self.file.repetition {
            let n = rule.times;
            let said = match (self.lang, rule.mover_wins) {
                (Lang::En, false) => format!("The game is drawn when the same position is there {n} times"),
                (Lang::En, true) => format!("Whoever brings about the same position {n} times in all loses"),
                (Lang::Cs, false) => format!("Hra končí nerozhodně, když je tatáž situace na stole {n}krát"),
                (Lang::Cs, true) => {
                    format!("Kdo přivodí tutéž situaci, která je na stole už {n}krát, prohrává")
                }
                (Lang::Sk, false) => {
                    format!("Hra sa končí nerozhodne, keď je tá istá situácia na stole {n}-krát")
                }
                (Lang::Sk, true) => {
                    format!("Kto privodí tú istú situáciu, ktorá je na stole už {n}-krát, prehráva")
                }
            };
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

    fn winner(&self, e: &Expr, depth: usize) -> String {
        match &e.bare().kind {
            Kind::Int(0) => {
                self.say("the game is drawn", "hra končí nerozhodně", "hra sa končí nerozhodne").to_string()
            }
            Kind::Call(name, a) if name == "IF" && a.len() == 3 && depth < DEEPEST => {
                let (c, yes, no) = (
                    self.condition(&a[0], depth),
                    self.winner(&a[1], depth + 1),
                    self.winner(&a[2], depth + 1),
                );
                match self.lang {
                    Lang::En => format!("{yes} (when {c}), otherwise {no},"),
                    Lang::Cs => format!("{yes} (když {c}), jinak {no},"),
                    Lang::Sk => format!("{yes} (keď {c}), inak {no},"),
                }
            }
            _ => {
                let who = self.somebody(e);
                format!("{} {who}", self.say("the winner is", "vítězem je", "víťazom je"))
            }
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
            let acts = f.body.iter().any(acting);
            let body: Vec<String> =
                f.body.iter().map(|e| if acts { self.act(e, 0) } else { self.condition(e, 0) }).collect();
            let formals =
                if f.formals.is_empty() { String::new() } else { format!("({})", f.formals.join(", ")) };
            let _ = writeln!(text, "- {name}{formals}: {}.", body.join("; "));
        }
        if !text.is_empty() {
            self.heading(out, "What the names mean", "Co znamenají názvy", "Čo znamenajú názvy");
            out.push_str(&text);
        }
    }

    fn list(&self, a: &[Expr], depth: usize) -> String {
        a.iter().map(|e| self.value(e, depth + 1)).collect::<Vec<_>>().join(", ")
    }

    /// A value: a number, a place, a token.
    fn value(&self, e: &Expr, depth: usize) -> String {
        if depth > DEEPEST {
            return "…".into();
        }
        match &e.kind {
            Kind::Int(n) => n.to_string(),
            Kind::Bool(true) => self.say("yes", "ano", "áno").into(),
            Kind::Bool(false) => self.say("no", "ne", "nie").into(),
            Kind::Text(t) if t.plain.is_empty() && t.refs.is_empty() => {
                self.say("nothing", "nic", "nič").into()
            }
            Kind::Text(t) => self.quoted(&plain(t)),
            Kind::Var(v) => v.clone(),
            Kind::Group(inner) => match &inner.kind {
                Kind::Binary(..) => format!("({})", self.value(inner, depth + 1)),
                _ => self.value(inner, depth + 1),
            },
            Kind::Set(list) => format!("{{{}}}", self.list(list, depth)),
            Kind::Unary(Unary::Neg, a) => format!("−{}", self.value(a, depth + 1)),
            Kind::Unary(Unary::Abs, a) => format!("|{}|", self.value(a, depth + 1)),
            Kind::Unary(Unary::Not, _) => self.condition(e, depth + 1),
            Kind::Binary(op, a, b) => {
                let sign = match op {
                    Binary::Mul => "·",
                    Binary::Sub => "−",
                    Binary::Rem => "mod",
                    Binary::SetMinus => "∖",
                    Binary::Union => "∪",
                    Binary::Intersect => "∩",
                    Binary::Add | Binary::Div => op.sign(),
                    _ => return self.condition(e, depth + 1),
                };
                format!("{} {sign} {}", self.value(a, depth + 1), self.value(b, depth + 1))
            }
            Kind::Call(name, a) => self.called(name, a, depth),
        }
    }

    fn called(&self, name: &str, a: &[Expr], depth: usize) -> String {
        let first = || a.first().map_or(String::new(), |e| self.value(e, depth + 1));
        let of = |what: &str| format!("{what} {}", first());
        match name {
            "CONTENT" => of(self.say("what lies on", "co leží na", "čo leží na")),
            "LOCATION" => of(self.say("the place of", "místo, kde je", "miesto, kde je")),
            "STATE" => of(self.say("the side shown by", "strana, kterou ukazuje", "strana, ktorú ukazuje")),
            "OWNER" => of(self.say("the owner of", "čí je", "čí je")),
            "ELTYPE" | "LOCTYPE" => match a.first().map(|e| &e.bare().kind) {
                Some(Kind::Call(..)) => of(self.say("the kind of", "druh toho,", "druh toho,")),
                _ => of(self.say("the kind of", "druh:", "druh:")),
            },
            "SCORE" => {
                let who = a.first().map_or(String::new(), |e| self.somebody(e));
                format!("{} {who}", self.say("the points of", "body: ", "body: ").trim_end())
            }
            "PLAYER" => self.say("the player to move", "hráč na tahu", "hráč na ťahu").into(),
            "RANDOM" => of(self.say("a throw of", "hod od 1 do", "hod od 1 do")),
            "EMPTY" | "FORALL" | "FORSOME" => self.condition_call(name, a, depth),
            "MOVE" | "SETSTATE" | "SETOWNER" | "SETZINDEX" | "NEXTPLAYER" | "SETPLAYER" => {
                self.act_call(name, a, depth)
            }
            "IF" if a.len() >= 2 => {
                let (c, yes) = (self.condition(&a[0], depth + 1), self.value(&a[1], depth + 1));
                let no = a.get(2).map_or(String::new(), |e| self.value(e, depth + 1));
                match self.lang {
                    Lang::En => format!("{yes} (when {c}, otherwise {no})"),
                    Lang::Cs => format!("{yes} (když {c}, jinak {no})"),
                    Lang::Sk => format!("{yes} (keď {c}, inak {no})"),
                }
            }
            _ => {
                if self.file.functions.iter().any(|f| f.name == name) {
                    self.used.borrow_mut().insert(name.to_string());
                }
                if a.is_empty() { name.to_string() } else { format!("{name}({})", self.list(a, depth)) }
            }
        }
    }

    /// Something that holds or does not.
    fn condition(&self, e: &Expr, depth: usize) -> String {
        if depth > DEEPEST {
            return "…".into();
        }
        let next = depth + 1;
        match &e.kind {
            Kind::Group(inner) => match &inner.bare().kind {
                Kind::Binary(Binary::And | Binary::Or, ..) => format!("({})", self.condition(inner, next)),
                _ => self.condition(inner, next),
            },
            Kind::Bool(true) => self.say("in any case", "v každém případě", "v každom prípade").into(),
            Kind::Bool(false) => self.say("never", "nikdy", "nikdy").into(),
            Kind::Unary(Unary::Not, a) => match &a.bare().kind {
                Kind::Call(name, args) if name == "EMPTY" => {
                    let place = args.first().map_or(String::new(), |e| self.value(e, next));
                    format!("{place} {}", self.say("is taken", "je obsazené", "je obsadené"))
                }
                _ => format!(
                    "{} {}",
                    self.say("it is not so that", "neplatí, že", "neplatí, že"),
                    self.condition(a, next)
                ),
            },
            Kind::Binary(op, a, b) => self.compared(*op, a, b, next).unwrap_or_else(|| self.value(e, next)),
            Kind::Call(name, a) if name == "EMPTY" || name == "FORALL" || name == "FORSOME" => {
                self.condition_call(name, a, depth)
            }
            Kind::Call(name, a) if name == "IF" && a.len() == 3 => {
                let [c, yes, no] = [0, 1, 2].map(|i| self.condition(&a[i], next));
                match self.lang {
                    Lang::En => format!("{yes} (when {c}), otherwise {no}"),
                    Lang::Cs => format!("{yes} (když {c}), jinak {no}"),
                    Lang::Sk => format!("{yes} (keď {c}), inak {no}"),
                }
            }
            Kind::Call(name, a) if acting(e) => self.act_call(name, a, depth),
            Kind::Call(name, a) => {
                let shown = self.called(name, a, next);
                format!("{} {}", self.quoted(&shown), self.say("holds", "platí", "platí"))
            }
            _ => self.value(e, next),
        }
    }

    fn compared(&self, op: Binary, a: &Expr, b: &Expr, depth: usize) -> Option<String> {
        let (x, y) = (|| self.value(a, depth), || self.value(b, depth));
        let both = |word: &str| format!("{} {word} {}", self.condition(a, depth), self.condition(b, depth));
        Some(match op {
            Binary::And => both(self.say("and", "a", "a")),
            Binary::Or => both(self.say("or", "nebo", "alebo")),
            Binary::Eq => format!("{} {} {}", x(), self.say("is", "je", "je"), y()),
            Binary::Ne => format!("{} {} {}", x(), self.say("is not", "není", "nie je"), y()),
            Binary::Lt => format!("{} < {}", x(), y()),
            Binary::Le => format!("{} ≤ {}", x(), y()),
            Binary::Gt => format!("{} > {}", x(), y()),
            Binary::Ge => format!("{} ≥ {}", x(), y()),
            Binary::In => format!("{} {} {}", x(), self.say("is one of", "je jedno z", "je jedno z"), y()),
            Binary::Subset => format!("{} ⊆ {}", x(), y()),
            Binary::Assign => format!("{} := {}", x(), y()),
            _ => return None,
        })
    }

    fn condition_call(&self, name: &str, a: &[Expr], depth: usize) -> String {
        let value = |i: usize| a.get(i).map_or(String::new(), |e| self.value(e, depth + 1));
        let holds = || a.get(3).map_or(String::new(), |e| self.condition(e, depth + 1));
        match (name, self.lang) {
            ("EMPTY", _) => format!("{} {}", value(0), self.say("is empty", "je prázdné", "je prázdne")),
            ("FORALL", Lang::En) => {
                format!("for every {} from {} to {}: {}", value(0), value(1), value(2), holds())
            }
            ("FORALL", Lang::Cs) => {
                format!("pro každé {} od {} do {}: {}", value(0), value(1), value(2), holds())
            }
            ("FORALL", Lang::Sk) => {
                format!("pre každé {} od {} do {}: {}", value(0), value(1), value(2), holds())
            }
            (_, Lang::En) => format!("for some {} from {} to {}: {}", value(0), value(1), value(2), holds()),
            (_, Lang::Cs) => format!("pro některé {} od {} do {}: {}", value(0), value(1), value(2), holds()),
            (_, Lang::Sk) => {
                format!("pre niektoré {} od {} do {}: {}", value(0), value(1), value(2), holds())
            }
        }
    }

    /// Something that is done.
    fn act(&self, e: &Expr, depth: usize) -> String {
        if depth > DEEPEST {
            return "…".into();
        }
        let next = depth + 1;
        match &e.kind {
            Kind::Group(inner) => self.act(inner, next),
            Kind::Bool(_) => {
                self.say("nothing more happens", "nic dalšího se neděje", "nič ďalšie sa nedeje").into()
            }
            Kind::Binary(Binary::And, a, b) => format!("{}, {}", self.act(a, next), self.act(b, next)),
            Kind::Binary(Binary::Or, a, b) => {
                let other = self.say(
                    "or, if that does not hold,",
                    "anebo, pokud to neplatí,",
                    "alebo, ak to neplatí,",
                );
                format!("{} {other} {}", self.act(a, next), self.act(b, next))
            }
            Kind::Call(name, a) if name == "IF" && a.len() >= 2 => {
                let (c, yes) = (self.condition(&a[0], next), self.act(&a[1], next));
                let no = a.get(2).map_or(String::new(), |e| self.act(e, next));
                match self.lang {
                    Lang::En => format!("if {c}: {yes}; otherwise: {no}"),
                    Lang::Cs => format!("pokud {c}: {yes}; jinak: {no}"),
                    Lang::Sk => format!("ak {c}: {yes}; inak: {no}"),
                }
            }
            Kind::Call(name, a) if name == "FORALL" || name == "FORSOME" => {
                self.condition_call(name, a, depth)
            }
            Kind::Call(name, a) if acting(e) => self.act_call(name, a, depth),
            Kind::Call(name, a) => self.quoted(&self.called(name, a, next)),
            _ => self.condition(e, next),
        }
    }

    fn act_call(&self, name: &str, a: &[Expr], depth: usize) -> String {
        let value = |i: usize| a.get(i).map_or(String::new(), |e| self.value(e, depth + 1));
        match (name, self.lang) {
            ("NEXTPLAYER", _) => {
                self.say("the next player moves", "je na tahu další hráč", "je na ťahu ďalší hráč").into()
            }
            ("SETPLAYER", _) => {
                let who = a.first().map_or(String::new(), |e| self.somebody(e));
                format!("{}: {who}", self.say("moves next", "na tahu je", "na ťahu je"))
            }
            ("MOVE", Lang::En) => format!("{} goes from {} to {}", value(0), value(1), value(2)),
            ("MOVE", Lang::Cs) => format!("{} jde z místa {} na místo {}", value(0), value(1), value(2)),
            ("MOVE", Lang::Sk) => format!("{} ide z miesta {} na miesto {}", value(0), value(1), value(2)),
            ("SETSTATE", Lang::En) => format!("{} is turned to side {}", value(0), value(1)),
            ("SETSTATE", Lang::Cs) => format!("{} se otočí na stranu {}", value(0), value(1)),
            ("SETSTATE", Lang::Sk) => format!("{} sa otočí na stranu {}", value(0), value(1)),
            ("SETOWNER", _) => {
                let who = a.get(1).map_or(String::new(), |e| self.somebody(e));
                let to = self.say("now belongs to", "patří teď", "patrí teraz");
                format!("{} {to} {who}", value(0))
            }
            _ => format!("{name}({})", self.list(a, depth)),
        }
    }
}

/// Whether an expression does something rather than ask.
fn acting(e: &Expr) -> bool {
    const ACTS: [&str; 6] = ["MOVE", "SETSTATE", "SETOWNER", "SETZINDEX", "NEXTPLAYER", "SETPLAYER"];
    matches!(&e.kind, Kind::Call(name, _) if ACTS.contains(&name.as_str()))
        || e.parts().into_iter().any(acting)
}

fn capital(s: &str) -> String {
    let mut chars = s.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
