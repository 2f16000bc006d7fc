//! A second implementation of dialect 1, written from the description of the language and sharing nothing with the
//! crate: the judge in comparisons. Slow on purpose. It reads only files that load; it does not report mistakes.

pub(crate) mod expr;

use expr::{Expr, Fails, Value, fit, parse, pattern};
use std::collections::BTreeMap;

type Res<T> = Result<T, Fails>;
type Pattern = (String, BTreeMap<usize, String>);

/// A location.
#[derive(Clone, Debug, Default)]
pub(crate) struct Location {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) relevant: bool,
}

/// An element as it is now.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thing {
    pub(crate) kind: String,
    pub(crate) states: i32,
    pub(crate) place: String,
    pub(crate) first: i32,
    pub(crate) state: i32,
    pub(crate) owner: i32,
    pub(crate) z: i32,
}

/// A rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rule {
    name: String,
    patterns: BTreeMap<String, Pattern>,
    single: BTreeMap<String, Expr>,
    players: Vec<Expr>,
    scores: Vec<Expr>,
}

/// A situation with players and scores.
type Scoring = (Expr, Vec<Expr>, Vec<Expr>);

/// A file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spec {
    pub(crate) locations: Vec<Location>,
    things: Vec<(String, Thing)>,
    players: usize,
    score: i32,
    pub(crate) functions: BTreeMap<String, (Vec<String>, Vec<Expr>)>,
    scorings: Vec<Scoring>,
    ends: Vec<(Expr, Expr)>,
    rules: Vec<Rule>,
}

/// A move.
pub(crate) type Triple = (String, String, String);

/// A state with the variables.
#[derive(Clone, Debug)]
pub(crate) struct World<'s> {
    pub(crate) spec: &'s Spec,
    pub(crate) things: BTreeMap<String, Thing>,
    pub(crate) content: BTreeMap<String, String>,
    pub(crate) player: i32,
    pub(crate) winner: i32,
    pub(crate) scores: Vec<i32>,
    pub(crate) vars: BTreeMap<String, Value>,
    pub(crate) fuel: u64,
    pub(crate) depth: u32,
}

/// Reading in progress.
#[derive(Default)]
struct Reading {
    spec: Spec,
    states: BTreeMap<String, i32>,
    kinds: BTreeMap<String, bool>,
    name: String,
    relevant: bool,
    situation: Option<Expr>,
    open: Option<String>,
}

impl Spec {
    /// Reads a file that is known to load.
    pub(crate) fn read(text: &str) -> Res<Spec> {
        let mut r = Reading::default();
        let mut section = "BOARD".to_string();
        for line in text.lines().map(str::trim) {
            if line.chars().count() < 2 || line.starts_with("//") {
                continue;
            }
            if let Some(header) = line.strip_prefix('[') {
                section = header[..header.len() - 1].to_uppercase();
                r.open = None;
                continue;
            }
            if section == "EXPRESSIONS" {
                r.expression(line)?;
                continue;
            }
            let (key, value) = line.split_once('=').ok_or(Fails)?;
            r.entry(&section, &key.to_lowercase(), value)?;
        }
        let states = r.states;
        for (_, thing) in &mut r.spec.things {
            thing.states = states.get(&thing.kind).copied().unwrap_or(0);
        }
        Ok(r.spec)
    }

    pub(crate) fn location(&self, name: &str) -> Option<&Location> {
        self.locations.iter().find(|l| l.name == name)
    }

    /// The first state.
    pub(crate) fn start(&self) -> World<'_> {
        let things: BTreeMap<String, Thing> = self.things.iter().cloned().collect();
        let content = self.things.iter().map(|(n, t)| (t.place.clone(), n.clone())).collect();
        let scores = vec![self.score; self.players];
        let vars = BTreeMap::new();
        World { spec: self, things, content, player: 1, winner: -1, scores, vars, fuel: 0, depth: 0 }
    }
}

impl Reading {
    fn expression(&mut self, line: &str) -> Res<()> {
        let Some(name) = self.open.clone() else {
            let (name, formals) = match line.split_once('(') {
                None => (line, Vec::new()),
                Some((name, rest)) => {
                    let inner = &rest[..rest.len() - 1];
                    let formals = inner.split(',').map(|f| f.trim().strip_prefix('$').map(str::to_string));
                    (name, formals.collect::<Option<_>>().ok_or(Fails)?)
                }
            };
            self.spec.functions.insert(name.to_string(), (formals, Vec::new()));
            self.open = Some(name.to_string());
            return Ok(());
        };
        if line.eq_ignore_ascii_case("END") {
            self.open = None;
            return Ok(());
        }
        let body = parse(line)?;
        self.spec.functions.get_mut(&name).ok_or(Fails)?.1.push(body);
        Ok(())
    }

    fn entry(&mut self, section: &str, key: &str, value: &str) -> Res<()> {
        let number = || value.parse::<i32>().map_err(|_| Fails);
        match (section, key) {
            ("ELEMENT TYPES" | "LOCATION TYPES", "name") => {
                self.name = value.to_string();
                self.relevant = true;
            }
            ("ELEMENT TYPES", "states") => {
                self.states.insert(self.name.clone(), number()?);
            }
            ("LOCATION TYPES", "relevant") => {
                self.relevant = value.eq_ignore_ascii_case("yes");
                if let Some(known) = self.kinds.get_mut(&self.name) {
                    *known = self.relevant;
                }
            }
            ("LOCATION TYPES", "point") => {
                self.kinds.insert(self.name.clone(), self.relevant);
            }
            ("LOCATIONS", "name") => {
                self.spec.locations.retain(|l| l.name != value);
                self.spec.locations.push(Location { name: value.to_string(), ..Location::default() });
            }
            ("LOCATIONS", "type") => {
                let relevant = *self.kinds.get(value).ok_or(Fails)?;
                let last = self.spec.locations.last_mut().ok_or(Fails)?;
                (last.kind, last.relevant) = (value.to_string(), relevant);
            }
            ("PLAYER NAMES", "score") => self.spec.score = number()?,
            ("PLAYER NAMES", _) => self.spec.players += 1,
            ("MOVABLE ELEMENTS", "name") => {
                self.spec.things.retain(|t| t.0 != value);
                let (kind, place) = (String::new(), String::new());
                let fresh = Thing { kind, states: 0, place, first: 1, state: 1, owner: 0, z: 0 };
                self.spec.things.push((value.to_string(), fresh));
            }
            ("MOVABLE ELEMENTS", _) => {
                let thing = &mut self.spec.things.last_mut().ok_or(Fails)?.1;
                match key {
                    "type" => thing.kind = value.to_string(),
                    "location" => thing.place = value.to_string(),
                    "player" => thing.owner = number()?,
                    "zindex" => thing.z = number()?,
                    "state" => (thing.first, thing.state) = (number()?, number()?),
                    _ => {}
                }
            }
            ("SCORINGS", "situation") => self.spec.scorings.push((parse(value)?, Vec::new(), Vec::new())),
            ("SCORINGS", "player") => self.spec.scorings.last_mut().ok_or(Fails)?.1.push(parse(value)?),
            ("SCORINGS", "score") => self.spec.scorings.last_mut().ok_or(Fails)?.2.push(parse(value)?),
            ("END OF GAME", "situation") => self.situation = Some(parse(value)?),
            ("END OF GAME", "winner") => {
                let situation = self.situation.take().ok_or(Fails)?;
                self.spec.ends.push((situation, parse(value)?));
            }
            ("GAME RULES", "name") => {
                self.spec.rules.retain(|r| r.name != value);
                self.spec.rules.push(Rule { name: value.to_string(), ..Rule::default() });
            }
            ("GAME RULES", _) => {
                let rule = self.spec.rules.last_mut().ok_or(Fails)?;
                match key {
                    "element" | "from" | "to" => {
                        rule.patterns.insert(key.to_string(), pattern(value)?);
                    }
                    "state" | "player" | "condition" | "followup" => {
                        rule.single.insert(key.to_string(), parse(value)?);
                    }
                    "awardplayer" => rule.players.push(parse(value)?),
                    "withscore" => rule.scores.push(parse(value)?),
                    _ => {}
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// How much one evaluation may take before the comparison is given up.
const FUEL: u64 = 200_000;

impl World<'_> {
    pub(crate) fn seat(&self, p: i32) -> Res<usize> {
        usize::try_from(p).ok().filter(|p| (1..=self.scores.len()).contains(p)).map(|p| p - 1).ok_or(Fails)
    }

    pub(crate) fn carry(&mut self, e: &str, to: &str) {
        let thing = self.things.get_mut(e).expect("the element is known");
        self.content.remove(&thing.place);
        thing.place = to.to_string();
        self.content.insert(to.to_string(), e.to_string());
    }

    fn asks(&mut self, rule: &Rule, key: &str, number: i32) -> bool {
        match rule.single.get(key) {
            None => true,
            Some(Expr::Const(Value::Int(n))) => *n == number,
            Some(Expr::Var(v)) => {
                self.vars.insert(v.clone(), Value::Int(number));
                true
            }
            Some(_) => false,
        }
    }

    fn binds(&mut self, rule: &Rule, key: &str, name: &str) -> Res<bool> {
        let found = fit(rule.patterns.get(key).ok_or(Fails)?, name);
        for (v, n) in found.iter().flatten() {
            self.vars.insert(v.clone(), Value::Int(*n));
        }
        Ok(found.is_some())
    }

    /// Whether a rule allows a move to a free location, binding as it goes.
    fn matches(&mut self, rule: &Rule, e: &str, to: &str) -> Res<bool> {
        Ok(self.leaves(rule, e)? && self.arrives(rule, to)?)
    }

    fn leaves(&mut self, rule: &Rule, e: &str) -> Res<bool> {
        let (state, from) = (self.things[e].state, self.things[e].place.clone());
        if !self.binds(rule, "element", e)? || !self.asks(rule, "state", state) {
            return Ok(false);
        }
        let player = self.player;
        Ok(self.asks(rule, "player", player) && self.binds(rule, "from", &from)?)
    }

    fn arrives(&mut self, rule: &Rule, to: &str) -> Res<bool> {
        if !self.binds(rule, "to", to)? {
            return Ok(false);
        }
        match rule.single.get("condition") {
            None => Ok(true),
            Some(c) => Ok(self.eval(c)? == Value::Bool(true)),
        }
    }

    fn fresh(&mut self) {
        self.vars.clear();
        self.fuel = FUEL;
        self.depth = 0;
    }

    /// The full list.
    pub(crate) fn moves(&self) -> Res<Vec<Triple>> {
        let mut list = Vec::new();
        let mut trial = self.clone();
        for rule in &self.spec.rules {
            for e in self.things.keys() {
                trial.fresh();
                if !trial.leaves(rule, e)? {
                    continue;
                }
                // Element and origin are bound once for all targets; what else a condition sets is forgotten.
                let bound: Vec<String> = trial.vars.keys().cloned().collect();
                for l in self.spec.locations.iter().filter(|l| !self.content.contains_key(&l.name)) {
                    trial.vars.retain(|v, _| bound.contains(v));
                    (trial.fuel, trial.depth) = (FUEL, 0);
                    if trial.arrives(rule, &l.name)? {
                        list.push((self.things[e].place.clone(), l.name.clone(), e.clone()));
                    }
                }
            }
        }
        Ok(list)
    }

    /// What does not distinguish a move.
    pub(crate) fn class(&self, mv: &Triple) -> (String, String, String, i32) {
        let side = |name: &str| match self.spec.location(name) {
            Some(l) if !l.relevant => format!("type {}", l.kind),
            _ => name.to_string(),
        };
        let thing = &self.things[&mv.2];
        (side(&mv.0), side(&mv.1), thing.kind.clone(), thing.first)
    }

    /// Performs a legal move.
    pub(crate) fn perform(&mut self, mv: &Triple) -> Res<()> {
        self.fresh();
        let spec = self.spec;
        let (mut chosen, mut best) = (None, i64::MIN);
        for rule in &spec.rules {
            if !self.matches(rule, &mv.2, &mv.1)? {
                continue;
            }
            chosen = chosen.or(Some(rule));
            for (who, score) in rule.players.iter().zip(&rule.scores) {
                if self.eval(who)? == Value::Int(self.player) {
                    let Value::Int(n) = self.eval(score)? else { return Err(Fails) };
                    if i64::from(n) > best {
                        best = i64::from(n);
                        chosen = Some(rule);
                    }
                }
            }
        }
        let rule = chosen.ok_or(Fails)?;
        self.award(&rule.players, &rule.scores)?;
        self.carry(&mv.2, &mv.1);
        if let Some(f) = rule.single.get("followup") {
            self.eval(f)?;
        }
        for (situation, players, scores) in &spec.scorings {
            if self.eval(situation)? == Value::Bool(true) {
                self.award(players, scores)?;
            }
        }
        for (situation, winner) in &spec.ends {
            if self.eval(situation)? == Value::Bool(true) {
                let Value::Int(n) = self.eval(winner)? else { return Err(Fails) };
                self.winner = n;
                break;
            }
        }
        Ok(())
    }

    fn award(&mut self, players: &[Expr], scores: &[Expr]) -> Res<()> {
        for (i, who) in players.iter().enumerate() {
            let Value::Int(p) = self.eval(who)? else { return Err(Fails) };
            let Value::Int(n) = self.eval(scores.get(i).ok_or(Fails)?)? else { return Err(Fails) };
            let seat = self.seat(p)?;
            self.scores[seat] = self.scores[seat].wrapping_add(n);
        }
        Ok(())
    }

    /// The normalised state as text: occupied distinct locations, player, winner, scores.
    pub(crate) fn key(&self) -> String {
        let mut out = String::new();
        for (l, e) in &self.content {
            if self.spec.location(l).is_some_and(|l| l.relevant) {
                let t = &self.things[e];
                out += &format!("{l}*{}*{}*{}*{}*", t.kind, t.state, t.owner, t.z);
            }
        }
        out + &format!("{}*{}*{:?}", self.player, self.winner, self.scores)
    }
}
