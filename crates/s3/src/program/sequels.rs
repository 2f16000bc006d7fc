//! What follows each move (its *sequel*), specialised ahead of time: awards before it, the rest of its rule after it.

use super::build::{Builder, bind};
use super::graph::Node;
use super::plan::{GaveUp, Plan, Stage, Why};
use super::special::{Abs, Vars};
use super::tables::{After, Aim, DONE, NOTHING, Source};
use super::value::Value;
use crate::lower::Ask;
use std::collections::{HashMap, HashSet};

/// Sequels of all rules together; larger tables are not worth it.
const LARGEST: usize = 1 << 20;

/// What matters of the bindings under one rule.
type Seen = Option<Vec<(u16, i32)>>;

impl Builder<'_> {
    /// What follows the moves of a rule.
    pub(super) fn after(&mut self, r: usize) {
        let p = self.p;
        let matter = self.after_matters(r);
        // The sequel may know the type of what was moved, and rules may bind or ask its state.
        let nature = |e: usize| (p.board.elements[e].kind, p.board.elements[e].state);
        let (element, elements) =
            self.groups(matter, p.board.elements.len(), nature, |q| p.rules[q].element.as_ref(), r);
        let (from, froms) =
            self.groups(matter, p.cell_names.len(), |_| (0, 0), |q| p.rules[q].from.as_ref(), r);
        let players = p.board.layout.players;
        let size = players * elements * froms * p.cell_names.len();
        let (rows, columns) = (Vec::new(), Vec::new());
        let (entry, ready) = (Vec::new(), Vec::new());
        let stride = elements * froms * p.cell_names.len();
        let mut after = After { element, from, froms, elements, rows, columns, stride, entry, ready };
        self.sequels = self.sequels.saturating_add(size);
        if self.sequels > LARGEST {
            self.parts[r].leave(Why::Large.at(p.code.after[r]));
            self.tables.after[r] = after;
            return;
        }
        after.entry = vec![(NOTHING, NOTHING); size];
        let cells = p.cell_names.len() as u32;
        after.rows = after.element.iter().map(|&g| u32::from(g) * froms as u32 * cells).collect();
        after.columns = after.from.iter().map(|&g| u32::from(g) * cells).collect();
        for player in 1..=players as u8 {
            let sources: Vec<Source> = self.tables.sources[usize::from(player) - 1]
                .iter()
                .filter(|s| usize::from(s.rule) == r)
                .cloned()
                .collect();
            for source in sources {
                self.after_source(r, player, &source, &mut after, matter);
            }
        }
        self.tables.after[r] = after;
    }

    /// Variables that matter once a move by rule `r` was chosen.
    fn after_matters(&self, r: usize) -> u128 {
        let live = &self.special.live;
        let p = self.p;
        let mut matter = live.at(p.code.after[r], &[]);
        if let Some(awards) = p.code.all_awards[r] {
            matter |= live.at(awards, &[]);
        }
        // What the conditions set may matter too, and then what they read.
        let written = |q: usize| p.code.conditions[q].map_or(0, |pc| self.special.live.written(p, pc));
        let others = if p.total { r..r + 1 } else { 0..p.rules.len() };
        for q in others {
            if written(q) & matter != 0 {
                matter |= self.matters(q);
            }
        }
        matter
    }

    /// Numbers the elements (or cells) by what matters of their bindings.
    fn groups<'f>(
        &self,
        matter: u128,
        count: usize,
        nature: impl Fn(usize) -> (u32, i32),
        fits: impl Fn(usize) -> Option<&'f crate::lower::Fits>,
        r: usize,
    ) -> (Vec<u16>, usize) {
        let rules = if self.p.total { r..r + 1 } else { 0..self.p.rules.len() };
        let mut known: HashMap<(Vec<Seen>, (u32, i32)), u16> = HashMap::new();
        let groups = (0..count)
            .map(|i| {
                let key = rules
                    .clone()
                    .map(|q| {
                        let fit = fits(q).and_then(|f| f[i].as_ref())?;
                        Some(fit.iter().copied().filter(|(v, _)| matter >> v & 1 == 1).collect())
                    })
                    .collect();
                let next = known.len() as u16;
                *known.entry((key, nature(i))).or_insert(next)
            })
            .collect();
        (groups, known.len().max(1))
    }

    fn after_source(&mut self, r: usize, player: u8, source: &Source, after: &mut After, matter: u128) {
        let p = self.p;
        let mut done: HashSet<(u16, u16, u32)> = HashSet::new();
        for e in (0..p.board.elements.len()).filter(|e| source.mask[e / 64] >> (e % 64) & 1 == 1) {
            for cell in (0..p.cell_names.len()).filter(|&c| p.board.layout.crowd[c] == source.crowd) {
                let list = match &source.targets {
                    Aim::Alike(list) => *list,
                    Aim::ByCell(lists) => lists[cell],
                };
                let (eg, fg) = (after.element[e], after.from[cell]);
                if list == NOTHING || p.rules[r].from.as_ref().is_none_or(|f| f[cell].is_none()) {
                    continue;
                }
                if !done.insert((eg, fg, list)) {
                    continue;
                }
                for target in self.tables.targets[list as usize].list.clone() {
                    if target.many {
                        self.parts[r].several += 1;
                        continue;
                    }
                    let at = after.at(player, eg, fg, target.cell, p.cell_names.len());
                    if after.entry[at].1 != NOTHING {
                        continue;
                    }
                    match self.entry(r, player, (e, cell, usize::from(target.cell)), matter, after) {
                        Ok(found) => {
                            self.parts[r].sequels += 1;
                            after.entry[at] = found;
                        }
                        Err(why) => self.parts[r].leave(why),
                    }
                }
            }
        }
    }

    /// Awards and sequel of one move.
    fn entry(
        &mut self,
        r: usize,
        player: u8,
        mv: (usize, usize, usize),
        matter: u128,
        after: &After,
    ) -> Result<(u32, u32), GaveUp> {
        let p = self.p;
        let (at_choice, vars) = match self.variables(r, player, mv, matter) {
            Ok(found) => found,
            Err(GaveUp { why: Why::Left | Why::Large, .. }) => {
                return self.staged(r, player, mv, matter, after);
            }
            Err(gave_up) => return Err(gave_up),
        };
        let awards = match p.code.all_awards[r] {
            None => DONE,
            Some(pc) => {
                // Awards are evaluated twice, once to choose the rule: those that set what they read, or what is
                // needed later, are left to the machine.
                let live = &self.special.live;
                if live.written(p, pc) & (live.at(p.code.after[r], &[]) | live.at(pc, &[])) != 0 {
                    return Err(Why::Awards.at(pc));
                }
                // So are those that read something else the first time, before later rules were tried.
                let read = live.at(pc, &[]);
                let mut both = at_choice.iter().zip(&vars).enumerate();
                if both.any(|(v, (a, b))| read >> v & 1 == 1 && a != b) {
                    return Err(Why::Awards.at(pc));
                }
                let start = self.special.start(pc, player, vars.clone());
                let node = self.special.explore(start)?;
                if p.impure && self.special.graph.more_than_scores(node) {
                    return Err(Why::Changes.at(pc));
                }
                node
            }
        };
        let mut start = self.special.start(p.code.after[r], player, vars);
        start.known = self.known(r, mv);
        Ok((awards, self.special.explore(start)?))
    }

    /// What is known of the target after a move. Worth knowing only where the sequel depends on the target anyway and
    /// so is not shared with other targets.
    fn known(&mut self, r: usize, (e, _, to): (usize, usize, usize)) -> Option<(u16, u32)> {
        let p = self.p;
        let live = self.special.live.at(p.code.after[r], &[]);
        let target = p.rules[r].to.as_ref().and_then(|f| f[to].as_ref());
        self.special.known_vars =
            target.map_or(0, |fit| fit.iter().fold(0, |set, (v, _)| set | 1 << v)) & live;
        (self.special.known_vars != 0).then(|| (to as u16, p.board.elements[e].kind))
    }

    /// Awards and sequel where conditions leave different values: they are run again before the move, in one graph.
    fn staged(
        &mut self,
        r: usize,
        player: u8,
        mv: (usize, usize, usize),
        matter: u128,
        after: &After,
    ) -> Result<(u32, u32), GaveUp> {
        let p = self.p;
        let (mut stages, mut binds) = (Vec::new(), Vec::new());
        let rules = if p.total { r..r + 1 } else { 0..p.rules.len() };
        for q in rules {
            let Some(pc) = self.tried(q, q == r, player, mv, matter, &mut binds)? else { continue };
            let wanted = Some(q == r);
            stages.push(Stage { binds: std::mem::take(&mut binds), pc, wanted });
        }
        if let Some(pc) = p.code.all_awards[r] {
            let live = &self.special.live;
            let read = live.at(pc, &[]);
            let later = (r + 1..p.rules.len()).filter(|_| !p.total);
            let left = later.filter_map(|q| p.code.conditions[q]).fold(0, |set, q| set | live.written(p, q));
            if live.written(p, pc) & (live.at(p.code.after[r], &[]) | read) != 0 || left & read != 0 {
                return Err(Why::Awards.at(pc));
            }
            stages.push(Stage { binds: std::mem::take(&mut binds), pc, wanted: None });
        }
        let (_, from, to) = mv;
        let alike = (0u16..).zip(&after.from).filter(|(_, g)| **g == after.from[from]).map(|(c, _)| c);
        self.special.plan = Plan {
            id: self.special.plan.id,
            player,
            stages,
            last: binds,
            matter,
            from: from as u16,
            to: to as u16,
            alike: alike.collect(),
            after: p.code.after[r],
            known: self.known(r, mv),
        };
        let start = self.special.start(p.code.after[r], player, self.unset());
        let node = self.special.follow_plan(start)?;
        self.parts[r].staged += 1;
        Ok((node, DONE))
    }

    /// Tries rule `q` on a move: what it binds, and its condition if that is evaluated and leaves something that
    /// matters.
    fn tried(
        &self,
        q: usize,
        chosen: bool,
        player: u8,
        (e, from, to): (usize, usize, usize),
        matter: u128,
        binds: &mut Vec<(u16, i32)>,
    ) -> Result<Option<u32>, GaveUp> {
        let p = self.p;
        let rule = &p.rules[q];
        let fit = |fits: &Option<crate::lower::Fits>, i: usize| fits.as_ref().and_then(|f| f[i].clone());
        let Some(bound) = fit(&rule.element, e) else { return Ok(None) };
        binds.extend(bound.iter());
        let changing = p.board.layout.states.is_some();
        match &rule.state {
            Ask::Never => return Ok(None),
            Ask::Bind(v) if matter >> v & 1 == 1 && changing => return Err(Why::State.at(p.code.after[q])),
            Ask::Bind(v) => binds.push((*v, p.board.elements[e].state)),
            Ask::Is(_) if !chosen && changing => return Err(Why::State.at(p.code.after[q])),
            Ask::Is(n) if !chosen && *n != p.board.elements[e].state => return Ok(None),
            _ => {}
        }
        match &rule.player {
            Ask::Bind(v) => binds.push((*v, i32::from(player))),
            Ask::Is(n) if *n != i32::from(player) => return Ok(None),
            Ask::Never => return Ok(None),
            _ => {}
        }
        let Some(bound) = fit(&rule.from, from) else { return Ok(None) };
        binds.extend(bound.iter());
        let Some(bound) = fit(&rule.to, to) else { return Ok(None) };
        binds.extend(bound.iter());
        Ok(p.code.conditions[q].filter(|&pc| self.special.live.written(p, pc) & matter != 0))
    }

    /// The variables when rule `r` had matched, and after the rule was chosen. The original tries every rule and
    /// leaves what the last one left.
    fn variables(
        &mut self,
        r: usize,
        player: u8,
        (e, from, to): (usize, usize, usize),
        matter: u128,
    ) -> Result<(Vars, Vars), GaveUp> {
        let p = self.p;
        let mut vars = self.unset();
        let mut at_choice = None;
        let rules = if p.total { r..r + 1 } else { 0..p.rules.len() };
        for q in rules {
            if q == r + 1 {
                at_choice = Some(vars.clone());
            }
            let rule = &p.rules[q];
            let fit = |fits: &Option<crate::lower::Fits>, i: usize| fits.as_ref().and_then(|f| f[i].clone());
            let Some(bound) = fit(&rule.element, e) else { continue };
            bind(&mut vars, &bound, matter);
            match &rule.state {
                Ask::Any => {}
                Ask::Never => continue,
                Ask::Bind(v) if matter >> v & 1 == 1 => match p.board.layout.states {
                    Some(_) => return Err(Why::State.at(p.code.after[q])),
                    None => bind(&mut vars, &[(*v, p.board.elements[e].state)], matter),
                },
                Ask::Is(_) if q != r && p.board.layout.states.is_some() => {
                    // Whether it goes on from here depends on the state: harmless only if nothing would be bound.
                    let quiet = self.quiet(q, e, from, to, &vars, matter);
                    if !quiet {
                        return Err(Why::State.at(p.code.after[q]));
                    }
                    continue;
                }
                Ask::Is(n) if q != r && *n != p.board.elements[e].state => continue,
                _ => {}
            }
            match &rule.player {
                Ask::Bind(v) => bind(&mut vars, &[(*v, i32::from(player))], matter),
                Ask::Is(n) if *n != i32::from(player) => continue,
                Ask::Never => continue,
                _ => {}
            }
            let Some(bound) = fit(&rule.from, from) else { continue };
            bind(&mut vars, &bound, matter);
            let Some(bound) = fit(&rule.to, to) else { continue };
            bind(&mut vars, &bound, matter);
            let Some(pc) = p.code.conditions[q] else { continue };
            if self.special.live.written(p, pc) & matter == 0 {
                continue;
            }
            let start = self.special.start(pc, player, vars.clone());
            let wanted = if q == r { Node::True } else { Node::False };
            if let Some(left) = self.special.ends(start, matter, |n| n == wanted)? {
                vars = left;
            }
        }
        Ok((at_choice.unwrap_or_else(|| vars.clone()), vars))
    }

    /// Whether trying rule `q` further would leave the variables that matter as they are.
    fn quiet(&self, q: usize, e: usize, from: usize, to: usize, vars: &[Abs], matter: u128) -> bool {
        let rule = &self.p.rules[q];
        let _ = e;
        let same = |fits: &Option<crate::lower::Fits>, i: usize| {
            fits.as_ref().and_then(|f| f[i].as_ref()).is_none_or(|fit| {
                fit.iter().all(|&(v, n)| matter >> v & 1 == 0 || vars[v as usize] == Abs::Val(Value::Int(n)))
            })
        };
        let written = self.p.code.conditions[q].map_or(0, |pc| self.special.live.written(self.p, pc));
        same(&rule.from, from)
            && same(&rule.to, to)
            && written & matter == 0
            && !matches!(rule.player, Ask::Bind(_))
    }
}
