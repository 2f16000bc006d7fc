//! The operator table.

use crate::atom::{FoldMap, names as n};
use crate::cell::Atom;

/// How an operator takes its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpType {
    Xfx,
    Xfy,
    Yfx,
    Fy,
    Fx,
    Xf,
    Yf,
}

impl OpType {
    pub(crate) fn from_atom(a: Atom) -> Option<OpType> {
        Some(match a {
            n::XFX => OpType::Xfx,
            n::XFY => OpType::Xfy,
            n::YFX => OpType::Yfx,
            n::FY => OpType::Fy,
            n::FX => OpType::Fx,
            n::XF => OpType::Xf,
            n::YF => OpType::Yf,
            _ => return None,
        })
    }
    pub(crate) fn atom(self) -> Atom {
        match self {
            OpType::Xfx => n::XFX,
            OpType::Xfy => n::XFY,
            OpType::Yfx => n::YFX,
            OpType::Fy => n::FY,
            OpType::Fx => n::FX,
            OpType::Xf => n::XF,
            OpType::Yf => n::YF,
        }
    }
    pub(crate) fn is_prefix(self) -> bool {
        matches!(self, OpType::Fy | OpType::Fx)
    }
    pub(crate) fn is_postfix(self) -> bool {
        matches!(self, OpType::Xf | OpType::Yf)
    }
}

/// One definition: priority and type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Op {
    pub(crate) pri: u16,
    pub(crate) kind: OpType,
}

impl Op {
    /// Largest priority of the left argument.
    pub(crate) fn left(self) -> u16 {
        if matches!(self.kind, OpType::Yfx | OpType::Yf) { self.pri } else { self.pri - 1 }
    }
    /// Largest priority of the right argument.
    pub(crate) fn right(self) -> u16 {
        if matches!(self.kind, OpType::Xfy | OpType::Fy) { self.pri } else { self.pri - 1 }
    }
}

/// The definitions of one name.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct OpDef {
    pub(crate) prefix: Option<Op>,
    pub(crate) infix: Option<Op>,
    pub(crate) postfix: Option<Op>,
}

/// All operators a machine knows.
#[derive(Clone, Debug)]
pub(crate) struct Ops {
    map: FoldMap<Atom, OpDef>,
}

impl Ops {
    /// Every name that is or was an operator.
    pub(crate) fn names(&self) -> impl Iterator<Item = Atom> {
        self.map.keys().copied()
    }
    /// The table of the standard, plus the directives written as prefix operators.
    pub(crate) fn standard(intern: &mut dyn FnMut(&str) -> Atom) -> Ops {
        let mut ops = Ops { map: FoldMap::default() };
        let table: &[(u16, OpType, &str)] = &[
            (1200, OpType::Xfx, ":- -->"),
            (1200, OpType::Fx, ":- ?-"),
            (
                1150,
                OpType::Fx,
                "dynamic discontiguous initialization multifile table meta_predicate module_transparent",
            ),
            (1100, OpType::Xfy, "; |"),
            (1050, OpType::Xfy, "-> *->"),
            (1000, OpType::Xfy, ","),
            (900, OpType::Fy, "\\+"),
            (700, OpType::Xfx, "= \\= == \\== @< @> @=< @>= =.. is =:= =\\= < > =< >= as =@= \\=@="),
            (600, OpType::Xfy, ":"),
            (500, OpType::Yfx, "+ - /\\ \\/ xor"),
            (400, OpType::Yfx, "* / // mod rem << >> div rdiv"),
            (200, OpType::Xfx, "**"),
            (200, OpType::Xfy, "^"),
            (200, OpType::Fy, "- + \\"),
        ];
        for (pri, kind, list) in table {
            for name in list.split(' ') {
                ops.add(intern(name), Op { pri: *pri, kind: *kind });
            }
        }
        ops
    }
    /// Adds, replaces or (priority 0) removes a definition.
    pub(crate) fn add(&mut self, name: Atom, op: Op) {
        let def = self.map.entry(name).or_default();
        let value = (op.pri > 0).then_some(op);
        if op.kind.is_prefix() {
            def.prefix = value;
        } else if op.kind.is_postfix() {
            def.postfix = value;
        } else {
            def.infix = value;
        }
    }
    #[inline]
    pub(crate) fn get(&self, name: Atom) -> OpDef {
        self.map.get(&name).copied().unwrap_or_default()
    }
    pub(crate) fn is_op(&self, name: Atom) -> bool {
        let d = self.get(name);
        d.prefix.is_some() || d.infix.is_some() || d.postfix.is_some()
    }
    /// All definitions in the order of atom numbers.
    pub(crate) fn all(&self) -> Vec<(Atom, Op)> {
        let mut names: Vec<Atom> = self.map.keys().copied().collect();
        names.sort_unstable();
        let mut out = Vec::new();
        for name in names {
            let d = self.get(name);
            out.extend([d.prefix, d.infix, d.postfix].into_iter().flatten().map(|op| (name, op)));
        }
        out
    }
}
