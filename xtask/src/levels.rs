//! Crates depend only on lower levels. The table is the one of ARCHITECTURE.md, which is checked against it.

use crate::{Breach, breach, entries};
use std::path::Path;

/// Each crate with its level and the crates of ours it may use.
const LEVELS: &[(&str, u8, &[&str])] = &[
    ("game", 0, &[]),
    ("logic", 0, &[]),
    ("cards", 1, &["game"]),
    ("s3", 1, &["game"]),
    ("system", 1, &["game", "logic"]),
    ("search", 1, &["game"]),
    ("learn", 1, &["game"]),
    ("formal", 1, &["game"]),
    ("fair", 1, &["game"]),
    ("testkit", 1, &["game"]),
    ("robot", 1, &["game"]),
    ("trainer", 1, &["game"]),
    ("games", 2, &["game", "cards", "search"]),
    ("taroky", 2, &["game", "cards"]),
    ("marias", 2, &["game", "cards"]),
    ("snaps", 2, &["game", "cards"]),
    ("schnapsen", 2, &["game", "cards"]),
    ("cardplay", 2, &["game", "cards", "search", "learn"]),
    ("expert", 2, &["game", "logic"]),
    ("practice", 2, &["game", "fair"]),
    ("playable", 2, &["game", "search", "formal", "learn"]),
    ("krizovy", 3, &["game", "cards", "marias"]),
    ("rulebots", 3, &["game", "cards", "expert", "taroky", "marias", "snaps"]),
    ("boards", 3, &["game", "search", "games", "playable"]),
    (
        "cardgames",
        4,
        &[
            "game",
            "search",
            "learn",
            "cards",
            "cardplay",
            "taroky",
            "marias",
            "snaps",
            "schnapsen",
            "krizovy",
            "playable",
            "rulebots",
        ],
    ),
    ("described", 4, &["game", "search", "formal", "s3", "system", "playable", "rulebots"]),
    ("catalog", 5, &["game", "system", "playable", "boards", "cardgames", "described"]),
    ("arena", 6, &["game", "learn", "catalog", "fair"]),
    ("server", 7, &["game", "catalog", "arena", "trainer", "fair", "practice", "expert"]),
    (
        "cli",
        8,
        &[
            "game", "logic", "cards", "s3", "system", "search", "learn", "formal", "games", "taroky",
            "marias", "snaps", "catalog", "arena", "server", "expert", "rulebots", "robot", "trainer",
            "fair", "practice",
        ],
    ),
];

/// Crates whose word is input and output; below them none may know JSON.
const MAY_KNOW_JSON: &[&str] = &["arena", "server", "cli"];

pub(crate) fn check(root: &Path, breaches: &mut Vec<Breach>) {
    let plan = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap_or_default();
    for folder in entries(&root.join("crates")) {
        let name = folder.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_string();
        let place = format!("crates/{name}/Cargo.toml");
        let Some(&(_, level, allowed)) = LEVELS.iter().find(|(n, _, _)| *n == name) else {
            breach(
                breaches,
                place,
                "the crate has no level: add it to xtask/src/levels.rs and ARCHITECTURE.md",
            );
            continue;
        };
        if !plan.contains(&format!("| {level} | `{name}` |")) {
            breach(breaches, "ARCHITECTURE.md", format!("no row for level {level}, crate {name}"));
        }
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        for used in dependencies(&manifest) {
            let ours = LEVELS.iter().any(|(n, _, _)| *n == used);
            if ours && !allowed.contains(&used) {
                breach(breaches, &place, format!("{name} (level {level}) may not depend on {used}"));
            }
            if used.starts_with("serde") && !MAY_KNOW_JSON.contains(&name.as_str()) {
                breach(breaches, &place, format!("{name} may not know JSON: only {MAY_KNOW_JSON:?} do"));
            }
            if level == 0 && name == "game" {
                breach(breaches, &place, format!("game depends on nothing, yet names {used}"));
            }
        }
    }
}

/// The names under `[dependencies]`; those for tests only do not count.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line == "[dependencies]";
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            names.push(line.split(['.', '=', ' ']).next().unwrap_or_default());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_uses_lower_levels_only() {
        for (name, level, allowed) in LEVELS {
            for used in *allowed {
                let below = LEVELS.iter().find(|(n, _, _)| n == used).map(|(_, l, _)| *l);
                assert!(below.is_some_and(|l| l < *level), "{name} may use {used}, which is not below it");
            }
        }
    }

    #[test]
    fn dependencies_for_tests_do_not_count() {
        let manifest = "[dependencies]\ngame.workspace = true\nx = \"1\"\n\n[dev-dependencies]\ntestkit.workspace = true\n";
        assert_eq!(dependencies(manifest), ["game", "x"]);
    }
}
