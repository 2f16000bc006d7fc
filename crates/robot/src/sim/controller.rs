//! A simulated SSC-32U: reads the protocol byte by byte, moves its servos in time, answers.
//!
//! As on the real board, a servo that was never moved jumps to its first position at once, whatever speed and time say, since
//! the controller does not know where it is.

use crate::arm::protocol::{CHANNELS, CR, Command, ESC, LONGEST, Servo};
use std::time::Duration;

/// What it answers to `VER`.
pub const VERSION: &str = "SSC32U-V2.50SIM";

/// One servo: off, or on its way from a pulse to a pulse.
#[derive(Clone, Copy, Debug, Default)]
struct Motor {
    known: bool,
    from: f64,
    to: f64,
    start: Duration,
    time: Duration,
    stalled: bool,
}

impl Motor {
    fn at(&self, now: Duration) -> f64 {
        let passed = now.saturating_sub(self.start);
        if passed >= self.time {
            return self.to;
        }
        self.from + (self.to - self.from) * passed.as_secs_f64() / self.time.as_secs_f64()
    }
}

/// The board.
#[derive(Clone, Debug)]
pub struct Controller {
    motors: [Motor; CHANNELS as usize],
    buffer: Vec<u8>,
    /// Commands that made no sense, newest last; the real board ignores them silently.
    pub complaints: Vec<String>,
}

impl Default for Controller {
    fn default() -> Controller {
        Controller {
            motors: [Motor::default(); CHANNELS as usize],
            buffer: Vec::new(),
            complaints: Vec::new(),
        }
    }
}

impl Controller {
    /// Takes bytes from the line and returns the answers.
    pub fn feed(&mut self, bytes: &[u8], now: Duration) -> Vec<u8> {
        let mut answers = Vec::new();
        for &byte in bytes {
            match byte {
                ESC => self.buffer.clear(),
                CR => {
                    let line = std::mem::take(&mut self.buffer);
                    match Command::parse(&String::from_utf8_lossy(&line)) {
                        Ok(command) => self.obey(&command, now, &mut answers),
                        Err(cause) if self.complaints.len() < 100 => self.complaints.push(cause.0),
                        Err(_) => {}
                    }
                }
                _ if self.buffer.len() < LONGEST => self.buffer.push(byte),
                _ => {}
            }
        }
        answers
    }

    fn obey(&mut self, command: &Command, now: Duration, answers: &mut Vec<u8>) {
        match command {
            Command::Query => answers.push(if self.moving(now) { b'+' } else { b'.' }),
            Command::QueryPulse(channel) => {
                answers.push((self.pulse(*channel, now).unwrap_or(0.0) / 10.0).round() as u8);
            }
            Command::Version => {
                answers.extend_from_slice(VERSION.as_bytes());
                answers.push(CR);
            }
            Command::Stop(channel) => {
                let motor = &mut self.motors[usize::from(*channel)];
                if motor.known {
                    let at = motor.at(now);
                    *motor = Motor { from: at, to: at, start: now, time: Duration::ZERO, ..*motor };
                }
            }
            Command::Move { servos, time } => self.start(servos, *time, now),
        }
    }

    fn start(&mut self, servos: &[Servo], time: Option<u32>, now: Duration) {
        // All servos of a group arrive together: with the slowest.
        let mut longest = f64::from(time.unwrap_or(0)) / 1_000.0;
        for servo in servos {
            let motor = &self.motors[usize::from(servo.channel)];
            if let (true, Some(speed)) = (motor.known, servo.speed.filter(|s| *s > 0)) {
                longest = longest.max((f64::from(servo.pulse) - motor.at(now)).abs() / f64::from(speed));
            }
        }
        let time = Duration::from_secs_f64(longest);
        for servo in servos {
            let motor = &mut self.motors[usize::from(servo.channel)];
            if servo.pulse == 0 {
                motor.known = false;
                continue;
            }
            let to = f64::from(servo.pulse);
            let from = if motor.known { motor.at(now) } else { to };
            let time = if motor.known { time } else { Duration::ZERO };
            let (from, to, time) =
                if motor.stalled { (from, from, Duration::from_secs(86_400)) } else { (from, to, time) };
            *motor = Motor { known: true, from, to, start: now, time, stalled: motor.stalled };
        }
    }

    /// Whether any servo is on its way.
    pub fn moving(&self, now: Duration) -> bool {
        self.motors.iter().any(|m| m.known && now.saturating_sub(m.start) < m.time)
    }

    /// Where a servo is; `None` if it is off.
    pub fn pulse(&self, channel: u8, now: Duration) -> Option<f64> {
        self.motors.get(usize::from(channel)).filter(|m| m.known).map(|m| m.at(now))
    }

    /// A servo that something blocks: it never arrives.
    pub fn stall(&mut self, channel: u8, stalled: bool) {
        if let Some(motor) = self.motors.get_mut(usize::from(channel)) {
            motor.stalled = stalled;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_group_arrives_together_and_on_time() {
        let mut board = Controller::default();
        assert_eq!(board.feed(b"#0 P1000 #1 P1000\rQ\r", ms(0)), b".", "the first position is a jump");
        assert_eq!(board.feed(b"#0 P2000 #1 P1100 T1000\rQ\r", ms(0)), b"+");
        assert_eq!((board.pulse(0, ms(500)), board.pulse(1, ms(500))), (Some(1500.0), Some(1050.0)));
        assert_eq!(board.feed(b"QP 0\rQ\r", ms(500)), [150, b'+']);
        assert_eq!(board.feed(b"Q\r", ms(1000)), b".");
    }

    #[test]
    fn a_speed_makes_a_group_slower_than_its_time() {
        let mut board = Controller::default();
        board.feed(b"#0 P1000 #1 P1000\r#0 P2000 S500 #1 P1100 T1000\r", ms(0));
        assert_eq!((board.moving(ms(1_999)), board.moving(ms(2_000))), (true, false));
    }

    #[test]
    fn stop_holds_escape_forgets_and_nonsense_is_noted() {
        let mut board = Controller::default();
        board.feed(b"#0 P1000\r#0 P2000 T1000\r", ms(0));
        assert_eq!(board.feed(b"#0 P500\x1bSTOP 0\rQ\r", ms(250)), b".");
        assert_eq!(board.pulse(0, ms(9_000)), Some(1250.0));
        assert_eq!(board.feed(b"hello\rVER\r", ms(0)), b"SSC32U-V2.50SIM\r");
        assert_eq!(board.complaints.len(), 1);
        board.feed(b"#0 P0\r", ms(0));
        assert_eq!(board.pulse(0, ms(0)), None);
        board.feed(&[b'x'; 5_000], ms(0));
        assert!(board.buffer.len() <= LONGEST);
    }
}
