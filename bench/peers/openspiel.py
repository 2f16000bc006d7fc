"""Random playouts of OpenSpiel, driven inside its C++ core.

The wheel has no call that only plays at random, but its C++ Monte Carlo bot does: with one simulation it evaluates the
root by `n` random rollouts (RandomRolloutEvaluator), each a loop of LegalActions and ApplyAction in C++. One call from
Python covers thousands of playouts, so Python's own cost does not show. The C++ clock of the thread is what is read."""

import json
import sys
import time

import pyspiel

NAMES = {"tictactoe": "tic_tac_toe", "connect4": "connect_four", "reversi": "othello",
         "morris": "nine_mens_morris", "nim": "nim(pile_sizes=3;4;5,is_misere=False)"}


def plies(game, plays):
    """The mean length of a random play, counted in Python on the side."""
    import random
    rng = random.Random(1)
    total = 0
    for _ in range(plays):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            total += 1
    return total / plays


def rate(game, rollouts, seed):
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, seed), 2.0, 1, 1000, False, seed, False)
    state = game.new_initial_state()
    start = time.process_time()
    bot.mcts_search(state)
    return rollouts / (time.process_time() - start)


def main():
    """Reads lines 'name seconds' and answers each with playouts per CPU second; 'name plies' gives the mean length."""
    for line in sys.stdin:
        name, what = line.split()
        game = pyspiel.load_game(NAMES[name])
        if what == "plies":
            answer = plies(game, 300)
        else:
            rollouts = max(1, int(rate(game, 100, 1) * float(what)))
            answer = rate(game, rollouts, 2)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
