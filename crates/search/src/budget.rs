//! What an agent may spend: the limit of the caller, tightened by the limits in the agent's own description, and a
//! usual limit when neither bounds it, so that every decision ends.

use game::{Limit, Options, Parameter, Values, words};
use std::time::Duration;

/// The limits of one agent.
#[derive(Clone, Debug)]
pub struct Budget {
    /// From the agent's description.
    own: Limit,
    /// When nothing else bounds the agent.
    usual: Limit,
    /// Whether the agent ends by itself after a number of iterations.
    iterates: bool,
    /// Whether the agent ends by itself at a depth.
    deepens: bool,
}

impl Budget {
    /// An agent that counts iterations; `usual` of them when nothing else bounds it.
    pub fn iterating(usual: u64) -> Budget {
        Budget { own: Limit::default(), usual: Limit::iterations(usual), iterates: true, deepens: false }
    }

    /// An agent that looks ahead move by move; `usual` nodes when nothing else bounds it.
    pub fn deepening(usual: u64) -> Budget {
        Budget { own: Limit::default(), usual: Limit::nodes(usual), iterates: false, deepens: true }
    }

    /// An agent that only visits states; `usual` of them when nothing else bounds it.
    pub fn visiting(usual: u64) -> Budget {
        Budget { own: Limit::default(), usual: Limit::nodes(usual), iterates: false, deepens: false }
    }

    /// With the limits given in the agent's description: `time` (milliseconds), `nodes`, `iterations`, `depth`.
    pub fn with(mut self, options: &Options) -> Budget {
        let given = |name: &str| {
            options.given(name).then(|| u64::try_from(options.int(name)).unwrap_or(0)).filter(|&n| n > 0)
        };
        self.own.time = given("time").map(Duration::from_millis);
        self.own.nodes = given("nodes");
        self.own.iterations = given("iterations");
        self.own.depth = given("depth").map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        self
    }

    /// The limit for one decision: the tighter of the caller's and the agent's own.
    pub fn limit(&self, outer: &Limit) -> Limit {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        let mut limit = Limit {
            time: least(outer.time, self.own.time),
            nodes: least(outer.nodes, self.own.nodes),
            iterations: least(outer.iterations, self.own.iterations).filter(|_| self.iterates),
            depth: least(outer.depth, self.own.depth).filter(|_| self.deepens),
            cancel: outer.cancel.clone(),
            watch: outer.watch.clone(),
            clock: outer.clock,
        };
        if limit.is_unbounded() {
            (limit.nodes, limit.iterations) = (self.usual.nodes, self.usual.iterations);
        }
        limit
    }
}

/// The parameters `time` and `nodes`, which every searching agent takes.
pub(crate) const TIME: Parameter = Parameter {
    name: "time",
    default: "0",
    values: Values::Int(0, 86_400_000),
    help: words(
        "milliseconds for one decision; 0: no limit of its own",
        "milisekundy na jedno rozhodnutí; 0: bez vlastního omezení",
        "milisekundy na jedno rozhodnutie; 0: bez vlastného obmedzenia",
    ),
};
/// See [`TIME`].
pub(crate) const NODES: Parameter = Parameter {
    name: "nodes",
    default: "0",
    values: Values::Int(0, 1_000_000_000_000),
    help: words(
        "states visited for one decision; 0: no limit of its own",
        "navštívené stavy na jedno rozhodnutí; 0: bez vlastního omezení",
        "navštívené stavy na jedno rozhodnutie; 0: bez vlastného obmedzenia",
    ),
};
/// The parameter of agents that count iterations.
pub(crate) const ITERATIONS: Parameter = Parameter {
    name: "iterations",
    default: "0",
    values: Values::Int(0, 1_000_000_000_000),
    help: words(
        "simulations for one decision; 0: no limit of its own",
        "simulace na jedno rozhodnutí; 0: bez vlastního omezení",
        "simulácie na jedno rozhodnutie; 0: bez vlastného obmedzenia",
    ),
};
/// The parameter of agents that look ahead move by move.
pub(crate) const DEPTH: Parameter = Parameter {
    name: "depth",
    default: "0",
    values: Values::Int(0, 1_000),
    help: words(
        "moves looked ahead; 0: no limit of its own",
        "tahy dopředu; 0: bez vlastního omezení",
        "ťahy dopredu; 0: bez vlastného obmedzenia",
    ),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_limit_holds_and_nothing_is_unbounded() {
        let options = Options::parse("nodes=500&time=20", &[TIME, NODES, ITERATIONS, DEPTH]).unwrap();
        let budget = Budget::deepening(1000).with(&options);
        assert_eq!(budget.limit(&Limit::nodes(9000)).nodes, Some(500));
        assert_eq!(budget.limit(&Limit::nodes(90)).nodes, Some(90));
        assert_eq!(budget.limit(&Limit::default()).time, Some(Duration::from_millis(20)));
        let plain = Budget::deepening(1000);
        assert_eq!(plain.limit(&Limit::default()).nodes, Some(1000));
        assert_eq!(plain.limit(&Limit::iterations(3)).nodes, Some(1000), "iterations do not bound it");
        assert_eq!(plain.limit(&Limit::depth(3)).nodes, None, "a depth does");
        assert_eq!(Budget::iterating(7).limit(&Limit::depth(3)).iterations, Some(7));
    }
}
