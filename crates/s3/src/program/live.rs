//! Liveness analysis: which variables may still be read after a place of the program. All variables are global, so the
//! analysis crosses calls: every place gets what is read before it is written from there to the end of its named
//! expression (`read`) and what is certainly written (`written`); what the callers still need is then added along the
//! stack of calls.

use super::Program;
use super::code::Op;
use crate::lower::Builtin;

/// The last bit stands for the player on move, the others for variables.
pub(crate) const PLAYER: u128 = 1 << 127;

/// Steps after which the analysis gives up.
const WORK: usize = 16_000_000;

/// More variables than this are not analysed.
pub(crate) const MOST: usize = 127;

/// From a place to the end of the named expression (or of the evaluation) that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Path {
    read: u128,
    written: u128,
}

/// The analysis of a whole program.
#[derive(Clone, Debug)]
pub(crate) struct Live {
    paths: Vec<Path>,
    /// By named expression: what a call may write for good.
    writes: Vec<u128>,
}

impl Live {
    /// `None` when there are too many variables or it would take too long.
    pub(crate) fn new(p: &Program) -> Option<Live> {
        if p.vars > MOST {
            return None;
        }
        let ops = &p.code.ops;
        let saved: Vec<u128> = p.code.functions.iter().map(|&f| Live::saved(p, f)).collect();
        let nothing = Path { read: 0, written: u128::MAX };
        let mut paths = vec![nothing; ops.len() + 1];
        for _ in 0..WORK / ops.len().max(1) {
            let mut changed = false;
            for pc in (0..ops.len()).rev() {
                let path = Live::path(p, &paths, &saved, pc);
                changed |= path != paths[pc];
                paths[pc] = path;
            }
            if !changed {
                let writes = Live::writes(p, &saved)?;
                return Some(Live { paths, writes });
            }
        }
        None
    }

    fn path(p: &Program, paths: &[Path], saved: &[u128], pc: usize) -> Path {
        let (read, written, callee) = Live::touched(p, p.code.ops[pc]);
        let join = |a: Path, b: Path| Path { read: a.read | b.read, written: a.written & b.written };
        let next = paths[pc + 1];
        let after = match p.code.ops[pc] {
            Op::Jump(t) => paths[t as usize],
            Op::Branch(t)
            | Op::And(t)
            | Op::Or(t)
            | Op::Line(t)
            | Op::Unless(t)
            | Op::LoopNext { back: t, .. } => join(next, paths[t as usize]),
            Op::Ret => Path { read: 0, written: 0 },
            Op::Halt | Op::Winner | Op::Fault(_) => Path { read: 0, written: u128::MAX },
            _ => next,
        };
        let within = callee.map_or(Path { read, written }, |f| {
            // What a call saves and restores it leaves as it was.
            let path = paths[p.code.functions[f as usize] as usize];
            Path { read: path.read, written: path.written & !saved[f as usize] }
        });
        Path { read: within.read | (after.read & !within.written), written: within.written | after.written }
    }

    /// What an instruction reads and writes itself, or the expression it calls.
    fn touched(p: &Program, op: Op) -> (u128, u128, Option<u32>) {
        let bit = |v: u16| 1u128 << v;
        match op {
            Op::Load(v) => (bit(v), 0, None),
            Op::Store(v) | Op::Bind(v) | Op::LoopSet(v) | Op::Save(v) | Op::Restore(v) => (0, bit(v), None),
            Op::Template(t) => (p.templates[t as usize].vars.iter().fold(0, |s, &v| s | bit(v)), 0, None),
            Op::Builtin(Builtin::Player | Builtin::NextPlayer, _) => (PLAYER, 0, None),
            Op::Builtin(Builtin::SetPlayer, _) => (0, PLAYER, None),
            Op::Call(f) => (0, 0, Some(f)),
            _ => (0, 0, None),
        }
    }

    /// What matters at `pc` with these calls open.
    pub(crate) fn at(&self, pc: u32, frames: &[u32]) -> u128 {
        let through = |live: u128, pc: u32| {
            let path = self.paths[pc as usize];
            path.read | (live & !path.written)
        };
        frames.iter().chain(std::iter::once(&pc)).fold(0, |live, &pc| through(live, pc))
    }

    /// What matters to the callers alone, once the named expression at hand has returned.
    pub(crate) fn behind(&self, frames: &[u32]) -> u128 {
        frames.iter().fold(0, |live, &pc| {
            let path = self.paths[pc as usize];
            path.read | (live & !path.written)
        })
    }

    /// Variables that a named expression saves when it is entered.
    fn saved(p: &Program, entry: u32) -> u128 {
        let head =
            p.code.ops[entry as usize..].iter().take_while(|op| matches!(op, Op::Save(_) | Op::Bind(_)));
        head.fold(0, |set, op| if let Op::Save(v) = op { set | 1 << v } else { set })
    }

    fn writes(p: &Program, saved: &[u128]) -> Option<Vec<u128>> {
        let mut writes = vec![0; p.code.functions.len()];
        for _ in 0..WORK / 16 / p.code.ops.len().max(1) {
            let before = writes.clone();
            for (f, &entry) in p.code.functions.iter().enumerate() {
                writes[f] = Live::reach(p, entry, &before) & !saved[f];
            }
            if writes == before {
                return Some(writes);
            }
        }
        None
    }

    /// What an evaluation from `pc` may write.
    pub(crate) fn written(&self, p: &Program, entry: u32) -> u128 {
        Live::reach(p, entry, &self.writes)
    }

    fn reach(p: &Program, entry: u32, writes: &[u128]) -> u128 {
        let mut seen = std::collections::HashSet::new();
        let mut open = vec![entry];
        let mut written = 0;
        while let Some(pc) = open.pop() {
            if !seen.insert(pc) {
                continue;
            }
            let op = p.code.ops[pc as usize];
            let (_, own, callee) = Live::touched(p, op);
            written |= own | callee.map_or(0, |f| writes[f as usize]);
            match op {
                Op::Jump(t) => open.push(t),
                Op::Branch(t)
                | Op::And(t)
                | Op::Or(t)
                | Op::Line(t)
                | Op::Unless(t)
                | Op::LoopNext { back: t, .. } => {
                    open.extend([t, pc + 1]);
                }
                Op::Ret | Op::Halt | Op::Winner | Op::Fault(_) => {}
                _ => open.push(pc + 1),
            }
        }
        written
    }
}
