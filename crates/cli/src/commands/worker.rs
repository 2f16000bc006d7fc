//! `partie worker`: plays for tournaments of other machines that share a NATS server.

use crate::args::Worker;
use crate::output::{Answer, Output};
use anyhow::Context;
use arena::Entrant;
use arena::nats::{Version, work};
use serde_json::json;
use sha2::Digest;
use std::io::{Read, Write};

pub(crate) fn run(args: &Worker, out: &mut Output) -> anyhow::Result<Answer> {
    let idle = args.idle.map(super::seconds).transpose()?;
    super::bot::confine()?;
    let stop = super::stopped_by_signals()?;
    let open = |game: &str, players: &[Entrant], description: Option<&str>| {
        let agents = players.iter().map(super::tournament::agent_of);
        super::learn::load_nets(agents).map_err(|error| format!("{error:#}"))?;
        match description {
            Some(text) => catalog::describe(text, game).into_game().map_err(Into::into),
            None => catalog::find(game).map_err(Into::into),
        }
    };
    let version = version()?;
    out.note(format!("{version} works for {}", hidden(&args.nats)))?;
    // Where nobody listens there is nothing left to say it to.
    let say = |text: &str| _ = writeln!(std::io::stderr(), "partie: {text}");
    let worker = arena::nats::Worker {
        url: &args.nats,
        version,
        threads: usize::from(args.threads),
        programs: args.programs,
        idle,
        open: &open,
        stop: &stop,
        say: &say,
    };
    let plays = work(&worker)?;
    out.line(format!("{plays} plays made"))?;
    out.document(&json!({"plays": plays}))?;
    Ok(Answer::Yes)
}

/// The address without a password.
fn hidden(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
        (None, Some((_, host))) => host.to_string(),
        _ => url.to_string(),
    }
}

/// What this program is: its version and a hash of its file. Two machines play the same only with the same program.
pub(crate) fn version() -> anyhow::Result<Version> {
    let path = std::env::current_exe().context("cannot find the path of this program")?;
    let mut file = std::fs::File::open(&path).context("cannot read this program")?;
    let mut hash = sha2::Sha256::new();
    let mut bytes = vec![0; 1 << 16];
    loop {
        let n = file.read(&mut bytes).context("cannot read this program")?;
        if n == 0 {
            break;
        }
        hash.update(&bytes[..n]);
    }
    let build = hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    Ok(Version { package: env!("CARGO_PKG_VERSION").to_string(), build })
}
