#!/usr/bin/env python3
"""Instructions of the same fixed work before and after a change, counted by callgrind.

    python3 bench/before.py REVISION [--only WORD]

Builds the examples that do a fixed amount of work at REVISION (in a git worktree below target/) and in this tree, runs both
under valgrind with little and with more work, and prints what the difference costs before and after. Counts do not depend on
how busy the machine is. Sources of fixed work that REVISION lacks are copied to it; `same` says whether both printed the same,
that is whether no rule was changed in between. Exits 1 when anything costs over 2 % more."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BOUND = 1.02
# Fixed work that older revisions get from here.
LENT = ["crates/games/examples/games-perft.rs"] + [f"crates/{game}/examples/{game}-deals.rs" for game in ("snaps", "marias", "taroky")]
# crate, example, and what follows it with so much work
PROLOG = [("nrev", 200), ("tak", 1), ("queens", 1), ("zebra", 3), ("crypt", 1), ("deriv", 500), ("query", 10), ("browse", 1),
          ("poly", 2), ("primes", 1), ("chat", 30), ("collect", 4), ("assert", 10)]
SUMS = {"overhead", "games-perft", "snaps-deals", "marias-deals", "taroky-deals"}
S3 = [("connect4", 400), ("tictactoe", 1000), ("reversi", 40), ("mill", 20), ("alquerque", 20), ("nim", 400), ("frogs", 1000)]


def works(tree):
    """Every measure: its name, the package and the example, and the command for little (0) and for more work (1)."""
    for game in "connect4", "tictactoe":
        yield f"playouts {game}", "games", "overhead", lambda n, game=game: (["generic", game, str(5000 * n)], {})
    for game, depth in ("connect4", 5), ("reversi", 5), ("morris", 2):
        yield f"perft {game}", "games", "games-perft", lambda n, game=game, depth=depth: ([game, str(depth + n)], {})
    for game, deals in ("snaps", 2000), ("marias", 1000), ("taroky", 1000):
        yield f"deals {game}", game, f"{game}-deals", lambda n, deals=deals: ([str(100 + deals * n)], {})
    for name, plays in S3:
        text = os.path.join(tree, "data", "s3", name, f"{name}.s3")
        yield f"s3 {name}", "s3", "s3-bench", lambda n, text=text, plays=plays: ([text], {"PLAYS": str(max(1, plays * n))})
    for name, times in PROLOG:
        text = os.path.join(tree, "crates", "logic", "bench", f"{name}.pl")
        yield (f"prolog {name}", "logic", "run",
               lambda n, text=text, times=times: ([text, "-g", f"bench({times * n},_)"], {}))


def build(tree, target, wanted):
    """Builds the examples of a tree, one cargo call for all packages."""
    command = ["cargo", "build", "--release", "-q"]
    for package, example in sorted(wanted):
        command += ["-p", package, "--example", example]
    subprocess.run(command, check=True, cwd=tree, env={**os.environ, "CARGO_TARGET_DIR": target})


def count(target, example, work, amount):
    words, extra = work(amount)
    program = os.path.join(target, "release", "examples", example)
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *words]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **extra})
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr[-2000:]}")
    # Playouts, perft and deals print what they found; the others print times, too.
    return int(found.group(1)), done.stdout if example in SUMS else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("revision", help="what to compare with, for instance the commit before a change")
    parser.add_argument("--only", default="", help="only measures whose name contains this word")
    args = parser.parse_args()
    revision = subprocess.run(["git", "rev-parse", "--short", args.revision], capture_output=True, text=True, cwd=ROOT)
    if revision.returncode != 0:
        sys.exit(f"{args.revision} is not a revision of this repository")
    old = os.path.join(ROOT, "target", "before", revision.stdout.strip())
    if not os.path.isdir(old):
        subprocess.run(["git", "worktree", "add", "-q", "--detach", old, args.revision], check=True, cwd=ROOT)
    trees = {"before": (old, os.path.join(ROOT, "target", "before", "target")),
             "after": (ROOT, os.path.join(ROOT, "target"))}
    for path in LENT:
        shutil.copy(os.path.join(ROOT, path), os.path.join(old, path))
    measures, results = {}, {}
    for side, (tree, target) in trees.items():
        chosen = [work for work in works(tree) if args.only in work[0]]
        build(tree, target, {(package, example) for _, package, example, _ in chosen})
        for name, _, example, work in chosen:
            (few, _), (more, found) = (count(target, example, work, amount) for amount in (0, 1))
            measures.setdefault(name, {})[side] = more - few
            results.setdefault(name, set()).add(found)
    worst = 0.0
    for name, cost in measures.items():
        ratio = cost["after"] / cost["before"]
        worst = max(worst, ratio)
        same = len(results[name]) == 1
        print(json.dumps({"measure": name, **cost, "ratio": round(ratio, 4), "same": same}, ensure_ascii=False), flush=True)
    return 0 if worst <= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
