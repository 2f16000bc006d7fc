//! Bit-parallel evaluation against evaluation target by target, on random graphs: patterns of questions as descriptions
//! ask them (the same at every target, cut off at the border) and patterns that no description would have.

use super::super::graph::{Graph, Node};
use super::super::tables::{FALSE, TRUE};
use super::{heights, slice};
use game::Rng;

/// What a condition comes to, node by node.
fn alone(graph: &Graph, w: &[u64], mut at: u32) -> bool {
    loop {
        at = match graph.nodes[at as usize] {
            Node::All { word, mask, yes, no } => {
                if w[word as usize] & mask == mask {
                    yes
                } else {
                    no
                }
            }
            Node::Any { word, mask, yes, no } => {
                if w[word as usize] & mask != 0 {
                    yes
                } else {
                    no
                }
            }
            _ => return at == TRUE,
        };
    }
}

/// A question of a pattern: the word, where to look, and the questions (from 1; 0 says no, -1 yes) that follow.
type Asked = (u32, Vec<i32>, bool, [i32; 2]);

fn pattern(rng: &mut Rng) -> Vec<Asked> {
    let count = 2 + rng.below(12);
    (1..=count)
        .map(|i| {
            let looks = (0..1 + rng.below(4) / 3).map(|_| rng.below(41) as i32 - 20).collect();
            let mut on = || match rng.below(6) {
                0 => -1,
                1 => 0,
                // A later question, mostly the next.
                _ => (i + 1 + rng.below(3) / 2..=count).next().map_or(0, |n| n as i32),
            };
            let next = [on(), on()];
            (1 + rng.below(3) as u32, looks, rng.below(2) == 0, next)
        })
        .collect()
}

/// The pattern as a target on a board of 64 asks it: what lies outside is not asked, the answer being no.
fn condition(graph: &mut Graph, pattern: &[Asked], target: i32, at: i32) -> u32 {
    let (word, looks, all, [yes, no]) = match at {
        -1 => return TRUE,
        0 => return FALSE,
        n => pattern[n as usize - 1].clone(),
    };
    let no = condition(graph, pattern, target, no);
    let inside = looks.iter().all(|d| (0..64).contains(&(target + d)));
    if !inside {
        return no;
    }
    let yes = condition(graph, pattern, target, yes);
    if yes == no {
        return yes;
    }
    let mask = looks.iter().fold(0, |m, d| m | 1u64 << (target + d));
    graph.node(if all { Node::All { word, mask, yes, no } } else { Node::Any { word, mask, yes, no } })
}

#[test]
fn targets_side_by_side_are_open_as_they_are_one_by_one() {
    let mut rng = Rng::new(5);
    let (mut made, mut open) = (0, 0);
    for _ in 0..1500 {
        let mut graph = Graph::default();
        for node in [Node::Done, Node::True, Node::False, Node::Ask] {
            graph.node(node);
        }
        // Some targets ask another pattern than the others.
        let patterns = [pattern(&mut rng), pattern(&mut rng)];
        let odd = rng.bits() & rng.bits() & rng.bits();
        let targets: Vec<(u8, u32)> = (0..64u8)
            .map(|t| (t, condition(&mut graph, &patterns[(odd >> t & 1) as usize], i32::from(t), 1)))
            .filter(|t| t.1 != TRUE && t.1 != FALSE)
            .collect();
        let Some(slice) = slice(&graph, &heights(&graph), 0, 0, &targets) else { continue };
        made += 1;
        for _ in 0..20 {
            let w = [rng.bits() & rng.bits(), rng.bits(), rng.bits() & rng.bits(), rng.bits() | rng.bits()];
            let free = !w[0];
            let known = targets.iter().filter(|t| free >> t.0 & 1 == 1 && alone(&graph, &w, t.1));
            let known = known.fold(0, |m, t| m | 1u64 << t.0);
            assert_eq!(slice.open(&w, free), known);
            open += known.count_ones();
        }
    }
    assert!(made > 300 && open > 10_000, "only {made} slices with {open} open targets");
}
