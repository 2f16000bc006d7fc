//! The tree of Monte Carlo tree search, in one vector of bounded size.
//!
//! A node stands for the state after a move; its children lie side by side. Averages belong to the player who made the
//! move. A node may be *proven*: won by a player, or drawn, whatever anybody does.

/// What is proven about a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// Nothing.
    Unknown,
    /// This player wins, in at most this many moves.
    Won(u8, u16),
    /// Nobody wins: a draw, or a failure of the only player; in at most this many moves.
    Nobody(u16),
}

/// One node.
#[derive(Clone, Debug)]
pub(crate) struct Node<M> {
    /// The move that leads here; `None` at the root.
    pub(crate) mv: Option<M>,
    /// How often it was visited.
    pub(crate) visits: u32,
    /// The sum of rewards, for the player who made the move.
    pub(crate) sum: f64,
    /// What is proven.
    pub(crate) proof: Proof,
    /// How promising the move looked to an evaluator before it was tried.
    pub(crate) prior: f32,
    first: u32,
    count: u32,
}

/// The tree. Node 0 is the root.
#[derive(Clone, Debug)]
pub(crate) struct Tree<M> {
    nodes: Vec<Node<M>>,
    most: usize,
}

impl<M: Copy + Eq> Tree<M> {
    /// A tree of one node that may grow to `most`.
    pub(crate) fn new(most: usize) -> Tree<M> {
        Tree { nodes: vec![bare(None)], most: most.clamp(1, u32::MAX as usize) }
    }

    /// The memory it has, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>()
    }

    /// Forgets all proofs.
    pub(crate) fn doubt(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.proof = Proof::Unknown);
    }

    /// A node.
    #[inline]
    pub(crate) fn node(&self, at: usize) -> &Node<M> {
        &self.nodes[at]
    }

    /// A node, to change.
    #[inline]
    pub(crate) fn node_mut(&mut self, at: usize) -> &mut Node<M> {
        &mut self.nodes[at]
    }

    /// The positions of the children.
    #[inline]
    pub(crate) fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        node.first as usize..(node.first + node.count) as usize
    }

    /// Gives a node one child for each move, if there is room. Returns whether it has children now.
    pub(crate) fn expand(&mut self, at: usize, moves: &[M]) -> bool {
        if self.nodes[at].count == 0 && self.nodes.len() + moves.len() <= self.most {
            self.nodes[at].first = self.nodes.len() as u32;
            self.nodes[at].count = moves.len() as u32;
            self.nodes.extend(moves.iter().map(|&mv| bare(Some(mv))));
        }
        self.nodes[at].count > 0
    }

    /// The tree below a node as a tree of its own.
    pub(crate) fn below(&self, at: usize) -> Tree<M> {
        let mut tree = Tree { nodes: vec![self.nodes[at].clone()], most: self.most };
        tree.nodes[0].mv = None;
        let mut done = 0;
        while done < tree.nodes.len() {
            // Until it is copied, a node's `first` still points into the old tree.
            let (first, count) = (tree.nodes[done].first as usize, tree.nodes[done].count as usize);
            tree.nodes[done].first = tree.nodes.len() as u32;
            tree.nodes.extend_from_slice(&self.nodes[first..first + count]);
            done += 1;
        }
        tree
    }

    /// Whether and how a node follows from its children. `actor` is who chooses among them (`None`: chance).
    pub(crate) fn prove(&self, at: usize, actor: Option<u8>, players: usize) -> Proof {
        let children = &self.nodes[self.children(at)];
        let further = |plies: u16| plies.saturating_add(1);
        let mut win: Option<u16> = None;
        let mut draw: Option<u16> = None;
        let mut other: Option<(u8, u16)> = None;
        let mut same = true;
        for child in children {
            match child.proof {
                Proof::Unknown => same = false,
                Proof::Won(p, plies) if Some(p) == actor => {
                    win = Some(win.map_or(plies, |w| w.min(plies)));
                }
                Proof::Won(p, plies) => match other {
                    Some((q, _)) if q != p => same = false,
                    Some((_, longest)) => other = Some((p, longest.max(plies))),
                    None => other = Some((p, plies)),
                },
                Proof::Nobody(plies) => draw = Some(draw.map_or(plies, |d| d.max(plies))),
            }
        }
        if let (Some(plies), Some(p)) = (win, actor) {
            return Proof::Won(p, further(plies));
        }
        match (same, draw, other) {
            (true, Some(plies), None) => Proof::Nobody(further(plies)),
            // With two players a draw is what the mover takes rather than a loss; with more, who knows.
            (true, Some(plies), Some(_)) if actor.is_some() && players == 2 => Proof::Nobody(further(plies)),
            (true, None, Some((p, plies))) => Proof::Won(p, further(plies)),
            _ => Proof::Unknown,
        }
    }
}

fn bare<M>(mv: Option<M>) -> Node<M> {
    Node { mv, visits: 0, sum: 0.0, proof: Proof::Unknown, prior: 0.0, first: 0, count: 0 }
}
