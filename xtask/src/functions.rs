//! The length of functions, by indentation: rustfmt closes a function at the column where it began.

/// Each function longer than `wall` lines: its first line (from 1), its name, its length.
pub(crate) fn longer_than(wall: usize, text: &str) -> Vec<(usize, String, usize)> {
    let mut found = Vec::new();
    let mut open: Vec<(usize, usize, String)> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let body = line.trim_start();
        let indent = line.len() - body.len();
        if let Some(name) = function_name(body)
            && !body.ends_with('}')
            && !body.ends_with(';')
        {
            open.push((indent, i, name));
        } else if (body == "}" || body == "};") && open.last().is_some_and(|(at, _, _)| *at == indent) {
            let (_, start, name) = open.pop().expect("one is open");
            let length = i - start + 1;
            if length > wall {
                found.push((start + 1, name, length));
            }
        }
    }
    found
}

/// The name, if the line begins a function.
fn function_name(body: &str) -> Option<String> {
    let mut rest = body;
    for prefix in ["pub(crate) ", "pub(super) ", "pub ", "const ", "async ", "unsafe ", "extern \"C\" "] {
        rest = rest.strip_prefix(prefix).unwrap_or(rest);
    }
    let name = rest.strip_prefix("fn ")?;
    Some(name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_functions_are_named() {
        let text = "pub(crate) fn long() {\n    a();\n    b();\n}\n\nfn short() {\n}\n";
        assert_eq!(longer_than(3, text), [(1, "long".to_string(), 4)]);
    }

    #[test]
    fn a_function_in_a_function_is_counted_by_itself() {
        let text = "fn outer() {\n    fn inner() {\n        a();\n    }\n}\n";
        assert_eq!(longer_than(2, text), [(2, "inner".into(), 3), (1, "outer".into(), 5)]);
    }
}
