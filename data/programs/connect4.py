#!/usr/bin/env python3
"""A player of Connect Four that searches: alpha-beta over a board of its own, which it keeps by the moves it is told.

`connect4.py [DEPTH]` looks so many moves ahead (5 unless told). It knows the protocol (docs: "Programs as players") and the
rules, and nothing of the host.
"""
import sys
from urllib.parse import parse_qs

depth = int(sys.argv[1]) if len(sys.argv) > 1 else 5
width, height, need = 7, 6, 4
seat, board, nodes = 1, [], 0


def say(line):
    print(line, flush=True)


def wins(player, column):
    """Whether the stone of player on top of column completes a line."""
    row = len(board[column]) - 1
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            x, y = column + sign * dx, row + sign * dy
            while 0 <= x < width and 0 <= y < len(board[x]) and board[x][y] == player:
                length, x, y = length + 1, x + sign * dx, y + sign * dy
        if length >= need:
            return True
    return False


def worth(player):
    """Stones in the middle are in more lines."""
    middle = (width - 1) / 2
    return sum((1 if stone == player else -1) * (middle - abs(x - middle)) for x in range(width) for stone in board[x])


def search(player, left, low, high):
    """The value for the player to move, and the column."""
    global nodes
    nodes += 1
    columns = [x for x in sorted(range(width), key=lambda x: abs(x - (width - 1) / 2)) if len(board[x]) < height]
    if not columns:
        return 0, None
    if left == 0:
        return worth(player), None
    best = None
    for x in columns:
        board[x].append(player)
        value = 1000 + left if wins(player, x) else -search(3 - player, left - 1, -high, -low)[0]
        board[x].pop()
        if best is None or value > low:
            low, best = max(low, value), x
        if low >= high:
            break
    return low, best


for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "partie":
        say("id name alpha-beta in Python\nready")
    elif word == "game":
        options = parse_qs(rest.partition("?")[2])
        width, height = int(options.get("width", [7])[0]), int(options.get("height", [6])[0])
        need = int(options.get("connect", [4])[0])
    elif word == "seat":
        seat = int(rest)
    elif word == "start":
        board = [[] for _ in range(width)]
    elif word == "made":
        who, column = rest.split()
        board[ord(column) - ord("a")].append(int(who))
    elif word == "go":
        nodes = 0
        value, column = search(seat, depth, -10000, 10000)
        say(f"info nodes {nodes}\ninfo value {chr(ord('a') + column)} {value}")
        say("info because it wins by force" if value >= 1000 else f"info because {nodes} positions, {value:+.0f} in the middle")
        say("bestmove " + chr(ord("a") + column))
    elif word == "quit":
        break
