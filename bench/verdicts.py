#!/usr/bin/env python3
"""How far the verdicts of a review can be relied upon, and what a review takes.

Deals of every card game, made by seed and played by players who make mistakes, are reviewed from one seat as `partie review` does it
by default (but by states alone, so that everybody gets the same). A slow reference then judges decisions again: the same judge with
other draws, thinking many times about each whatever it finds, so over many times the worlds.

Compared are the decisions in which the review or the reference finds a mistake (a loss of a fifth of a usual deal or more). They
agree if the other one finds a loss there, too (a slip, a twentieth of a usual deal, or more).

The reference is not asked about every decision, but about any with a known probability: surely where the review finds a mistake, and where it
finds less than a slip but a mistake lies within FAR standard errors of the loss; elsewhere, where the two can hardly disagree, with the
probability ELSEWHERE. A decision counts by the inverse of its probability (Horvitz and Thompson), so nothing is left out on average. Shares are printed with their
95 % intervals (Wilson, with as many decisions as the weighted ones are worth), times are those of the processor. With --show decisions that
disagree are printed.

Usage: bench/verdicts.py [--deals 200] [--from 1] [--games taroky,marias] [--nodes N] [--thoughts 16] [--slow N]
                         [--every 20] [--partie target/release/partie] [--show]
"""
import argparse
import json
import math
import random
import resource
import subprocess
import tempfile
from pathlib import Path

PLAYERS = {"taroky": 4, "marias": 3, "licitovany": 3, "krizovy": 4, "snaps": 4, "schnapsen": 2}
HASTY = "expert?level=2&nodes=3000"
# What partie review takes for a thought in a game for money.
USUAL = 4_000_000
# Standard errors of the review within which it might be wrong about a mistake, and the error of a thought at least, in slips.
FAR, LEAST = 4, 0.5
# How likely the reference is asked where the two can hardly disagree.
ELSEWHERE = 1 / 8


def spent():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def wilson(share, of):
    n, z = max(of, 1), 1.96
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return 100 * (middle - half), 100 * min(1.0, middle + half)


def lost(decision):
    """What the move lost by the review; less than nothing where it was the best, by as much as the next one is behind."""
    if decision["known"] > 0:
        return decision["known"]
    values = {value["move"]: value["value"] for value in decision["values"]}
    own = values.pop(decision["played"], None)
    return max(values.values()) - own if values and own is not None else 0.0


def probability(decision, slip, mistake):
    """How likely the reference is asked about a decision."""
    loss, error = lost(decision), max(decision["error"], LEAST * slip)
    if loss >= mistake or loss < slip and mistake - loss < FAR * error:
        return 1.0
    # From a slip to a mistake the two agree or the decision is not compared, whatever the reference finds.
    return ELSEWHERE


class Tally:
    """Weights of compared decisions: all, agreed, both a mistake; and how many decisions and reviews there were."""

    def __init__(self):
        self.reviews = self.decisions = self.asked = 0
        self.compared = []
        self.seconds = []

    def add(self, other):
        self.reviews += other.reviews
        self.decisions += other.decisions
        self.asked += other.asked
        self.compared += other.compared
        self.seconds += other.seconds

    def line(self, name):
        weight = sum(w for w, *_ in self.compared)
        agreed = sum(w for w, ok, _ in self.compared if ok) / max(weight, 1)
        same = sum(w for w, _, same in self.compared if same) / max(weight, 1)
        # Weighted decisions tell as much as this many of weight one.
        effective = weight * weight / max(sum(w * w for w, *_ in self.compared), 1)
        low, high = wilson(agreed, effective)
        print(f"{name:<12}{self.reviews:>5} reviews{self.decisions:>6} decisions{self.asked:>6} asked{len(self.compared):>5} compared  "
              f"{100 * agreed:5.1f} % agree ({low:.0f} to {high:.0f})  {100 * same:5.1f} % both a mistake  "
              f"{sum(self.seconds) / max(self.reviews, 1):5.2f} s a review, {max(self.seconds, default=0):.2f} s the longest", flush=True)


def compare(args, game, deal, record):
    n = PLAYERS[game]
    run(args.partie, "match", game, "--players", ",".join([HASTY] * n), "--seed", str(deal), "--record", record)
    review = [args.partie, "review", record, "--player", str(1 + deal % n), "--json"]
    tally = Tally()
    begun = spent()
    quick = json.loads(run(*review, "--nodes", str(args.nodes)))
    tally.reviews, tally.seconds = 1, [spent() - begun]
    slip, mistake = quick["slip"], quick["mistake"]
    dice = random.Random(f"{game} {deal}")
    weights = {}
    for decision in quick["decisions"]:
        tally.decisions += 1
        share = probability(decision, slip, mistake)
        if dice.random() < share:
            weights[decision["at"]] = 1 / share
    if not weights:
        return tally
    wanted = [word for at in weights for word in ("--at", str(at))]
    thoughts = ["--thoughts", str(args.thoughts)]
    slow = json.loads(run(*review, *wanted, *thoughts, "--nodes", str(args.slow or 2 * args.nodes), "--seed", "2000003"))
    by_moment = {decision["at"]: decision for decision in quick["decisions"]}
    for b in slow["decisions"]:
        a = by_moment[b["at"]]
        tally.asked += 1
        if max(a["known"], b["known"]) < mistake:
            continue
        low = min(a["known"], b["known"])
        tally.compared.append((weights[b["at"]], low >= slip, low >= mistake))
        if args.show and low < slip:
            print(f"  {game} seed {deal} after {b['at']}: played {a['played']}, a slip is {slip:.2f}; "
                  f"review {a['best']} {lost(a):.2f} ± {a['error']:.2f} ({a['thoughts']}), "
                  f"reference {b['best']} {lost(b):.2f} ± {b['error']:.2f}, weight {weights[b['at']]:.0f}", flush=True)
    return tally


parser = argparse.ArgumentParser()
parser.add_argument("--deals", type=int, default=200)
parser.add_argument("--from", type=int, default=1, dest="first", help="seed of the first deal")
parser.add_argument("--games", default=",".join(PLAYERS))
parser.add_argument("--nodes", type=int, default=USUAL, help="states of a thought in the review")
parser.add_argument("--thoughts", type=int, default=16, help="thoughts of the reference about a decision")
parser.add_argument("--slow", type=int, default=0, help="states of a thought of the reference; twice as many as in the review, for a comparison takes half of it")
parser.add_argument("--every", type=int, default=0, help="deals between two lines that say how it stands")
parser.add_argument("--partie", default="target/release/partie")
parser.add_argument("--show", action="store_true")
args = parser.parse_args()
total = Tally()
with tempfile.TemporaryDirectory() as folder:
    for game in args.games.split(","):
        tally = Tally()
        for deal in range(args.first, args.first + args.deals):
            tally.add(compare(args, game, deal, str(Path(folder) / "deal.txt")))
            if args.every and (deal + 1 - args.first) % args.every == 0:
                tally.line(f"({game})")
        tally.line(game)
        total.add(tally)
total.line("all")
