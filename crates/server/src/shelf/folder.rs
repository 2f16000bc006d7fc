//! Folders of descriptions: which files in them describe a game or a computer player, and when they changed. Looks at
//! names and stamps (and at the first line of a file without an ending); reads nothing else.

use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

/// Files longer than this are not read.
pub(super) const LARGEST: u64 = 1 << 20;
/// More files than this in a folder are not looked at.
const MOST_FILES: usize = 500;
/// Folders in folders are looked into this deep.
const DEEPEST: usize = 4;

/// When a file was written and how long it is.
pub(super) type Stamp = (SystemTime, u64);

/// A file that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Its path in the folder, with `/` between the parts.
    pub(super) name: String,
    /// Its path.
    pub(super) path: PathBuf,
    pub(super) stamp: Stamp,
}

/// The files in a folder, and in the folders in it, that `wanted` takes, by name.
pub(super) fn files(folder: &Path, wanted: fn(&Path) -> bool) -> Vec<Found> {
    let mut list = Vec::new();
    search(folder, "", DEEPEST, wanted, &mut list);
    list
}

fn search(folder: &Path, prefix: &str, depth: usize, wanted: fn(&Path) -> bool, list: &mut Vec<Found>) {
    for (name, about) in entries(folder) {
        if list.len() >= MOST_FILES {
            return;
        }
        let path = folder.join(&name);
        if about.is_dir() {
            if depth > 0 {
                search(&path, &format!("{prefix}{name}/"), depth - 1, wanted, list);
            }
        } else if about.is_file()
            && wanted(&path)
            && let Ok(modified) = about.modified()
        {
            list.push(Found { name: format!("{prefix}{name}"), path, stamp: (modified, about.len()) });
        }
    }
}

/// The names in a folder that are not hidden, sorted.
pub(super) fn entries(folder: &Path) -> Vec<(String, std::fs::Metadata)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let named = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
        Some((name, std::fs::metadata(entry.path()).ok()?))
    };
    let mut list: Vec<_> = entries.flatten().take(MOST_FILES).filter_map(named).collect();
    list.sort_by(|a, b| a.0.cmp(&b.0));
    list
}

/// One file of a folder by its name there; nothing outside the folder.
pub(super) fn file(folder: &Path, name: &str) -> Option<Found> {
    let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let path = folder.join(name);
    let about = std::fs::metadata(&path).ok().filter(|about| inside && about.is_file())?;
    Some(Found { name: name.to_string(), path, stamp: (about.modified().ok()?, about.len()) })
}

/// Whether a file describes a game: by its ending, or, where it has none, by how its text begins.
pub(super) fn describes_game(path: &Path) -> bool {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some(ending) => matches!(ending, "s3" | "pl" | "kif" | "gdl"),
        None => begins_like_a_game(path).unwrap_or(false),
    }
}

/// Whether a file describes a computer player.
pub(super) fn describes_bot(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml" || ending == "bot")
}

/// A text without an ending is taken for a description if its first line is a heading of s3, a clause or a comment of
/// logic, or a sentence of the game description language.
fn begins_like_a_game(path: &Path) -> Option<bool> {
    let mut start = Vec::new();
    std::fs::File::open(path).ok()?.take(4096).read_to_end(&mut start).ok()?;
    let text = String::from_utf8_lossy(&start);
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("//"))?;
    let clause =
        first.starts_with(|c: char| c.is_ascii_lowercase()) && first.contains('(') && first.ends_with('.');
    Some(first.starts_with(['[', '%', '(', ';']) || first.starts_with(":-") || clause)
}

/// The text of a file, or why there is none.
pub(super) fn text(found: &Found) -> Result<String, String> {
    let name = &found.name;
    if found.stamp.1 > LARGEST {
        return Err(format!("{name} is longer than {LARGEST} bytes"));
    }
    let file = std::fs::File::open(&found.path).map_err(|e| format!("{name} cannot be read: {e}"))?;
    let mut bytes = Vec::new();
    // It may have grown since it was found.
    file.take(LARGEST).read_to_end(&mut bytes).map_err(|e| format!("{name} cannot be read: {e}"))?;
    String::from_utf8(bytes).map_err(|e| format!("{name} is not UTF-8: {e}"))
}

/// The media type of a picture.
pub(super) fn media(name: &str) -> Option<&'static str> {
    Some(match Path::new(name).extension()?.to_str()? {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "svg" => "image/svg+xml",
        "webp" => "image/webp",
        _ => return None,
    })
}

/// The pictures beside a file.
pub(super) fn pictures(path: &Path) -> Vec<String> {
    let Some(beside) = path.parent() else { return Vec::new() };
    let names = entries(beside).into_iter().map(|(name, _)| name);
    names.filter(|name| media(name).is_some()).collect()
}
