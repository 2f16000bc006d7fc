//! Statistics of random plays, for the rule sheet where a clause alone does not say it: how many tokens are dealt where,
//! what each kind of move carries from where to where, who moves after it, and who wins.

use crate::SystemGame;
use crate::program::engine::End;
use crate::program::tables::State;
use game::{Game, Rng, Turn};
use std::collections::{BTreeMap, BTreeSet};

/// Random plays looked at, and moves in each and in all.
const PLAYS: u64 = 20;
const LONGEST: usize = 300;
const MOVES: usize = 1_500;
/// Moves of which the logic machine is asked for the clause.
const ASKED: usize = 150;

/// Inferences and steps of compiled rules after which a description whose rules take ages is not looked at any longer: some seconds. Work is counted,
/// not time, so that the same description gives the same sheet on every machine.
const WORK: u64 = 40_000_000;

/// What was seen.
#[derive(Default, Debug)]
pub(crate) struct Habits {
    /// Where chance acts first: how many tokens lie in each zone when the first player moves, if always the same.
    pub(crate) dealt: Option<Vec<usize>>,
    /// Chance acts also after the first move of a player.
    pub(crate) late: bool,
    /// Zones in which nothing ever lies when a player moves.
    pub(crate) bare: BTreeSet<usize>,
    /// By kind of move.
    pub(crate) kinds: BTreeMap<String, Kind>,
    /// What the rules carry, by the line of the clause.
    pub(crate) lines: BTreeMap<usize, BTreeSet<Carry>>,
    /// Who moves next where it is not the next in order.
    pub(crate) order: Order,
    /// By the line of a clause of `win/2`: who wins.
    pub(crate) winners: BTreeMap<usize, Winner>,
}

/// A kind of move.
#[derive(Default, Debug)]
pub(crate) struct Kind {
    /// After it the mover moves again: how often, of how many.
    pub(crate) again: (u32, u32),
}

/// Tokens that go from a family of zones to another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Carry {
    pub(crate) from: String,
    pub(crate) to: String,
    /// More than one token at once.
    pub(crate) several: bool,
    /// Something lay in the zone it goes to.
    pub(crate) onto: bool,
}

/// Who moves next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Order {
    /// Nothing else was seen than the next in order.
    #[default]
    InTurn,
    /// The same player always moves.
    Same,
    /// The same player moves again when this zone shows this value.
    Shows(usize, u16),
    /// The same player moves again after moves of these kinds.
    After(Vec<String>),
    /// The same player moves again while something lies in this zone.
    Holds(usize),
    /// The player who gets the tokens of these zones moves next.
    Taker(String),
    /// Something else.
    Mixed,
}

/// Who wins by a clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Winner {
    /// Who made the last move.
    Mover,
    /// Who would have to move.
    Next,
    /// Now one, now the other.
    Any,
}

/// A move that was seen.
struct Step {
    kind: String,
    before: State,
    after: State,
    mover: usize,
}

/// Plays at random and looks.
pub(crate) fn watch(game: &SystemGame) -> Habits {
    let mut out = Habits::default();
    // What the worker of this thread has done.
    let done = || game.engine.with(|w| w.machine.inferences() + w.desk.as_ref().map_or(0, |desk| desk.steps));
    let begun = done();
    let mut steps: Vec<Step> = Vec::new();
    let mut dealt: Option<Vec<usize>> = None;
    let (mut sure, begins) = (true, game.turn(&game.initial()) == Turn::Chance);
    for seed in 0..PLAYS {
        let (mut s, mut rng, mut mover, mut acted) = (game.initial(), Rng::new(seed), None, false);
        for _ in 0..LONGEST {
            if done().saturating_sub(begun) > WORK {
                break;
            }
            let turn = game.turn(&s);
            if let Turn::Player(p) = turn {
                if begins && !acted {
                    let now: Vec<usize> = s.zones().map(<[u16]>::len).collect();
                    sure &= dealt.as_ref().is_none_or(|d| *d == now);
                    dealt = Some(now);
                }
                (acted, mover) = (true, Some(p.index()));
            }
            out.late |= turn == Turn::Chance && acted;
            let Some(mv) = game.pick(&s, &mut rng, &mut Vec::new()) else { break };
            let full = game.book().expand(&s);
            let text = full.choices.get(usize::from(mv.at)).map(|c| (c.text.clone(), c.derived));
            let before = s.clone();
            game.apply(&mut s, mv);
            if let (Turn::Player(p), Some((text, derived))) = (turn, text) {
                let kind = if derived { "turn".to_string() } else { game.kind_of(&text) };
                steps.push(Step { kind, before, after: s.clone(), mover: p.index() });
            }
        }
        game.won_by(&s, mover, &mut out.winners);
        if steps.len() >= MOVES || done().saturating_sub(begun) > WORK {
            break;
        }
    }
    out.dealt = dealt.filter(|_| sure);
    if !steps.is_empty() {
        out.bare = (0..game.tables.zones.len()).collect();
    }
    for step in &steps {
        let lying = step.before.zones().enumerate().filter(|(_, held)| !held.is_empty());
        lying.for_each(|(z, _)| {
            out.bare.remove(&z);
        });
    }
    for step in &steps {
        let kind = out.kinds.entry(step.kind.clone()).or_default();
        let over = game.turn(&step.after) == Turn::Over;
        if !over {
            kind.again.1 += 1;
            kind.again.0 += u32::from(step.after.player() == step.mover);
        }
    }
    let mut asked = 0;
    for step in &steps {
        if let Some(line) = game.line_of(step, &mut asked) {
            game.carried(step, out.lines.entry(line).or_default());
        }
    }
    steps.retain(|s| game.turn(&s.after) != Turn::Over);
    out.order = game.order_of(&steps, &out.kinds);
    out
}

impl SystemGame {
    /// The functor of a move's label; to let chance act is a kind of its own.
    fn kind_of(&self, text: &str) -> String {
        if text == crate::game::THROW {
            return text.to_string();
        }
        let kinds = self.clauses.iter().filter_map(|c| match c.head.functor() {
            Some(("turn", [label, _, _])) => label.functor().map(|(n, a)| (n, a.len())),
            _ => None,
        });
        let mut kinds: Vec<(&str, usize)> = kinds.collect();
        kinds.sort_by_key(|k| std::cmp::Reverse(k.0.len()));
        let fits = |k: &&(&str, usize)| match k {
            (name, 0) => text == *name,
            (name, 2) if !name.starts_with(|c: char| c.is_alphabetic()) => text.contains(*name),
            (name, _) => text.strip_prefix(*name).is_some_and(|rest| rest.starts_with('(')),
        };
        kinds.iter().find(fits).map_or_else(|| "turn".to_string(), |k| k.0.to_string())
    }

    /// The line of the clause that allowed a move, if there is no doubt about it.
    fn line_of(&self, step: &Step, asked: &mut usize) -> Option<usize> {
        let kind = |c: &&crate::syntax::Clause| match c.head.functor() {
            Some(("turn", [label, _, _])) => label.functor().is_some_and(|(n, _)| n == step.kind),
            Some(("turn", [_, _])) => step.kind == "turn",
            _ => false,
        };
        let lines: Vec<usize> = self.clauses.iter().filter(kind).map(|c| c.line).collect();
        if let [only] = lines.as_slice() {
            return Some(*only);
        }
        *asked += 1;
        if *asked > ASKED {
            return None;
        }
        let mut found: BTreeSet<usize> = BTreeSet::new();
        self.answers(&step.before, "turn", &mut |line, to| {
            if lines.contains(&line) && to.is_some_and(|to| to.zones().eq(step.after.zones())) {
                found.insert(line);
            }
        });
        let mut found = found.into_iter();
        found.next().filter(|_| found.next().is_none())
    }

    /// Which families of zones lose tokens and which get them.
    fn carried(&self, step: &Step, out: &mut BTreeSet<Carry>) {
        let family = |z: usize| crate::sheet::family(&self.tables.zones[z].key).to_string();
        let fixed = |t: &&u16| !self.tables.tokens[usize::from(**t)].marker;
        let count = |list: &[u16], t: u16| list.iter().filter(|x| **x == t).count();
        let zones: Vec<(&[u16], &[u16])> = step.before.zones().zip(step.after.zones()).collect();
        for (from, (before, after)) in zones.iter().enumerate() {
            let mut told: Vec<u16> = Vec::new();
            for &t in before.iter().filter(fixed) {
                let lost = count(before, t).saturating_sub(count(after, t));
                if lost == 0 || told.contains(&t) {
                    continue;
                }
                told.push(t);
                let gets = |z: &usize| count(zones[*z].1, t) > count(zones[*z].0, t);
                for to in (0..zones.len()).filter(gets) {
                    let gained = zones[to].1.len().saturating_sub(zones[to].0.len());
                    let (from, onto) = (family(from), !zones[to].0.is_empty());
                    out.insert(Carry { from, to: family(to), several: gained > 1, onto });
                }
            }
        }
    }

    /// Who moves after a move.
    fn order_of(&self, steps: &[Step], kinds: &BTreeMap<String, Kind>) -> Order {
        let n = self.players();
        let regular = |s: &Step| s.after.player() == (s.mover + 1) % n;
        let odd: Vec<&Step> = steps.iter().filter(|s| !regular(s)).collect();
        if odd.is_empty() || n < 2 {
            return Order::InTurn;
        }
        let again = odd.iter().all(|s| s.after.player() == s.mover);
        if again && odd.len() == steps.len() {
            return Order::Same;
        }
        if again {
            for z in 0..self.tables.zones.len() {
                let shown = |s: &Step| match s.before.zones().nth(z) {
                    Some([v]) if self.tables.tokens[usize::from(*v)].marker => Some(*v),
                    _ => None,
                };
                let Some(value) = shown(odd[0]) else { continue };
                if odd.iter().all(|s| shown(s) == Some(value))
                    && steps.iter().filter(|s| regular(s)).all(|s| shown(s) != Some(value))
                {
                    return Order::Shows(z, value);
                }
            }
            let always: Vec<String> =
                kinds.iter().filter(|(_, k)| k.again.0 > 0).map(|(name, _)| name.clone()).collect();
            if always.iter().all(|k| kinds[k].again.0 == kinds[k].again.1) {
                return Order::After(always);
            }
            let holds = |s: &Step, z: usize| s.after.zones().nth(z).is_some_and(|held| !held.is_empty());
            let mut zones = 0..self.tables.zones.len();
            if let Some(z) = zones.find(|&z| steps.iter().all(|s| holds(s, z) != regular(s))) {
                return Order::Holds(z);
            }
        }
        // The player who gets several tokens at once from a zone that becomes empty.
        let mut source: Option<String> = None;
        let taken = odd.iter().all(|s| {
            let pairs: Vec<(&[u16], &[u16])> = s.before.zones().zip(s.after.zones()).collect();
            let gains = |z: usize| pairs[z].1.len() > pairs[z].0.len() && self.belongs(z, s.after.player());
            let emptied = (0..pairs.len())
                .find(|&z| pairs[z].1.is_empty() && !pairs[z].0.is_empty() && !self.belongs(z, s.mover));
            let family = emptied.map(|z| crate::sheet::family(&self.tables.zones[z].key).to_string());
            let same = family.is_some() && source.as_ref().is_none_or(|f| Some(f) == family.as_ref());
            source = family;
            same && (0..pairs.len()).any(gains)
        });
        match source.filter(|_| taken) {
            Some(family) => Order::Taker(family),
            None => Order::Mixed,
        }
    }

    /// Whether a zone is a player's: by `owner/2`, or because its name has the player's.
    pub(crate) fn belongs(&self, zone: usize, player: usize) -> bool {
        match self.scenery.owners.get(zone).copied().flatten() {
            Some(owner) => usize::from(owner) == player,
            None => {
                let key = &self.tables.zones[zone].key;
                let name = &self.tables.players[player];
                key.split(['(', ')', ',', '-']).skip(1).any(|part| part == name)
            }
        }
    }

    /// Which clauses of `win/2` ended a play, and who won by them.
    fn won_by(&self, s: &State, mover: Option<usize>, out: &mut BTreeMap<usize, Winner>) {
        let Some(mover) = mover.filter(|_| !s.past.repeated()) else { return };
        let end = self.book().ask(s, |b| b.end.clone());
        let Some(End::Won(winners)) = end else { return };
        let [winner] = winners.as_slice() else { return };
        let who = match (*winner == mover, *winner == s.player()) {
            (true, false) => Winner::Mover,
            (false, true) => Winner::Next,
            _ => Winner::Any,
        };
        let mut lines = Vec::new();
        self.answers(s, "win", &mut |line, _| lines.push(line));
        for line in lines {
            out.entry(line).and_modify(|w| *w = if *w == who { who } else { Winner::Any }).or_insert(who);
        }
    }
}
