//! Groups the targets of a source: a condition common to all its moves is tested once, targets with the same test are
//! tested once, and targets whose test is the same bit relative to the target are tested 64 at a time (`slice`).

use super::Program;
use super::graph::{Graph, Node};
use super::slice::{self, Slice};
use super::tables::{ASK, Aim, Block, FALSE, Group, NOTHING, Source, TRUE, Tables, Target};
use std::collections::HashMap;

/// Bundles all lists of a game.
pub(crate) fn bundle(p: &Program, tables: &mut Tables, graph: &mut Graph) {
    let fails = failing(graph);
    hoist(tables, graph, &fails);
    let heights = slice::heights(graph);
    for targets in &mut tables.targets {
        let mut count: HashMap<u32, usize> = HashMap::new();
        targets.list.iter().for_each(|t| *count.entry(t.node).or_insert(0) += 1);
        let (mut groups, mut rest) = (Vec::new(), Vec::new());
        for &target in &targets.list {
            let many = count[&target.node] > 1 && !fails.get(target.node as usize).copied().unwrap_or(true);
            match group(p, graph, target, many) {
                None => rest.push(target),
                Some(g) => join(&mut groups, g),
            }
        }
        let slices = slices(p, graph, (&fails, &heights), &mut rest);
        // What is left and cannot fail is asked target by target, as the gate of a group.
        rest.retain(|target| {
            let fallible = target.node != TRUE && fails.get(target.node as usize).copied().unwrap_or(true);
            match group(p, graph, *target, true).filter(|_| !fallible) {
                None => true,
                Some(g) => {
                    join(&mut groups, g);
                    false
                }
            }
        });
        targets.list = rest;
        let first = tables.blocks.len() as u32;
        let mut places: Vec<Place> =
            groups.iter().map(|g| g.0).chain(slices.iter().map(Slice::place)).collect();
        places.sort_unstable();
        places.dedup();
        for place in places {
            let start = (tables.groups.len() as u32, tables.slices.len() as u32);
            tables.groups.extend(groups.iter().filter(|g| g.0 == place).map(|g| g.1));
            tables.slices.extend(slices.iter().filter(|s| s.place() == place).cloned());
            let end = (tables.groups.len() as u32, tables.slices.len() as u32);
            let (base, word) = place;
            tables.blocks.push(Block { word, base, groups: (start.0, end.0), slices: (start.1, end.1) });
        }
        targets.blocks = (first, tables.blocks.len() as u32);
    }
    let listed = || tables.targets.iter().flat_map(|t| &t.list).map(|t| t.node);
    let guards = tables.sources.iter().flatten().map(|s| s.guard);
    tables.fallible =
        listed().chain(guards).any(|n| n == ASK || fails.get(n as usize).copied().unwrap_or(false));
}

/// The cell of bit 0 of a word, and the word of the occupied plane.
type Place = (u16, u32);

fn join(groups: &mut Vec<(Place, Group)>, (place, g): (Place, Group)) {
    match groups.iter_mut().find(|o| o.0 == place && Group { mask: g.mask, ..o.1 } == g) {
        Some(o) => o.1.mask |= g.mask,
        None => groups.push((place, g)),
    }
}

/// Takes targets whose conditions can be asked side by side out of a list.
fn slices(
    p: &Program,
    graph: &Graph,
    (fails, heights): (&[bool], &[u32]),
    rest: &mut Vec<Target>,
) -> Vec<Slice> {
    let l = &p.board.layout;
    let fit = |t: &Target| {
        let sound = !fails.get(t.node as usize).copied().unwrap_or(true);
        !t.many && t.crowd == 0 && t.node > ASK && sound && heights[t.node as usize] < 1000
    };
    let mut words: Vec<(u32, u16)> = Vec::new();
    for t in rest.iter().filter(|t| fit(t)) {
        let key = (l.word(l.occupied, t.cell) as u32, t.cell / 64 * 64);
        if !words.contains(&key) {
            words.push(key);
        }
    }
    let mut made = Vec::new();
    for (word, base) in words {
        let inside = |t: &Target| l.word(l.occupied, t.cell) as u32 == word && fit(t);
        let members: Vec<(u8, u32)> =
            rest.iter().filter(|t| inside(t)).map(|t| ((t.cell % 64) as u8, t.node)).collect();
        if members.len() < 3 {
            continue;
        }
        if let Some(slice) = slice::slice(graph, heights, word, base, &members) {
            rest.retain(|t| !inside(t));
            made.push(slice);
        }
    }
    made
}

/// Which nodes may lead to a failure or to the machine.
fn failing(graph: &Graph) -> Vec<bool> {
    // Successors have smaller numbers: nodes are made after what follows them.
    let mut fails = vec![false; graph.nodes.len()];
    for (i, node) in graph.nodes.iter().enumerate() {
        let known = |n: u32| fails.get(n as usize).copied().unwrap_or(true);
        let found = match *node {
            Node::Fail(_) | Node::Ask => true,
            Node::All { yes, no, .. }
            | Node::Any { yes, no, .. }
            | Node::At { yes, no, .. }
            | Node::Compare { yes, no, .. } => known(yes) || known(no),
            Node::Switch { table, len, .. } => {
                graph.tables[table as usize..(table + len) as usize].iter().any(|&n| known(n))
            }
            Node::Do { .. } | Node::Carry { .. } | Node::Row(_) => true,
            Node::Done | Node::True | Node::False | Node::Winner(_) => false,
        };
        fails[i] = found;
    }
    fails
}

/// A first test that a condition fails without, with the rest of the condition.
fn first(graph: &Graph, node: u32) -> Option<(Node, u32)> {
    match graph.nodes[node as usize] {
        Node::All { word, mask, yes, no: FALSE } => {
            Some((Node::All { word, mask, yes: TRUE, no: FALSE }, yes))
        }
        Node::All { word, mask, yes: FALSE, no } => {
            Some((Node::All { word, mask, yes: FALSE, no: TRUE }, no))
        }
        Node::Any { word, mask, yes, no: FALSE } => {
            Some((Node::Any { word, mask, yes: TRUE, no: FALSE }, yes))
        }
        Node::Any { word, mask, yes: FALSE, no } => {
            Some((Node::Any { word, mask, yes: FALSE, no: TRUE }, no))
        }
        _ => None,
    }
}

fn lists(source: &Source) -> Vec<u32> {
    let mut lists = match &source.targets {
        Aim::Alike(list) => vec![*list],
        Aim::ByCell(lists) => lists.iter().copied().filter(|&l| l != NOTHING).collect(),
    };
    lists.sort_unstable();
    lists.dedup();
    lists
}

/// Takes tests that all moves of a source begin with out of its lists.
fn hoist(tables: &mut Tables, graph: &mut Graph, fails: &[bool]) {
    // A list that two sources share is left alone unless they are the same rule for different elements.
    let mut users: HashMap<u32, Vec<(usize, usize)>> = HashMap::new();
    for (p, sources) in tables.sources.iter().enumerate() {
        for (i, source) in sources.iter().enumerate() {
            lists(source).into_iter().for_each(|l| users.entry(l).or_default().push((p, i)));
        }
    }
    for p in 0..tables.sources.len() {
        for i in 0..tables.sources[p].len() {
            let own = lists(&tables.sources[p][i]);
            if own.iter().any(|l| users[l].len() > 1) {
                continue;
            }
            while let Some(test) = shared(tables, graph, &own) {
                for &l in &own {
                    for target in &mut tables.targets[l as usize].list {
                        if let Some((_, rest)) = first(graph, target.node) {
                            target.node = rest;
                        }
                    }
                }
                let guard = tables.sources[p][i].guard;
                tables.sources[p][i].guard = both(graph, guard, test);
            }
        }
    }
    let _ = fails;
}

/// The test that every target of these lists begins with.
fn shared(tables: &Tables, graph: &Graph, own: &[u32]) -> Option<Node> {
    let mut found = None;
    for target in own.iter().flat_map(|&l| &tables.targets[l as usize].list) {
        if target.node == TRUE || target.node == ASK {
            return None;
        }
        let (test, _) = first(graph, target.node)?;
        if found.is_some_and(|f| f != test) {
            return None;
        }
        found = Some(test);
    }
    found
}

/// Both a guard (a chain of tests) and one more test.
fn both(graph: &mut Graph, guard: u32, test: Node) -> u32 {
    if guard == TRUE {
        return graph.node(test);
    }
    let node = match graph.nodes[guard as usize] {
        Node::All { word, mask, yes, no: FALSE } => {
            let yes = both(graph, yes, test);
            Node::All { word, mask, yes, no: FALSE }
        }
        Node::All { word, mask, no, .. } => {
            let no = both(graph, no, test);
            Node::All { word, mask, yes: FALSE, no }
        }
        Node::Any { word, mask, yes, no: FALSE } => {
            let yes = both(graph, yes, test);
            Node::Any { word, mask, yes, no: FALSE }
        }
        Node::Any { word, mask, no, .. } => {
            let no = both(graph, no, test);
            Node::Any { word, mask, yes: FALSE, no }
        }
        other => other,
    };
    graph.node(node)
}

/// A target as a group of its own, if its test allows it.
fn group(p: &Program, graph: &Graph, target: Target, many: bool) -> Option<(Place, Group)> {
    if target.many || target.crowd > 0 || target.node == ASK {
        return None;
    }
    let l = &p.board.layout;
    let word = l.word(l.occupied, target.cell) as u32;
    let mask = l.slots[target.cell as usize].mask;
    let place = (target.cell / 64 * 64, word);
    // Nothing to test: the target must be free anyway, so that is what is tested.
    let free = Group { mask, test: word, turn: 0, flip: u64::MAX, gate: TRUE };
    if target.node == TRUE {
        return Some((place, free));
    }
    if many {
        return Some((place, Group { gate: target.node, ..free }));
    }
    let (test, bit, flip) = match graph.nodes[target.node as usize] {
        Node::All { word, mask, yes: TRUE, no: FALSE } if mask.is_power_of_two() => (word, mask, 0),
        Node::All { word, mask, yes: FALSE, no: TRUE } if mask.is_power_of_two() => (word, mask, u64::MAX),
        _ => return None,
    };
    let turn = (bit.trailing_zeros() + 64 - mask.trailing_zeros()) % 64;
    Some((place, Group { test, turn: turn as u8, flip, ..free }))
}
