//! Names resolved and rules checked: from the clauses of a description to the tables of players, zones and tokens, with
//! the findings of the lints, and the rules as the machine is asked about them ([`driver`]).

mod driver;
pub(crate) mod lint;
pub(crate) mod names;
pub(crate) mod scenery;
pub(crate) mod settings;

use crate::diagnostic::Report;
use crate::program::engine::{Engine, failed, limits};
use crate::program::swift::Swift;
use crate::program::tables::{Shape, State, Tables, ZoneInfo};
use crate::syntax::{self, Ast, Clause, reading};
use crate::{Diagnostic, SystemGame};
use game::{Lang, Repetition};
use logic::{Machine, Program, Term};
use names::Names;
use scenery::Scenery;
use std::collections::{HashMap, HashSet};

/// A longer text is refused: it is not a description of a game.
const LONGEST: usize = 1 << 20;

/// Reads a description. Without errors among the findings there is a game.
pub fn load(text: &str, name: &str) -> (Option<SystemGame>, Vec<Diagnostic>) {
    let mut report = Report::new(text);
    if text.len() > LONGEST {
        report.error(1, format!("the text is longer than {LONGEST} bytes"), "");
        return (None, report.sorted());
    }
    let mut machine = Machine::new(&Program::base());
    machine.set_limits(limits());
    let found = machine.consult_text(text, name);
    reading::findings(&found, text, &mut report);
    let clauses = syntax::clauses(text, &mut machine);
    lint::predicates(&clauses, &found, text, &mut machine, &mut report);
    let notes = driver::add(&mut machine, &clauses, name);
    let game = Reader { m: machine, clauses: &clauses, report: &mut report }.game(name, notes);
    let mut game = game.filter(|_| !report.fatal());
    if let Some(g) = &mut game {
        g.engine.barred = syntax::barred(text, &clauses);
        if g.tables.nested {
            g.engine.barred = Some("zones lie in zones".into());
        }
    }
    (game, report.sorted())
}

/// Whether the description defines a predicate.
fn has(clauses: &[Clause], name: &str, arity: usize) -> bool {
    clauses.iter().any(|c| c.name() == (name, arity))
}

/// A tree as a term.
pub(crate) fn build(m: &mut Machine, t: &Ast) -> Term {
    match t {
        Ast::Int(i) => m.int(*i),
        Ast::Atom(a) => m.atom_term(a),
        Ast::Other(s) => m.string(s),
        Ast::Var(v) => m.variable(*v as u32 % 1000),
        Ast::Node(n, args) => {
            let args: Vec<Term> = args.iter().map(|a| build(m, a)).collect();
            m.compound(n, &args)
        }
    }
}

/// Gathers the tables.
struct Reader<'a, 'r> {
    m: Machine,
    clauses: &'a [Clause],
    report: &'a mut Report<'r>,
}

/// Answers beyond this are not read.
const ANSWERS: usize = 5_000;

impl Reader<'_, '_> {
    fn line(&self, name: &str) -> usize {
        self.clauses.iter().find(|c| c.name().0 == name).map_or(1, |c| c.line)
    }

    /// All answers of a predicate, as trees of its arguments.
    fn answers(&mut self, name: &str, arity: usize) -> Vec<Vec<Ast>> {
        if !has(self.clauses, name, arity) {
            return Vec::new();
        }
        let vars: Vec<Term> = (0..arity as u32).map(|i| self.m.variable(i)).collect();
        let goal = self.m.compound(name, &vars);
        let goal = self.m.goal(&goal);
        let mut out = Vec::new();
        let mut answers = self.m.solve(&goal);
        let fault = loop {
            match answers.advance() {
                Ok(true) if out.len() < ANSWERS => {
                    out.push((0..arity).filter_map(|i| answers.get(i)).map(Ast::of).collect());
                }
                Ok(_) => break None,
                Err(e) => break Some(failed(&e)),
            }
        };
        if let Some(fault) = fault {
            let line = self.line(name);
            self.report.error(line, format!("{name}/{arity}: {fault}"), "");
        }
        out
    }

    fn game(mut self, name: &str, notes: Vec<String>) -> Option<SystemGame> {
        if self.report.fatal() {
            // The zones are still worth looking at when only the rules are wrong.
            self.start(&mut Tables::default());
            return None;
        }
        let mut tables = Tables::default();
        for p in self.answers("player", 1) {
            let key = lint::text(&p[0]);
            let term = build(&mut self.m, &p[0]);
            if tables.player_index.insert(key.clone(), tables.players.len() as u16).is_some() {
                self.report.error(self.line("player"), format!("the player `{key}` is there twice"), "");
            }
            tables.players.push(key);
            tables.player_terms.push(term);
        }
        if tables.players.is_empty() || tables.players.len() > 60 {
            self.report.error(self.line("player"), "there must be 1 to 60 players".into(), "");
            return None;
        }
        let initial = self.start(&mut tables)?;
        let functors: Vec<String> = self.functors();
        lint::rules(self.clauses, &functors, self.report);
        let teams: HashMap<String, String> =
            self.answers("team", 2).iter().map(|a| (lint::text(&a[0]), lint::text(&a[1]))).collect();
        let teams = match teams.is_empty() {
            true => Vec::new(),
            false => tables.players.iter().map(|p| teams.get(p).cloned().unwrap_or(p.clone())).collect(),
        };
        let sees = self.sees(&tables);
        let declared = self.declared(&tables);
        let scenery = self.scenery(&tables);
        tables.swift = Swift::new(&tables, &mut self.m);
        let (given, values) = (self.answers("parameter", 2), self.answers("values", 2));
        let mut settings = settings::settings(self.clauses, &given, &values, self.report);
        for s in &mut settings {
            s.help = [Lang::En, Lang::Cs, Lang::Sk].map(|l| scenery.name(&s.name, l));
        }
        let scored = has(self.clauses, "score", 3);
        let repetition = self.repetition();
        let mut engine = Engine::new(self.m.freeze());
        engine.teams = teams;
        let clauses = self.clauses.to_vec();
        engine.clauses = clauses.clone();
        let name = name.into();
        Some(SystemGame {
            name,
            engine,
            tables,
            written: initial,
            start: std::sync::OnceLock::new(),
            declared,
            sees,
            scenery,
            settings,
            scored,
            repetition,
            clauses,
            notes,
            habits: Default::default(),
        })
    }

    /// The rule about positions that return.
    fn repetition(&mut self) -> Option<Repetition> {
        let answers = self.answers("repetition", 2);
        let line = self.line("repetition");
        let hint = "write repetition(3, draw), or repetition(3, loss): who brings a position about for the third time loses";
        match answers.as_slice() {
            [] => None,
            [one] => match one.as_slice() {
                [Ast::Int(times @ 2..=1000), Ast::Atom(end)] if end == "draw" || end == "loss" => {
                    Some(Repetition { times: *times as u32, loses: end == "loss" })
                }
                _ => {
                    self.report.error(line, "this is not a rule about positions that return".into(), hint);
                    None
                }
            },
            _ => {
                self.report.error(line, "there are several rules about positions that return".into(), hint);
                None
            }
        }
    }

    fn functors(&mut self) -> Vec<String> {
        let start = self.answers("state", 2);
        let zones =
            start.first().and_then(|a| a[1].list().map(|(l, _)| l.into_iter().cloned().collect::<Vec<_>>()));
        zones.unwrap_or_default().iter().filter_map(lint::zone_functor).collect()
    }

    /// The start state and the tables of zones and tokens.
    fn start(&mut self, tables: &mut Tables) -> Option<State> {
        let line = self.line("state");
        let answers = self.answers("state", 2);
        let [answer] = answers.as_slice() else {
            if has(self.clauses, "state", 2) {
                self.report.error(line, format!("state/2 has {} answers, not one", answers.len()), "");
            }
            return None;
        };
        let Some((zones, true)) = answer[1].list() else {
            self.report.error(line, "the zones of the start are not a list".into(), "");
            return None;
        };
        let mut cells = vec![0, 0];
        let mut lies: HashMap<String, String> = HashMap::new();
        // Of what is alike, and of values that are written and wiped, several may lie about.
        let [alike, markers] = ["alike", "marker"].map(|name| self.answers(name, 1));
        let several: HashSet<String> = alike.iter().chain(&markers).map(|a| lint::text(&a[0])).collect();
        // Zones that lie in others come after all those around them.
        let mut waiting: std::collections::VecDeque<(&Ast, Option<u16>)> =
            zones.into_iter().map(|z| (z, None)).collect();
        while let Some((zone, token)) = waiting.pop_front() {
            let inner = self.zone(zone, token, &several, tables, &mut cells, &mut lies)?;
            waiting.extend(inner.into_iter().map(|(zone, token)| (zone, Some(token))));
        }
        tables.nested = tables.zones.iter().any(|z| z.token.is_some());
        tables.counts = vec![0; tables.tokens.len()];
        for &t in crate::program::tables::zones(&cells).flatten() {
            tables.counts[usize::from(t)] += 1;
        }
        for a in markers {
            let term = build(&mut self.m, &a[0]);
            tables.enter(lint::text(&a[0]), term, true, "marker");
        }
        tables.counts.resize(tables.tokens.len(), 0);
        let player = lint::text(&answer[0]);
        match tables.player_index.get(&player) {
            Some(&p) => cells[0] = p,
            None if tables.players.is_empty() => return None,
            None => {
                self.report.error(line, format!("`{player}` begins and is not a player"), "");
                return None;
            }
        }
        Some(State::new(cells.into(), None))
    }

    /// Enters one zone of the start, which may be a token of another; returns the zones that lie in it with their tokens.
    fn zone<'z>(
        &mut self,
        zone: &'z Ast,
        token: Option<u16>,
        several: &HashSet<String>,
        tables: &mut Tables,
        cells: &mut Vec<u16>,
        lies: &mut HashMap<String, String>,
    ) -> Option<Vec<(&'z Ast, u16)>> {
        let line = self.line("state");
        let Some((key, shape, list)) = self.shape(zone) else {
            let message = format!(
                "`{}` is not a zone: its last argument must be the list of its tokens",
                lint::text(zone)
            );
            self.report.error(line, message, "");
            return None;
        };
        if tables.zone_index.insert(key.clone(), tables.zones.len() as u16).is_some() {
            self.report.error(
                line,
                format!("two zones are called `{key}`"),
                "each field needs a name of its own",
            );
        }
        let Some((tokens, true)) = list.list() else { return None };
        cells.push(tokens.len() as u16);
        let mut inner = Vec::new();
        for t in tokens {
            if let Some((name, shape, _)) = self.shape(t) {
                let term = zone_name(&mut self.m, &shape);
                if tables.token_index.contains_key(&name) {
                    self.report.error(line, format!("`{name}` is the name of two zones, or of a token"), "");
                    return None;
                }
                let token = tables.enter(name, term, false, "zone");
                cells.push(token);
                inner.push((t, token));
                continue;
            }
            let token = lint::text(t);
            let mut ground = true;
            t.each(&mut |x| ground &= !matches!(x, Ast::Var(_)));
            if !ground {
                self.report.error(line, format!("the token `{token}` in zone `{key}` has a variable"), "");
                return None;
            }
            if !several.contains(&token)
                && let Some(other) = lies.insert(token.clone(), key.clone())
            {
                let message = format!("the token `{token}` is in two places: `{other}` and `{key}`");
                let hint = "say alike(Token) if there are several of a kind, marker(Value) if it is written and wiped";
                self.report.error(line, message, hint);
            }
            let class = match t {
                Ast::Node(n, a) => format!("{n}/{}", a.len()),
                Ast::Int(_) => "number".into(),
                _ => "atom".into(),
            };
            let term = build(&mut self.m, t);
            cells.push(tables.enter(token, term, false, &class));
        }
        if let Some(token) = token {
            tables.tokens[usize::from(token)].zone = Some(tables.zones.len() as u16);
        }
        tables.zones.push(ZoneInfo { key, shape, token });
        (cells.len() < 60_000).then_some(inner)
    }

    /// Key and shape of a zone, and its list.
    fn shape<'z>(&mut self, zone: &'z Ast) -> Option<(String, Shape, &'z Ast)> {
        let Ast::Node(name, args) = zone else { return None };
        let (list, others) = args.split_last()?;
        if list.list().is_some() {
            // The key of the engine writes the arguments in brackets also for operators.
            let key = if others.is_empty() {
                name.clone()
            } else {
                format!("{name}({})", others.iter().map(lint::text).collect::<Vec<_>>().join(","))
            };
            let args = others.iter().map(|a| build(&mut self.m, a)).collect();
            return Some((key, Shape::Plain(name.clone(), args), list));
        }
        if name == "-" && args.len() == 2 {
            let (key, shape, list) = self.shape(&args[1])?;
            let Shape::Plain(inner, inner_args) = shape else { return None };
            let left = build(&mut self.m, &args[0]);
            return Some((
                format!("{}-{key}", lint::text(&args[0])),
                Shape::Dashed(left, inner, inner_args),
                list,
            ));
        }
        None
    }

    /// For each player, which zones they see; empty when everybody sees everything.
    fn sees(&mut self, tables: &Tables) -> Vec<Vec<bool>> {
        if !has(self.clauses, "sees", 2) {
            return Vec::new();
        }
        let mut out = Vec::new();
        for p in &tables.player_terms {
            let mut row = Vec::new();
            for z in &tables.zones {
                let name = zone_name(&mut self.m, &z.shape);
                let goal = self.m.compound("sees", &[p.clone(), name]);
                let goal = self.m.goal(&goal);
                match self.m.holds(&goal) {
                    Ok(b) => row.push(b),
                    Err(e) => {
                        let line = self.line("sees");
                        self.report.error(line, format!("sees/2: {}", failed(&e)), "");
                        row.push(false);
                    }
                }
            }
            out.push(row);
        }
        out
    }

    /// For each zone whether `set/1` or `ordered/1` names it.
    fn declared(&mut self, tables: &Tables) -> Vec<Option<bool>> {
        let mut out = vec![None; tables.zones.len()];
        for (name, set) in [("set", true), ("ordered", false)] {
            if !has(self.clauses, name, 1) {
                continue;
            }
            let mut any = false;
            for (z, info) in tables.zones.iter().enumerate() {
                let zone = zone_name(&mut self.m, &info.shape);
                let goal = self.m.compound(name, &[zone]);
                let goal = self.m.goal(&goal);
                match self.m.holds(&goal) {
                    Ok(true) => (any, out[z]) = (true, Some(set)),
                    Ok(false) => {}
                    Err(e) => {
                        let line = self.line(name);
                        self.report.error(line, format!("{name}/1: {}", failed(&e)), "");
                    }
                }
            }
            if !any {
                let line = self.line(name);
                self.report.warn(
                    line,
                    format!("{name}/1 names no zone"),
                    "a zone is called as sees/2 gets it: hand(ann)",
                );
            }
        }
        out
    }

    fn scenery(&mut self, tables: &Tables) -> Scenery {
        let mut s = Scenery::default();
        let [label2, label3, layout] =
            [("label", 2), ("label", 3), ("layout", 2)].map(|(name, arity)| self.answers(name, arity));
        let [place, looks, owner] =
            [("place", 3), ("looks", 2), ("owner", 2)].map(|(name, arity)| self.answers(name, arity));
        let [alike, team] = [("alike", 1), ("team", 2)].map(|(name, arity)| self.answers(name, arity));
        let mut names = Names::new(self.clauses, tables, self.report);
        names.alike(&alike);
        names.teams(&team);
        for a in label2 {
            names.label("label", &a);
            s.label(&a[0], None, &a[1]);
        }
        for a in label3 {
            names.label("label", &a);
            s.label(&a[0], Some(&lint::text(&a[1])), &a[2]);
        }
        for a in layout {
            match s.layout(&a[0], &a[1]) {
                true => names.layout(&a, &place),
                false => names.no_layout(&a),
            }
        }
        for a in place {
            let fault = s.place(&a[0], &a[1], &a[2]).err();
            names.place(&a, fault);
        }
        for a in looks {
            names.label("looks", &a);
            s.looks(&a[0], &a[1]);
        }
        for a in owner {
            names.owner(&a);
            s.owner(&a[0], &a[1], tables);
        }
        names.untranslated(&s);
        s.finish(tables);
        s
    }
}

/// The name of a zone as a term, as `sees/2` gets it.
fn zone_name(m: &mut Machine, shape: &Shape) -> Term {
    match shape {
        Shape::Plain(n, args) => m.compound(n, args),
        Shape::Dashed(left, n, args) => {
            let inner = m.compound(n, args);
            m.compound("-", &[left.clone(), inner])
        }
    }
}
