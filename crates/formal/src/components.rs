//! Strongly connected components: which states can return to which. Tarjan's algorithm (*Depth-First Search and Linear
//! Graph Algorithms*, 1972) with its stack on the heap.

use crate::automaton::{Automaton, Node};
use game::Game;

/// The components of an automaton.
pub(crate) struct Components {
    /// All states, component by component, each component after all those it leads to.
    order: Vec<Node>,
    /// One past the last place in `order` of each component.
    ends: Vec<u32>,
    /// Which states lie on a cycle: those of a component of several states, and those with a loop.
    pub(crate) cyclic: Vec<bool>,
}

const UNSEEN: u32 = u32::MAX;

impl Components {
    pub(crate) fn of<G: Game>(a: &Automaton<G>) -> Components {
        let mut found =
            Components { order: Vec::with_capacity(a.len()), ends: Vec::new(), cyclic: vec![false; a.len()] };
        let mut index = vec![UNSEEN; a.len()];
        let mut low = vec![0u32; a.len()];
        let mut on_stack = vec![false; a.len()];
        let mut stack: Vec<Node> = Vec::new();
        let mut next = 0;
        for root in a.nodes() {
            if index[root as usize] != UNSEEN {
                continue;
            }
            let mut calls: Vec<(Node, usize)> = vec![(root, 0)];
            while let Some(&mut (n, ref mut i)) = calls.last_mut() {
                let v = n as usize;
                if *i == 0 {
                    index[v] = next;
                    low[v] = next;
                    next += 1;
                    stack.push(n);
                    on_stack[v] = true;
                }
                if let Some(&t) = a.successors(n).get(*i) {
                    *i += 1;
                    found.cyclic[v] |= t == n;
                    if index[t as usize] == UNSEEN {
                        calls.push((t, 0));
                    } else if on_stack[t as usize] {
                        low[v] = low[v].min(index[t as usize]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(parent, _)) = calls.last() {
                    low[parent as usize] = low[parent as usize].min(low[v]);
                }
                if low[v] == index[v] {
                    let from = stack.iter().rposition(|&m| m == n).unwrap_or(0);
                    let several = stack.len() - from > 1;
                    for m in stack.drain(from..) {
                        on_stack[m as usize] = false;
                        found.cyclic[m as usize] |= several;
                        found.order.push(m);
                    }
                    found.ends.push(found.order.len() as u32);
                }
            }
        }
        found
    }

    /// The components, each after all those it leads to.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Node]> {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let part = &self.order[from..end as usize];
            from = end as usize;
            part
        })
    }
}
