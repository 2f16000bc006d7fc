//! Bounds for a foreign program: this process takes them on itself and then becomes the program. Memory, open files and file
//! sizes by resource limits; the file system by Landlock (read what programs are made of and the program's own folder, write
//! nowhere); no network, no tracing of others, no mounting by seccomp. What the system does not have is said in a warning, and the rest
//! holds.

use landlock::{
    ABI, Access, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus,
};
use rustix::process::{Resource, Rlimit, setrlimit};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Memory of the program in bytes.
const MEMORY: u64 = 1 << 30;
/// Processor time of the program in seconds.
const SECONDS: u64 = 24 * 3600;
/// Files it may have open.
const FILES: u64 = 256;
/// Where programs and what they are made of live.
const READABLE: [&str; 12] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib64",
    "/opt",
    "/etc",
    "/nix",
    "/proc/self",
    "/dev/urandom",
    "/dev/null",
    "/dev/zero",
];

/// Why a program was not started. Prints as a sentence.
#[derive(Debug)]
pub enum ConfineError {
    /// No program was named.
    Nothing,
    /// A limit cannot be set.
    Limit(&'static str, io::Error),
    /// The program cannot be started.
    Start(String, io::Error),
}

impl fmt::Display for ConfineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfineError::Nothing => f.write_str("no program was named"),
            ConfineError::Limit(what, error) => write!(f, "the limit on {what} cannot be set: {error}"),
            ConfineError::Start(program, error) => write!(f, "{program}: {error}"),
        }
    }
}

impl std::error::Error for ConfineError {}

/// Confines this process and becomes the program; returns only if that failed. `warn` hears what the system lacks.
pub fn confined(command: &[String], warn: &mut dyn FnMut(&str)) -> ConfineError {
    let Some((program, arguments)) = command.split_first() else { return ConfineError::Nothing };
    let limits = [
        (Resource::Data, MEMORY, "memory"),
        (Resource::Cpu, SECONDS, "processor time"),
        (Resource::Fsize, 0, "the size of files"),
        (Resource::Nofile, FILES, "open files"),
        (Resource::Core, 0, "core dumps"),
    ];
    for (resource, most, what) in limits {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        if let Err(error) = setrlimit(resource, limit) {
            return ConfineError::Limit(what, error.into());
        }
    }
    match files(program, arguments) {
        Ok(RulesetStatus::FullyEnforced) => {}
        Ok(_) => {
            warn("this system keeps programs from files only in part: its kernel lacks some of Landlock")
        }
        Err(cause) => warn(&format!("this system does not keep programs from files: {cause}")),
    }
    if let Err(cause) = calls() {
        warn(&format!("this system does not keep programs from the network: {cause}"));
    }
    ConfineError::Start(program.clone(), Command::new(program).args(arguments).exec())
}

/// The folders of the program and of the files among its arguments. An interpreter also needs the `lib` beside its `bin`, and one of
/// a Python environment the environment around it.
fn own(program: &str, arguments: &[String]) -> Vec<PathBuf> {
    let named = [program].into_iter().chain(arguments.iter().map(String::as_str));
    let parent = |path: &Path| path.parent().map(Path::to_path_buf);
    let around = parent(Path::new(program)).map(|bin| bin.join(".."));
    let environment = around.filter(|folder| program.contains('/') && folder.join("pyvenv.cfg").is_file());
    let bin =
        std::fs::canonicalize(program).ok().as_deref().and_then(parent).filter(|bin| bin.ends_with("bin"));
    named
        .filter_map(|name| std::fs::canonicalize(name).ok())
        .filter(|path| path.is_file())
        .filter_map(|path| parent(&path))
        .chain(environment)
        .chain(bin.map(|bin| bin.join("../lib")))
        .collect()
}

fn files(program: &str, arguments: &[String]) -> Result<RulesetStatus, landlock::RulesetError> {
    let abi = ABI::V3;
    let read = AccessFs::from_read(abi);
    let mut rules = Ruleset::default().handle_access(AccessFs::from_all(abi))?.create()?;
    let folders = READABLE.iter().map(PathBuf::from).chain(own(program, arguments));
    for folder in folders {
        if let Ok(at) = PathFd::new(&folder) {
            let access = if folder.is_dir() { read } else { read & AccessFs::from_file(abi) };
            rules = rules.add_rule(PathBeneath::new(at, access))?;
        }
    }
    if let Ok(at) = PathFd::new("/dev/null") {
        rules = rules.add_rule(PathBeneath::new(at, AccessFs::ReadFile | AccessFs::WriteFile))?;
    }
    Ok(rules.restrict_self()?.ruleset)
}

/// System calls that no player needs.
const DENIED: [i64; 12] = [
    libc::SYS_socket,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_ptrace,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_reboot,
];

fn calls() -> Result<(), String> {
    let arch = std::env::consts::ARCH.try_into().map_err(|_| "its processor is not known".to_string())?;
    let denied: BTreeMap<i64, Vec<seccompiler::SeccompRule>> =
        DENIED.iter().map(|&call| (call, Vec::new())).collect();
    let errno = u32::try_from(libc::EACCES).unwrap_or(13);
    let filter = SeccompFilter::new(denied, SeccompAction::Allow, SeccompAction::Errno(errno), arch)
        .map_err(|error| error.to_string())?;
    let program: BpfProgram =
        filter.try_into().map_err(|error: seccompiler::BackendError| error.to_string())?;
    seccompiler::apply_filter(&program).map_err(|error| error.to_string())
}
