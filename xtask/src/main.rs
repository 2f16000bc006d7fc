//! Habits as code: checks of the repository that no lint knows. Run as `cargo run -p xtask -- tidy`.

fn main() {}
