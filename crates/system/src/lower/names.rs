//! Lints on names: labels, places, layouts, owners and teams of things the description does not have, and labels that are
//! missing in one of the three languages. The game can be played all the same.

use crate::diagnostic::Report;
use crate::lower::lint::text;
use crate::lower::scenery::Scenery;
use crate::program::tables::Tables;
use crate::syntax::{Ast, Clause};
use game::{Lang, nearest};
use std::collections::BTreeSet;

/// Predicates that only speak of things; a name that stands in no other clause stands for nothing.
const SPEAKING: &[&str] = &["label", "place", "layout", "looks", "owner", "parameter", "values", "alike"];

/// Words with a meaning of their own as the first argument of `label`.
const WORDS: &[&str] = &["game", "about", "next", "turn", "win", "draw", "throw", "when", "not", "chance"];

/// The languages of texts.
const LANGUAGES: &[&str] = &["en", "cs", "sk"];

/// Layouts.
const LAYOUTS: &[&str] = &["row", "fan", "stack", "grid", "track", "points"];

/// What the names of a description may stand for.
pub(crate) struct Names<'a, 'r> {
    clauses: &'a [Clause],
    tables: &'a Tables,
    report: &'a mut Report<'r>,
    /// Every name that is said outside labels and the like, and every name of a thing.
    known: BTreeSet<String>,
    /// With parameters there may be more players and zones than now.
    varies: bool,
}

impl<'a, 'r> Names<'a, 'r> {
    pub(crate) fn new(
        clauses: &'a [Clause],
        tables: &'a Tables,
        report: &'a mut Report<'r>,
    ) -> Names<'a, 'r> {
        let mut known: BTreeSet<String> = BTreeSet::new();
        let mut gather = |t: &Ast| {
            if let Some((name, _)) = t.functor() {
                known.insert(name.to_string());
            }
        };
        for c in clauses {
            if !SPEAKING.contains(&c.name().0) {
                c.head.each(&mut gather);
                if let Some(b) = &c.body {
                    b.each(&mut gather);
                }
            }
            // Boards and parameters are named by these alone.
            if let Some(("layout" | "parameter", [what, _])) = c.head.functor() {
                what.each(&mut gather);
            }
        }
        let keys = tables.zones.iter().map(|z| &z.key).chain(tables.tokens.iter().map(|t| &t.key));
        for key in keys.chain(&tables.players) {
            known.extend(key.split(['(', ')', ',', '-']).filter(|p| !p.is_empty()).map(str::to_string));
        }
        known.extend(WORDS.iter().map(|w| w.to_string()));
        let varies = clauses.iter().any(|c| c.name() == ("parameter", 2));
        Names { clauses, tables, report, known, varies }
    }

    /// The line of the clause that says this.
    fn line(&self, predicate: &str, said: &[Ast]) -> usize {
        let fits = |c: &&Clause| {
            c.name() == (predicate, said.len())
                && c.head.functor().is_some_and(|(_, args)| args.iter().zip(said).all(|(a, s)| covers(a, s)))
        };
        self.clauses.iter().find(fits).map_or(1, |c| c.line)
    }

    fn near(&self, name: &str) -> String {
        let candidates = self.known.iter().map(String::as_str).filter(|k| k.chars().count() > 1);
        nearest(name, candidates).map_or(String::new(), |n| format!("did you mean `{n}`?"))
    }

    /// The first name in a term that nothing has.
    fn stranger<'t>(&self, t: &'t Ast) -> Option<&'t str> {
        let mut found = None;
        t.each(&mut |t| {
            if let Some((name, _)) = t.functor()
                && found.is_none()
                && !matches!(name, "-" | ":" | "/" | "+" | ">")
                && !self.known.contains(name)
            {
                found = Some(name);
            }
        });
        found
    }

    /// `label` or `looks` of something.
    pub(crate) fn label(&mut self, predicate: &str, said: &[Ast]) {
        let line = self.line(predicate, said);
        if let (3, Some((lang, []))) = (said.len(), said[1].functor())
            && !LANGUAGES.contains(&lang)
        {
            let hint = match lang {
                "cz" => "Czech is cs".to_string(),
                "uk" | "us" | "gb" => "English is en".to_string(),
                _ => "the languages are en, cs and sk".to_string(),
            };
            self.report.warn(
                line,
                format!("no language is called `{lang}`: this label is never shown"),
                &hint,
            );
        }
        if let Some(name) = self.stranger(&said[0]) {
            let hint = self.near(name);
            let cause = format!("{predicate} speaks of `{name}`, and nothing in the game is called that");
            self.report.warn(line, cause, &hint);
        }
    }

    /// A layout that there is, of a zone or a board.
    pub(crate) fn layout(&mut self, said: &[Ast], places: &[Vec<Ast>]) {
        let key = text(&said[0]);
        let board = places.iter().any(|p| text(&p[1]) == key);
        let zone = self.tables.zones.iter().any(|z| z.key == key || family(&z.key) == key);
        if board || zone || self.varies {
            return;
        }
        let known = self.tables.zones.iter().map(|z| family(&z.key)).chain(places.iter().filter_map(|p| {
            match &p[1] {
                Ast::Atom(a) => Some(a.as_str()),
                _ => None,
            }
        }));
        let hint = nearest(&key, known)
            .map_or("place(Zone, Board, Slot) puts zones on a board".into(), |n| {
                format!("did you mean `{n}`?")
            });
        let line = self.line("layout", said);
        self.report.warn(
            line,
            format!("layout speaks of `{key}`, which is neither a zone nor a board"),
            &hint,
        );
    }

    /// A layout that there is not.
    pub(crate) fn no_layout(&mut self, said: &[Ast]) {
        let line = self.line("layout", said);
        let name = said[1].functor().map_or(String::new(), |(n, _)| n.to_string());
        let hint = match nearest(&name, LAYOUTS.iter().copied()) {
            Some(near) if near != name => format!("did you mean {near}?"),
            _ => "layouts are row, fan, stack, grid(Columns, Rows), track(Points) and points(Points)"
                .to_string(),
        };
        self.report.warn(line, format!("`{}` is not a layout", text(&said[1])), &hint);
    }

    /// A zone on a board; `fault` is what is wrong with the place.
    pub(crate) fn place(&mut self, said: &[Ast], fault: Option<String>) {
        let line = self.line("place", said);
        if let Some(fault) = fault {
            self.report.warn(line, fault, "");
        }
        self.zone("place", &said[0], line);
    }

    /// A zone that must exist.
    fn zone(&mut self, predicate: &str, zone: &Ast, line: usize) {
        let key = text(zone);
        if self.tables.zones.iter().any(|z| z.key == key) {
            return;
        }
        let own = family(&key).to_string();
        let kin = self.tables.zones.iter().any(|z| family(&z.key) == own);
        if kin && self.varies {
            return;
        }
        let hint = match kin {
            true => {
                let one = self.tables.zones.iter().find(|z| family(&z.key) == own);
                one.map_or(String::new(), |z| format!("there is `{}`", z.key))
            }
            false => {
                let near = nearest(&own, self.tables.zones.iter().map(|z| family(&z.key)));
                near.map_or("zones are those of the start state".into(), |n| format!("did you mean `{n}`?"))
            }
        };
        self.report.warn(
            line,
            format!("{predicate} speaks of the zone `{key}`, which does not exist"),
            &hint,
        );
    }

    /// Whose zone it is.
    pub(crate) fn owner(&mut self, said: &[Ast]) {
        let line = self.line("owner", said);
        self.zone("owner", &said[0], line);
        self.player("owner", &said[1], line);
    }

    fn player(&mut self, predicate: &str, player: &Ast, line: usize) {
        let key = text(player);
        if !self.tables.player_index.contains_key(&key) && !self.varies {
            let near = nearest(&key, self.tables.players.iter().map(String::as_str));
            let hint =
                near.map_or("players are those of player/1".into(), |n| format!("did you mean `{n}`?"));
            self.report.warn(
                line,
                format!("{predicate} speaks of the player `{key}`, who does not play"),
                &hint,
            );
        }
    }

    /// Who plays with whom.
    pub(crate) fn teams(&mut self, said: &[Vec<Ast>]) {
        for pair in said {
            let line = self.line("team", pair);
            self.player("team", &pair[0], line);
        }
    }

    /// Tokens there may be several of.
    pub(crate) fn alike(&mut self, said: &[Vec<Ast>]) {
        for one in said {
            let key = text(&one[0]);
            let known = |t: &crate::program::tables::TokenInfo| t.key == key;
            if self.varies || self.tables.tokens.iter().any(known) {
                continue;
            }
            let near = nearest(&key, self.tables.tokens.iter().map(|t| t.key.as_str()));
            let hint =
                near.map_or("tokens are those of the start state".into(), |n| format!("did you mean `{n}`?"));
            let line = self.line("alike", one);
            self.report.warn(line, format!("alike speaks of the token `{key}`, which does not exist"), &hint);
        }
    }

    /// Labels that one of the languages lacks.
    pub(crate) fn untranslated(&mut self, scenery: &Scenery) {
        let list = scenery.untranslated();
        for (lang, name) in [(Lang::En, "English"), (Lang::Cs, "Czech"), (Lang::Sk, "Slovak")] {
            let keys: Vec<&str> = list.iter().filter(|(_, l)| l.contains(&lang)).map(|(k, _)| *k).collect();
            if keys.is_empty() {
                continue;
            }
            let said = |c: &&Clause| match c.head.functor() {
                Some(("label", [what, _, _])) => keys.contains(&text(what).as_str()),
                _ => false,
            };
            let line = self.clauses.iter().find(said).map_or(1, |c| c.line);
            let first: Vec<&str> = keys.iter().take(12).copied().collect();
            let more = match keys.len() - first.len() {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            let cause = format!("no {name} label for {}{more}", first.join(", "));
            let code = LANGUAGES[lang as usize];
            self.report.warn(line, cause, &format!("add label({}, {code}, '…')", keys[0]));
        }
    }
}

/// The name before the arguments of a key.
fn family(key: &str) -> &str {
    crate::sheet::family(key)
}

/// Whether a term of a head may be this ground one.
fn covers(pattern: &Ast, term: &Ast) -> bool {
    match (pattern, term) {
        (Ast::Var(_), _) => true,
        (Ast::Node(n, a), Ast::Node(m, b)) => {
            n == m && a.len() == b.len() && a.iter().zip(b).all(|(x, y)| covers(x, y))
        }
        _ => pattern == term,
    }
}
