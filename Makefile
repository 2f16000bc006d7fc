# Two commands: `make run` and `make test`. Everything else serves them.

SHELL := /bin/bash
PARTIE := target/release/partie

.PHONY: run test web build need-rust need-node lint unit web-test e2e tidy deny docs bench bench-peers bench-prolog bench-generic clean

run: need-rust web
	cargo build --release --bin partie
	$(PARTIE) serve

test: need-rust lint unit web-test e2e

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

# nextest where it is installed: it runs the tests of all crates side by side.
unit: need-rust
	@if cargo nextest --version >/dev/null 2>&1; then \
	  cargo nextest run --workspace --no-fail-fast; \
	else \
	  cargo test --workspace --no-fail-fast; \
	fi
	cargo test --workspace --doc --quiet

web: need-node
	cd web && npm ci --no-audit --no-fund --silent && npm run --silent build

web-test: need-node
	cd web && npm ci --no-audit --no-fund --silent && npm run --silent check && npm run --silent test

e2e: web
	@bash web/e2e/install-browser.sh
	cargo build --release --bin partie
	cd web && npm run --silent e2e

deny:
	@cargo deny --version >/dev/null 2>&1 || cargo install --locked cargo-deny
	cargo deny check

docs:
	@command -v mdbook >/dev/null || cargo install --locked mdbook
	mdbook build docs

bench: build
	$(PARTIE) bench

clean:
	cargo clean
	rm -rf web/dist web/node_modules docs/book
