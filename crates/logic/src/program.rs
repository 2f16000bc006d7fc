//! A program: compiled code, predicates, atoms and the initial database, immutable and shared.

use crate::atom::{AtomTable, Atoms, FoldMap};
use crate::builtins::{NATIVES, Native};
use crate::cell::{Atom, Cell};
use crate::code::{Chain, ClauseRef, Instr, Pc, Place, Pred, PredId, PredKind, SwitchTable};
use crate::compile::{Names, TooBig, emit, fold, join, link, merge};
use crate::database::{Clause, Clauses};
use crate::error::Frame;
use crate::flags::Flags;
use crate::reader::ops::Ops;
use std::sync::{Arc, OnceLock};

/// A compiled program. Machines share it; it never changes once shared.
#[derive(Clone)]
pub struct Program {
    pub(crate) code: Vec<Instr>,
    pub(crate) preds: Vec<Pred>,
    pub(crate) ids: FoldMap<(Atom, u32), PredId>,
    pub(crate) switches: Vec<SwitchTable>,
    pub(crate) chains: Vec<Chain>,
    pub(crate) boxed: Vec<(u8, Box<[Cell]>)>,
    pub(crate) places: Vec<Place>,
    /// Names of the predicates that change terms in place.
    pub(crate) assigning: [Atom; 2],
    /// Its texts mention predicates that change terms in place.
    pub(crate) assigns: bool,
    /// Where unifications that are goals begin in the code, in order.
    pub(crate) unifications: Vec<Pc>,
    pub(crate) atoms: Arc<AtomTable>,
    pub(crate) ops: Arc<Ops>,
    pub(crate) flags: Arc<Flags>,
    pub(crate) dynamics: Vec<Arc<Clauses>>,
    pub(crate) foreigns: Vec<crate::foreign::Foreign>,
    /// Predicate of each native, for error contexts.
    pub(crate) natives: Vec<PredId>,
    pub(crate) is_pred: PredId,
    /// Names of the texts it was made from, libraries excluded.
    pub(crate) loaded: Vec<Atom>,
}

impl Program {
    /// The built-in predicates and the library, nothing else. Made once per process.
    pub fn base() -> Arc<Program> {
        static BASE: OnceLock<Arc<Program>> = OnceLock::new();
        BASE.get_or_init(|| crate::load::with_library(Program::bare())).clone()
    }

    /// Only the native predicates.
    fn bare() -> Program {
        let mut atoms = Atoms::new(Arc::new(AtomTable::base()));
        let ops = Ops::standard(&mut |name| atoms.intern(name));
        let code = vec![
            Instr::Fail,
            Instr::Answer,
            Instr::CatchExit,
            Instr::Collect,
            Instr::ConjNext,
            Instr::CondExit,
            Instr::SoftExit,
            Instr::NotExit,
            Instr::TraceExit,
            Instr::CallX0,
            Instr::OnceExit,
            Instr::WakeExit,
            Instr::AddAnswer,
        ];
        let mut p = Program {
            code,
            preds: Vec::new(),
            ids: FoldMap::default(),
            switches: Vec::new(),
            chains: Vec::new(),
            boxed: Vec::new(),
            places: Vec::new(),
            unifications: Vec::new(),
            assigning: [atoms.intern("setarg"), atoms.intern("nb_setarg")],
            assigns: false,
            atoms: Arc::new(AtomTable::default()),
            ops: Arc::new(ops),
            flags: Arc::default(),
            dynamics: Vec::new(),
            foreigns: Vec::new(),
            natives: vec![0; NATIVES.len()],
            is_pred: 0,
            loaded: Vec::new(),
        };
        for (i, native) in NATIVES.iter().enumerate() {
            let name = atoms.intern(native.name);
            let kind = match native.run {
                Native::Det(_) => PredKind::Det(i as u32),
                Native::Nondet(_) => PredKind::Nondet(i as u32),
                Native::Control(_) => PredKind::Control(i as u32),
            };
            let id = p.pred_id(name, native.arity as usize);
            let pred = &mut p.preds[id as usize];
            pred.kind = kind;
            pred.protected = !native.library;
            pred.library = native.library;
            p.natives[i] = id;
            if native.name == "is" {
                p.is_pred = id;
            }
        }
        p.atoms = atoms.freeze();
        p
    }

    /// The number of a predicate, making an undefined one if needed.
    pub(crate) fn pred_id(&mut self, name: Atom, arity: usize) -> PredId {
        if let Some(&id) = self.ids.get(&(name, arity as u32)) {
            return id;
        }
        self.fresh_pred(name, arity)
    }
    /// A new predicate under this name; one that had it keeps serving code compiled before.
    pub(crate) fn fresh_pred(&mut self, name: Atom, arity: usize) -> PredId {
        let id = self.preds.len() as PredId;
        self.preds.push(Pred {
            name,
            arity: arity as u32,
            kind: PredKind::Undefined,
            protected: false,
            library: false,
            discontiguous: false,
            multifile: false,
            tabled: false,
            source: Arc::default(),
        });
        self.ids.insert((name, arity as u32), id);
        id
    }
    #[inline]
    pub(crate) fn native_pred(&self, f: u32) -> PredId {
        self.natives[f as usize]
    }

    /// The clause running at an address.
    pub(crate) fn frame_at(&self, pc: Pc, atoms: &Atoms) -> Option<Frame> {
        if pc < 16 {
            return None;
        }
        let at = self.places.partition_point(|p| p.pc <= pc).checked_sub(1)?;
        let place = self.places[at];
        let pred = &self.preds[place.pred as usize];
        if pred.library {
            return None;
        }
        let predicate = format!("{}/{}", atoms.name(pred.name), pred.arity);
        Some(Frame { predicate, file: atoms.name(place.file).to_string(), line: place.line })
    }

    /// Compiles the clauses of a predicate and enters them. Falls back to terms when too wide.
    pub(crate) fn define(&mut self, id: PredId, clauses: Vec<Arc<Clause>>) {
        let arity = self.preds[id as usize].arity as usize;
        // Compiled heads build terms without looking: with the occurs check on, clauses stay terms.
        let check = self.flags.occurs_check != crate::flags::OccursCheck::Off;
        let compiled = if check { Err(TooBig) } else { self.compile_all(id, &clauses, arity) };
        match compiled {
            Ok(entry) => self.preds[id as usize].kind = PredKind::Static(entry),
            Err(TooBig) => {
                let slot = self.dynamics.len() as u32;
                let mut store = Clauses::default();
                for c in &clauses {
                    store.add(c.clone(), false);
                }
                self.dynamics.push(Arc::new(store));
                self.preds[id as usize].kind = PredKind::Dynamic(slot);
            }
        }
        self.preds[id as usize].source = Arc::new(clauses);
    }

    fn compile_all(&mut self, id: PredId, clauses: &[Arc<Clause>], arity: usize) -> Result<Pc, TooBig> {
        let folded: Vec<Arc<Clause>> =
            clauses.iter().map(|c| fold::fold(c).map_or_else(|| c.clone(), Arc::new)).collect();
        if let Some(one) = merge::merge(&folded) {
            let start = self.code.len() as Pc;
            if let Ok(entry) = self.compile_each(id, &[Arc::new(one)], arity) {
                let mut pc = start;
                for c in &folded[1..] {
                    let Some(next) = merge::next_part(&self.code, pc) else { break };
                    self.places.push(Place { pc: next, pred: id, file: c.file, line: c.line });
                    pc = next;
                }
                return Ok(entry);
            }
        }
        self.compile_each(id, &folded, arity)
    }

    fn compile_each(&mut self, id: PredId, clauses: &[Arc<Clause>], arity: usize) -> Result<Pc, TooBig> {
        let mut refs = Vec::with_capacity(clauses.len());
        let start = self.code.len();
        let places = self.places.len();
        let args = link::key_arguments(clauses, arity);
        for c in clauses {
            let (code, goals) = match emit::compile(c, self) {
                Ok(code) => code,
                Err(e) => {
                    self.code.truncate(start);
                    self.places.truncate(places);
                    self.unifications.retain(|&pc| (pc as usize) < start);
                    return Err(e);
                }
            };
            let base = self.code.len() as Pc;
            let (commit, guarded) = link::commit(c, arity);
            let (keys, tags) = (link::keys(c, &args, arity), link::tags(c, &args, arity));
            refs.push(ClauseRef { pc: base, keys, tags, commit, guarded });
            self.places.push(Place { pc: base, pred: id, file: c.file, line: c.line });
            let (code, goals) = join::join(code, &goals);
            // Once more for pairs of pairs.
            let (code, goals) = join::join(code, &goals);
            self.unifications.extend(goals.into_iter().map(|at| at + base));
            self.code.extend(code.into_iter().map(|i| rebase(i, base)));
            join::pairs(&mut self.code[base as usize..]);
        }
        let mut tables = link::Tables {
            code: &mut self.code,
            switches: &mut self.switches,
            chains: &mut self.chains,
            arity,
            args,
        };
        Ok(tables.entry(&refs, arity))
    }
}

/// Turns relative jump targets (plus one, 0 meaning failure) into addresses.
fn rebase(mut i: Instr, base: Pc) -> Instr {
    if let Some(target) = join::target(&mut i)
        && *target != 0
    {
        *target += base - 1;
    }
    i
}

impl Names for Program {
    fn pred(&mut self, name: Atom, arity: usize) -> PredId {
        self.pred_id(name, arity)
    }
    fn inline(&mut self, name: Atom, arity: usize) -> Option<u32> {
        let id = *self.ids.get(&(name, arity as u32))?;
        match self.preds[id as usize].kind {
            PredKind::Det(f) => Some(f),
            _ => None,
        }
    }
    fn boxed(&mut self, tag: u8, cells: &[Cell]) -> u32 {
        self.boxed.push((tag, cells.into()));
        self.boxed.len() as u32 - 1
    }
}
