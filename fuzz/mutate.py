#!/usr/bin/env python3
"""Runs `partie` on damaged copies of the shipped files and reports what breaks the law: descriptions of games, rule files, plans
of tournaments, files of players, records, lessons, networks, settings of a table with an arm.

Law: whatever a file says, a command ends by itself within its time, inside its memory, with exit code 0, 1 or 2, without a
panic, and a refusal says why. Each run is a process of its own, so that an abort (stack overflow, out of memory) is seen too.

    python3 fuzz/mutate.py --runs 2000 --seed 1 [--partie target/release/partie] [--keep FOLDER] [--kinds pl,s3]

Same seed, same files. Files that break the law are kept. Exit code 1 if there is one.
"""

import argparse
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 60  # of processor time for one command
MEMORY = 6 << 30  # of address space
LARGEST = 30_000_000  # characters that repeating a line may add: an edit before may have made it long

# The files that are damaged, by kind; records are made by the program itself.
KINDS = {
    "pl": "data/system/*/*.pl", "s3": "data/s3/*/*.s3", "bot": "data/bots/*.bot", "toml": "data/[br]o*t*/*.toml", "net": "data/[nw]*s/*.net",
    "lesson": "data/lessons/*.lesson", "txt": "data/records/*.txt",
}
RECORDED = {"connect4": 2, "prsi": 2, "marias": 3, "snaps": 4}
# A tournament that ends at once; those of data/plans take hours.
PLAN = """game = "connect4"
players = ["mcts?iterations=20", { name = "mc", agent = "montecarlo?iterations=20" }, "random"]
rounds = 1
seed = 15
nodes = 100
"""

# Pieces that make interesting mistakes, by kind of file.
LOGIC = [
    "b(0,a):-!.\nb(N,f(T,T)):-N1 is N-1,b(N1,T).\n", "X = f(X)", "repeat", "fail", "!", "\\+", "findall(Y,member(Y,L),L)",
    "length(L,100000000)", "X is 7**(7**9)", "atom_length(A,B)", "assertz(p(X))", "99999999999999999999", "-1", "0", "_",
    ":- dynamic(turn/2).\n", "call(X)", "between(1,inf,X)", "[]", "[a|b]", "'\\x41\\'", "\"", "(", ")", ",", ".", " :- ",
    "copy_term(X,Y)", "freeze(X,fail)", "catch(loop,_,true)", "number_codes(X,\"1e\")", "turn(", "zone(", "token(", "win(",
]
S3 = [
    "\"", "$", "(", ")", "{", "}", ",", "=", "==", " ", "\n", "-", "AND ", "NOT ", "999999999", "99999999999999999999", "0",
    "FORALL($I,1,900000,true)", "MOVE(\"x(1)\",\"a(1)\",\"a(2)\")", "[S3 2]\n", "END\n", "RANDOM(6)", "é",
    "{ 1 , 2 } UNION { 3 }", "SCORE(1)/0", "IF ", "THEN ", "NEXTPLAYER", "EMPTY(\"q(1)\")",
]


# Texts that readers stumble over, in files of every kind.
ODD = ["é", "\u202e", "\0", "\ufeff", "𝔘", "\u200b", "\u2028", "٣", "Ⅷ", "\r", "\t"]
HUGE = ["9" * 400, "1e400", "0x" + "f" * 300, "-9223372036854775809", "18446744073709551616", "0'", "nan", "-0", "1_000"]
AROUND = [("(", ")"), ("[", "]"), ("{", "}"), ("f(", ")"), ("- ", ""), ("\\+ ", ""), ("NOT ", ""), ('"', '"'), ("a:-", ""), ("/*", "*/")]


def mutate(text, other, rng, pieces):
    """The text with one to four edits, sometimes as bytes that are no text any more."""
    for _ in range(rng.randint(1, 4)):
        text = coarse(text, rng) if rng.randrange(4) == 0 else fine(text, other, rng, pieces)
    if rng.randrange(12) > 0:
        return text
    damaged = bytearray(text.encode())
    for _ in range(rng.choice([1, 4, 50])):
        if damaged:
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
    return bytes(damaged)


def coarse(text, rng):
    """An edit that a hand would hardly make: lines in another order or a thousand times, nesting, odd characters, huge numbers, sections
    that are gone, endless lines, files that break off."""
    lines = text.splitlines(keepends=True)
    at = rng.randrange(len(text) + 1)
    kind = rng.randrange(11)
    if kind == 0:
        rng.shuffle(lines)
        return "".join(lines)
    if kind == 1 and lines:
        i = rng.randrange(len(lines))
        copies = min(rng.choice([2, 3, 100, 3000]), 1 + LARGEST // len(lines[i]))
        return "".join(lines[:i] + [lines[i]] * copies + lines[i:])
    if kind == 2:
        deep, (left, right) = rng.choice([50, 2000, 200000]), rng.choice(AROUND)
        return text[:at] + left * deep + rng.choice(["", "x", "1"]) + right * rng.choice([deep, deep - 1, 0]) + text[at:]
    if kind == 3:
        return text[:at] + rng.choice(ODD) * rng.choice([1, 1, 5, 1000]) + text[at:]
    if kind == 4:
        digits = [i for i, c in enumerate(text) if c.isdigit()]
        i = rng.choice(digits) if digits else at
        return text[:i] + rng.choice(HUGE) + text[i + 1:]
    if kind == 5 and lines:
        i = rng.randrange(len(lines))
        return "".join(lines[:i] + lines[i + rng.randrange(1, len(lines) + 1):])
    if kind == 6:
        return text[:at] + "x" * rng.choice([10**4, 10**6, 10**7]) + text[at:]
    if kind == 7:
        return text[:at]
    if kind == 8:
        return rng.choice(["", "\n", " " * 10**5, "\n" * 10**5, "%", "/*", "'", "[S3]", "{"])
    if kind == 9:
        return text.replace(rng.choice(",.()\n=-: "), rng.choice(["", ",", ".", "(", " ", "\n"]), rng.choice([1, 2, -1]))
    return text.replace("\n", rng.choice(["\r", "\r\n", "\u2028", " "]))


def fine(text, other, rng, pieces):
    """A small edit: cut, insert, copy, swap lines, change a word for another of the file, splice in another file."""
    kind = rng.randrange(8)
    at = rng.randrange(len(text) + 1)
    if kind == 0:
        text = text[:at] + text[at + rng.randrange(1, 40):]
    elif kind == 1:
        text = text[:at] + rng.choice(pieces) + text[at:]
    elif kind == 2:
        piece = text[at:at + rng.randrange(1, 120)]
        to = rng.randrange(len(text) + 1)
        text = text[:to] + piece + text[to:]
    elif kind == 3:
        lines = text.splitlines(keepends=True)
        if len(lines) > 1:
            a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
            lines[a], lines[b] = lines[b], lines[a]
            text = "".join(lines)
    elif kind == 4:
        lines = text.splitlines(keepends=True)
        if lines:
            del lines[rng.randrange(len(lines))]
            text = "".join(lines)
    elif kind == 5:
        words = text.split()
        if words:
            text = text.replace(rng.choice(words), rng.choice(words), rng.choice([1, 1, 1, -1]))
    elif kind == 6:
        cut = rng.randrange(len(other) + 1)
        text = text[:at] + other[cut:cut + rng.randrange(1, 400)] + text[at:]
    else:
        number = str(rng.choice([-1, 0, 1, 2, 3, 40, 1000, 10**6, 2**31, 2**59, 2**63, 10**30]))
        digits = [i for i, c in enumerate(text) if c.isdigit()]
        if digits:
            i = rng.choice(digits)
            text = text[:i] + number + text[i + 1:]
    return text


def commands(kind, path, original, records):
    """What a file of a kind is tried with; `original` is the name of the file it was made from."""
    if kind in ("pl", "s3"):
        return describing(path, kind == "pl")
    others = {"taroky": 3, "snaps": 3, "marias": 2, "licitovany": 2}
    table = lambda game, player: ["match", game, "--players", ",".join([player] + ["random"] * others.get(game, 1)), "--games", "1"]
    record = lambda game: str(records / f"{game}.txt")
    if kind == "bot":
        return [["expert", "check", path], ["expert", "format", path], ["prolog", path, "-g", "true"],
                *(table(game, "bot:" + path) for game in ("taroky", "marias", "snaps", "prsi")),
                ["expert", "run", path, "--record", record("marias"), "--seat", "1"],
                ["expert", "why", path, "--record", record("snaps"), "--seat", "1"]]
    if kind == "toml":
        return [["tournament", path, "--no-log"], ["tournament", path, "--log", path + ".log"], table("tictactoe", "bot:" + path),
                ["robot", "places", "mill", "--setup", path]]
    if kind == "net":
        return [["learn", "show", path], table(original, "net?file=" + path)]
    return [["replay", path], ["verify", path], ["review", path, "--player", "1", "--nodes", "200"], ["hint", path, "--nodes", "200"],
            ["belief", original, "--record", path, "--player", "1"], ["play", "--resume", path], ["lesson", "check", path],
            ["run", original, "--moves", path]]


def describing(path, logic):
    few = ["--states", "2000", "--work", "50"]
    made = [
        ["rules", path, "--lang", "cs"], ["rules", path, "--lang", "sk"], ["rules", path],
        ["check", path, *few, "--plays", "20", "--skill", "0"], ["check", path, "--explain", *few, "--plays", "2", "--skill", "2"],
        ["playout", path, "--playouts", "3"], ["perft", path, "2", "--states"], ["games", path], ["games", path, "--json"],
        ["match", path, "--players", "mcts?iterations=20,random", "--games", "2", "--nodes", "200"],
        ["solve", path, "--nodes", "2000"], ["chances", path, "--plies", "3", *few], ["run", path, "--moves", "a1 b2"],
        ["automaton", path, "--out", path + ".json", *few], ["automaton", path, "--minimal", "--out", path + ".dot", *few],
        ["automaton", path, "--normalised", "--out", path + ".graphml", *few],
        ["bench-table", path, "--run", "--delay", "0", "--nodes", "50", "--json"],
        ["play", path, "--players", "random,random", "--seconds", "0.1"],
        ["exercise", path], ["expert", "check", path],
    ]
    if logic:
        made += [["prolog", path, "-g", "true"], ["prolog", path, "-g", "state(P,Z),turn(M,state(P,Z),S)", "--memory", "64"]]
    else:
        made += [["s3", "format", path], ["s3", "convert", path]]
    return made


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def judge(partie, command):
    """What broke the law, or nothing."""
    try:
        done = subprocess.run([partie, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              preexec_fn=limit, timeout=10 * SECONDS)
    except subprocess.TimeoutExpired:
        return "does not end"
    said = done.stderr.decode(errors="replace")
    if "panicked at" in said:
        return "panic: " + said[said.index("panicked at"):][:300]
    if done.returncode < 0:
        return f"killed by signal {-done.returncode}: {said[-200:]}"
    if done.returncode not in (0, 1, 2):
        return f"exit code {done.returncode}: {said[-200:]}"
    if done.returncode == 2 and not (said.strip() or done.stdout.strip()):
        return "refused without a word"
    return None


def gathered(partie, chosen, folder):
    """The whole files by kind, each with the name of its game; the records that other files need are made in the folder."""
    for game, players in RECORDED.items():
        seats = ",".join(["random"] * players)
        made = ["match", game, "--players", seats, "--games", "1", "--record", str(folder / f"{game}.txt")]
        subprocess.run([partie, *made], check=True, stdout=subprocess.DEVNULL)
    sources = {}
    for kind in chosen:
        files = [file for file in sorted(ROOT.glob(KINDS[kind])) if file.parent.name != "plans"]
        files += [folder / f"{game}.txt" for game in sorted(RECORDED)] if kind == "txt" else []
        sources[kind] = [(file.stem.split("-")[0], file.read_bytes()) for file in files]
    if "toml" in sources:
        sources["toml"].append(("plan", PLAN.encode()))
    return {kind: files for kind, files in sources.items() if files} or sys.exit("nothing to damage: run this inside the project")


def damage(kind, whole, other, rng):
    """The bytes of a damaged file."""
    if kind == "net":
        damaged = bytearray(whole)
        head = min(len(damaged), rng.choice([64, 400, len(damaged)]))
        for _ in range(rng.choice([1, 3, 100])):
            damaged[rng.randrange(head)] = rng.randrange(256)
        if rng.randrange(3) == 0:
            i = rng.randrange(min(len(damaged), 200))
            damaged[i:i + 8] = rng.choice([0, 2**31, 2**32 - 1, 2**63, 2**64 - 1]).to_bytes(8, rng.choice(["little", "big"]))
        return bytes(rng.choice([damaged, damaged[:rng.randrange(len(damaged))], damaged + damaged, b""]))
    text = mutate(whole.decode(), other.decode(), rng, LOGIC if kind in ("pl", "bot") else S3)
    return text if isinstance(text, bytes) else text.encode()


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--runs", type=int, default=500, help="damaged files")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--partie", default=str(ROOT / "target/release/partie"))
    ask.add_argument("--keep", default=str(ROOT / "target/mutated"), help="where files that break the law are left")
    ask.add_argument("--jobs", type=int, default=2)
    ask.add_argument("--kinds", default=",".join(KINDS), help="kinds of files")
    asked = ask.parse_args()
    chosen = asked.kinds.split(",")
    rng = random.Random(asked.seed)
    keep = pathlib.Path(asked.keep)
    keep.mkdir(parents=True, exist_ok=True)
    broken = ran = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
        folder = pathlib.Path(folder)
        sources = gathered(asked.partie, chosen, folder)

        def one(job):
            number, kind, original, damaged, dice = job
            path = folder / f"mutated-{number}.{kind}"
            path.write_bytes(damaged)
            tried = commands(kind, str(path), original, folder)
            results = [(command, judge(asked.partie, command)) for command in dice.sample(tried, min(3, len(tried)))]
            for left in folder.glob(path.name + "*"):
                left.unlink()
            return number, kind, damaged, results

        def jobs():
            for number in range(asked.runs):
                kind = rng.choice(sorted(sources))
                (original, whole), (_, other) = rng.choice(sources[kind]), rng.choice(sources[kind])
                yield number, kind, original, damage(kind, whole, other, rng), random.Random(rng.random())

        for number, kind, damaged, results in pool.map(one, jobs()):
            ran += len(results)
            for command, why in results:
                if why:
                    broken += 1
                    kept = keep / f"seed-{asked.seed}-{number}.{kind}"
                    kept.write_bytes(damaged)
                    print(f"{kept}: partie {command[0]}: {why}", flush=True)
    print(f"{asked.runs} damaged files, {ran} runs, {broken} broke the law")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
