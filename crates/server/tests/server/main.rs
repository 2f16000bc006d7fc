//! The real server over real sockets. One program, so that it is linked once; each module is one subject.

mod abuse;
mod client;
mod computers;
mod crash;
mod fair;
mod folder;
mod guard;
mod hotseat;
mod people;
mod progress;
mod rulefiles;
mod sealed;
mod secrets;
mod tables;
mod tournaments;
mod trainer;
mod why;
