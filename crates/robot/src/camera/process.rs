//! The line protocol between S3Games and its camera program, from both sides: [`Client`] drives an old camera program, [`serve`] is
//! such a program, so that the old game can use this recogniser.

use super::original::Object;
use super::segment::segment;
use super::{Colour, Picture};
use crate::eye::EyeError;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The first line of a camera program.
const HELLO: &str = "S:S3 Games Camera";
/// A longer line is not a line of this protocol.
const LONGEST_LINE: usize = 4096;
/// More objects or types than this are a mistake.
const MOST: usize = 10_000;

/// A camera program that is asked for objects.
pub struct Client {
    lines: Receiver<Result<String, EyeError>>,
    input: Box<dyn Write + Send + Sync>,
    patience: Duration,
    child: Option<Child>,
    /// What the program told, newest last: lines tagged `I:`.
    pub told: Vec<String>,
}

impl Client {
    /// Starts a camera program and waits for its greeting.
    ///
    /// # Errors
    /// Says why it cannot be started, or what it said instead.
    pub fn start(words: &[String], patience: Duration) -> Result<Client, EyeError> {
        let (name, arguments) = words.split_first().ok_or("no camera program is named")?;
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{name} cannot be started: {e}"))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = (input, output) else {
            return Err(format!("{name} has no input and output").into());
        };
        let mut client = Client::over(BufReader::new(output), input, patience)?;
        client.child = Some(child);
        Ok(client)
    }

    /// Speaks with a camera program over any pair of streams, and waits for its greeting.
    ///
    /// # Errors
    /// Says what came instead of the greeting.
    pub fn over(
        mut output: impl BufRead + Send + 'static,
        input: impl Write + Send + Sync + 'static,
        patience: Duration,
    ) -> Result<Client, EyeError> {
        let (send, lines) = channel();
        std::thread::spawn(move || {
            loop {
                let line = bounded_line(&mut output);
                let ends = !matches!(line, Ok(Some(_)));
                let line = line.and_then(|l| l.ok_or_else(|| "the camera program has ended".into()));
                if send.send(line).is_err() || ends {
                    return;
                }
            }
        });
        let mut client = Client { lines, input: Box::new(input), patience, child: None, told: Vec::new() };
        let first = client.line()?;
        if first != HELLO {
            return Err(format!("the camera program said '{first}' instead of '{HELLO}'").into());
        }
        Ok(client)
    }

    fn line(&mut self) -> Result<String, EyeError> {
        match self.lines.recv_timeout(self.patience) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("the camera program said nothing for {} s", self.patience.as_secs_f32()).into())
            }
            Err(RecvTimeoutError::Disconnected) => Err("the camera program has ended".into()),
        }
    }

    fn send(&mut self, text: &str) -> Result<(), EyeError> {
        let sent = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        sent.map_err(|e| EyeError(format!("the camera program does not listen: {e}")))
    }

    /// The next line that is neither debugging nor information.
    fn answer(&mut self) -> Result<String, EyeError> {
        loop {
            let line = self.line()?;
            match line.get(..2) {
                Some("D:") => {}
                Some("I:") => {
                    self.told.push(line[2..].to_string());
                    let excess = self.told.len().saturating_sub(100);
                    self.told.drain(..excess);
                }
                Some("F:") => return Err(format!("the camera program failed: {}", &line[2..]).into()),
                _ => return Ok(line),
            }
        }
    }

    /// Teaches the program the types and the pixels of the places, as the game does at its start.
    ///
    /// # Errors
    /// Says that the program does not listen.
    pub fn teach(&mut self, colours: &[Colour], places: &[(i32, i32)]) -> Result<(), EyeError> {
        let mut text = format!("2\n{}\n", colours.len());
        for c in colours {
            text += &format!(
                "@{}\n@{:.4} {:.4} {:.4} {:.4} {:.4} {:.4} {} {} {}\n",
                c.name,
                c.hue.0,
                c.hue.1,
                c.saturation.0,
                c.saturation.1,
                c.value.0,
                c.value.1,
                c.size.0,
                c.size.1,
                c.state
            );
        }
        text += &format!("3\n{}\n", places.len());
        for (x, y) in places {
            text += &format!("{x} {y}\n");
        }
        self.send(&text)
    }

    /// Asks for a picture and the objects in it.
    ///
    /// # Errors
    /// Says what went wrong: the program failed, ended, or said something else.
    pub fn objects(&mut self) -> Result<Vec<Object>, EyeError> {
        self.send("1\n")?;
        let mut found = Vec::new();
        loop {
            let line = self.answer()?;
            if line.starts_with('=') {
                return Ok(found);
            }
            let object = line.strip_prefix("O:").and_then(object);
            found.push(
                object.ok_or_else(|| format!("the camera program said '{line}', which is not an object"))?,
            );
            if found.len() > MOST {
                return Err(format!("the camera program reports more than {MOST} objects").into());
            }
        }
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("child", &self.child).field("told", &self.told).finish_non_exhaustive()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // The game says goodbye and gives the program time to end.
        let _ = self.send("0\n");
        if let Some(mut child) = self.child.take() {
            let (send, ended) = channel::<()>();
            let watcher = std::thread::spawn(move || {
                if ended.recv_timeout(Duration::from_secs(2)).is_err() {
                    let _ = child.kill();
                }
                let _ = child.wait();
            });
            // Its output ends when it does.
            while matches!(self.lines.recv_timeout(Duration::from_secs(2)), Ok(Ok(_))) {}
            let _ = send.send(());
            let _ = watcher.join();
        }
    }
}

/// `<type>\t<state>\t<x>\t<y>`.
fn object(text: &str) -> Option<Object> {
    let mut parts = text.split('\t');
    let name = parts.next()?.to_string();
    let mut number = || parts.next()?.trim().parse().ok();
    Some(Object { name, state: number()?, x: number()?, y: number()? })
}

/// A line without its end; `None` at the end of the stream.
fn bounded_line(from: &mut impl BufRead) -> Result<Option<String>, EyeError> {
    let mut line = Vec::new();
    loop {
        let buffer = from.fill_buf().map_err(|e| format!("the camera program cannot be heard: {e}"))?;
        if buffer.is_empty() {
            break;
        }
        let end = buffer.iter().position(|&b| b == b'\n');
        let taken = end.map_or(buffer.len(), |i| i + 1);
        line.extend_from_slice(&buffer[..end.unwrap_or(taken)]);
        from.consume(taken);
        if line.len() > LONGEST_LINE {
            return Err("the camera program sent a line without end".into());
        }
        if end.is_some() {
            return Ok(Some(String::from_utf8_lossy(&line).trim_end_matches('\r').to_string()));
        }
    }
    Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).trim_end_matches('\r').to_string()))
}

/// Is a camera program: reads commands until 0 or the end of the input, takes pictures with `take`, writes objects.
///
/// # Errors
/// A broken stream, or a command that is none.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    mut take: impl FnMut() -> Result<Picture, EyeError>,
) -> Result<(), EyeError> {
    let mut colours: Vec<Colour> = Vec::new();
    let mut words = Words { left: Vec::new() };
    let mut say = |text: &str| {
        output.write_all(text.as_bytes()).and_then(|()| output.flush()).map_err(|e| EyeError(e.to_string()))
    };
    say(&format!("{HELLO}\n"))?;
    loop {
        let Some(word) = words.next(&mut input)? else { return Ok(()) };
        let command: i64 = word.parse().map_err(|_| format!("'{word}' is not a command"))?;
        match command {
            1 => match take() {
                Ok(picture) => {
                    let found = segment(&picture, &colours);
                    let mut text = String::new();
                    for s in found.objects().take(MOST) {
                        let c = &colours[s.colour];
                        text += &format!("O:{}\t{}\t{}\t{}\n", c.name, c.state, s.x, s.y);
                    }
                    say(&format!("{text}=\n"))?;
                }
                Err(cause) => say(&format!("F:{}\n", cause.0.replace('\n', " ")))?,
            },
            2 => {
                let n = words.number(&mut input)?;
                colours = (0..n).map(|_| taught(&mut words, &mut input)).collect::<Result<_, _>>()?;
                say(&format!("I:Camera learned about {n} object types.\n"))?;
            }
            3 => {
                let n = words.number(&mut input)?;
                for _ in 0..2 * n {
                    words.need(&mut input)?;
                }
                say(&format!("I:read {n} locations.\n"))?;
            }
            i64::MIN..=0 => return say("I:Camera terminating.\n"),
            _ => say(&format!("D:unknown command {command}\n"))?,
        }
    }
}

/// Two lines, `@name` and `@` with nine numbers.
fn taught(words: &mut Words, input: &mut impl BufRead) -> Result<Colour, EyeError> {
    let name = words.at_line(input)?;
    let text = words.at_line(input)?;
    let list: Vec<f64> = text.split_whitespace().filter_map(|w| w.parse().ok()).collect();
    let [h0, h1, s0, s1, v0, v1, z0, z1, state] = list[..] else {
        return Err(format!("'{text}' are not the nine numbers of a type").into());
    };
    Ok(Colour {
        name,
        state: state as i32,
        hue: (h0, h1),
        saturation: (s0, s1),
        value: (v0, v1),
        size: (z0.max(0.0) as u32, z1.max(0.0) as u32),
    })
}

/// Input cut at white space, except lines that begin with `@`.
struct Words {
    left: Vec<String>,
}

impl Words {
    fn next(&mut self, input: &mut impl BufRead) -> Result<Option<String>, EyeError> {
        while self.left.is_empty() {
            let Some(line) = bounded_line(input)? else { return Ok(None) };
            self.left = line.split_whitespace().rev().map(String::from).collect();
        }
        Ok(self.left.pop())
    }

    fn need(&mut self, input: &mut impl BufRead) -> Result<String, EyeError> {
        self.next(input)?.ok_or_else(|| "the input ended within a command".into())
    }

    fn number(&mut self, input: &mut impl BufRead) -> Result<usize, EyeError> {
        let word = self.need(input)?;
        word.parse()
            .ok()
            .filter(|n| *n <= MOST)
            .ok_or_else(|| EyeError(format!("'{word}' is not a count of at most {MOST}")))
    }

    fn at_line(&mut self, input: &mut impl BufRead) -> Result<String, EyeError> {
        loop {
            let line = bounded_line(input)?.ok_or("the input ended within a command")?;
            if let Some(rest) = line.trim().strip_prefix('@') {
                return Ok(rest.to_string());
            }
            if !line.trim().is_empty() {
                return Err(format!("'{line}' does not begin with @").into());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn red() -> Colour {
        Colour {
            name: "redFrog".into(),
            state: 1,
            hue: (337.0, 19.0),
            saturation: (0.44, 1.0),
            value: (0.28, 1.0),
            size: (200, 5000),
        }
    }

    fn table() -> Picture {
        let mut picture = Picture::new(120, 80, [230, 230, 230]);
        for y in 20..40 {
            for x in 50..70 {
                picture.put(x, y, [220, 30, 30]);
            }
        }
        picture
    }

    #[test]
    fn the_words_of_the_protocol_are_those_of_the_original() {
        let script = "2\n1\n@redFrog\n@337.0000 19.0000 0.4400 1.0000 0.2800 1.0000 200 5000 1\n3\n2\n20 135\n110 135\n1\n0\n";
        let mut out = Vec::new();
        serve(script.as_bytes(), &mut out, || Ok(table())).unwrap();
        let expected = "S:S3 Games Camera\nI:Camera learned about 1 object types.\nI:read 2 locations.\n\
                        O:redFrog\t1\t59\t29\n=\nI:Camera terminating.\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }

    #[test]
    fn client_and_program_understand_each_other() {
        let (to_program, from_client) = std::io::pipe().map(|(r, w)| (w, r)).unwrap();
        let (from_program, to_client) = std::io::pipe().unwrap();
        let program = std::thread::spawn(move || {
            let mut count = 0;
            serve(BufReader::new(from_client), to_client, || {
                count += 1;
                if count == 2 { Err("no camera".into()) } else { Ok(table()) }
            })
        });
        let mut client =
            Client::over(BufReader::new(from_program), to_program, Duration::from_secs(20)).unwrap();
        client.teach(&[red(), Colour { name: "two words".into(), state: 2, ..red() }], &[(20, 135)]).unwrap();
        let found = client.objects().unwrap();
        assert_eq!(found, [Object { name: "redFrog".into(), state: 1, x: 59, y: 29 }]);
        assert_eq!(client.told, ["Camera learned about 2 object types.", "read 1 locations."]);
        assert!(client.objects().unwrap_err().0.contains("failed: no camera"));
        assert_eq!(client.objects().unwrap().len(), 1);
        drop(client);
        assert_eq!(program.join().unwrap(), Ok(()));
    }

    #[test]
    fn a_program_that_says_something_else_is_named() {
        let start = |text: &'static str| Client::over(text.as_bytes(), Vec::new(), Duration::from_secs(20));
        assert!(start("hello\n").unwrap_err().0.contains("'hello' instead of"));
        assert!(start("").unwrap_err().0.contains("ended"));
        let mut client = start("S:S3 Games Camera\r\nO:red\t1\t5\n").unwrap();
        assert!(client.objects().unwrap_err().0.contains("not an object"));
        let endless = std::io::BufReader::new(std::io::repeat(b'x'));
        assert!(
            Client::over(endless, Vec::new(), Duration::from_secs(20)).unwrap_err().0.contains("without end")
        );
    }

    #[test]
    fn broken_commands_end_the_program_with_a_cause() {
        let cause = |text: &str| serve(text.as_bytes(), Vec::new(), || Ok(table())).unwrap_err();
        assert!(cause("x").0.contains("not a command"));
        assert!(cause("2\n99999999\n").0.contains("not a count"));
        assert!(cause("2\n1\n@a\n@1 2 3\n").0.contains("nine numbers"));
        assert!(cause("2\n1\nname\n").0.contains("begin with @"));
        assert!(cause("3\n2\n1 2\n").0.contains("ended within"));
    }
}
