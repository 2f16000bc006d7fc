#!/usr/bin/env python3
"""An engine that others have made as a player: the Monte Carlo tree search of OpenSpiel (C++), in Connect Four and tic-tac-toe.

It needs the package `open_spiel`; `make outside` installs it into an environment of its own, tries it with `partie bot-test` and lets
it play against ours. It keeps a state of OpenSpiel by the moves it is told, and looks before every move whether the rules of both
sides agree on what is legal.
"""
import sys

import pyspiel

# Our names of games and moves, in OpenSpiel's words: columns are counted, squares too, row by row.
GAMES = {
    "connect4": ("connect_four", lambda move: ord(move) - ord("a")),
    "tictactoe": ("tic_tac_toe", lambda move: 3 * (int(move[1]) - 1) + ord(move[0]) - ord("a")),
}
options = {"simulations": 1000}
game = state = action = None
seed, moves = 0, []


def say(line):
    print(line, flush=True)


for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "partie":
        say("id name OpenSpiel's MCTS")
        say(f"option name simulations type spin default {options['simulations']} min 1 max 1000000")
        say("ready")
    elif word == "setoption":
        _, name, _, value = rest.split(" ", 3)
        options[name] = int(value)
    elif word == "game":
        if rest not in GAMES:
            sys.exit(f"this engine plays {' and '.join(GAMES)} with the usual parameters, not {rest}")
        name, action = GAMES[rest]
        game = pyspiel.load_game(name)
    elif word == "seed":
        seed = int(rest) % (1 << 31)
    elif word == "start":
        state = game.new_initial_state()
        judge = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, judge, 2.0, options["simulations"], 64, True, seed, False)
    elif word == "made":
        state.apply_action(action(rest.split()[1]))
    elif word == "moves":
        moves = rest.split()
    elif word == "go":
        if sorted(map(action, moves)) != sorted(state.legal_actions()):
            sys.exit(f"the host says that {moves} are legal, OpenSpiel {state.legal_actions()}")
        best = bot.step(state)
        say(f"info nodes {options['simulations']}")
        say("bestmove " + next(move for move in moves if action(move) == best))
    elif word == "quit":
        break
