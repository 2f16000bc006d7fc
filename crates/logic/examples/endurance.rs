//! Long runs in little memory: `endurance [INFERENCES [FRAMES]]`, by default 10,000,000 and 10,000,000.
//!
//! A failure-driven loop of at least that many inferences, the same by deterministic recursion, then recursion with that
//! many frames waiting, `length/2` of as many elements, and naive reverse of a long list. Prints inferences, CPU time and
//! the peak of the process's memory after each.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use logic::{Limits, Machine, Program};

const TEXT: &str = "
loop(N) :- between(1, N, X), step(X, Y), Y < 0.
loop(_).
step(X, Y) :- Z is X mod 1000, half(Z, H), pair(H, Z, P), P = p(A, B), Y is A + B.
half(X, Y) :- Y is X // 2.
pair(A, B, p(A, B)).
count(0) :- !.
count(N) :- step(N, _), M is N - 1, count(M).
len([], 0).
len([_|T], N) :- len(T, M), N is M + 1.
nrev([], []).
nrev([X|Xs], Ys) :- nrev(Xs, Zs), app(Zs, [X], Ys).
app([], Ys, Ys).
app([X|Xs], Ys, [X|Zs]) :- app(Xs, Ys, Zs).
";

/// The peak of resident memory in MB, where the system reports it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kb| kb / 1024)
}

/// CPU seconds of this thread, where the system reports them.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn main() {
    let mut args = std::env::args().skip(1).map(|a| a.parse::<u64>().unwrap_or(10_000_000));
    let (inferences, frames) = (args.next().unwrap_or(10_000_000), args.next().unwrap_or(10_000_000));
    let (program, found) = Program::from_text(TEXT);
    assert!(found.is_empty(), "{found:?}");
    // An iteration of the loops makes at least four inferences.
    let goals = [
        ("failure-driven loop", format!("loop({})", inferences / 4 + 1000), 1 << 16),
        ("deterministic recursion", format!("count({})", inferences / 4 + 1000), 1 << 22),
        ("naive reverse of 3,000", "numlist(1, 3000, L), nrev(L, R), R = [3000|_]".to_string(), 1 << 25),
        ("length/2", format!("length(L, {frames}), length(L, N), N =:= {frames}"), 1 << 30),
        ("frames waiting", format!("numlist(1, {frames}, L), len(L, N), N =:= {frames}"), 1 << 30),
    ];
    for (name, goal, memory_cells) in goals {
        let mut machine = Machine::new(&program);
        machine.set_limits(Limits { memory_cells, ..Limits::default() });
        let term = machine.parse(&goal).expect("a goal");
        let goal = machine.goal(&term);
        let start = cpu();
        let holds = machine.holds(&goal).expect("no limit is reached");
        assert!(holds, "{name}");
        let memory = peak().map_or("unknown".to_string(), |mb| format!("{mb} MB"));
        println!(
            "{name}: {} inferences, {:.1} s of CPU, peak memory of the process so far {memory} (limit of the machine {} kB)",
            machine.inferences(),
            cpu() - start,
            memory_cells / 128
        );
    }
}
