//! Every predicate with hostile arguments under small limits: `siege [GOALS [SEED [MEGABYTES [MILLISECONDS]]]]`.
//!
//! A goal is a predicate of the system or the library whose arguments are very long, very deep, cyclic, shared without end,
//! enormous numbers, variables somebody waits for, or goals without end. Reported is what passes a limit by more than a tenth
//! (processor time of the thread, peak of the process's memory where the system tells both), and every panic. Exit status 1 if
//! there was any.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use logic::{Limits, Machine, Program};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

const TEXT: &str = "
shared(0, a) :- !.
shared(N, f(T, T)) :- M is N - 1, shared(M, T).
growing(0, T, T) :- !.
growing(N, T, R) :- M is N - 1, growing(M, f(T, g(T)), R).
deep(0, a) :- !.
deep(N, f(T)) :- M is N - 1, deep(M, T).
left(0, T, T) :- !.
left(N, T, R) :- M is N - 1, left(M, [T], R).
many(N, X, L) :- length(L, N), maplist(=(X), L).
spin :- spin.
more(X) :- more([X|X]).
p(1). p(2). p(X) :- q(X). q(3).
:- dynamic(d/2). d(a, 1). d(b, 2).
";

/// What is done before the goal, and the argument it makes. `@` is replaced by a number of its own.
const ARGUMENTS: &[(&str, &str)] = &[
    ("true", "_"),
    ("true", "V@"),
    ("true", "W"),
    ("true", "a"),
    ("true", "[]"),
    ("true", "0"),
    ("true", "1"),
    ("true", "-1"),
    ("true", "3"),
    ("true", "1.5"),
    ("true", "1.0e308"),
    ("true", "576460752303423487"),
    ("true", "-576460752303423488"),
    ("true", "576460752303423488"),
    ("true", "9223372036854775807"),
    ("true", "-9223372036854775808"),
    ("true", "18446744073709551616"),
    ("true", "1000000000000"),
    ("V@ is 7 ** 100000", "V@"),
    ("V@ is -(3 ** 300000)", "V@"),
    ("V@ is 1 << 40000000", "V@"),
    ("V@ is inf", "V@"),
    ("V@ is nan", "V@"),
    ("true", "7 ** (7 ** (7 ** 7))"),
    ("true", "1 << 100000000000"),
    ("true", "(3 ** 1000000) * (7 ** 1000000) mod 5"),
    ("numlist(1, 300000, V@)", "V@"),
    ("numlist(1, 1500000, V@)", "V@"),
    ("many(200000, x, V@)", "V@"),
    ("many(200000, 0'x, V@)", "V@"),
    ("many(100000, _, V@)", "V@"),
    ("many(30000, k-v, V@)", "V@"),
    ("length(V@, 200000)", "V@"),
    ("length(V@, 100000), append(V@, _, U@)", "U@"),
    ("V@ = [a|V@]", "V@"),
    ("V@ = [0'a, 0'b|V@]", "V@"),
    ("V@ = [k-v|V@]", "V@"),
    ("V@ = f(V@)", "V@"),
    ("V@ = f(V@, _, V@)", "V@"),
    ("V@ = f(U@), U@ = f(V@)", "V@"),
    ("V@ = 1 + V@", "V@"),
    ("V@ = (V@, V@)", "V@"),
    ("V@ = (true ; V@)", "V@"),
    ("V@ = (a :- V@)", "V@"),
    ("V@ = u:V@", "V@"),
    ("V@ = [V@]", "V@"),
    ("V@ = [V@|V@]", "V@"),
    ("shared(60, V@)", "V@"),
    ("shared(20, V@)", "V@"),
    ("shared(60, V@)", "[V@, V@]"),
    ("growing(100000, a, V@)", "V@"),
    ("growing(30, _, V@)", "V@"),
    ("deep(300000, V@)", "V@"),
    ("left(200000, a, V@)", "V@"),
    ("functor(V@, f, 500000)", "V@"),
    ("numlist(1, 300000, U@), V@ =.. [f|U@]", "V@"),
    ("many(500000, x, U@), atom_chars(V@, U@)", "V@"),
    ("many(500000, x, U@), string_chars(V@, U@)", "V@"),
    ("many(300000, '9', U@), atom_chars(V@, U@)", "V@"),
    ("many(100000, '(', U@), atom_chars(V@, U@)", "V@"),
    ("many(100000, '[', U@), atom_chars(V@, U@)", "V@"),
    ("many(100000, '-', U@), atomic_list_concat(U@, ' ', V@)", "V@"),
    ("many(100000, ab, U@), atomic_list_concat(U@, ',', V@)", "V@"),
    ("freeze(V@, true)", "V@"),
    ("freeze(V@, spin)", "V@"),
    ("freeze(V@, fail)", "V@"),
    ("freeze(V@, more(a))", "f(V@)"),
    ("freeze(V@, true)", "[V@|V@]"),
    ("dif(V@, a)", "V@"),
    ("dif(V@, [a|_])", "[V@, b]"),
    ("length(V@, 2000), maplist([E]>>freeze(E, true), V@)", "V@"),
    ("true", "spin"),
    ("true", "more(a)"),
    ("true", "repeat"),
    ("true", "(repeat, fail)"),
    ("true", "p(_)"),
    ("true", "p"),
    ("true", "p/1"),
    ("true", "d(_, _)"),
    ("true", "(d(X@, Y@) :- spin)"),
    ("true", "="),
    ("true", "[X@]>>spin"),
    ("true", "f(X@, Y@, [Z@|X@])"),
    ("true", "(a --> b, {spin})"),
    ("true", "user_output"),
    ("true", "user_input"),
    ("true", "\"abc\""),
    ("true", "'~300000000c~w~t~1000000000|~a'"),
    ("true", "[0'a]"),
    ("true", "[quoted(true), max_depth(3)]"),
    ("true", "[V@, V@, a]"),
    ("true", "<"),
    ("true", "=<"),
    ("true", "t"),
    ("true", "xfx"),
    ("true", "error"),
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }
}

/// The peak of resident memory in KB since it was last forgotten.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
/// Processor time of this thread in milliseconds.
fn cpu() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse::<u64>().ok().map(|ns| ns / 1_000_000)
}

/// Name and arity of everything that can be called, but what is made to end the program or to wait for somebody.
fn predicates(m: &mut Machine) -> Vec<(String, usize)> {
    let goal =
        "findall(N/A, ( predicate_property(H, defined), functor(H, N, A) ), L0), sort(L0, L), member(N/A, L)";
    let found: Vec<_> = m.query(goal).expect("the goal is ours").filter_map(Result::ok).collect();
    let value = |b: &[(String, String)], name: &str| b.iter().find(|v| v.0 == name).map(|v| v.1.clone());
    let mut all = Vec::new();
    for answer in found {
        let name = value(&answer.bindings, "N").expect("a name");
        let name = name.trim_matches(|c| matches!(c, '\'' | '(' | ')')).replace('\\', "\\\\");
        let arity = value(&answer.bindings, "A").and_then(|a| a.parse().ok()).expect("an arity");
        if !matches!(name.as_str(), "halt" | "trace" | "spin" | "more" | "many" | "consult") {
            all.push((name, arity));
        }
    }
    all
}

fn goal(random: &mut Random, all: &[(String, usize)]) -> String {
    let (name, arity) = &all[random.below(all.len())];
    let (mut before, mut arguments) = (Vec::new(), Vec::new());
    for i in 0..*arity {
        let (made, argument) = ARGUMENTS[random.below(ARGUMENTS.len())];
        if made != "true" {
            before.push(made.replace('@', &i.to_string()));
        }
        arguments.push(argument.replace('@', &i.to_string()));
    }
    let call = if arguments.is_empty() {
        format!("'{name}'")
    } else {
        format!("'{name}'({})", arguments.join(", "))
    };
    let last = match random.below(8) {
        0 => format!("findall(t, ({call}), _)"),
        1 => format!("({call}), fail"),
        2 => format!("catch(({call}), _, true)"),
        _ => format!("({call})"),
    };
    before.push(last);
    before.join(", ")
}

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<u64>().unwrap_or(1));
    let (goals, seed) = (args.next().unwrap_or(1000), args.next().unwrap_or(1));
    let (megabytes, milliseconds) = (args.next().unwrap_or(64), args.next().unwrap_or(300));
    let (program, found) = Program::from_text(TEXT);
    assert!(found.is_empty(), "{found:?}");
    let limits = Limits {
        memory_cells: (megabytes as usize) << 17,
        time: Some(Duration::from_millis(milliseconds)),
        reserve: 0,
        ..Limits::default()
    };
    let all = predicates(&mut Machine::new(&program));
    println!("{} predicates, {} arguments", all.len(), ARGUMENTS.len());
    let (mut faults, mut most, mut longest) = (0u64, (0, 0), (0, 0));
    let mut ends = [0u64; 3];
    for number in seed..seed + goals {
        let mut random = Random(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let goal = goal(&mut random, &all);
        let mut m = Machine::new(&program);
        m.set_limits(limits.clone());
        forget_peak();
        let (before, began) = (peak(), cpu());
        let ended = catch_unwind(AssertUnwindSafe(|| {
            let mut query = m.query(&goal).map_err(|e| format!("{e}"))?;
            let first = query.next().map(|a| a.is_ok());
            if first == Some(true) {
                let _ = query.next();
            }
            Ok::<_, String>(first)
        }));
        let mut fault = |what: String| {
            faults += 1;
            println!("{number}: {what}: {goal}");
        };
        match ended {
            Err(_) => fault("panic".into()),
            Ok(Err(why)) => fault(why),
            Ok(Ok(end)) => ends[end.map_or(0, |good| if good { 1 } else { 2 })] += 1,
        }
        if let (Some(began), Some(ended)) = (began, cpu()) {
            longest = longest.max((ended - began, number));
            if ended - began > milliseconds + milliseconds / 10 {
                fault(format!("{} ms", ended - began));
            }
        }
        if let (Some(before), Some(after)) = (before, peak()) {
            let taken = after.saturating_sub(before) / 1024;
            most = most.max((taken, number));
            if taken > megabytes + megabytes / 10 {
                fault(format!("{taken} MB"));
            }
        }
    }
    println!("failed {}, answered {}, ended in an error {}", ends[0], ends[1], ends[2]);
    println!("longest: {} ms ({}), most: {} MB ({})", longest.0, longest.1, most.0, most.1);
    println!("{goals} goals, {faults} faults");
    std::process::exit(i32::from(faults > 0));
}
