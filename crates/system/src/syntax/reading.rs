//! Syntax errors with their usual causes: a missing full stop, two rules that run together, a variable as the name of a
//! term, several bars in a list.

use crate::diagnostic::Report;
use std::collections::HashSet;

/// Findings of the reader with hints about the usual causes.
pub(crate) fn findings(found: &[logic::Diagnostic], text: &str, report: &mut Report<'_>) {
    let spans = crate::syntax::spans(text);
    let line_at = |at: usize| text[..at].bytes().filter(|&b| b == b'\n').count() + 1;
    let tail = spans.last().map_or(0, |s| s.1);
    for d in found {
        let error = d.severity == logic::Severity::Error;
        let line = d.line as usize;
        let clause = spans.iter().rev().find(|(s, _)| line_at(*s) <= line);
        let (start, said) = match clause {
            // Behind the last full stop there is a clause without one.
            Some(&(s, e)) if line <= line_at(e) => (s, &text[s..e]),
            _ => (tail, &text[tail..]),
        };
        let open = error.then(|| unstopped(said)).flatten();
        if let Some(at) = open {
            let line = line_at(start + at);
            let hint = "end every clause with a full stop: player(ann).";
            report.add(true, line, usize::MAX, "a full stop is missing at the end of this line".into(), hint);
            continue;
        }
        let hint = match () {
            () if !error => "",
            () if variable_name(said) => {
                "a variable cannot be the name of a term: write field(F, Tokens), not field-F(Tokens)"
            }
            () if bars(said) => "a list has one bar: write [A, B | Rest], not [A | B | Rest]",
            () if glued(said) => "put a blank or a new line after a full stop",
            () if said.contains(":-") && second_neck(said) => {
                "two rules run together: is there a comma where the full stop of the first should be?"
            }
            () => "",
        };
        report.add(error, line, d.column as usize, d.message.clone(), hint);
    }
}

/// Where a clause that could not be read lacks its full stop, if it looks like that: the byte at which a line ends that is
/// complete, while the next one begins a clause of its own.
fn unstopped(said: &str) -> Option<usize> {
    let plain = blanked(said);
    let mut depth = 0i32;
    let mut last = None;
    for (i, c) in plain.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '\n' if depth == 0 => {
                let next = plain[i + 1..].lines().find(|l| !l.trim().is_empty());
                let begins =
                    next.is_some_and(|l| l.starts_with(|c: char| c.is_lowercase()) || l.starts_with(":-"));
                let complete = last.is_some_and(|(_, c): (usize, char)| {
                    c.is_alphanumeric() || matches!(c, ')' | ']' | '}' | '\'' | '"' | '_' | '!')
                });
                if begins && complete {
                    return last.map(|(at, _)| at);
                }
            }
            _ => {}
        }
        if !c.is_whitespace() {
            last = Some((i, c));
        }
    }
    // The text ends without a full stop.
    let ends = last
        .filter(|(_, c)| depth == 0 && (c.is_alphanumeric() || matches!(c, ')' | ']' | '\'' | '_' | '!')));
    ends.map(|(at, _)| at)
}

/// The text with the insides of comments and quotes made blank; as long as before, lines as before.
fn blanked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let blank = |c: char| if c == '\n' { "\n".to_string() } else { " ".repeat(c.len_utf8()) };
    while let Some(c) = chars.next() {
        match c {
            '%' => {
                out.push(' ');
                while let Some(c) = chars.next_if(|&c| c != '\n') {
                    out.push_str(&blank(c));
                }
            }
            '/' if chars.peek() == Some(&'*') => {
                out.push(' ');
                let mut before = ' ';
                for c in chars.by_ref() {
                    out.push_str(&blank(c));
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = c;
                }
            }
            '\'' | '"' => {
                out.push(c);
                while let Some(i) = chars.next() {
                    if i == c {
                        out.push(c);
                        break;
                    }
                    out.push_str(&blank(i));
                    if i == '\\'
                        && let Some(escaped) = chars.next()
                    {
                        out.push_str(&blank(escaped));
                    }
                }
            }
            _ => out.push(c),
        }
    }
    out
}

/// Whether a clause begins directly behind a full stop.
fn glued(said: &str) -> bool {
    let plain = blanked(said);
    let b = plain.as_bytes();
    (1..b.len().saturating_sub(1))
        .any(|i| b[i] == b'.' && matches!(b[i - 1], b')' | b']') && b[i + 1].is_ascii_lowercase())
}

/// Whether a clause has two necks.
fn second_neck(said: &str) -> bool {
    blanked(said).matches(":-").count() > 1
}

/// The names that begin a line of a text that could not be read.
pub(crate) fn begun(found: &[logic::Diagnostic], text: &str) -> HashSet<String> {
    if !found.iter().any(|d| d.severity == logic::Severity::Error) {
        return HashSet::new();
    }
    let name = |line: &str| line.split('(').next().unwrap_or(line).trim().to_string();
    blanked(text).lines().map(name).filter(|n| !n.is_empty()).collect()
}

/// Whether a variable stands directly before a bracket.
fn variable_name(text: &str) -> bool {
    let b = text.as_bytes();
    (1..b.len()).any(|i| {
        if b[i] != b'(' {
            return false;
        }
        let mut k = i;
        while k > 0 && (b[k - 1].is_ascii_alphanumeric() || b[k - 1] == b'_') {
            k -= 1;
        }
        k < i && (b[k].is_ascii_uppercase() || b[k] == b'_' || b[k].is_ascii_digit())
    })
}

/// Whether a list has two bars.
fn bars(text: &str) -> bool {
    let mut open: Vec<u32> = Vec::new();
    for c in text.chars() {
        match c {
            '[' | '(' => open.push(0),
            ']' | ')' => {
                open.pop();
            }
            '|' => {
                if let Some(n) = open.last_mut() {
                    *n += 1;
                    if *n > 1 {
                        return true;
                    }
                }
            }
            _ => {}
        }
    }
    false
}
