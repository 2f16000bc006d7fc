//! Mines rules for the auction of taroky: `dig BASE.bot DEALS OUT.bot`. Prints each rule with its support; `partie expert mine`
//! does the same.

#![expect(clippy::print_stdout, reason = "an example prints")]

use rulebots::mine::Dig;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [base, deals, out] = args.as_slice() else {
        return println!("usage: dig BASE.bot DEALS OUT.bot");
    };
    let text = std::fs::read_to_string(base).unwrap_or_default();
    let dig = Dig { deals: deals.parse().unwrap_or(100), seed: 100_001, depth: 3, support: 30 };
    match rulebots::mine_any("taroky", ("contracts", &text), dig, |_| {}) {
        Err(cause) => println!("{cause}"),
        Ok((found, features)) => {
            for rule in &found.rules {
                println!(
                    "{} [{}] if {}: {:+.2} in {}, tested {:+.2} in {}, {:.0} % not worse",
                    rule.block,
                    rule.answer,
                    rule.condition(features),
                    rule.gain.0,
                    rule.support,
                    rule.held,
                    rule.tested,
                    100.0 * rule.accuracy
                );
            }
            println!("{} cases, {} plays", found.cases, found.plays);
            if let Err(cause) = std::fs::write(out, &found.text) {
                println!("{out}: {cause}");
            }
        }
    }
}
