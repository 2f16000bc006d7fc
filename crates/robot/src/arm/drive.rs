//! The arm in motion: commands sent, answers awaited, limits kept, stopped at once when it must.
//!
//! Safe mode, the default: pulses are checked against the joints' limits before they are sent; the gripper is open before it
//! goes down; places are left and approached from above, with a detour where the straight way would dip; nothing moves while
//! a [`Guard`] sees a hand, and a motion under way is held. The emergency stop holds all servos where they are: switched off,
//! the arm would fall on the board.

use super::kinematics::{JOINTS, Pulses};
use super::line::{Line, Time};
use super::original;
use super::protocol::{self, CR, Command, ESC};
use super::setup::{Posture, Setup};
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Tells whether a hand is over the table. A camera implements it; without one nobody watches.
pub trait Guard: Send {
    /// Whether the arm must not move now. `arm` is where its servos are, if the guard wants to know and the controller does.
    fn hand(&mut self, arm: Option<&Pulses>) -> bool;

    /// Whether it wants to know where the arm is: who looks at pictures must tell the arm from a hand.
    fn follows(&self) -> bool {
        false
    }
}

/// Why the arm did not do what it should. Prints as a sentence.
#[derive(Debug)]
pub enum ArmError {
    /// The line broke.
    Line(io::Error),
    /// The controller does not answer.
    Silent,
    /// The controller answered something else.
    Answer(String),
    /// The servos did not arrive.
    Stalled,
    /// The emergency stop was pressed.
    Stopped,
    /// A hand did not go away.
    Hand,
    /// A servo would leave its limits.
    Limit {
        /// Which of [`JOINTS`].
        joint: usize,
        /// The pulse.
        pulse: u16,
    },
}

impl fmt::Display for ArmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArmError::Line(error) => write!(f, "the line to the arm broke: {error}"),
            ArmError::Silent => f.write_str("the controller does not answer: is it switched on?"),
            ArmError::Answer(cause) => f.write_str(cause),
            ArmError::Stalled => {
                f.write_str("the arm did not arrive in time: something is in its way, or a servo is stuck")
            }
            ArmError::Stopped => f.write_str("the emergency stop was pressed"),
            ArmError::Hand => f.write_str("a hand stayed over the table"),
            ArmError::Limit { joint, pulse } => {
                write!(f, "the {} servo may not go to {pulse} µs", JOINTS[*joint])
            }
        }
    }
}

impl std::error::Error for ArmError {}

impl From<io::Error> for ArmError {
    fn from(error: io::Error) -> ArmError {
        ArmError::Line(error)
    }
}

/// How long an answer may take.
const ANSWER: Duration = Duration::from_millis(500);
/// The time between two questions whether the arm stands still.
const POLL: Duration = Duration::from_millis(50);
/// How long the gripper takes.
const GRIP: u32 = 700;
/// How long a hand is waited for.
const PATIENCE: Duration = Duration::from_secs(120);
/// Points of a way that are checked for height.
const SAMPLES: usize = 16;

/// An arm on a line.
pub struct Arm {
    line: Box<dyn Line>,
    time: Arc<dyn Time>,
    setup: Setup,
    stop: Arc<AtomicBool>,
    guard: Option<Box<dyn Guard>>,
    /// Where the arm was sent last; unknown after switching on and after a fault.
    at: Option<Pulses>,
    /// The last pulses and whether the gripper is closed, for whoever draws the arm.
    shown: Arc<Mutex<(Pulses, bool)>>,
    compatible: bool,
}

impl Arm {
    /// An arm on a line. `stop` is the emergency stop: whoever sets it stops the arm.
    pub fn new(line: Box<dyn Line>, time: Arc<dyn Time>, setup: Setup, stop: Arc<AtomicBool>) -> Arm {
        let shown = Arc::new(Mutex::new((setup.home, false)));
        Arm { line, time, setup, stop, guard: None, at: None, shown, compatible: false }
    }

    /// The same arm with somebody who watches for hands.
    pub fn guarded(mut self, guard: Box<dyn Guard>) -> Arm {
        self.guard = Some(guard);
        self
    }

    /// The same arm moving exactly as the original did.
    pub fn compatible(mut self) -> Arm {
        self.compatible = true;
        self
    }

    /// Puts the arm on another line, after the old one broke.
    pub fn rewire(&mut self, line: Box<dyn Line>) {
        self.line = line;
        self.at = None;
    }

    /// Where the arm was sent last.
    pub fn at(&self) -> Option<Pulses> {
        self.at
    }

    /// Where the arm was sent last and whether its gripper is closed, to be read by others while it moves.
    pub fn shown(&self) -> Arc<Mutex<(Pulses, bool)>> {
        Arc::clone(&self.shown)
    }

    fn show(&self, to: Option<Pulses>, closed: Option<bool>) {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        (shown.0, shown.1) = (to.unwrap_or(shown.0), closed.unwrap_or(shown.1));
    }

    /// Releases the emergency stop.
    pub fn release(&mut self) {
        self.stop.store(false, Ordering::SeqCst);
        self.at = None;
    }

    /// Asks the controller who it is.
    ///
    /// # Errors
    /// It does not answer.
    pub fn version(&mut self) -> Result<String, ArmError> {
        self.drain()?;
        self.line.send(&Command::Version.bytes())?;
        let mut text = Vec::new();
        while text.len() < 200 {
            match self.byte()? {
                CR => break,
                byte => text.push(byte),
            }
        }
        Ok(String::from_utf8_lossy(&text).trim().to_string())
    }

    /// Where the controller says a servo is, in steps of 10 µs; 0 if it is off or was never moved.
    ///
    /// # Errors
    /// It does not answer.
    pub fn pulse(&mut self, channel: u8) -> Result<u16, ArmError> {
        self.drain()?;
        self.line.send(&Command::QueryPulse(channel).bytes())?;
        Ok(u16::from(self.byte()?) * 10)
    }

    /// Holds all servos where they are.
    ///
    /// # Errors
    /// The line is gone.
    pub fn halt(&mut self) -> Result<(), ArmError> {
        self.at = None;
        let mut bytes = vec![ESC];
        let body = &self.setup.body;
        for channel in body.joints.iter().map(|j| j.channel).chain([body.gripper.channel]) {
            bytes.extend(Command::Stop(channel).bytes());
        }
        self.line.send(&bytes)?;
        Ok(())
    }

    /// Sends a command as it is and returns what is answered, a byte or a line, as text. For tools: the pulses of the arm's
    /// servos are checked against their limits, nothing else is.
    ///
    /// # Errors
    /// Why it was not sent or answered.
    pub fn send(&mut self, command: &Command) -> Result<Option<String>, ArmError> {
        match command {
            Command::Version => self.version().map(Some),
            Command::QueryPulse(channel) => self.pulse(*channel).map(|p| Some(p.to_string())),
            Command::Query => self.moving().map(|m| Some(if m { "+" } else { "." }.to_string())),
            Command::Move { servos, .. } => {
                for servo in servos.iter().filter(|s| s.pulse > 0) {
                    let joint = self.setup.body.joints.iter().position(|j| j.channel == servo.channel);
                    let within = |j: usize| {
                        let joint = &self.setup.body.joints[j];
                        (joint.low..=joint.high).contains(&servo.pulse)
                    };
                    if let Some(joint) = joint.filter(|&j| !within(j)) {
                        return Err(ArmError::Limit { joint, pulse: servo.pulse });
                    }
                }
                self.idle(Duration::from_secs(30))?;
                self.at = None;
                self.line.send(&command.bytes())?;
                Ok(None)
            }
            Command::Stop(_) => {
                self.at = None;
                self.line.send(&command.bytes())?;
                Ok(None)
            }
        }
    }

    fn byte(&mut self) -> Result<u8, ArmError> {
        let mut one = [0];
        let start = self.time.now();
        loop {
            if self.line.receive(&mut one, ANSWER)? > 0 {
                return Ok(one[0]);
            }
            if self.time.now().saturating_sub(start) >= ANSWER {
                return Err(ArmError::Silent);
            }
            self.time.pause(Duration::from_millis(20));
        }
    }

    /// Forgets bytes that came late: answers to questions nobody asks any more.
    fn drain(&mut self) -> Result<(), ArmError> {
        let mut rest = [0; 64];
        for _ in 0..64 {
            if self.line.receive(&mut rest, Duration::ZERO)? == 0 {
                break;
            }
        }
        Ok(())
    }

    fn moving(&mut self) -> Result<bool, ArmError> {
        self.drain()?;
        self.line.send(&Command::Query.bytes())?;
        protocol::moving(self.byte()?).map_err(|error| ArmError::Answer(error.to_string()))
    }

    /// Waits until nothing moves.
    fn idle(&mut self, within: Duration) -> Result<(), ArmError> {
        let start = self.time.now();
        while self.moving()? {
            self.watch()?;
            if self.time.now().saturating_sub(start) > within {
                self.halt()?;
                return Err(ArmError::Stalled);
            }
            self.time.pause(POLL);
        }
        Ok(())
    }

    /// Stops if somebody wants it.
    fn watch(&mut self) -> Result<(), ArmError> {
        if self.stop.load(Ordering::SeqCst) {
            self.halt()?;
            return Err(ArmError::Stopped);
        }
        Ok(())
    }

    fn hand(&mut self) -> Result<bool, ArmError> {
        let follows = self.guard.as_ref().is_some_and(|g| g.follows());
        let at = if follows { self.whereabouts()? } else { None };
        Ok(self.guard.as_mut().is_some_and(|g| g.hand(at.as_ref())))
    }

    /// Where the servos are by what the controller says; `None` before they were ever sent anywhere.
    fn whereabouts(&mut self) -> Result<Option<Pulses>, ArmError> {
        let mut at = [0; 5];
        for (i, pulse) in at.iter_mut().enumerate() {
            *pulse = self.pulse(self.setup.body.joints[i].channel)?;
        }
        Ok(at.iter().all(|&p| p > 0).then_some(at))
    }

    /// Waits until no hand is over the table.
    fn clear(&mut self) -> Result<(), ArmError> {
        let start = self.time.now();
        loop {
            self.watch()?;
            if !self.hand()? {
                return Ok(());
            }
            if self.time.now().saturating_sub(start) > PATIENCE {
                return Err(ArmError::Hand);
            }
            self.time.pause(Duration::from_millis(200));
        }
    }

    /// Sends servos somewhere and waits for them. A hand holds the motion; it goes on when the hand is gone.
    fn perform(&mut self, pulses: &[(u8, u16)], time: u32) -> Result<(), ArmError> {
        'again: loop {
            self.clear()?;
            self.line.send(&Command::group(pulses, time).bytes())?;
            let start = self.time.now();
            while self.moving()? {
                self.watch()?;
                if self.hand()? {
                    self.halt()?;
                    continue 'again;
                }
                if self.time.now().saturating_sub(start) > Duration::from_millis(u64::from(time) * 2 + 2_000)
                {
                    self.halt()?;
                    return Err(ArmError::Stalled);
                }
                self.time.pause(POLL);
            }
            return Ok(());
        }
    }

    /// Moves the five joints, within their limits and not faster than allowed.
    ///
    /// # Errors
    /// Why it did not get there.
    pub fn go(&mut self, to: &Pulses) -> Result<(), ArmError> {
        if let Some(joint) = self.setup.body.beyond(to) {
            return Err(ArmError::Limit { joint, pulse: to[joint] });
        }
        let farthest = match self.at {
            Some(from) => (0..5).map(|i| from[i].abs_diff(to[i])).max().unwrap_or(0),
            None => 1_500,
        };
        let time = (f64::from(farthest) / self.setup.motion.speed * 1_000.0).clamp(200.0, 20_000.0) as u32;
        let body = &self.setup.body;
        let pulses: Vec<(u8, u16)> = (0..5).map(|i| (body.joints[i].channel, to[i])).collect();
        self.at = None;
        self.show(Some(*to), None);
        self.perform(&pulses, time)?;
        self.at = Some(*to);
        Ok(())
    }

    /// Sends the joints a little way without waiting, as when a person teaches by keys.
    ///
    /// # Errors
    /// Why it was not sent.
    pub fn nudge(&mut self, to: &Pulses) -> Result<(), ArmError> {
        self.watch()?;
        if let Some(joint) = self.setup.body.beyond(to) {
            return Err(ArmError::Limit { joint, pulse: to[joint] });
        }
        let body = &self.setup.body;
        let pulses: Vec<(u8, u16)> = (0..5).map(|i| (body.joints[i].channel, to[i])).collect();
        self.line.send(&Command::group(&pulses, 100).bytes())?;
        self.show(Some(*to), None);
        self.at = Some(*to);
        Ok(())
    }

    /// Moves between two points above the board, over a third one where the straight way would dip.
    fn travel(&mut self, to: &Pulses) -> Result<(), ArmError> {
        if let Some(over) = self.at.and_then(|from| self.detour(&from, to)) {
            self.go(&over)?;
        }
        self.go(to)
    }

    /// A point to go over, if the fingertips would sink by more than a third of the lift on the way.
    fn detour(&self, from: &Pulses, to: &Pulses) -> Option<Pulses> {
        let (body, lift) = (&self.setup.body, self.setup.motion.lift);
        let height = |pulses: &Pulses| body.forward(&body.angles(pulses)).z;
        let between = |part: f64| -> Pulses {
            std::array::from_fn(|i| {
                (f64::from(from[i]) * (1.0 - part) + f64::from(to[i]) * part).round() as u16
            })
        };
        let ends = height(from).min(height(to));
        let lowest = (1..SAMPLES).map(|i| height(&between(i as f64 / SAMPLES as f64))).fold(ends, f64::min);
        if lowest >= ends - lift / 3.0 {
            return None;
        }
        let middle = body.forward(&body.angles(&between(0.5)));
        body.reach([middle.x, middle.y, ends + lift / 2.0], 0.0, self.setup.motion.tilt).ok()
    }

    /// Opens the gripper.
    ///
    /// # Errors
    /// Why it did not.
    pub fn open(&mut self) -> Result<(), ArmError> {
        let gripper = self.setup.body.gripper;
        self.show(None, Some(false));
        self.perform(&[(gripper.channel, gripper.open)], GRIP)
    }

    /// Closes the gripper.
    ///
    /// # Errors
    /// Why it did not.
    pub fn close(&mut self) -> Result<(), ArmError> {
        let gripper = self.setup.body.gripper;
        self.show(None, Some(true));
        self.perform(&[(gripper.channel, gripper.closed)], GRIP)
    }

    /// Goes where it is in nobody's way and nobody's picture.
    ///
    /// # Errors
    /// Why it did not.
    pub fn home(&mut self) -> Result<(), ArmError> {
        let home = self.setup.home;
        self.go(&home)
    }

    /// Goes over a place, down to it and up again, with the gripper open.
    ///
    /// # Errors
    /// Why it did not.
    pub fn visit(&mut self, place: &Posture) -> Result<(), ArmError> {
        self.open()?;
        self.travel(&place.above)?;
        self.go(&place.at)?;
        self.go(&place.above)
    }

    /// Carries the token that lies at one place to another.
    ///
    /// # Errors
    /// Why it did not; what was carried may lie anywhere.
    pub fn carry(&mut self, from: &Posture, to: &Posture) -> Result<(), ArmError> {
        if self.compatible {
            return self.carry_as_before(from, to);
        }
        self.open()?;
        self.travel(&from.above)?;
        self.go(&from.at)?;
        self.close()?;
        self.go(&from.above)?;
        self.travel(&to.above)?;
        self.go(&to.at)?;
        self.open()?;
        self.go(&to.above)
    }

    /// The original's sequence, without its way home.
    fn carry_as_before(&mut self, from: &Posture, to: &Posture) -> Result<(), ArmError> {
        for (place, grip) in [(from, original::grab()), (to, original::put())] {
            let five = |pulses: &Pulses| {
                let all: Vec<(u8, u16)> = (0..5).map(|i| (i as u8, pulses[i])).collect();
                Command::group(&all, 3_000)
            };
            for command in [five(&place.above), five(&place.at), grip, five(&place.above)] {
                while self.moving()? {
                    self.watch()?;
                    self.time.pause(original::POLL);
                }
                self.watch()?;
                self.line.send(&command.bytes())?;
                self.time.pause(original::PAUSE);
            }
        }
        Ok(())
    }
}
