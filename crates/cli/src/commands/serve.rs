//! `partie serve`: the table in the browser.

use crate::args::Serve;
use crate::output::{Answer, Output};
use serde_json::json;
use server::Config;

pub(crate) fn run(args: &Serve, seed: Option<u64>, out: &mut Output) -> anyhow::Result<Answer> {
    let mut config =
        Config { listen: args.listen, base_url: args.base_url.clone(), seed, ..Config::default() };
    (config.proxied, config.metrics) = (args.proxied, args.metrics);
    config.policy.remedy = args.on_fault;
    if let Some(database) = &args.database {
        config.database.clone_from(database);
    }
    config.games.extend(args.games.iter().cloned());
    config.bots.extend(args.bots.iter().cloned());
    config.lessons.extend(args.lessons.iter().cloned());
    let database = config.database.display().to_string();
    let base = config.base_url.clone();
    server::log_to_stderr();
    let mut said = Ok(());
    server::serve(config, |address| {
        let url = base.unwrap_or_else(|| format!("http://{address}/"));
        said = out
            .line(format!("Partie is at {url} (saved in {database}). Stop with Ctrl-C."))
            .and_then(|()| out.document(&json!({"address": url, "database": database})));
    })?;
    said?;
    Ok(Answer::Yes)
}
