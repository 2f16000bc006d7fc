//! The catalog as a house: every game of the program, the descriptions in some folders, and the computer players described
//! in others. What comes, goes or changes there is noticed without a restart; what has errors is listed with them.
//!
//! A description that was found is listed at once and read in the background, small ones first; a slow one delays nobody,
//! and a table that needs one reads it at once. What is known of a text is remembered by its content: a file that is
//! written again with the same text is not read again.

mod aside;
mod bots;
mod folder;
mod levels;
mod people;
mod rules;

pub(crate) use rules::load_again;

use crate::house::{BotInfo, GameInfo, House, HouseError, Setting, Text};
use aside::Aside;
use bots::Bot;
use catalog::{Listing, Playable, Ruled, RuledError};
use folder::Found;
use game::{Lang, Limit, Table};
use levels::{Agents, Player};
use rules::Lent;
use sha2::{Digest, Sha256};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

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
    /// Descriptions with parameters of their own, by id, the last used last.
    variants: RwLock<Vec<Variant>>,
    players: RwLock<Vec<BotFile>>,
    /// Rule files people have loaded, by name.
    lent: RwLock<Vec<Lent>>,
    shared: Mutex<Vec<Shared>>,
    /// Where descriptions that failed hard are remembered. Looked at when the first one is read: another program may
    /// use the folder until this one has the database.
    memory: Option<PathBuf>,
    aside: OnceLock<Aside>,
}

/// A description with other values of its parameters, made from the file as it was then.
type Variant = (String, Found, Arc<dyn Playable>);

/// How many variants the cache holds; tables hold their own.
const VARIANTS: usize = 16;

/// A game of the program with its parameters, compiled once for all its tables.
struct Shared {
    id: String,
    game: Arc<dyn Playable>,
    used: Instant,
}

/// How many games are kept compiled.
const SHARED: usize = 64;
/// How long a game that nobody asks for is kept; tables that play it keep it themselves.
const FORGOTTEN: Duration = Duration::from_secs(300);

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
    /// Its rule sheets in English, Czech and Slovak, made when somebody asks.
    sheets: [OnceLock<Option<String>>; 3],
}

/// A file that describes a computer player.
struct BotFile {
    found: Found,
    bot: Result<Bot, String>,
}

impl BotFile {
    fn version(&self) -> Option<&str> {
        self.bot.as_ref().ok()?.version()
    }
}

impl Shelf {
    /// The catalog, with the descriptions of games in the first folders and of computer players in the second;
    /// [`House::refresh`] reads them.
    pub fn new(games: Vec<PathBuf>, bots: Vec<PathBuf>) -> Shelf {
        let (described, players) = (RwLock::new(Vec::new()), RwLock::new(Vec::new()));
        let lent = RwLock::new(Vec::new());
        let (variants, shared) = (RwLock::new(Vec::new()), Mutex::new(Vec::new()));
        Shelf {
            games,
            bots,
            described,
            variants,
            players,
            lent,
            shared,
            memory: None,
            aside: OnceLock::new(),
        }
    }

    /// The same; what failed hard while it was read is remembered in that folder, and not read again at the next start.
    #[must_use]
    pub fn remembering(mut self, folder: PathBuf) -> Shelf {
        self.memory = Some(folder);
        self
    }

    fn aside(&self) -> &Aside {
        self.aside.get_or_init(|| self.memory.clone().map_or_else(Aside::default, Aside::open))
    }

    /// The game of the program with that id, compiled once.
    fn shared(&self, id: &str) -> Result<Arc<dyn Playable>, String> {
        let known = |list: &mut Vec<Shared>| {
            let entry = list.iter_mut().find(|shared| shared.id == id)?;
            entry.used = Instant::now();
            Some(Arc::clone(&entry.game))
        };
        if let Some(game) = known(&mut self.shared.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(game);
        }
        // Compiled outside the lock: other tables do not wait for it.
        let game: Arc<dyn Playable> = Arc::from(catalog::find(id).map_err(|e| e.to_string())?);
        let mut list = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = known(&mut list) {
            return Ok(game);
        }
        if list.len() >= SHARED
            && let Some(oldest) = (0..list.len()).min_by_key(|&i| list[i].used)
        {
            list.swap_remove(oldest);
        }
        list.push(Shared { id: id.to_string(), game: Arc::clone(&game), used: Instant::now() });
        Ok(game)
    }

    /// Gives back the memory of games that nobody has asked for.
    fn forget(&self) {
        let mut list = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        list.retain(|shared| shared.used.elapsed() < FORGOTTEN);
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
        if let Some(found) = self.file(id) {
            return Some(read(self.aside(), &found, None).game.clone());
        }
        let (name, parameters) = catalog::split(id);
        let found = self.file(name).filter(|_| !parameters.is_empty())?;
        Some(self.variant(id, found))
    }

    /// The file of a description.
    fn file(&self, name: &str) -> Option<Found> {
        let wanted = |found: &Found| folder::describes_game(&found.path);
        self.games.iter().find_map(|folder| folder::file(folder, name).filter(wanted))
    }

    /// A description with other values of its parameters.
    fn variant(&self, id: &str, found: Found) -> Result<Arc<dyn Playable>, String> {
        {
            let list = self.variants.read().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, _, game)) = list.iter().find(|(i, f, _)| i == id && *f == found) {
                return Ok(Arc::clone(game));
            }
        }
        let (game, _) = reading(self.aside(), &folder::text(&found)?, id);
        let game = game?;
        let mut list = self.variants.write().unwrap_or_else(PoisonError::into_inner);
        list.retain(|(i, ..)| i != id);
        if list.len() >= VARIANTS {
            list.remove(0);
        }
        list.push((id.to_string(), found, Arc::clone(&game)));
        Ok(game)
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
            let before = std::mem::take(&mut *list);
            *list = bots
                .into_iter()
                .map(|found| BotFile { bot: bots::read(&found, &BUILT_IN.agents), found })
                .collect();
            let on_offer: Vec<&str> = list.iter().filter_map(BotFile::version).collect();
            let gone = before.iter().filter_map(BotFile::version).filter(|v| !on_offer.contains(v));
            gone.for_each(rules::former);
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
        let known = read(self.aside(), &found, before);
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
            (players_of(&**game), None)
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

/// A game, or the errors of its description.
type Read = Result<Arc<dyn Playable>, String>;

/// The game of a text, or its errors, and what else the description says.
fn reading(aside: &Aside, text: &str, name: &str) -> (Read, Option<Said>) {
    let mark = match aside.begin(text, name) {
        Ok(mark) => mark,
        Err(cause) => return (Err(cause), None),
    };
    let read = catch_unwind(AssertUnwindSafe(|| {
        let mut described = catalog::describe(text, name);
        let said = Said {
            title: described.title.take(),
            about: std::mem::take(&mut described.about),
            settings: described.settings.iter().map(Setting::from).collect(),
        };
        let game: Read = described.into_game().map(Arc::from).map_err(|e| e.to_string());
        (game, said)
    }));
    if let Ok((game, said)) = read {
        mark.done(game.as_ref().err().map(String::as_str));
        return (game, Some(said));
    }
    let cause = "the reader of descriptions failed";
    mark.failed(cause);
    (Err(format!("{name}: {cause}")), None)
}

/// What a description says beside its rules.
#[derive(Default)]
struct Said {
    title: Option<[String; 3]>,
    about: [String; 3],
    settings: Vec<Setting>,
}

/// Who can play a game: the algorithms with their levels, and the people of the house.
fn players_of(game: &dyn Playable) -> Vec<Player> {
    let mut players = levels::computers(game);
    let people = people::people(game, &players);
    players.extend(people);
    players
}

/// Reads a description. Where the same text is known by the same name, that is taken.
fn read(aside: &Aside, found: &Found, before: Option<Arc<Known>>) -> Arc<Known> {
    let text = folder::text(found);
    let hash = text.as_ref().map_or([0; 32], |text| Sha256::digest(text).into());
    if let Some(known) = before.filter(|known| known.hash == hash && text.is_ok()) {
        return known;
    }
    let name = &found.name;
    let (game, said) = match text {
        Ok(text) => reading(aside, &text, name),
        Err(cause) => (Err(cause), None),
    };
    let said = said.unwrap_or_default();
    let playable = game.as_ref().ok();
    let suited =
        |game: &Arc<dyn Playable>| catch_unwind(AssertUnwindSafe(|| players_of(&**game))).unwrap_or_default();
    let players = playable.map(suited).unwrap_or_default();
    let (title, about) = headings(found, &said);
    let many = playable.map_or(0, |game| game.players());
    // How many can play where that may be chosen, as for the games of the program.
    let choice = said.settings.iter().find(|s| s.name == "players" && s.default == many.to_string());
    let (least, most) = choice.and_then(|s| Some((s.low?, s.high?))).unwrap_or((many as i64, many as i64));
    let info = GameInfo {
        id: name.clone(),
        title,
        about,
        least: usize::try_from(least).unwrap_or(many),
        most: usize::try_from(most).unwrap_or(many),
        hidden: playable.is_some_and(|game| game.hidden()),
        chance: playable.is_some_and(|game| game.chance()),
        settings: said.settings,
        pictures: folder::pictures(&found.path),
        problem: game.as_ref().err().cloned(),
        file: Some(name.clone()),
        ..GameInfo::default()
    };
    Arc::new(Known { hash, game, info, players, sheets: Default::default() })
}

/// A game's name and a sentence about it: from its labels, or from the files `rules.md`, `rules.cs.md` and
/// `rules.sk.md` beside it, or its file's name.
fn headings(found: &Found, said: &Said) -> (Text, Text) {
    let stem = found.path.file_stem().and_then(|s| s.to_str()).unwrap_or(&found.name);
    if let Some(title) = &said.title {
        let shown = |title: &String| if *title == found.name { stem.to_string() } else { title.clone() };
        let [en, cs, sk] = title.each_ref().map(shown);
        let title = Text { en, cs, sk };
        let [en, cs, sk] = said.about.clone();
        return (title, Text { en, cs, sk });
    }
    let sheet = |name: &str| beside(found, name);
    let en = sheet("rules.md").unwrap_or_default();
    let [cs, sk] = ["rules.cs.md", "rules.sk.md"].map(|name| sheet(name).unwrap_or_else(|| en.clone()));
    let title = |text: &str| heading(text).unwrap_or_else(|| stem.to_string());
    let about = |text: &str| first_sentence(text).unwrap_or_default();
    (
        Text { en: title(&en), cs: title(&cs), sk: title(&sk) },
        Text { en: about(&en), cs: about(&cs), sk: about(&sk) },
    )
}

/// A text file in the folder of a description.
fn beside(found: &Found, name: &str) -> Option<String> {
    let path = found.path.with_file_name(name);
    let small = std::fs::metadata(&path).is_ok_and(|about| about.len() <= folder::LARGEST);
    small.then(|| std::fs::read_to_string(path).ok()).flatten()
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

/// A computer player as it is listed, or its errors.
fn info(file: &str, bot: &Result<Bot, String>) -> BotInfo {
    match bot {
        Ok(bot) => bot.info(),
        Err(cause) => BotInfo {
            file: file.to_string(),
            title: Text::same(file),
            problem: Some(cause.clone()),
            ..BotInfo::default()
        },
    }
}

/// What is known of a description before it is read.
fn unread(found: &Found) -> GameInfo {
    let (title, about) = headings(found, &Said::default());
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
        let files = self.players.read().unwrap_or_else(PoisonError::into_inner);
        let lent = self.lent.read().unwrap_or_else(PoisonError::into_inner);
        // A file of a folder goes before one that somebody has loaded under the same name.
        let lent = lent.iter().filter(|l| files.iter().all(|f| f.found.name != l.file));
        let bots = files.iter().map(|b| &b.bot).chain(lent.map(|l| &l.bot));
        let bots: Vec<&Bot> = bots.filter_map(|bot| bot.as_ref().ok()).collect();
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
        list.iter().map(|b| info(&b.found.name, &b.bot)).collect()
    }

    fn lent(&self) -> Vec<BotInfo> {
        let list = self.lent.read().unwrap_or_else(PoisonError::into_inner);
        list.iter().map(|lent| info(&lent.file, &lent.bot)).collect()
    }

    fn lend(&self, file: &str, text: &str) -> Result<Vec<String>, String> {
        let new = Lent::new(file, text);
        let told = match &new.bot {
            Ok(bot) => Ok(bot.info().games),
            Err(cause) => Err(cause.clone()),
        };
        let mut list = self.lent.write().unwrap_or_else(PoisonError::into_inner);
        match list.iter().position(|lent| lent.file == file) {
            Some(at) => {
                let before = std::mem::replace(&mut list[at], new);
                before.replaced(&list[at]);
            }
            None => list.push(new),
        }
        told
    }

    fn take_back(&self, file: &str) {
        let mut list = self.lent.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = list.iter().position(|lent| lent.file == file) {
            list.remove(at).gone();
        }
    }

    fn table(&self, id: &str, seed: u64) -> Result<Box<dyn Table>, HouseError> {
        Ok(self.playable(id)?.table(seed))
    }

    fn playable(&self, id: &str) -> Result<Arc<dyn Playable>, HouseError> {
        self.described(id).unwrap_or_else(|| self.shared(id)).map_err(HouseError::new)
    }

    fn ruled(&self, id: &str) -> Result<Box<dyn Ruled>, RuledError> {
        let Some(found) = self.file(catalog::split(id).0) else { return catalog::ruled(id, None) };
        let text = folder::text(&found)?;
        let read = catch_unwind(AssertUnwindSafe(|| catalog::ruled(id, Some(&text))));
        read.unwrap_or_else(|_| Err("the reader of descriptions failed".to_string().into()))
    }

    fn solve(&self, id: &str, moves: &[String], limit: &Limit) -> Option<(i8, Option<u32>)> {
        let game = self.described(id).unwrap_or_else(|| self.shared(id)).ok()?;
        if game.hidden() || game.chance() {
            return None;
        }
        let solved = game.solve(moves, limit).ok()?;
        let result = match solved.value.as_str() {
            "win" => 1,
            "draw" => 0,
            "loss" => -1,
            _ => return None,
        };
        Some((result, solved.plies))
    }

    fn close(&self) {
        self.aside().close();
    }

    fn picture(&self, game: &str, name: &str) -> Option<(&'static str, Vec<u8>)> {
        let media = folder::media(name)?;
        if let Some(bytes) = catalog::picture(game, name) {
            return Some((media, bytes.into_owned()));
        }
        let found = self.file(game)?;
        let picture = folder::file(found.path.parent()?, name)?;
        let small = picture.stamp.1 <= 4 * folder::LARGEST;
        small.then(|| std::fs::read(picture.path).ok())?.map(|bytes| (media, bytes))
    }

    fn rules(&self, game: &str, lang: Lang) -> Option<String> {
        let name = game.split('?').next().unwrap_or(game);
        let list = self.described.read().unwrap_or_else(PoisonError::into_inner);
        let Some(described) = list.iter().find(|d| d.found.name == name) else {
            return catalog::sheet(name, lang);
        };
        let (found, known) = match &described.content {
            Content::Known(known) | Content::Waiting(Some(known)) => {
                (described.found.clone(), Some(Arc::clone(known)))
            }
            _ => (described.found.clone(), None),
        };
        drop(list);
        let own = ["rules.md", "rules.cs.md", "rules.sk.md"][lang as usize];
        let written = found.path.extension().is_some_and(|ending| ending == "s3");
        if let Some(sheet) = beside(&found, own).filter(|_| written) {
            return Some(sheet);
        }
        // Made from the rules: a sheet in another language does not count.
        let make = || {
            let text = folder::text(&found).ok()?;
            let mark = self.aside().begin(&text, &format!("the rule sheet of {}", found.name)).ok()?;
            let sheet = catch_unwind(AssertUnwindSafe(|| catalog::rule_sheet(&text, &found.name, lang)));
            match sheet {
                Ok(sheet) => {
                    mark.done(None);
                    sheet.map(|sheet| sheet.text)
                }
                Err(_) => {
                    mark.failed("the maker of rule sheets failed");
                    None
                }
            }
        };
        known?.sheets[lang as usize].get_or_init(make).clone()
    }

    fn refresh(&self) -> bool {
        // Nobody who calls twice misses a file, whichever of two callers reads it.
        let changed = self.look();
        self.forget();
        changed || self.read_next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_one_game_share_what_was_compiled_and_only_so_much_is_kept() {
        let shelf = Shelf::new(Vec::new(), Vec::new());
        let (first, again) = (shelf.shared("frogs").unwrap(), shelf.shared("frogs").unwrap());
        assert!(Arc::ptr_eq(&first, &again));
        let held = Arc::strong_count(&first);
        let table = shelf.table("frogs", 1).unwrap();
        assert_eq!(Arc::strong_count(&first), held, "a table holds the rules, not the shelf's copy");
        for price in 1..=SHARED + 5 {
            shelf.shared(&format!("taroky?surrender_price={price}")).unwrap();
        }
        assert_eq!(shelf.shared.lock().unwrap().len(), SHARED);
        assert!(shelf.shared("no such game").is_err());
        // What nobody has asked for lately goes; the table plays on.
        for shared in shelf.shared.lock().unwrap().iter_mut() {
            shared.used = Instant::now().checked_sub(FORGOTTEN).unwrap_or(shared.used);
        }
        shelf.forget();
        assert!(shelf.shared.lock().unwrap().is_empty());
        assert!(!table.offers(game::Lang::En).is_empty());
    }

    #[test]
    fn a_description_that_ended_the_program_is_listed_with_its_error_until_it_changes() {
        let folder = std::env::temp_dir().join(format!("partie-shelf-{}", std::process::id()));
        let games = folder.join("games");
        std::fs::create_dir_all(&games).unwrap();
        let text = include_str!("../../../../data/system/nim/nim.pl");
        std::fs::write(games.join("nim.pl"), text).unwrap();
        let start = || Shelf::new(vec![games.clone()], Vec::new()).remembering(folder.join("memory"));
        // A reading without an end: the program was aborted.
        std::mem::forget(start().aside().begin(text, "nim.pl"));
        let shelf = start();
        let listed = || {
            while shelf.refresh() {}
            shelf.games().into_iter().find(|game| game.id == "nim.pl").unwrap()
        };
        let problem = listed().problem.unwrap();
        assert!(problem.contains("set aside") && problem.contains("broke off"), "{problem}");
        assert!(shelf.table("nim.pl", 1).is_err());
        assert!(shelf.table("nim.pl?x=1", 1).is_err());
        std::fs::write(games.join("nim.pl"), format!("{text}\n% changed\n")).unwrap();
        assert_eq!(listed().problem, None);
        assert!(shelf.table("nim.pl", 1).is_ok());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
