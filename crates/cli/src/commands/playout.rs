//! `partie playout`: random play at full speed.

use crate::args::Playout;
use crate::output::{Answer, Output};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;

pub(crate) fn run(args: &Playout, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let game = super::open(&args.game)?;
    let time = if args.playouts.is_some() { None } else { Some(super::seconds(args.seconds)?) };
    // A description works out its tables when the first move is asked for: that is loading, not playing.
    game.nodes(1);
    let cpu = cpu_seconds();
    let report = game.playout(time, args.playouts, seed);
    let cpu = cpu_seconds() - cpu;
    let per = |n: u64| n as f64 / cpu.max(1e-9);
    out.line(format!(
        "{}: {} plays, {} moves in {:.2} s ({:.2} s of processor time): {:.0} plays/s, {:.2} million moves/s",
        game.id(),
        report.playouts,
        report.moves,
        report.seconds,
        cpu,
        per(report.playouts),
        per(report.moves) / 1e6
    ))?;
    if report.cut > 0 {
        out.line(format!("{} plays were cut off: too long", report.cut))?;
    }
    let (broken, cause) = &report.broken;
    if let Some(cause) = cause {
        out.line(format!("{broken} plays ended without a result, the first of them: {}", cause.trim_end()))?;
    }
    out.document(&json!({
        "game": game.id(), "playouts": report.playouts, "moves": report.moves, "seconds": report.seconds,
        "cpu_seconds": cpu, "seed": seed, "cut": report.cut, "without_result": broken, "cause": cause, "checksum": format!("{:016x}", report.checksum),
        "playouts_per_second": per(report.playouts), "moves_per_second": per(report.moves),
    }))?;
    Ok(if *broken == 0 { Answer::Yes } else { Answer::No })
}

/// Processor time this process has used.
pub(crate) fn cpu_seconds() -> f64 {
    let t = clock_gettime(ClockId::ProcessCPUTime);
    t.tv_sec as f64 + t.tv_nsec as f64 * 1e-9
}
