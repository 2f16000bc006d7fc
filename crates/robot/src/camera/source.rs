//! Where pictures come from: a file, a folder, a program, somebody who sends them. A V4L camera is read through `ffmpeg`: the kernel's interface needs unsafe calls,
//! which this workspace forbids.

use super::Picture;
use crate::eye::{EyeError, NO_PICTURE};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, SystemTime};

/// A program that takes a picture may take this long.
const PATIENCE: Duration = Duration::from_secs(20);
/// And write so many bytes.
const MOST: u64 = 64 << 20;

/// Something that takes pictures.
pub trait Source: Send {
    /// Takes a picture now.
    ///
    /// # Errors
    /// Says why there is none: the camera is gone, the file cannot be read.
    fn take(&mut self) -> Result<Picture, EyeError>;
}

impl<F: FnMut() -> Result<Picture, EyeError> + Send> Source for F {
    fn take(&mut self) -> Result<Picture, EyeError> {
        self()
    }
}

/// A file that is read anew each time.
#[derive(Clone, Debug)]
pub struct File(pub PathBuf);

impl Source for File {
    fn take(&mut self) -> Result<Picture, EyeError> {
        Picture::open(&self.0)
    }
}

/// The pictures of a folder.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    newest: bool,
    last: Option<PathBuf>,
}

impl Folder {
    /// Always the newest picture.
    pub fn newest(path: impl Into<PathBuf>) -> Folder {
        Folder { path: path.into(), newest: true, last: None }
    }

    /// One after another, by name.
    pub fn in_order(path: impl Into<PathBuf>) -> Folder {
        Folder { path: path.into(), newest: false, last: None }
    }

    fn pictures(&self) -> Result<Vec<PathBuf>, EyeError> {
        let place = self.path.display();
        let entries = std::fs::read_dir(&self.path).map_err(|e| format!("{place}: {e}"))?;
        let picture = |p: &PathBuf| {
            let ending = p.extension().and_then(|e| e.to_str()).unwrap_or_default().to_lowercase();
            matches!(ending.as_str(), "png" | "jpg" | "jpeg")
        };
        let mut list: Vec<PathBuf> =
            entries.filter_map(Result::ok).map(|e| e.path()).filter(picture).collect();
        list.sort();
        Ok(list)
    }
}

impl Source for Folder {
    fn take(&mut self) -> Result<Picture, EyeError> {
        let list = self.pictures()?;
        let place = self.path.display().to_string();
        let chosen = if self.newest {
            let time =
                |p: &Path| std::fs::metadata(p).and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            list.into_iter().max_by_key(|p| (time(p), p.clone()))
        } else {
            list.into_iter().find(|p| self.last.as_ref().is_none_or(|last| p > last))
        };
        let chosen = chosen.ok_or_else(|| match &self.last {
            Some(last) => format!("{place}: there is no picture after {}", last.display()),
            None => format!("{place}: there is no PNG or JPEG picture"),
        })?;
        let picture = Picture::open(&chosen)?;
        self.last = Some(chosen);
        Ok(picture)
    }
}

/// A program that writes one PNG or JPEG picture and ends.
#[derive(Clone, Debug)]
pub struct Program {
    words: Vec<String>,
    patience: Duration,
}

impl Program {
    /// The program with its arguments; no shell reads them.
    ///
    /// # Errors
    /// Says that there is no program.
    pub fn new(words: Vec<String>) -> Result<Program, EyeError> {
        if words.first().is_none_or(String::is_empty) {
            return Err("no program is named that would take pictures".into());
        }
        Ok(Program { words, patience: PATIENCE })
    }

    /// One frame of a V4L device through `ffmpeg`.
    pub fn v4l(device: &str) -> Program {
        let words =
            ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "v4l2", "-i", device, "-frames:v", "1"];
        let output = ["-f", "image2pipe", "-c:v", "png", "-"];
        Program { words: words.into_iter().chain(output).map(String::from).collect(), patience: PATIENCE }
    }

    /// The same with less patience.
    pub fn patient(mut self, patience: Duration) -> Program {
        self.patience = patience;
        self
    }
}

impl Source for Program {
    fn take(&mut self) -> Result<Picture, EyeError> {
        let name = &self.words[0];
        let mut child = Command::new(name)
            .args(&self.words[1..])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("{name} cannot be started: {e}"))?;
        let stdout = child.stdout.take().ok_or_else(|| format!("{name} has no output"))?;
        let (send, receive) = mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = stdout.take(MOST).read_to_end(&mut bytes);
            // Nobody listens any more when patience has run out.
            let _ = send.send(read.map(|_| bytes));
        });
        let answer = receive.recv_timeout(self.patience);
        if answer.is_err() {
            let _ = child.kill();
        }
        let ended = child.wait();
        let bytes = answer
            .map_err(|_| format!("{name} took no picture in {} s", self.patience.as_secs_f32()))?
            .map_err(|e| format!("{name}: {e}"))?;
        if bytes.is_empty() {
            let how = ended.map_or_else(|e| e.to_string(), |status| status.to_string());
            return Err(format!("{name} gave no picture ({how})").into());
        }
        Picture::decode(&bytes).map_err(|e| EyeError(format!("{name}: {e}")))
    }
}

/// Where somebody else leaves pictures when they are asked for, such as a page with a camera.
#[derive(Clone, Debug, Default)]
pub struct Mailbox(Arc<(Mutex<Mail>, Condvar)>);

#[derive(Debug, Default)]
struct Mail {
    wanted: bool,
    picture: Option<Picture>,
}

impl Mailbox {
    /// Whether a picture is waited for.
    pub fn wanted(&self) -> bool {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).wanted
    }

    /// Brings a picture, PNG or JPEG. One that nobody waits for is dropped.
    ///
    /// # Errors
    /// It is not a picture.
    pub fn bring(&self, bytes: &[u8]) -> Result<(), EyeError> {
        if !self.wanted() {
            return Ok(());
        }
        let picture = Picture::decode(bytes)?;
        let mut mail = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if mail.wanted {
            *mail = Mail { wanted: false, picture: Some(picture) };
            self.0.1.notify_all();
        }
        Ok(())
    }
}

/// Pictures that are brought by somebody else.
#[derive(Debug)]
pub struct Posted {
    mailbox: Mailbox,
    patience: Duration,
}

impl Posted {
    /// Pictures that are brought to this mailbox.
    pub fn new(mailbox: Mailbox) -> Posted {
        Posted { mailbox, patience: PATIENCE }
    }

    /// The same with less patience.
    pub fn patient(mut self, patience: Duration) -> Posted {
        self.patience = patience;
        self
    }
}

impl Source for Posted {
    fn take(&mut self) -> Result<Picture, EyeError> {
        let (mail, came) = &*self.mailbox.0;
        let mut mail = mail.lock().unwrap_or_else(PoisonError::into_inner);
        *mail = Mail { wanted: true, picture: None };
        let waited = came.wait_timeout_while(mail, self.patience, |mail| mail.wanted);
        let (mut mail, _) = waited.unwrap_or_else(PoisonError::into_inner);
        mail.wanted = false;
        let seconds = self.patience.as_secs_f32();
        mail.picture.take().ok_or_else(|| {
            let remedy = "open the page of the arm and let it use the camera";
            EyeError(format!("{NO_PICTURE} in {seconds} s: {remedy}"))
        })
    }
}

/// The source of a description: `file:PATH`, `folder:PATH` (in order), `newest:PATH`, `v4l:/dev/video0`, `command:PROGRAM ARGUMENTS`, or
/// a bare path of a file or a folder.
///
/// # Errors
/// Says what is wrong with the description.
pub fn open(text: &str) -> Result<Box<dyn Source>, EyeError> {
    let (kind, rest) = text.split_once(':').unwrap_or(("", text));
    Ok(match kind {
        "file" => Box::new(File(rest.into())),
        "folder" => Box::new(Folder::in_order(rest)),
        "newest" => Box::new(Folder::newest(rest)),
        "v4l" => Box::new(Program::v4l(if rest.is_empty() { "/dev/video0" } else { rest })),
        "command" => Box::new(Program::new(rest.split_whitespace().map(String::from).collect())?),
        _ => {
            let path = Path::new(text);
            let about = std::fs::metadata(path).map_err(|e| {
                format!(
                    "unknown eye '{text}': it names no picture either ({e}); known are keyboard, sim, rendered, file:PATH, \
                     folder:PATH, newest:PATH, v4l:DEVICE, command:PROGRAM and (with --serve) browser"
                )
            })?;
            if about.is_dir() { Box::new(Folder::in_order(path)) } else { Box::new(File(path.into())) }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("partie-camera-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn a_folder_gives_its_pictures_in_order_and_says_when_there_are_no_more() {
        let path = scratch("order");
        for (name, red) in [("b.png", 2), ("a.png", 1), ("note.txt", 9)] {
            std::fs::write(path.join(name), Picture::new(2, 2, [red, 0, 0]).png().unwrap()).unwrap();
        }
        let mut folder = open(path.to_str().unwrap()).unwrap();
        assert_eq!(folder.take().unwrap().at(0, 0), [1, 0, 0]);
        assert_eq!(folder.take().unwrap().at(0, 0), [2, 0, 0]);
        assert!(folder.take().unwrap_err().0.contains("no picture after"));
        std::fs::write(path.join("c.png"), Picture::new(2, 2, [3, 0, 0]).png().unwrap()).unwrap();
        assert_eq!(folder.take().unwrap().at(0, 0), [3, 0, 0]);
        std::fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn the_newest_picture_of_a_folder_is_the_last_one_written() {
        let path = scratch("newest");
        let write = |name: &str, red: u8, seconds: u64| {
            std::fs::write(path.join(name), Picture::new(2, 2, [red, 0, 0]).png().unwrap()).unwrap();
            let file = std::fs::File::options().write(true).open(path.join(name)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
        };
        write("z.png", 1, 1000);
        write("a.png", 2, 2000);
        let mut folder = Folder::newest(&path);
        assert_eq!(folder.take().unwrap().at(1, 1), [2, 0, 0]);
        write("m.png", 3, 3000);
        assert_eq!(folder.take().unwrap().at(1, 1), [3, 0, 0]);
        std::fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn a_program_gives_a_picture_or_the_cause_why_not() {
        let path = scratch("program");
        let file = path.join("p.png");
        std::fs::write(&file, Picture::new(3, 2, [7, 8, 9]).png().unwrap()).unwrap();
        let mut cat = open(&format!("command:cat {}", file.display())).unwrap();
        assert_eq!(cat.take().unwrap().at(2, 1), [7, 8, 9]);
        let cause = |text: &str| open(text).and_then(|mut s| s.take()).unwrap_err();
        assert!(cause("command:false").0.contains("gave no picture"));
        assert!(cause("command:echo hello").0.contains("neither a PNG nor a JPEG"));
        assert!(cause("command:partie-no-such-program").0.contains("cannot be started"));
        assert!(cause("command:").0.contains("no program"));
        assert!(cause("/no/such/path").0.contains("unknown eye '/no/such/path'"));
        std::fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn a_picture_is_brought_when_it_is_asked_for() {
        let mailbox = Mailbox::default();
        let png = Picture::new(3, 2, [7, 8, 9]).png().unwrap();
        // Nobody asks: whatever comes is dropped, also what is not a picture.
        assert!(!mailbox.wanted() && mailbox.bring(b"nonsense").is_ok() && mailbox.bring(&png).is_ok());
        let none = Posted::new(mailbox.clone()).patient(Duration::ZERO).take().unwrap_err();
        assert!(none.0.contains("no picture came") && !mailbox.wanted(), "{none}");
        let taker = std::thread::spawn({
            let mailbox = mailbox.clone();
            move || Posted::new(mailbox).take()
        });
        while !mailbox.wanted() {
            std::thread::yield_now();
        }
        assert!(mailbox.bring(b"nonsense").is_err() && mailbox.wanted(), "it goes on waiting");
        mailbox.bring(&png).unwrap();
        assert_eq!(taker.join().unwrap().unwrap().at(2, 1), [7, 8, 9]);
        assert!(!mailbox.wanted());
    }

    #[test]
    fn a_program_that_never_ends_is_ended() {
        let words = vec!["tail".into(), "-f".into(), "/dev/null".into()];
        let mut program = Program::new(words).unwrap().patient(Duration::from_millis(50));
        assert!(program.take().unwrap_err().0.contains("took no picture"));
    }
}
