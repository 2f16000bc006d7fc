//! Where source texts come from: files found relative to the file that asks, each loaded once when that is wanted.
//! `load` then reads the text.

use crate::atom::names as n;
use crate::cell::{Atom, Cell};
use crate::error::{Diagnostic, Severity};
use crate::machine::{Machine, Res, Stop};
use std::path::Path;
use std::sync::Arc;

/// consult/1: files, lists of files, `user` (the standard input), and libraries, which are always there.
pub(crate) fn consult_goal(m: &mut Machine) -> Result<(), Stop> {
    for spec in specs(m, m.x[0])? {
        let Some((name, 0)) = m.functor(spec) else { continue };
        if name == n::USER {
            let text = m.standard_input();
            m.load_text(&text, "user", false);
        } else {
            let path = m.atoms.shared(name);
            let text = m.read_source(&path, spec)?;
            m.forget_clauses_of(&text.0)?;
            m.load_text(&text.1, &text.0, false);
        }
    }
    if m.loading.is_empty() {
        m.tell_findings();
    }
    Ok(())
}

/// `'$not_loaded'(Specs, Files)`: those of the files that no text has been loaded from yet.
pub(crate) fn not_loaded(m: &mut Machine) -> Res {
    let mut fresh = Vec::new();
    for spec in specs(m, m.x[0])? {
        let Some((name, 0)) = m.functor(spec) else { continue };
        let path = m.atoms.shared(name);
        let found = m.candidates(&path).into_iter().find(|c| Path::new(c).is_file());
        let known = found.is_some_and(|f| {
            let file = m.atoms.intern(&f);
            m.program.loaded.contains(&file)
        });
        if !known {
            fresh.push(spec);
        }
    }
    let list = crate::heap::push_list(&mut m.heap, fresh.into_iter());
    m.out(1, list)
}

/// The file names a specification stands for; libraries are left out.
fn specs(m: &mut Machine, spec: Cell) -> Result<Vec<Cell>, Stop> {
    let mut out = Vec::new();
    let mut work = vec![spec];
    while let Some(spec) = work.pop() {
        m.charge(8)?;
        m.ensure(work.len() + out.len())?;
        let spec = m.deref(spec);
        if spec.is_ref() {
            return Err(m.instantiation_error());
        }
        match m.functor(spec) {
            Some((n::NIL, 0)) | Some((n::LIBRARY, 1)) => {}
            Some((n::DOT, 2)) => {
                work.push(m.arg(spec, 1));
                work.push(m.arg(spec, 0));
            }
            Some((n::COLON, 2)) => work.push(m.arg(spec, 1)),
            Some((_, 0)) => out.push(spec),
            _ => return Err(m.domain_error(n::SOURCE_SINK, spec)),
        }
    }
    Ok(out)
}

impl Machine {
    /// Loads files one after the other, if reading files is granted, and then looks for calls of predicates
    /// that none of them defines.
    pub fn consult_files(&mut self, paths: &[String]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for path in paths {
            found.extend(self.consult_file(path));
            if self.halted.is_some() {
                return found;
            }
        }
        found.extend(self.undefined_calls());
        found
    }

    /// Where a source file of this name is looked for: beside the file being loaded, then as it stands.
    fn candidates(&self, path: &str) -> Vec<String> {
        let beside = self.loading.last().and_then(|l| {
            let dir = Path::new(self.atoms.name(l.file)).parent()?;
            Some(dir.join(path).to_string_lossy().into_owned())
        });
        let mut out: Vec<String> = Vec::new();
        for base in beside.into_iter().chain([path.to_string()]) {
            for end in ["", ".pl", ".pro", ".prolog"] {
                let name = format!("{base}{end}");
                if !out.contains(&name) {
                    out.push(name);
                }
            }
        }
        out
    }

    /// The text of a source file, if the host grants reading: (path, text).
    pub(crate) fn read_source(&mut self, path: &str, culprit: Cell) -> Result<(String, String), Stop> {
        if path == "-" && self.loading.is_empty() {
            return Ok(("user".into(), self.standard_input()));
        }
        let kind = self.atoms.intern("source_sink");
        if !self.grants.read_files {
            let open = self.atoms.intern("open");
            return Err(self.permission_error(open, kind, culprit));
        }
        for candidate in self.candidates(path) {
            if !Path::new(&candidate).is_file() {
                continue;
            }
            if let Ok(bytes) = std::fs::read(&candidate) {
                if bytes.len() / 8 > self.limits.memory_cells {
                    return Err(self.resource_error(n::MEMORY));
                }
                return Ok((candidate, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
        Err(self.existence_error(n::SOURCE_SINK, culprit))
    }

    /// What is left of the standard input, as far as memory allows.
    fn standard_input(&mut self) -> String {
        let most = self.limits.memory_cells;
        let mut text = String::new();
        if let Some(input) = self.streams.get(0).and_then(|s| s.input.as_mut()) {
            while let Some(c) = input.next_char() {
                text.push(c);
                if text.len() / 8 > most || text.ends_with("end_of_file.\n") {
                    break;
                }
            }
        }
        text
    }

    /// `include/1`: the terms of another file, as if they stood here.
    pub(crate) fn include(&mut self, spec: Cell) -> Result<(), Stop> {
        for spec in specs(self, spec)? {
            let Some((name, 0)) = self.functor(spec) else { continue };
            let path = self.atoms.shared(name);
            let text = self.read_source(&path, spec)?;
            let file = self.atoms.intern(&text.0);
            let Some(l) = self.loading.last_mut() else { return Ok(()) };
            if l.included > 30 {
                return Err(self.resource_error(n::DEPTH));
            }
            let outer = (l.file, l.line);
            l.file = file;
            l.included += 1;
            self.load_terms(&text.1);
            if let Some(l) = self.loading.last_mut() {
                (l.file, l.line) = outer;
                l.included -= 1;
            }
        }
        Ok(())
    }

    /// A file that is loaded again brings its clauses of dynamic predicates again: the old ones are removed.
    pub(crate) fn forget_clauses_of(&mut self, name: &str) -> Result<(), Stop> {
        let file = self.atoms.intern(name);
        if file == n::USER || !self.program.loaded.contains(&file) {
            return Ok(());
        }
        for slot in 0..self.dynamics.len() {
            self.charge(self.dynamics[slot].len())?;
            let view = self.dynamics[slot].everything();
            let mut old = Vec::new();
            let mut pos = 0;
            while let Some((at, clause)) = view.next(pos, &[0; 3]) {
                pos = at + 1;
                if clause.file == file {
                    old.push(clause.clone());
                }
            }
            drop(view);
            for clause in old {
                if self.clauses_mut(slot as u32).remove(&clause) {
                    self.db_bytes = self.db_bytes.saturating_sub(clause.bytes());
                }
            }
        }
        Ok(())
    }

    /// Remembers that a text of this name belongs to the program.
    pub(crate) fn note_loaded(&mut self, file: Atom) {
        if !self.program.loaded.contains(&file) {
            self.atoms.pin(file);
            Arc::make_mut(&mut self.program).loaded.push(file);
        }
    }

    /// Findings of a text that the program itself loaded go to `user_error`.
    pub(crate) fn tell_findings(&mut self) {
        let mut found = std::mem::take(&mut self.warnings);
        found.extend(self.undefined_calls());
        self.streams.flush_all();
        if let Some(o) = self.streams.get(2).and_then(|s| s.output.as_mut()) {
            for d in found {
                o.write_str(&format!("{d}\n"));
            }
        }
    }

    /// A finding about the text being loaded.
    pub(crate) fn diagnostic(&mut self, severity: Severity, line: u32, column: u32, message: String) {
        let file = self.loading.last().map_or_else(String::new, |l| self.atoms.name(l.file).to_string());
        self.warnings.push(Diagnostic { severity, file, line, column, message });
    }
}
