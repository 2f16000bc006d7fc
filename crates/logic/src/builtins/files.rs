//! Whole files: whether they exist, removing and renaming them. Their contents are read in `streams`.

use super::strings::text_arg;
use crate::atom::names as n;
use crate::machine::{Machine, Res, Stop};
use std::io::ErrorKind;
use std::path::Path;

/// The name of a file in argument `i`, if the grant is there.
fn path_arg(m: &mut Machine, i: usize, granted: bool) -> Result<String, Stop> {
    let path = text_arg(m, i)?;
    if granted {
        return Ok(path);
    }
    let culprit = m.a(i);
    Err(m.permission_error(n::ACCESS, n::SOURCE_SINK, culprit))
}

pub(crate) fn exists_file(m: &mut Machine) -> Res {
    let path = path_arg(m, 0, m.grants.read_files)?;
    Ok(Path::new(&path).is_file())
}

pub(crate) fn exists_directory(m: &mut Machine) -> Res {
    let path = path_arg(m, 0, m.grants.read_files)?;
    Ok(Path::new(&path).is_dir())
}

pub(crate) fn delete_file(m: &mut Machine) -> Res {
    let path = path_arg(m, 0, m.grants.write_files)?;
    done(m, std::fs::remove_file(path))
}

pub(crate) fn rename_file(m: &mut Machine) -> Res {
    let (from, to) = (path_arg(m, 0, m.grants.write_files)?, path_arg(m, 1, m.grants.write_files)?);
    done(m, std::fs::rename(from, to))
}

/// What the system answered, about the file of the first argument.
fn done(m: &mut Machine, answer: std::io::Result<()>) -> Res {
    let culprit = m.a(0);
    match answer {
        Ok(()) => Ok(true),
        Err(e) if e.kind() == ErrorKind::NotFound => Err(m.existence_error(n::SOURCE_SINK, culprit)),
        Err(_) => Err(m.permission_error(n::MODIFY, n::SOURCE_SINK, culprit)),
    }
}
