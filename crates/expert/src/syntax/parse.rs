//! Tokens to a tree of blocks, rules, conditions and actions. What is wrong is noted, and reading goes on after it.

use super::lex::{Kind, Lexed, MOST_FINDINGS, Token, lex};
use super::term::Reader;
use super::tree::{Action, Block, Clause, Condition, Deed, File, Formula, Goal, Piece, Rule, Span};
use crate::finding::{Finding, Place};
use game::nearest;

/// Formulas and connectives of one condition, actions of one rule: more are a slip.
const MOST_PARTS: usize = 300;

/// Reads a file: the tree of what could be read, the comments, and everything that is wrong.
pub(crate) fn parse(text: &str) -> (File, Lexed) {
    let mut lexed = lex(text);
    let tokens = std::mem::take(&mut lexed.tokens);
    let reader = Reader { tokens: &tokens, at: 0, end: lexed.end };
    let mut parser =
        Parser { text, reader, findings: std::mem::take(&mut lexed.findings), parts: 0, acting: false };
    let file = parser.file();
    lexed.findings = parser.findings;
    lexed.tokens = tokens;
    (file, lexed)
}

struct Parser<'a> {
    text: &'a str,
    reader: Reader<'a>,
    findings: Vec<Finding>,
    /// Parts of the condition being read.
    parts: usize,
    /// The brace before the actions of the rule being read was met.
    acting: bool,
}

impl<'a> Parser<'a> {
    fn wrong(&mut self, finding: Finding) {
        if self.findings.len() < MOST_FINDINGS {
            self.findings.push(finding);
        }
    }

    /// The span from a token to the last one read.
    fn span(&self, first: usize) -> Span {
        let tokens = self.reader.tokens;
        let place = tokens.get(first).map_or(self.reader.end, |t| t.place);
        let from = tokens.get(first).map_or(0, |t| t.from);
        let to = self.reader.at.checked_sub(1).and_then(|last| tokens.get(last)).map_or(from, |t| t.to);
        Span { place, from, to: to.max(from) }
    }

    fn file(&mut self) -> File {
        let mut file = File::default();
        while self.reader.peek().is_some() {
            let first = self.reader.at;
            let Some(name) = self.reader.word() else {
                let finding = self.reader.expected("the name of a block");
                self.wrong(finding.hint("a file is PROLOG { clauses } and blocks such as GETTURN { rules }"));
                self.skip_to_block();
                continue;
            };
            let place = self.reader.place();
            self.reader.at += 1;
            if !self.reader.is_mark('{') {
                let finding = self.reader.expected(&format!("'{{' after the block name {name}"));
                self.wrong(finding);
                self.skip_to_block();
                continue;
            }
            self.reader.at += 1;
            if name == "PROLOG" {
                self.prolog(&mut file, first);
                continue;
            }
            let rules = self.rules();
            let span = self.span(first);
            if let Some(twin) = file.blocks.iter().find(|b| b.name == name) {
                let message =
                    format!("the block {name} is there twice, first in line {}", twin.span.place.line);
                self.wrong(Finding::error(place, message).width(name.len()).hint("put its rules together"));
                continue;
            }
            file.blocks.push(Block { name, span, rules });
        }
        if file.prolog.is_none() {
            let note = "begin with PROLOG { }, even if the knowledge base is empty";
            let place = Place { line: 1, column: 1 };
            self.wrong(Finding::error(place, "the block PROLOG is missing").hint(note));
        }
        file
    }

    fn prolog(&mut self, file: &mut File, first: usize) {
        let place = self.reader.tokens[first].place;
        if file.prolog.is_some() {
            self.wrong(Finding::error(place, "the block PROLOG is there twice").width(6));
        } else if !file.blocks.is_empty() {
            let note = "move it to the beginning of the file";
            self.wrong(Finding::error(place, "the block PROLOG must come first").width(6).hint(note));
        }
        loop {
            if self.reader.is_mark('}') {
                self.reader.at += 1;
                break;
            }
            if self.reader.peek().is_none() {
                let finding = Finding::error(place, "the block PROLOG is not closed");
                self.wrong(finding.width(6).hint("put '}' after its last clause"));
                break;
            }
            let begin = self.reader.at;
            match self.clause() {
                Ok(term) => file.clauses.push(Clause { span: self.span(begin), term }),
                Err(finding) => {
                    self.wrong(finding);
                    if self.skip_clause() {
                        break;
                    }
                }
            }
        }
        file.prolog = Some(self.span(first));
    }

    fn clause(&mut self) -> Result<super::term::Term, Finding> {
        if let Some(Token { kind: Kind::Symbol(name), place, .. }) = self.reader.peek()
            && name == ":-"
        {
            let note = "a knowledge base holds facts and clauses only";
            return Err(Finding::error(*place, "directives are not part of rule files").width(2).hint(note));
        }
        if let Some(Token { kind: Kind::Word(name) | Kind::Variable(name), place, .. }) = self.reader.peek()
            && name.to_uppercase() == "IF"
        {
            let note = "rules stand in a block of their own, such as GETTURN { … }";
            return Err(Finding::error(*place, "a rule stands in the block PROLOG").width(2).hint(note));
        }
        let term = self.reader.term(1200)?;
        self.dot("clause")?;
        Ok(term)
    }

    /// The dot after a term.
    fn dot(&mut self, what: &str) -> Result<(), Finding> {
        if self.reader.is_dot() {
            self.reader.at += 1;
            return Ok(());
        }
        let finding = self.reader.expected(&format!("'.' after the {what}"));
        Err(match self.reader.word().as_deref() {
            Some("AND") => {
                finding.hint("the knowledge base joins goals with a comma; AND joins formulas of an IF")
            }
            Some("OR") => finding.hint("the knowledge base joins goals with ';'; OR joins formulas of an IF"),
            _ if finding.hint.is_empty() => {
                finding.hint("an operator, a comma or the dot at the end may be missing")
            }
            _ => finding,
        })
    }

    /// Skips to the next clause; whether the block ended instead.
    fn skip_clause(&mut self) -> bool {
        let mut open = 0usize;
        while let Some(token) = self.reader.peek() {
            self.reader.at += 1;
            match token.kind {
                Kind::Mark('{') => open += 1,
                Kind::Mark('}') if open == 0 => return true,
                Kind::Mark('}') => {
                    open -= 1;
                    if open == 0 {
                        return false;
                    }
                }
                Kind::Dot if open == 0 => return false,
                _ => {}
            }
        }
        false
    }

    /// Skips to the next thing that looks like the beginning of a block.
    fn skip_to_block(&mut self) {
        while self.reader.peek().is_some() {
            let next = self.reader.tokens.get(self.reader.at + 1).map(|t| &t.kind);
            if self.reader.word().is_some() && next == Some(&Kind::Mark('{')) {
                return;
            }
            self.reader.at += 1;
        }
    }

    fn rules(&mut self) -> Vec<Rule> {
        let opened = self.reader.tokens[self.reader.at - 1].place;
        let mut rules = Vec::new();
        loop {
            if self.reader.is_mark('}') {
                self.reader.at += 1;
                return rules;
            }
            if self.reader.peek().is_none() {
                let finding = Finding::error(opened, "this block is not closed");
                self.wrong(finding.hint("put '}' after its last rule"));
                return rules;
            }
            match self.rule() {
                Ok(rule) => rules.push(rule),
                Err(finding) => {
                    self.wrong(finding);
                    self.skip_rule();
                }
            }
        }
    }

    /// Skips what is left of a broken rule: to the next `IF`, or to the brace that closes the block.
    fn skip_rule(&mut self) {
        let mut open = usize::from(self.acting);
        while let Some(token) = self.reader.peek() {
            match token.kind {
                Kind::Mark('{') => open += 1,
                Kind::Mark('}') if open == 0 => return,
                Kind::Mark('}') => {
                    open -= 1;
                    if open == 0 {
                        self.reader.at += 1;
                        return;
                    }
                }
                _ if self.rule_follows() => return,
                _ => {}
            }
            self.reader.at += 1;
        }
    }

    /// Whether `IF (` stands here.
    fn rule_follows(&self) -> bool {
        let tokens = self.reader.tokens;
        let at = self.reader.at;
        let named =
            |t: &Token| matches!(&t.kind, Kind::Word(w) | Kind::Variable(w) if w.to_uppercase() == "IF");
        tokens.get(at).is_some_and(named) && tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Mark('('))
    }

    fn rule(&mut self) -> Result<Rule, Finding> {
        let first = self.reader.at;
        self.acting = false;
        if !self.reader.is_word("IF") {
            let finding = self.reader.expected("IF or '}'");
            return Err(match self.reader.word() {
                Some(word) if ["ADD", "DEL", "QUERY"].contains(&word.as_str()) => {
                    finding.hint("actions stand in the braces of a rule: IF (true) { add t. }")
                }
                Some(word) if nearest(&word, ["IF"].into_iter()).is_some() => {
                    finding.hint("did you mean IF?")
                }
                _ => finding.hint("a rule is IF (condition) { actions }"),
            });
        }
        self.reader.at += 1;
        if !self.reader.is_mark('(') {
            return Err(self.reader.expected("'(' after IF"));
        }
        self.reader.at += 1;
        self.parts = 0;
        let condition = self.either()?;
        self.reader.close(')', "AND, OR or ')' after the condition")?;
        let then = self.span(first).to;
        if !self.reader.is_mark('{') {
            return Err(self.reader.expected("'{' and the actions"));
        }
        self.reader.at += 1;
        self.acting = true;
        let mut actions = Vec::new();
        while !self.reader.is_mark('}') {
            actions.push(self.action()?);
            if actions.len() > MOST_PARTS {
                return Err(Finding::error(
                    self.reader.place(),
                    format!("a rule has at most {MOST_PARTS} actions"),
                ));
            }
        }
        self.reader.at += 1;
        Ok(Rule { span: self.span(first), condition, then, actions })
    }

    fn action(&mut self) -> Result<Action, Finding> {
        let first = self.reader.at;
        let deed = match self.reader.word().as_deref() {
            Some("ADD") => Deed::Add,
            Some("DEL") => Deed::Del,
            Some("QUERY") => Deed::Query,
            other => {
                let near = other.and_then(|word| {
                    nearest(&word.to_lowercase(), ["add", "del", "query"].into_iter()).map(str::to_string)
                });
                let finding = self.reader.expected("add, del, query or '}'");
                return Err(match near {
                    Some(near) => finding.hint(format!("did you mean {near}?")),
                    None if other == Some("IF") => {
                        finding.hint("close the actions of the rule before it with '}'")
                    }
                    None => finding.hint("every action begins with add, del or query and ends with a dot"),
                });
            }
        };
        self.reader.at += 1;
        let goal = self.goal(1200)?;
        if deed != Deed::Query && matches!(goal, Goal::Text(_)) {
            return Err(Finding::error(
                self.span(first).place,
                "only a query can write a text that is not a term",
            ));
        }
        self.dot("action")?;
        Ok(Action { span: self.span(first), deed, goal })
    }

    fn part(&mut self) -> Result<(), Finding> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            let finding =
                Finding::error(self.reader.place(), format!("a condition has at most {MOST_PARTS} parts"));
            return Err(finding.hint("move some of it into a predicate of the block PROLOG"));
        }
        Ok(())
    }

    fn either(&mut self) -> Result<Condition, Finding> {
        let mut left = self.both()?;
        while self.reader.is_word("OR") {
            self.reader.at += 1;
            self.part()?;
            left = Condition::Or(Box::new(left), Box::new(self.both()?));
        }
        Ok(left)
    }

    fn both(&mut self) -> Result<Condition, Finding> {
        let mut left = self.one()?;
        while self.reader.is_word("AND") {
            self.reader.at += 1;
            self.part()?;
            left = Condition::And(Box::new(left), Box::new(self.one()?));
        }
        Ok(left)
    }

    fn one(&mut self) -> Result<Condition, Finding> {
        self.part()?;
        let glued = self.reader.peek().is_some_and(|t| t.glued);
        if self.reader.is_word("NOT") && (!glued || self.group(self.reader.at + 1)) {
            self.reader.at += 1;
            return Ok(Condition::Not(Box::new(self.one()?)));
        }
        if self.group(self.reader.at) {
            self.reader.at += 1;
            let inner = self.either()?;
            self.reader.close(')', "AND, OR or ')' after the condition")?;
            if self.reader.is_dot() {
                self.reader.at += 1;
            }
            return Ok(inner);
        }
        let first = self.reader.at;
        let goal = self.goal(1100)?;
        let span = self.span(first);
        if self.reader.is_dot() {
            self.reader.at += 1;
        }
        Ok(Condition::Formula(Formula { span, goal }))
    }

    /// Whether the parenthesis at this token holds a condition, not the beginning of a term.
    fn group(&self, at: usize) -> bool {
        let tokens = self.reader.tokens;
        if tokens.get(at).is_none_or(|t| t.kind != Kind::Mark('(')) {
            return false;
        }
        let Some(close) = self.matching(at) else { return true };
        match tokens.get(close + 1).map(|t| &t.kind) {
            None | Some(Kind::Mark(')') | Kind::Dot) => true,
            Some(Kind::Word(word) | Kind::Variable(word)) => {
                ["AND", "OR"].contains(&word.to_uppercase().as_str())
            }
            _ => false,
        }
    }

    /// The token that closes the parenthesis at `at`.
    fn matching(&self, at: usize) -> Option<usize> {
        let mut open = 0usize;
        for (i, token) in self.reader.tokens.iter().enumerate().skip(at) {
            match token.kind {
                Kind::Mark('(') => open += 1,
                Kind::Mark(')') => {
                    open -= 1;
                    if open == 0 {
                        return Some(i);
                    }
                }
                Kind::Mark('{' | '}') => return None,
                _ => {}
            }
        }
        None
    }

    /// A term, or a text to print.
    fn goal(&mut self, most: u32) -> Result<Goal, Finding> {
        let first = self.reader.at;
        let writes =
            self.reader.peek().is_some_and(|t| t.glued && matches!(&t.kind, Kind::Word(w) if w == "write"));
        match self.reader.term(most) {
            Ok(term) => Ok(Goal::Term(term)),
            Err(finding) => {
                let Some(close) = writes.then(|| self.matching(first + 1)).flatten() else {
                    return Err(finding);
                };
                self.reader.at = close + 1;
                Ok(Goal::Text(self.pieces(first + 2, close)))
            }
        }
    }

    /// The text between two tokens, with its references.
    fn pieces(&self, first: usize, close: usize) -> Vec<Piece> {
        let tokens: &'a [Token] = self.reader.tokens;
        let plain = |from: usize, to: usize| Piece::Plain(one_line(&self.text[from..to]));
        let mut at = tokens[first - 1].to;
        let mut pieces = Vec::new();
        for token in &tokens[first..close] {
            if let Kind::Reference(name) = &token.kind {
                pieces.push(plain(at, token.from));
                pieces.push(Piece::Reference(name.clone()));
                at = token.to;
            }
        }
        pieces.push(plain(at, tokens[close].from));
        pieces.retain(|piece| *piece != Piece::Plain(String::new()));
        pieces
    }
}

/// A text without comments on one line.
fn one_line(text: &str) -> String {
    let mut lines = text.split('\n');
    let cut = |line: &str| line.split("//").next().unwrap_or_default().replace('\r', " ");
    let mut out = lines.next().map(cut).unwrap_or_default();
    for line in lines {
        out.truncate(out.trim_end().len());
        out.push(' ');
        out.push_str(cut(line).trim_start());
    }
    out
}
