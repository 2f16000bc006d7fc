#!/usr/bin/env python3
"""Runs `partie` on damaged copies of the shipped descriptions and reports what breaks the law.

Law: whatever a file says, a command ends by itself within its time, inside its memory, with exit code 0, 1 or 2, without a
panic, and a refusal says why. Each run is a process of its own, so that an abort (stack overflow, out of memory) is seen too.

    python3 fuzz/mutate.py --runs 2000 --seed 1 [--partie target/release/partie] [--keep FOLDER]

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


def mutate(text, other, rng, pieces):
    """One to four edits: cut, insert, copy, swap lines, change a word for another of the file, splice in another file."""
    for _ in range(rng.randint(1, 4)):
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


def commands(path, logic):
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


COMMANDS = len(commands("", True))


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


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--runs", type=int, default=500, help="damaged files")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--partie", default=str(ROOT / "target/release/partie"))
    ask.add_argument("--keep", default=str(ROOT / "target/mutated"), help="where files that break the law are left")
    ask.add_argument("--jobs", type=int, default=2)
    asked = ask.parse_args()
    files = sorted(ROOT.glob("data/system/*/*.pl")) + sorted(ROOT.glob("data/s3/*/*.s3"))
    if not files:
        sys.exit("no descriptions under data/: run this inside the project")
    texts = {file: file.read_text() for file in files}
    rng = random.Random(asked.seed)
    keep = pathlib.Path(asked.keep)
    keep.mkdir(parents=True, exist_ok=True)
    broken = ran = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(asked.jobs) as pool:
        def one(job):
            number, suffix, text, picks = job
            path = pathlib.Path(folder) / f"mutated-{number}{suffix}"
            path.write_text(text)
            results = []
            for pick in picks:
                command = commands(str(path), suffix == ".pl")[pick]
                results.append((command, judge(asked.partie, command)))
            for left in path.parent.glob(path.name + "*"):
                left.unlink()
            return number, suffix, text, results

        def jobs():
            for number in range(asked.runs):
                file = rng.choice(files)
                like = [f for f in files if f.suffix == file.suffix]
                text = mutate(texts[file], texts[rng.choice(like)], rng, LOGIC if file.suffix == ".pl" else S3)
                yield number, file.suffix, text, rng.sample(range(COMMANDS), 3)

        for number, suffix, text, results in pool.map(one, jobs()):
            ran += len(results)
            for command, why in results:
                if why:
                    broken += 1
                    kept = keep / f"seed-{asked.seed}-{number}{suffix}"
                    kept.write_text(text)
                    print(f"{kept}: partie {command[0]}: {why}", flush=True)
    print(f"{asked.runs} damaged files, {ran} runs, {broken} broke the law")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
