//! Law: no goal makes a machine panic, hang or grow beyond its limits, whatever it calls with whatever arguments; and the
//! machine answers the next query as if nothing had been.

#![no_main]

use libfuzzer_sys::fuzz_target;
use logic::{Limits, Machine, Program};
use std::sync::{Arc, OnceLock};

const PROGRAM: &str = "p(1). p(2). p(X) :- q(X). q(3). :- dynamic(d/2). d(a, 1).
    app([], L, L). app([H|T], L, [H|R]) :- app(T, L, R).
    s(X) --> [X], s(X). s(_) --> [].
    :- table(t/2). t(X, Y) :- t(X, Z), e(Z, Y). t(X, Y) :- e(X, Y). e(1, 2). e(2, 1).
    m:attr_unify_hook(V, O) :- ( O = V ; true ).
    late(X, Y, f(X, Y), R) :- X = 1, ( Y \\= a -> R = Y ; R = [X|Y] ), !. late(_, Y, Y, [Y]).";

const LEAVES: &[&str] = &[
    "X", "Y", "Z", "_", "a", "[]", "{}", "f", "0", "1", "-1", "3", "1.5", "-0.0", "1.0e300", "100000000000000000000", "'a b'", "\"ab\"",
    "(+)", "(:-)", "p", "q", "d", "user_output", "user_error", "read", "quoted(true)", "p/1", "d/2", "t", "=", "<", "true", "fail", "!",
    "repeat", "'$VAR'(1)", "0'a", "inf", "max_depth(3)", "seed(1)",
];

/// Turns bytes into a goal; every prefix of the bytes is a choice.
struct Grammar<'a> {
    bytes: &'a [u8],
    names: &'a [(String, usize)],
}

impl Grammar<'_> {
    fn next(&mut self) -> usize {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                usize::from(*first)
            }
            None => 0,
        }
    }

    fn term(&mut self, depth: usize) -> String {
        let choice = self.next();
        match choice % 8 {
            0 if depth > 0 => format!("f({}, {})", self.term(depth - 1), self.term(depth - 1)),
            1 if depth > 0 => format!("[{}|{}]", self.term(depth - 1), self.term(depth - 1)),
            2 if depth > 0 => self.call(depth - 1),
            3 if depth > 0 => format!("({} + {})", self.term(depth - 1), self.term(depth - 1)),
            4 if depth > 0 => format!("({} :- {})", self.term(depth - 1), self.call(depth - 1)),
            _ => LEAVES[(choice / 8 + self.next()) % LEAVES.len()].to_string(),
        }
    }

    fn call(&mut self, depth: usize) -> String {
        let at = self.next() * 256 + self.next();
        let (name, arity) = &self.names[at % self.names.len()];
        if *arity == 0 {
            return name.clone();
        }
        let arguments: Vec<String> = (0..*arity).map(|_| self.term(depth)).collect();
        format!("{name}({})", arguments.join(", "))
    }

    /// Something that waits for X or Y.
    fn waiting(&mut self) -> String {
        match self.next() % 10 {
            0 => format!("freeze(X, {}), ", self.call(2)),
            1 => format!("freeze(Y, ({}, X = {})), ", self.call(1), self.term(2)),
            2 => format!("dif(X, {}), ", self.term(2)),
            3 => format!("dif(f(X, Y), {}), ", self.term(2)),
            4 => format!("when((nonvar(X) ; ground(Y)), {}), ", self.call(2)),
            5 => format!("when(?=(X, Y), {}), ", self.call(2)),
            6 => format!("put_attr(X, m, {}), ", self.term(2)),
            _ => String::new(),
        }
    }

    fn goal(&mut self) -> String {
        let mut goal = self.waiting() + &self.call(3);
        while self.bytes.len() > 2 {
            let choice = self.next();
            let next = self.call(3);
            goal = match choice % 7 {
                0 => format!("({goal} ; {next})"),
                1 => format!("({goal} -> {next} ; true)"),
                2 => format!("\\+ ({goal}), {next}"),
                3 => format!("catch(({goal}), E, true), {next}"),
                4 => format!("findall(X-Y, ({goal}), L), {next}"),
                _ => format!("{goal}, {next}"),
            };
        }
        goal
    }
}

/// The program, and every predicate that can be called.
fn known() -> &'static (Arc<Program>, Vec<(String, usize)>) {
    static KNOWN: OnceLock<(Arc<Program>, Vec<(String, usize)>)> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let (program, _) = Program::from_text(PROGRAM);
        let mut machine = Machine::new(&program);
        let mut names = Vec::new();
        for name in machine.predicate_names() {
            for arity in (0..8).filter(|_| !name.contains("halt")) {
                let asked = format!("functor(H, {name}, {arity}), predicate_property(H, _)");
                if machine.once(&asked).is_ok_and(|answer| answer.is_some()) {
                    names.push((name.clone(), arity));
                }
            }
        }
        assert!(names.len() > 200, "{} predicates", names.len());
        (program, names)
    })
}

fuzz_target!(|bytes: &[u8]| {
    let (program, names) = known();
    let goal = Grammar { bytes: &bytes[..bytes.len().min(120)], names }.goal();
    let mut machine = Machine::new(program);
    machine.set_limits(Limits { inferences: 3_000, memory_cells: 1 << 16, ..Limits::default() });
    machine.set_input_text("a. f(X, Y). 'open");
    if let Ok(query) = machine.query(&goal) {
        for answer in query.take(5) {
            if answer.is_err() {
                break;
            }
        }
    }
    let next = machine.once("catch(X = 1, _, fail)");
    assert!(next.is_ok_and(|answer| answer.is_some()), "a query after {goal}");
});
