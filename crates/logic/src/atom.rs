//! Interned names: a frozen table shared by all machines of a program, and a private overlay.
//!
//! Atoms 0..=255 are the one-character Latin-1 atoms, the well-known names follow; so the
//! hot conversions between characters and atoms touch no hash table.
//!
//! Names of the overlay that nothing refers to are given back ([`Atoms::sweep`]) and their numbers used again. Those the
//! host or the program's code may hold are pinned: they stay for good.

use crate::cell::{ATM, Atom, Cell, FUN, HDR};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// A fast deterministic hasher (multiply and fold); keys are ours, not an adversary's.
#[derive(Default, Clone, Copy)]
pub(crate) struct FoldHasher(u64);

impl Hasher for FoldHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0u8; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word) ^ ((chunk.len() as u64) << 56));
        }
    }
    fn write_u8(&mut self, v: u8) {
        self.write_u64(u64::from(v));
    }
    fn write_u32(&mut self, v: u32) {
        self.write_u64(u64::from(v));
    }
    fn write_u64(&mut self, v: u64) {
        let wide = u128::from(self.0 ^ v ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
        self.0 = (wide as u64) ^ ((wide >> 64) as u64);
    }
    fn write_usize(&mut self, v: usize) {
        self.write_u64(v as u64);
    }
}

/// Hash map with the deterministic hasher.
pub(crate) type FoldMap<K, V> = HashMap<K, V, BuildHasherDefault<FoldHasher>>;

/// A growing list of names with look-up both ways.
#[derive(Clone, Default, Debug)]
pub(crate) struct AtomTable {
    /// `None`: the number is free.
    names: Vec<Option<Arc<str>>>,
    ids: FoldMap<Arc<str>, u32>,
    bytes: usize,
    /// Free places in `names`, the next to be used last.
    free: Vec<u32>,
    /// A bit for each place whose name stays, beside all places before `pinned_below`.
    pinned: Vec<u64>,
    pinned_below: usize,
}

/// What an entry takes beside its text.
const ENTRY_BYTES: usize = 96;

fn has(bits: &[u64], at: usize) -> bool {
    bits.get(at / 64).is_some_and(|word| word & (1 << (at % 64)) != 0)
}
fn set(bits: &mut Vec<u64>, at: usize) {
    if bits.len() <= at / 64 {
        bits.resize(at / 64 + 1, 0);
    }
    bits[at / 64] |= 1 << (at % 64);
}

impl std::fmt::Debug for FoldHasher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FoldHasher")
    }
}

impl AtomTable {
    /// The table every program starts from.
    pub(crate) fn base() -> AtomTable {
        let mut table = AtomTable::default();
        let mut buf = [0u8; 4];
        for c in 0..=255u8 {
            table.add(char::from(c).encode_utf8(&mut buf), 0);
        }
        for (i, name) in names::WELL_KNOWN.iter().enumerate() {
            let at = table.add(name, 0);
            debug_assert_eq!(at as usize, 256 + i, "well-known name {name} is listed twice");
        }
        table
    }
    fn add(&mut self, name: &str, offset: u32) -> u32 {
        let shared: Arc<str> = Arc::from(name);
        let at = self.free.pop().unwrap_or(self.names.len() as u32);
        match self.names.get_mut(at as usize) {
            Some(place) => *place = Some(shared.clone()),
            None => self.names.push(Some(shared.clone())),
        }
        self.ids.insert(shared, offset + at);
        self.bytes += name.len() + ENTRY_BYTES;
        offset + at
    }
    /// Gives back every name that is neither pinned nor marked.
    fn sweep(&mut self, marked: &[u64]) {
        // From the end, so that the lowest free numbers are used first.
        for at in (self.pinned_below..self.names.len()).rev() {
            if has(marked, at) || has(&self.pinned, at) {
                continue;
            }
            if let Some(name) = self.names[at].take() {
                self.ids.remove(&name);
                self.bytes -= name.len() + ENTRY_BYTES;
                self.free.push(at as u32);
            }
        }
        if self.ids.capacity() > self.ids.len() * 8 + 1024 {
            self.ids.shrink_to(self.ids.len() * 2);
        }
    }
    fn name(&self, at: usize) -> &str {
        self.names[at].as_deref().unwrap_or_default()
    }
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Names as one machine sees them.
#[derive(Clone, Debug)]
pub(crate) struct Atoms {
    base: Arc<AtomTable>,
    local: Arc<AtomTable>,
    offset: u32,
}

impl Atoms {
    pub(crate) fn new(base: Arc<AtomTable>) -> Atoms {
        let offset = base.len() as u32;
        Atoms { base, local: Arc::new(AtomTable::default()), offset }
    }
    /// Moves the overlay into the shared table (copying it when others hold it); atoms keep their numbers.
    pub(crate) fn freeze(&mut self) -> Arc<AtomTable> {
        if self.local.len() > 0 {
            let local = std::mem::take(Arc::make_mut(&mut self.local));
            let base = Arc::make_mut(&mut self.base);
            for name in local.names {
                match name {
                    Some(name) => {
                        base.add(&name, 0);
                    }
                    // The numbers behind it stay what they are.
                    None => base.names.push(None),
                }
            }
            self.offset = base.len() as u32;
        }
        self.base.clone()
    }
    pub(crate) fn intern(&mut self, name: &str) -> Atom {
        let mut chars = name.chars();
        if let (Some(c), None) = (chars.next(), chars.next())
            && (c as u32) < 256
        {
            return Atom(c as u32);
        }
        if let Some(&id) = self.base.ids.get(name) {
            return Atom(id);
        }
        if let Some(&id) = self.local.ids.get(name) {
            return Atom(id);
        }
        let offset = self.offset;
        Atom(Arc::make_mut(&mut self.local).add(name, offset))
    }
    pub(crate) fn char_atom(&mut self, c: char) -> Atom {
        if (c as u32) < 256 {
            return Atom(c as u32);
        }
        let mut buf = [0u8; 4];
        let text: &str = c.encode_utf8(&mut buf);
        self.intern(text)
    }
    #[inline]
    pub(crate) fn name(&self, a: Atom) -> &str {
        if a.0 < self.offset {
            self.base.name(a.0 as usize)
        } else {
            self.local.name((a.0 - self.offset) as usize)
        }
    }
    /// The name, shared: for use while the machine is being changed.
    pub(crate) fn shared(&self, a: Atom) -> Arc<str> {
        let name = if a.0 < self.offset {
            &self.base.names[a.0 as usize]
        } else {
            &self.local.names[(a.0 - self.offset) as usize]
        };
        name.clone().unwrap_or_default()
    }
    /// Bytes used by the private overlay.
    pub(crate) fn local_bytes(&self) -> usize {
        self.local.bytes()
    }
    /// The names of the overlay in the order of their numbers; `None` where one is free.
    pub(crate) fn local_names(&self) -> impl Iterator<Item = Option<&str>> {
        self.local.names.iter().map(Option::as_deref)
    }
    /// One more than the highest number.
    pub(crate) fn len(&self) -> usize {
        self.offset as usize + self.local.len()
    }
    /// Names there are now.
    pub(crate) fn count(&self) -> usize {
        self.len() - self.local.free.len()
    }
    /// Takes the next number of the overlay and leaves it unused until the next collection.
    pub(crate) fn skip(&mut self) {
        Arc::make_mut(&mut self.local).names.push(None);
    }

    /// Keeps a name for good: somebody outside the machine knows its number.
    pub(crate) fn pin(&mut self, a: Atom) {
        if let Some(at) = a.0.checked_sub(self.offset)
            && at as usize >= self.local.pinned_below
            && !has(&self.local.pinned, at as usize)
        {
            set(&mut Arc::make_mut(&mut self.local).pinned, at as usize);
        }
    }
    /// Keeps the names of a block of cells for good.
    pub(crate) fn pin_block(&mut self, root: Cell, cells: &[Cell]) {
        if self.local.len() > 0 {
            each_atom(cells, |a| self.pin(a));
            atom_of(root).into_iter().for_each(|a| self.pin(a));
        }
    }
    /// Keeps every name there is now for good.
    pub(crate) fn pin_all(&mut self) {
        if self.local.pinned_below < self.local.len() {
            let local = Arc::make_mut(&mut self.local);
            local.pinned_below = local.names.len();
        }
    }
    /// Marks for the names of the overlay, none set.
    pub(crate) fn marks(&self) -> AtomMarks {
        AtomMarks { offset: self.offset, bits: vec![0; self.local.len().div_ceil(64)] }
    }
    /// Gives back the names of the overlay that are neither marked nor pinned.
    pub(crate) fn sweep(&mut self, marks: &AtomMarks) {
        Arc::make_mut(&mut self.local).sweep(&marks.bits);
    }
}

/// Which names of the overlay are in use.
pub(crate) struct AtomMarks {
    offset: u32,
    bits: Vec<u64>,
}

impl AtomMarks {
    pub(crate) fn atom(&mut self, a: Atom) {
        if let Some(at) = a.0.checked_sub(self.offset)
            && let Some(word) = self.bits.get_mut(at as usize / 64)
        {
            *word |= 1 << (at % 64);
        }
    }
    pub(crate) fn cell(&mut self, c: Cell) {
        atom_of(c).into_iter().for_each(|a| self.atom(a));
    }
    /// The cells of a heap or of a block.
    pub(crate) fn block(&mut self, cells: &[Cell]) {
        each_atom(cells, |a| self.atom(a));
    }
}

#[inline]
fn atom_of(c: Cell) -> Option<Atom> {
    match c.tag() {
        ATM => Some(c.as_atom()),
        FUN => Some(c.name()),
        _ => None,
    }
}

/// Calls `f` on the atoms and names of functors among cells, passing over raw words.
fn each_atom(cells: &[Cell], mut f: impl FnMut(Atom)) {
    let mut at = 0;
    while let Some(&c) = cells.get(at) {
        at += if c.tag() == HDR { c.raw_words() + 1 } else { 1 };
        atom_of(c).into_iter().for_each(&mut f);
    }
}

macro_rules! well_known {
    ($($id:ident = $text:expr),* $(,)?) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "one enum numbers the names")]
        #[repr(u32)]
        enum Number { $($id),* }
        $(pub(crate) const $id: Atom = Atom(256 + Number::$id as u32);)*
        /// Texts of the well-known names in the order of their numbers.
        pub(crate) const WELL_KNOWN: &[&str] = &[$($text),*];
    };
}

/// The names the engine itself speaks of.
pub(crate) mod names {
    use super::Atom;
    pub(crate) const COMMA: Atom = Atom::latin1(b',');
    pub(crate) const SEMICOLON: Atom = Atom::latin1(b';');
    pub(crate) const BAR: Atom = Atom::latin1(b'|');
    pub(crate) const CUT: Atom = Atom::latin1(b'!');
    pub(crate) const DOT: Atom = Atom::latin1(b'.');
    pub(crate) const MINUS: Atom = Atom::latin1(b'-');
    pub(crate) const PLUS: Atom = Atom::latin1(b'+');
    pub(crate) const STAR: Atom = Atom::latin1(b'*');
    pub(crate) const SLASH: Atom = Atom::latin1(b'/');
    pub(crate) const EQUAL: Atom = Atom::latin1(b'=');
    pub(crate) const LESS: Atom = Atom::latin1(b'<');
    pub(crate) const GREATER: Atom = Atom::latin1(b'>');
    pub(crate) const CARET: Atom = Atom::latin1(b'^');
    pub(crate) const COLON: Atom = Atom::latin1(b':');
    pub(crate) const BACKSLASH: Atom = Atom::latin1(b'\\');
    pub(crate) const E: Atom = Atom::latin1(b'e');
    well_known! {
    NIL = "[]", CURLY = "{}", NECK = ":-", ARROW = "->", SOFT = "*->", NOT = "\\+",
    DCG = "-->", QUERY = "?-", TRUE = "true", FAIL = "fail", FALSE = "false", CALL = "call",
    THROW = "throw", ERROR = "error",         NOT_EQUAL = "\\=", IS = "is", ARITH_EQ = "=:=", ARITH_NE = "=\\=",
    LESS_EQ = "=<", GREATER_EQ = ">=", TERM_EQ = "==", TERM_NE = "\\==", TERM_LT = "@<", TERM_GT = "@>",
    TERM_LE = "@=<", TERM_GE = "@>=", VAR = "var", NONVAR = "nonvar", ATOM = "atom", NUMBER = "number",
    INTEGER = "integer", FLOAT = "float", ATOMIC = "atomic", COMPOUND = "compound",
    CALLABLE = "callable", IS_LIST = "is_list", STRING = "string", INT_DIV = "//", MOD = "mod",
    REM = "rem", DIV = "div", POWER = "**", SHIFT_L = "<<", SHIFT_R = ">>", BIT_AND = "/\\",
    BIT_OR = "\\/", XOR = "xor", MIN = "min", MAX = "max", ABS = "abs", SIGN = "sign", GCD = "gcd",
    MSB = "msb", PI = "pi", INF = "inf", NAN = "nan", EPSILON = "epsilon", MAX_TAGGED = "max_tagged_integer",
    MIN_TAGGED = "min_tagged_integer", RANDOM = "random", CPUTIME = "cputime", SIN = "sin", COS = "cos",
    TAN = "tan", ASIN = "asin", ACOS = "acos", ATAN = "atan", ATAN2 = "atan2", EXP = "exp", LOG = "log",
    LOG2 = "log2", SQRT = "sqrt", FLOOR = "floor", CEILING = "ceiling", ROUND = "round",
    TRUNCATE = "truncate", FLOAT_INTEGER_PART = "float_integer_part",
    FLOAT_FRACTIONAL_PART = "float_fractional_part", COPYSIGN = "copysign", SINH = "sinh", COSH = "cosh",
    TANH = "tanh", ASINH = "asinh", ACOSH = "acosh", ATANH = "atanh", SUCC = "succ", PLUS_F = "plus",
    TRUNC = "trunc", RANDOM_FLOAT = "random_float", TYPE_ERROR = "type_error",
    DOMAIN_ERROR = "domain_error", INSTANTIATION_ERROR = "instantiation_error",
    EXISTENCE_ERROR = "existence_error", PERMISSION_ERROR = "permission_error",
    REPRESENTATION_ERROR = "representation_error", EVALUATION_ERROR = "evaluation_error",
    RESOURCE_ERROR = "resource_error", SYNTAX_ERROR = "syntax_error", PROCEDURE = "procedure",
    EVALUABLE = "evaluable", STATIC_PROCEDURE = "static_procedure",
    PRIVATE_PROCEDURE = "private_procedure", MODIFY = "modify", ACCESS = "access", CREATE = "create",
    INPUT = "input", OUTPUT = "output", STREAM = "stream", STREAM_OR_ALIAS = "stream_or_alias",
    TEXT = "text", BINARY = "binary", LIST = "list", CHARACTER = "character",
    CHARACTER_CODE = "character_code", IN_CHARACTER = "in_character",
    IN_CHARACTER_CODE = "in_character_code", BYTE = "byte", IN_BYTE = "in_byte", PAIR = "pair",
    PREDICATE_INDICATOR = "predicate_indicator", OPERATOR = "operator",
    OPERATOR_SPECIFIER = "operator_specifier", OPERATOR_PRIORITY = "operator_priority", FLAG = "flag",
    PROLOG_FLAG = "prolog_flag", FLAG_VALUE = "flag_value", NOT_LESS_THAN_ZERO = "not_less_than_zero",
    ORDER = "order", UNDEFINED = "undefined",
    ZERO_DIVISOR = "zero_divisor", FLOAT_OVERFLOW = "float_overflow",         MAX_ARITY_NAME = "max_arity", IO_MODE = "io_mode", READ = "read", WRITE = "write", APPEND = "append",
    SOURCE_SINK = "source_sink", READ_OPTION = "read_option", WRITE_OPTION = "write_option",
    STREAM_OPTION = "stream_option", CLOSE_OPTION = "close_option", STREAM_PROPERTY = "stream_property",
    STREAM_POSITION = "stream_position", END_OF_FILE = "end_of_file", PAST_END_OF_STREAM = "past_end_of_stream",
    USER_INPUT = "user_input", USER_OUTPUT = "user_output", USER_ERROR = "user_error", USER = "user",
    XFX = "xfx", XFY = "xfy", YFX = "yfx", FY = "fy", FX = "fx", XF = "xf", YF = "yf", CODES = "codes",
    CHARS = "chars", ON = "on", OFF = "off", DYNAMIC = "dynamic",         INITIALIZATION = "initialization", INCLUDE = "include",                 DOLLAR_VAR = "$VAR", DOLLAR_STREAM = "$stream", CONTEXT = "context", WARNING = "warning",
    MEMORY = "memory", INFERENCES = "inferences", TIME = "time",
    DEPTH = "depth", QUOTED = "quoted",
    IGNORE_OPS = "ignore_ops", NUMBERVARS = "numbervars", VARIABLE_NAMES = "variable_names",
    VARIABLES = "variables", SINGLETONS = "singletons", MAX_DEPTH = "max_depth", SPACING = "spacing",
            TERM_EXPANSION = "term_expansion", ALIAS = "alias", FILE_NAME = "file_name", MODE = "mode",
    POSITION = "position", END_OF_STREAM = "end_of_stream", EOF_ACTION = "eof_action",
    REPOSITION = "reposition", TYPE = "type", EOF_CODE = "eof_code", RESET = "reset", NOT_EOF = "not",
    PAST = "past", AT = "at", FORCE = "force", BUILT_IN = "built_in", STATIC = "static",
    DEFINED = "defined", NUMBER_OF_CLAUSES = "number_of_clauses", FOREIGN = "foreign",
    LIBRARY = "library", TABLED = "tabled",                 TABLED_CALL = "$tabled_call", TABLED_MODED = "$tabled_moded", TABLED_IMPROVED = "$tbl_improved", MODED = "$moded",
    COMPLETE = "complete", ACTIVE = "active", FRESH = "fresh", NONE = "none", KNOWN = "known", INDEX = "index", CMPFLAGS = "cmpflags",
    UNINSTANTIATION_ERROR = "uninstantiation_error",
                    VARIABLE = "variable",         POWM = "powm",
    TOWARD_ZERO = "toward_zero",         MAX_INTEGER = "max_integer", MIN_INTEGER = "min_integer",         BITCOUNT = "popcount", GETBIT = "getbit",         DEG = "cot", ACOT = "acot", LOG10 = "log10", LSB = "lsb",                 NON_EMPTY_LIST = "non_empty_list", ARG = "arg", FUNCTOR = "functor",
    }
}
