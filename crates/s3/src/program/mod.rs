//! Third stage: tables and bytecode. Everything that can be computed when the file is loaded is computed here.

mod abstraction;
pub(crate) mod board;
mod build;
mod bundle;
pub(crate) mod chance;
pub(crate) mod code;
mod compile;
pub(crate) mod graph;
pub(crate) mod lane;
pub(crate) mod layout;
mod live;
mod lookup;
pub(crate) mod machine;
pub(crate) mod plan;
mod prune;
pub(crate) mod pure;
pub(crate) mod reach;
mod sequels;
mod slice;
mod special;
pub(crate) mod tables;
pub(crate) mod upkeep;
mod value;

pub(crate) use layout::{every, walk};
pub(crate) use value::{NONE, Names, Value};

use crate::lower::{Ask, Builtin, Fits, Form, Model, Node, TOO_LARGE, Template};
use board::Board;
use code::Code;
use lookup::Lookup;
use std::collections::HashMap;

/// What a rule asks of a move.
#[derive(Clone, Debug)]
pub(crate) struct RuleTable {
    /// By element.
    pub(crate) element: Option<Fits>,
    /// By cell.
    pub(crate) from: Option<Fits>,
    /// By cell.
    pub(crate) to: Option<Fits>,
    pub(crate) state: Ask,
    pub(crate) player: Ask,
}

/// A game ready to be played.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) code: Code,
    pub(crate) board: Board,
    pub(crate) names: Names,
    pub(crate) templates: Vec<Template>,
    pub(crate) lookup: Vec<Lookup>,
    pub(crate) vars: usize,
    /// By cell: its name, the name of its type, whether it is declared.
    pub(crate) cell_names: Vec<u32>,
    pub(crate) cell_kinds: Vec<u32>,
    pub(crate) declared: Vec<bool>,
    pub(crate) relevant: usize,
    /// By element: number of its type and first state, by which moves are distinguished.
    pub(crate) natures: Vec<u16>,
    pub(crate) no_text: u32,
    pub(crate) rules: Vec<RuleTable>,
    /// Of several rules a move follows the one that gives the mover most in all, with its variables bound again; otherwise
    /// it is chosen as in dialect 1.
    pub(crate) total: bool,
    /// Whether a condition may change the state (which then must be undone).
    pub(crate) impure: bool,
    /// Whether a condition reads a variable of its rule's patterns and sets it too: then the original meets, at the next
    /// target, what it set at the last one. Such a file is played by the plain path alone.
    pub(crate) lasting: bool,
    /// The declared cells in the order of the file.
    pub(crate) order: Vec<u16>,
    /// By cell: number of its type, plus one, where moves are not distinguished by it; 0 elsewhere.
    pub(crate) alike: Vec<u16>,
    /// By cell and by element: whether it has a type.
    pub(crate) typed: (Vec<bool>, Vec<bool>),
    /// Whether the plain path alone plays it: some name has a number that is too large, something has no type.
    pub(crate) odd: bool,
}

/// Whether evaluating a condition of the model may change a state.
fn impure(model: &Model) -> bool {
    let changes = |node: &Node, calls: &mut Vec<u32>| {
        let mut found = false;
        layout::walk(node, &mut |n| match &n.kind {
            Form::Move(_) => found = true,
            Form::Builtin(b, _) => {
                found |= matches!(
                    b,
                    Builtin::SetState
                        | Builtin::SetOwner
                        | Builtin::SetZIndex
                        | Builtin::NextPlayer
                        | Builtin::SetPlayer
                );
            }
            Form::Call(f, _) => calls.push(*f),
            _ => {}
        });
        found
    };
    let asked = |a: &Ask| match a {
        Ask::Eval(n) => Some(n.clone()),
        _ => None,
    };
    let mut calls = Vec::new();
    let mut seen = vec![false; model.functions.len()];
    let mut found = false;
    for r in &model.rules {
        for node in r.condition.iter().cloned().chain(asked(&r.state)).chain(asked(&r.player)) {
            found |= changes(&node, &mut calls);
        }
        for (a, b) in &r.awards {
            found |= changes(a, &mut calls) | changes(b, &mut calls);
        }
    }
    while let Some(f) = calls.pop() {
        if !std::mem::replace(&mut seen[f as usize], true) {
            for line in &model.functions[f as usize].body {
                found |= changes(line, &mut calls);
            }
        }
    }
    found
}

/// The declared cells in the order of the file.
fn order(model: &Model) -> Vec<u16> {
    let mut order: Vec<(usize, u16)> =
        (0u16..).zip(&model.cells).filter_map(|(i, c)| Some((c.declared?, i))).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, cell)| cell).collect()
}

/// By cell: the number of its type, plus one, where moves are not distinguished by it.
fn alike(model: &Model) -> Vec<u16> {
    let mut kinds: Vec<u32> = Vec::new();
    let number = |c: &crate::lower::Cell| {
        if !c.blurred {
            return 0;
        }
        let i = kinds.iter().position(|k| *k == c.kind).unwrap_or_else(|| {
            kinds.push(c.kind);
            kinds.len() - 1
        });
        i as u16 + 1
    };
    model.cells.iter().map(number).collect()
}

/// Whether a name has a number that is too large for a pattern, something lacks its type, or states and moves are told
/// apart by different locations.
fn odd(model: &Model) -> bool {
    let large = |fits: &Fits| fits.iter().flatten().any(|f| f.first().is_some_and(|b| b.0 == TOO_LARGE));
    let untyped = model.cells.iter().any(|c| !c.typed) || model.elements.iter().any(|e| !e.typed);
    let torn = model.cells.iter().any(|c| c.relevant == c.blurred);
    untyped
        || torn
        || model.rules.iter().any(|r| [&r.element, &r.from, &r.to].into_iter().flatten().any(large))
}

impl Program {
    /// Whether a move can be made of these: each has a type.
    #[inline]
    pub(crate) fn typed(&self, element: u16, from: u16, to: u16) -> bool {
        let (cells, elements) = &self.typed;
        !self.odd || (elements[usize::from(element)] && cells[usize::from(from)] && cells[usize::from(to)])
    }

    /// Compiles a model.
    pub(crate) fn new(model: &Model) -> Program {
        let rules = model
            .rules
            .iter()
            .map(|r| RuleTable {
                element: r.element.clone(),
                from: r.from.clone(),
                to: r.to.clone(),
                state: r.state.clone(),
                player: r.player.clone(),
            })
            .collect();
        let mut known: HashMap<(u32, i32), u16> = HashMap::new();
        let natures = model.elements.iter().map(|e| {
            let next = known.len() as u16;
            *known.entry((e.kind, e.state)).or_insert(next)
        });
        let natures = natures.collect();
        let mut p = Program {
            code: compile::compile(model),
            board: Board::new(model),
            lookup: model.templates.iter().map(|t| Lookup::new(t, &model.names)).collect(),
            names: model.names.clone(),
            templates: model.templates.clone(),
            vars: model.vars.len(),
            cell_names: model.cells.iter().map(|c| c.name).collect(),
            cell_kinds: model.cells.iter().map(|c| c.kind).collect(),
            declared: model.cells.iter().map(|c| c.declared.is_some()).collect(),
            relevant: model.relevant,
            natures,
            no_text: model.empty,
            rules,
            total: model.file.choice == crate::syntax::Choice::Total,
            impure: impure(model),
            odd: odd(model),
            lasting: false,
            order: order(model),
            alike: alike(model),
            typed: (
                model.cells.iter().map(|c| c.typed).collect(),
                model.elements.iter().map(|e| e.typed).collect(),
            ),
        };
        p.lasting = !p.total && p.lasts();
        p
    }

    /// Whether a condition reads what another trial of it may have left in a variable of element, origin, state or player.
    fn lasts(&self) -> bool {
        let Some(live) = live::Live::new(self) else { return false };
        (0..self.rules.len()).any(|r| {
            let Some(entry) = self.code.conditions[r] else { return false };
            live.at(entry, &[]) & live.written(self, entry) & self.bound(r) != 0
        })
    }

    /// The variables that the patterns of element and origin, the state and the player of a rule bind.
    fn bound(&self, r: usize) -> u128 {
        let rule = &self.rules[r];
        let fits = [&rule.element, &rule.from].into_iter().flatten().flatten().flatten();
        let named = fits.flat_map(|f| f.iter().map(|b| b.0)).filter(|&v| v != TOO_LARGE);
        let asked = [&rule.state, &rule.player].into_iter().filter_map(|ask| match ask {
            Ask::Bind(v) => Some(*v),
            _ => None,
        });
        named.chain(asked).fold(0u128, |set, v| set | 1 << v)
    }

    /// The text of a cell's name.
    pub(crate) fn cell_text(&self, cell: u16) -> &str {
        self.cell_names.get(cell as usize).map_or("", |&n| self.names.text(n))
    }

    /// The text of an element's name.
    pub(crate) fn element_text(&self, e: u16) -> &str {
        self.board.elements.get(e as usize).map_or("", |e| self.names.text(e.name))
    }
}
