//! Compatible mode: the pulses and the sequence of s3games (Petrovič and others, 2013), byte for byte.
//!
//! A place was taught as ten angles in degrees: servos 0 to 4 above the place, then at it (the key `robot` of an s3
//! location). The original does not open the gripper before a grab and bounds nothing but pulses: use it to run its tables
//! as they were, and the safe mode ([`super::drive`]) for everything else.

use super::protocol::Command;
use std::time::Duration;

/// The ten taught angles of a place: five above it, five at it.
pub type Taught = [f64; 10];

/// Servo angles of the position outside the camera's picture.
pub const HOME: [f64; 5] = [0.0, 53.0, -76.0, -101.0, 13.0];
/// Servo angles of the position after switching on.
pub const INIT: [f64; 5] = [0.0; 5];
/// The output of the gripper.
pub const GRIPPER: u8 = 5;
/// The pulse of the closed gripper.
pub const CLOSED: u16 = 2000;
/// The pulse of the open gripper.
pub const OPEN: u16 = 1000;
/// The pause after every motion but the last.
pub const PAUSE: Duration = Duration::from_millis(700);
/// The time between two questions whether the arm stands still.
pub const POLL: Duration = Duration::from_millis(500);

/// The pulse of a servo for an angle: truncated, then clamped.
pub fn pulse(channel: u8, degrees: f64) -> u16 {
    let (value, low, high) = match channel {
        2 => (1800.0 - 10.0 * degrees, 900, 2400),
        _ => (1500.0 + 10.0 * degrees, 600, 2400),
    };
    (value as i64).clamp(low, high) as u16
}

/// The command for the five angles of a position.
pub fn position(angles: &[f64]) -> Command {
    let pulses: Vec<(u8, u16)> =
        angles.iter().take(5).enumerate().map(|(i, &a)| (i as u8, pulse(i as u8, a))).collect();
    Command::group(&pulses, 3000)
}

/// The command that closes the gripper.
pub fn grab() -> Command {
    Command::group(&[(GRIPPER, CLOSED)], 2000)
}

/// The command that opens the gripper.
pub fn put() -> Command {
    Command::group(&[(GRIPPER, OPEN)], 2000)
}

/// One step of a sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Asks `Q` every [`POLL`] until nothing moves, then sends.
    Send(Command),
    /// Waits.
    Wait(Duration),
}

/// The original's motions for a token carried from one taught place to another.
pub fn sequence(from: &Taught, to: &Taught) -> Vec<Step> {
    let mut steps = Vec::new();
    for (place, grip) in [(from, grab()), (to, put())] {
        let (above, at) = place.split_at(5);
        for command in [position(above), position(at), grip, position(above)] {
            steps.push(Step::Send(command));
            steps.push(Step::Wait(PAUSE));
        }
    }
    steps.push(Step::Send(position(&HOME)));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_is_sent_as_the_original_sent_it() {
        assert_eq!(position(&HOME).bytes(), b"#0 P1500 #1 P2030 #2 P2400 #3 P600 #4 P1630 T3000\r");
        assert_eq!(position(&INIT).bytes(), b"#0 P1500 #1 P1500 #2 P1800 #3 P1500 #4 P1500 T3000\r");
        assert_eq!(
            (grab().bytes(), put().bytes()),
            (b"#5 P2000 T2000\r".to_vec(), b"#5 P1000 T2000\r".to_vec())
        );
    }

    #[test]
    fn pulses_are_truncated_before_they_are_clamped() {
        assert_eq!(pulse(0, 0.09), 1500);
        assert_eq!(pulse(0, -0.05), 1499, "1499.5 towards zero");
        assert_eq!(pulse(2, 0.05), 1799);
        assert_eq!(
            (pulse(3, -101.0), pulse(2, -76.0), pulse(1, 200.0), pulse(2, 100.0)),
            (600, 2400, 2400, 900)
        );
    }
}
