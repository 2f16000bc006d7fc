//! A table that exists in memory: a simulated controller moves a simulated arm, tokens are gripped, carried and dropped.
//! Faults happen when they are asked for, so that everything that can go wrong on a real table can be tried.

pub mod controller;
mod person;
#[cfg(unix)]
pub mod pty;
mod world;

pub use person::{SimEye, SimGuard};
pub use world::{Fault, Lying, World};

use crate::arm::line::{Line, Time};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A simulated table, shared by the arm's line, the eye and whoever watches.
#[derive(Clone)]
pub struct Sim {
    world: Arc<Mutex<World>>,
    time: Arc<dyn Time>,
}

impl Sim {
    /// A table under this clock.
    pub fn new(world: World, time: Arc<dyn Time>) -> Sim {
        Sim { world: Arc::new(Mutex::new(world)), time }
    }

    /// The table as it is now.
    pub fn world(&self) -> MutexGuard<'_, World> {
        let mut world = self.world.lock().unwrap_or_else(PoisonError::into_inner);
        world.advance(self.time.now());
        world
    }

    /// The time on its clock.
    pub fn now(&self) -> Duration {
        self.time.now()
    }

    /// A line to its controller.
    pub fn line(&self) -> Box<dyn Line> {
        Box::new(SimLine { sim: self.clone(), answers: Vec::new() })
    }
}

/// A line that leads to a simulated controller in the same program.
struct SimLine {
    sim: Sim,
    answers: Vec<u8>,
}

impl Line for SimLine {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let now = self.sim.time.now();
        let mut world = self.sim.world();
        if world.is_cut() {
            return Err(io::Error::new(io::ErrorKind::BrokenPipe, "the cable was pulled out"));
        }
        let answers = world.feed(bytes, now);
        self.answers.extend(answers);
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], _within: Duration) -> io::Result<usize> {
        if self.sim.world().is_cut() {
            return Err(io::Error::new(io::ErrorKind::BrokenPipe, "the cable was pulled out"));
        }
        let n = buffer.len().min(self.answers.len());
        buffer[..n].copy_from_slice(&self.answers[..n]);
        self.answers.drain(..n);
        Ok(n)
    }
}
