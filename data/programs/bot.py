#!/usr/bin/env python3
"""A player for any game: it plays at random.

It shows the whole protocol (docs: "Programs as players"): greet, be told the game, follow the play, answer "go".
"""
import json
import random
import sys


def say(line):
    print(line, flush=True)


moves, scene, rng = [], {}, random.Random(0)
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "partie":
        say("id name random in Python")
        say("ready")
    elif word == "seed":
        rng = random.Random(int(rest))
    elif word == "scene":
        scene = json.loads(rest)
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        say(f"info because one of {len(moves)} moves, {len(scene['tokens'])} tokens on the table")
        say("bestmove " + rng.choice(moves))
    elif word == "quit":
        break
