//! Speed of the embedding interface: nine-answer queries per second, fork and restore with 10,000 facts. CPU time, one thread.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use logic::{Goal, Machine, Program};
use std::time::Instant;

/// CPU seconds of this thread; wall time where the system does not report it.
fn cpu(start: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let ns = stat.split_whitespace().next().and_then(|ns| ns.parse::<f64>().ok());
    ns.map_or_else(|| start.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

/// Sums all answers of a goal, `queries` times over.
fn read_in_place(m: &mut Machine, goal: &Goal, queries: i64) -> i64 {
    let mut sum = 0;
    for _ in 0..queries {
        let mut s = m.solve(goal);
        while s.advance().expect("no errors") {
            sum += s.get(0).and_then(|t| t.as_int()).unwrap_or(0);
        }
    }
    sum
}

/// The same with every answer copied out as a term of its own.
fn copied_out(m: &mut Machine, goal: &Goal, queries: i64) -> i64 {
    let mut answers = Vec::new();
    let mut count = 0;
    for _ in 0..queries {
        answers.clear();
        let mut s = m.solve(goal);
        while s.advance().expect("no errors") {
            answers.extend(s.take(0).expect("no errors"));
        }
        count += answers.len() as i64 * 5;
    }
    count
}

fn main() {
    let start = Instant::now();
    let (program, _) = Program::from_text(
        "move(X) :- member(X, [1,2,3,4,5,6,7,8,9]).\nfree(X) :- cell(X), \\+ taken(X).\ntaken(0).
         cell(1). cell(2). cell(3). cell(4). cell(5). cell(6). cell(7). cell(8). cell(9).",
    );
    let mut m = Machine::new(&program);
    let queries = 1_000_000;
    for text in ["cell(X)", "move(X)", "free(X)"] {
        let term = m.parse(text).expect("a goal");
        let goal = m.goal(&term);
        for (how, run) in [
            ("read in place", read_in_place as fn(&mut Machine, &Goal, i64) -> i64),
            ("copied out", copied_out as fn(&mut Machine, &Goal, i64) -> i64),
        ] {
            let began = cpu(start);
            assert_eq!(run(&mut m, &goal, queries), 45 * queries);
            let rate = queries as f64 / (cpu(start) - began) / 1e6;
            println!(
                "{text}, {how}: {rate:.2} million nine-answer queries/s, {:.1} million answers/s",
                rate * 9.0
            );
        }
    }
    let facts: String = (0..10_000).map(|i| format!("fact({i}, value({i})).\n")).collect();
    let (program, _) = Program::from_text(&format!(":- dynamic(fact/2).\n{facts}"));
    let mut m = Machine::new(&program);
    m.once("assertz(fact(x, y))").expect("no errors");
    let rounds = 20_000;
    let snapshot = m.snapshot();
    let began = cpu(start);
    for _ in 0..rounds {
        let fork = m.fork();
        m.restore(&snapshot);
        drop(fork);
    }
    let each = |began: f64| (cpu(start) - began) * 1e6 / f64::from(rounds);
    println!("fork + restore, 10,000 facts: {:.2} us", each(began));
    let term = m.parse("(retract(fact(17, V)), assertz(fact(17, V)))").expect("a goal");
    let goal = m.goal(&term);
    let began = cpu(start);
    for _ in 0..rounds {
        let mut fork = m.fork();
        fork.holds(&goal).expect("no errors");
        m.restore(&snapshot);
    }
    println!("the same with a retract and an assert in the fork: {:.2} us", each(began));
}
