//! Lays a rule file out in the usual way. Comments stay; what is laid out once stays as it is.

use crate::finding::{self, Finding, Severity};
use crate::syntax::lex::Comment;
use crate::syntax::tree::{Block, Clause, Rule, Span};
use crate::syntax::{self};

/// Longer lines are broken where they can be.
const WIDTH: usize = 100;

/// The file in the usual layout.
///
/// # Errors
/// Everything that is wrong with it.
pub fn format(text: &str) -> Result<String, Vec<Finding>> {
    let (file, lexed) = syntax::parse(text);
    if lexed.findings.iter().any(|f| f.severity == Severity::Error) {
        let mut findings = lexed.findings;
        finding::settle(text, &mut findings);
        return Err(findings);
    }
    let mut layout = Layout { text, comments: &lexed.comments, next: 0, out: String::new(), last: 0 };
    if let Some(span) = file.prolog {
        layout.open(span, "PROLOG", file.clauses.is_empty());
        file.clauses.iter().for_each(|clause| layout.clause(clause));
        layout.shut(span);
    }
    for block in &file.blocks {
        layout.block(block);
    }
    layout.comments_before(usize::MAX, 0);
    Ok(layout.out)
}

struct Layout<'a> {
    text: &'a str,
    comments: &'a [Comment],
    /// The next comment to place.
    next: usize,
    out: String,
    /// The byte of the source up to which everything is laid out.
    last: usize,
}

impl Layout<'_> {
    /// An empty line where the source has at least one before this byte.
    fn gap(&mut self, at: usize) {
        let between = self.text.get(self.last..at).unwrap_or_default();
        let fresh = self.out.is_empty() || self.out.ends_with("{\n");
        if !fresh && between.split('\n').count() > 2 && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// The comments that stand before a byte, each on a line of its own.
    fn comments_before(&mut self, at: usize, indent: usize) {
        while let Some(comment) = self.comments.get(self.next).filter(|c| c.from < at) {
            self.gap(comment.from);
            self.line(indent, &comment.text);
            self.last = comment.from + comment.text.len();
            self.next += 1;
        }
    }

    /// The comment behind an item, on its last line.
    fn comment_behind(&mut self, to: usize) {
        self.last = to;
        let Some(comment) = self.comments.get(self.next) else { return };
        let same_line = self
            .text
            .get(to..comment.from)
            .is_some_and(|between| between.trim_matches([' ', '\t']).is_empty());
        if same_line && self.out.ends_with('\n') {
            self.out.pop();
            self.out.push(' ');
            self.out.push_str(&comment.text);
            self.out.push('\n');
            self.last = comment.from + comment.text.len();
            self.next += 1;
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.out.push_str(&" ".repeat(indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// The comments before and inside an item, and the empty line before them.
    fn lead(&mut self, span: Span, indent: usize) {
        let first = self.comments.get(self.next).map_or(span.from, |c| c.from.min(span.from));
        self.gap(first);
        self.comments_before(span.to, indent);
        if self.last < span.from {
            self.gap(span.from);
        }
    }

    fn open(&mut self, span: Span, name: &str, empty: bool) {
        self.comments_before(span.from, 0);
        if !self.out.is_empty() && !self.out.ends_with("\n\n") && self.last < span.from {
            self.gap(span.from);
        }
        let inside = self.comments.get(self.next).is_some_and(|c| c.from < span.to);
        self.last = span.from + name.len();
        if empty && !inside {
            self.line(0, &format!("{name} {{"));
        } else {
            self.line(0, &format!("{name} {{"));
            if let Some(at) = self.text[span.from..span.to].find('{') {
                self.comment_behind(span.from + at + 1);
            }
        }
    }

    fn shut(&mut self, span: Span) {
        self.comments_before(span.to, 4);
        if self.out.ends_with("\n\n") {
            self.out.pop();
        }
        if self.out.ends_with("{\n") {
            // Nothing inside: the block is one line.
            self.out.pop();
            self.out.push_str(" }\n");
        } else {
            self.line(0, "}");
        }
        self.comment_behind(span.to);
    }

    fn clause(&mut self, clause: &Clause) {
        self.lead(clause.span, 4);
        let whole = format!("{}.", clause.term.text());
        match clause.term.clause() {
            (head, Some(body)) if whole.chars().count() + 4 > WIDTH => {
                self.line(4, &format!("{} :-", head.text()));
                let goals = body.conjuncts();
                for (i, goal) in goals.iter().enumerate() {
                    let end = if i + 1 == goals.len() { "." } else { "," };
                    self.line(8, &format!("{goal}{end}"));
                }
            }
            _ => self.line(4, &whole),
        }
        self.comment_behind(clause.span.to);
    }

    fn block(&mut self, block: &Block) {
        self.open(block.span, &block.name, block.rules.is_empty());
        block.rules.iter().for_each(|rule| self.rule(rule));
        self.shut(block.span);
    }

    fn rule(&mut self, rule: &Rule) {
        let head = Span { to: rule.then, ..rule.span };
        self.lead(head, 4);
        let whole = format!("IF ({}) {{", rule.condition.text());
        if whole.chars().count() + 4 <= WIDTH {
            self.line(4, &whole);
        } else {
            self.line(4, "IF (");
            for (word, part) in rule.condition.parts() {
                self.line(8, &format!("{word}{part}"));
            }
            self.line(4, ") {");
        }
        self.last = rule.then;
        if let Some(at) = self.text[rule.then..].find('{') {
            self.comment_behind(rule.then + at + 1);
        }
        for action in &rule.actions {
            self.lead(action.span, 8);
            self.line(8, &format!("{} {}.", action.deed.word(), action.goal.text()));
            self.comment_behind(action.span.to);
        }
        self.comments_before(rule.span.to, 8);
        self.line(4, "}");
        self.comment_behind(rule.span.to);
    }
}
