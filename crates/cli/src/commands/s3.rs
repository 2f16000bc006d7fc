//! `partie s3`: a description laid out in the usual way, or turned from dialect 1 into dialect 2.

use crate::args::{S3, S3Action};
use crate::output::{Answer, Output};
use anyhow::Context;
use serde_json::json;

pub(crate) fn run(args: &S3, out: &mut Output) -> anyhow::Result<Answer> {
    let text = super::read(&args.file)?;
    let name = args.file.display().to_string();
    let result = match args.action {
        S3Action::Format => s3::format(&text),
        S3Action::Convert => s3::convert(&text),
    };
    let written = result.map_err(|mistakes| {
        let shown: Vec<String> = mistakes.iter().map(|d| d.render(&name).trim_end().to_string()).collect();
        anyhow::anyhow!("{name}\n{}", shown.join("\n"))
    })?;
    match &args.out {
        Some(path) => {
            std::fs::write(path, &written).with_context(|| format!("cannot write {}", path.display()))?;
            out.line(format!("{} written", path.display()))?;
        }
        None => out.prompt(&written)?,
    }
    out.document(&json!({"file": name, "text": written}))?;
    Ok(Answer::Yes)
}
