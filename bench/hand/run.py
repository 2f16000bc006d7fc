#!/usr/bin/env python3
"""Random playouts of Partie beside a loop written by hand in C++ (connect4.cpp), one thread each, passes in turn: what
disturbs one disturbs the other. `python3 bench/hand/run.py [--seconds 1] [--passes 7] [--json]` needs g++.

Rates are playouts per second of processor time, the median of the passes; ratios are those of the medians. RBG (regular
boardgames, compiled to C++ from its description) cannot be installed here: its rates are those that were measured
beside Partie's native Connect Four, which did 5,194,000 then. That program was UNIT times the speed of connect4.cpp,
so RBG is shown in the seconds of this run."""

import argparse
import json
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
# The native Connect Four of that time against connect4.cpp.
UNIT = 0.742
NATIVE_THEN = 5_194_000
RBG = {"connect4": (576_000, 773_000), "tictactoe": (1_570_000, 2_314_000)}


def build():
    program = os.path.join(TARGET, "release", "hand-connect4")
    os.makedirs(os.path.dirname(program), exist_ok=True)
    source = os.path.join(HERE, "connect4.cpp")
    subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
    for package, example in ("games", "playouts"), ("s3", "s3-bench"):
        command = ["cargo", "build", "--release", "-q", "-p", package, "--example", example]
        subprocess.run(command, check=True, cwd=ROOT)
    return program


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def rate(line):
    result = json.loads(line)
    return result["playouts"] / result["cpu_seconds"], result["moves"] / result["playouts"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each pass")
    parser.add_argument("--passes", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    hand = build()
    examples = os.path.join(TARGET, "release", "examples")
    rates = {"hand": [], "native": [], "s3 connect4": [], "s3 tictactoe": []}
    lengths = {"hand": [], "native": []}
    for number in range(asked.passes):
        seconds, seed = str(asked.seconds), str(number + 1)
        found, length = rate(run(hand, seconds, seed))
        rates["hand"].append(found)
        lengths["hand"].append(length)
        found, length = rate(run(os.path.join(examples, "playouts"), "connect4", "--seconds", seconds, "--seed", seed))
        rates["native"].append(found)
        lengths["native"].append(length)
        for game in RBG:
            text = run(os.path.join(examples, "s3-bench"), os.path.join(ROOT, "data", "s3", game, game + ".s3"))
            rates["s3 " + game].append(float(text.splitlines()[1].split()[1]))
    mean = {name: statistics.mean(found) for name, found in lengths.items()}
    assert abs(mean["hand"] - mean["native"]) < 0.05, f"the two play different games: {mean}"
    middle = {name: statistics.median(found) for name, found in rates.items()}
    unit = middle["hand"] * UNIT / NATIVE_THEN
    rows = [{"game": "native connect4", "partie": round(middle["native"]), "peer": "C++ by hand, xorshift",
             "theirs": round(middle["hand"]), "ratio": round(middle["native"] / middle["hand"], 3)}]
    for game, figures in RBG.items():
        for peer, figure in zip(("RBG", "RBG, monotonic"), figures):
            rows.append({"game": "s3 " + game, "partie": round(middle["s3 " + game]), "peer": peer + " (computed)",
                         "theirs": round(figure * unit), "ratio": round(middle["s3 " + game] / (figure * unit), 3)})
    if asked.json:
        print(json.dumps(rows))
    else:
        print("playouts per second of processor time, one thread, medians of", asked.passes, "passes in turn")
        for row in rows:
            print(f"{row['game']:<17}{row['partie']:>12,}  {row['peer']:<26}{row['theirs']:>12,}{row['ratio']:>8}")
    return 0 if all(row["ratio"] >= 1 for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
