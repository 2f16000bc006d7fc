//! Builds the tables when a game is first played: which elements can go where under which rule, and which tests remain.

use super::Program;
use super::graph::Node;
use super::lane::Lanes;
use super::plan::Why;
use super::reach::{Barrier, Part};
use super::special::{Abs, Situation, Special, Vars};
use super::tables::{ASK, After, Aim, FALSE, NOTHING, Shown, Source, TRUE, Tables, Target, Targets};
use super::upkeep::Upkeep;
use super::value::Value;
use crate::lower::Ask;
use std::collections::HashMap;

/// Steps of building the lists; beyond that the machine plays.
const WORK: usize = 20_000_000;

pub(super) struct Builder<'a> {
    pub(super) p: &'a Program,
    pub(super) special: Special<'a>,
    pub(super) tables: Tables,
    /// What becomes of each rule.
    pub(super) parts: Vec<Part>,
    lists: HashMap<(u16, u8, Vars), u32>,
    /// Lists by what is in them.
    contents: HashMap<Content, u32>,
    /// By node: whether it leads to a change, as far as it was asked.
    pub(super) changing: Vec<Option<bool>>,
    /// Steps taken, and sequels made room for.
    work: usize,
    pub(super) sequels: usize,
}

impl Tables {
    /// `whole`: states are compared by everything in them, also by what no rule reads.
    ///
    /// # Errors
    /// Why the game must be played by the machine alone.
    pub(crate) fn new(p: &Program, whole: bool) -> Result<Tables, Barrier> {
        let shared = p
            .board
            .elements
            .iter()
            .enumerate()
            .any(|(i, e)| p.board.elements[..i].iter().any(|f| f.cell == e.cell));
        let entire = |r: &super::RuleTable| r.element.is_some() && r.from.is_some() && r.to.is_some();
        let plain =
            |r: &super::RuleTable| !matches!(r.state, Ask::Eval(_)) && !matches!(r.player, Ask::Eval(_));
        let first = |bad: &dyn Fn(&super::RuleTable) -> bool| p.rules.iter().position(bad).map(|r| r as u16);
        if shared {
            return Err(Barrier::Shared);
        }
        if p.odd {
            return Err(Barrier::Odd);
        }
        if let Some(r) = first(&|r| !entire(r)) {
            return Err(Barrier::Incomplete(r));
        }
        if let Some(r) = first(&|r| !plain(r)) {
            return Err(Barrier::Asked(r));
        }
        let mut special = Special::new(p).ok_or(Barrier::Variables)?;
        for node in [Node::Done, Node::True, Node::False, Node::Ask] {
            special.graph.node(node);
        }
        let mut builder = Builder {
            p,
            special,
            tables: Tables::default(),
            parts: vec![Part::default(); p.rules.len()],
            lists: HashMap::new(),
            contents: HashMap::new(),
            changing: Vec::new(),
            work: 0,
            sequels: 0,
        };
        builder.build()?;
        let mut tables = builder.tables;
        let effort = builder.special.effort();
        let parts = builder.parts;
        let mut graph = builder.special.graph;
        graph.compact(ASK + 1, tables.roots());
        tables.after.iter_mut().for_each(|after| after.prepare(&graph));
        tables.graph = graph;
        tables.graph.seal();
        tables.upkeep = Upkeep::new(&p.board, &tables, whole);
        tables.lanes = if whole { Lanes::default() } else { Lanes::new(&p.board, &tables) };
        tables.reach = tables.reached(parts, effort);
        Ok(tables)
    }
}

/// Rule, player, and the targets with their nodes.
type Content = (u16, u8, Vec<(u16, u32)>);

type Bound = [(u16, i32)];

/// Type, first state and bindings of elements that behave alike.
type Alike = (u32, i32, Vars);

/// Type and first state of the element, origin, target: what distinguishes a move.
type Class = (u32, i32, u32, u32);

pub(super) fn bind(vars: &mut [Abs], fit: &Bound, live: u128) {
    for &(v, n) in fit {
        if live >> v & 1 == 1 {
            vars[v as usize] = Abs::Val(Value::Int(n));
        }
    }
}

impl Builder<'_> {
    fn build(&mut self) -> Result<(), Barrier> {
        let players = self.p.board.layout.players;
        self.tables.after = vec![After::default(); self.p.rules.len()];
        for player in 1..=players as u8 {
            let mut sources = Vec::new();
            for r in 0..self.p.rules.len() {
                self.rule(r, player, &mut sources)?;
            }
            self.overlaps(&sources)?;
            self.tables.sources.push(sources);
        }
        for r in 0..self.p.rules.len() {
            self.after(r);
        }
        super::prune::prune(self.p, &mut self.tables, &mut self.special.graph);
        super::bundle::bundle(self.p, &mut self.tables, &mut self.special.graph);
        Ok(())
    }

    /// Counts work.
    ///
    /// # Errors
    /// It is too much.
    fn spend(&mut self, steps: usize) -> Result<(), Barrier> {
        self.work += steps;
        if self.work <= WORK { Ok(()) } else { Err(Barrier::Work) }
    }

    pub(super) fn unset(&self) -> Vars {
        smallvec::smallvec![Abs::Unset; self.p.vars]
    }

    /// What matters for the condition of a rule.
    pub(super) fn matters(&self, r: usize) -> u128 {
        self.p.code.conditions[r].map_or(0, |pc| self.special.live.at(pc, &[]))
    }

    fn rule(&mut self, r: usize, player: u8, sources: &mut Vec<Source>) -> Result<(), Barrier> {
        let p = self.p;
        let rule = &p.rules[r];
        let live = self.matters(r);
        let player_var = match &rule.player {
            Ask::Any => None,
            Ask::Is(n) if *n == i32::from(player) => None,
            Ask::Bind(v) => Some(*v),
            _ => return Ok(()),
        };
        let changing = p.board.layout.states.is_some();
        let wanted_state = match &rule.state {
            Ask::Is(n) => Some(*n),
            Ask::Never => return Ok(()),
            Ask::Bind(v) if changing && live >> v & 1 == 1 => return Err(Barrier::State(r as u16)),
            _ => None,
        };
        let incomplete = Barrier::Incomplete(r as u16);
        let elements = rule.element.as_ref().ok_or(incomplete)?;
        let froms = rule.from.as_ref().ok_or(incomplete)?;
        // Elements by class and by what the condition can see of them.
        let mut groups: Vec<(Alike, Vec<u64>)> = Vec::new();
        for (e, fit) in elements.iter().enumerate() {
            let Some(fit) = fit else { continue };
            let elem = &p.board.elements[e];
            if !changing && wanted_state.is_some_and(|n| n != elem.state) {
                continue;
            }
            let mut vars = self.unset();
            bind(&mut vars, fit, live);
            if let Ask::Bind(v) = &rule.state {
                bind(&mut vars, &[(*v, elem.state)], live);
            }
            if let Some(v) = player_var {
                bind(&mut vars, &[(v, i32::from(player))], live);
            }
            let key = (elem.kind, elem.state, vars);
            self.spend(1 + groups.len())?;
            let at = groups.iter().position(|g| g.0 == key).unwrap_or_else(|| {
                groups.push((key, vec![0; p.board.layout.crowd_words]));
                groups.len() - 1
            });
            groups[at].1[e / 64] |= 1 << (e % 64);
        }
        let state = wanted_state.filter(|_| changing);
        for ((_, _, vars), mask) in groups {
            for crowd in 0..p.board.layout.crowds as u16 {
                let cells: Vec<u16> = (0..p.cell_names.len() as u16)
                    .filter(|&c| p.board.layout.crowd[c as usize] == crowd)
                    .collect();
                self.spend(p.cell_names.len())?;
                let aim = self.aim(r, player, &vars, &cells, froms, crowd, live)?;
                if let Some(targets) = aim {
                    sources.push(Source {
                        rule: r as u16,
                        crowd,
                        set: (p.board.layout.crowd_at + usize::from(crowd) * p.board.layout.crowd_words)
                            as u32,
                        mask: mask.clone(),
                        state,
                        guard: TRUE,
                        targets,
                        planes: self.shown(&mask, crowd, state),
                    });
                }
            }
        }
        Ok(())
    }

    /// The planes that show just these elements.
    fn shown(&self, mask: &[u64], crowd: u16, state: Option<i32>) -> Option<Shown> {
        let l = &self.p.board.layout;
        if crowd > 0 {
            return None;
        }
        let inside = |e: usize| mask[e / 64] >> (e % 64) & 1 == 1;
        let mut looks: Vec<u16> = (0..l.looks.len()).filter(|&e| inside(e)).map(|e| l.looks[e][0]).collect();
        looks.sort_unstable();
        looks.dedup();
        let alone = (0..l.looks.len()).all(|e| inside(e) || !looks.contains(&l.looks[e][0]));
        if !alone || looks.len() > 8 {
            return None;
        }
        let blocks = (0..self.p.relevant).step_by(64).map(|c| c as u16);
        let states = match state {
            None => Vec::new(),
            Some(n) => {
                let (first, count) = l.state_planes?;
                let n = usize::try_from(n).ok().filter(|n| *n < count)?;
                blocks.clone().map(|c| l.word(first + n, c) as u32).collect()
            }
        };
        let words =
            blocks.map(|c| looks.iter().map(|&k| l.word(usize::from(k), c) as u32).collect()).collect();
        Some(Shown { words, states })
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one table cell")]
    fn aim(
        &mut self,
        r: usize,
        player: u8,
        vars: &[Abs],
        cells: &[u16],
        froms: &crate::lower::Fits,
        crowd: u16,
        live: u128,
    ) -> Result<Option<Aim>, Barrier> {
        let mut by_cell = vec![NOTHING; self.p.cell_names.len()];
        let mut lists: Vec<u32> = Vec::new();
        for &cell in cells {
            let Some(fit) = &froms[cell as usize] else {
                lists.push(NOTHING);
                continue;
            };
            let mut bound = Vars::from_slice(vars);
            bind(&mut bound, fit, live);
            let list = self.list(r, player, bound, live)?;
            by_cell[cell as usize] = list;
            lists.push(list);
        }
        if lists.iter().all(|&l| l == NOTHING) {
            return Ok(None);
        }
        if crowd > 0 {
            if lists.iter().all(|&l| l == lists[0]) {
                return Ok(Some(Aim::Alike(lists[0])));
            }
            // Interchangeable elements that go to different targets.
            self.tables.repeats = true;
        }
        Ok(Some(Aim::ByCell(by_cell)))
    }

    /// The targets of a rule with these variables, or [`NOTHING`] if there are none.
    fn list(&mut self, r: usize, player: u8, vars: Vars, live: u128) -> Result<u32, Barrier> {
        let key = (r as u16, player, vars.clone());
        if let Some(&id) = self.lists.get(&key) {
            return Ok(id);
        }
        let p = self.p;
        self.spend(p.cell_names.len())?;
        let mut list = Vec::new();
        for (cell, fit) in p.rules[r].to.iter().flatten().enumerate() {
            let Some(fit) = fit else { continue };
            let node = match p.code.conditions[r] {
                None => TRUE,
                Some(pc) => {
                    let mut bound = vars.clone();
                    bind(&mut bound, fit, live);
                    let start = self.special.start(pc, player, bound);
                    self.lasting(r, &start)?;
                    match self.special.explore(start) {
                        // Changes by a condition do not last: the machine makes them on a copy.
                        Ok(node) if p.impure && self.special.graph.changes(node, &mut self.changing) => {
                            self.parts[r].refuse(Why::Changes.at(pc));
                            ASK
                        }
                        Ok(node) => {
                            self.parts[r].targets += 1;
                            node
                        }
                        Err(why) => {
                            self.parts[r].refuse(why);
                            ASK
                        }
                    }
                }
            };
            if node == FALSE {
                continue;
            }
            let crowd = p.board.layout.crowd[cell];
            list.push(Target { cell: cell as u16, many: false, crowd, node });
        }
        let content: Vec<(u16, u32)> = list.iter().map(|t| (t.cell, t.node)).collect();
        let known = self.contents.get(&(r as u16, player, content.clone())).copied();
        let id = known.unwrap_or_else(|| {
            if list.is_empty() {
                return NOTHING;
            }
            self.tables.targets.push(Targets { list, ..Targets::default() });
            self.tables.targets.len() as u32 - 1
        });
        // Targets that are left to the machine may differ by what the tables do not know.
        if content.iter().all(|&(_, node)| node != ASK) {
            self.contents.insert((r as u16, player, content), id);
        }
        self.lists.insert(key, id);
        Ok(id)
    }

    /// Whether a condition leaves the variables of its patterns as they were, so that no target meets what another one
    /// left.
    fn lasting(&mut self, r: usize, start: &Situation) -> Result<(), Barrier> {
        let matter = if self.p.lasting { self.p.bound(r) & self.matters(r) } else { 0 };
        if matter == 0 {
            return Ok(());
        }
        let left = self.special.ends(start.clone(), matter, |_| true).ok().flatten();
        let same = |left: &Vars| (0..left.len()).all(|v| matter >> v & 1 == 0 || left[v] == start.vars[v]);
        if left.is_some_and(|left| same(&left)) { Ok(()) } else { Err(Barrier::Lasting(r as u16)) }
    }

    /// Finds moves of one class that two sources of a player may give.
    fn overlaps(&mut self, sources: &[Source]) -> Result<(), Barrier> {
        let p = self.p;
        // Class of the element, origin, target: the sources that give it, and whether they follow several rules.
        let mut known: HashMap<Class, (Vec<usize>, bool)> = HashMap::new();
        for (i, source) in sources.iter().enumerate() {
            let Some(e) = (0..p.board.elements.len()).find(|e| source.mask[e / 64] >> (e % 64) & 1 == 1)
            else {
                continue;
            };
            let elem = &p.board.elements[e];
            let pairs: Vec<(u32, u32)> = match &source.targets {
                Aim::Alike(list) => vec![(1 << 20 | u32::from(source.crowd), *list)],
                Aim::ByCell(lists) => {
                    (0u32..).zip(lists.iter().copied()).filter(|l| l.1 != NOTHING).collect()
                }
            };
            for (origin, list) in pairs {
                self.spend(4 * self.tables.targets[list as usize].list.len())?;
                let origin = if source.crowd > 0 { 1 << 20 | u32::from(source.crowd) } else { origin };
                for t in 0..self.tables.targets[list as usize].list.len() {
                    let target = self.tables.targets[list as usize].list[t];
                    let to = if target.crowd > 0 {
                        1 << 20 | u32::from(target.crowd)
                    } else {
                        u32::from(target.cell)
                    };
                    let (others, several) = known.entry((elem.kind, elem.state, origin, to)).or_default();
                    if others.first().is_some_and(|&o| sources[o].rule != source.rule) && !*several {
                        *several = true;
                        others.iter().for_each(|&o| self.tables.mark_many(p, &sources[o], target.cell));
                    }
                    if *several {
                        self.tables.targets[list as usize].list[t].many = true;
                    }
                    if others.last() != Some(&i) {
                        self.tables.repeats |= !others.is_empty();
                        others.push(i);
                    }
                }
            }
        }
        Ok(())
    }
}
impl Tables {
    /// Moves to a cell by this source may follow another rule too.
    fn mark_many(&mut self, p: &Program, source: &Source, cell: u16) {
        let lists: Vec<u32> = match &source.targets {
            Aim::Alike(list) => vec![*list],
            Aim::ByCell(lists) => lists.iter().copied().filter(|&l| l != NOTHING).collect(),
        };
        let crowd = p.board.layout.crowd[cell as usize];
        for list in lists {
            for target in &mut self.targets[list as usize].list {
                if target.cell == cell || (crowd > 0 && target.crowd == crowd) {
                    target.many = true;
                }
            }
        }
    }
}
