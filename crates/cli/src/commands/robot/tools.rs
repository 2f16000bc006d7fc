//! Tools around the arm: the list of places, a simulated controller, single commands, a tour of all places.

use super::args::{Demo, Place, Send, Sim};
use super::eyes::read_line;
use super::page::Page;
use super::{Bench, clock, port};
use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use game::Lang;
use robot::arm::drive::Arm;
use robot::arm::line::System;
use robot::arm::protocol::Command;
use robot::arm::setup::Setup;
use robot::sim::controller::Controller;
use robot::sim::pty::Pty;
use robot::sim::{Fault, World};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) fn places(args: &Place, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let bench = Bench::open(&args.game, args.setup.as_deref(), seed)?;
    let body = &bench.setup.body;
    let mut list = Vec::new();
    for site in &bench.ground.sites {
        let Some(posture) = bench.postures.get(&site.spot) else { continue };
        let pose = body.forward(&body.angles(&posture.at));
        let taught = bench.setup.taught.contains_key(&site.name);
        out.line(format!(
            "{:12} x {:6.1}  y {:6.1}  z {:5.1} mm   above {:?}   at {:?}{}",
            site.name,
            pose.x,
            pose.y,
            pose.z,
            posture.above,
            posture.at,
            if taught { "   taught" } else { "" }
        ))?;
        list.push(json!({
            "name": site.name, "x": pose.x, "y": pose.y, "z": pose.z, "above": posture.above, "at": posture.at,
            "taught": taught,
        }));
    }
    let missed: Vec<String> = bench.missed.iter().map(ToString::to_string).collect();
    for line in &missed {
        out.line(line)?;
    }
    let crowded = crowded(&bench);
    if let Some((a, b, apart)) = &crowded {
        out.note(format!(
            "{a} and {b} lie only {apart:.0} mm apart: the gripper needs room for its fingers"
        ))?;
    }
    let crowded = crowded.map(|(a, b, apart)| json!({"places": [a, b], "apart": apart}));
    out.document(&json!({
        "game": bench.table.id(), "places": list, "unreachable": missed, "crowded": crowded,
    }))?;
    Ok(if missed.is_empty() { Answer::Yes } else { Answer::No })
}

/// Room that the fingers need between two tokens, in mm.
const ROOM: f64 = 18.0;

/// The two places that lie nearest to each other, if that is too near. Places at one point are a heap.
fn crowded(bench: &Bench) -> Option<(String, String, f64)> {
    let points = bench.ground.points(&bench.setup);
    let mut nearest: Option<(String, String, f64)> = None;
    for (i, a) in points.iter().enumerate().take(1_000) {
        for (j, b) in points[..i].iter().enumerate() {
            let apart = (a[0] - b[0]).hypot(a[1] - b[1]);
            if apart > 1.0 && apart < nearest.as_ref().map_or(ROOM, |n| n.2) {
                let name = |i: usize| bench.ground.sites[i].name.clone();
                nearest = Some((name(j), name(i), apart));
            }
        }
    }
    nearest
}

pub(super) fn demo(args: &Demo, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let bench = Bench::open(&args.place.game, args.place.setup.as_deref(), seed)?;
    let stop = interrupts()?;
    let (mut arm, _, sim) = bench.arm(&args.reach, &stop)?;
    let page = Arc::new(Page::new(&bench, sim, arm.shown(), stop, None));
    if let Some(listen) = args.reach.serve {
        out.line(format!("The arm is shown at {}", page.serve(listen)?))?;
    }
    let version = arm.version()?;
    out.line(format!("The arm answers: {version}"))?;
    arm.home()?;
    let mut visited = Vec::new();
    for site in &bench.ground.sites {
        if let Some(posture) = bench.postures.get(&site.spot) {
            out.line(&site.name)?;
            arm.visit(posture)?;
            visited.push(site.name.clone());
        }
    }
    arm.home()?;
    let missed: Vec<String> = bench.missed.iter().map(ToString::to_string).collect();
    for line in &missed {
        out.line(line)?;
    }
    out.document(&json!({"game": bench.table.id(), "visited": visited, "unreachable": missed}))?;
    Ok(if missed.is_empty() { Answer::Yes } else { Answer::No })
}

/// The emergency stop on the keyboard: the first interrupt stops the arm, the second one the program.
pub(super) fn interrupts() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::<AtomicBool>::default();
    signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGINT, 130, Arc::clone(&stop))?;
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&stop))?;
    Ok(stop)
}

pub(super) fn send(args: &Send, out: &mut Output) -> anyhow::Result<Answer> {
    let commands: Vec<Command> = args
        .commands
        .iter()
        .map(|text| Command::parse(text).map_err(|cause| anyhow::anyhow!("'{text}', {cause}")))
        .collect::<Result<_, _>>()?;
    let time = clock(&args.reach)?;
    let line = if args.reach.arm == "sim" {
        Box::new(Bare { board: Controller::default(), answers: Vec::new(), time: time.clone() })
    } else {
        port(&args.reach.arm)?
    };
    let mut arm = Arm::new(line, time, Setup::default(), interrupts()?);
    let mut answers = Vec::new();
    let mut give = |command: &Command, out: &mut Output| -> anyhow::Result<()> {
        let answer = arm.send(command)?;
        if let Some(text) = &answer {
            out.line(text)?;
        }
        answers.push(json!({"command": command.to_string(), "answer": answer}));
        Ok(())
    };
    for command in &commands {
        give(command, out)?;
    }
    if args.commands.is_empty() {
        while let Some(text) = read_line()? {
            if !text.is_empty() {
                let command = Command::parse(&text).map_err(|cause| anyhow::anyhow!("'{text}', {cause}"))?;
                give(&command, out)?;
            }
        }
    }
    out.document(&json!({ "answers": answers }))?;
    Ok(Answer::Yes)
}

/// A controller without an arm.
struct Bare {
    board: Controller,
    answers: Vec<u8>,
    time: Arc<dyn robot::arm::line::Time>,
}

impl robot::arm::line::Line for Bare {
    fn send(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        let answers = self.board.feed(bytes, self.time.now());
        self.answers.extend(answers);
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], _within: std::time::Duration) -> std::io::Result<usize> {
        let n = buffer.len().min(self.answers.len());
        buffer[..n].copy_from_slice(&self.answers[..n]);
        self.answers.drain(..n);
        Ok(n)
    }
}

const SIM_HELP: &str = "Type drop, miss, stall, cut or hand to make something go wrong, mend to put it right, \
    tokens to see what lies where, quit to end.";

pub(super) fn sim(args: &Sim, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let bench = Bench::open(&args.place.game, args.place.setup.as_deref(), seed)?;
    let world = World::new(&bench.setup, &bench.ground, &bench.postures, &bench.table.scene(None, Lang::En));
    let sim = robot::sim::Sim::new(world, Arc::new(System::default()));
    let mut pty = Pty::open().context("no pseudo-terminal")?;
    let path = pty.path().to_string();
    let done = Arc::<AtomicBool>::default();
    let server = std::thread::spawn({
        let (sim, done) = (sim.clone(), done.clone());
        move || pty.serve(&sim, &done)
    });
    out.line(format!("{path}\n{SIM_HELP}"))?;
    while let Some(line) = read_line()? {
        match line.as_str() {
            "" => {}
            "quit" | "exit" => break,
            "mend" => sim.world().mend(),
            "tokens" => {
                let world = sim.world();
                let mut text = String::new();
                for token in world.tokens() {
                    let at =
                        world.nearest(token).map_or("between places".to_string(), |s| bench.ground.name(s));
                    text.push_str(&format!("{} {at}\n", token.kind));
                }
                drop(world);
                out.prompt(&text)?;
            }
            word => match word.parse::<Fault>() {
                Ok(fault) => sim.world().fail(fault),
                Err(cause) => out.line(format!("{cause}. {SIM_HELP}"))?,
            },
        }
    }
    done.store(true, Ordering::SeqCst);
    let events = sim.world().events.clone();
    match server.join() {
        Ok(result) => result?,
        Err(_) => bail!("the simulator broke"),
    }
    for event in &events {
        out.line(event)?;
    }
    out.document(&json!({"port": path, "events": events}))?;
    Ok(Answer::Yes)
}
