//! `partie lesson`: what is wrong with a lesson, and which lessons there are.

use crate::output::{Answer, Output};
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use game::Lang;
use practice::lesson::{Fault, check, parse, text};
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct LessonArgs {
    #[command(subcommand)]
    pub(crate) command: LessonCommand,
}

#[derive(Subcommand)]
pub(crate) enum LessonCommand {
    /// Say everything that is wrong with a lesson, with line and cause
    Check {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// List the lessons that come with the program
    List {
        /// Language: en, cs or sk
        #[arg(long, default_value = "en")]
        lang: Lang,
    },
}

pub(crate) fn run(args: &LessonArgs, out: &mut Output) -> anyhow::Result<Answer> {
    match &args.command {
        LessonCommand::Check { files } => checked(files, out),
        LessonCommand::List { lang } => {
            let mut list = Vec::new();
            for (file, source) in server::shipped_lessons() {
                let Ok(lesson) = parse(&source) else { bail!("{file} has errors") };
                let title = text(&lesson.title, *lang).to_string();
                out.line(format!("{:14} {}", lesson.id, title))?;
                list.push(json!({"id": lesson.id, "game": lesson.record.game, "title": title}));
            }
            out.document(&json!({"lessons": list}))?;
            Ok(Answer::Yes)
        }
    }
}

/// Everything that is wrong with one text.
fn faults(source: &str) -> anyhow::Result<Vec<Fault>> {
    let lesson = match parse(source) {
        Ok(lesson) => lesson,
        Err(faults) => return Ok(faults),
    };
    let game = super::open(&lesson.record.game).context("the header 'game'")?;
    Ok(check(&lesson, &mut *game.table(1)))
}

fn checked(files: &[PathBuf], out: &mut Output) -> anyhow::Result<Answer> {
    let (mut good, mut list) = (true, Vec::new());
    for path in files {
        let shown = path.display().to_string();
        let source = super::read(path)?;
        let found = match faults(&source) {
            Ok(found) => found,
            Err(error) => vec![Fault { line: 1, cause: format!("{error:#}") }],
        };
        good &= found.is_empty();
        for fault in &found {
            out.line(format!("{shown}: {fault}"))?;
        }
        if found.is_empty() {
            out.line(format!("{shown}: every move is legal, every fact is true"))?;
        }
        let found: Vec<_> = found.iter().map(|f| json!({"line": f.line, "cause": f.cause})).collect();
        list.push(json!({"file": shown, "ok": found.is_empty(), "errors": found}));
    }
    out.document(&json!({"ok": good, "files": list}))?;
    Ok(if good { Answer::Yes } else { Answer::No })
}
