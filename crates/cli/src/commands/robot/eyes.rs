//! The eyes that `--camera` names: a person who types, or one that sees the simulated table; and who watches the arm.

use anyhow::bail;
use game::{Lang, Reason, Scene};
use robot::arm::drive::Guard;
use robot::arm::ground::Spot;
use robot::arm::line::Time;
use robot::arm::setup::{Posture, Setup};
use robot::camera::{Board, PictureGuard, SharedEye, Silhouette};
use robot::eye::{Choice, Eye, EyeError, Sight, Watched};
use robot::sim::{Sim, SimEye};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::sync::Arc;

/// The eye of that name.
pub(super) fn eye(name: &str, sim: Option<&Sim>, lang: Lang, quiet: bool) -> anyhow::Result<Box<dyn Eye>> {
    match (name, sim) {
        ("keyboard", _) => Ok(Box::new(Keyboard { lang, quiet })),
        ("sim", Some(sim)) => Ok(Box::new(SimEye(sim.clone()))),
        ("sim", None) => bail!("--camera sim sees the simulated table only: add --arm sim"),
        _ => bail!("unknown eye '{name}' (known: keyboard, sim)"),
    }
}

/// An eye that can watch the arm.
pub(super) struct Watching {
    pub(super) eye: SharedEye,
    pub(super) board: Board,
    /// Whether a picture takes long.
    pub(super) slow: bool,
}

impl Watching {
    /// The guard of an arm that reaches these places; `None` if arm and camera know no places in common.
    pub(super) fn guard(
        &self,
        setup: &Setup,
        postures: &BTreeMap<Spot, Posture>,
        time: Arc<dyn Time>,
    ) -> Option<Box<dyn Guard>> {
        let silhouette = Silhouette::new(setup, postures, &self.board)?;
        Some(Box::new(PictureGuard::new(&self.eye, silhouette, time, self.slow)))
    }
}

/// A line of standard input, `None` at its end.
pub(super) fn read_line() -> io::Result<Option<String>> {
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line)?;
    Ok((read > 0).then(|| line.trim().to_string()))
}

/// A person who says what was done.
struct Keyboard {
    lang: Lang,
    quiet: bool,
}

impl Keyboard {
    fn show(&self, text: &str) -> Result<(), EyeError> {
        if self.quiet {
            return Ok(());
        }
        let mut out = io::stdout();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|e| EyeError(e.to_string()))
    }
}

impl Eye for Keyboard {
    fn look(&mut self, _expected: &Scene) -> Result<Sight, EyeError> {
        Ok(Sight::Blind)
    }

    fn watch(&mut self, _before: &Scene, choices: &[Choice]) -> Result<Watched, EyeError> {
        let one = |c: &&Choice| c.texts.len() == 1;
        let list: Vec<String> = choices.iter().filter(one).map(|c| c.texts[0].clone()).collect();
        self.show(&format!("  {}\n> ", list.join("  ")))?;
        let line = match read_line().map_err(|e| EyeError(e.to_string()))? {
            None => return Ok(Watched::Leave),
            Some(line) => line,
        };
        if ["quit", "exit"].contains(&line.as_str()) {
            return Ok(Watched::Leave);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match choices.iter().position(|c| c.texts == words || c.label == line) {
            Some(i) => Watched::Made(i),
            None => {
                let near = game::nearest(&line, list.iter().map(String::as_str));
                let hint = |words: &str| near.map_or(String::new(), |n| format!("{words} '{n}'?"));
                let _ = self.lang;
                Watched::Unclear(Reason {
                    en: format!("'{line}' is not a legal move{}", hint("; did you mean")),
                    cs: format!("'{line}' není povolený tah{}", hint("; mysleli jste")),
                    sk: format!("'{line}' nie je povolený ťah{}", hint("; mysleli ste")),
                })
            }
        })
    }
}
