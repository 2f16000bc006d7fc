//! Speed of the host's side: nine-answer queries per second, fork and restore with 10,000 facts.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use logic::{Machine, Program};
use std::time::Instant;

fn main() {
    let (program, _) = Program::from_text(
        "move(X) :- member(X, [1,2,3,4,5,6,7,8,9]).\ncell(1). cell(2). cell(3). cell(4). cell(5). cell(6). cell(7). cell(8). cell(9).",
    );
    let mut m = Machine::new(&program);
    for text in ["cell(X)", "move(X)"] {
        let term = m.parse(text).expect("a goal");
        let goal = m.goal(&term);
        let (start, mut sum, queries) = (Instant::now(), 0, 1_000_000);
        for _ in 0..queries {
            let mut s = m.solve(&goal);
            while s.advance().expect("no errors") {
                sum += s.get(0).and_then(|t| t.as_int()).unwrap_or(0);
            }
        }
        assert_eq!(sum, 45 * queries);
        println!("{text}: {:.0} nine-answer queries/s", queries as f64 / start.elapsed().as_secs_f64());
    }
    let facts: String = (0..10_000).map(|i| format!("fact({i}, value({i})).\n")).collect();
    let (program, _) = Program::from_text(&format!(":- dynamic(fact/2).\n{facts}"));
    let mut m = Machine::new(&program);
    m.once("assertz(fact(x, y))").expect("no errors");
    let rounds = 20_000;
    let start = Instant::now();
    let snapshot = m.snapshot();
    for _ in 0..rounds {
        let fork = m.fork();
        m.restore(&snapshot);
        drop(fork);
    }
    println!(
        "fork + restore, 10,000 facts: {:.2} us",
        start.elapsed().as_secs_f64() * 1e6 / f64::from(rounds)
    );
    let term = m.parse("(retract(fact(17, V)), assertz(fact(17, V)))").expect("a goal");
    let goal = m.goal(&term);
    let start = Instant::now();
    for _ in 0..rounds {
        let mut fork = m.fork();
        fork.holds(&goal).expect("no errors");
        m.restore(&snapshot);
    }
    println!(
        "the same with a retract and an assert in the fork: {:.2} us",
        start.elapsed().as_secs_f64() * 1e6 / f64::from(rounds)
    );
}
