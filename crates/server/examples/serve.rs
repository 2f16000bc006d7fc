//! Serves the catalog without the command line: `cargo run -p server --example serve -- 127.0.0.1:7878 table.db`.
//! With `openapi` as the only argument, writes the description of the API instead.

use server::{Config, Limits, Rate};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::stdout();
    if arguments.first().is_some_and(|a| a == "openapi") {
        out.write_all(server::openapi().as_bytes())?;
        return Ok(());
    }
    let mut config = Config::default();
    if let Some(listen) = arguments.first() {
        config.listen = listen.parse()?;
    }
    if let Some(database) = arguments.get(1) {
        config.database = database.into();
    }
    // Folders of games, and of computer players where their name ends with `bots`.
    let (bots, games): (Vec<_>, Vec<_>) =
        arguments.iter().skip(2).map(std::path::PathBuf::from).partition(|f| f.ends_with("bots"));
    (config.games, config.bots) = (games, bots);
    // Tests are to meet the same deals every time.
    config.seed = Some(1);
    // Many browsers of one machine share an address.
    let generous = Rate { burst: 1e6, refill: 1e6 };
    config.limits = Limits { requests: generous, guests: generous, logins: generous, ..Limits::default() };
    server::log_to_stderr();
    server::serve(config, |address| {
        let _ = writeln!(out, "http://{address}");
    })?;
    Ok(())
}
