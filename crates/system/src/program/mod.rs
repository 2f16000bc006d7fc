//! The rules as they are run: the tables of zones and tokens with states as arrays over them ([`tables`], [`swift`]), the
//! logic machine as the authority ([`engine`], [`notation`]), the compiled rules as its fast path ([`compiled`]), and what
//! was found about a state lately ([`brief`]).

pub(crate) mod brief;
pub(crate) mod compiled;
pub(crate) mod engine;
pub(crate) mod notation;
pub(crate) mod swift;
pub(crate) mod tables;
