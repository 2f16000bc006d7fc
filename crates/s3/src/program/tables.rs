//! Move generation and performing as tables: which elements can go where under which rule, with what remains to be
//! tested, and what happens then. Built once when the file is loaded.

use super::Program;
use super::board::Board;
use super::graph::{Graph, Node};
use super::slice::Slice;
use super::special::{Abs, GaveUp, Special, Vars};
use super::value::Value;
use crate::lower::Ask;
use std::collections::{HashMap, HashSet};

/// No entry.
pub(crate) const NOTHING: u32 = u32::MAX;

/// A target with what remains to be tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) cell: u16,
    /// Whether several rules may allow the move.
    pub(crate) many: bool,
    /// Number of the type, plus one, for a target that is not told apart from others of its type; 0 otherwise.
    pub(crate) crowd: u16,
    pub(crate) node: u32,
}

/// The targets from one place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Targets {
    /// Targets found many at a time.
    pub(crate) groups: Vec<Group>,
    /// Targets with conditions of several steps, asked side by side.
    pub(crate) slices: Vec<Slice>,
    /// The others, one by one.
    pub(crate) list: Vec<Target>,
}

/// Targets whose test is the same bit relative to the target: 64 of them are tested at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    /// Word of the occupied plane with the targets, and which bits they are.
    pub(crate) word: u32,
    pub(crate) mask: u64,
    /// The cell of bit 0.
    pub(crate) base: u16,
    /// The word to test: turned right by `turn`, flipped by `flip`, it must have the target's bit.
    pub(crate) test: u32,
    pub(crate) turn: u8,
    pub(crate) flip: u64,
    /// What must hold for all of them, asked once; [`TRUE`] for nothing.
    pub(crate) gate: u32,
}

impl Group {
    /// The targets open in a state, as bits.
    #[inline]
    pub(crate) fn open(&self, board: &Board, graph: &Graph, w: &[u64]) -> u64 {
        let tested = w[self.test as usize].rotate_right(u32::from(self.turn)) ^ self.flip;
        let open = !w[self.word as usize] & self.mask & tested;
        if self.gate == TRUE || open == 0 || graph.ask(board, w, self.gate) == TRUE { open } else { 0 }
    }
}

/// Elements that behave alike under a rule.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) rule: u16,
    /// Where they stand: number of the set of elements (0: cells told apart).
    pub(crate) crowd: u16,
    /// Which elements.
    pub(crate) mask: Vec<u64>,
    /// Only in this state.
    pub(crate) state: Option<i32>,
    /// What must hold for any of its moves, asked once.
    pub(crate) guard: u32,
    /// One for all (any of them stands for the others), or by cell.
    pub(crate) targets: Aim,
    /// Where the elements show on cells that are told apart, if it is they alone.
    pub(crate) planes: Option<Shown>,
}

/// The words in which the elements of a source show, 64 cells at a time.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// By 64 cells: the words whose bits together are the elements.
    pub(crate) words: Vec<Vec<u32>>,
    /// By 64 cells: the word of those in the state asked for; empty if any state will do.
    pub(crate) states: Vec<u32>,
}

/// Where a source's targets are listed.
#[derive(Clone, Debug)]
pub(crate) enum Aim {
    /// The first element stands for all: they share this list.
    Alike(u32),
    /// By cell: the list, or [`NOTHING`].
    ByCell(Vec<u32>),
}

/// What follows a move by one rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct After {
    /// By element and by cell: the group they belong to.
    pub(crate) element: Vec<u16>,
    pub(crate) from: Vec<u16>,
    pub(crate) froms: usize,
    pub(crate) elements: usize,
    /// By player, element group, origin group, target: awards and what follows.
    pub(crate) entry: Vec<(u32, u32)>,
}

/// All tables of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    pub(crate) graph: Graph,
    /// By player.
    pub(crate) sources: Vec<Vec<Source>>,
    pub(crate) targets: Vec<Targets>,
    pub(crate) after: Vec<After>,
    /// Whether moves of one class may come from two sources.
    pub(crate) repeats: bool,
    /// Whether generating may fail or must ask the machine.
    pub(crate) fallible: bool,
    /// Whether all targets are found in groups, so that moves can be counted without being listed.
    pub(crate) simple: bool,
    /// Steps and situations that building took.
    pub(crate) effort: (u64, usize),
}

/// Sequels of all rules together; larger tables are not worth it.
const LARGEST: usize = 1 << 20;

/// Steps of building the lists; beyond that the machine plays.
const WORK: usize = 20_000_000;

struct Builder<'a> {
    p: &'a Program,
    special: Special<'a>,
    tables: Tables,
    lists: HashMap<(u16, u8, Vars), u32>,
    /// Steps taken, and sequels made room for.
    work: usize,
    sequels: usize,
}

impl Tables {
    /// `None` if the game must be played by the machine alone.
    pub(crate) fn new(p: &Program) -> Option<Tables> {
        let shared = p
            .board
            .elements
            .iter()
            .enumerate()
            .any(|(i, e)| p.board.elements[..i].iter().any(|f| f.cell == e.cell));
        let whole = |r: &super::RuleTable| r.element.is_some() && r.from.is_some() && r.to.is_some();
        let plain =
            |r: &super::RuleTable| !matches!(r.state, Ask::Eval(_)) && !matches!(r.player, Ask::Eval(_));
        if shared || p.impure || !p.rules.iter().all(|r| whole(r) && plain(r)) {
            return None;
        }
        let mut special = Special::new(p)?;
        for node in [Node::Done, Node::True, Node::False, Node::Ask] {
            special.graph.node(node);
        }
        let mut builder =
            Builder { p, special, tables: Tables::default(), lists: HashMap::new(), work: 0, sequels: 0 };
        builder.build()?;
        let mut tables = builder.tables;
        tables.effort = builder.special.effort();
        let mut graph = builder.special.graph;
        graph.compact(ASK + 1, tables.roots());
        tables.graph = graph;
        tables.graph.seal();
        Some(tables)
    }
}

impl Tables {
    /// Every place that names a node.
    fn roots(&mut self) -> Vec<&mut u32> {
        let guards = self.sources.iter_mut().flatten().map(|s| &mut s.guard);
        let targets = self.targets.iter_mut().flat_map(|t| {
            t.groups.iter_mut().map(|g| &mut g.gate).chain(t.list.iter_mut().map(|t| &mut t.node))
        });
        let sequels = self.after.iter_mut().flat_map(|a| &mut a.entry).flat_map(|e| [&mut e.0, &mut e.1]);
        guards.chain(targets).chain(sequels).collect()
    }

    /// Numbers for people who tune a description.
    pub(crate) fn summary(&self) -> String {
        let targets = || self.targets.iter().flat_map(|t| &t.list);
        let asked = targets().filter(|t| t.node == ASK).count();
        let grouped: u32 = self.targets.iter().flat_map(|t| &t.groups).map(|g| g.mask.count_ones()).sum();
        let sliced: u32 = self.targets.iter().flat_map(|t| &t.slices).map(|s| s.mask.count_ones()).sum();
        let known = self.after.iter().flat_map(|a| &a.entry).filter(|e| e.1 != NOTHING).count();
        let wanted = self.after.iter().flat_map(|a| &a.entry).filter(|e| e.0 == ASK).count();
        format!(
            "{} nodes; {grouped} targets in groups, {sliced} side by side, {} one by one, {asked} left to the machine; {known} sequels, {wanted} left to the machine; {} steps, {} situations{}{}",
            self.graph.nodes.len(),
            targets().count(),
            self.effort.0,
            self.effort.1,
            if self.repeats { "; moves may repeat" } else { "" },
            if self.fallible { "; may fail" } else { "" },
        )
    }
}

/// The numbers of the fixed nodes.
pub(crate) const DONE: u32 = 0;
pub(crate) const TRUE: u32 = 1;
pub(crate) const FALSE: u32 = 2;
pub(crate) const ASK: u32 = 3;

type Bound = [(u16, i32)];

/// Type, first state and bindings of elements that behave alike.
type Alike = (u32, i32, Vars);

/// Type and first state of the element, origin, target: what a move is told apart by.
type Class = (u32, i32, u32, u32);

/// What matters of the bindings under one rule.
type Seen = Option<Vec<(u16, i32)>>;

fn bind(vars: &mut [Abs], fit: &Bound, live: u128) {
    for &(v, n) in fit {
        if live >> v & 1 == 1 {
            vars[v as usize] = Abs::Val(Value::Int(n));
        }
    }
}

impl Builder<'_> {
    fn build(&mut self) -> Option<()> {
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
        Some(())
    }

    /// Counts work; `None` when it is too much.
    fn spend(&mut self, steps: usize) -> Option<()> {
        self.work += steps;
        (self.work <= WORK).then_some(())
    }

    fn unset(&self) -> Vars {
        smallvec::smallvec![Abs::Unset; self.p.vars]
    }

    /// What matters for the condition of a rule.
    fn matters(&self, r: usize) -> u128 {
        self.p.code.conditions[r].map_or(0, |pc| self.special.live.at(pc, &[]))
    }

    fn rule(&mut self, r: usize, player: u8, sources: &mut Vec<Source>) -> Option<()> {
        let p = self.p;
        let rule = &p.rules[r];
        let live = self.matters(r);
        let player_var = match &rule.player {
            Ask::Any => None,
            Ask::Is(n) if *n == i32::from(player) => None,
            Ask::Bind(v) => Some(*v),
            _ => return Some(()),
        };
        let changing = p.board.layout.states.is_some();
        let wanted_state = match &rule.state {
            Ask::Is(n) => Some(*n),
            Ask::Never => return Some(()),
            Ask::Bind(v) if changing && live >> v & 1 == 1 => return None,
            _ => None,
        };
        let (elements, froms) = (rule.element.as_ref()?, rule.from.as_ref()?);
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
                        mask: mask.clone(),
                        state,
                        guard: TRUE,
                        targets,
                        planes: self.shown(&mask, crowd, state),
                    });
                }
            }
        }
        Some(())
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
    ) -> Option<Option<Aim>> {
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
            return Some(None);
        }
        if crowd > 0 {
            if lists.iter().all(|&l| l == lists[0]) {
                return Some(Some(Aim::Alike(lists[0])));
            }
            // Elements that are not told apart but go to different targets.
            self.tables.repeats = true;
        }
        Some(Some(Aim::ByCell(by_cell)))
    }

    /// The targets of a rule with these variables, or [`NOTHING`] if there are none.
    fn list(&mut self, r: usize, player: u8, vars: Vars, live: u128) -> Option<u32> {
        let key = (r as u16, player, vars.clone());
        if let Some(&id) = self.lists.get(&key) {
            return Some(id);
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
                    self.special.explore(start).unwrap_or(ASK)
                }
            };
            if node == FALSE {
                continue;
            }
            let crowd = p.board.layout.crowd[cell];
            list.push(Target { cell: cell as u16, many: false, crowd, node });
        }
        let id = if list.is_empty() {
            NOTHING
        } else {
            self.tables.targets.push(Targets { list, ..Targets::default() });
            self.tables.targets.len() as u32 - 1
        };
        self.lists.insert(key, id);
        Some(id)
    }

    /// Finds moves of one class that two sources of a player may give.
    fn overlaps(&mut self, sources: &[Source]) -> Option<()> {
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
        Some(())
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

impl Builder<'_> {
    /// What follows the moves of a rule.
    fn after(&mut self, r: usize) {
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
        let mut after = After { element, from, froms, elements, entry: Vec::new() };
        self.sequels = self.sequels.saturating_add(size);
        if self.sequels > LARGEST {
            self.tables.after[r] = after;
            return;
        }
        after.entry = vec![(NOTHING, NOTHING); size];
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
        let others = if p.two { r..r + 1 } else { 0..p.rules.len() };
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
        let rules = if self.p.two { r..r + 1 } else { 0..self.p.rules.len() };
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
                        continue;
                    }
                    let at = after.at(player, eg, fg, target.cell, p.cell_names.len());
                    if after.entry[at].1 == NOTHING
                        && let Ok(found) = self.entry(r, player, (e, cell, usize::from(target.cell)), matter)
                    {
                        after.entry[at] = found;
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
    ) -> Result<(u32, u32), GaveUp> {
        let p = self.p;
        let (at_choice, vars) = self.variables(r, player, mv, matter)?;
        let awards = match p.code.all_awards[r] {
            None => DONE,
            Some(pc) => {
                // Awards are evaluated twice, once to choose the rule: those that set what they read, or what is
                // needed later, are left to the machine.
                let live = &self.special.live;
                if live.written(p, pc) & (live.at(p.code.after[r], &[]) | live.at(pc, &[])) != 0 {
                    return Err(GaveUp);
                }
                // So are those that read something else the first time, before later rules were tried.
                let read = live.at(pc, &[]);
                let mut both = at_choice.iter().zip(&vars).enumerate();
                if both.any(|(v, (a, b))| read >> v & 1 == 1 && a != b) {
                    return Err(GaveUp);
                }
                let start = self.special.start(pc, player, vars.clone());
                self.special.explore(start)?
            }
        };
        let mut start = self.special.start(p.code.after[r], player, vars);
        // Worth knowing only where the sequel depends on the target anyway and so is not shared with other targets.
        let (e, _, to) = mv;
        let live = self.special.live.at(p.code.after[r], &[]);
        let target = p.rules[r].to.as_ref().and_then(|f| f[to].as_ref());
        self.special.known_vars =
            target.map_or(0, |fit| fit.iter().fold(0, |set, (v, _)| set | 1 << v)) & live;
        if self.special.known_vars != 0 {
            start.known = Some((to as u16, p.board.elements[e].kind));
        }
        Ok((awards, self.special.explore(start)?))
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
        let rules = if p.two { r..r + 1 } else { 0..p.rules.len() };
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
                    Some(_) => return Err(GaveUp),
                    None => bind(&mut vars, &[(*v, p.board.elements[e].state)], matter),
                },
                Ask::Is(_) if q != r && p.board.layout.states.is_some() => {
                    // Whether it goes on from here depends on the state: harmless only if nothing would be bound.
                    let quiet = self.quiet(q, e, from, to, &vars, matter);
                    if !quiet {
                        return Err(GaveUp);
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

impl After {
    /// Position of an entry.
    #[inline]
    pub(crate) fn at(&self, player: u8, eg: u16, fg: u16, to: u16, cells: usize) -> usize {
        ((usize::from(player - 1) * self.elements + usize::from(eg)) * self.froms + usize::from(fg)) * cells
            + usize::from(to)
    }
}
