//! Clauses as terms, for a host that rewrites a program: those that are loaded, and loading others.

use crate::code::PredKind;
use crate::database::Clause;
use crate::error::Diagnostic;
use crate::machine::Machine;
use crate::machine::copy::Flat;
use crate::term::Term;
use std::sync::Arc;

/// A clause. Head and body share the variables of the same number.
#[derive(Clone, Debug)]
pub struct ClauseTerm {
    /// The head.
    pub head: Term,
    /// The body; `true` for a fact.
    pub body: Term,
    /// The line of the text it stands at.
    pub line: u32,
}

impl Machine {
    /// The clauses of a predicate as they were loaded, in order. Those of the library are not given out.
    pub fn clauses(&mut self, name: &str, arity: usize) -> Vec<ClauseTerm> {
        let name = self.atom_id(name);
        let Some(&id) = self.program.ids.get(&(name, arity as u32)) else { return Vec::new() };
        let pred = &self.program.preds[id as usize];
        let found: Vec<Arc<Clause>> = match pred.kind {
            _ if pred.library => Vec::new(),
            PredKind::Dynamic(slot) => self.dynamics[slot as usize].iter().cloned().collect(),
            _ => pred.source.to_vec(),
        };
        let mut out = Vec::with_capacity(found.len());
        for c in found {
            self.atoms.pin_block(c.head, &c.cells);
            self.atoms.pin_block(c.body, &[]);
            let part = |root| Term { flat: Flat { cells: c.cells.clone(), root, vars: c.vars } };
            out.push(ClauseTerm { head: part(c.head), body: part(c.body), line: c.line });
        }
        out
    }

    /// Loads clauses as if each stood at its line of a text of this name; what is wrong with them is returned.
    pub fn consult_clauses(&mut self, clauses: &[ClauseTerm], name: &str) -> Vec<Diagnostic> {
        self.refuel();
        self.load_from(name, false, |m| {
            let fresh = m.choices.is_empty();
            for c in clauses {
                let h = m.heap.len();
                if let Some(l) = m.loading.last_mut() {
                    l.line = c.line;
                }
                let clause = m.compound(":-", &[c.head.clone(), c.body.clone()]);
                let added = m.unflat(&clause.flat).and_then(|t| m.add_source(t));
                if let Err(stop) = added {
                    m.report(stop, "clause");
                }
                if fresh {
                    m.heap.truncate(h);
                }
            }
        });
        std::mem::take(&mut self.warnings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;

    #[test]
    fn clauses_are_taken_out_changed_and_loaded_again() {
        let mut m = Machine::new(&Program::base());
        let text = ":- if(fail).\np(0, _, \"left out\").\n:- endif.\np(1.5, X, f(X, [X|t])).\n\
                    p(2, X, Y) :- \n  member(X, [a, 10000000000000000000000, \"s\"]), Y = X.\n";
        assert!(m.consult_text(text, "t").is_empty());
        let found = m.clauses("p", 3);
        assert_eq!(found.iter().map(|c| c.line).collect::<Vec<_>>(), [4, 5]);
        let mut more = Vec::new();
        for c in &found {
            let mut args = c.head.args();
            args.insert(0, m.int(i64::from(c.line)));
            more.push(ClauseTerm { head: m.compound("$p", &args), ..c.clone() });
        }
        assert!(m.consult_clauses(&more, "t").is_empty());
        let mut said = |goal: &str| -> Vec<String> {
            let all = m.query(goal).unwrap().map(|a| a.unwrap().bindings[0].1.clone());
            all.collect()
        };
        let lines = said("findall(L-A-Z, '$p'(L, A, b, Z), R)");
        assert_eq!(lines, ["[4-1.5-f(b, [b|t])]"]);
        let both = said("findall(X-Y, p(2, X, Y), R)");
        assert_eq!(both, ["[a-a, 10000000000000000000000-10000000000000000000000, [115]-[115]]"]);
        assert_eq!(said("findall(X-Y, '$p'(5, _, X, Y), R)"), both);
    }

    #[test]
    fn what_is_not_a_predicate_of_the_program_has_no_clauses() {
        let mut m = Machine::new(&Program::base());
        assert!(m.consult_text(":- dynamic(d/1).\nd(1).\nd(X) :- e(X).", "t").is_empty());
        assert_eq!(m.clauses("d", 1).len(), 2);
        for (name, arity) in [("append", 3), ("is", 2), ("e", 1), ("nowhere", 7)] {
            assert!(m.clauses(name, arity).is_empty(), "{name}");
        }
    }

    #[test]
    fn a_clause_that_cannot_be_loaded_is_reported_with_its_line() {
        let mut m = Machine::new(&Program::base());
        let (head, body) = (m.int(3), m.atom_term("true"));
        let found = m.consult_clauses(&[ClauseTerm { head, body, line: 8 }], "t");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].line, 8);
    }
}
