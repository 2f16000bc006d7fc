//! The catalog as a house: every game of the program, and the descriptions in a folder. A description that comes, goes
//! or changes is noticed without a restart; one with errors is listed with them. Descriptions are read one at a time, in
//! the background: a slow one delays nobody, and a table that needs one reads it at once.

use crate::house::{Computer, GameInfo, House, Setting, Text};
use catalog::{Listing, Playable};
use game::{Lang, Table, Words, words};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::SystemTime;

/// Descriptions longer than this are not read.
const LARGEST: u64 = 1 << 20;
/// More files than this in a folder are not looked at.
const MOST_FILES: usize = 500;

/// The games of the program and of a folder.
pub struct Shelf {
    built_in: Vec<GameInfo>,
    folder: Option<PathBuf>,
    described: RwLock<Vec<Described>>,
}

/// A description in the folder.
struct Described {
    /// Its path in the folder, which is also the id of the game.
    file: String,
    stamp: Stamp,
    game: Result<Arc<dyn Playable>, String>,
    info: GameInfo,
}

/// When a file was written and how long it is.
type Stamp = (SystemTime, u64);

impl Shelf {
    /// The catalog, with the descriptions of a folder; [`House::refresh`] reads them.
    pub fn new(folder: Option<PathBuf>) -> Shelf {
        let built_in = catalog::GAMES.iter().map(listed).collect();
        Shelf { built_in, folder, described: RwLock::new(Vec::new()) }
    }

    /// The described game of that id, read now if it was not yet.
    fn described(&self, id: &str) -> Option<Result<Arc<dyn Playable>, String>> {
        {
            let list = self.described.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(known) = list.iter().find(|d| d.file == id) {
                return Some(known.game.clone());
            }
        }
        let folder = self.folder.as_ref()?;
        let inside = Path::new(id).components().all(|part| matches!(part, Component::Normal(_)));
        let about = std::fs::metadata(folder.join(id)).ok().filter(|_| inside)?;
        let (file, stamp) = described_by(id.to_string(), &about)?;
        Some(read(folder, &file, stamp.1))
    }
}

fn listed(listing: &Listing) -> GameInfo {
    let found = catch_unwind(AssertUnwindSafe(|| catalog::find(listing.name)));
    let found = match found {
        Ok(found) => found.map_err(|e| e.to_string()),
        Err(_) => Err("the game failed when it was set up".to_string()),
    };
    let (computers, problem) = match &found {
        Ok(game) => (computers(&**game), None),
        Err(cause) => (Vec::new(), Some(cause.clone())),
    };
    GameInfo {
        id: listing.name.into(),
        title: listing.title.into(),
        about: listing.about.into(),
        least: usize::from(listing.players.0),
        most: usize::from(listing.players.1),
        hidden: listing.hidden,
        chance: listing.chance,
        settings: listing.parameters.iter().map(Setting::from).collect(),
        computers,
        pictures: Vec::new(),
        problem,
    }
}

fn from_file(file: &str, game: &Result<Arc<dyn Playable>, String>, pictures: Vec<String>) -> GameInfo {
    let path = Path::new(file);
    let part = |part: Option<&std::ffi::OsStr>| part.and_then(|p| p.to_str()).unwrap_or_default().to_string();
    let (stem, ending) = (part(path.file_stem()), part(path.extension()));
    let game = game.as_ref();
    let players = game.map_or(0, |g| g.players());
    let suited = game.map(|g| catch_unwind(AssertUnwindSafe(|| computers(&**g))).unwrap_or_default());
    GameInfo {
        id: file.to_string(),
        title: Text::same(&format!("{stem} ({ending})")),
        about: Text::same(file),
        least: players,
        most: players,
        hidden: game.is_ok_and(|g| g.hidden()),
        chance: false,
        settings: Vec::new(),
        computers: suited.unwrap_or_default(),
        pictures,
        problem: game.err().cloned(),
    }
}

/// The computer players suited to a game, each at a few levels, the recommended one first.
fn computers(game: &dyn Playable) -> Vec<Computer> {
    let strongest = game.strongest();
    let mut list: Vec<Computer> = Vec::new();
    for agent in game.agents() {
        let titled = |level: Option<Words>| {
            let title = |lang| match level {
                Some(level) => format!("{} ({})", agent.title.to(lang), level.to(lang)),
                None => agent.title.to(lang).to_string(),
            };
            Text { en: title(Lang::En), cs: title(Lang::Cs), sk: title(Lang::Sk) }
        };
        let takes = |name: &str| agent.parameters.iter().any(|p| p.name == name);
        if strongest.split('?').next() == Some(agent.name) && strongest != agent.name {
            list.push(Computer { agent: strongest.clone(), title: titled(Some(STRONG)) });
        } else {
            list.push(Computer { agent: agent.name.into(), title: titled(None) });
        }
        let levels: &[(&str, Words)] = if takes("iterations") {
            &[("iterations=30", EASY), ("iterations=300", MEDIUM)]
        } else if takes("depth") {
            &[("depth=1", EASY), ("depth=3", MEDIUM)]
        } else {
            &[]
        };
        for (options, level) in levels {
            let description = format!("{}?{options}", agent.name);
            list.push(Computer { agent: description, title: titled(Some(*level)) });
        }
    }
    list.sort_by_key(|c| c.agent != strongest);
    list
}

const EASY: Words = words("easy", "lehký", "ľahký");
const MEDIUM: Words = words("medium", "střední", "stredný");
const STRONG: Words = words("strong", "silný", "silný");

/// The descriptions in a folder, and in the folders in it, with their stamps, by name.
fn files(folder: &Path) -> Vec<(String, Stamp)> {
    let mut list = Vec::new();
    for (name, about) in entries(folder) {
        if about.is_dir() {
            let inside = entries(&folder.join(&name)).into_iter();
            list.extend(inside.filter_map(|(file, about)| described_by(format!("{name}/{file}"), &about)));
        } else {
            list.extend(described_by(name, &about));
        }
    }
    list.truncate(MOST_FILES);
    list
}

fn entries(folder: &Path) -> Vec<(String, std::fs::Metadata)> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let named = |entry: std::fs::DirEntry| {
        Some((entry.file_name().into_string().ok()?, std::fs::metadata(entry.path()).ok()?))
    };
    let mut list: Vec<_> = entries.flatten().take(MOST_FILES).filter_map(named).collect();
    list.sort_by(|a, b| a.0.cmp(&b.0));
    list
}

fn described_by(name: String, about: &std::fs::Metadata) -> Option<(String, Stamp)> {
    let ending = Path::new(&name).extension()?.to_str()?;
    let wanted = matches!(ending, "s3" | "pl" | "kif" | "gdl") && about.is_file();
    wanted.then_some((name, (about.modified().ok()?, about.len())))
}

/// The pictures beside a description.
fn pictures(folder: &Path, file: &str) -> Vec<String> {
    let Some(beside) = folder.join(file).parent().map(Path::to_path_buf) else { return Vec::new() };
    let names = entries(&beside).into_iter().map(|(name, _)| name);
    names.filter(|name| media(name).is_some()).collect()
}

fn media(name: &str) -> Option<&'static str> {
    Some(match Path::new(name).extension()?.to_str()? {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "svg" => "image/svg+xml",
        "webp" => "image/webp",
        _ => return None,
    })
}

fn read(folder: &Path, name: &str, length: u64) -> Result<Arc<dyn Playable>, String> {
    if length > LARGEST {
        return Err(format!("{name} is longer than {LARGEST} bytes"));
    }
    let bytes = std::fs::read(folder.join(name)).map_err(|e| format!("{name} cannot be read: {e}"))?;
    let text = String::from_utf8(bytes).map_err(|e| format!("{name} is not UTF-8: {e}"))?;
    let game = catch_unwind(AssertUnwindSafe(|| catalog::describe(&text, name).into_game()));
    let game = game.map_err(|_| format!("{name}: the reader of descriptions failed"))?;
    game.map(Arc::from).map_err(|e| e.to_string())
}

impl House for Shelf {
    fn games(&self) -> Vec<GameInfo> {
        let described = self.described.read().unwrap_or_else(PoisonError::into_inner);
        self.built_in.iter().cloned().chain(described.iter().map(|d| d.info.clone())).collect()
    }

    fn table(&self, id: &str, seed: u64) -> Result<Box<dyn Table>, String> {
        if let Some(described) = self.described(id) {
            return described.map(|game| game.table(seed));
        }
        catalog::find(id).map(|game| game.table(seed)).map_err(|e| e.to_string())
    }

    fn picture(&self, game: &str, name: &str) -> Option<(&'static str, Vec<u8>)> {
        let media = media(name)?;
        self.described(game)?.ok()?;
        let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        let path = self.folder.as_ref().filter(|_| inside)?.join(game).parent()?.join(name);
        let small = std::fs::metadata(&path).ok()?.len() <= 4 * LARGEST;
        small.then(|| std::fs::read(path).ok())?.map(|bytes| (media, bytes))
    }

    /// Forgets what is gone and reads one description that is new or changed.
    fn refresh(&self) -> bool {
        let Some(folder) = &self.folder else { return false };
        let found = files(folder);
        let (gone, next) = {
            let list = self.described.read().unwrap_or_else(PoisonError::into_inner);
            let known: Vec<(String, Stamp)> = list.iter().map(|d| (d.file.clone(), d.stamp)).collect();
            let gone = known.iter().any(|entry| !found.contains(entry));
            (gone, found.iter().find(|entry| !known.contains(entry)).cloned())
        };
        // Read outside the lock: tables of other games do not wait for it.
        let fresh = next.map(|(file, stamp)| {
            let game = read(folder, &file, stamp.1);
            let info = from_file(&file, &game, pictures(folder, &file));
            Described { file, stamp, game, info }
        });
        let changed = gone || fresh.is_some();
        if changed {
            let mut list = self.described.write().unwrap_or_else(PoisonError::into_inner);
            list.retain(|d| found.contains(&(d.file.clone(), d.stamp)));
            list.extend(fresh);
            list.sort_by(|a, b| a.file.cmp(&b.file));
        }
        changed
    }
}
