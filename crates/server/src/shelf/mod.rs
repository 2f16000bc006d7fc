//! The catalog as a house: every game of the program, the descriptions in some folders, and the computer players described
//! in others. What comes, goes or changes there is noticed without a restart; what has errors is listed with them.
//!
//! A description that was found is listed at once and read in the background, small ones first; a slow one delays nobody,
//! and a table that needs one reads it at once. What is known of a text is remembered by its content: a file that is
//! written again with the same text is not read again.

mod bots;
mod folder;
mod levels;

use crate::house::{BotInfo, GameInfo, House, Setting, Text};
use bots::Bot;
use catalog::{Listing, Playable};
use folder::Found;
use game::Table;
use levels::{Agents, Player, computers};
use sha2::{Digest, Sha256};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

/// The games of the program and the agents that can play them.
struct BuiltIn {
    games: Vec<(GameInfo, Vec<Player>)>,
    agents: Agents,
}

/// Set up once: some of the games are descriptions to be read.
static BUILT_IN: LazyLock<BuiltIn> = LazyLock::new(|| {
    let mut agents = Agents::new();
    let games = catalog::GAMES.iter().map(|listing| listed(listing, &mut agents)).collect();
    BuiltIn { games, agents }
});

/// The games of the program and of some folders.
pub struct Shelf {
    games: Vec<PathBuf>,
    bots: Vec<PathBuf>,
    described: RwLock<Vec<Described>>,
    players: RwLock<Vec<BotFile>>,
}

/// A description in a folder.
struct Described {
    /// Its name is also the id of the game.
    found: Found,
    content: Content,
}

enum Content {
    /// Not read yet; what was known of the file before it was written again.
    Waiting(Option<Arc<Known>>),
    /// Being read.
    Reading,
    /// Read.
    Known(Arc<Known>),
}

/// What is known of a text.
struct Known {
    hash: [u8; 32],
    game: Result<Arc<dyn Playable>, String>,
    info: GameInfo,
    players: Vec<Player>,
}

/// A file that describes a computer player.
struct BotFile {
    found: Found,
    bot: Result<Bot, String>,
}

impl Shelf {
    /// The catalog, with the descriptions of games in the first folders and of computer players in the second;
    /// [`House::refresh`] reads them.
    pub fn new(games: Vec<PathBuf>, bots: Vec<PathBuf>) -> Shelf {
        let (described, players) = (RwLock::new(Vec::new()), RwLock::new(Vec::new()));
        Shelf { games, bots, described, players }
    }

    /// The described game of that id, read now if it was not yet.
    fn described(&self, id: &str) -> Option<Result<Arc<dyn Playable>, String>> {
        {
            let list = self.described.read().unwrap_or_else(PoisonError::into_inner);
            let known = list.iter().find(|d| d.found.name == id);
            if let Some(Described { content: Content::Known(known), .. }) = known {
                return Some(known.game.clone());
            }
        }
        let wanted = |found: &Found| folder::describes_game(&found.path);
        let found = self.games.iter().find_map(|folder| folder::file(folder, id).filter(wanted))?;
        Some(read(&found, None).game.clone())
    }

    /// Takes in which files there are; whether that changed anything.
    fn look(&self) -> bool {
        let found = all(&self.games, folder::describes_game);
        let bots = all(&self.bots, folder::describes_bot);
        let mut changed = false;
        let same = |list: &[Described]| list.iter().map(|d| &d.found).eq(found.iter());
        if !same(&self.described.read().unwrap_or_else(PoisonError::into_inner)) {
            let mut list = self.described.write().unwrap_or_else(PoisonError::into_inner);
            let mut old = std::mem::take(&mut *list);
            let mut entry = |found: Found| {
                let before =
                    old.iter().position(|d| d.found.name == found.name).map(|at| old.swap_remove(at));
                match before {
                    Some(same) if same.found == found => same,
                    Some(Described {
                        content: Content::Known(known) | Content::Waiting(Some(known)),
                        ..
                    }) => Described { found, content: Content::Waiting(Some(known)) },
                    _ => Described { found, content: Content::Waiting(None) },
                }
            };
            *list = found.into_iter().map(&mut entry).collect();
            changed = true;
        }
        let mut list = self.players.write().unwrap_or_else(PoisonError::into_inner);
        if !list.iter().map(|b| &b.found).eq(bots.iter()) {
            // They are short: all are read at once.
            *list = bots
                .into_iter()
                .map(|found| BotFile { bot: bots::read(&found, &BUILT_IN.agents), found })
                .collect();
            changed = true;
        }
        changed
    }

    /// Reads the smallest description that waits; whether there was one.
    fn read_next(&self) -> bool {
        let claimed = {
            let mut list = self.described.write().unwrap_or_else(PoisonError::into_inner);
            let waiting = list.iter_mut().filter(|d| matches!(d.content, Content::Waiting(_)));
            let next = waiting.min_by_key(|d| d.found.stamp.1);
            next.map(|d| match std::mem::replace(&mut d.content, Content::Reading) {
                Content::Waiting(before) => (d.found.clone(), before),
                Content::Reading | Content::Known(_) => (d.found.clone(), None),
            })
        };
        let Some((found, before)) = claimed else { return false };
        // Read outside the lock: the lobby and tables of other games do not wait for it.
        let known = read(&found, before);
        let mut list = self.described.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = list.iter_mut().find(|d| d.found == found) {
            entry.content = Content::Known(known);
        }
        true
    }
}

/// The files of several folders; of two with the same name that of the first folder counts.
fn all(folders: &[PathBuf], wanted: fn(&Path) -> bool) -> Vec<Found> {
    let mut list: Vec<Found> = Vec::new();
    for folder in folders {
        let here = folder::files(folder, wanted);
        list.extend(here.into_iter().filter(|f| list.iter().all(|g| g.name != f.name)).collect::<Vec<_>>());
    }
    list.sort_by(|a, b| a.name.cmp(&b.name));
    list
}

fn listed(listing: &Listing, agents: &mut Agents) -> (GameInfo, Vec<Player>) {
    let found = catch_unwind(AssertUnwindSafe(|| catalog::find(listing.name)));
    let found = match found {
        Ok(found) => found.map_err(|e| e.to_string()),
        Err(_) => Err("the game failed when it was set up".to_string()),
    };
    let (players, problem) = match &found {
        Ok(game) => {
            agents.extend(game.agents().into_iter().map(|agent| (agent.name, agent.parameters)));
            (computers(&**game), None)
        }
        Err(cause) => (Vec::new(), Some(cause.clone())),
    };
    let info = GameInfo {
        id: listing.name.into(),
        title: listing.title.into(),
        about: listing.about.into(),
        least: usize::from(listing.players.0),
        most: usize::from(listing.players.1),
        hidden: listing.hidden,
        chance: listing.chance,
        settings: listing.parameters.iter().map(Setting::from).collect(),
        pictures: catalog::pictures(listing.name),
        problem,
        ..GameInfo::default()
    };
    (info, players)
}

/// Reads a description. Where the same text is known by the same name, that is taken.
fn read(found: &Found, before: Option<Arc<Known>>) -> Arc<Known> {
    let text = folder::text(found);
    let hash = text.as_ref().map_or([0; 32], |text| Sha256::digest(text).into());
    if let Some(known) = before.filter(|known| known.hash == hash && text.is_ok()) {
        return known;
    }
    let name = &found.name;
    let mut rules = Vec::new();
    let game: Result<Arc<dyn Playable>, String> = text.and_then(|text| {
        let game = catch_unwind(AssertUnwindSafe(|| {
            let mut described = catalog::describe(&text, name);
            let rules = std::mem::take(&mut described.rules);
            (described.into_game(), rules)
        }));
        let (game, sheets) = game.map_err(|_| format!("{name}: the reader of descriptions failed"))?;
        rules = sheets;
        game.map(Arc::from).map_err(|e| e.to_string())
    });
    let playable = game.as_ref().ok();
    let suited =
        |game: &Arc<dyn Playable>| catch_unwind(AssertUnwindSafe(|| computers(&**game))).unwrap_or_default();
    let players = playable.map(suited).unwrap_or_default();
    let (title, about) = headings(found, &rules);
    let many = playable.map_or(0, |game| game.players());
    let info = GameInfo {
        id: name.clone(),
        title,
        about,
        least: many,
        most: many,
        hidden: playable.is_some_and(|game| game.hidden()),
        pictures: folder::pictures(&found.path),
        problem: game.as_ref().err().cloned(),
        file: Some(name.clone()),
        ..GameInfo::default()
    };
    Arc::new(Known { hash, game, info, players })
}

/// A game's name and a sentence about it: from its rule sheets, or from the files `rules.md`, `rules.cs.md` and
/// `rules.sk.md` beside it, or its file's name.
fn headings(found: &Found, sheets: &[String]) -> (Text, Text) {
    let stem = found.path.file_stem().and_then(|s| s.to_str()).unwrap_or(&found.name);
    if let [en, cs, sk] = sheets {
        let title = |sheet: &str| heading(sheet).unwrap_or_else(|| stem.to_string());
        return (Text { en: title(en), cs: title(cs), sk: title(sk) }, Text::default());
    }
    let sheet = |name: &str| {
        let beside = found.path.with_file_name(name);
        let small = std::fs::metadata(&beside).is_ok_and(|about| about.len() <= folder::LARGEST);
        small.then(|| std::fs::read_to_string(beside).ok()).flatten()
    };
    let en = sheet("rules.md").unwrap_or_default();
    let [cs, sk] = ["rules.cs.md", "rules.sk.md"].map(|name| sheet(name).unwrap_or_else(|| en.clone()));
    let title = |text: &str| heading(text).unwrap_or_else(|| stem.to_string());
    let about = |text: &str| first_sentence(text).unwrap_or_default();
    (
        Text { en: title(&en), cs: title(&cs), sk: title(&sk) },
        Text { en: about(&en), cs: about(&cs), sk: about(&sk) },
    )
}

/// The first sentence below the heading of a rule sheet.
fn first_sentence(text: &str) -> Option<String> {
    let paragraph = text.lines().skip(1).skip_while(|line| line.trim().is_empty());
    let paragraph: Vec<&str> = paragraph.take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
    paragraph.join(" ").split_inclusive(". ").next().map(|s| s.trim().to_string())
}

fn heading(text: &str) -> Option<String> {
    let first = text.lines().next()?.strip_prefix("# ")?.trim();
    (!first.is_empty()).then(|| first.to_string())
}

/// What is known of a description before it is read.
fn unread(found: &Found) -> GameInfo {
    let (title, about) = headings(found, &[]);
    GameInfo {
        id: found.name.clone(),
        title,
        about,
        file: Some(found.name.clone()),
        reading: true,
        ..GameInfo::default()
    }
}

impl House for Shelf {
    fn games(&self) -> Vec<GameInfo> {
        let bots = self.players.read().unwrap_or_else(PoisonError::into_inner);
        let bots: Vec<&Bot> = bots.iter().filter_map(|b| b.bot.as_ref().ok()).collect();
        let suited = |info: &GameInfo, players: &[Player]| {
            let own = players.iter().map(|p| p.computer.clone());
            let described = bots.iter().filter(|bot| bot.plays(&info.id, players)).map(|bot| bot.computer());
            GameInfo { computers: own.chain(described).collect(), ..info.clone() }
        };
        let described = self.described.read().unwrap_or_else(PoisonError::into_inner);
        let described = described.iter().map(|d| match &d.content {
            Content::Known(known) => suited(&known.info, &known.players),
            Content::Waiting(_) | Content::Reading => unread(&d.found),
        });
        BUILT_IN.games.iter().map(|(info, players)| suited(info, players)).chain(described).collect()
    }

    fn bots(&self) -> Vec<BotInfo> {
        let list = self.players.read().unwrap_or_else(PoisonError::into_inner);
        let info = |b: &BotFile| match &b.bot {
            Ok(bot) => bot.info(),
            Err(cause) => BotInfo {
                file: b.found.name.clone(),
                title: Text::same(&b.found.name),
                problem: Some(cause.clone()),
                ..BotInfo::default()
            },
        };
        list.iter().map(info).collect()
    }

    fn table(&self, id: &str, seed: u64) -> Result<Box<dyn Table>, String> {
        if let Some(described) = self.described(id) {
            return described.map(|game| game.table(seed));
        }
        catalog::find(id).map(|game| game.table(seed)).map_err(|e| e.to_string())
    }

    fn picture(&self, game: &str, name: &str) -> Option<(&'static str, Vec<u8>)> {
        let media = folder::media(name)?;
        if let Some(bytes) = catalog::picture(game, name) {
            return Some((media, bytes.into_owned()));
        }
        let wanted = |found: &Found| folder::describes_game(&found.path);
        let found = self.games.iter().find_map(|folder| folder::file(folder, game).filter(wanted))?;
        let picture = folder::file(found.path.parent()?, name)?;
        let small = picture.stamp.1 <= 4 * folder::LARGEST;
        small.then(|| std::fs::read(picture.path).ok())?.map(|bytes| (media, bytes))
    }

    fn refresh(&self) -> bool {
        // Nobody who calls twice misses a file, whoever of two callers takes it in.
        let changed = self.look();
        changed || self.read_next()
    }
}
