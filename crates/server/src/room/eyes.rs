//! What each page is told: the one place where frames of state are made. A page gets the scene, the offers and the log
//! of exactly one viewer: the player it sits for, the one the device was passed to, or a spectator.

use super::fold::folded;
use super::think::Stop;
use super::{Fault, Inner};
use crate::notice::{CuesState, spot};
use crate::protocol::{
    ClearedState, Code, Frame, OfferState, Picture, PlayState, SaidState, SeatKind, SeatState, State,
    TableState, TokenState,
};
use crate::socket::Line;
use game::{Lang, Player, Scene, Turn, outcome};

/// A page that shows the table.
pub(super) struct Client {
    pub(super) person: i64,
    /// Whether it may sit down.
    pub(super) invited: bool,
    pub(super) lang: Lang,
    line: Line,
    /// The player for whom the curtain was drawn.
    pub(super) shown: Option<Player>,
    /// Whether it wants to see all hands.
    pub(super) open: bool,
    /// What its log shows: match, viewer, language, moves.
    heard: Option<(i64, Option<Player>, Lang, usize)>,
    /// For each seat: the match and how far the person there has seen its log.
    seen: Vec<(i64, usize)>,
    /// The hint it waits for.
    hint: Option<Stop>,
    /// The hint it had last, with its moment: its steps are given one by one.
    pub(super) ladder: Option<(i64, usize, trainer::Ladder)>,
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(hint) = &self.hint {
            hint.drop_it();
        }
    }
}

impl Client {
    /// It waits for this hint, and for no other any more.
    pub(super) fn wants(&mut self, hint: Stop) {
        if let Some(before) = self.hint.replace(hint) {
            before.drop_it();
        }
    }

    pub(super) fn new(person: i64, invited: bool, lang: Lang, line: Line, seats: usize) -> Client {
        Client {
            person,
            invited,
            lang,
            line,
            shown: None,
            open: false,
            heard: None,
            seen: vec![(0, 0); seats],
            hint: None,
            ladder: None,
        }
    }
}

/// Whose eyes a page has.
struct Eyes {
    viewer: Option<Player>,
    curtain: Option<Player>,
}

impl Inner {
    /// Tells every page how things stand.
    pub(super) fn announce(&mut self) {
        self.count_people();
        let mut clients = std::mem::take(&mut self.clients);
        clients.retain(|_, client| {
            let state = self.state(client);
            self.saw(client.person, &state);
            client.line.send(&Frame::State(Box::new(state)))
        });
        self.clients = clients;
    }

    /// Tells one page how things stand.
    pub(super) fn announce_to(&mut self, id: u64) {
        self.count_people();
        if let Some(mut client) = self.clients.remove(&id) {
            let state = self.state(&mut client);
            self.saw(client.person, &state);
            if client.line.send(&Frame::State(Box::new(state))) {
                self.clients.insert(id, client);
            }
        }
    }

    /// Sends the same frame to every page.
    pub(super) fn tell_all(&self, frame: &Frame) {
        for client in self.clients.values() {
            client.line.send(frame);
        }
    }

    /// Sends away pages of people who do not belong here and may not watch any more.
    pub(super) fn send_spectators_away(&mut self) {
        let belongs =
            |person: i64| person == self.row.owner || self.seats.iter().any(|s| s.person == Some(person));
        let closed = Fault::new(Code::Forbidden, "this table is closed to spectators").frame(None);
        self.clients.retain(|_, client| {
            let stays = client.invited || belongs(client.person);
            if !stays {
                client.line.send(&closed);
                client.line.end();
            }
            stays
        });
    }

    /// The players for whom a person moves.
    pub(super) fn played_by(&self, person: i64) -> Vec<Player> {
        let n = self.seats.len();
        let theirs = |p: &Player| {
            let seat = &self.seats[self.play.seat(p.index(), n)];
            seat.person == Some(person) && seat.agent.is_none()
        };
        Player::all(n).filter(theirs).collect()
    }

    /// Several people of a game with secrets share this device, so it must be passed behind a curtain.
    pub(super) fn curtained(&self, person: i64) -> bool {
        self.play.table.hidden() && self.played_by(person).len() > 1
    }

    fn eyes(&self, client: &Client) -> Eyes {
        let mine = self.played_by(client.person);
        let turn = self.play.table.turn();
        let due = turn.player().filter(|p| mine.contains(p));
        if !self.play.table.hidden() {
            return Eyes { viewer: due.or(mine.first().copied()), curtain: None };
        }
        if mine.len() <= 1 {
            return Eyes { viewer: mine.first().copied(), curtain: None };
        }
        // The device stays where it is until another of its people is to move. Whoever is due is asked, also when
        // only one move is left: that a curtain comes, or not, must tell nothing.
        let shown = client.shown.filter(|p| mine.contains(p));
        match due {
            Some(p) if shown == Some(p) => Eyes { viewer: Some(p), curtain: None },
            Some(p) if !self.waiting() => Eyes { viewer: None, curtain: Some(p) },
            _ => Eyes { viewer: shown, curtain: None },
        }
    }

    /// The player whose eyes a page has now.
    pub(super) fn viewer(&self, client: u64) -> Option<Player> {
        self.clients.get(&client).and_then(|client| self.eyes(client).viewer)
    }

    /// Whether a page may see all hands.
    pub(super) fn may_open(&self, client: &Client) -> bool {
        let table = &self.play.table;
        table.hidden()
            && (table.turn() == Turn::Over
                || (self.settings.study && client.person == self.row.owner && self.alone()))
    }

    /// Whether at most one person, the owner, plays here.
    pub(super) fn alone(&self) -> bool {
        self.seats.iter().all(|s| s.person.is_none_or(|p| p == self.row.owner))
    }

    fn state(&self, client: &mut Client) -> State {
        let Eyes { viewer, curtain } = self.eyes(client);
        if curtain.is_some() {
            client.shown = None;
        }
        let table = &self.play.table;
        let may_open = self.may_open(client);
        let open = client.open && may_open && curtain.is_none();
        let scene = if open { self.open_scene(client.lang) } else { table.scene(viewer, client.lang) };
        let acts = viewer.is_some() && table.turn().player() == viewer && !self.waiting();
        let offers =
            if acts { table.offers(client.lang).iter().map(OfferState::from).collect() } else { Vec::new() };
        let (log, log_from, news) = self.log(client, viewer);
        State {
            table: self.table_state(client),
            play: self.play_state(client, viewer, open, may_open),
            viewer: viewer.map(|p| p.0),
            curtain: curtain.map(|p| p.0),
            scene: Picture::from(&scene),
            cues: self.cues(&**table, viewer, client.lang),
            offers,
            log,
            log_from,
            news,
            talk: self.talk.iter().cloned().collect(),
        }
    }

    /// What a viewer should notice on a table of this match.
    pub(super) fn cues(&self, table: &dyn game::Table, viewer: Option<Player>, lang: Lang) -> CuesState {
        let n = self.seats.len();
        CuesState::new(&table.cues(viewer, lang), |p| self.seat_name(self.play.seat(p.index(), n), lang))
    }

    /// The new part of a viewer's log, or all of it when the page shows another one.
    fn log(&self, client: &mut Client, viewer: Option<Player>) -> (Vec<SaidState>, usize, usize) {
        let table = &self.play.table;
        let (id, made) = (self.play.row.id, table.made());
        let from = match client.heard {
            Some((play, eyes, lang, upto))
                if (play, eyes, lang) == (id, viewer, client.lang) && upto <= made =>
            {
                upto
            }
            _ => 0,
        };
        client.heard = Some((id, viewer, client.lang, made));
        let heard = |from| {
            let told = table.told(from, viewer, client.lang);
            folded(super::mishap::told(told, &self.play.faults, from, client.lang), client.lang)
        };
        let log: Vec<SaidState> = heard(from).iter().map(SaidState::from).collect();
        let mut news = 0;
        if let Some(p) = viewer
            && let Some(seen) = client.seen.get_mut(self.play.seat(p.index(), self.seats.len()))
        {
            let upto = if seen.0 == id { seen.1.min(made) } else { 0 };
            news = if upto == from { log.len() } else { heard(upto).len() };
            *seen = (id, made);
        }
        (log, from, news)
    }

    /// Everything that some player sees: for study, and for all once the match is over.
    pub(super) fn open_scene(&self, lang: Lang) -> Scene {
        arena::bench::open_scene(&*self.play.table, lang)
    }

    fn table_state(&self, client: &Client) -> TableState {
        let n = self.seats.len();
        let seat = |p: usize| {
            let number = self.play.seat(p, n);
            let seat = &self.seats[number];
            let kind = match (&seat.agent, seat.person) {
                (Some(_), _) => SeatKind::Computer,
                (None, Some(_)) => SeatKind::Person,
                (None, None) => SeatKind::Open,
            };
            SeatState {
                seat: number,
                name: self.seat_name(number, client.lang),
                kind,
                agent: seat.agent.clone(),
                yours: seat.person == Some(client.person),
                here: seat.person.is_some_and(|p| self.present(p)),
                total: self.totals.get(number).copied().unwrap_or(0),
            }
        };
        let belongs = client.person == self.row.owner;
        let watching = |p: &&i64| !self.seats.iter().any(|s| s.person == Some(**p));
        TableState {
            id: self.row.id.clone(),
            name: super::names::table_name(&self.row.name, &self.title, client.lang),
            game: super::public_id(&self.play.row.game),
            title: self.title.to(client.lang).to_string(),
            pictures: self.pictures.clone(),
            hidden: self.play.table.hidden(),
            owner: belongs,
            invite: belongs.then(|| self.row.invite.clone()),
            settings: self.settings.clone(),
            seats: (0..n).map(seat).collect(),
            watchers: self.here.iter().filter(watching).count(),
        }
    }

    /// Whether a person has a page open here.
    pub(super) fn present(&self, person: i64) -> bool {
        self.here.contains(&person)
    }

    fn count_people(&mut self) {
        self.here = self.clients.values().map(|c| c.person).collect();
    }

    fn play_state(&self, client: &Client, viewer: Option<Player>, open: bool, may_open: bool) -> PlayState {
        let table = &self.play.table;
        let over = table.turn() == Turn::Over;
        let problem = self.play.problem.clone().or_else(|| table.defect());
        let finished = over && problem.is_none();
        PlayState {
            number: self.play.row.number,
            made: table.made(),
            practice: self.play.row.practice,
            waiting: self.waiting(),
            over,
            winners: if finished {
                outcome(&table.scores()).into_iter().map(|p| p.0).collect()
            } else {
                Vec::new()
            },
            sheet: if finished { table.sheet(client.lang) } else { Vec::new() },
            pad: self.pad(client.lang),
            touched: table.touched().iter().map(spot).collect(),
            cleared: self.play.cleared.as_ref().map(|cleared| ClearedState {
                made: cleared.made,
                zone: cleared.zone.clone(),
                tokens: cleared.tokens(client.lang).iter().map(TokenState::from).collect(),
            }),
            undo: self.undo_of(client.person, viewer).is_some(),
            open,
            may_open,
            problem,
            seal: self.seal(),
        }
    }

    /// How many moves taking back the last one of this person (at these eyes) undoes.
    pub(super) fn undo_of(&self, person: i64, viewer: Option<Player>) -> Option<usize> {
        if self.plays_daily() {
            return None;
        }
        let mine = self.played_by(person);
        let viewer = viewer.filter(|p| mine.contains(p))?;
        let n = self.seats.len();
        let theirs = |p: u8| self.seats[self.play.seat(usize::from(p), n)].agent.is_some();
        if self.curtained(person) {
            return self.play.undo_depth(viewer, theirs);
        }
        // One person with several seats of a game without secrets may take back whichever of theirs moved last.
        let last = self.play.movers.iter().rev().find_map(|m| m.filter(|&p| mine.contains(&Player(p))))?;
        self.play.undo_depth(Player(last), theirs)
    }
}
