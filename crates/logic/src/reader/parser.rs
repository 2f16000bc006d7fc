//! Tokens to terms, by operator precedence with explicit stacks: depth costs memory, never native stack.

use super::SyntaxError;
use super::lexer::{Lexer, Token};
use super::ops::{Op, Ops};
use crate::atom::{Atoms, FoldMap, names as n};
use crate::cell::{Atom, Cell, LST, STR};
use crate::heap;
use crate::stream::Input;

/// Priority of a bare operator used as an atom.
const BARE: u16 = 1201;

/// What a double-quoted or back-quoted text becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quotes {
    Codes,
    Chars,
    Atom,
    String,
}

/// Everything the reader needs from its machine.
pub(crate) struct Context<'a> {
    pub(crate) heap: &'a mut Vec<Cell>,
    pub(crate) atoms: &'a mut Atoms,
    pub(crate) ops: &'a Ops,
    pub(crate) double_quotes: Quotes,
    pub(crate) convert: Option<&'a FoldMap<char, char>>,
    /// Heap cells the term may reach.
    pub(crate) max_heap: usize,
}

/// A variable of the term read.
#[derive(Clone, Debug)]
pub(crate) struct ReadVar {
    pub(crate) name: String,
    pub(crate) cell: Cell,
    pub(crate) count: usize,
}

/// A term and what the reader learned on the way.
#[derive(Debug)]
pub(crate) struct ReadTerm {
    pub(crate) term: Cell,
    /// Named variables in order of appearance, `_` excluded.
    pub(crate) vars: Vec<ReadVar>,
    /// Every variable in order of appearance, `_` included.
    pub(crate) all_vars: Vec<Cell>,
    pub(crate) line: usize,
}

/// Why no term was read.
#[derive(Debug)]
pub(crate) enum ReadError {
    Syntax(SyntaxError),
    /// The term does not fit the memory limit.
    Memory,
}

impl From<SyntaxError> for ReadError {
    fn from(e: SyntaxError) -> ReadError {
        ReadError::Syntax(e)
    }
}

enum Kind {
    Top,
    Paren,
    Args(Atom),
    List,
    Tail,
    Curly,
}

struct Frame {
    kind: Kind,
    ops: usize,
    vals: usize,
}

#[derive(Clone, Copy)]
struct Pending {
    name: Atom,
    op: Op,
    prefix: bool,
}

struct Parser<'a, 'b> {
    lex: Lexer<'a>,
    cx: Context<'b>,
    peeked: Option<Token>,
    ops: Vec<Pending>,
    vals: Vec<(Cell, u16)>,
    frames: Vec<Frame>,
    vars: Vec<ReadVar>,
    var_ids: FoldMap<String, usize>,
    all_vars: Vec<Cell>,
}

/// Reads one term up to its end token; `Ok(None)` at the end of the input.
/// After a syntax error the input stands behind the next end token.
pub(crate) fn read(src: &mut Input, cx: Context<'_>) -> Result<Option<ReadTerm>, ReadError> {
    let max_chars = cx.max_heap.saturating_mul(8);
    let convert = cx.convert;
    let lex = Lexer { src, convert: None, line: 1, column: 1, layout: false, max_chars, broken_off: false };
    let mut p = Parser {
        lex,
        cx,
        peeked: None,
        ops: Vec::new(),
        vals: Vec::new(),
        frames: Vec::new(),
        vars: Vec::new(),
        var_ids: FoldMap::default(),
        all_vars: Vec::new(),
    };
    p.lex.convert = convert;
    match p.run() {
        Ok(t) => Ok(t),
        Err(e) => {
            if !matches!(p.peeked, Some(Token::End | Token::Eof)) && !p.lex.broken_off {
                p.resync();
            }
            Err(e)
        }
    }
}

impl Parser<'_, '_> {
    fn resync(&mut self) {
        loop {
            match self.lex.next() {
                Ok(Token::End | Token::Eof) => return,
                Ok(_) => {}
                Err(_) if self.lex.broken_off => return,
                Err(_) if self.lex.src.peek_char().is_none() => return,
                Err(_) => {}
            }
        }
    }

    fn token(&mut self) -> Result<Token, SyntaxError> {
        match self.peeked.take() {
            Some(t) => Ok(t),
            None => self.lex.next(),
        }
    }
    fn peek(&mut self) -> Result<&Token, SyntaxError> {
        if self.peeked.is_none() {
            self.peeked = Some(self.lex.next()?);
        }
        Ok(self.peeked.as_ref().expect("just filled"))
    }
    fn error<T>(&mut self, message: &'static str) -> Result<T, ReadError> {
        Err(ReadError::Syntax(self.lex.error(message)))
    }
    fn memory_check(&self) -> Result<(), ReadError> {
        let used = self.cx.heap.len() + self.vals.len() * 2 + self.ops.len() * 2 + self.frames.len() * 4;
        if used > self.cx.max_heap { Err(ReadError::Memory) } else { Ok(()) }
    }

    fn run(&mut self) -> Result<Option<ReadTerm>, ReadError> {
        self.frames.push(Frame { kind: Kind::Top, ops: 0, vals: 0 });
        let first = self.token()?;
        let line = self.lex.line;
        if first == Token::Eof {
            return Ok(None);
        }
        self.peeked = Some(first);
        loop {
            self.memory_check()?;
            if self.operand()? {
                continue;
            }
            // An operand is complete: operators and closers until the next operand is due.
            loop {
                let token = self.token()?;
                match self.operator(token)? {
                    After::Operand => break,
                    After::Operator => {}
                    After::Done(term) => {
                        return Ok(Some(ReadTerm {
                            term,
                            vars: std::mem::take(&mut self.vars),
                            all_vars: std::mem::take(&mut self.all_vars),
                            line,
                        }));
                    }
                }
            }
        }
    }

    /// Reads the beginning of an operand. True when another operand must follow
    /// (a prefix operator or an opening bracket was read).
    fn operand(&mut self) -> Result<bool, ReadError> {
        let token = self.token()?;
        match token {
            Token::Int(i) => self.push_int(i),
            Token::Big(b) => {
                let c = heap::push_big(self.cx.heap, &b);
                self.vals.push((c, 0));
            }
            Token::Float(f) => {
                let c = heap::push_float(self.cx.heap, f);
                self.vals.push((c, 0));
            }
            Token::Var(name) => {
                let c = self.variable(name);
                self.vals.push((c, 0));
            }
            Token::Str(s) => {
                let c = self.text(&s, self.cx.double_quotes)?;
                self.vals.push((c, 0));
            }
            Token::Back(_) => return self.error("back_quoted_text_is_not_allowed"),
            Token::Open => {
                self.open(Kind::Paren);
                return Ok(true);
            }
            Token::OpenList => {
                if *self.peek()? == Token::CloseList {
                    self.peeked = None;
                    return self.name(n::NIL);
                }
                self.open(Kind::List);
                return Ok(true);
            }
            Token::OpenCurly => {
                if *self.peek()? == Token::CloseCurly {
                    self.peeked = None;
                    return self.name(n::CURLY);
                }
                self.open(Kind::Curly);
                return Ok(true);
            }
            Token::Name(s, _) => {
                let a = self.cx.atoms.intern(&s);
                return self.name(a);
            }
            Token::End => {
                self.peeked = Some(Token::End);
                return self.error("unexpected_end_of_clause");
            }
            Token::Eof => {
                self.peeked = Some(Token::Eof);
                return self.error("unexpected_end_of_file");
            }
            Token::Close | Token::CloseList | Token::CloseCurly => {
                return self.error("unexpected_closing_bracket");
            }
            Token::Comma => return self.error("unexpected_comma"),
            Token::Bar => return self.error("unexpected_bar"),
        }
        Ok(false)
    }

    fn push_int(&mut self, i: i64) {
        let c = heap::push_int(self.cx.heap, i);
        self.vals.push((c, 0));
    }

    fn open(&mut self, kind: Kind) {
        self.frames.push(Frame { kind, ops: self.ops.len(), vals: self.vals.len() });
    }

    /// A name in operand position: functional notation, negative number, prefix operator or atom.
    fn name(&mut self, a: Atom) -> Result<bool, ReadError> {
        if self.lex.open_follows() {
            self.lex.next()?;
            self.open(Kind::Args(a));
            return Ok(true);
        }
        if a == n::MINUS {
            match self.peek()? {
                Token::Int(i) => {
                    let i = *i;
                    self.peeked = None;
                    self.push_int(-i);
                    return Ok(false);
                }
                Token::Big(b) => {
                    let b = -b.clone();
                    self.peeked = None;
                    let c = heap::push_big(self.cx.heap, &b);
                    self.vals.push((c, 0));
                    return Ok(false);
                }
                Token::Float(f) => {
                    let f = -*f;
                    self.peeked = None;
                    let c = heap::push_float(self.cx.heap, f);
                    self.vals.push((c, 0));
                    return Ok(false);
                }
                _ => {}
            }
        }
        let def = self.cx.ops.get(a);
        if let Some(op) = def.prefix
            && self.starts_operand()?
        {
            self.ops.push(Pending { name: a, op, prefix: true });
            return Ok(true);
        }
        let bare = self.cx.ops.is_op(a) && !lenient(self.cx.atoms.name(a));
        self.vals.push((Cell::atom(a), if bare { BARE } else { 0 }));
        Ok(false)
    }

    /// Whether the token after a prefix operator begins its operand.
    fn starts_operand(&mut self) -> Result<bool, ReadError> {
        let name = match self.peek()? {
            Token::Name(s, _) => s.clone(),
            Token::Close
            | Token::CloseList
            | Token::CloseCurly
            | Token::Comma
            | Token::Bar
            | Token::End
            | Token::Eof => return Ok(false),
            _ => return Ok(true),
        };
        if self.lex.open_follows() {
            return Ok(true);
        }
        let a = self.cx.atoms.intern(&name);
        let def = self.cx.ops.get(a);
        Ok(def.prefix.is_some() || (def.infix.is_none() && def.postfix.is_none()))
    }

    fn operator(&mut self, token: Token) -> Result<After, ReadError> {
        let name = match token {
            Token::Name(s, _) => self.cx.atoms.intern(&s),
            Token::Comma if !self.in_arguments() => n::COMMA,
            Token::Bar if !self.in_arguments() => {
                if self.cx.ops.get(n::BAR).infix.is_none() {
                    return self.error("unexpected_bar");
                }
                n::BAR
            }
            Token::Comma => return self.comma(),
            Token::Bar => return self.bar(),
            Token::End => return self.end(),
            Token::Close => return self.close(),
            Token::CloseList => return self.close_list(),
            Token::CloseCurly => return self.close_curly(),
            Token::Eof => {
                self.peeked = Some(Token::Eof);
                return self.error("end_of_file_in_term");
            }
            _ => return self.error("operator_expected"),
        };
        let def = self.cx.ops.get(name);
        match (def.infix, def.postfix) {
            (Some(op), None) => self.infix(name, op),
            (None, Some(op)) => self.postfix(name, op),
            (Some(infix), Some(postfix)) => {
                if self.starts_operand()? {
                    self.infix(name, infix)
                } else {
                    self.postfix(name, postfix)
                }
            }
            (None, None) => self.error("operator_expected"),
        }
    }

    fn in_arguments(&self) -> bool {
        matches!(self.frames.last().map(|f| &f.kind), Some(Kind::Args(_) | Kind::List | Kind::Tail))
    }
    fn ops_base(&self) -> usize {
        self.frames.last().map_or(0, |f| f.ops)
    }

    /// Builds pending operators that must end before an operator of `pri` taking up to `left`.
    fn reduce_for(&mut self, pri: u16, left: u16) -> Result<(), ReadError> {
        while self.ops.len() > self.ops_base() {
            let top = *self.ops.last().expect("above base");
            if pri <= top.op.right() {
                break;
            }
            self.build_top()?;
        }
        if self.vals.last().is_some_and(|v| v.1 > left) {
            return self.error("operator_priority_clash");
        }
        Ok(())
    }

    fn infix(&mut self, name: Atom, op: Op) -> Result<After, ReadError> {
        self.reduce_for(op.pri, op.left())?;
        self.ops.push(Pending { name, op, prefix: false });
        Ok(After::Operand)
    }

    fn postfix(&mut self, name: Atom, op: Op) -> Result<After, ReadError> {
        self.reduce_for(op.pri, op.left())?;
        let (arg, _) = self.vals.pop().expect("an operand precedes");
        let c = self.structure(name, &[arg]);
        self.vals.push((c, op.pri));
        Ok(After::Operator)
    }

    fn build_top(&mut self) -> Result<(), ReadError> {
        let p = self.ops.pop().expect("an operator is pending");
        let (right, rp) = self.vals.pop().expect("its operand is there");
        if rp > p.op.right() {
            return self.error("operator_priority_clash");
        }
        let c = if p.prefix {
            self.structure(p.name, &[right])
        } else {
            let (left, _) = self.vals.pop().expect("its left operand is there");
            self.structure(p.name, &[left, right])
        };
        self.vals.push((c, p.op.pri));
        Ok(())
    }

    fn structure(&mut self, name: Atom, args: &[Cell]) -> Cell {
        let h = self.cx.heap.len();
        if name == n::DOT && args.len() == 2 {
            self.cx.heap.extend_from_slice(args);
            return Cell::new(LST, h);
        }
        self.cx.heap.push(Cell::functor(name, args.len()));
        self.cx.heap.extend_from_slice(args);
        Cell::new(STR, h)
    }

    /// Ends the current argument (or bracket content): one value of at most `max`.
    fn finish(&mut self, max: u16) -> Result<(), ReadError> {
        while self.ops.len() > self.ops_base() {
            self.build_top()?;
        }
        let pri = self.vals.last().map_or(0, |v| v.1);
        if pri > max && pri != BARE {
            return self.error("operator_priority_clash");
        }
        Ok(())
    }

    fn comma(&mut self) -> Result<After, ReadError> {
        self.finish(999)?;
        if matches!(self.frames.last().map(|f| &f.kind), Some(Kind::Tail)) {
            return self.error("unexpected_comma");
        }
        Ok(After::Operand)
    }

    fn bar(&mut self) -> Result<After, ReadError> {
        self.finish(999)?;
        match self.frames.last_mut() {
            Some(f) if matches!(f.kind, Kind::List) => {
                f.kind = Kind::Tail;
                Ok(After::Operand)
            }
            _ => self.error("unexpected_bar"),
        }
    }

    fn end(&mut self) -> Result<After, ReadError> {
        self.peeked = Some(Token::End);
        if self.frames.len() != 1 {
            return self.error("unexpected_end_of_clause");
        }
        self.finish(1200)?;
        let (term, _) = self.vals.pop().expect("one value remains");
        Ok(After::Done(term))
    }

    fn close(&mut self) -> Result<After, ReadError> {
        let Some(frame) = self.frames.last() else { return self.error("unexpected_closing_bracket") };
        match frame.kind {
            Kind::Paren => {
                self.finish(1200)?;
                self.frames.pop();
                if let Some(v) = self.vals.last_mut() {
                    v.1 = 0;
                }
            }
            Kind::Args(name) => {
                let base = frame.vals;
                self.finish(999)?;
                self.frames.pop();
                let arity = self.vals.len() - base;
                let h = self.cx.heap.len();
                let list = name == n::DOT && arity == 2;
                if !list {
                    self.cx.heap.push(Cell::functor(name, arity));
                }
                self.cx.heap.extend(self.vals.drain(base..).map(|v| v.0));
                self.vals.push((Cell::new(if list { LST } else { STR }, h), 0));
            }
            _ => return self.error("unexpected_closing_bracket"),
        }
        Ok(After::Operator)
    }

    fn close_list(&mut self) -> Result<After, ReadError> {
        let Some(frame) = self.frames.last() else { return self.error("unexpected_closing_bracket") };
        let base = frame.vals;
        let tail = match frame.kind {
            Kind::List => false,
            Kind::Tail => true,
            _ => return self.error("unexpected_closing_bracket"),
        };
        self.finish(999)?;
        self.frames.pop();
        let mut rest = if tail { self.vals.pop().expect("a tail was read").0 } else { Cell::atom(n::NIL) };
        while self.vals.len() > base {
            let (item, _) = self.vals.pop().expect("above base");
            let h = self.cx.heap.len();
            self.cx.heap.push(item);
            self.cx.heap.push(rest);
            rest = Cell::new(LST, h);
        }
        self.vals.push((rest, 0));
        Ok(After::Operator)
    }

    fn close_curly(&mut self) -> Result<After, ReadError> {
        if !matches!(self.frames.last().map(|f| &f.kind), Some(Kind::Curly)) {
            return self.error("unexpected_closing_bracket");
        }
        self.finish(1200)?;
        self.frames.pop();
        let (arg, _) = self.vals.pop().expect("a content was read");
        let c = self.structure(n::CURLY, &[arg]);
        self.vals.push((c, 0));
        Ok(After::Operator)
    }

    fn variable(&mut self, name: String) -> Cell {
        if name != "_"
            && let Some(&i) = self.var_ids.get(&name)
        {
            self.vars[i].count += 1;
            return self.vars[i].cell;
        }
        let cell = heap::push_var(self.cx.heap);
        self.all_vars.push(cell);
        if name != "_" {
            self.var_ids.insert(name.clone(), self.vars.len());
            self.vars.push(ReadVar { name, cell, count: 1 });
        }
        cell
    }

    fn text(&mut self, s: &str, kind: Quotes) -> Result<Cell, ReadError> {
        if self.cx.heap.len() + 2 * s.len() > self.cx.max_heap {
            return Err(ReadError::Memory);
        }
        Ok(match kind {
            Quotes::Atom => Cell::atom(self.cx.atoms.intern(s)),
            Quotes::String => heap::push_string(self.cx.heap, s),
            Quotes::Codes => heap::push_list(self.cx.heap, s.chars().map(|c| Cell::int(i64::from(c as u32)))),
            Quotes::Chars => {
                let chars: Vec<Cell> = s.chars().map(|c| Cell::atom(self.cx.atoms.char_atom(c))).collect();
                heap::push_list(self.cx.heap, chars.into_iter())
            }
        })
    }
}

enum After {
    Operand,
    Operator,
    Done(Cell),
}

/// Directive names that are operators by our choice, not the standard's, stay usable as plain operands.
fn lenient(name: &str) -> bool {
    matches!(
        name,
        "dynamic"
            | "discontiguous"
            | "initialization"
            | "multifile"
            | "table"
            | "meta_predicate"
            | "module_transparent"
            | "as"
            | "xor"
            | "rdiv"
    )
}
