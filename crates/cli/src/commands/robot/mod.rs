//! `partie robot`: games on a real table, or on a simulated one.

mod args;
mod camera;
mod eyes;
mod page;
mod play;
mod teach;
mod tools;

pub(crate) use args::Robot;

use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use args::{Reach, RobotCommand};
use catalog::Playable;
use game::{Lang, Table};
use robot::arm::drive::Arm;
use robot::arm::ground::{Ground, Missed, Needs, Spot};
use robot::arm::line::{Line, Stepped, System, Time};
use robot::arm::port::Port;
use robot::arm::setup::{Posture, Setup};
use robot::sim::{Sim, SimGuard, World};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub(crate) fn run(args: &Robot, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    match &args.command {
        RobotCommand::Places(a) => tools::places(a, seed, out),
        RobotCommand::Sim(a) => tools::sim(a, seed, out),
        RobotCommand::Send(a) => tools::send(a, out),
        RobotCommand::Teach(a) => teach::run(a, seed, out),
        RobotCommand::Demo(a) => tools::demo(a, seed, out),
        RobotCommand::Play(a) => play::run(a, seed, out),
        RobotCommand::Look(a) => camera::look(a, seed, out),
        RobotCommand::Calibrate(a) => camera::calibrate(a, seed, out),
        RobotCommand::Render(a) => camera::render(a, seed, out),
        RobotCommand::CameraProgram(a) => camera::program(a),
    }
}

/// Tables of shipped games that need more than the defaults.
const SHIPPED: &[(&str, &str)] = &[
    ("alquerque", include_str!("../../../../../data/robot/alquerque.toml")),
    ("mill", include_str!("../../../../../data/robot/mill.toml")),
    ("skipping", include_str!("../../../../../data/robot/skipping.toml")),
];

/// Plays and moves of the survey that finds out which tokens enter and leave a game.
const SURVEY: (usize, usize) = (20, 200);

/// A game laid out on a table.
struct Bench {
    game: Box<dyn Playable>,
    table: Box<dyn Table>,
    setup: Setup,
    ground: Ground,
    postures: BTreeMap<Spot, Posture>,
    missed: Vec<Missed>,
}

impl Bench {
    /// Opens a game and finds its places.
    fn open(id: &str, file: Option<&Path>, seed: u64) -> anyhow::Result<Bench> {
        let game = super::open(id)?;
        let setup = setup(id, file)?;
        let table = game.table(seed);
        if table.hidden() {
            bail!("{} hides something from its players: on an open table everybody would see it", game.id());
        }
        let needs = Needs::of(&*table, &setup.imaginary, SURVEY.0, SURVEY.1, seed);
        let ground = Ground::of(&table.scene(None, Lang::En), &needs, &setup);
        let (postures, missed) = ground.postures(&setup);
        Ok(Bench { game, table, setup, ground, postures, missed })
    }

    /// The arm, and the simulated table if it is one.
    fn arm(
        &self,
        reach: &Reach,
        stop: &Arc<AtomicBool>,
    ) -> anyhow::Result<(Arm, Arc<dyn Time>, Option<Sim>)> {
        let time = clock(reach)?;
        let (line, sim): (Box<dyn Line>, Option<Sim>) = if reach.arm == "sim" {
            let scene = self.table.scene(None, Lang::En);
            let sim = Sim::new(World::new(&self.setup, &self.ground, &self.postures, &scene), time.clone());
            (sim.line(), Some(sim))
        } else {
            (port(&reach.arm)?, None)
        };
        let mut arm = Arm::new(line, time.clone(), self.setup.clone(), stop.clone());
        if let Some(sim) = &sim {
            arm = arm.guarded(Box::new(SimGuard(sim.clone())));
        }
        Ok((arm, time, sim))
    }
}

fn clock(reach: &Reach) -> anyhow::Result<Arc<dyn Time>> {
    match (reach.fast, reach.arm.as_str()) {
        (true, "sim") => Ok(Arc::new(Stepped::default())),
        (true, _) => bail!("--fast is for the simulated arm: a real one needs its time"),
        (false, _) => Ok(Arc::new(System::default())),
    }
}

fn port(path: &str) -> anyhow::Result<Box<dyn Line>> {
    let port = Port::open(Path::new(path)).with_context(|| format!("cannot open the port {path}"))?;
    Ok(Box::new(port))
}

/// The table of a game: from its file, or what is known of the game; with what an s3 description teaches.
fn setup(id: &str, file: Option<&Path>) -> anyhow::Result<Setup> {
    let name = catalog::split(id).0;
    let parse = |text: &str, shown: &str| Setup::parse(text).map_err(|e| anyhow::anyhow!("{shown}: {e}"));
    let mut setup = match file {
        Some(path) => parse(&super::read(path)?, &path.display().to_string())?,
        None => {
            let stem = Path::new(name).file_stem().and_then(|s| s.to_str()).unwrap_or(name);
            let known = SHIPPED.iter().find(|(n, _)| n.eq_ignore_ascii_case(stem));
            known.map_or_else(|| Ok(Setup::default()), |(n, text)| parse(text, n))?
        }
    };
    let path = super::file_of(id);
    if path.is_file() && catalog::listing(name).is_none() {
        let text = super::read(path)?;
        if catalog::language(&text, id) == catalog::Language::S3
            && let (Some(game), _) = s3::load(&text, id)
        {
            taught(&game, &mut setup);
        }
    }
    Ok(setup)
}

/// What an s3 description says about the arm: taught angles, and places that nobody looks at. A table file goes first.
fn taught(game: &s3::S3Game, setup: &mut Setup) {
    for location in game.locations() {
        if let Some(angles) = &location.robot {
            setup.taught.entry(location.name.clone()).or_insert_with(|| Posture::taught(angles));
        }
        let family = location.name.split('(').next().unwrap_or(&location.name).to_string();
        if !location.relevant && !setup.unwatched.contains(&family) {
            setup.unwatched.push(family);
        }
    }
}
