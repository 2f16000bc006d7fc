//! What a finished deal means beside the table: a result of the day, a line in somebody's progress. And what is not allowed
//! while a deal of the day is played.

use super::{Fault, Inner};
use crate::app::App;
use crate::protocol::{Ask, Code};
use crate::store::{DealRow, Unreviewed};
use game::{Lang, Record, Turn};

impl Inner {
    /// Whether the deal of the day is being played here.
    pub(super) fn plays_daily(&self) -> bool {
        self.daily.is_some() && self.play.row.number == 1 && self.play.table.turn() != Turn::Over
    }

    /// The deal of the day is played as it comes: the same for everybody.
    pub(super) fn daily_forbids(&self, ask: &Ask) -> Result<(), Fault> {
        let helps = match ask {
            Ask::Undo { .. }
            | Ask::Hint { .. }
            | Ask::Replace { .. }
            | Ask::Stand { .. }
            | Ask::Return { .. }
            | Ask::Sit { .. }
            | Ask::Deal { .. } => true,
            Ask::Settings { settings } => settings.hints || settings.study,
            _ => false,
        };
        if helps && self.plays_daily() {
            let cause = "the deal of the day is played as it comes: without hints, undo or substitutes";
            return Err(Fault::new(Code::Forbidden, cause));
        }
        Ok(())
    }

    /// Keeps what a finished match (or one whose end was taken back) means for those who played it.
    pub(super) fn note_deals(&self, app: &App) -> Result<(), Fault> {
        let n = self.seats.len();
        let points = self.play.points();
        let game = self.row.game.split('?').next().unwrap_or_default().to_string();
        let daily = self.daily.clone().filter(|_| self.play.row.number == 1);
        let accounts = [Lang::En, Lang::Cs, Lang::Sk].map(|lang| self.play.table.accounts(lang));
        for seat in 0..n {
            let Some(person) = self.seats[seat].person else { continue };
            let player = self.play.player(seat, n);
            let row = |deal: u32, points: i64, contract: String, declared: bool| DealRow {
                at: 0,
                game: game.clone(),
                deal,
                points,
                practice: self.play.row.practice,
                date: daily.clone(),
                expert: None,
                contract,
                declared,
                found: String::new(),
            };
            let mut deals = Vec::new();
            if let Some(points) = &points {
                for (i, account) in accounts[0].iter().enumerate() {
                    let title =
                        |l: usize| accounts[l].get(i).map_or("", |a| a.title.as_str()).replace('\n', " ");
                    let won = account.delta.get(player.index()).copied().unwrap_or(0);
                    let contract = [title(0), title(1), title(2)].join("\n");
                    deals.push(row(account.deal, i64::from(won), contract, account.by == Some(player)));
                }
                if accounts[0].is_empty() && n > 1 {
                    deals.push(row(1, i64::from(points[seat]), String::new(), false));
                }
                if daily.is_some() {
                    app.store.finish_daily(&self.row.id, i64::from(points[seat]))?;
                }
            }
            // The same deal tried again says little: its first decisions are those of the play before.
            let counts = n > 1 && (!self.play.row.practice || daily.is_some());
            let (table, number) = (self.row.id.clone(), self.play.row.number);
            match counts && !deals.is_empty() {
                true => {
                    let record = Record {
                        seed: None,
                        players: Vec::new(),
                        headers: Vec::new(),
                        result: Vec::new(),
                        ..self.play.table.record()
                    };
                    let record = record.to_string();
                    app.store
                        .keep_unreviewed(person, Unreviewed { table, number, player: player.0, record })?;
                }
                false => app.store.drop_unreviewed(person, &table, number)?,
            }
            app.store.keep_deals(person, &self.row.id, number, deals)?;
        }
        Ok(())
    }
}
