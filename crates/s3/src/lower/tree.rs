//! The resolved form: names are numbers, forms are checked, faults that the original would meet while playing are
//! leaves of their own.

use crate::diagnostic::Span;
use crate::program::{Names, Value};
use crate::syntax::{Binary, File, Unary};

/// Built-in functions with plain arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Builtin {
    LocType,
    ElType,
    State,
    Location,
    Content,
    Empty,
    Index,
    IndexA,
    Unindex,
    Owner,
    Player,
    Score,
    ZIndex,
    SetOwner,
    SetState,
    SetZIndex,
    NextPlayer,
    /// Dialect 2: one of 1..=n, all equally likely.
    Random,
    /// Dialect 2: i with probability proportional to the i-th argument.
    Weighted,
    /// Dialect 2: hands the turn to a player.
    SetPlayer,
}

/// A resolved expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Form,
    pub(crate) span: Span,
}

/// The forms of a resolved expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Form {
    Const(Value),
    /// A text with references, by its number.
    Template(u32),
    Var(u16),
    Set(Vec<Node>),
    Call(u32, Vec<Node>),
    Builtin(Builtin, Vec<Node>),
    /// `MOVE(element, from, to)`.
    Move(Box<[Node; 3]>),
    If(Box<[Node; 3]>),
    /// `FORALL` or `FORSOME`.
    Loop {
        all: bool,
        var: u16,
        parts: Box<[Node; 3]>,
    },
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<Node>, Box<Node>),
    Assign(u16, Box<Node>),
    /// Evaluating this fails.
    Fault(String),
}

/// A text with references.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Template {
    /// One literal piece more than variables.
    pub(crate) pieces: Vec<String>,
    pub(crate) vars: Vec<u16>,
}

/// A location of the engine: distinct ones come first, then the interchangeable ones.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cell {
    pub(crate) name: u32,
    /// The type's name.
    pub(crate) kind: u32,
    pub(crate) relevant: bool,
    /// Position among the file's locations; `None` for a location that only an element's start names.
    pub(crate) declared: Option<usize>,
    /// Whether moves from or to it are not distinguished from others of its type. States may be all the same: they go by
    /// what the type said when the location was read, moves by what it says in the end.
    pub(crate) blurred: bool,
    /// Whether it has a type: without one no move can be made from or to it.
    pub(crate) typed: bool,
}

/// An element of the engine, in file order.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Elem {
    pub(crate) name: u32,
    pub(crate) kind: u32,
    /// Whether the file gives it a type: without one it cannot be moved.
    pub(crate) typed: bool,
    pub(crate) states: i32,
    pub(crate) cell: u16,
    pub(crate) state: i32,
    pub(crate) owner: i32,
    pub(crate) z: i32,
}

/// A named expression.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Func {
    pub(crate) formals: Vec<u16>,
    /// Formals bound one by one in the caller, as dialect 1 does; otherwise all at once.
    pub(crate) sequential: bool,
    /// Variables to save and restore around a call, formals first.
    pub(crate) locals: Vec<u16>,
    pub(crate) body: Vec<Node>,
    pub(crate) span: Span,
}

/// What `state=` or `player=` of a rule asks.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Ask {
    Any,
    Is(i32),
    Bind(u16),
    Never,
    /// Dialect 2: compared with the value.
    Eval(Node),
}

/// Instead of a variable: the name would fit, but for a number that is too large, and comparing the two fails.
pub(crate) const TOO_LARGE: u16 = u16::MAX;

/// Which cells or elements fit a pattern: for each, the bindings.
pub(crate) type Fits = Vec<Option<Box<[(u16, i32)]>>>;

/// A rule.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rule {
    /// By element; empty if the pattern is missing.
    pub(crate) element: Option<Fits>,
    /// By cell.
    pub(crate) from: Option<Fits>,
    /// By cell.
    pub(crate) to: Option<Fits>,
    pub(crate) state: Ask,
    pub(crate) player: Ask,
    pub(crate) condition: Option<Node>,
    pub(crate) awards: Vec<(Node, Node)>,
    pub(crate) followup: Option<Node>,
    pub(crate) span: Span,
}

/// A situation with the pairs of player and score.
pub(crate) type Scoring = (Node, Vec<(Node, Node)>);

/// Everything resolved.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) file: File,
    pub(crate) names: Names,
    pub(crate) cells: Vec<Cell>,
    /// How many of the cells are distinct (not interchangeable).
    pub(crate) relevant: usize,
    pub(crate) elements: Vec<Elem>,
    pub(crate) vars: Vec<String>,
    pub(crate) templates: Vec<Template>,
    pub(crate) functions: Vec<Func>,
    pub(crate) start: Vec<Node>,
    pub(crate) scorings: Vec<Scoring>,
    pub(crate) ends: Vec<(Node, Node)>,
    pub(crate) rules: Vec<Rule>,
    /// `""`.
    pub(crate) empty: u32,
}
