//! The rule language: the thesis' examples, findings, layout, hostile files.

mod diagnostics;
mod hostile;
mod layout;
mod playground;
mod spoil;
mod table;
mod thesis;
