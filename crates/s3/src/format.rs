//! The formatter: even spacing, headers in capitals, bodies indented. Comments and the order of lines stay.

use crate::diagnostic::Report;
use crate::print::as_written;
use crate::syntax::{self, Dialect};
use crate::{Diagnostic, Severity};

/// Keys whose values are expressions, by section header.
fn is_expression(section: &str, key: &str) -> bool {
    let key = key.to_lowercase();
    match section {
        "SCORINGS" | "END OF GAME" | "START" => true,
        "GAME RULES" => {
            matches!(
                key.as_str(),
                "state" | "player" | "condition" | "awardplayer" | "withscore" | "followup"
            )
        }
        _ => false,
    }
}

/// The spelling of a key.
fn spelling(key: &str) -> Option<&'static str> {
    const KEYS: [&str; 35] = [
        "name",
        "state",
        "hueMin",
        "hueMax",
        "saturationMin",
        "saturationMax",
        "valueMin",
        "valueMax",
        "sizeMin",
        "sizeMax",
        "states",
        "image",
        "point",
        "relevant",
        "shape",
        "visible",
        "type",
        "camera",
        "robot",
        "score",
        "player",
        "location",
        "zindex",
        "situation",
        "winner",
        "do",
        "element",
        "from",
        "to",
        "condition",
        "awardPlayer",
        "choice",
        "withScore",
        "followup",
        "repetition",
    ];
    KEYS.iter().copied().find(|k| !k.is_empty() && k.eq_ignore_ascii_case(key))
}

/// Formats the text of a file.
///
/// # Errors
/// The errors of a file that cannot be read.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let mut report = Report::new(text);
    let file = syntax::read(text, &mut report);
    if report.fatal() {
        return Err(report.sorted().into_iter().filter(|d| d.severity == Severity::Error).collect());
    }
    let dialect = file.dialect;
    let mut out: Vec<String> = Vec::new();
    let mut section = "BOARD".to_string();
    let mut inside = false;
    // Lines as the loader takes them.
    let text = text.replace("\r\n", "\n");
    for line in text.split(['\n', '\r']).map(syntax::trim) {
        if line.is_empty() {
            if out.last().is_some_and(|l: &String| !l.is_empty()) {
                out.push(String::new());
            }
        } else if line.starts_with("//") {
            out.push(if inside { format!("  {line}") } else { line.to_string() });
        } else if dialect == Dialect::One && line.encode_utf16().count() < 2 {
            // It means nothing and stays meaning nothing.
            out.push(line.to_string());
        } else if line.starts_with('[') {
            let mut name = line.chars();
            name.next();
            name.next_back();
            section = name.as_str().to_uppercase();
            inside = false;
            if out.last().is_some_and(|l| !l.is_empty()) && out.len() > 1 {
                out.push(String::new());
            }
            out.push(format!("[{section}]"));
        } else if section == "EXPRESSIONS" {
            out.push(body(line, &mut inside, dialect));
        } else {
            out.push(entry(line, &section, dialect));
        }
    }
    while out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    Ok(out.join("\n") + "\n")
}

fn expression(text: &str, dialect: Dialect) -> String {
    let printed =
        syntax::expression(text, 0, dialect, &mut Report::new(text)).map(|e| as_written(&e, dialect));
    // A line of one character would vanish in dialect 1.
    printed.filter(|p| dialect == Dialect::Two || p.len() > 1).unwrap_or_else(|| text.to_string())
}

fn body(line: &str, inside: &mut bool, dialect: Dialect) -> String {
    if !*inside {
        *inside = true;
        return line.to_string();
    }
    if line.eq_ignore_ascii_case("END") {
        *inside = false;
        return "END".to_string();
    }
    let declares = dialect == Dialect::Two && (line.starts_with("LOCAL ") || line.starts_with("GLOBAL "));
    if declares { format!("  {line}") } else { format!("  {}", expression(line, dialect)) }
}

fn entry(line: &str, section: &str, dialect: Dialect) -> String {
    let Some((key, value)) = line.split_once('=') else { return line.to_string() };
    let two = dialect == Dialect::Two;
    let (key, value) = if two { (key.trim_end(), value.trim_start()) } else { (key, value) };
    let exact = section == "BOARD" && !two;
    let key = spelling(key).filter(|_| !exact).unwrap_or(key);
    if is_expression(section, key) {
        format!("{key}={}", expression(value, dialect))
    } else {
        format!("{key}={value}")
    }
}
