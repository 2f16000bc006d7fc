//! One file for each command.

pub(crate) mod advise;
pub(crate) mod automaton;
pub(crate) mod belief;
pub(crate) mod bench;
pub(crate) mod bench_table;
pub(crate) mod bot;
pub(crate) mod chances;
pub(crate) mod check;
mod curve;
pub(crate) mod daily;
pub(crate) mod deal;
pub(crate) mod exercise;
pub(crate) mod expert;
pub(crate) mod games;
pub(crate) mod learn;
pub(crate) mod lesson;
pub(crate) mod matches;
pub(crate) mod mine;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod playout;
pub(crate) mod prolog;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod review;
pub(crate) mod robot;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod s3;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod solve;
mod toplevel;
pub(crate) mod tournament;
mod verdict;
pub(crate) mod verify;
pub(crate) mod worker;

use anyhow::{Context, anyhow, bail};
use catalog::{Described, Playable};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The largest file that is read whole: records, move lists and descriptions are far smaller.
const LARGEST_FILE: u64 = 16 << 20;

/// The game of a name or of a path.
pub(crate) fn open(id: &str) -> anyhow::Result<Box<dyn Playable>> {
    match description(id)? {
        Some(described) => described.into_game().with_context(|| id.to_string()),
        None => Ok(catalog::find(id)?),
    }
}

/// The description at a path; `None` if `id` is a name of the catalog, or may have been meant as one.
pub(crate) fn description(id: &str) -> anyhow::Result<Option<Described>> {
    let path = file_of(id);
    let name = id.split('?').next().unwrap_or(id);
    if catalog::listing(name).is_some() {
        return Ok(None);
    }
    if !path.is_file() {
        let meant = id.contains('/') || path.extension().is_some_and(|e| e == "pl" || e == "s3");
        if meant {
            bail!("there is no file '{}'", path.display());
        }
        return Ok(None);
    }
    Ok(Some(catalog::describe(&read(path)?, id)))
}

/// The text of the description at a path; `None` if `id` is a name of the catalog.
pub(crate) fn description_text(id: &str) -> anyhow::Result<Option<String>> {
    Ok(match description(id)? {
        Some(_) => Some(read(file_of(id))?),
        None => None,
    })
}

/// The file of a description, without the parameters after it.
pub(crate) fn file_of(id: &str) -> &Path {
    Path::new(if Path::new(id).is_file() { id } else { catalog::split(id).0 })
}

/// Sets a flag when the process is asked to stop; asked twice it stops at once.
pub(crate) fn stopped_by_signals() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// A text file, whole, within bounds. What is not text is refused here, by its first wrong byte: no reader of texts could say more
/// about it than that something is missing.
pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let shown = path.display();
    let size = std::fs::metadata(path).with_context(|| format!("cannot read {shown}"))?.len();
    if size > LARGEST_FILE {
        bail!("{shown} has {size} bytes; at most {LARGEST_FILE} are read");
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    text(bytes).map_err(|cause| anyhow!("{shown}:{cause}"))
}

/// Bytes as text, or where they are not: `line:column: cause`.
fn text(bytes: Vec<u8>) -> Result<String, String> {
    let place = |at: usize| {
        let line = 1 + bytes[..at].iter().filter(|&&b| b == b'\n').count();
        let start = bytes[..at].iter().rposition(|&b| b == b'\n').map_or(0, |end| end + 1);
        format!("{line}:{}", 1 + String::from_utf8_lossy(&bytes[start..at]).chars().count())
    };
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err("1:1: the text is UTF-16; save it as UTF-8".to_string());
    }
    if let Some(at) = bytes.iter().position(|&b| b == 0) {
        return Err(format!("{}: this is not a text file: it contains a byte 0", place(at)));
    }
    match std::str::from_utf8(&bytes) {
        Ok(_) => {}
        Err(error) => {
            let at = error.valid_up_to();
            let byte = bytes[at];
            return Err(format!(
                "{}: this is not UTF-8 text: byte 0x{byte:02X} has no meaning there",
                place(at)
            ));
        }
    }
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// A number of seconds from the command line as a duration.
pub(crate) fn seconds(n: f64) -> anyhow::Result<Duration> {
    Duration::try_from_secs_f64(n).with_context(|| format!("--seconds must be a number of seconds, not {n}"))
}

/// Splits `a,b?x=1,c` at commas; parameters contain none.
pub(crate) fn list(text: &str) -> Vec<String> {
    text.split(',').map(|part| part.trim().to_string()).filter(|part| !part.is_empty()).collect()
}

/// -1 while the play goes on and where it broke off without a result, 0 for a draw, otherwise the number of the (first) winner.
pub(crate) fn winner(table: &dyn game::Table) -> i32 {
    if table.turn() != game::Turn::Over || table.defect().is_some() {
        return -1;
    }
    game::outcome(&table.scores()).first().map_or(0, |p| i32::from(p.0) + 1)
}
