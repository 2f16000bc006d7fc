//! The command `partie`. The only crate that prints. Exit code 0: done; 1: the answer is no; 2: usage or input error.

mod args;
mod commands;
mod draw;
mod output;

use args::{Args, Command};
use clap::Parser;
use output::{Answer, Output};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    let mut output = Output::new(args.json);
    let seed = args.seed.unwrap_or(1);
    let done = match &args.command {
        Command::Games(a) => commands::games::run(a, &mut output),
        Command::Play(a) => commands::play::run(a, seed, &mut output),
        Command::Run(a) => commands::run::run(a, seed, &mut output),
        Command::Replay(a) => commands::replay::run(a, &mut output),
        Command::Verify(a) => commands::verify::run(a, &mut output),
        Command::Daily(a) => commands::daily::run(a, &mut output),
        Command::Deal(a) => commands::deal::run(a, seed, &mut output),
        Command::Lesson(a) => commands::lesson::run(a, &mut output),
        Command::Perft(a) => commands::perft::run(a, &mut output),
        Command::Playout(a) => commands::playout::run(a, seed, &mut output),
        Command::Match(a) => commands::matches::run(a, seed, &mut output),
        Command::Tournament(a) => commands::tournament::run(a, seed, &mut output),
        Command::BenchTable(a) => commands::bench_table::run(a, seed, &mut output),
        Command::Worker(a) => commands::worker::run(a, &mut output),
        Command::Bot(a) => commands::bot::run(a),
        Command::BotTest(a) => commands::bot::test(a, seed, &mut output),
        Command::Confined(a) => commands::bot::confined(a),
        Command::Belief(a) => commands::belief::run(a, seed, &mut output),
        Command::Review(a) => commands::review::run(a, seed, &mut output),
        Command::Hint(a) => commands::review::hint(a, seed, &mut output),
        Command::Exercise(a) => commands::exercise::run(a, seed, &mut output),
        Command::Solve(a) => commands::solve::run(a, &mut output),
        Command::Check(a) => commands::check::run(a, seed, &mut output),
        Command::Rules(a) => commands::rules::run(a, &mut output),
        Command::Chances(a) => commands::chances::run(a, &mut output),
        Command::Automaton(a) => commands::automaton::run(a, &mut output),
        Command::Bench(a) => commands::bench::run(a, seed, &mut output),
        Command::Serve(a) => commands::serve::run(a, args.seed, &mut output),
        Command::Prolog(a) => commands::prolog::run(a, &mut output),
        Command::Learn(a) => commands::learn::run(a, seed, &mut output),
        Command::Expert(a) => commands::expert::run(a, seed, &mut output),
        Command::S3(a) => commands::s3::run(a, &mut output),
        Command::Robot(a) => commands::robot::run(a, seed, &mut output),
        Command::Completions(a) => commands::shell::completions(a, &mut output),
        Command::Man => commands::shell::man(&mut output),
    };
    let done = match done {
        Err(error) if output::is_broken_pipe(&error) => Ok(output.abandoned()),
        done => done,
    };
    match done {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Mistake) => ExitCode::from(2),
        Ok(Answer::Code(code)) => ExitCode::from(code as u8),
        Err(error) => {
            output.error(&error);
            ExitCode::from(2)
        }
    }
}

/// Help and version are answers; anything else is a mistake, also when JSON was asked for.
fn usage(error: &clap::Error) -> ExitCode {
    let code = if error.use_stderr() { 2 } else { 0 };
    if code == 2 && std::env::args_os().any(|a| a == "--json") {
        let text = error.to_string();
        Output::new(true).error(&anyhow::anyhow!("{}", text.trim().trim_start_matches("error: ")));
    } else if error.print().is_err() {
        return ExitCode::from(2);
    }
    ExitCode::from(code)
}
