//! Incremental tests for the end of a play. If a play goes on only while a row of tests all fail, then after a move only
//! those tests can succeed that read the bit the move has set; the others are left out.

use super::Program;
use super::graph::{Change, Graph, Node};
use super::tables::{DONE, NOTHING, Tables};

/// The tests in a row from a node, each of which ends the play, up to "nothing decided".
fn row(graph: &Graph, mut at: u32) -> Option<Vec<(u32, u64, bool, u32)>> {
    let mut tests = Vec::new();
    loop {
        let (word, mask, all, yes, no) = match graph.nodes[at as usize] {
            Node::All { word, mask, yes, no } => (word, mask, true, yes, no),
            Node::Any { word, mask, yes, no } => (word, mask, false, yes, no),
            Node::Done => return Some(tests),
            _ => return None,
        };
        if !matches!(graph.nodes[yes as usize], Node::Winner(_)) {
            return None;
        }
        tests.push((word, mask, all, yes));
        at = no;
    }
}

/// Changes of player before a row, and the row's first node.
fn head(graph: &Graph, mut at: u32) -> (Vec<Change>, u32) {
    let mut changes = Vec::new();
    while let Node::Do { change: change @ Change::SetPlayer(_), next } = graph.nodes[at as usize] {
        changes.push(change);
        at = next;
    }
    (changes, at)
}

/// Shortens the sequels of all moves, if the game is of this kind.
pub(crate) fn prune(p: &Program, tables: &mut Tables, graph: &mut Graph) {
    let mut common: Option<u32> = None;
    for entry in tables.after.iter().flat_map(|a| &a.entry).filter(|e| e.1 != NOTHING || e.0 != NOTHING) {
        if entry.1 == NOTHING {
            return;
        }
        let (_, first) = head(graph, entry.1);
        if common.is_some_and(|c| c != first) {
            return;
        }
        common = Some(first);
    }
    let Some(tests) = common.and_then(|first| row(graph, first)) else { return };
    let holds = |&(word, mask, all, _): &(u32, u64, bool, u32)| {
        let bits = p.board.start[word as usize] & mask;
        if all { bits == mask } else { bits != 0 }
    };
    // The start is never tested by the language: if an end holds there already, nothing may be left out. Moves by the
    // machine alone would leave the row untested too.
    let many = tables.targets.iter().flat_map(|t| &t.list).any(|t| t.many);
    if tests.is_empty() || tests.iter().any(holds) || many || !p.code.start.is_empty() {
        return;
    }
    let l = &p.board.layout;
    let cells = p.cell_names.len();
    // What shows of an element besides its look may be any plane.
    let changing = l.states.is_some() || l.owners.is_some() || l.zs.is_some();
    for after in &mut tables.after {
        let groups = &after.element;
        let looks = |group: usize| -> Vec<usize> {
            let members = (0..groups.len()).filter(|&e| usize::from(groups[e]) == group);
            let mut planes: Vec<usize> = members.flat_map(|e| &l.looks[e]).map(|&p| usize::from(p)).collect();
            planes.sort_unstable();
            planes.dedup();
            planes
        };
        let looks: Vec<Vec<usize>> = (0..after.elements)
            .map(|group| if changing { (0..l.planes).collect() } else { looks(group) })
            .collect();
        for (i, entry) in after.entry.iter_mut().enumerate() {
            if entry.1 == NOTHING {
                continue;
            }
            let to = (i % cells) as u16;
            let group = i / cells / after.froms % after.elements;
            let set: Vec<u32> = looks[group].iter().map(|&plane| l.word(plane, to) as u32).collect();
            let bit = l.slots[usize::from(to)].mask;
            let (changes, _) = head(graph, entry.1);
            let mut node = DONE;
            for &(word, mask, all, yes) in tests.iter().rev() {
                if !set.contains(&word) || mask & bit == 0 {
                    continue;
                }
                let no = node;
                node = graph.node(if all {
                    Node::All { word, mask, yes, no }
                } else {
                    Node::Any { word, mask, yes, no }
                });
            }
            for change in changes.into_iter().rev() {
                node = graph.node(Node::Do { change, next: node });
            }
            entry.1 = node;
        }
    }
}
