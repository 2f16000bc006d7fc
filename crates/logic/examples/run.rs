//! Runs Prolog from the command line: `run FILE... -g GOAL`, with `-m MB` in so many megabytes.
//!
//! Exit status 0: the goal is true, 1: false, 2: error. Standard output belongs to the program.
#![expect(clippy::print_stderr, reason = "a command-line program")]

use logic::{Failure, Grants, Limits, Machine, Program, SharedReader, SharedWriter};
use std::sync::{Arc, Mutex};

fn main() {
    let mut machine = Machine::new(&Program::base());
    machine.set_grants(Grants::all());
    let out: SharedWriter = Arc::new(Mutex::new(Box::new(std::io::stdout())));
    let err: SharedWriter = Arc::new(Mutex::new(Box::new(std::io::stderr())));
    let input: SharedReader = Arc::new(Mutex::new(Box::new(std::io::stdin())));
    machine.set_output(out);
    machine.set_error_output(err);
    machine.set_input(input);
    let (files, goals, memory) = arguments();
    if let Some(megabytes) = memory {
        machine.set_limits(Limits { memory_cells: megabytes << 17, ..Limits::default() });
    }
    for d in machine.consult_files(&files) {
        machine.flush();
        eprintln!("{d}");
    }
    if let Some(code) = machine.halted() {
        machine.flush();
        std::process::exit(code);
    }
    let mut status = 0;
    for goal in goals {
        status = match machine.once(&goal) {
            Ok(Some(_)) => 0,
            Ok(None) => 1,
            Err(Failure::Halt(code)) => {
                machine.flush();
                std::process::exit(code)
            }
            Err(e) => {
                machine.flush();
                eprintln!("{e}");
                2
            }
        };
    }
    machine.flush();
    std::process::exit(status);
}

/// Files, goals and the memory limit of the command line.
fn arguments() -> (Vec<String>, Vec<String>, Option<usize>) {
    let (mut files, mut goals, mut memory) = (Vec::new(), Vec::new(), None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-g" => goals.extend(args.next()),
            "-m" => memory = args.next().and_then(|m| m.parse().ok()),
            _ => files.push(arg),
        }
    }
    (files, goals, memory)
}
