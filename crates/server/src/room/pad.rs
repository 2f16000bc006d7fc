//! The score pad of a table: every deal that was finished there, with its account. Earlier matches are replayed once, when
//! the table is read or the next match begins; the present one is asked every time.

use super::Inner;
use crate::app::App;
use crate::notice::PadState;
use crate::store::{Event, MatchRow};
use game::{Account, Lang, Table};

/// How many earlier matches are shown with their accounts; older ones only as points.
const REMEMBERED: usize = 40;
const LANGS: [Lang; 3] = [Lang::En, Lang::Cs, Lang::Sk];

/// A finished match on the pad.
pub(crate) struct Page {
    number: u32,
    practice: bool,
    rotation: usize,
    /// Points by seat; empty for a match that was given up.
    points: Vec<i32>,
    /// Accounts in each language; none where the game is not counted by deals.
    accounts: [Vec<Account>; 3],
}

impl Page {
    /// The page of a match on a table.
    pub(super) fn new(row: &MatchRow, table: &dyn Table, points: Vec<i32>) -> Page {
        Page {
            number: row.number,
            practice: row.practice,
            rotation: row.rotation,
            points,
            accounts: LANGS.map(|lang| table.accounts(lang)),
        }
    }
}

fn replayed(app: &App, row: &MatchRow, events: &[Event]) -> Option<Box<dyn Table>> {
    let mut table = app.house.table(&row.game, row.seed).ok()?;
    for event in events {
        match event {
            Event::Move { text, .. } | Event::Fault { instead: Some(text), .. } => table.play(text).ok()?,
            Event::Fault { instead: None, .. } => {}
            Event::Undo => drop(table.undo()),
        }
    }
    Some(table)
}

/// The pages of the matches before the latest.
pub(super) fn pages(app: &App, table: &str, latest: u32, counted: bool) -> Vec<Page> {
    let Ok(list) = app.store.results(table) else { return Vec::new() };
    let old: Vec<(u32, Vec<i32>)> = list.into_iter().filter(|(number, _)| *number < latest).collect();
    let from = old.len().saturating_sub(REMEMBERED);
    let page = |(i, (number, points)): (usize, (u32, Vec<i32>))| {
        let found =
            if counted && i >= from { app.store.match_of(table, number).ok().flatten() } else { None };
        let told = found.and_then(|(row, events)| replayed(app, &row, &events).map(|t| (row, t)));
        match told {
            Some((row, table)) => Page::new(&row, &*table, points),
            None => Page { number, practice: false, rotation: 0, points, accounts: Default::default() },
        }
    };
    old.into_iter().enumerate().map(page).collect()
}

impl Inner {
    /// The pad as somebody reads it who speaks `lang`.
    pub(super) fn pad(&self, lang: Lang) -> Vec<PadState> {
        let at = LANGS.iter().position(|&l| l == lang).unwrap_or(0);
        let n = self.seats.len().max(1);
        let name = |seat: usize| self.seat_name(seat, lang);
        let mut rows = Vec::new();
        let rows_of =
            |number: u32, rotation: usize, practice: bool, accounts: &[Account], rows: &mut Vec<PadState>| {
                for account in accounts {
                    let row = PadState::new(number, account, |p| (p + rotation) % n, name);
                    rows.push(PadState { counts: !practice, ..row });
                }
            };
        for page in &self.pages {
            let accounts = &page.accounts[at];
            if accounts.is_empty() && !page.points.is_empty() {
                let (number, delta, counts) = (page.number, page.points.clone(), !page.practice);
                rows.push(PadState { number, delta, counts, ..PadState::default() });
            }
            rows_of(page.number, page.rotation, page.practice, accounts, &mut rows);
        }
        let row = &self.play.row;
        let now = self.play.table.accounts(lang);
        rows_of(row.number, row.rotation, row.practice, &now, &mut rows);
        if let (true, Some(delta)) = (now.is_empty(), self.play.points()) {
            rows.push(PadState { number: row.number, delta, counts: !row.practice, ..PadState::default() });
        }
        rows
    }

    /// Puts the match that is being left on the pad.
    pub(super) fn turn_page(&mut self) {
        let points = self.play.points().unwrap_or_default();
        let page = Page::new(&self.play.row, &*self.play.table, points);
        if !page.points.is_empty() || !page.accounts[0].is_empty() {
            self.pages.push(page);
        }
    }
}
