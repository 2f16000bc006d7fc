//! One strongly connected component with the bounds already known for the states it leads to: bounds for its own states.
//! See [`crate::bounds`] for why these are bounds.

use crate::bounds::{Bounds, Role, round, step};

/// The number of a target that is not in the circuit.
pub(crate) const OUTSIDE: u32 = u32::MAX;

/// Changes smaller than this end the iteration from below.
const SETTLED: f64 = 1e-15;

/// Moves that give less than the best one by more than this are not followed when steps are counted.
const GAP: f64 = 1e-6;

/// A transition.
#[derive(Clone, Copy)]
struct Edge {
    /// A state of the circuit, or [`OUTSIDE`].
    to: u32,
    weight: f64,
    /// What is known of a target outside.
    low: f64,
    high: f64,
}

/// The states of a component and their transitions.
#[derive(Default)]
pub(crate) struct Circuit {
    roles: Vec<Role>,
    totals: Vec<f64>,
    first: Vec<u32>,
    edges: Vec<Edge>,
}

impl Circuit {
    /// Adds the next state; `edge` gives for each transition the state of the circuit it leads to, the bounds of one
    /// outside, and the weight.
    pub(crate) fn add(
        &mut self,
        role: Option<Role>,
        total: f64,
        n: usize,
        edge: impl Fn(usize) -> (u32, f64, f64, f64),
    ) {
        self.first.push(self.edges.len() as u32);
        self.roles.push(role.unwrap_or(Role::Worst));
        self.totals.push(total);
        self.edges.extend((0..n).map(edge).map(|(to, low, high, weight)| Edge { to, weight, low, high }));
    }

    fn len(&self) -> usize {
        self.roles.len()
    }

    fn edges(&self, s: usize) -> &[Edge] {
        let end = self.first.get(s + 1).map_or(self.edges.len(), |&e| e as usize);
        &self.edges[self.first[s] as usize..end]
    }

    /// Bounds for every state. `work` is what may be spent; it grows less.
    pub(crate) fn solve(&self, work: &mut usize) -> Vec<Bounds> {
        let low = self.lower(work);
        let high = self.upper(&low, work).unwrap_or_else(|| vec![1.0; self.len()]);
        low.into_iter().zip(high).map(|(low, high)| Bounds { low, high: high.max(low) }).collect()
    }

    /// From zero upwards, until nothing changes or the work is spent.
    fn lower(&self, work: &mut usize) -> Vec<f64> {
        let mut low = vec![0.0; self.len()];
        loop {
            let mut moved: f64 = 0.0;
            // States met later lie mostly farther on, so that what is known of the ends comes to the first at once.
            for s in (0..self.len()).rev() {
                let edges = self.edges(s);
                let value = |i: usize| {
                    let e = &edges[i];
                    (if e.to == OUTSIDE { e.low } else { low[e.to as usize] }, e.weight)
                };
                let x = step(self.roles[s], edges.len(), self.totals[s], false, value);
                moved = moved.max(x - low[s]);
                low[s] = low[s].max(x);
            }
            let spent = self.edges.len() + self.len();
            if moved <= SETTLED || *work < spent {
                return low;
            }
            *work -= spent;
        }
    }

    /// The answers of the others to `low`: for each of their states the transition that gives least.
    fn answers(&self, low: &[f64]) -> Vec<u32> {
        let of = |e: &Edge| if e.to == OUTSIDE { e.low } else { low[e.to as usize] };
        let least = |s: usize| {
            let edges = self.edges(s);
            (0..edges.len()).min_by(|&i, &k| of(&edges[i]).total_cmp(&of(&edges[k]))).unwrap_or(0) as u32
        };
        (0..self.len()).map(|s| if self.roles[s] == Role::Worst { least(s) } else { 0 }).collect()
    }

    /// The transitions of a state that may be used against the others' answers.
    fn open<'a>(&'a self, answers: &[u32], s: usize) -> &'a [Edge] {
        let edges = self.edges(s);
        match self.roles[s] {
            Role::Worst => edges.get(answers[s] as usize..=answers[s] as usize).unwrap_or_default(),
            _ => edges,
        }
    }

    /// Numbers above those asked for; `None` if none better than 1 was found within the work.
    fn upper(&self, low: &[f64], work: &mut usize) -> Option<Vec<f64>> {
        let answers = self.answers(low);
        let merged = self.merge(&answers, work)?;
        let mut base = vec![0.0f64; merged.count];
        for (s, &x) in low.iter().enumerate() {
            let m = merged.of[s] as usize;
            base[m] = base[m].max(x);
        }
        // A move that gives less by GAP has that much to spare, far more than the guess adds: only the others count.
        [GAP, f64::INFINITY].into_iter().find_map(|gap| self.above(&merged, &answers, &base, gap, work))
    }

    /// Numbers above `base` that no step can raise, guessed from the steps of the moves that give less by at most `gap`.
    fn above(
        &self,
        merged: &Merged,
        answers: &[u32],
        base: &[f64],
        gap: f64,
        work: &mut usize,
    ) -> Option<Vec<f64>> {
        let steps = merged.steps(self, answers, base, gap, work)?;
        // What the numbers outside may be off by, and by how much the equations fail.
        let off = self.edges.iter().filter(|e| e.to == OUTSIDE).map(|e| e.high - e.low).fold(0.0, f64::max);
        let fails = merged.image(self, answers, base, false);
        let fails = fails.iter().zip(base).map(|(x, y)| x - y).fold(0.0, f64::max);
        let widest = (0..self.len()).map(|s| self.edges(s).len()).max().unwrap_or(0);
        let mut slack = 2.0 * fails + (widest as f64 + 8.0) * 2.0 * f64::EPSILON;
        while slack < 1.0 {
            let guess: Vec<f64> =
                base.iter().zip(&steps).map(|(x, h)| (x + off * (1.0 + 1e-9) + slack * h).min(1.0)).collect();
            let image = merged.image(self, answers, &guess, true);
            *work = work.checked_sub(self.edges.len())?;
            if image.iter().zip(&guess).all(|(x, y)| x <= y) {
                return Some(merged.of.iter().map(|&m| guess[m as usize]).collect());
            }
            slack *= 4.0;
        }
        None
    }

    /// Merges the states among which the player can stay for ever.
    fn merge(&self, answers: &[u32], work: &mut usize) -> Option<Merged> {
        let mut group = vec![0u32; self.len()];
        let mut alive = vec![true; self.len()];
        let before = self.before(answers);
        loop {
            *work = work.checked_sub(self.edges.len() + self.len())?;
            self.strong(answers, &alive, &mut group);
            // Who cannot stay among the states of the group leaves it, and so does who needed them.
            let stays = |s: usize, alive: &[bool]| {
                let inside =
                    |e: &Edge| e.to != OUTSIDE && alive[e.to as usize] && group[e.to as usize] == group[s];
                let open = self.open(answers, s);
                match self.roles[s] {
                    Role::Mean => open.iter().all(inside),
                    _ => open.iter().any(inside),
                }
            };
            let mut leaving: Vec<usize> =
                (0..self.len()).filter(|&s| alive[s] && !stays(s, &alive)).collect();
            if leaving.is_empty() {
                break;
            }
            leaving.iter().for_each(|&s| alive[s] = false);
            while let Some(s) = leaving.pop() {
                for &t in &before[s] {
                    let t = t as usize;
                    if alive[t] && !stays(t, &alive) {
                        alive[t] = false;
                        leaving.push(t);
                    }
                }
            }
        }
        Some(Merged::of(&group, &alive))
    }

    /// Who leads to whom, the other way round.
    fn before(&self, answers: &[u32]) -> Vec<Vec<u32>> {
        let mut before = vec![Vec::new(); self.len()];
        for s in 0..self.len() {
            for e in self.open(answers, s).iter().filter(|e| e.to != OUTSIDE) {
                before[e.to as usize].push(s as u32);
            }
        }
        before
    }

    /// Numbers the strongly connected components of the states that are `alive`.
    fn strong(&self, answers: &[u32], alive: &[bool], group: &mut [u32]) {
        const UNSEEN: u32 = u32::MAX;
        let n = self.len();
        let (mut index, mut least) = (vec![UNSEEN; n], vec![0u32; n]);
        let mut on_stack = vec![false; n];
        let (mut stack, mut calls): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
        let (mut next, mut groups) = (0, 0);
        for root in (0..n).filter(|&s| alive[s]) {
            if index[root] != UNSEEN {
                continue;
            }
            calls.push((root, 0));
            while let Some(&mut (s, ref mut i)) = calls.last_mut() {
                if *i == 0 {
                    (index[s], least[s]) = (next, next);
                    next += 1;
                    stack.push(s);
                    on_stack[s] = true;
                }
                if let Some(e) = self.open(answers, s).get(*i) {
                    *i += 1;
                    let t = e.to as usize;
                    if e.to == OUTSIDE || !alive[t] {
                        continue;
                    }
                    if index[t] == UNSEEN {
                        calls.push((t, 0));
                    } else if on_stack[t] {
                        least[s] = least[s].min(index[t]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(parent, _)) = calls.last() {
                    least[parent] = least[parent].min(least[s]);
                }
                if least[s] == index[s] {
                    while let Some(t) = stack.pop() {
                        on_stack[t] = false;
                        group[t] = groups;
                        if t == s {
                            break;
                        }
                    }
                    groups += 1;
                }
            }
        }
    }
}

/// The states of a circuit, some of them merged.
struct Merged {
    /// The number of each state's merged one.
    of: Vec<u32>,
    count: usize,
    /// The states of each.
    members: Vec<Vec<u32>>,
    /// Whether one can stay there for ever.
    ring: Vec<bool>,
}

impl Merged {
    /// Those that are alive are merged by group; the others stand alone.
    fn of(group: &[u32], alive: &[bool]) -> Merged {
        let groups = group.iter().max().map_or(0, |&g| g as usize + 1);
        let mut number = vec![u32::MAX; groups];
        let (mut of, mut members, mut ring): (Vec<u32>, Vec<Vec<u32>>, Vec<bool>) =
            (Vec::new(), Vec::new(), Vec::new());
        for (s, &g) in group.iter().enumerate() {
            let known = if alive[s] { number[g as usize] } else { u32::MAX };
            let m = if known == u32::MAX {
                members.push(Vec::new());
                ring.push(alive[s]);
                members.len() as u32 - 1
            } else {
                known
            };
            if alive[s] {
                number[g as usize] = m;
            }
            members[m as usize].push(s as u32);
            of.push(m);
        }
        Merged { of, count: members.len(), members, ring }
    }

    /// One step for every merged state. The player may leave a ring by any way out of it, and gets nothing for staying.
    fn image(&self, circuit: &Circuit, answers: &[u32], from: &[f64], up: bool) -> Vec<f64> {
        let of = |e: &Edge| match e.to {
            OUTSIDE if up => e.high,
            OUTSIDE => e.low,
            to => from[self.of[to as usize] as usize],
        };
        let rounded = |x: f64, n: usize| round(x, n, true);
        (0..self.count).map(|m| self.one(circuit, answers, m, &|_| true, &of, &rounded)).collect()
    }

    /// The number of a merged state from those of its targets; a choice is made among those that `may` be chosen.
    fn one(
        &self,
        circuit: &Circuit,
        answers: &[u32],
        m: usize,
        may: &dyn Fn(&Edge) -> bool,
        of: &dyn Fn(&Edge) -> f64,
        rounded: &dyn Fn(f64, usize) -> f64,
    ) -> f64 {
        let mut best: f64 = 0.0;
        for &s in &self.members[m] {
            let s = s as usize;
            let open = circuit.open(answers, s);
            if circuit.roles[s] == Role::Mean {
                if !self.ring[m] {
                    let sum: f64 = open.iter().map(|e| of(e) * e.weight).sum();
                    best = best.max(rounded(sum / circuit.totals[s].max(1.0), open.len()));
                }
                continue;
            }
            let out = |e: &&Edge| !self.ring[m] || e.to == OUTSIDE || self.of[e.to as usize] as usize != m;
            best = open.iter().filter(out).filter(|e| may(e)).map(of).fold(best, f64::max);
        }
        best
    }

    /// Expected steps until the circuit is left, when everything is done to stay short of giving up more than `gap` of
    /// `base`; twice as many, so that every step is seen to take at least one of them.
    fn steps(
        &self,
        circuit: &Circuit,
        answers: &[u32],
        base: &[f64],
        gap: f64,
        work: &mut usize,
    ) -> Option<Vec<f64>> {
        let worth = |e: &Edge| if e.to == OUTSIDE { e.high } else { base[self.of[e.to as usize] as usize] };
        let mut steps = vec![0.0f64; self.count];
        loop {
            let mut moved: f64 = 0.0;
            for m in (0..self.count).rev() {
                let of =
                    |e: &Edge| if e.to == OUTSIDE { 0.0 } else { steps[self.of[e.to as usize] as usize] };
                let may = |e: &Edge| worth(e) >= base[m] - gap;
                let x = 1.0 + self.one(circuit, answers, m, &may, &of, &|x, _| x);
                moved = moved.max(x - steps[m]);
                steps[m] = steps[m].max(x);
            }
            *work = work.checked_sub(circuit.edges.len() + circuit.len())?;
            if moved <= 0.5 {
                return Some(steps.into_iter().map(|h| 2.0 * h).collect());
            }
        }
    }
}
