//! Names resolved and checked: which predicates a file defines, changes and calls, which variables have a value where.

use crate::finding::{Finding, Place};
use crate::interface::Interface;
use crate::syntax::term::Term;
use crate::syntax::tree::{Action, Block, Deed, File, Goal, Rule};
use game::nearest;
use std::collections::{BTreeMap, BTreeSet};

/// Name and number of arguments.
pub(crate) type Functor = (String, usize);

/// What is known of the predicates of a file.
#[derive(Default)]
pub(crate) struct Predicates {
    /// Defined by clauses.
    pub(crate) defined: BTreeSet<Functor>,
    /// Changed while playing.
    pub(crate) changed: BTreeSet<Functor>,
    /// Something unknown is changed while playing: everything may be.
    pub(crate) all_change: bool,
    /// Called, with the first place.
    called: BTreeMap<Functor, Place>,
}

/// The predicates of the language itself.
pub(crate) const OWN: &[(&str, usize)] = &[("eq", 2), ("and", 2), ("or", 2), ("if", 3), ("random", 2)];

/// Predicates that change or read clauses, given as their first argument.
const CHANGING: &[&str] =
    &["assert", "asserta", "assertz", "retract", "retractall", "abolish", "clause", "listing", "dynamic"];

/// Control: these arguments are goals themselves.
fn goals_in(name: &str, arity: usize) -> Option<&'static [usize]> {
    Some(match (name, arity) {
        ("," | ";" | "->" | "and" | "or" | "forall", 2) => &[0, 1],
        ("if", 3) => &[0, 1, 2],
        ("\\+" | "not" | "once" | "ignore" | "call", 1) => &[0],
        ("findall", 3) => &[1],
        ("catch", 3) => &[0, 2],
        _ => return None,
    })
}

impl Predicates {
    pub(crate) fn of(file: &File, interface: &Interface) -> Predicates {
        let mut found = Predicates::default();
        found.changed.insert(("return".into(), 1));
        for clause in &file.clauses {
            let (head, body) = clause.term.clause();
            if let Some((name, arity)) = head.functor() {
                found.defined.insert((name.to_string(), arity));
            }
            if let Some(body) = body {
                found.goal(body, clause.span.place);
            }
        }
        for rule in file.blocks.iter().flat_map(|block| &block.rules) {
            let mut formulas = Vec::new();
            rule.condition.formulas(&mut formulas);
            for formula in formulas {
                if let Goal::Term(term) = &formula.goal {
                    found.goal(term, formula.span.place);
                }
            }
            rule.actions.iter().for_each(|action| found.action(action));
        }
        for predicate in interface.predicates {
            found.defined.insert((predicate.name.to_string(), predicate.arity));
        }
        found
    }

    fn action(&mut self, action: &Action) {
        let Goal::Term(term) = &action.goal else { return };
        if action.deed == Deed::Query {
            return self.goal(term, action.span.place);
        }
        self.change(term);
        if let (_, Some(body)) = term.clause() {
            self.goal(body, action.span.place);
        }
    }

    fn change(&mut self, clause: &Term) {
        match clause.clause().0.functor() {
            Some((name, arity)) => {
                self.changed.insert((name.to_string(), arity));
            }
            None => self.all_change = true,
        }
    }

    fn goal(&mut self, goal: &Term, place: Place) {
        let Some((name, arity)) = goal.functor() else { return };
        let Term::Compound(_, args, _) = goal else {
            self.called.entry((name.to_string(), 0)).or_insert(place);
            return;
        };
        if let Some(parts) = goals_in(name, arity) {
            return parts.iter().for_each(|&i| self.goal(&args[i], place));
        }
        if CHANGING.contains(&name) {
            self.change(&args[0]);
        }
        self.called.entry((name.to_string(), arity)).or_insert(place);
    }

    /// Whether something calls a predicate that the game answers.
    pub(crate) fn asks(&self, interface: &Interface) -> bool {
        interface.predicates.iter().any(|p| self.called.contains_key(&(p.name.to_string(), p.arity)))
    }

    /// Calls of what nothing defines.
    pub(crate) fn missing(&self, built_in: &[String], findings: &mut Vec<Finding>) {
        let known: Vec<&Functor> = self.defined.iter().chain(&self.changed).collect();
        for (functor, &place) in &self.called {
            let (name, arity) = functor;
            let own = OWN.iter().any(|(n, a)| n == name && a == arity);
            if own || known.contains(&functor) || built_in.binary_search(name).is_ok() || control(name) {
                continue;
            }
            let message = format!("nothing defines or adds {name}/{arity}: it never holds");
            let mut finding = Finding::warning(place, message).width(name.len());
            let other = known.iter().find(|(n, _)| n == name);
            let names = known.iter().map(|(n, _)| n.as_str()).chain(built_in.iter().map(String::as_str));
            if let Some((_, other)) = other {
                finding = finding.hint(format!("there is {name}/{other}: count the arguments"));
            } else if let Some(near) = nearest(name, names) {
                finding = finding.hint(format!("did you mean {near}?"));
            }
            findings.push(finding);
        }
    }
}

fn control(name: &str) -> bool {
    !name.starts_with(char::is_alphabetic) || ["is", "mod", "rem", "div"].contains(&name)
}

/// Whether clauses of this head may be written by a bot; the finding if not.
pub(crate) fn head(term: &Term, place: Place) -> Result<(), Finding> {
    let Some((name, arity)) = term.clause().0.functor() else {
        let finding = Finding::error(place, format!("'{}' cannot be a clause", term.clause().0.text()));
        return Err(finding.hint("a clause begins with the name of a predicate"));
    };
    if OWN.contains(&(name, arity)) {
        return Err(Finding::error(place, format!("{name}/{arity} is a predicate of the language"))
            .hint("give yours another name"));
    }
    if [",", ";", "->"].contains(&name) && arity == 2 {
        return Err(
            Finding::error(place, "several goals cannot be a clause").hint("write one clause for each")
        );
    }
    Ok(())
}

/// Names that belong to the machine.
pub(crate) fn reserved(term: &Term, place: Place) -> Option<Finding> {
    let mut found = None;
    term.walk(&mut |part| {
        if let Some((name, _)) = part.functor()
            && name.starts_with('$')
        {
            found = Some(Finding::error(
                place,
                format!("names that begin with '$', such as {name}, are reserved"),
            ));
        }
    });
    found
}

/// Checks what a file says against the blocks of a game.
pub(crate) fn check(file: &File, interface: &Interface, findings: &mut Vec<Finding>) {
    for clause in &file.clauses {
        let place = clause.span.place;
        findings.extend(reserved(&clause.term, place));
        findings.extend(head(&clause.term, place).err());
        clause.term.walk(&mut |part| {
            if let Term::Reference(name, place) = part {
                let note = format!("write the variable {name}, or move it into a rule");
                let message = format!("'\\{name}' has no value in the block PROLOG");
                findings.push(Finding::error(*place, message).width(name.len() + 1).hint(note));
            }
        });
    }
    for block in &file.blocks {
        let Some(at) = interface.find(&block.name) else {
            findings.push(unknown_block(block, interface));
            continue;
        };
        let presets: Vec<&str> = interface.blocks[at].variables.iter().map(|v| v.name).collect();
        block.rules.iter().for_each(|rule| check_rule(rule, &presets, findings));
    }
}

fn unknown_block(block: &Block, interface: &Interface) -> Finding {
    let names: Vec<&str> = interface.blocks.iter().map(|b| b.name).collect();
    let message = format!("{} has no block {}", interface.games.join(", "), block.name);
    let hint = match nearest(&block.name, names.iter().copied()) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("its blocks are {}", names.join(", ")),
    };
    Finding::error(block.span.place, message).width(block.name.len()).hint(hint)
}

fn check_rule(rule: &Rule, presets: &[&str], findings: &mut Vec<Finding>) {
    let mut known: BTreeSet<String> = presets.iter().map(|&name| name.to_string()).collect();
    let mut formulas = Vec::new();
    rule.condition.formulas(&mut formulas);
    for formula in formulas {
        check_asked(&formula.goal, formula.span.place, findings);
        check_goal(&formula.goal, formula.span.place, &mut known, findings);
    }
    for action in &rule.actions {
        check_goal(&action.goal, action.span.place, &mut known, findings);
        match &action.goal {
            Goal::Term(term) if action.deed != Deed::Query => {
                findings.extend(head(term, action.span.place).err());
            }
            goal => check_asked(goal, action.span.place, findings),
        }
    }
}

fn check_asked(goal: &Goal, place: Place, findings: &mut Vec<Finding>) {
    if let Goal::Term(term @ (Term::Number(_) | Term::Text(_) | Term::List(..))) = goal {
        findings.push(Finding::error(place, format!("'{}' can be neither true nor false", term.text())));
    }
}

fn check_goal(goal: &Goal, place: Place, known: &mut BTreeSet<String>, findings: &mut Vec<Finding>) {
    let Goal::Term(term) = goal else { return };
    findings.extend(reserved(term, place));
    let mut fresh = BTreeSet::new();
    term.walk(&mut |part| match part {
        Term::Variable(name, _) if name != "_" => {
            fresh.insert(name.clone());
        }
        Term::Reference(name, place) if !known.contains(name) => {
            let message = format!("\\{name} has no value here: it stands for the variable {name}");
            let mut finding = Finding::warning(*place, message).width(name.len() + 1);
            if let Some(near) = nearest(name, known.iter().map(String::as_str)) {
                finding = finding.hint(format!("did you mean \\{near}?"));
            }
            findings.push(finding);
            fresh.insert(name.clone());
        }
        _ => {}
    });
    known.append(&mut fresh);
}
