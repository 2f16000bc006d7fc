//! Prints the pages of the handbook about blocks, one after the other: what follows the marker in docs/src/expert.md.

#![expect(clippy::print_stdout, reason = "an example prints")]

fn main() {
    for interface in rulebots::library::INTERFACES {
        println!("{}", interface.page());
    }
}
