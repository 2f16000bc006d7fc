//! Speed of descriptions: `system-bench [FILE.pl]...` plays at random, with the compiled rules and with the logic machine
//! alone, and prints moves per second of processor time; every move is a whole generation of the legal moves, with labels
//! to distinguish them, results and checks. Random plays as `partie playout` makes them come next. If SWI-Prolog is installed it is given the same clauses and asked for the winner
//! and all moves with their results in states of random plays; the ratio to it is printed. Last come states explored per
//! second, where the game is small enough.
//!
//! `system-bench --fixed WHAT N FILE.pl` does one thing N times and prints how many moves were made, for counting
//! instructions: `load` reads the text, `compile` compiles the rules, `plays` makes random plays, `rules` makes them one
//! move at a time, `machine` lets the logic machine alone do that.
#![expect(clippy::print_stdout, reason = "a command-line program")]

use game::{Game, Rng, walk};
use std::process::Command;
use std::time::{Duration, Instant};

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let explain = args.iter().any(|a| a == "--explain");
    args.retain(|a| a != "--explain");
    if let [fixed, what, n, file] = args.as_slice()
        && fixed == "--fixed"
    {
        match (std::fs::read_to_string(file), n.parse()) {
            (Ok(text), Ok(n)) => println!("{file}: {what} {n} times, {} moves", counted(&text, what, n)),
            _ => println!("usage: system-bench --fixed load|compile|plays|rules|machine N FILE.pl"),
        }
        return;
    }
    if args.is_empty() {
        let names = ["tictactoe", "klondike", "connect4", "nim", "ludo", "prsi", "reversi", "smallchess"];
        args = names.iter().map(|n| format!("data/system/{n}/{n}.pl")).collect();
    }
    for file in args {
        let Ok(text) = std::fs::read_to_string(&file) else {
            println!("{file}: cannot be read");
            continue;
        };
        one(&file, &text, explain);
    }
}

/// Does one thing so many times; how many moves that were.
fn counted(text: &str, what: &str, n: u64) -> u64 {
    let load = || system::load(text, "counted").0.expect("a game");
    let (mut rng, mut scratch, mut moves) = (Rng::new(1), Vec::new(), 0);
    if matches!(what, "load" | "compile") {
        for _ in 0..n {
            let game = load();
            moves += if what == "load" { 0 } else { game.explain().len() as u64 };
        }
        return moves;
    }
    let game = if what == "machine" { load().interpreted() } else { load() };
    for _ in 0..n {
        let mut s = game.initial();
        if what == "plays" {
            moves += game.wander(&mut s, &mut rng, &mut scratch, 2_000);
            continue;
        }
        for _ in 0..400 {
            let Some(mv) = game.pick(&s, &mut rng, &mut scratch) else { break };
            game.apply(&mut s, mv);
            moves += 1;
        }
    }
    moves
}

fn one(file: &str, text: &str, explain: bool) {
    let (game, findings) = system::load(text, file);
    for d in &findings {
        print!("{}", d.render(file));
    }
    let Some(game) = game else { return };
    let start = Instant::now();
    let lines = game.explain();
    println!("{file}: compiled in {:.0} ms of the clock", start.elapsed().as_secs_f64() * 1e3);
    if explain {
        lines.iter().for_each(|l| println!("{file}: {l}"));
    }
    let fast = speed(&game, file, 1.0);
    let Some(slow) = system::load(text, file).0.map(|g| speed(&g.interpreted(), file, 0.5)) else { return };
    println!("{file}: {fast:.0} moves/s; the logic machine alone {slow:.0}, ratio {:.1}", fast / slow);
    println!("{file}: {:.0} random plays/s", plays(&game, 2.0));
    match swi(text) {
        Ok(swi) => {
            println!("{file}: SWI-Prolog {swi:.0} generations/s on the same clauses, ratio {:.1}", fast / swi)
        }
        Err(why) => println!("{file}: no ratio to SWI-Prolog: {why}"),
    }
    let before = used();
    let budget = formal::Budget { states: 100_000, ..formal::Budget::default() };
    let automaton = formal::explore(&game, &budget, &mut |_| {});
    let took = (used() - before).max(1e-6);
    println!("{file}: {} states explored, {:.0} a second", automaton.len(), automaton.len() as f64 / took);
}

/// Seconds of processor time so far; of the clock where the system does not say.
fn used() -> f64 {
    let said = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = said.and_then(|s| s.split(' ').next().and_then(|n| n.parse::<f64>().ok()));
    nanos.map_or_else(|| std::time::UNIX_EPOCH.elapsed().map_or(0.0, |d| d.as_secs_f64()), |n| n / 1e9)
}

/// Moves per second of processor time in random plays.
fn speed(game: &system::SystemGame, file: &str, seconds: f64) -> f64 {
    let (start, before) = (Instant::now(), used());
    let mut rng = Rng::new(1);
    let mut scratch = Vec::new();
    let (mut moves, mut next) = (0, 0);
    while start.elapsed() < Duration::from_secs(20) {
        let mut s = game.initial();
        moves += walk::playout_within(game, &mut s, &mut rng, &mut scratch, 400);
        if let Some(defect) = game.defect(&s) {
            println!("{file}: {defect}");
            break;
        }
        // Reading the clock is not free.
        if moves >= next {
            next = moves + 1_000;
            if used() - before > seconds {
                break;
            }
        }
    }
    moves as f64 / (used() - before)
}

/// Random plays per second of processor time, as `partie playout` makes them; what grows while playing is warm.
fn plays(game: &system::SystemGame, seconds: f64) -> f64 {
    let (mut rng, mut scratch) = (Rng::new(1), Vec::new());
    let mut made = |seconds: f64| {
        let (before, mut plays) = (used(), 0u32);
        while used() - before < seconds {
            for _ in 0..20 {
                let mut s = game.initial();
                game.wander(&mut s, &mut rng, &mut scratch, 2_000);
            }
            plays += 20;
        }
        f64::from(plays) / (used() - before)
    };
    made(seconds / 2.0);
    made(seconds)
}

/// What is asked of SWI-Prolog: some thousand states of random plays first, then all moves of each of them, on the clock.
/// Zones are put into the order of the start after a move, as the rules expect; that is not on the clock.
const DRIVER: &str = "
:- dynamic bench_state/1, bench_zone/2.
bench_name(Z, N) :- Z =.. L, append(Front, [Last], L),
    ( is_list(Last) -> N =.. Front ; Z = A-B, bench_name(B, M), N = A-M ).
bench_order(state(P, Zs), state(P, Os)) :-
    findall(I-Z, ( member(Z, Zs), bench_name(Z, N), once(bench_zone(N, I)) ), Ks),
    msort(Ks, Sorted), pairs_values(Sorted, Os).
bench_moves(S, Ms) :- ( win(S, _) -> Ms = [] ; findall(M, bench_move(S, M), Ms) ).
bench_play(S, K) :- K > 0, assertz(bench_state(S)), bench_moves(S, Ms), Ms = [_|_], !,
    random_member(M, Ms), bench_order(M, T), K1 is K - 1, bench_play(T, K1).
bench_play(_, _).
bench_collect :- repeat, state(P, Z), bench_play(state(P, Z), 400),
    aggregate_all(count, bench_state(_), C), C > 2000, !.
bench_all :- bench_state(S), bench_moves(S, _), fail.
bench_all.
bench_time(C, N, T0, R) :- bench_all, N1 is N + C, statistics(cputime, T), D is T - T0,
    ( D > 1.5 -> R is N1 / D ; bench_time(C, N1, T0, R) ).
bench_main :- state(_, Z), forall(nth1(I, Z, X), ( bench_name(X, N), assertz(bench_zone(N, I)) )),
    bench_collect, aggregate_all(count, bench_state(_), C), statistics(cputime, T0),
    bench_time(C, 0, T0, R), format('~2f~n', [R]).
";

fn swi(text: &str) -> Result<f64, String> {
    let clause = |name: &str| text.lines().any(|l| l.starts_with(name));
    let mut program = String::from(":- style_check(-discontiguous), style_check(-singleton).\n");
    program.push_str(
        ":- use_module(library(lists)), use_module(library(apply)), use_module(library(aggregate)).\n",
    );
    program.push_str(":- use_module(library(random)), use_module(library(pairs)).\n");
    program.push_str(text);
    program.push_str(DRIVER);
    program.push_str(match clause("next(") {
        true => "bench_move(S, O) :- turn(_, S, M), next(S, M, O).\n",
        false => "bench_move(S, O) :- turn(_, S, O).\n",
    });
    if clause("chance(") {
        program.push_str("bench_move(S, O) :- chance(_, _, S, O).\n");
    }
    let path = std::env::temp_dir().join(format!("system-bench-{}.pl", std::process::id()));
    std::fs::write(&path, program).map_err(|e| e.to_string())?;
    let out = Command::new("swipl").args(["-q", "-g", "bench_main", "-t", "halt"]).arg(&path).output();
    let _ = std::fs::remove_file(&path);
    let out = out.map_err(|_| "swipl is not installed".to_string())?;
    let said = String::from_utf8_lossy(&out.stdout);
    said.trim().parse().map_err(|_| {
        let complaint = String::from_utf8_lossy(&out.stderr);
        format!("swipl said {said:?} {}", complaint.lines().next().unwrap_or(""))
    })
}
