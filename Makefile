# Two commands: `make run` and `make test`. Everything else serves them.

SHELL := /bin/bash
PARTIE := target/release/partie

# A build that is thrown away afterwards keeps nothing for the next one: a seventh less processor time.
ifdef CI
export CARGO_INCREMENTAL := 0
endif

.PHONY: run test web build need-rust need-node need-browser need-nats kills lint unit web-test e2e tidy deny docs bench bench-peers bench-hand bench-prolog bench-generic bench-before bench-system clean

# A quick build: it is there to be played with. Measures and tournaments use the release profile (`make build`).
run: need-rust web
	cargo build --profile quick --bin partie
	target/quick/partie serve --bots data/bots

# The page first: it is compiled into the program.
test: need-rust web lint unit wasm web-test e2e

# Prerequisites: a sentence, not a stack trace.
need-rust:
	@command -v cargo >/dev/null || { echo "Rust is missing: install it from your package manager or rustup, then run make again."; exit 1; }

need-node:
	@command -v npm >/dev/null || { echo "Node.js is missing: install Node.js 20 or newer (with npm), then run make again."; exit 1; }

build: need-rust
	cargo build --release --bin partie

lint: tidy
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

tidy: need-rust
	cargo run --quiet -p xtask -- tidy

# nextest where it is installed: it runs the tests of all crates side by side. Clippy has read the examples: building them too
# would cost four minutes of processor time.
TESTS := --workspace --lib --bins --tests --no-fail-fast
unit: need-rust need-nats
	@if cargo nextest --version >/dev/null 2>&1; then \
	  cargo nextest run $(TESTS); \
	else \
	  cargo test $(TESTS); \
	fi
	cargo test --workspace --doc --quiet

# Everything below the server compiles for WebAssembly without a system, and a search gives there the answer it gives here.
.PHONY: wasm
WASM := wasm32-unknown-unknown
wasm: need-rust need-node
	@rustc --print target-libdir --target $(WASM) | xargs test -d || rustup target add $(WASM) || \
	  { echo "The Rust target $(WASM) is missing: install it (rustup target add $(WASM)), then run make again."; exit 1; }
	cargo check --quiet --target $(WASM) -p catalog
	cargo build --quiet --target $(WASM) -p search --example bare
	cargo build --quiet -p search --example bare
	@there=0; node bench/wasm.mjs target/$(WASM)/debug/examples/bare.wasm || there=$$?; \
	  here=0; target/debug/examples/bare || here=$$?; \
	  echo "wasm: the search answers $$there, here it answers $$here"; test $$there = $$here -a $$there != 255

web: need-node
	cd web && npm install --no-save --no-audit --no-fund --silent && npm run --silent build

web-test: need-node
	cd web && npm install --no-save --no-audit --no-fund --silent && npm run --silent check && npm run --silent test

# The tests of the page drive a real Chromium, installed through the package manager where that is possible.
need-browser:
	@command -v chromium >/dev/null || { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } || \
	  { echo "Chromium is missing: install the package chromium, then run make again."; exit 1; }

# Tournaments on many machines are tested with a real NATS server, installed like the browser.
need-nats:
	@command -v nats-server >/dev/null || { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq nats-server >/dev/null; } || \
	  { echo "The NATS server is missing: install the package nats-server, then run make again."; exit 1; }

# Fifty kills of a tournament, and fifty of workers and coordinators that share a NATS server.
kills: need-rust need-nats
	KILLS=50 cargo test -p cli --test arena --test nats -- kill

# An engine of others plays ours over the protocol of programs: OpenSpiel, from PyPI, in an environment of its own.
.PHONY: outside
outside: build
	@test -e target/peers/bin/python || python3 -m venv target/peers
	target/peers/bin/python -m pip install --quiet -r bench/peers/requirements.txt
	$(PARTIE) bot-test --games connect4,tictactoe target/peers/bin/python data/programs/openspiel.py
	$(PARTIE) tournament data/plans/outside.toml --no-log

e2e: web need-browser
	cargo build --bin partie
	cd web && PARTIE_BIN="$(CURDIR)/target/debug/partie" npm run --silent e2e

# Pictures of every page and game at all sizes, light and dark, in three languages, into web/shots. SHOTS_GAMES=marias,lobby,
# SHOTS_LANGS=cs and SHOTS_SIZES=360x640 narrow it.
.PHONY: shots frames
shots: web need-browser
	cargo build --bin partie
	cd web && PARTIE_BIN="$(CURDIR)/target/debug/partie" npm run --silent shots

# What hovering, lifting and playing a card cost, in milliseconds of the page's own thread on this machine.
frames: web need-browser
	cargo build --bin partie
	cd web && FRAMES=1 PARTIE_BIN="$(CURDIR)/target/debug/partie" npx playwright test e2e/frames.spec.ts

deny:
	@cargo deny --version >/dev/null 2>&1 || cargo install --locked cargo-deny
	cargo deny check

# Ten minutes of fuzzing for each target (FUZZ_SECONDS changes that); needs a nightly toolchain. New inputs stay outside the
# corpus; what breaks a law is left in fuzz/artifacts.
.PHONY: fuzz
FUZZ_SECONDS ?= 600
fuzz: need-rust
	@cargo fuzz --version >/dev/null 2>&1 || cargo install --locked cargo-fuzz
	for t in reader goals system s3; do \
	  mkdir -p target/fuzz-grown/$$t && \
	  cargo +nightly fuzz run --sanitizer none $$t target/fuzz-grown/$$t fuzz/corpus/$$t -- \
	    -max_total_time=$(FUZZ_SECONDS) -timeout=60 -rss_limit_mb=3000 -max_len=4096 || exit 1; \
	done

# Damaged copies of the shipped descriptions, every command a process of its own with limits on time and memory.
.PHONY: fuzz-files
FUZZ_FILES ?= 1000
fuzz-files: build
	python3 fuzz/mutate.py --runs $(FUZZ_FILES)

# Makes the trained players that are shipped, about eight minutes of processor time. NETS_TINY=1 runs the same commands at a size of seconds, into
# target/nets: it shows that they run, not that they teach.
.PHONY: nets
ifdef NETS_TINY
NETS := target/nets
SELFPLAY := --rounds 2 --plays 4 --walks 8 --measure 2
IMITATE := --deals 6 --asked 3 --epochs 1 --measure 2
else
NETS := data/nets
endif
nets: build
	mkdir -p $(NETS)
	$(PARTIE) learn selfplay connect4 $(or $(SELFPLAY),--rounds 600 --plays 100 --walks 120 --measure 20) --window 100000 --width 64 --against 'random,mcts?iterations=1000' --out $(NETS)/connect4.net
	$(PARTIE) learn selfplay reversi $(or $(SELFPLAY),--rounds 200 --plays 40 --walks 60 --measure 10) --window 60000 --width 64 --against 'random,mcts?iterations=200' --out $(NETS)/reversi.net
	$(PARTIE) learn imitate snaps --teacher 'expert?nodes=20000' $(or $(IMITATE),--deals 2000 --asked 200 --epochs 6 --measure 100) --against random --out $(NETS)/snaps.net
	$(PARTIE) learn imitate marias --teacher 'expert?nodes=20000' --soften 1 $(or $(IMITATE),--deals 2000 --asked 100 --epochs 6 --measure 50) --width 160 --against random --out $(NETS)/marias.net
	$(PARTIE) learn imitate taroky --teacher rulefile $(or $(IMITATE),--deals 600 --asked 60 --epochs 5 --measure 50) --against random --out $(NETS)/taroky.net

docs:
	@command -v mdbook >/dev/null || cargo install --locked mdbook
	mdbook build docs

bench: build
	$(PARTIE) bench

# Random play beside OpenSpiel (from PyPI, into a venv of its own).
bench-peers: need-rust
	python3 bench/peers/run.py

# Random play beside a loop written by hand in C++ (needs g++).
bench-hand: need-rust
	@command -v g++ >/dev/null || { echo "g++ is missing: install it, then run make again."; exit 1; }
	python3 bench/hand/run.py

# Instructions of the generic traits against a loop written by hand (needs valgrind).
bench-generic: need-rust
	@command -v valgrind >/dev/null || { echo "valgrind is missing: install it, then run make again."; exit 1; }
	python3 bench/overhead.py

# Instructions of fixed work at an earlier revision and now (REVISION=…; needs valgrind).
bench-before: need-rust
	@command -v valgrind >/dev/null || { echo "valgrind is missing: install it, then run make again."; exit 1; }
	python3 bench/before.py $(REVISION)

# Our Prolog beside SWI-Prolog and GNU Prolog.
bench-prolog: need-rust
	bash crates/logic/bench/run.sh

# Games described in logic: compiled rules beside the logic machine alone and SWI-Prolog.
bench-system: need-rust
	cargo run --release -p system --example system-bench

clean:
	cargo clean
	rm -rf web/dist web/node_modules docs/book
