//! Lays rule files out in place: `neat FILE…`.

#![expect(clippy::print_stdout, reason = "an example prints")]

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        match expert::format(&text) {
            Ok(neat) => {
                if let Err(cause) = std::fs::write(&path, neat) {
                    println!("{path}: {cause}");
                }
            }
            Err(findings) => findings.iter().for_each(|finding| println!("{path}:{finding}")),
        }
    }
}
