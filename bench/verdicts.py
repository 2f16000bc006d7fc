#!/usr/bin/env python3
"""How far the verdicts of a review can be relied upon, and what a review takes.

Deals of every card game, played by players who make mistakes, are reviewed as `partie review` does it and by a slow reference
that may visit many more states (so it draws many more worlds) with other draws. A decision is compared where one of the two
finds a mistake (a loss of a fifth of a usual deal or more). They agree if the other one finds a loss there, too (a twentieth or
more). Shares are printed with their 95 % intervals (Wilson), times are those of the processor.

Usage: bench/verdicts.py [--deals 200] [--games taroky,marias] [--nodes 4000000] [--slow 20000000] [--partie target/release/partie]
"""
import argparse
import json
import math
import resource
import subprocess
import tempfile
from pathlib import Path

PLAYERS = {"taroky": 4, "marias": 3, "licitovany": 3, "krizovy": 4, "snaps": 4, "schnapsen": 2}
HASTY = "expert?level=2&nodes=3000"


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def wilson(hits, of):
    n, z = max(of, 1), 1.96
    p = hits / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return 100 * (middle - half), 100 * min(1.0, middle + half)


def line(name, reviews, decisions, found, seconds):
    compared = len(found)
    agreed = sum(low >= slip for low, slip, _ in found)
    same = sum(low >= mistake for low, _, mistake in found)
    low, high = wilson(agreed, compared)
    share = 100 / max(compared, 1)
    print(f"{name:<12}{reviews:>5} reviews{decisions:>6} decisions{compared:>5} compared  {share * agreed:5.1f} % agree "
          f"({low:.0f} to {high:.0f})  {share * same:5.1f} % both a mistake  "
          f"{sum(seconds) / max(reviews, 1):5.2f} s a review, {max(seconds, default=0):.2f} s the longest", flush=True)


parser = argparse.ArgumentParser()
parser.add_argument("--deals", type=int, default=200)
parser.add_argument("--games", default=",".join(PLAYERS))
parser.add_argument("--nodes", type=int, help="states of a decision in the review (default: those of partie review)")
parser.add_argument("--slow", type=int, default=20_000_000)
parser.add_argument("--partie", default="target/release/partie")
args = parser.parse_args()
total = (0, 0, [], [])
with tempfile.TemporaryDirectory() as folder:
    record = str(Path(folder) / "deal.txt")
    for game in args.games.split(","):
        n = PLAYERS[game]
        decisions, found, seconds = 0, [], []
        for deal in range(1, args.deals + 1):
            run(args.partie, "match", game, "--players", ",".join([HASTY] * n), "--seed", str(deal), "--record", record)
            review = [args.partie, "review", record, "--player", str(1 + deal % n), "--json"]
            begun = spent()
            quick = json.loads(run(*review, *(["--nodes", str(args.nodes)] if args.nodes else [])))
            seconds.append(spent() - begun)
            slow = json.loads(run(*review, "--nodes", str(args.slow), "--seed", "1000003"))
            for a, b in zip(quick["decisions"], slow["decisions"]):
                decisions += 1
                if max(a["known"], b["known"]) >= quick["mistake"]:
                    found.append((min(a["known"], b["known"]), quick["slip"], quick["mistake"]))
        line(game, args.deals, decisions, found, seconds)
        total = (total[0] + args.deals, total[1] + decisions, total[2] + found, total[3] + seconds)
line("all", *total)
