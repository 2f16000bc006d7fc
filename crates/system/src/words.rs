//! The rules as a sheet for people, made from the description: components, start, moves with their conditions, chance,
//! order of play, end and winner, in English, Czech and Slovak. Names and conditions are those of the `label` facts;
//! what has no label is named as in the description.

use crate::SystemGame;
use crate::lint::text as plain;
use crate::source::{Ast, Clause};
use game::{Game, Lang, words};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The rules of a game in words.
pub fn rules_text(game: &SystemGame, lang: Lang) -> String {
    let sheet = Sheet { game, lang };
    let mut out = format!("# {}\n", capital(&sheet.title()));
    sheet.components(&mut out);
    sheet.start(&mut out);
    sheet.moves(&mut out);
    sheet.events(&mut out);
    sheet.order(&mut out);
    sheet.end(&mut out);
    out
}

struct Sheet<'a> {
    game: &'a SystemGame,
    lang: Lang,
}

fn capital(s: &str) -> String {
    let mut chars = s.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// The name before the arguments of a key: `hand` of `hand(ann)`, `tt` of `1-tt`.
fn family(key: &str) -> &str {
    let inner = key.rsplit('-').next().unwrap_or(key);
    inner.split('(').next().unwrap_or(inner)
}

impl Sheet<'_> {
    fn say(&self, en: &'static str, cs: &'static str, sk: &'static str) -> &'static str {
        words(en, cs, sk).to(self.lang)
    }

    fn title(&self) -> String {
        self.game.scenery.given("game", self.lang).unwrap_or(&self.game.name).to_string()
    }

    /// The name of a zone: its own label, or the label of its family with what tells it apart.
    fn zone(&self, key: &str) -> String {
        let scenery = &self.game.scenery;
        if let Some(given) = scenery.given(key, self.lang) {
            return given.to_string();
        }
        let base = family(key);
        let rest = key.split_once('(').map(|(_, r)| r.trim_end_matches(')'));
        let rest = rest.or_else(|| key.split_once('-').map(|(l, _)| l));
        let name = scenery.name(base, self.lang);
        match rest {
            Some(r) if base != key => {
                let parts: Vec<String> = r.split(',').map(|p| scenery.name(p, self.lang)).collect();
                format!("{name} ({})", parts.join(", "))
            }
            _ => name,
        }
    }

    fn token(&self, key: &str) -> String {
        if let Some(given) = self.game.scenery.given(key, self.lang) {
            return given.to_string();
        }
        key.split('-').map(|p| self.game.scenery.name(p, self.lang)).collect::<Vec<_>>().join(" ")
    }

    fn heading(&self, out: &mut String, en: &'static str, cs: &'static str, sk: &'static str) {
        let _ = write!(out, "\n## {}\n", self.say(en, cs, sk));
    }

    fn components(&self, out: &mut String) {
        self.heading(out, "Components", "Co je potřeba", "Čo treba");
        let t = &self.game.tables;
        let names: Vec<String> = t.players.iter().map(|p| self.game.scenery.name(p, self.lang)).collect();
        let _ = writeln!(
            out,
            "- {}: {} ({})",
            self.say("Players", "Hráči", "Hráči"),
            names.len(),
            names.join(", ")
        );
        let pieces: Vec<usize> =
            (0..t.tokens.len()).filter(|&i| t.counts[i] > 0 && !t.tokens[i].marker).collect();
        let total: u32 = pieces.iter().map(|&i| u32::from(t.counts[i])).sum();
        let what = self.say("Tokens", "Kameny a karty", "Kamene a karty");
        if pieces.len() <= 12 {
            let list: Vec<String> = pieces
                .iter()
                .map(|&i| format!("{} × {}", t.counts[i], self.token(&t.tokens[i].key)))
                .collect();
            let _ = writeln!(out, "- {what}: {total} ({})", list.join(", "));
        } else {
            let each = self.say("all different", "každý jiný", "každý iný");
            let _ = writeln!(out, "- {what}: {total} ({each})");
        }
        let mut families: Vec<(String, usize)> = Vec::new();
        for z in &t.zones {
            let name = self.game.scenery.name(family(&z.key), self.lang);
            match families.iter_mut().find(|f| f.0 == name) {
                Some(f) => f.1 += 1,
                None => families.push((name, 1)),
            }
        }
        let list: Vec<String> =
            families.iter().map(|(n, k)| if *k == 1 { n.clone() } else { format!("{n} × {k}") }).collect();
        let _ = writeln!(out, "- {}: {}", self.say("Zones", "Místa", "Miesta"), list.join(", "));
        let hidden: Vec<String> = (0..t.zones.len())
            .filter(|&z| !self.game.visible(None, z))
            .map(|z| self.zone(&t.zones[z].key))
            .collect();
        if !hidden.is_empty() {
            let what = self.say("Not everybody sees", "Ne každý vidí", "Nie každý vidí");
            let _ = writeln!(out, "- {what}: {}", hidden.join(", "));
        }
    }

    fn start(&self, out: &mut String) {
        self.heading(out, "Start", "Začátek", "Začiatok");
        let t = &self.game.tables;
        let mut empty: Vec<String> = Vec::new();
        for (z, held) in t.zones.iter().zip(self.game.initial.zones()) {
            if held.is_empty() {
                let name = self.game.scenery.name(family(&z.key), self.lang);
                if !empty.contains(&name) {
                    empty.push(name);
                }
                continue;
            }
            let mut kinds: BTreeMap<u16, usize> = BTreeMap::new();
            for &k in held {
                *kinds.entry(k).or_default() += 1;
            }
            let list: Vec<String> = match kinds.len() {
                n if n > 6 => vec![format!("{} {}", held.len(), self.say("tokens", "kusů", "kusov"))],
                _ => kinds
                    .iter()
                    .map(|(&k, &n)| match n {
                        1 => self.token(t.token(k)),
                        _ => format!("{n} × {}", self.token(t.token(k))),
                    })
                    .collect(),
            };
            let _ = writeln!(out, "- {}: {}", capital(&self.zone(&z.key)), list.join(", "));
        }
        if !empty.is_empty() {
            let _ = writeln!(out, "- {}: {}", self.say("Empty", "Prázdné", "Prázdne"), empty.join(", "));
        }
        let first = self.game.scenery.name(&t.players[self.game.initial.player()], self.lang);
        let _ = writeln!(out, "- {}: {first}", self.say("Begins", "Začíná", "Začína"));
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
            None if args.is_empty() => kind.replace('_', " "),
            None => return None,
        };
        for (i, (arg, letter)) in args.iter().zip(["X", "Y", "Z"]).enumerate() {
            let shown = match arg {
                Ast::Atom(_) | Ast::Int(_) => self.game.scenery.name(&plain(arg), self.lang),
                _ => letter.to_string(),
            };
            said = said.replace(&format!("~{}", i + 1), &shown);
        }
        Some(said)
    }

    fn moves(&self, out: &mut String) {
        self.heading(out, "A turn", "Tah", "Ťah");
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
            let (label, before, after) = match args {
                [l, a, b] => (Some(l), a, b),
                [a, b] => (None, a, b),
                _ => continue,
            };
            let carried = self.carried(c, before, after);
            let general = self.game.scenery.given("turn", self.lang).map(str::to_string);
            let act = self.act(label).or(general).or(carried).unwrap_or_else(|| {
                self.say(
                    "change the position as described",
                    "změnit situaci podle popisu",
                    "zmeniť situáciu podľa popisu",
                )
                .into()
            });
            self.bullet(out, &act, c, Some(before));
        }
    }

    /// A line with its conditions.
    fn bullet(&self, out: &mut String, act: &str, c: &Clause, before: Option<&Ast>) {
        let conditions = self.conditions(c, before);
        let when = self.say("if", "pokud", "ak");
        let and = self.say("and", "a", "a");
        match conditions.is_empty() {
            true => {
                let _ = writeln!(out, "- {}.", capital(act));
            }
            false => {
                let _ = writeln!(out, "- {}, {when} {}.", capital(act), conditions.join(&format!(" {and} ")));
            }
        }
    }

    /// The zones a rule names, with what must lie in them.
    fn patterns<'c>(&self, c: &'c Clause, before: Option<&'c Ast>) -> Vec<&'c Ast> {
        let mut out = Vec::new();
        if let Some(Ast::Node(_, a)) = before
            && let Some(list) = a.get(1)
            && let Some((items, _)) = list.list()
        {
            out.extend(items);
        }
        for (goal, negated) in c.goals() {
            if let Some(("select" | "selectchk" | "memberchk" | "member", [pattern, ..])) = goal.functor()
                && !negated
            {
                out.push(pattern);
            }
        }
        out.retain(|p| self.known_zone(p).is_some());
        out
    }

    /// The name of the zone that a pattern speaks of, if it is one of the game.
    fn known_zone(&self, pattern: &Ast) -> Option<String> {
        let (name, args) = match pattern {
            Ast::Node(n, a) if n == "-" && a.len() == 2 => a[1].functor()?,
            other => other.functor()?,
        };
        let exists = self.game.tables.zones.iter().any(|z| family(&z.key) == name);
        (exists && !args.is_empty()).then(|| self.game.scenery.name(name, self.lang))
    }

    fn content(pattern: &Ast) -> Option<&Ast> {
        match pattern {
            Ast::Node(n, a) if n == "-" && a.len() == 2 => Self::content(&a[1]),
            Ast::Node(_, a) => a.last(),
            _ => None,
        }
    }

    fn conditions(&self, c: &Clause, before: Option<&Ast>) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let mut add = |s: String| {
            if !out.contains(&s) {
                out.push(s);
            }
        };
        for p in self.patterns(c, before) {
            let (Some(zone), Some(held)) = (self.known_zone(p), Self::content(p)) else { continue };
            match held {
                Ast::Atom(a) if a == "[]" => {
                    add(format!("{zone}: {}", self.say("empty", "prázdno", "prázdno")))
                }
                Ast::Node(..) => match held.list() {
                    Some((items, _)) if items.iter().all(|i| matches!(i, Ast::Atom(_) | Ast::Int(_))) => {
                        let names: Vec<String> = items.iter().map(|i| self.token(&plain(i))).collect();
                        add(format!("{zone}: {}", names.join(", ")));
                    }
                    _ => add(format!("{zone}: {}", self.say("not empty", "není prázdno", "nie je prázdno"))),
                },
                _ => {}
            }
        }
        for (goal, negated) in c.goals() {
            let Some((name, args)) = goal.functor() else { continue };
            if negated
                && let ("member" | "memberchk", [pattern, _]) = (name, args)
                && let (Some(zone), Some(held)) = (self.known_zone(pattern), Self::content(pattern))
            {
                let none = matches!(held, Ast::Atom(a) if a == "[]");
                let said = if none {
                    self.say("none is empty", "nic není prázdné", "nič nie je prázdne")
                } else {
                    self.say("all are empty", "všechno je prázdné", "všetko je prázdne")
                };
                add(format!("{zone}: {said}"));
                continue;
            }
            let own = self.game.clauses.iter().any(|o| o.name() == (name, args.len()));
            if let Some(given) =
                self.game.scenery.given(name, self.lang).filter(|_| own && !matches!(name, "next" | "turn"))
            {
                let not = self.say("it is not so that", "neplatí, že", "neplatí, že");
                add(if negated { format!("{not} {given}") } else { given.to_string() });
            }
        }
        out
    }

    /// What goes from where to where, read off the zones before and after.
    fn carried(&self, c: &Clause, before: &Ast, after: &Ast) -> Option<String> {
        let takes = self.patterns(c, Some(before));
        let (from, token) = takes.iter().find_map(|p| {
            let (items, proper) = Self::content(p)?.list()?;
            (!items.is_empty() && !proper).then(|| (self.known_zone(p), items[0]))
        })?;
        let mut gives: Vec<&Ast> = Vec::new();
        let mut collect = |t| gives.push(t);
        after.each(&mut collect);
        if let Some(b) = &c.body {
            let mut collect = |t| gives.push(t);
            b.each(&mut collect);
        }
        let to = gives.iter().find_map(|g| {
            let zone = self.known_zone(g)?;
            let (items, _) = Self::content(g)?.list()?;
            (items.first() == Some(&token) && !takes.contains(g)).then_some(zone)
        })?;
        let from = from?;
        Some(match self.lang {
            Lang::En => format!("a token goes from: {from}, to: {to}"),
            Lang::Cs => format!("přesunout odkud: {from}, kam: {to}"),
            Lang::Sk => format!("presunúť odkiaľ: {from}, kam: {to}"),
        })
    }

    fn events(&self, out: &mut String) {
        if self.clauses("chance").next().is_none() {
            return;
        }
        self.heading(out, "Chance", "Náhoda", "Náhoda");
        for c in self.clauses("chance") {
            let Some((_, [_, label, before, _])) = c.head.functor() else { continue };
            let act = self.act(Some(label)).unwrap_or_else(|| plain(label));
            self.bullet(out, &act, c, Some(before));
        }
    }

    fn order(&self, out: &mut String) {
        self.heading(out, "Order of play", "Kdo je na tahu", "Kto je na ťahu");
        if let Some(given) = self.game.scenery.given("next", self.lang) {
            let _ = writeln!(out, "{}", capital(given));
            return;
        }
        let mover = |t: &Ast| match t {
            Ast::Node(_, a) => a.first().cloned(),
            _ => None,
        };
        let switches = self.clauses("next").all(|c| match c.head.functor() {
            Some((_, [_, a, b])) => mover(a) != mover(b),
            _ => false,
        });
        let said = match (self.game.players(), switches) {
            (1, _) => self.say("One player plays alone.", "Hraje jeden hráč sám.", "Hrá jeden hráč sám."),
            (_, true) => self.say(
                "The players take turns.",
                "Hráči se střídají po tazích.",
                "Hráči sa striedajú po ťahoch.",
            ),
            _ => self.say(
                "The turn passes to the next player; in some cases the same player moves again.",
                "Na tahu je další hráč; v některých případech táhne znovu tentýž hráč.",
                "Na ťahu je ďalší hráč; v niektorých prípadoch ťahá znova ten istý hráč.",
            ),
        };
        let _ = writeln!(out, "{said}");
    }

    fn end(&self, out: &mut String) {
        self.heading(out, "End and winner", "Konec a vítěz", "Koniec a víťaz");
        for c in self.clauses("win") {
            let Some((_, [state, who])) = c.head.functor() else { continue };
            let act = match who {
                Ast::Atom(d) if d == "draw" => self
                    .say("the game is drawn", "hra končí nerozhodně", "hra sa končí nerozhodne")
                    .to_string(),
                Ast::Atom(p) => {
                    let name = self.game.scenery.name(p, self.lang);
                    format!("{} {name}", self.say("the winner is", "vítězem je", "víťazom je"))
                }
                _ => self.say("a player has won", "hráč vyhrál", "hráč vyhral").to_string(),
            };
            self.bullet(out, &act, c, Some(state));
        }
    }
}
