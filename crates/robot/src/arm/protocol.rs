//! The text protocol of the SSC-32U servo controller: commands written and read, answers read.
//!
//! Source: Lynxmotion, *SSC-32U USB Servo Controller Board, User Guide* (2014). A command is ASCII, ended by CR; letters may
//! be small or large and blanks are optional. A group move `#0 P1500 S400 #1 P900 T2000` starts all its servos together: `S`
//! bounds the speed of one servo in µs a second, `T` makes the whole group arrive after that many milliseconds or later.
//! `Q` answers `.` or `+` (moving), `QP n` one byte, the pulse divided by ten; `VER` a line of text. `STOP n` holds a servo where
//! it is, ESC forgets a half-written command, a pulse of 0 switches the servo off (the joint falls).

use std::fmt;

/// Servo outputs of the controller.
pub const CHANNELS: u8 = 32;
/// The longest command that is read; the controller's own buffer is not larger.
pub const LONGEST: usize = 512;
/// The shortest and the longest pulse the controller makes, in µs.
pub const PULSES: (u16, u16) = (500, 2500);
/// The end of a command.
pub const CR: u8 = 0x0d;
/// Forgets the command being written.
pub const ESC: u8 = 0x1b;

/// Why a text is not a command, or a byte not an answer. Prints as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProtocolError(pub String);

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ProtocolError {}

impl From<&str> for ProtocolError {
    fn from(sentence: &str) -> ProtocolError {
        ProtocolError(sentence.into())
    }
}

impl From<String> for ProtocolError {
    fn from(sentence: String) -> ProtocolError {
        ProtocolError(sentence)
    }
}

/// One servo of a group move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Servo {
    /// The output it is plugged into.
    pub channel: u8,
    /// Pulse width in µs; 0 switches it off.
    pub pulse: u16,
    /// The highest speed in µs a second.
    pub speed: Option<u32>,
}

impl Servo {
    /// A servo sent to a pulse width, at whatever speed the group needs.
    pub fn to(channel: u8, pulse: u16) -> Servo {
        Servo { channel, pulse, speed: None }
    }
}

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Servos moved together.
    Move {
        /// Which and where to.
        servos: Vec<Servo>,
        /// At least how long it shall take, in milliseconds.
        time: Option<u32>,
    },
    /// Whether anything is moving.
    Query,
    /// Where a servo is.
    QueryPulse(u8),
    /// Which firmware it is.
    Version,
    /// Holds a servo where it is.
    Stop(u8),
}

impl Command {
    /// A group move that takes `time` milliseconds.
    pub fn group(pulses: &[(u8, u16)], time: u32) -> Command {
        let servos = pulses.iter().map(|&(channel, pulse)| Servo::to(channel, pulse)).collect();
        Command::Move { servos, time: Some(time) }
    }

    /// The command as it goes over the line, with its CR.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.to_string().into_bytes();
        bytes.push(CR);
        bytes
    }

    /// Reads a command, without its CR.
    ///
    /// # Errors
    /// A sentence with the column (from 1) and the cause.
    pub fn parse(text: &str) -> Result<Command, ProtocolError> {
        if text.len() > LONGEST {
            return Err(ProtocolError(format!(
                "the command has {} bytes; the controller reads {LONGEST}",
                text.len()
            )));
        }
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let command = reader.command()?;
        match reader.peek() {
            None => Ok(command),
            Some(c) => Err(reader.unfit(&format!("'{}' follows the end of the command", char::from(c)))),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Query => f.write_str("Q"),
            Command::QueryPulse(channel) => write!(f, "QP {channel}"),
            Command::Version => f.write_str("VER"),
            Command::Stop(channel) => write!(f, "STOP {channel}"),
            Command::Move { servos, time } => {
                for (i, servo) in servos.iter().enumerate() {
                    let gap = if i > 0 { " " } else { "" };
                    write!(f, "{gap}#{} P{}", servo.channel, servo.pulse)?;
                    if let Some(speed) = servo.speed {
                        write!(f, " S{speed}")?;
                    }
                }
                time.map_or(Ok(()), |t| write!(f, " T{t}"))
            }
        }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The next character that is not a blank, as a capital.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).map(u8::to_ascii_uppercase)
    }

    fn word(&mut self, word: &str) -> bool {
        self.peek();
        let rest = &self.text[self.at..];
        let found = rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word.as_bytes());
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn unfit(&self, cause: &str) -> ProtocolError {
        ProtocolError(format!("column {}: {cause}", self.at + 1))
    }

    fn number(&mut self, what: &str, most: u32) -> Result<u32, ProtocolError> {
        self.peek();
        let start = self.at;
        let mut value: u32 = 0;
        while let Some(digit) = self.text.get(self.at).filter(|c| c.is_ascii_digit()) {
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            self.at += 1;
        }
        if start == self.at {
            return Err(self.unfit(&format!("expected {what}")));
        }
        if value > most {
            self.at = start;
            return Err(self.unfit(&format!("{what} is at most {most}")));
        }
        Ok(value)
    }

    fn channel(&mut self) -> Result<u8, ProtocolError> {
        Ok(self.number("a channel", u32::from(CHANNELS) - 1)? as u8)
    }

    fn command(&mut self) -> Result<Command, ProtocolError> {
        if self.word("VER") {
            return Ok(Command::Version);
        }
        if self.word("STOP") {
            return self.channel().map(Command::Stop);
        }
        if self.word("QP") {
            return self.channel().map(Command::QueryPulse);
        }
        if self.word("Q") {
            return Ok(Command::Query);
        }
        if self.peek() != Some(b'#') {
            return Err(self.unfit("expected #, Q, QP, VER or STOP"));
        }
        let (mut servos, mut time) = (Vec::new(), None);
        while self.word("#") {
            servos.push(self.servo()?);
        }
        if self.word("T") {
            time = Some(self.number("a time in ms", 65_535)?);
        }
        Ok(Command::Move { servos, time })
    }

    fn servo(&mut self) -> Result<Servo, ProtocolError> {
        let channel = self.channel()?;
        if !self.word("P") {
            return Err(self.unfit("expected P and a pulse width"));
        }
        let pulse = self.number("a pulse width in µs", u32::from(PULSES.1))? as u16;
        if pulse != 0 && pulse < PULSES.0 {
            return Err(self.unfit(&format!("a pulse is 0 or at least {} µs", PULSES.0)));
        }
        let speed = if self.word("S") { Some(self.number("a speed in µs/s", 65_535)?) } else { None };
        Ok(Servo { channel, pulse, speed })
    }
}

/// The answer to `Q`.
///
/// # Errors
/// The byte is neither of the two.
pub fn moving(byte: u8) -> Result<bool, ProtocolError> {
    match byte {
        b'.' => Ok(false),
        b'+' => Ok(true),
        other => Err(ProtocolError(format!(
            "the controller answered byte {other:#04x} to Q; '.' or '+' was expected"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    #[test]
    fn every_command_reads_back_as_it_was_written() {
        let mut rng = Rng::new(18);
        for _ in 0..5_000 {
            let command = match rng.below(6) {
                0 => Command::Query,
                1 => Command::Version,
                2 => Command::QueryPulse(rng.below(32) as u8),
                3 => Command::Stop(rng.below(32) as u8),
                _ => Command::Move {
                    servos: (0..1 + rng.below(6))
                        .map(|_| Servo {
                            channel: rng.below(32) as u8,
                            pulse: if rng.below(8) == 0 { 0 } else { 500 + rng.below(2001) as u16 },
                            speed: (rng.below(2) == 0).then(|| rng.below(2_000) as u32),
                        })
                        .collect(),
                    time: (rng.below(2) == 0).then(|| rng.below(60_000) as u32),
                },
            };
            assert_eq!(Command::parse(&command.to_string()), Ok(command.clone()), "{command}");
            let tight = command.to_string().replace(' ', "").to_ascii_lowercase();
            assert_eq!(Command::parse(&tight), Ok(command), "{tight}");
        }
    }

    #[test]
    fn a_bad_command_is_answered_with_column_and_cause() {
        let fault = |text: &str| Command::parse(text).unwrap_err().0;
        assert_eq!(fault(""), "column 1: expected #, Q, QP, VER or STOP");
        assert_eq!(fault("#40 P1500"), "column 2: a channel is at most 31");
        assert_eq!(fault("#4 X"), "column 4: expected P and a pulse width");
        assert_eq!(fault("#4 P9999"), "column 5: a pulse width in µs is at most 2500");
        assert_eq!(fault("#4 P300"), "column 8: a pulse is 0 or at least 500 µs");
        assert_eq!(fault("Q Q"), "column 3: 'Q' follows the end of the command");
        assert!(fault(&"#".repeat(600)).contains("600 bytes"));
        assert!(moving(b'x').is_err() && moving(b'+') == Ok(true) && moving(b'.') == Ok(false));
    }

    #[test]
    fn no_text_makes_the_reader_panic() {
        let mut rng = Rng::new(5);
        let letters = b"#PSTQVER 0123456789\xc3\xa9stop";
        for _ in 0..20_000 {
            let bytes: Vec<u8> = (0..rng.below(24)).map(|_| letters[rng.below(letters.len())]).collect();
            let _ = Command::parse(&String::from_utf8_lossy(&bytes));
        }
    }
}
