//! `partie robot teach`: keys move the arm, and what it shows is kept in the file of the table.

use super::Bench;
use super::args::Teach;
use super::page::Page;
use super::play::save;
use super::tools::interrupts;
use crate::output::{Answer, Output};
use anyhow::Context;
use robot::arm::teach::{KEYS, Taught, Teacher};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use serde_json::json;
use std::io::{self, Read};
use std::sync::{Arc, mpsc};

pub(super) fn run(args: &Teach, seed: u64, out: &mut Output) -> anyhow::Result<Answer> {
    let file = args.setup.exists().then_some(args.setup.as_path());
    let bench = Bench::open(&args.game, file, seed)?;
    let stop = interrupts()?;
    let (mut arm, _, sim) = bench.arm(&args.reach, &stop)?;
    // Keys come from the terminal and from the page.
    let (sender, keys) = mpsc::channel();
    let page = Arc::new(Page::new(&bench, sim, arm.shown(), stop, Some(sender.clone())));
    if let Some(listen) = args.reach.serve {
        out.line(format!("The arm is shown at {}", page.serve(listen)?))?;
    }
    out.line(format!("The arm answers: {}", arm.version()?))?;
    arm.home()?;
    let mut teacher = Teacher::new(bench.setup.clone(), &bench.ground);
    out.line(format!("{KEYS}\nnow teaching {}", teacher.place()))?;
    page.taught(teacher.place(), "");
    let _keys = Keys::quiet();
    std::thread::spawn(move || {
        for byte in io::stdin().lock().bytes().map_while(Result::ok) {
            if sender.send(char::from(byte)).is_err() {
                return;
            }
        }
        _ = sender.send('Z'); // The end of the input ends the lesson, unless it has ended before.
    });
    for key in keys.iter().filter(|k| !k.is_whitespace()) {
        let taught = teacher.key(key);
        match &taught {
            Taught::Moved(pulses) => arm.nudge(pulses)?,
            Taught::Gripper(true) => arm.open()?,
            Taught::Gripper(false) => arm.close()?,
            _ => {}
        }
        out.line(taught.to_string())?;
        page.taught(teacher.place(), &taught.to_string());
        if taught == Taught::Quit {
            break;
        }
    }
    save(&args.setup, &teacher.setup.to_string())
        .with_context(|| format!("cannot write {}", args.setup.display()))?;
    out.line(format!(
        "{} places are taught; written to {}",
        teacher.setup.taught.len(),
        args.setup.display()
    ))?;
    let names: Vec<&String> = teacher.setup.taught.keys().collect();
    out.document(&json!({
        "file": args.setup.display().to_string(), "taught": names, "corners": teacher.setup.board.corners,
    }))?;
    Ok(Answer::Yes)
}

/// A terminal that gives keys at once and does not print them; as before when dropped. Nothing when input is not a terminal.
struct Keys(Option<Termios>);

impl Keys {
    fn quiet() -> Keys {
        let stdin = io::stdin();
        let Ok(before) = tcgetattr(&stdin) else { return Keys(None) };
        let mut mode = before.clone();
        mode.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
        let set = tcsetattr(&stdin, OptionalActions::Now, &mode);
        Keys(set.is_ok().then_some(before))
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, before); // Nothing is left to do about a terminal that is gone.
        }
    }
}
