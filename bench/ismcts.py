#!/usr/bin/env python3
"""What ismcts wins before and after a change, against players who move at random (or `flat`), with the same deals.

    python3 bench/ismcts.py REVISION [--only GAME] [--more FACTOR] [--playout uniform] [--others flat]

Compiles crates/cardplay/examples/ismcts.rs at REVISION (in a git worktree below target/) and in this tree, plays the same seeds with both
and prints the mean difference of the scores with its 95 % interval. Iterations are fixed, so how busy the machine is does not matter."""

import argparse
import json
import math
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join("crates", "cardplay", "examples", "ismcts.rs")
# Where an older revision gets it: it may have no crate for players of card games.
LENT = os.path.join("crates", "search")
# game, iterations a move, plays
GAMES = [("snaps", 300, 3000), ("marias", 300, 2000), ("taroky", 200, 800), ("data/system/prsi", 60, 40)]


def lend(old):
    """Gives an older revision the source of the plays."""
    with open(os.path.join(ROOT, SOURCE)) as file:
        text = file.read()
    with open(os.path.join(old, "crates", "search", "src", "ismcts.rs")) as file:
        search = file.read()
    with open(os.path.join(old, "crates", "search", "src", "flat.rs")) as file:
        flat = file.read()
    settings = "pub struct Config" in search
    if "pub listen" not in search:
        text = text.replace("        listen: false,\n", "")
    if "policy: Policy" not in flat:
        text = text.replace("    let policy = if how.uniform { Policy::Uniform } else { Policy::Sensible };\n    Flat::new(Budget::iterating(iterations.div_ceil(3)), Aim::Mixed, policy, 2_000, seed)",
                            "    let _ = how;\n    Flat::new(Budget::iterating(iterations.div_ceil(3)), Aim::Mixed, 2_000, seed)")
    if not settings:
        start, end = text.index("    let config ="), text.index("/// A player who tries")
        text = text[:start] + "    let _ = how;\n    Ismcts::new(Budget::iterating(iterations), 0.7, Aim::Mixed, (1_000_000, 2_000), seed)\n}\n\n" + text[end:]
        text = text.replace("use search::{Aim, Budget, Flat, Ismcts, IsmctsConfig, Policy};", "use search::{Aim, Budget, Flat, Ismcts};")
    os.makedirs(os.path.join(old, LENT, "examples"), exist_ok=True)
    with open(os.path.join(old, LENT, "examples", "ismcts.rs"), "w") as file:
        file.write(text)
    with open(os.path.join(old, LENT, "Cargo.toml"), "r+") as file:
        manifest = file.read()
        if "taroky" not in manifest:
            games = "".join(f"{game}.workspace = true\n" for game in ("marias", "snaps", "system", "taroky"))
            file.seek(0)
            file.write(manifest.replace("[dev-dependencies]\n", "[dev-dependencies]\n" + games))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("revision", help="what to compare with, for instance the commit before a change")
    parser.add_argument("--only", default="", help="only games whose name contains this word")
    parser.add_argument("--more", type=float, default=1.0, help="so many times the plays")
    parser.add_argument("--playout", default="sensible", choices=["sensible", "uniform"], help="how today's player simulates")
    parser.add_argument("--others", default="random", choices=["random", "flat"], help="who plays against it")
    args = parser.parse_args()
    revision = subprocess.run(["git", "rev-parse", "--short", args.revision], capture_output=True, text=True, cwd=ROOT)
    if revision.returncode != 0:
        sys.exit(f"{args.revision} is not a revision of this repository")
    old = os.path.join(ROOT, "target", "before", revision.stdout.strip())
    if not os.path.isdir(old):
        subprocess.run(["git", "worktree", "add", "-q", "--detach", old, args.revision], check=True, cwd=ROOT)
    lend(old)
    programs = []
    for tree, target, package in ((old, os.path.join(ROOT, "target", "before", "target"), "search"),
                                  (ROOT, os.path.join(ROOT, "target"), "cardplay")):
        subprocess.run(["cargo", "build", "--release", "-q", "-p", package, "--example", "ismcts"], check=True, cwd=tree,
                       env={**os.environ, "CARGO_TARGET_DIR": target})
        programs.append((os.path.join(target, "release", "examples", "ismcts"), tree))
    weaker = False
    for game, iterations, plays in GAMES:
        if args.only not in game:
            continue
        scores = []
        for program, tree in programs:
            command = [program, game, str(iterations), str(max(2, int(plays * args.more))), "1", args.playout, args.others]
            done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tree)
            scores.append([int(line.split()[1]) for line in done.stdout.splitlines()])
        before, after = scores
        differences = [b - a for a, b in zip(before, after)]
        n = len(differences)
        mean = sum(differences) / n
        error = 1.96 * math.sqrt(sum((d - mean) ** 2 for d in differences) / (n - 1) / n)
        weaker |= mean + error < 0
        print(json.dumps({"game": game, "iterations": iterations, "plays": n, "before": round(sum(before) / n, 3),
                          "after": round(sum(after) / n, 3), "difference": round(mean, 3), "interval": round(error, 3)}), flush=True)
    return 1 if weaker else 0


if __name__ == "__main__":
    sys.exit(main())
