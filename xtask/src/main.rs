//! Repository checks that no lint makes. `cargo run -p xtask -- tidy` prints every breach with its place and ends with exit
//! code 1 if there is one.

mod functions;
mod levels;
mod sources;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A habit that was broken: where, and how.
struct Breach {
    place: String,
    cause: String,
}

fn main() -> ExitCode {
    // Cargo says where the project is now; it may have been built elsewhere.
    let here = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let root = Path::new(&here).join("..");
    match std::env::args().nth(1).as_deref() {
        Some("tidy") => tidy(&root),
        _ => {
            say("usage: cargo run -p xtask -- tidy");
            ExitCode::from(2)
        }
    }
}

fn tidy(root: &Path) -> ExitCode {
    let mut breaches = Vec::new();
    levels::check(root, &mut breaches);
    let files = sources::all(root);
    if files.is_empty() {
        breach(&mut breaches, root.display().to_string(), "no source file is there: this is not the project");
    }
    for file in &files {
        sources::check(root, file, &mut breaches);
    }
    sources::catalog(root, &mut breaches);
    for breach in &breaches {
        say(&format!("{}: {}", breach.place, breach.cause));
    }
    say(&format!("tidy: {} files read, {} breaches", files.len(), breaches.len()));
    if breaches.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

fn breach(breaches: &mut Vec<Breach>, place: impl Into<String>, cause: impl Into<String>) {
    breaches.push(Breach { place: place.into(), cause: cause.into() });
}

/// The path as it is written in the repository.
fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).display().to_string()
}

/// The entries of a folder, sorted; none if it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    paths
}

fn say(text: &str) {
    if writeln!(io::stdout(), "{text}").is_err() {
        // Nobody reads: the exit code still tells.
    }
}
