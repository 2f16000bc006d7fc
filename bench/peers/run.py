#!/usr/bin/env python3
"""Random playouts of Partie beside OpenSpiel in one run, one thread each, passes in turn: what disturbs one disturbs the
other. `python3 bench/peers/run.py [--seconds 1] [--passes 7] [--json]` makes a virtual environment in target/peers and
installs OpenSpiel from PyPI the first time (`--python PROGRAM` uses an interpreter that has it).

Rates are playouts per CPU second, the median of the passes; the ratio is that of the medians. Where plays differ in
length (OpenSpiel's Morris takes a stone by a ply of its own), the ratio of moves per second is the fairer one. Exits 1
when a mark is missed."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import venv

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
# How many times faster than OpenSpiel's C++ core a native game is to be.
MARKS = {"tictactoe": 8, "connect4": 40, "reversi": 50, "morris": 5, "nim": 1}


def interpreter():
    place = os.path.join(TARGET, "peers")
    python = os.path.join(place, "bin", "python")
    if subprocess.run([python, "-c", "import pyspiel"], capture_output=True).returncode if os.path.exists(python) else 1:
        print("installing OpenSpiel into", place, file=sys.stderr)
        venv.create(place, with_pip=True)
        wanted = os.path.join(HERE, "requirements.txt")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", wanted], check=True)
    return python


def ours(program, game, seconds, seed):
    out = subprocess.run([program, game, "--seconds", str(seconds), "--seed", str(seed)],
                         capture_output=True, text=True, check=True).stdout
    result = json.loads(out)
    return result["playouts"] / result["cpu_seconds"], result["moves"] / result["playouts"]


class Peer:
    def __init__(self, python):
        script = os.path.join(HERE, "openspiel.py")
        self.process = subprocess.Popen([python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, game, what):
        self.process.stdin.write(f"{game} {what}\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each pass")
    parser.add_argument("--passes", type=int, default=7)
    parser.add_argument("--python", help="an interpreter that has pyspiel")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    build = ["cargo", "build", "--release", "-q", "-p", "games", "--example", "playouts"]
    subprocess.run(build, check=True, cwd=ROOT)
    program = os.path.join(TARGET, "release", "examples", "playouts")
    peer = Peer(asked.python or interpreter())
    rows, missed = [], False
    for game, mark in MARKS.items():
        own, other = [], []
        for number in range(asked.passes):
            rate, length = ours(program, game, asked.seconds, number + 1)
            own.append(rate)
            other.append(peer.ask(game, asked.seconds))
        mine, theirs = statistics.median(own), statistics.median(other)
        row = {"game": game, "partie": round(mine), "openspiel": round(theirs), "ratio": round(mine / theirs, 1),
               "mark": mark, "partie_plies": round(length, 1), "openspiel_plies": round(peer.ask(game, "plies"), 1),
               "openspiel_driven": "C++ core: MCTSBot with one simulation of n random rollouts"}
        row["moves_ratio"] = round(mine * row["partie_plies"] / (theirs * row["openspiel_plies"]), 1)
        missed |= row["ratio"] < mark
        rows.append(row)
    if asked.json:
        print(json.dumps(rows))
    else:
        print("playouts per CPU second, one thread; OpenSpiel driven in its C++ core (MCTSBot, random rollouts)")
        print(f"{'game':<10}{'partie':>12}{'plies':>7}{'OpenSpiel':>12}{'plies':>7}{'ratio':>8}{'by move':>9}{'mark':>6}")
        for r in rows:
            print(f"{r['game']:<10}{r['partie']:>12,}{r['partie_plies']:>7}{r['openspiel']:>12,}"
                  f"{r['openspiel_plies']:>7}{r['ratio']:>8}{r['moves_ratio']:>9}{r['mark']:>6}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
