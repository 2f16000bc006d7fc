//! `partie completions` and `partie man`.

use crate::args::{Args, Completions};
use crate::output::{Answer, Output};
use clap::CommandFactory;
use serde_json::json;

pub(crate) fn completions(args: &Completions, out: &mut Output) -> anyhow::Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "partie", &mut script);
    text(script, out)
}

pub(crate) fn man(out: &mut Output) -> anyhow::Result<Answer> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Args::command()).render(&mut page)?;
    text(page, out)
}

fn text(bytes: Vec<u8>, out: &mut Output) -> anyhow::Result<Answer> {
    let text = String::from_utf8(bytes)?;
    out.prompt(&text)?;
    out.document(&json!({ "text": text }))?;
    Ok(Answer::Yes)
}
