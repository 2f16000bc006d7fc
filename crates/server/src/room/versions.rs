//! A computer player that goes by a rule file goes by the version it began the match with, whatever becomes of the file:
//! also after everybody has left and come back, and after the server was started again.

use super::Inner;
use crate::app::App;
use crate::house::Mind;
use crate::store::StoreError;
use std::collections::BTreeMap;

/// By which version each rule player of a match goes.
#[derive(Default)]
pub(super) struct Versions {
    /// The match they are for.
    play: Option<i64>,
    /// By what the player is asked for by: the name of the version, and its text.
    known: BTreeMap<String, (String, String)>,
}

/// Whether a computer player goes by a rule file of a folder or of a person.
fn by_rules(agent: &str) -> bool {
    agent.starts_with("bot:") && agent.ends_with(".bot")
}

impl Inner {
    /// Settles by which versions the rule players of this match go, once for each of them.
    fn settle_versions(&mut self, app: &App) -> Result<(), StoreError> {
        let play = self.play.row.id;
        if self.versions.play != Some(play) {
            let kept = app.store.match_rules(play)?;
            let known = kept.into_iter().map(|(agent, version, text)| (agent, (version, text))).collect();
            self.versions = Versions { play: Some(play), known };
        }
        for agent in self.seats.iter().filter_map(|seat| seat.agent.as_deref()).filter(|a| by_rules(a)) {
            if self.versions.known.contains_key(agent) || !app.offers(&self.row.game, agent) {
                continue;
            }
            let mind = app.mind(&self.row.game, agent);
            let Some(version) = version_of(&mind.agent) else { continue };
            let Some(text) = catalog::rule_files::text(version) else { continue };
            app.store.keep_match_rules(play, agent, version, &text)?;
            self.versions.known.insert(agent.to_string(), (version.to_string(), text));
        }
        Ok(())
    }

    /// The rule file by which a player of this match goes: what he is asked for by, and the text of its version.
    pub(crate) fn rules_of(&mut self, app: &App, player: usize) -> Option<(String, String)> {
        self.begin_with(app);
        let agent = self.seats.get(self.play.seat(player, self.seats.len()))?.agent.clone()?;
        if let Some((_, text)) = self.versions.known.get(&agent) {
            return Some((agent, text.clone()));
        }
        let mind = app.mind(&self.row.game, &agent);
        let (bot, _) = catalog::rule_files::played_by(&self.row.game, &mind.agent)?;
        Some((agent, catalog::rule_files::text(&bot)?))
    }

    /// How a computer player of this match thinks.
    pub(super) fn mind(&mut self, app: &App, agent: &str) -> Mind {
        let Some((version, text)) = self.versions.known.get(agent) else {
            return app.mind(&self.row.game, agent);
        };
        if catalog::rule_files::text(version).is_none() {
            crate::shelf::load_again(version, text);
        }
        Mind { agent: format!("{}?bot={version}", catalog::RULEFILE.name), think: None }
    }

    /// The same for all who sit here, as long as pages are open.
    pub(super) fn begin_with(&mut self, app: &App) {
        if self.seats.iter().any(|seat| seat.agent.as_deref().is_some_and(by_rules))
            && let Err(error) = self.settle_versions(app)
        {
            tracing::error!(table = %self.row.id, %error, "the version of a rule file was not kept");
        }
    }
}

/// The version a description of an agent names.
fn version_of(agent: &str) -> Option<&str> {
    agent.strip_prefix(catalog::RULEFILE.name)?.strip_prefix("?bot=")
}
