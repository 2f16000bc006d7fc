//! The catalog as a house: every game of the program, and the descriptions in a folder.

use crate::house::{Computer, GameInfo, House, Setting, Text};
use catalog::{Listing, Playable};
use game::{Table, words};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// The games of the program.
pub struct Shelf {
    games: Vec<GameInfo>,
}

impl Shelf {
    /// The catalog, with the descriptions of a folder and the bots of another.
    pub fn new(_games_dir: Option<PathBuf>, _bots_dir: Option<PathBuf>) -> Shelf {
        Shelf { games: catalog::GAMES.iter().map(info).collect() }
    }
}

fn info(listing: &Listing) -> GameInfo {
    let found = catch_unwind(AssertUnwindSafe(|| catalog::find(listing.name)));
    let found = found.unwrap_or_else(|_| catalog::find("")).map_err(|e| e.to_string());
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
        problem,
    }
}

/// The computer players suited to a game, each at a few levels, the recommended one first.
fn computers(game: &dyn Playable) -> Vec<Computer> {
    let strongest = game.strongest();
    let mut list = Vec::new();
    for agent in game.agents() {
        let mut add = |description: String, level: Option<game::Words>| {
            let title = |lang| match level {
                Some(level) => format!("{} ({})", agent.title.to(lang), level.to(lang)),
                None => agent.title.to(lang).to_string(),
            };
            let title =
                Text { en: title(game::Lang::En), cs: title(game::Lang::Cs), sk: title(game::Lang::Sk) };
            list.push(Computer { agent: description, title });
        };
        add(agent.name.to_string(), None);
        let levels: &[(&str, game::Words)] = match () {
            () if agent.parameters.iter().any(|p| p.name == "iterations") => {
                &[("iterations=30", EASY), ("iterations=300", MEDIUM)]
            }
            () if agent.parameters.iter().any(|p| p.name == "depth") => {
                &[("depth=1", EASY), ("depth=3", MEDIUM)]
            }
            () => &[],
        };
        for (options, level) in levels {
            add(format!("{}?{options}", agent.name), Some(*level));
        }
    }
    if list.iter().all(|c| c.agent != strongest) {
        list.push(Computer { agent: strongest.clone(), title: Text::same(&strongest) });
    }
    list.sort_by_key(|c| c.agent != strongest);
    list
}

const EASY: game::Words = words("easy", "lehký", "ľahký");
const MEDIUM: game::Words = words("medium", "střední", "stredný");

impl House for Shelf {
    fn games(&self) -> Vec<GameInfo> {
        self.games.clone()
    }

    fn table(&self, id: &str, seed: u64) -> Result<Box<dyn Table>, String> {
        catalog::find(id).map(|game| game.table(seed)).map_err(|e| e.to_string())
    }
}
