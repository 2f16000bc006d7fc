#!/usr/bin/env python3
"""Instructions of random playouts through the generic trait against loops written by hand, counted by callgrind.

Builds crates/games/examples/overhead.rs in release mode and runs it under valgrind with 0 and with many playouts; the
difference is what the playouts cost. Prints one JSON line a game; exits 1 when the trait costs more than 2 %."""

import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLAYOUTS = 20_000
BOUND = 1.02


def instructions(program, mode, game, playouts):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, mode, game, str(playouts)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1)), done.stdout.strip()


def main():
    build = ["cargo", "build", "--release", "-q", "-p", "games", "--example", "overhead"]
    subprocess.run(build, check=True, cwd=ROOT)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    program = os.path.join(target, "release", "examples", "overhead")
    worst = 0.0
    for game in "connect4", "tictactoe":
        cost, moves = {}, {}
        for mode in "generic", "hand":
            empty, _ = instructions(program, mode, game, 0)
            full, moves[mode] = instructions(program, mode, game, PLAYOUTS)
            cost[mode] = full - empty
        assert moves["generic"] == moves["hand"], "both modes must play the same moves"
        ratio = cost["generic"] / cost["hand"]
        worst = max(worst, ratio)
        print(json.dumps({"game": game, "playouts": PLAYOUTS, "moves": int(moves["hand"]), **cost,
                          "per_move": round(cost["generic"] / int(moves["hand"]), 2), "ratio": round(ratio, 4)}))
    return 0 if worst <= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
