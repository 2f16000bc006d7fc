#!/usr/bin/env python3
"""Counts move sequences and states of small games, slowly and independently of the program: plain lists and
dictionaries, no bit tricks, written from the rules alone. Prints tables as the perft.txt files have them:
python3 data/count.py connect4 4 3 12 (width, height, depth), reversi SIZE DEPTH, morris STONES DEPTH, nim DEPTH MOST
HEAP..., puzzle8 START DEPTH, kuhn PLAYERS, ludo FIGURES THROWS DEPTH, schnapsen DEAL DEPTH, krizovy DEAL FLEKS DEPTH."""

import sys


def table(start, moves, apply, depth):
    """Lines 'depth sequences states': states of one level are merged, with the number of ways to each."""
    level = {start: 1}
    for d in range(1, depth + 1):
        after = {}
        for state, ways in level.items():
            for move in moves(state):
                new = apply(state, move)
                after[new] = after.get(new, 0) + ways
        if not after:
            break
        print(d, sum(after.values()), len(after))
        level = after


def connect4(width, height, depth):
    def won(board):
        for (x, y), p in board.items():
            for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
                if all(board.get((x + i * dx, y + i * dy)) == p for i in range(4)):
                    return True
        return False

    def moves(state):
        board = dict(state)
        return [] if won(board) else [x for x in range(width) if (x, height - 1) not in board]

    def apply(state, x):
        board = dict(state)
        y = sum(1 for c in board if c[0] == x)
        return frozenset(state | {((x, y), len(board) % 2)})

    table(frozenset(), moves, apply, depth)


def reversi(size, depth):
    rays = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

    def flips(board, p, x, y):
        found = []
        if (x, y) in board or not (0 <= x < size and 0 <= y < size):
            return found
        for dx, dy in rays:
            line, i = [], 1
            while board.get((x + i * dx, y + i * dy)) == 1 - p:
                line.append((x + i * dx, y + i * dy))
                i += 1
            if line and board.get((x + i * dx, y + i * dy)) == p:
                found += line
        return found

    def squares(board, p):
        return [(x, y) for y in range(size) for x in range(size) if flips(board, p, x, y)]

    def moves(state):
        discs, p, passes = state
        over = passes == 2 or len(discs) == size * size
        return [] if over else squares(dict(discs), p) or ["pass"]

    def apply(state, move):
        discs, p, passes = state
        board = dict(discs)
        if move == "pass":
            return discs, 1 - p, passes + 1
        for cell in flips(board, p, *move) + [move]:
            board[cell] = p
        return frozenset(board.items()), 1 - p, 0

    h = size // 2
    table((frozenset({((h, h - 1), 0), ((h - 1, h), 0), ((h - 1, h - 1), 1), ((h, h), 1)}), 0, 0), moves, apply, depth)


def morris(stones, depth):
    lines = ("a1 d1 g1|g1 g4 g7|g7 d7 a7|a7 a4 a1|b2 d2 f2|f2 f4 f6|f6 d6 b6|b6 b4 b2|c3 d3 e3|e3 e4 e5|e5 d5 c5|"
             "c5 c4 c3|a4 b4 c4|d1 d2 d3|e4 f4 g4|d5 d6 d7")
    lines = [line.split() for line in lines.split("|")]
    points = sorted({p for line in lines for p in line})
    beside = {p: {q for line in lines if p in line for q in line if abs(line.index(p) - line.index(q)) == 1}
              for p in points}

    def mill(board, p):
        return any(p in line and all(board.get(q) == board.get(p) for q in line) for line in lines)

    def moves(state):
        stones_on, hands, p = state
        board = dict(stones_on)
        own = [q for q in points if board.get(q) == p]
        if len(own) + hands[p] < 3:
            return []
        free = [q for q in points if q not in board]
        if hands[p]:
            steps = [(None, q) for q in free]
        elif len(own) == 3:
            steps = [(o, q) for o in own for q in free]
        else:
            steps = [(o, q) for o in own for q in free if q in beside[o]]
        found = []
        for start, end in steps:
            after = {q: c for q, c in board.items() if q != start}
            after[end] = p
            if mill(after, end):
                theirs = [q for q in points if after.get(q) == 1 - p]
                loose = [q for q in theirs if not mill(after, q)]
                found += [(start, end, q) for q in loose or theirs]
            else:
                found.append((start, end, None))
        return found

    def apply(state, move):
        stones_on, hands, p = state
        board = {q: c for q, c in stones_on if q not in (move[0], move[2])}
        board[move[1]] = p
        left = list(hands)
        left[p] -= move[0] is None
        return frozenset(board.items()), tuple(left), 1 - p

    table((frozenset(), (stones, stones), 0), moves, apply, depth)


def nim(depth, most, *heaps):
    def moves(state):
        return [(i, n) for i, h in enumerate(state[0]) for n in range(1, min(h, most or h) + 1)]

    def apply(state, move):
        heaps = list(state[0])
        heaps[move[0]] -= move[1]
        return tuple(heaps), 1 - state[1]

    table((heaps, 0), moves, apply, depth)


def puzzle8(start, depth):
    def moves(state):
        gap = state.index("0")
        near = [(gap // 3 + dy, gap % 3 + dx) for dy, dx in ((-1, 0), (0, -1), (0, 1), (1, 0))]
        return [] if state == "123456780" else [3 * y + x for y, x in near if 0 <= y < 3 and 0 <= x < 3]

    def apply(state, cell):
        tiles = list(state)
        gap = state.index("0")
        tiles[gap], tiles[cell] = tiles[cell], "0"
        return "".join(tiles)

    table(str(start).zfill(9), moves, apply, depth)


def kuhn(players):
    def moves(state):
        cards, said = state
        if len(cards) < players:
            return [c for c in range(players + 1) if c not in cards]
        end = players if "b" not in said else said.index("b") + players
        return [] if len(said) == end else ["p", "b"]

    def apply(state, move):
        cards, said = state
        if len(cards) < players:
            return cards + (move,), said
        return cards, said + move

    table(((), ""), moves, apply, 9)


def ludo(figures, throws, depth):
    """Two players opposite each other, another throw after a six, everything else as by default."""
    def reach(state, f, n):
        at = state[0][state[1]][f]
        to = 1 if at == 0 and n == 6 else at + n if at else None
        return None if to is None or to > 40 + figures or to in state[0][state[1]] else to

    def moves(state):
        places, mover, thrown, _ = state
        if any(all(at > 40 for at in own) for own in places):
            return []
        if thrown is None:
            return ["throw %d" % n for n in range(1, 7)]
        can = [f for f in range(figures) if reach(state, f, thrown) is not None]
        yard = [f for f in can if places[mover][f] == 0]
        return [f for f in can if f not in yard[1:]] or ["pass"]

    def apply(state, move):
        places, mover, thrown, tries = state
        if isinstance(move, str) and move != "pass":
            return places, mover, int(move[-1]), min(tries + 1, throws)
        if move == "pass":
            own = places[mover]
            stuck = all(at == 0 or at > 40 and not any(reach((places, mover, n, 0), f, n) for n in range(1, 6))
                        for f, at in enumerate(own))
            same = thrown == 6 or (stuck and tries < throws)
            return places, mover if same else 1 - mover, None, tries if same else 0
        to = reach(state, move, thrown)
        own, other = list(places[mover]), list(places[1 - mover])
        own[move] = to
        if to <= 40:
            other = [0 if at and at <= 40 and (at + 19) % 40 == (to - 1) % 40 else at for at in other]
        pair = (tuple(own), tuple(other)) if mover == 0 else (tuple(other), tuple(own))
        same = thrown == 6 and not all(at > 40 for at in own)
        return pair, mover if same else 1 - mover, None, 0

    table((((0,) * figures, (0,) * figures), 0, None, 0), moves, apply, depth)


def schnapsen(deal, depth):
    """Two hands and the talon as `deal=` has them (the trump card of the talon first); 20 cards are dealt in one way, then
    moves are counted. Rules as by default: the deal ends when somebody has 66."""
    worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
    rank = ["J", "Q", "K", "10", "A"]
    one, two, (turned, *stock) = [group.split(",") for group in deal.split("/")]

    def total(state, p):
        taken, married = state["taken"][p], state["married"][p]
        return sum(worth[c[1:]] for c in taken) + sum(married) if taken else 0

    def beats(card, led):
        if card[0] == led[0]:
            return rank.index(card[1:]) > rank.index(led[1:])
        return card[0] == turned[0]

    def moves(state):
        hand, stock, led = state["hands"][state["turn"]], state["stock"], state["led"]
        if total(state, 0) >= 66 or total(state, 1) >= 66 or not hand:
            return []
        if led is None:
            found = [("play", c) for c in hand]
            found += [("marry", c) for c in hand if c[1:] in "KQ" and c[0] + "KQ".replace(c[1:], "") in hand]
            if not state["closed"] and len(stock) >= 4:
                found.append(("close", ""))
                if turned[0] + "J" in hand:
                    found.append(("exchange", ""))
            return found
        if stock and not state["closed"]:
            return [("play", c) for c in hand]
        follow = [c for c in hand if c[0] == led[0]]
        higher = [c for c in follow if beats(c, led)]
        trumps = [c for c in hand if c[0] == turned[0]]
        return [("play", c) for c in higher or follow or trumps or hand]

    def apply(state, move):
        what, card = move
        new = {k: [list(x) for x in v] if k in ("hands", "taken", "married") else v for k, v in state.items()}
        p = state["turn"]
        if what == "close":
            new["closed"] = True
            return new
        if what == "exchange":
            new["hands"][p].remove(turned[0] + "J")
            new["hands"][p].append(state["stock"][-1])
            new["stock"] = state["stock"][:-1] + [turned[0] + "J"]
            return new
        if what == "marry":
            new["married"][p].append(40 if card[0] == turned[0] else 20)
        new["hands"][p].remove(card)
        new["turn"] = 1 - p
        if state["led"] is None:
            new["led"] = card
            return new
        taker = p if beats(card, state["led"]) else 1 - p
        new["taken"][taker] += [state["led"], card]
        new["led"], new["turn"] = None, taker
        if new["stock"] and not new["closed"]:
            new["hands"][taker].append(new["stock"][0])
            new["hands"][1 - taker].append(new["stock"][1])
            new["stock"] = new["stock"][2:]
        return new

    level = [{"hands": [one, two], "stock": stock + [turned], "taken": [[], []], "married": [[], []], "led": None,
              "turn": 0, "closed": False}]
    for d in range(21, int(depth) + 1):
        level = [apply(state, move) for state in level for move in moves(state)]
        print(d, len(level))


def krizovy(deal, fleks, depth):
    """Four hands as `deal=` has them; `choose_after=8`, `proti=no`, so often an item may be doubled. 32 cards are dealt in one
    way, then moves are counted: the trump card, offers and answers, the contract, doubling, the cards of one trick."""
    fleks, depth = int(fleks), int(depth)
    hands = [group.split(",") for group in deal.split("/")]
    high, low = ["7", "8", "9", "J", "Q", "K", "10", "A"], ["7", "8", "9", "10", "J", "Q", "K", "A"]

    def beats(card, best, trump):
        order = high if trump else low
        if card[0] == best[0]:
            return order.index(card[1:]) > order.index(best[1:])
        return card[0] == trump

    def playable(s):
        hand, trick, trump = s["hands"][s["turn"]], s["trick"], s["trump"]
        cards = hand
        if trick:
            best = trick[0]
            for card in trick[1:]:
                best = card if beats(card, best, trump) else best
            follow = [c for c in hand if c[0] == trick[0][0]]
            trumps = [c for c in hand if c[0] == trump]
            if follow:
                over = [c for c in follow if beats(c, best, trump)] if best[0] == trick[0][0] else []
                cards = over or follow
            elif trumps:
                over = [c for c in trumps if beats(c, best, trump)]
                cards = over or trumps
        if trump:
            cards = [c for c in cards if not (c[1:] == "K" and c[0] + "Q" in hand)]
            if s["seven"] and s["turn"] == s["declarer"]:
                cards = [c for c in cards if c != trump + "7"] or cards
        return cards

    def raisable(s):
        declaring = s["turn"] % 2 == s["declarer"] % 2
        return [i for i in s["levels"] if i not in s["closed"] and s["levels"][i] < fleks
                and (s["levels"][i] % 2 == 1) == declaring]

    def name(s, main, seven, trump):
        levels = {"main": 0, "seven": 0} if seven else {"main": 0}
        out = None if trump else (s["declarer"] + 2) % 4
        s = dict(s, trump=trump, seven=seven, out=out, levels=levels, closed=[], spoke=False)
        if fleks == 0:
            return dict(s, phase="play", turn=s["declarer"])
        return dict(s, phase="double", turn=(s["declarer"] + 1) % 4)

    def after(s):
        """All states after a move."""
        p, found = s["turn"], []
        if s["phase"] == "trump":
            return [dict(s, card=c, phase="offer") for c in s["hands"][p]]
        if s["phase"] in ("offer", "ask"):
            if s["phase"] == "ask":
                if s["asked"] == 2:
                    back = dict(s, turn=s["declarer"])
                    found.append(dict(back, phase="contract") if s["rank"] == 0 else name(back, "betl", False, None))
                else:
                    found.append(dict(s, asked=s["asked"] + 1, turn=(p + 1) % 4))
            for rank in range(s["rank"] + 1 if s["phase"] == "ask" else 0, 3):
                taken = dict(s, rank=rank, declarer=p, asked=0, phase="ask", turn=(p + 1) % 4)
                found.append(name(dict(taken, turn=p), "durch", False, None) if rank == 2 else taken)
            return found
        if s["phase"] == "contract":
            trump = s["card"][0]
            holds = trump + "7" in s["hands"][p]
            return [name(s, main, seven, trump) for main in ("hra", "sto") for seven in (False, True) if holds or not seven]
        if s["phase"] == "double":
            for i in raisable(s):
                found.append(dict(s, levels=dict(s["levels"], **{i: s["levels"][i] + 1}), spoke=True))
            opener = s["declarer"] if p % 2 == s["declarer"] % 2 else (s["declarer"] + 1) % 4
            if p == opener and s["out"] != (p + 2) % 4:
                return found + [dict(s, turn=(p + 2) % 4)]
            silent = dict(s, closed=s["closed"] + raisable(s))
            if not s["spoke"]:
                return found + [dict(silent, phase="play", turn=s["declarer"])]
            other = (s["declarer"] + 1) % 4 if p % 2 == s["declarer"] % 2 else s["declarer"]
            return found + [dict(silent, spoke=False, turn=other)]
        for card in playable(s):
            turn = (p + 1) % 4
            if turn == s["out"]:
                turn = (turn + 1) % 4
            hands = [[c for c in hand if c != card] for hand in s["hands"]]
            found.append(dict(s, hands=hands, trick=s["trick"] + [card], turn=turn))
        return found

    level = [dict(hands=hands, turn=0, declarer=0, phase="trump", rank=0, asked=0, trick=[])]
    for d in range(33, depth + 1):
        level = [new for state in level for new in after(state)]
        print(d, len(level))


if __name__ == "__main__":
    name, *numbers = sys.argv[1:]
    globals()[name](*(numbers if name in ("schnapsen", "krizovy") else map(int, numbers)))
