//! Calls of predicates that nothing defines, found by reading the clauses of the program, not by running it.
//!
//! Goals inside `catch/3` are left out (a program may count on the error), and so are goals only known at run time.

use crate::atom::names as n;
use crate::cell::{Atom, Cell};
use crate::code::PredKind;
use crate::compile::body::{arg, name_arity};
use crate::database::Clause;
use crate::error::{Diagnostic, Severity};
use crate::machine::Machine;

/// Goals among the arguments of a predicate: for each its place and how many arguments it gets.
type Goals = &'static [(usize, usize)];

/// Predicates whose arguments are goals: name, arity, goals.
const META: &[(&str, usize, Goals)] = &[
    (",", 2, &[(0, 0), (1, 0)]),
    (";", 2, &[(0, 0), (1, 0)]),
    ("->", 2, &[(0, 0), (1, 0)]),
    ("*->", 2, &[(0, 0), (1, 0)]),
    ("\\+", 1, &[(0, 0)]),
    ("call", 1, &[(0, 0)]),
    ("once", 1, &[(0, 0)]),
    ("ignore", 1, &[(0, 0)]),
    ("forall", 2, &[(0, 0), (1, 0)]),
    ("findall", 3, &[(1, 0)]),
    ("findall", 4, &[(1, 0)]),
    ("aggregate_all", 3, &[(1, 0)]),
    ("aggregate_all", 4, &[(2, 0)]),
    ("bagof", 3, &[(1, 0)]),
    ("setof", 3, &[(1, 0)]),
    ("^", 2, &[(1, 0)]),
    (":", 2, &[(1, 0)]),
    ("call", 2, &[(0, 1)]),
    ("call", 3, &[(0, 2)]),
    ("call", 4, &[(0, 3)]),
    ("call", 5, &[(0, 4)]),
    ("maplist", 2, &[(0, 1)]),
    ("maplist", 3, &[(0, 2)]),
    ("maplist", 4, &[(0, 3)]),
    ("maplist", 5, &[(0, 4)]),
    ("include", 3, &[(0, 1)]),
    ("exclude", 3, &[(0, 1)]),
    ("partition", 4, &[(0, 1)]),
    ("foldl", 4, &[(0, 3)]),
    ("foldl", 5, &[(0, 4)]),
    ("phrase", 2, &[(0, 2)]),
    ("phrase", 3, &[(0, 2)]),
];

impl Machine {
    /// One warning for each call of a predicate that is neither defined nor declared dynamic, with the place of the
    /// clause that makes it.
    pub fn undefined_calls(&self) -> Vec<Diagnostic> {
        if self.flags.unknown != crate::flags::Unknown::Error {
            return Vec::new();
        }
        let mut found = Vec::new();
        for pred in &self.program.preds {
            if pred.library || pred.protected {
                continue;
            }
            let caller = format!("{}/{}", self.atoms.name(pred.name), pred.arity);
            let mut told: Vec<(Atom, usize)> = Vec::new();
            for clause in pred.source.iter() {
                for goal in self.undefined_in(clause) {
                    if !told.contains(&goal) {
                        told.push(goal);
                        let callee = self.quoted_indicator(goal);
                        found.push(Diagnostic {
                            severity: Severity::Warning,
                            file: self.atoms.name(clause.file).to_string(),
                            line: clause.line,
                            column: 0,
                            message: format!("{caller} calls {callee}, which is not defined"),
                        });
                    }
                }
            }
        }
        found.sort_by(|a, b| (&a.file, a.line, &a.message).cmp(&(&b.file, b.line, &b.message)));
        found
    }

    fn quoted_indicator(&self, (name, arity): (Atom, usize)) -> String {
        let name = self.atoms.name(name);
        let mut text = String::new();
        if crate::writer::is_plain(name) {
            text.push_str(name);
        } else {
            crate::writer::quote(name, '\'', &mut text);
        }
        format!("{text}/{arity}")
    }

    fn undefined_in(&self, clause: &Clause) -> Vec<(Atom, usize)> {
        let mut out = Vec::new();
        let mut work = vec![(clause.body, 0usize)];
        while let Some((goal, extra)) = work.pop() {
            let Some((name, arity)) = name_arity(&clause.cells, goal) else { continue };
            let text = self.atoms.name(name);
            let meta = META.iter().find(|m| m.0 == text && m.1 == arity + extra);
            match meta {
                Some((_, _, goals)) => {
                    // In reverse, so that goals are met in the order of the text.
                    for &(at, more) in goals.iter().rev() {
                        if at < arity {
                            work.push((arg(&clause.cells, goal, at), more));
                        }
                    }
                }
                None if text == ">>" || goal == Cell::atom(n::NIL) || goal.tag() == crate::cell::LST => {}
                None if !self.is_defined(name, arity + extra) => out.push((name, arity + extra)),
                None => {}
            }
        }
        out
    }

    fn is_defined(&self, name: Atom, arity: usize) -> bool {
        let key = (name, arity as u32);
        self.locals.contains_key(&key)
            || self.program.ids.get(&key).is_some_and(|&id| {
                let pred = &self.program.preds[id as usize];
                pred.kind != PredKind::Undefined || pred.discontiguous
            })
    }
}
