//! A rule file compiled: the knowledge base and every formula as Prolog clauses, every rule as calls of them. What can be
//! resolved when the file is loaded is not looked up while playing.

use crate::finding::{self, Finding, Place, Severity};
use crate::interface::Interface;
use crate::lower::{self, Predicates};
use crate::syntax::term::Term;
use crate::syntax::tree::{self, Condition, Deed, File, Goal, Piece};
use crate::syntax::{self, Names};
use logic::{Limits, Machine, Program};
use std::sync::Arc;

/// The longest rule file.
pub const LONGEST: usize = 1 << 20;

/// A player as a rule file, compiled.
#[derive(Clone)]
pub struct Bot {
    /// Its name.
    pub name: String,
    /// The text it was made from.
    pub text: String,
    /// What deserves a look.
    pub warnings: Vec<Finding>,
    pub(crate) interface: &'static Interface,
    pub(crate) program: Arc<Program>,
    /// It asks for a predicate that the game answers.
    pub(crate) asks_game: bool,
    /// The rules of each block of the interface; `None` where it is missing or empty.
    pub(crate) blocks: Vec<Option<Rules>>,
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The rules of a block.
#[derive(Clone)]
pub(crate) struct Rules {
    pub(crate) place: Place,
    pub(crate) rules: Vec<Rule>,
    /// Whether any rule mentions each variable of the block.
    pub(crate) used: Vec<bool>,
}

/// A rule.
#[derive(Clone)]
pub(crate) struct Rule {
    pub(crate) place: Place,
    /// The names of its variables.
    pub(crate) slots: Vec<String>,
    /// Which slot each variable of the block fills.
    pub(crate) presets: Vec<Option<usize>>,
    pub(crate) formulas: Vec<Step>,
    pub(crate) condition: Test,
    pub(crate) actions: Vec<(Deed, Step)>,
}

/// How the formulas of a condition are joined.
#[derive(Clone)]
pub(crate) enum Test {
    Formula(usize),
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
}

impl Test {
    pub(crate) fn holds(&self, held: &[bool]) -> bool {
        match self {
            Test::Formula(i) => held[*i],
            Test::Not(inner) => !inner.holds(held),
            Test::And(a, b) => a.holds(held) && b.holds(held),
            Test::Or(a, b) => a.holds(held) || b.holds(held),
        }
    }
}

/// A formula or an action.
#[derive(Clone)]
pub(crate) struct Step {
    pub(crate) place: Place,
    /// As it is written in the file.
    pub(crate) text: String,
    pub(crate) call: Call,
    /// It adds a `return/1`.
    pub(crate) answers: bool,
}

/// What a step does.
#[derive(Clone)]
pub(crate) enum Call {
    /// Calls a predicate of the program; its arguments are slots.
    Predicate { name: String, args: Vec<Arg> },
    /// Prints.
    Write(Vec<Print>),
}

/// An argument of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arg {
    /// A variable of the term.
    Bare(usize),
    /// `\NAME`: the value of the slot, or its variable.
    Reference(usize),
}

/// A part of what is printed.
#[derive(Clone)]
pub(crate) enum Print {
    Plain(String),
    Slot(usize),
}

/// All findings about a text: errors, then what deserves a look.
pub fn check(text: &str, interface: &'static Interface) -> Vec<Finding> {
    match Bot::load("bot", text, interface) {
        Ok(bot) => bot.warnings,
        Err(findings) => findings,
    }
}

impl Bot {
    /// Compiles a rule file for a game.
    ///
    /// # Errors
    /// Everything that is wrong with it, warnings included, in the order of the text.
    pub fn load(name: &str, text: &str, interface: &'static Interface) -> Result<Bot, Vec<Finding>> {
        Bot::compile(name, text, interface, false)
    }

    /// The same; in an open knowledge base every predicate may be changed from outside.
    pub(crate) fn compile(
        name: &str,
        text: &str,
        interface: &'static Interface,
        open: bool,
    ) -> Result<Bot, Vec<Finding>> {
        if text.len() > LONGEST {
            let message = format!("a rule file has at most {LONGEST} bytes, this one has {}", text.len());
            return Err(vec![Finding::error(Place { line: 1, column: 1 }, message)]);
        }
        let (file, lexed) = syntax::parse(text);
        let mut findings = lexed.findings;
        lower::check(&file, interface, &mut findings);
        let mut maker = Maker { lines: Vec::new(), count: 0 };
        let blocks = maker.blocks(&file, interface);
        let asks_game = Predicates::of(&file, interface).asks(interface);
        let mut program = None;
        if !findings.iter().any(|f| f.severity == Severity::Error) {
            program = Some(maker.consult(&file, interface, open, &mut findings));
        }
        finding::settle(text, &mut findings);
        match program {
            Some(program) if !findings.iter().any(|f| f.severity == Severity::Error) => Ok(Bot {
                name: name.to_string(),
                text: text.to_string(),
                warnings: findings,
                interface,
                program,
                asks_game,
                blocks,
            }),
            _ => Err(findings),
        }
    }

    /// What its game tells and asks.
    pub fn interface(&self) -> &'static Interface {
        self.interface
    }

    /// Whether it asks for a predicate that the game answers.
    pub fn asks_game(&self) -> bool {
        self.asks_game
    }

    /// Whether it has rules for this block.
    pub fn has(&self, block: usize) -> bool {
        self.blocks.get(block).is_some_and(Option::is_some)
    }
}

/// Writes the program of a file.
struct Maker {
    /// The clauses made of rules, one a line, each with the place it comes from.
    lines: Vec<(String, Place)>,
    count: usize,
}

impl Maker {
    fn blocks(&mut self, file: &File, interface: &Interface) -> Vec<Option<Rules>> {
        let mut blocks: Vec<Option<Rules>> = interface.blocks.iter().map(|_| None).collect();
        for block in &file.blocks {
            let Some(at) = interface.find(&block.name) else { continue };
            if block.rules.is_empty() {
                continue;
            }
            let names: Vec<&str> = interface.blocks[at].variables.iter().map(|v| v.name).collect();
            let rules: Vec<Rule> = block.rules.iter().map(|rule| self.rule(rule, &names)).collect();
            let used = (0..names.len()).map(|i| rules.iter().any(|r| r.presets[i].is_some())).collect();
            blocks[at] = Some(Rules { place: block.span.place, rules, used });
        }
        blocks
    }

    fn rule(&mut self, rule: &tree::Rule, names: &[&str]) -> Rule {
        let mut slots: Vec<String> = Vec::new();
        let mut formulas = Vec::new();
        let condition = self.test(&rule.condition, &mut slots, &mut formulas);
        let actions = rule.actions.iter().map(|a| (a.deed, self.action(a, &mut slots))).collect();
        let presets = names.iter().map(|name| slots.iter().position(|slot| slot == name)).collect();
        Rule { place: rule.span.place, slots, presets, formulas, condition, actions }
    }

    fn test(&mut self, condition: &Condition, slots: &mut Vec<String>, out: &mut Vec<Step>) -> Test {
        let mut pair = |a: &Condition, b: &Condition| {
            let a = Box::new(self.test(a, slots, out));
            (a, Box::new(self.test(b, slots, out)))
        };
        match condition {
            Condition::And(a, b) => {
                let (a, b) = pair(a, b);
                Test::And(a, b)
            }
            Condition::Or(a, b) => {
                let (a, b) = pair(a, b);
                Test::Or(a, b)
            }
            Condition::Not(inner) => Test::Not(Box::new(self.test(inner, slots, out))),
            Condition::Formula(formula) => {
                let place = formula.span.place;
                let call = self.call(&formula.goal, place, slots, Term::body);
                out.push(Step { place, text: formula.goal.text(), call, answers: false });
                Test::Formula(out.len() - 1)
            }
        }
    }

    fn action(&mut self, action: &tree::Action, slots: &mut Vec<String>) -> Step {
        let place = action.span.place;
        let body = match action.deed {
            Deed::Add => Term::adding,
            Deed::Del => Term::removing,
            Deed::Query => Term::body,
        };
        let answers = action.deed == Deed::Add
            && matches!(&action.goal, Goal::Term(term) if term.clause().0.functor() == Some(("return", 1)));
        let call = self.call(&action.goal, place, slots, body);
        Step { place, text: format!("{} {}", action.deed.word(), action.goal.text()), call, answers }
    }

    fn call(
        &mut self,
        goal: &Goal,
        place: Place,
        slots: &mut Vec<String>,
        body: impl Fn(&Term, &mut Names<'_>) -> String,
    ) -> Call {
        let term = match goal {
            Goal::Term(term) => term,
            Goal::Text(pieces) => {
                let print = |piece: &Piece| match piece {
                    Piece::Plain(text) => Print::Plain(text.clone()),
                    Piece::Reference(name) => Print::Slot(slot(slots, name)),
                };
                return Call::Write(pieces.iter().map(print).collect());
            }
        };
        let mut args: Vec<Arg> = Vec::new();
        let text = body(term, &mut |name, reference| {
            if name == "_" && !reference {
                return "_".to_string();
            }
            let number = slot(slots, name);
            let arg = if reference { Arg::Reference(number) } else { Arg::Bare(number) };
            if !args.contains(&arg) {
                args.push(arg);
            }
            variable(arg)
        });
        let name = format!("$step{}", self.count);
        self.count += 1;
        let list: Vec<String> = args.iter().map(|&arg| variable(arg)).collect();
        let head =
            if list.is_empty() { format!("'{name}'") } else { format!("'{name}'({})", list.join(", ")) };
        self.lines.push((format!("{head} :- {text}."), place));
        Call::Predicate { name, args }
    }

    /// Compiles everything; what Prolog finds wrong is added to the findings.
    fn consult(
        &self,
        file: &File,
        interface: &Interface,
        open: bool,
        findings: &mut Vec<Finding>,
    ) -> Arc<Program> {
        let mut machine = Machine::new(&Program::base());
        machine.set_limits(Limits { inferences: 50_000_000, memory_cells: 1 << 24, ..Limits::default() });
        let built_in = machine.predicate_names();
        let predicates = Predicates::of(file, interface);
        predicates.missing(&built_in, findings);
        let mut text = String::from(include_str!("prelude.pl"));
        for predicate in interface.predicates {
            text.push_str(&format!(":- dynamic({}/{}).\n", predicate.name, predicate.arity));
        }
        let changing = predicates.changed.iter();
        let defined = predicates.defined.iter().filter(|_| open || predicates.all_change);
        for (name, arity) in changing.chain(defined) {
            let atom = Term::Atom(name.clone(), Place::default()).text();
            text.push_str(&format!(":- dynamic({atom}/{arity}).\n"));
        }
        let before = text.lines().count();
        let mut places = Vec::new();
        for clause in &file.clauses {
            let line = clause.term.prolog(1200, &mut |name, _| name.to_string());
            text.push_str(&line.replace('\n', "\\n"));
            text.push_str(".\n");
            places.push((clause.span.place, true));
        }
        for (line, place) in &self.lines {
            text.push_str(line);
            text.push('\n');
            places.push((*place, false));
        }
        for found in machine.consult_text(&text, "user") {
            let at = (found.line as usize).checked_sub(before + 1).and_then(|i| places.get(i));
            match (at, found.severity) {
                (Some(&(place, _)), logic::Severity::Error) => {
                    findings.push(Finding::error(place, found.message));
                }
                (Some(&(place, true)), logic::Severity::Warning) => {
                    findings.push(Finding::warning(place, found.message));
                }
                (Some(_), logic::Severity::Warning) => {}
                (None, logic::Severity::Error) => {
                    findings.push(Finding::error(Place { line: 1, column: 1 }, found.message));
                }
                (None, logic::Severity::Warning) => {}
            }
        }
        machine.freeze()
    }
}

fn slot(slots: &mut Vec<String>, name: &str) -> usize {
    slots.iter().position(|slot| slot == name).unwrap_or_else(|| {
        slots.push(name.to_string());
        slots.len() - 1
    })
}

fn variable(arg: Arg) -> String {
    match arg {
        Arg::Bare(slot) => format!("V{slot}"),
        Arg::Reference(slot) => format!("R{slot}"),
    }
}

impl Term {
    /// The goal itself.
    fn body(&self, names: &mut Names<'_>) -> String {
        if matches!(self, Term::Variable(..) | Term::Reference(..)) {
            return format!("call({})", self.prolog(999, names));
        }
        self.prolog(1199, names)
    }

    /// A goal that adds the clause; arithmetic in a fact is evaluated.
    fn adding(&self, names: &mut Names<'_>) -> String {
        let (_, rule) = self.clause();
        if rule.is_some() {
            return format!("assertz(({}))", self.prolog(1200, names));
        }
        let mut values = Vec::new();
        let fact = self.with_values(&mut values);
        let mut goals: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(i, value)| format!("'$value'({}, A{i})", value.prolog(999, names)))
            .collect();
        let mut inner = |name: &str, reference: bool| {
            // Values are named by numbers alone, which no variable of a file is.
            if name.starts_with(|c: char| c.is_ascii_digit()) {
                format!("A{name}")
            } else {
                names(name, reference)
            }
        };
        goals.push(format!("assertz({})", fact.prolog(999, &mut inner)));
        goals.join(", ")
    }

    /// The term with its arithmetic taken out and replaced by numbered variables.
    fn with_values<'a>(&'a self, values: &mut Vec<&'a Term>) -> Term {
        match self {
            Term::Compound(name, args, place) if values_of(name, args.len()) => {
                values.push(self);
                Term::Variable((values.len() - 1).to_string(), *place)
            }
            Term::Compound(name, args, place) => {
                let args = args.iter().map(|arg| arg.with_values(values)).collect();
                Term::Compound(name.clone(), args, *place)
            }
            Term::List(items, tail) => {
                let items = items.iter().map(|item| item.with_values(values)).collect();
                Term::List(items, tail.as_ref().map(|tail| Box::new(tail.with_values(values))))
            }
            other => other.clone(),
        }
    }

    /// A goal that removes the first clause that matches.
    fn removing(&self, names: &mut Names<'_>) -> String {
        match self.clause() {
            (_, Some(_)) => format!("retract(({})), !", self.prolog(1200, names)),
            (head, None) => format!("'$remove'({})", head.prolog(999, names)),
        }
    }
}

/// Whether `add` evaluates terms of this name.
fn values_of(name: &str, arity: usize) -> bool {
    match arity {
        2 => ["+", "-", "*", "/", "mod", "rem", "div", "**", "^", "min", "max"].contains(&name),
        1 => ["-", "+", "abs"].contains(&name),
        _ => false,
    }
}
