//! The rules as a sheet for people, made from the description: components, start, moves with their conditions, chance,
//! order of play, end and winner, in English, Czech and Slovak. Names and conditions are those of the `label` facts;
//! what has no label is named as in the description. Conditions are put into words in [`crate::condition`].

use crate::SystemGame;
use crate::condition::{content, joined};
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

pub(crate) struct Sheet<'a> {
    pub(crate) game: &'a SystemGame,
    pub(crate) lang: Lang,
}

fn capital(s: &str) -> String {
    let mut chars = s.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
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

    fn title(&self) -> String {
        self.game.title(self.lang).to_string()
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

    pub(crate) fn token(&self, key: &str) -> String {
        if let Some(given) = self.game.scenery.given(key, self.lang) {
            return given.to_string();
        }
        // `piece(white,rook)` is a white rook, `7-hearts` a 7 of hearts.
        let inside = key.split_once('(').map_or(key, |(_, inside)| inside.trim_end_matches(')'));
        let parts = inside.split(['-', ',']).map(|p| self.game.scenery.name(p.trim(), self.lang));
        parts.collect::<Vec<_>>().join(" ")
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
        let card = |&i: &usize| self.game.scenery.kind(&t.tokens[i].key).starts_with("card:");
        let cards = pieces.iter().all(card);
        let what = match cards {
            true => self.say("Cards", "Karty", "Karty"),
            false => self.say("Tokens", "Kameny", "Kamene"),
        };
        if pieces.len() <= 12 {
            let list: Vec<String> = pieces
                .iter()
                .map(|&i| format!("{} × {}", t.counts[i], self.token(&t.tokens[i].key)))
                .collect();
            let _ = writeln!(out, "- {what}: {total} ({})", list.join(", "));
        } else {
            let each = match cards {
                true => self.say("all different", "každá jiná", "každá iná"),
                false => self.say("all different", "každý jiný", "každý iný"),
            };
            let _ = writeln!(out, "- {what}: {total} ({each})");
        }
        let list = self.families(|_| true);
        let _ = writeln!(out, "- {}: {list}", self.say("Zones", "Místa", "Miesta"));
        let hidden = self.families(|z| !self.game.visible(None, z));
        if !hidden.is_empty() {
            let what = match self.game.players() {
                1 => self.say("Face down", "Lícem dolů", "Lícom nadol"),
                _ => self.say("Not everybody sees", "Ne každý vidí", "Nie každý vidí"),
            };
            let _ = writeln!(out, "- {what}: {hidden}");
        }
    }

    /// The names of some zones, those of one family together.
    fn families(&self, some: impl Fn(usize) -> bool) -> String {
        let mut families: Vec<(String, usize)> = Vec::new();
        for (_, z) in self.game.tables.zones.iter().enumerate().filter(|(i, _)| some(*i)) {
            let name = self.game.scenery.name(family(&z.key), self.lang);
            match families.iter_mut().find(|f| f.0 == name) {
                Some(f) => f.1 += 1,
                None => families.push((name, 1)),
            }
        }
        let one = |(n, k): &(String, usize)| if *k == 1 { n.clone() } else { format!("{n} × {k}") };
        families.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    fn start(&self, out: &mut String) {
        self.heading(out, "Start", "Začátek", "Začiatok");
        let t = &self.game.tables;
        let mut empty: Vec<String> = Vec::new();
        for (z, held) in t.zones.iter().zip(self.game.written.zones()) {
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
                n if n > 6 => {
                    let n = held.len();
                    vec![format!("{n} {}", self.pieces(n))]
                }
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
        let first = self.game.scenery.name(&t.players[self.game.written.player()], self.lang);
        let _ = writeln!(out, "- {}: {first}", self.say("Begins", "Začíná", "Začína"));
    }

    /// Pieces, so many of them.
    fn pieces(&self, n: usize) -> &'static str {
        match n {
            1 => self.say("token", "kus", "kus"),
            2..=4 => self.say("tokens", "kusy", "kusy"),
            _ => self.say("tokens", "kusů", "kusov"),
        }
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
            let kind = label.and_then(Ast::functor).map_or("turn", |(kind, _)| kind);
            self.bullet(out, &act, kind, c, Some(before));
        }
    }

    /// The conditions of a kind of move, of a win or a draw as the author words them; may be empty.
    fn when(&self, kind: &str) -> Option<&str> {
        self.game.scenery.given(&format!("when({kind})"), self.lang)
    }

    /// A line with its conditions; each line once.
    fn bullet(&self, out: &mut String, act: &str, kind: &str, c: &Clause, before: Option<&Ast>) {
        let conditions = match self.when(kind) {
            Some(given) => given.to_string(),
            None => joined(&self.conditions(c, before), self.say("and", "a", "a")),
        };
        let line = match conditions.as_str() {
            "" => format!("- {}.\n", capital(act)),
            _ => format!("- {}{} {conditions}.\n", capital(act), self.say(" if", ", pokud", ", ak")),
        };
        if !out.contains(&line) {
            out.push_str(&line);
        }
    }

    /// What goes from where to where, read off the zones before and after.
    fn carried(&self, c: &Clause, before: &Ast, after: &Ast) -> Option<String> {
        let takes = self.patterns(c, Some(before));
        let (from, token) = takes.iter().find_map(|p| {
            let (items, proper) = content(p)?.list()?;
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
            let (items, _) = content(g)?.list()?;
            (items.first() == Some(&token) && !takes.contains(g)).then_some(zone)
        })?;
        let from = from?;
        Some(match self.lang {
            Lang::En => format!("a token goes from the {from} to the {to}"),
            Lang::Cs => format!("přesunout kámen: {from} → {to}"),
            Lang::Sk => format!("presunúť kameň: {from} → {to}"),
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
            let kind = label.functor().map_or("chance", |(kind, _)| kind);
            self.bullet(out, &act, kind, c, Some(before));
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
            let kind = if matches!(who, Ast::Atom(d) if d == "draw") { "draw" } else { "win" };
            self.bullet(out, &act, kind, c, Some(state));
        }
    }
}
