//! What people ask for at a table, with the rights to it: who may move, undo, sit, replace, deal, look. Everything here
//! either is done and told to everybody, or is refused and changes nothing.

use super::{Fault, Inner, Play, set_by_hand};
use crate::app::App;
use crate::notice::TalkState;
use crate::protocol::{Ask, Code, Deal, Frame, Picture, Settings, language};
use crate::room::names::name;
use crate::store::{Dealing, MatchRow};
use game::{Lang, Player, Turn};

/// The longest notation of a move that is looked at.
const LONGEST_MOVE: usize = 400;

/// The longest line that is written to the table, in characters, and how many lines are kept.
const LONGEST_TALK: usize = 200;
const MOST_TALK: usize = 30;

fn forbidden(text: &str) -> Fault {
    Fault::new(Code::Forbidden, text)
}

impl Inner {
    /// Does what the page asks.
    pub(super) fn ask(&mut self, app: &App, client: u64, re: u32, ask: Ask) -> Result<Frame, Fault> {
        let person = self.client(client)?.person;
        self.daily_forbids(&ask)?;
        match ask {
            Ask::Play { made, text } => self.play_move(app, client, made, &text)?,
            Ask::Undo { made } => self.undo(app, client, made)?,
            Ask::Draw { seat } => self.draw(client, seat)?,
            Ask::Cover {} => {
                self.client(client)?.shown = None;
                self.announce_to(client);
            }
            Ask::Sit { seat, name } => self.sit(app, client, seat, &name)?,
            Ask::Stand { seat } => self.stand(app, person, seat)?,
            Ask::Replace { seat, agent } => self.replace(app, person, seat, &agent)?,
            Ask::Return { seat } => self.take_back_seat(app, person, seat)?,
            Ask::Deal { deal, by } => self.deal(app, person, deal, by)?,
            Ask::Settings { settings } => self.set(app, person, settings)?,
            Ask::Rename { name: text } => {
                self.owned_by(person)?;
                let name = name(&text).ok_or_else(|| Fault::new(Code::Malformed, "a table needs a name"))?;
                self.row.name = name;
                self.keep_table(app)?;
            }
            Ask::Open { on } => {
                let entry = self.clients.get(&client);
                if on && !entry.is_some_and(|c| self.may_open(c)) {
                    return Err(forbidden(
                        "hands are opened when the match is over, or at a table for study",
                    ));
                }
                if on && self.secret() {
                    self.spoil(app)?;
                }
                self.client(client)?.open = on;
                self.announce_to(client);
            }
            Ask::Write { text } => self.write(person, &text)?,
            Ask::Look { at } => return self.look(app, client, re, at),
            Ask::Speak { lang } => {
                self.client(client)?.lang = language(&lang);
                self.announce_to(client);
            }
            Ask::Hint { .. } => return Err(Fault::new(Code::Broken, "hints are given elsewhere")),
        }
        Ok(Frame::Done { re })
    }

    fn client(&mut self, id: u64) -> Result<&mut super::eyes::Client, Fault> {
        self.clients.get_mut(&id).ok_or_else(|| Fault::new(Code::Missing, "this page is not at the table"))
    }

    fn owned_by(&self, person: i64) -> Result<(), Fault> {
        if self.row.owner == person {
            Ok(())
        } else {
            Err(forbidden("only the owner of the table may do that"))
        }
    }

    /// Checks that the page speaks of this moment and that it is the turn of the player it shows.
    pub(super) fn on_turn(&self, client: u64, made: usize) -> Result<Player, Fault> {
        if made != self.play.table.made() {
            return Err(Fault::new(Code::Stale, "the match has moved on since"));
        }
        if self.waiting() {
            return Err(forbidden("somebody is still to sit down"));
        }
        let viewer = self.viewer(client).ok_or_else(|| forbidden("you do not play here now"))?;
        if self.play.table.turn() != Turn::Player(viewer) {
            return Err(forbidden("it is not your turn"));
        }
        Ok(viewer)
    }

    fn play_move(&mut self, app: &App, client: u64, made: usize, text: &str) -> Result<(), Fault> {
        self.on_turn(client, made)?;
        if text.len() > LONGEST_MOVE {
            return Err(Fault::new(Code::Malformed, "no move is written that long"));
        }
        let made = self.play.make(&*app.house, text);
        let events = made.map_err(|refusal| Fault::new(Code::Illegal, refusal.to_string()))?;
        self.keep(app, events)
    }

    fn undo(&mut self, app: &App, client: u64, made: usize) -> Result<(), Fault> {
        if made != self.play.table.made() {
            return Err(Fault::new(Code::Stale, "the match has moved on since"));
        }
        let person = self.client(client)?.person;
        let viewer = self.viewer(client);
        let refused = || forbidden("this cannot be taken back");
        let depth = self.undo_of(person, viewer).ok_or_else(refused)?;
        if self.play.table.hidden() && self.play.table.turn() == Turn::Over {
            // The hands lay open: those who play on know them.
            self.spoil(app)?;
        }
        self.stop_thinking();
        self.damaged = true;
        let events = self.play.take_back(&*app.house, depth).ok_or_else(refused)?;
        self.keep(app, events)
    }

    fn draw(&mut self, client: u64, seat: usize) -> Result<(), Fault> {
        let n = self.seats.len();
        if seat >= n {
            return Err(Fault::new(Code::Missing, "there is no such seat"));
        }
        let person = self.client(client)?.person;
        let player = self.play.player(seat, n);
        if !self.played_by(person).contains(&player) {
            return Err(forbidden("nobody of this device sits there"));
        }
        // Only the player to move is asked to take the device; nobody may look in between.
        let turn = self.play.table.turn();
        if turn != Turn::Over && turn.player() != Some(player) {
            return Err(forbidden("it is not their turn"));
        }
        self.client(client)?.shown = Some(player);
        self.announce_to(client);
        Ok(())
    }

    fn seat_at(&self, seat: usize) -> Result<&crate::store::SeatRow, Fault> {
        self.seats.get(seat).ok_or_else(|| Fault::new(Code::Missing, "there is no such seat"))
    }

    fn sit(&mut self, app: &App, client: u64, seat: usize, text: &str) -> Result<(), Fault> {
        let wanted = self.seat_at(seat)?;
        if wanted.person.is_some() || wanted.agent.is_some() {
            return Err(forbidden("somebody sits there"));
        }
        let listed = self.settings.listed;
        let entry = self.client(client)?;
        let person = entry.person;
        if !(entry.invited || listed) {
            return Err(forbidden("only the invited may sit down"));
        }
        if self.settings.study && person != self.row.owner {
            return Err(forbidden("a table for study is for one person"));
        }
        // Several people at one device are the owner's guests; an invited person comes alone.
        if person != self.row.owner && self.seats.iter().any(|s| s.person == Some(person)) {
            return Err(forbidden("you sit here already"));
        }
        let name = name(text).ok_or_else(|| Fault::new(Code::Malformed, "a player needs a name"))?;
        self.seats[seat].person = Some(person);
        self.seats[seat].name = name;
        self.keep_table(app)?;
        if self.takes_a_second_hand(person) {
            self.spoil(app)?;
        }
        Ok(())
    }

    fn stand(&mut self, app: &App, person: i64, seat: usize) -> Result<(), Fault> {
        let theirs = self.seat_at(seat)?.person;
        let owner = self.row.owner == person;
        if theirs != Some(person) && !(owner && theirs.is_none_or(|p| !self.present(p))) {
            return Err(forbidden("that is not your seat"));
        }
        self.stop_thinking();
        self.play.sleep();
        self.seats[seat].person = None;
        self.seats[seat].agent = None;
        self.seats[seat].name = String::new();
        self.keep_table(app)
    }

    fn replace(&mut self, app: &App, person: i64, seat: usize, agent: &str) -> Result<(), Fault> {
        let row = self.seat_at(seat)?;
        let allowed = match row.person {
            Some(p) => p == person || (self.row.owner == person && !self.present(p)),
            None => self.row.owner == person,
        };
        if !allowed {
            return Err(forbidden("a person who is here can only be replaced by themselves"));
        }
        if !app.offers(&self.row.game, agent) {
            return Err(Fault::new(Code::Missing, format!("no computer player '{agent}' is on offer here")));
        }
        self.stop_thinking();
        self.seats[seat].agent = Some(agent.to_string());
        if self.seats[seat].person.is_none() {
            self.seats[seat].name = String::new();
        }
        self.keep_table(app)
    }

    fn take_back_seat(&mut self, app: &App, person: i64, seat: usize) -> Result<(), Fault> {
        if self.seat_at(seat)?.person != Some(person) {
            return Err(forbidden("that is not your seat"));
        }
        self.stop_thinking();
        self.play.sleep();
        self.seats[seat].agent = None;
        self.keep_table(app)
    }

    fn set(&mut self, app: &App, person: i64, settings: Settings) -> Result<(), Fault> {
        self.owned_by(person)?;
        if settings.study && !self.settings.study && !self.alone() {
            return Err(forbidden("a table for study is for one person"));
        }
        let text = serde_json::to_string(&settings.clone().bounded()).unwrap_or_default();
        self.settings = settings.bounded();
        self.row.settings = text;
        self.keep_table(app)?;
        if !(self.settings.watch || self.settings.listed) {
            self.send_spectators_away();
            self.announce();
        }
        Ok(())
    }

    /// Keeps seats and settings, then tells everybody.
    fn keep_table(&mut self, app: &App) -> Result<(), Fault> {
        self.damaged = true;
        app.store.update_table(&self.row, &self.seats)?;
        self.damaged = false;
        self.names = super::names(app, &self.row.game, &self.seats);
        self.announce();
        Ok(())
    }

    /// Begins another match. While one is being played only a person who plays alone may give it up.
    fn deal(&mut self, app: &App, person: i64, deal: Deal, by: usize) -> Result<(), Fault> {
        let plays = self.row.owner == person || self.seats.iter().any(|s| s.person == Some(person));
        if !plays {
            return Err(forbidden("only those who play may deal"));
        }
        let over = self.play.table.turn() == Turn::Over;
        // Also those a computer player moves for at the moment: they mean to come back.
        let others = self.seats.iter().any(|s| s.person.is_some_and(|p| p != person));
        if !over && others {
            return Err(forbidden("the match is not over, and you do not play alone"));
        }
        let n = self.seats.len().max(1);
        let last = &self.play.row;
        let (rotation, again) = match deal {
            Deal::New if self.settings.rotate => ((last.rotation + 1) % n, false),
            Deal::New => (last.rotation, false),
            Deal::Same => (last.rotation, true),
            Deal::Shift => ((last.rotation + by.clamp(1, n)) % n, true),
        };
        let by_hand = set_by_hand(&self.row.game);
        let practice = again || by_hand;
        // A known deal has the cards and the computer players of last time; a new one those that were promised.
        let (seed, secret, dealing) = match again {
            true if last.dealing == Dealing::Promised => (last.seed, last.secret, Dealing::Own),
            true => (last.seed, last.secret, last.dealing),
            false => app.sealed(&self.row.game, Some(last)),
        };
        let row = MatchRow {
            id: 0,
            number: last.number + 1,
            game: self.row.game.clone(),
            seed,
            rotation,
            practice,
            secret,
            dealing,
        };
        let mut play = Play::resume(&*app.house, row, &[], n);
        if let Some(problem) = play.problem {
            return Err(Fault::new(Code::Broken, problem));
        }
        let events = play.chance(&*app.house);
        play.kept = events.len();
        play.row.id = app.store.new_match(&self.row.id, &play.row, events)?;
        self.stop_thinking();
        self.turn_page();
        self.play = play;
        self.peeked.clear();
        self.unsaved.clear();
        self.last_move = std::time::Instant::now();
        for client in self.clients.values_mut() {
            client.shown = None;
            client.open = false;
        }
        self.announce();
        Ok(())
    }

    /// Somebody writes to those at the table: players may, and watchers where the owner allows it.
    fn write(&mut self, person: i64, text: &str) -> Result<(), Fault> {
        let seat = self.seats.iter().position(|s| s.person == Some(person));
        if seat.is_none() && self.row.owner != person && !self.settings.chat {
            return Err(forbidden("only those who play may write here"));
        }
        let clean: String = text.trim().chars().filter(|c| !c.is_control()).take(LONGEST_TALK).collect();
        if clean.is_empty() {
            return Err(Fault::new(Code::Malformed, "there is nothing to write"));
        }
        let name = seat.map_or(String::new(), |seat| self.seat_name(seat, Lang::En));
        self.talked += 1;
        self.talk.push_back(TalkState { number: self.talked, seat, name, text: clean });
        while self.talk.len() > MOST_TALK {
            self.talk.pop_front();
        }
        self.announce();
        Ok(())
    }

    fn look(&mut self, app: &App, client: u64, re: u32, at: usize) -> Result<Frame, Fault> {
        let entry = self.client(client)?;
        let (lang, open) = (entry.lang, entry.open);
        let may_open = self.clients.get(&client).is_some_and(|c| self.may_open(c));
        if self.play.table.hidden() && !may_open {
            return Err(forbidden("a match with secrets can be looked through when it is over"));
        }
        if at > self.play.table.made() {
            return Err(Fault::new(Code::Missing, "not so many moves were made"));
        }
        if self.secret() {
            self.spoil(app)?;
        }
        let (earlier, _) = self.play.earlier(&*app.house, at).map_err(|e| Fault::new(Code::Broken, e))?;
        let scene = if open && may_open {
            arena::bench::open_scene(&*earlier, lang)
        } else {
            earlier.scene(self.viewer(client), lang)
        };
        let cues = self.cues(&*earlier, self.viewer(client), lang);
        let touched = earlier.touched().iter().map(crate::notice::spot).collect();
        Ok(Frame::Look { re, at, scene: Picture::from(&scene), cues: Box::new(cues), touched })
    }
}
