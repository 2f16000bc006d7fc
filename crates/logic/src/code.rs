//! The instruction set of the register machine and the immutable pieces of a compiled program.

use crate::atom::FoldMap;
use crate::cell::{ATM, ATV, Atom, BIG, Cell, FLT, INT, LST, REF, STG, STR};
use std::sync::Arc;

/// Code address. Address 0 always holds `Fail`.
pub(crate) type Pc = u32;
/// Number of a predicate in its program.
pub(crate) type PredId = u32;

/// Address of `Fail`.
pub(crate) const FAIL_PC: Pc = 0;
/// Address of `Answer`: the continuation of a query.
pub(crate) const ANSWER_PC: Pc = 1;
/// Address of `CatchExit`.
pub(crate) const CATCH_PC: Pc = 2;
/// Address of `Collect`, the continuation of a findall goal.
pub(crate) const COLLECT_PC: Pc = 3;
/// Address of the continuation that runs the second half of an interpreted conjunction.
pub(crate) const CONJ_PC: Pc = 4;
/// Address of the continuation after an interpreted condition.
pub(crate) const COND_PC: Pc = 5;
/// Address of the continuation after an interpreted soft condition.
pub(crate) const SOFT_PC: Pc = 6;
/// Address of the continuation after an interpreted negation.
pub(crate) const NOT_PC: Pc = 7;
/// Address of the exit port of the tracer.
pub(crate) const TRACE_PC: Pc = 8;
/// Address of `CallX0`: run the goal in X0.
pub(crate) const CALL_PC: Pc = 9;
/// Address of the continuation of `once`-like calls: cut to the mark and go on.
pub(crate) const ONCE_PC: Pc = 10;

/// Address of `WakeExit`: what waited for a binding is done.
pub(crate) const WAKE_PC: Pc = 11;
/// Address of `AddAnswer`, the continuation of a tabled goal.
pub(crate) const TABLE_PC: Pc = 12;

/// The register of what no instruction reads: arguments a clause does not name.
pub(crate) const VOID: u8 = 255;

/// Arithmetic comparison and standard order tests share these. The value of each is the set of orders it holds for, so that
/// no table is jumped through to find out: 1 less, 2 equal, 4 greater.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Rel {
    Lt = 1,
    Eq = 2,
    Le = 3,
    Gt = 4,
    Ne = 5,
    Ge = 6,
}

impl Rel {
    #[inline(always)]
    pub(crate) fn holds(self, o: std::cmp::Ordering) -> bool {
        self as u8 >> (o as i8 + 1) & 1 != 0
    }
    #[inline(always)]
    pub(crate) fn holds_for(self, a: i64, b: i64) -> bool {
        match self {
            Rel::Eq | Rel::Ne => (a == b) == (self == Rel::Eq),
            Rel::Lt | Rel::Ge => (a < b) == (self == Rel::Lt),
            Rel::Gt | Rel::Le => (a > b) == (self == Rel::Gt),
        }
    }
}

/// A type test compiled inline. The value of each is the set of tags it holds for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub(crate) enum Test {
    /// A list has no tag of its own.
    IsList = 0,
    Var = 1 << REF | 1 << ATV,
    Nonvar = !(1 << REF | 1 << ATV),
    Atom = 1 << ATM,
    Number = 1 << INT | 1 << BIG | 1 << FLT,
    Integer = 1 << INT | 1 << BIG,
    Float = 1 << FLT,
    Atomic = 1 << ATM | 1 << INT | 1 << BIG | 1 << FLT | 1 << STG,
    Compound = 1 << STR | 1 << LST,
    Callable = 1 << STR | 1 << LST | 1 << ATM,
    String = 1 << STG,
}

impl Test {
    /// Whether it holds for a dereferenced cell; not for `IsList`.
    #[inline(always)]
    pub(crate) fn holds(self, c: Cell) -> bool {
        self as u16 >> c.tag() & 1 != 0
    }
}

/// One instruction, 16 bytes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Instr {
    Fail,
    Answer,
    CatchExit,
    Collect,
    ConjNext,
    CondExit,
    SoftExit,
    NotExit,
    TraceExit,
    CallX0,
    OnceExit,
    WakeExit,
    AddAnswer,
    // head
    Move {
        d: u8,
        s: u8,
    },
    StoreY {
        y: u8,
        s: u8,
    },
    GetValX {
        x: u8,
        a: u8,
    },
    GetConst {
        a: u8,
        c: Cell,
    },
    GetBoxed {
        a: u8,
        k: u32,
    },
    GetStruct {
        a: u8,
        f: Cell,
    },
    GetList {
        a: u8,
    },
    /// `GetList` followed by two first occurrences.
    GetListVV {
        a: u8,
        h: u8,
        t: u8,
    },
    /// `GetList` followed by a known value and a first occurrence.
    GetListXV {
        a: u8,
        h: u8,
        t: u8,
    },
    /// `GetList` followed by a constant and a first occurrence.
    GetListCV {
        a: u8,
        t: u8,
        c: Cell,
    },
    /// `GetStruct` of two arguments, both first occurrences.
    GetStructVV {
        a: u8,
        h: u8,
        t: u8,
        f: Cell,
    },
    UnifyVarX(u8),
    UnifyVarY(u8),
    UnifyValX(u8),
    UnifyValY(u8),
    UnifyConst(Cell),
    UnifyVoid(u32),
    /// Two unifications in one.
    UnifyVarVar {
        a: u8,
        b: u8,
    },
    UnifyVarVal {
        a: u8,
        b: u8,
    },
    UnifyValVar {
        a: u8,
        b: u8,
    },
    /// Two moves in one.
    StoreY2 {
        y: u8,
        s: u8,
        y2: u8,
        s2: u8,
    },
    PutValY2 {
        y: u8,
        a: u8,
        y2: u8,
        a2: u8,
    },
    Move2 {
        d: u8,
        s: u8,
        d2: u8,
        s2: u8,
    },
    /// Four moves in one; the last may be said twice.
    StoreY4 {
        ys: [u8; 4],
        xs: [u8; 4],
    },
    PutValY4 {
        ys: [u8; 4],
        xs: [u8; 4],
    },
    SetValVal {
        a: u8,
        b: u8,
    },
    // The second of these pairs stands behind, too: a match that is interrupted, or a jump, goes on there.
    GetValXProceed {
        x: u8,
        a: u8,
    },
    GetConstProceed {
        a: u8,
        c: Cell,
    },
    Move2Execute {
        d: u8,
        s: u8,
        d2: u8,
        s2: u8,
        pred: PredId,
    },
    PutValY2Execute {
        y: u8,
        a: u8,
        y2: u8,
        a2: u8,
        pred: PredId,
    },
    AllocateStoreY2 {
        n: u8,
        y: u8,
        s: u8,
        y2: u8,
        s2: u8,
    },
    PutVarYCall {
        y: u8,
        a: u8,
        pred: PredId,
    },
    /// `GetListVV` and `GetListXV`: the second half only where the first one found a list.
    GetListVVXV {
        a: u8,
        h: u8,
        t: u8,
        a2: u8,
        h2: u8,
        t2: u8,
    },
    GetListVVExecute {
        a: u8,
        h: u8,
        t: u8,
        pred: PredId,
    },
    GetListXVExecute {
        a: u8,
        h: u8,
        t: u8,
        pred: PredId,
    },
    GetListVVXVExecute {
        a: u8,
        h: u8,
        t: u8,
        a2: u8,
        h2: u8,
        t2: u8,
        pred: PredId,
    },
    /// `Allocate` and `GetLevel` of slot 0.
    AllocateLevel(u8),
    AllocateLevelStoreY2 {
        n: u8,
        y: u8,
        s: u8,
        y2: u8,
        s2: u8,
    },
    AllocateStoreY4 {
        n: u8,
        ys: [u8; 4],
        xs: [u8; 4],
    },
    PutValY2Call {
        y: u8,
        a: u8,
        y2: u8,
        a2: u8,
        pred: PredId,
    },
    PutValY4Call {
        ys: [u8; 4],
        xs: [u8; 4],
        pred: PredId,
    },
    PutValY4Execute {
        ys: [u8; 4],
        xs: [u8; 4],
        pred: PredId,
    },
    NeckCutProceed,
    NeckCutExecute {
        pred: PredId,
    },
    PutValYCmp {
        y: u8,
        d: u8,
        rel: Rel,
        a: u8,
        b: u8,
        alt: Pc,
    },
    // body
    PutVarX(u8),
    PutVarY {
        y: u8,
        a: u8,
    },
    PutValY {
        y: u8,
        a: u8,
    },
    PutConst {
        a: u8,
        c: Cell,
    },
    PutBoxed {
        a: u8,
        k: u32,
    },
    PutStruct {
        a: u8,
        f: Cell,
    },
    PutList {
        a: u8,
    },
    SetVarX(u8),
    SetVarY(u8),
    SetValX(u8),
    SetValY(u8),
    SetConst(Cell),
    SetVoid(u32),
    InitY(u8),
    // control
    Allocate(u8),
    /// `live`: the slots of the environment that hold values needed after the call.
    Call {
        pred: PredId,
        live: u64,
    },
    Execute {
        pred: PredId,
    },
    DeallocExecute {
        pred: PredId,
    },
    Proceed,
    DeallocProceed,
    Jump(Pc),
    TryElse {
        alt: Pc,
    },
    RetryElse {
        alt: Pc,
        live: u64,
    },
    TrustElse {
        live: u64,
    },
    NeckCut,
    GetLevel(u8),
    MarkY(u8),
    CutY(u8),
    /// Cuts to just above the choice made after the mark.
    CutAboveY(u8),
    SoftCutY(u8),
    Builtin {
        f: u32,
    },
    /// Entry of a predicate with several clauses.
    Switch(u32),
    /// The same where no argument distinguishes them: there may be none to look at.
    Chain(u32),
    /// The same where one clause is for `[]` and one for lists; anything else asks the table.
    SwitchList {
        a: u8,
        sw: u32,
        nil: Pc,
        list: Pc,
    },
    /// The same where the clause for lists begins with `GetListVV` of that argument.
    SwitchListVV {
        a: u8,
        h: u8,
        t: u8,
        sw: u32,
        nil: Pc,
        list: Pc,
    },
    // inline goals
    Arith2 {
        op: u8,
        d: u8,
        a: u8,
        b: u8,
    },
    Arith1 {
        op: u8,
        d: u8,
        a: u8,
    },
    Add {
        d: u8,
        a: u8,
        b: u8,
    },
    Sub {
        d: u8,
        a: u8,
        b: u8,
    },
    Mul {
        d: u8,
        a: u8,
        b: u8,
    },
    AddC {
        d: u8,
        a: u8,
        i: i32,
    },
    MulC {
        d: u8,
        a: u8,
        i: i32,
    },
    Arith2C {
        op: u8,
        d: u8,
        a: u8,
        i: i32,
    },
    /// `arg/3`: argument `k`, or that of the number in X[i] if `k` is 0.
    Arg {
        d: u8,
        i: u8,
        t: u8,
        k: u32,
        f: u32,
    },
    /// `functor/3`: a term of the name in X[a] with as many new variables as X[b] says.
    Make {
        d: u8,
        a: u8,
        b: u8,
        f: u32,
    },
    /// `functor/3`: name and arity of a term.
    Parts {
        d: u8,
        e: u8,
        t: u8,
        f: u32,
    },
    /// Copies X[a] evaluated.
    Eval {
        d: u8,
        a: u8,
    },
    Cmp {
        rel: Rel,
        a: u8,
        b: u8,
        alt: Pc,
    },
    CmpC {
        rel: Rel,
        a: u8,
        i: i32,
        alt: Pc,
    },
    TestX {
        test: Test,
        a: u8,
        alt: Pc,
    },
    Order {
        rel: Rel,
        a: u8,
        b: u8,
        alt: Pc,
    },
    NotUnify {
        a: u8,
        b: u8,
        alt: Pc,
    },
}

/// A clause as the switch sees it: its code and the keys of its first arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClauseRef {
    pub(crate) pc: Pc,
    pub(crate) keys: [u64; 3],
    /// The tags that tests at the beginning of the body let these arguments have.
    pub(crate) tags: [u16; 3],
    pub(crate) commit: Commit,
    /// The same for a body of type tests of one argument and a cut: the argument, its tags, and when the head is sure to match.
    pub(crate) guarded: Option<(u8, u16, Commit)>,
}

/// When a clause whose body begins with a cut is sure to be taken: no choice point is needed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Commit {
    /// The argument that must be `want` (a constant or a functor); [`NEVER`] or [`OTHERWISE`].
    pub(crate) arg: u8,
    /// Another argument that must be unbound; `NEVER`: none.
    pub(crate) open: u8,
    pub(crate) want: Cell,
}

/// In place of an argument: it is never sure that the clause is taken.
pub(crate) const NEVER: u8 = 255;
/// In place of an argument: none has to be anything.
pub(crate) const OTHERWISE: u8 = 254;

/// A list of clauses to try in order.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(crate) clauses: Box<[ClauseRef]>,
    pub(crate) arity: u32,
    /// Arguments the keys of these clauses stand for.
    pub(crate) args: [u8; 3],
    /// Bit i: key i distinguishes clauses of this chain.
    pub(crate) mask: u8,
}

/// Where a switch leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Fail,
    Clause(Pc),
    Chain(u32),
    Switch(u32),
}

/// A switch on one argument.
#[derive(Clone, Debug)]
pub(crate) struct SwitchTable {
    pub(crate) arg: u8,
    /// Where terms of each tag lead that no clause names.
    pub(crate) rest: [Target; 16],
    /// The tags of terms that clauses name.
    pub(crate) named: u16,
    pub(crate) keys: FoldMap<u64, Target>,
    /// The same pairs when there are few of them.
    pub(crate) few: Box<[(u64, Target)]>,
}

/// Source place of a clause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) pc: Pc,
    pub(crate) pred: PredId,
    pub(crate) file: Atom,
    pub(crate) line: u32,
}

/// What a predicate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PredKind {
    Undefined,
    /// Compiled clauses, entered here.
    Static(Pc),
    /// Clauses in the machine's database, by slot.
    Dynamic(u32),
    /// A native predicate that succeeds at most once.
    Det(u32),
    /// A native predicate that may leave a choice.
    Nondet(u32),
    /// Control: call/N, findall, catch, ...
    Control(u32),
    /// A predicate of the host.
    Foreign(u32),
}

/// A predicate.
#[derive(Clone, Debug)]
pub(crate) struct Pred {
    pub(crate) name: Atom,
    pub(crate) arity: u32,
    pub(crate) kind: PredKind,
    /// The standard's own: a program may not change it.
    pub(crate) protected: bool,
    /// From the library: a program may define its own.
    pub(crate) library: bool,
    pub(crate) discontiguous: bool,
    /// Clauses may come from several texts.
    pub(crate) multifile: bool,
    pub(crate) tabled: bool,
    /// Clauses of a static predicate, kept for `clause/2` and for adding to it.
    pub(crate) source: Arc<Vec<Arc<crate::database::Clause>>>,
}
