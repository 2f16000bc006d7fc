//! The computer players suited to a game, each at a few levels.

use crate::house::{Computer, Text};
use catalog::Playable;
use game::{Lang, Parameter, Words, words};
use std::collections::BTreeMap;

/// A computer player on offer for a game.
pub(super) struct Player {
    /// The agent's name, without its parameters.
    pub(super) agent: &'static str,
    pub(super) computer: Computer,
}

/// The agents there are, by name, with what they take.
pub(super) type Agents = BTreeMap<&'static str, &'static [Parameter]>;

const EASY: Words = words("easy", "lehký", "ľahký");
const MEDIUM: Words = words("medium", "střední", "stredný");
const STRONG: Words = words("strong", "silný", "silný");

/// The computer players suited to a game, the recommended one first.
pub(super) fn computers(game: &dyn Playable) -> Vec<Player> {
    let strongest = game.strongest();
    let mut list: Vec<Player> = Vec::new();
    for agent in game.agents() {
        let player = |description: String, level: Option<Words>| {
            let title = |lang| match level {
                Some(level) => format!("{} ({})", agent.title.to(lang), level.to(lang)),
                None => agent.title.to(lang).to_string(),
            };
            let title = Text { en: title(Lang::En), cs: title(Lang::Cs), sk: title(Lang::Sk) };
            let computer =
                Computer { agent: description, title, about: agent.help.into(), ..Computer::default() };
            Player { agent: agent.name, computer }
        };
        let takes = |name: &str| agent.parameters.iter().any(|p| p.name == name);
        if strongest.split('?').next() == Some(agent.name) && strongest != agent.name {
            list.push(player(strongest.clone(), Some(STRONG)));
        } else {
            list.push(player(agent.name.into(), None));
        }
        let levels: &[(&str, Words)] = if takes("iterations") {
            &[("iterations=30", EASY), ("iterations=300", MEDIUM)]
        } else if takes("depth") {
            &[("depth=1", EASY), ("depth=3", MEDIUM)]
        } else {
            &[]
        };
        for (options, level) in levels {
            list.push(player(format!("{}?{options}", agent.name), Some(*level)));
        }
    }
    list.sort_by_key(|p| p.computer.agent != strongest);
    list
}
