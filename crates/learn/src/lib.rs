//! Players that learn: small networks, their training, and what they are trained on.
//!
//! - [`Net`] is a network, [`Pupil`] a network with its optimiser, [`Sample`] what it learns from;
//! - a [`Reader`] makes numbers of views and moves: the game's own encoder ([`Own`]), or that of every scene ([`SceneReader`]);
//! - [`play`] is a play against oneself, [`round`] what is learned from many; an [`Errand`] asks for plays elsewhere;
//!   [`watch`] a deal of a teacher, [`duel`] says how strong a player is;
//! - [`NetFile`] is the file of a trained player, [`Checkpoint`] a training that can go on after it was killed.
//!
//! Nothing here depends on a foreign library, threads or files: a trained player plays in a browser as it does on a server, and
//! the same seed gives the same network, bit by bit, on every machine.

mod adam;
mod agent;
mod bytes;
mod checkpoint;
mod curve;
mod duel;
mod errand;
mod file;
mod imitate;
pub mod library;
mod math;
mod net;
mod reader;
mod roster;
mod sample;
mod scene;
mod selfplay;
mod train;
mod tree;

pub use adam::{Adam, Drill, Lesson, Pupil, examine};
pub use agent::{NetAgent, Readers, judge};
pub use checkpoint::Checkpoint;
pub use curve::picture;
pub use duel::{Duel, Make, Terms, duel};
pub use errand::{Crew, Errand, Played};
pub use file::{FileError, Header, Kind, MAGIC, NetFile, Numbers};
pub use imitate::{Visit, decision, each_move, from_record, watch};
pub use net::{Inputs, Net, Pass, Shape};
pub use reader::{At, Own, Reader};
pub use roster::{LEARNED, NET, enlist};
pub use sample::{Acts, Goal, Loss, Sample, Work, largest, score_moves};
pub use scene::{SCENE, SceneReader, Scouting};
pub use selfplay::{Round, SelfPlay, play, round, stakes};
pub use train::{Event, Imitation, LearnError, Learnable, School, Setting, Source, Trained, Watcher, elo};
pub use tree::{Ask, Judge, Root, Tree, best, relative, rewards, values_of};
