//! How the original splits a line: which characters are blank, how lists and numbers are read. Kept for dialect 1, where a
//! file must load exactly if the original loads it.

/// Without the characters up to the blank at both ends, control characters among them.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(|c| c <= ' ')
}

/// The parts between commas; empty ones at the end do not count, but a text without a comma is one part.
pub(crate) fn commas(text: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = text.split(',').collect();
    while parts.len() > 1 && parts.last().is_some_and(|p| p.is_empty()) {
        parts.pop();
    }
    if parts == [""] && text.contains(',') {
        parts.clear();
    }
    parts
}

/// The numbers of `base(i,j)`: none without a parenthesis, `None` where one of them is not a number. The last character is
/// taken for the closing parenthesis whatever it is.
pub(crate) fn indexes(name: &str) -> Option<Vec<i32>> {
    let Some((_, inner)) = name.split_once('(') else { return Some(Vec::new()) };
    let mut inner = inner.chars();
    inner.next_back()?;
    commas(inner.as_str()).into_iter().map(|p| trim(p).parse().ok()).collect()
}

/// A number with a fraction, which may end with a letter for its precision.
pub(crate) fn real(text: &str) -> Option<f64> {
    let text = trim(text);
    let digits = text.strip_suffix(['d', 'D', 'f', 'F']).unwrap_or(text);
    let named = matches!(digits.trim_start_matches(['+', '-']), "NaN" | "Infinity");
    let plain = digits.chars().all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
    if plain || (named && digits == text) { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{commas, indexes, real, trim};

    #[test]
    fn lists_and_numbers_are_read_as_the_original_reads_them() {
        assert_eq!(trim("\0\t a\u{a0} \u{1f}"), "a\u{a0}");
        assert_eq!(commas("1,2,,"), ["1", "2"]);
        assert_eq!(commas(""), [""]);
        assert!(commas(",").is_empty());
        assert_eq!(indexes("a"), Some(vec![]));
        assert_eq!(indexes("a( 1,+2 )"), Some(vec![1, 2]));
        assert_eq!(indexes("a(12"), Some(vec![1]));
        assert_eq!(indexes("a(1,2,)"), Some(vec![1, 2]));
        assert_eq!(indexes("a(,)"), Some(vec![]));
        for wrong in ["a(", "a()", "a(x)", "a(1)b", "a(99999999999)"] {
            assert_eq!(indexes(wrong), None, "{wrong}");
        }
        assert_eq!(real(" 1.5f"), Some(1.5));
        assert_eq!(real("-2e1"), Some(-20.0));
        assert_eq!(real("inf"), None);
        assert_eq!(real(""), None);
    }
}
