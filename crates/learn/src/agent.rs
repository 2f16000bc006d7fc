//! A trained player at the table. A network of policy and value walks through a tree; one of qualities or of a policy alone
//! plays the move it likes best, at once.

use crate::file::{FileError, Kind, NetFile};
use crate::math::softmax;
use crate::reader::{At, Reader};
use crate::sample::largest;
use crate::scene::{SCENE, SceneReader};
use crate::tree::{Ask, Judge, Tree, best};
use game::{Agent, Fault, Limit, Meter, Observe, Player, Rng, Show, Stopped, Thought};
use std::sync::Arc;

/// The encoders of a game: its own one if it has one, and that of scenes.
pub struct Readers<G: Show> {
    own: Vec<Arc<dyn Reader<G>>>,
}

impl<G: Show> Default for Readers<G> {
    fn default() -> Readers<G> {
        Readers { own: Vec::new() }
    }
}

impl<G: Show> Clone for Readers<G> {
    fn clone(&self) -> Readers<G> {
        Readers { own: self.own.clone() }
    }
}

impl<G: Show> Readers<G> {
    /// Also this encoder; the first one is used unless another is asked for.
    pub fn with(mut self, reader: Arc<dyn Reader<G>>) -> Readers<G> {
        self.own.push(reader);
        self
    }

    /// The names of the encoders.
    pub fn names(&self) -> Vec<String> {
        self.own.iter().map(|r| r.encoder()).chain([SCENE.to_string()]).collect()
    }

    /// The encoder of that name (the best one without a name), for a training from nothing.
    pub fn fresh(&self, game: &G, name: Option<&str>, seed: u64) -> Option<Arc<dyn Reader<G>>> {
        match name {
            None => self.own.first().cloned(),
            Some(name) => self.own.iter().find(|r| r.encoder() == name).cloned(),
        }
        .or_else(|| {
            let wanted = name.is_none_or(|name| name == SCENE);
            wanted.then(|| Arc::new(SceneReader::scout(game, Default::default(), seed)) as Arc<dyn Reader<G>>)
        })
    }

    /// The encoder of that name with this vocabulary.
    pub fn known(&self, name: &str, vocabulary: &[Vec<u64>; 2]) -> Option<Arc<dyn Reader<G>>> {
        if name == SCENE {
            return Some(Arc::new(SceneReader::of(vocabulary.clone())));
        }
        self.own.iter().find(|r| r.encoder() == name).cloned()
    }
}

/// The network of a file for a game.
///
/// # Errors
/// Why the file is not for this game: another game, other rules, another encoder.
pub fn judge<G: Show>(game: &G, readers: &Readers<G>, file: &NetFile) -> Result<Judge<G>, FileError> {
    let h = &file.header;
    let refused = |cause: String| Err(FileError { line: 0, cause });
    if h.game != game.id() {
        return refused(format!("it was trained for '{}', not for '{}'", h.game, game.id()));
    }
    if h.rules != game.version() {
        let now = game.version();
        return refused(format!(
            "it was trained for version {} of the rules; they are at version {now}",
            h.rules
        ));
    }
    let Some(reader) = readers.known(&h.encoder, &file.vocabulary) else {
        let known = readers.names().join(", ");
        return refused(format!(
            "it reads views by the encoder '{}', which is not known here ({known})",
            h.encoder
        ));
    };
    if !reader.whole() {
        return refused(format!(
            "it knows some decisions only (encoder '{}') and cannot play a game",
            h.encoder
        ));
    }
    let shape = file.net.shape();
    if (shape.inputs, shape.outputs) != (reader.inputs(), reader.outputs()) {
        return refused(format!(
            "the encoder '{}' has {} inputs and {} outputs, the network {} and {}",
            h.encoder,
            reader.inputs(),
            reader.outputs(),
            shape.inputs,
            shape.outputs
        ));
    }
    Ok(Judge { reader, net: Arc::new(file.net.clone()) })
}

/// A player with a network.
pub struct NetAgent<G: Observe> {
    judge: Judge<G>,
    kind: Kind,
    walks: u64,
    tree: Tree<G>,
    ask: Ask,
    rng: Rng,
}

impl<G: Observe> NetAgent<G> {
    /// A player; `walks` through the tree for a decision unless the limit says otherwise, 0: it plays at once.
    pub fn new(judge: Judge<G>, kind: Kind, walks: u64, seed: u64) -> NetAgent<G> {
        let tree = Tree::new(judge.clone()).looking();
        NetAgent { judge, kind, walks, tree, ask: Ask::default(), rng: Rng::new(seed) }
    }

    fn walk(
        &mut self,
        game: &G,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        let state = game.sample(view, &mut self.rng)?;
        let walks = limit.iterations.map_or(self.walks, |most| most.min(self.walks));
        let limit = Limit { iterations: Some(walks), ..limit.clone() };
        let mut meter = Meter::start(&limit);
        let mut rng = self.rng.fork();
        let walks = self.tree.search(game, &state, &mut meter, None, &mut rng);
        let roots = self.tree.roots();
        let Some(found) = best(&roots).filter(|root| moves.contains(&root.mv)) else {
            return Ok(Thought::just(moves[0]));
        };
        let share = 100.0 * found.proven.unwrap_or(found.mean);
        let told = match found.proven {
            Some(x) if x >= 1.0 => "wins by force".to_string(),
            Some(x) if x <= 0.0 => "every move loses by force".to_string(),
            Some(_) => "the best that can be forced is a draw".to_string(),
            None => format!("expects {share:.0} % after {walks} walks"),
        };
        Ok(Thought {
            best: found.mv,
            line: vec![found.mv],
            values: roots.iter().map(|r| (r.mv, f64::from(r.proven.unwrap_or(r.mean)))).collect(),
            nodes: walks,
            depth: walks,
            stopped: if found.proven.is_some() { Stopped::Complete } else { meter.stopped() },
            because: vec![told],
        })
    }
}

impl<G: Observe> Agent<G> for NetAgent<G> {
    fn choose(
        &mut self,
        game: &G,
        me: Player,
        view: &G::View,
        moves: &[G::Move],
        limit: &Limit,
    ) -> Result<Thought<G::Move>, Fault> {
        if moves.len() == 1 {
            return Ok(Thought::just(moves[0]));
        }
        if self.walks > 0 && self.kind == Kind::PolicyValue && !game.hidden() {
            return self.walk(game, view, moves, limit);
        }
        self.judge.ask(game, At { view, state: None }, me, moves, &mut self.ask);
        let at = largest(&self.ask.scores);
        if self.kind != Kind::Quality {
            softmax(&mut self.ask.scores);
        }
        let score = self.ask.scores[at];
        let told = match self.kind {
            Kind::Quality => format!("{score:+.2} stakes expected"),
            _ => format!("{:.0} % sure", 100.0 * score),
        };
        let values = moves.iter().copied().zip(self.ask.scores.iter().map(|&x| f64::from(x))).collect();
        Ok(Thought { values, nodes: 1, because: vec![told], ..Thought::just(moves[at]) })
    }

    /// What was found below the move that was made is kept for the next decision.
    fn heard(&mut self, game: &G, _me: Player, _by: Option<Player>, view: &G::View) {
        if self.walks > 0 && self.kind == Kind::PolicyValue && !game.hidden() {
            match game.sample(view, &mut Rng::new(0)) {
                Ok(state) => self.tree.follow(game, &state),
                Err(_) => self.tree = Tree::new(self.judge.clone()).looking(),
            }
        }
    }

    fn keeps(&self) -> usize {
        self.tree.bytes()
    }
}
