//! Players as rule files: a knowledge base in Prolog and rules that say what to remember when something happens and what
//! to answer when asked.
//!
//! A file is `PROLOG { clauses }` and blocks of rules named by the game ([`Interface`]): `IF (condition) { actions }`.
//! All formulas of a condition are evaluated, from left to right; each takes the bindings of its first solution into the
//! rule's table of variables, also under NOT. `\NAME` is the value of NAME in that table, or the variable NAME if it has
//! none. Actions `add`, `del` and `query` change and ask the knowledge base. A question is answered by `return(X)`.
//!
//! ```
//! use expert::{Answers, Block, Bot, Engine, Interface, Kind, Mode, Value};
//! use std::sync::Arc;
//!
//! static GAME: Interface = Interface {
//!     games: &["nim"], title: "Nim", about: "", predicates: &[],
//!     blocks: &[Block { name: "GETMOVE", kind: Kind::Question, about: "", variables: &[], answers: "" }],
//! };
//! let text = "PROLOG { heap(3). } GETMOVE { IF (heap(N)) { del heap(\\N). add heap(\\N - 1). add return(\\N). } }";
//! let bot = Arc::new(Bot::load("counter", text, &GAME).unwrap());
//! let mut engine = Engine::new(bot, 1, Mode::First);
//! assert_eq!(engine.ask(0, 0, vec![], vec![]), Answers::Values(vec![Value::Int(3)]));
//! assert_eq!(engine.ask(0, 0, vec![], vec![]), Answers::Values(vec![Value::Int(2)]));
//! ```
//!
//! A bot is foreign code: it can touch nothing outside its knowledge base, and every block has a [`Budget`].

mod engine;
mod explain;
mod finding;
mod format;
mod interface;
mod lower;
mod playground;
mod program;
mod syntax;
mod value;

pub use engine::{Answers, Budget, Engine, Mode, Note};
pub use explain::{Decision, Fired, Told};
pub use finding::{Finding, Place, Severity};
pub use format::format;
pub use interface::{Block, Interface, Kind, Predicate, Variable};
pub use playground::{Played, playground};
pub use program::{Bot, LONGEST, check};
pub use syntax::tree::Deed;
pub use value::Value;
