//! Each source file by itself: its size, its header, words that do not belong. And what every catalog game must own.

use crate::{Breach, breach, entries, functions, shown};
use std::path::{Path, PathBuf};

const LONGEST_FILE: usize = 800;
const LONGEST_FUNCTION: usize = 120;

/// Functions that are longer for a reason: the file, the name, the reason.
const LONG_FOR_A_REASON: &[(&str, &str, &str)] = &[(
    "crates/logic/src/machine/run.rs",
    "steps",
    "the one instruction loop; an arm a function would cost a call each",
)];

/// Folders that hold no sources of ours.
const PASSED_OVER: &[&str] = &["target", "node_modules", "dist", ".git", "corpus", "book"];

/// All Rust, TypeScript and Svelte files.
pub(crate) fn all(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        for path in entries(&folder) {
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
            if path.is_dir() && !PASSED_OVER.contains(&name) {
                open.push(path);
            } else if name.ends_with(".rs") || name.ends_with(".ts") || name.ends_with(".svelte") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

pub(crate) fn check(root: &Path, path: &Path, breaches: &mut Vec<Breach>) {
    let place = shown(root, path);
    let Ok(text) = std::fs::read_to_string(path) else {
        return breach(breaches, place, "cannot be read as text");
    };
    let lines = text.lines().count();
    if lines > LONGEST_FILE {
        breach(breaches, &place, format!("{lines} lines; the wall is {LONGEST_FILE}"));
    }
    if place.ends_with(".rs") {
        rust(&place, &text, breaches);
    }
    // Spelled in halves, so that this file does not name them itself.
    for word in [
        concat!("/work", "/"),
        concat!("/tmp/", "bash"),
        concat!("test.", "only("),
        concat!("test.", "skip("),
    ] {
        if text.contains(word) {
            breach(breaches, &place, format!("contains '{word}'"));
        }
    }
}

fn rust(place: &str, text: &str, breaches: &mut Vec<Breach>) {
    let header = text.lines().find(|line| !line.starts_with("#![") && !line.trim().is_empty());
    if !header.is_some_and(|line| line.starts_with("//!")) {
        breach(breaches, place, "does not begin with a //! header that says what it is for");
    }
    for (line, name, length) in functions::longer_than(LONGEST_FUNCTION, text) {
        if LONG_FOR_A_REASON.iter().any(|(file, function, _)| *file == place && *function == name) {
            continue;
        }
        let cause = format!("function {name} has {length} lines; the wall is {LONGEST_FUNCTION}");
        breach(breaches, format!("{place}:{line}"), cause);
    }
    for attribute in [concat!("#[ig", "nore"), concat!("#[should", "_panic"), concat!("#[al", "low(")] {
        if text.contains(attribute) {
            breach(breaches, place, format!("contains {attribute}: see CONTRIBUTING.md"));
        }
    }
}

/// Every game of the catalog owns a perft table and a golden playthrough, and its laws are tested.
pub(crate) fn catalog(root: &Path, breaches: &mut Vec<Breach>) {
    let lists = ["boards", "cardgames"].map(|name| root.join("crates").join(name).join("src/lib.rs"));
    let list: String = lists.iter().map(|path| std::fs::read_to_string(path).unwrap_or_default()).collect();
    let laws = std::fs::read_to_string(root.join("crates/catalog/tests/laws.rs")).unwrap_or_default();
    for name in names(&list) {
        for file in ["perft.txt", "playthrough.txt"] {
            let path = root.join("data").join(name).join(file);
            if !path.is_file() {
                breach(breaches, format!("data/{name}/{file}"), "is missing: every catalog game owns one");
            }
        }
        if !laws.contains(&format!("\"{name}\"")) {
            breach(breaches, "crates/catalog/tests/laws.rs", format!("does not name the game \"{name}\""));
        }
    }
}

/// The names in the listing: the lines `name: "…",`.
fn names(list: &str) -> Vec<&str> {
    list.lines().filter_map(|line| line.trim().strip_prefix("name: \"")?.strip_suffix("\",")).collect()
}
