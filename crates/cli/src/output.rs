//! Where answers go: text for people, or one JSON document and nothing else.

use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};

/// What a command found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Done, or yes.
    Yes,
    /// The answer is no.
    No,
    /// The input was wrong, and the document has said so.
    Mistake,
    /// The exit code a program asked for.
    Code(i32),
}

/// Standard output of one command.
pub(crate) struct Output {
    json: bool,
    /// The answer, once it is known: what the exit code says if the reader goes away before the end.
    decided: Option<Answer>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Output {
        Output { json, decided: None }
    }

    /// Says what the answer will be, before it is printed: `partie check GAME | head -3` has its exit code, too.
    pub(crate) fn decided(&mut self, answer: Answer) {
        self.decided = Some(answer);
    }

    /// What the exit code says when the reader has gone away: the answer if there was one, else what the shell says of a program that
    /// a broken pipe ended.
    pub(crate) fn abandoned(&self) -> Answer {
        self.decided.unwrap_or(Answer::Code(128 + 13))
    }

    /// Whether the answer must be one JSON document.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether text may be coloured.
    pub(crate) fn colour(&self) -> bool {
        !self.json && io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none()
    }

    /// A line for people; nothing when JSON was asked for.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> anyhow::Result<()> {
        if !self.json {
            writeln!(io::stdout(), "{}", text.as_ref())?;
        }
        Ok(())
    }

    /// Text for people without a line end, shown at once.
    pub(crate) fn prompt(&mut self, text: &str) -> anyhow::Result<()> {
        if !self.json {
            let mut out = io::stdout();
            write!(out, "{text}")?;
            out.flush()?;
        }
        Ok(())
    }

    /// The JSON document; nothing when text was asked for.
    pub(crate) fn document(&mut self, value: &Value) -> anyhow::Result<()> {
        if self.json {
            writeln!(io::stdout(), "{value}")?;
        }
        Ok(())
    }

    /// Something to know beside the answer, on standard error.
    pub(crate) fn note(&mut self, text: impl AsRef<str>) -> anyhow::Result<()> {
        writeln!(io::stderr(), "{}", text.as_ref())?;
        Ok(())
    }

    /// The mistake that ended the command: on standard error, and as the document when JSON was asked for.
    pub(crate) fn error(&mut self, error: &anyhow::Error) {
        let text = format!("{error:#}");
        if self.json {
            let _ = writeln!(io::stdout(), "{}", json!({ "error": text })); // Standard error still hears of it.
        }
        let _ = writeln!(io::stderr(), "error: {text}"); // Where nobody listens there is nothing left to say it to.
    }
}

/// Whether the reader of our output has gone away, as `head` does (a broken pipe).
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
