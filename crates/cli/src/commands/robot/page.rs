//! What the page of a robot shows: the arm, the board, the tokens, what was said; and its emergency stop.

use super::Bench;
use game::Scene;
use robot::arm::ground::Ground;
use robot::arm::kinematics::{Body, Pulses};
use robot::sim::Sim;
use robot::words::Saying;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

/// The newest sayings that a page shows.
const SAID: usize = 30;

/// What the page shares with the program that moves the arm.
pub(super) struct Page {
    game: String,
    body: Body,
    ground: Ground,
    points: Vec<[f64; 3]>,
    corners: [[f64; 3]; 4],
    sim: Option<Sim>,
    shown: Arc<Mutex<(Pulses, bool)>>,
    stop: Arc<AtomicBool>,
    tokens: Mutex<Vec<(String, [f64; 3])>>,
    said: Mutex<Vec<Value>>,
    keys: Option<Mutex<mpsc::Sender<char>>>,
    taught: Mutex<Value>,
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Page {
    pub(super) fn new(
        bench: &Bench,
        sim: Option<Sim>,
        shown: Arc<Mutex<(Pulses, bool)>>,
        stop: Arc<AtomicBool>,
        keys: Option<mpsc::Sender<char>>,
    ) -> Page {
        Page {
            game: bench.table.id(),
            body: bench.setup.body.clone(),
            ground: bench.ground.clone(),
            points: bench.ground.points(&bench.setup),
            corners: bench.ground.corners(&bench.setup),
            sim,
            shown,
            stop,
            tokens: Mutex::default(),
            said: Mutex::default(),
            keys: keys.map(Mutex::new),
            taught: Mutex::new(Value::Null),
        }
    }

    /// Something was said at the table.
    pub(super) fn say(&self, saying: &Saying) {
        let mut said = locked(&self.said);
        if said.len() >= SAID {
            said.remove(0);
        }
        let text = &saying.text;
        said.push(json!({"kind": saying.kind, "en": text.en, "cs": text.cs, "sk": text.sk}));
    }

    /// What the teacher did last.
    pub(super) fn taught(&self, place: &str, done: &str) {
        *locked(&self.taught) = json!({"place": place, "done": done});
    }

    /// The table shows a scene: where there is no simulated table, the page draws this.
    pub(super) fn shows(&self, scene: &Scene) {
        let at = |token: &game::Token| {
            let spot = self.ground.spot(&token.place);
            let i = self.ground.sites.iter().position(|s| s.spot == spot)?;
            Some((token.kind.clone(), self.points[i]))
        };
        *locked(&self.tokens) = scene.tokens.iter().filter_map(at).collect();
    }

    /// Serves the page at an address, in a thread of its own; says where.
    pub(super) fn serve(self: &Arc<Self>, listen: SocketAddr) -> anyhow::Result<String> {
        let folder = folder();
        std::fs::create_dir_all(&folder)?;
        let config = server::Config {
            listen,
            database: folder.join("robot.db"),
            robot: Some(Arc::clone(self) as Arc<dyn server::Robot>),
            ..server::Config::default()
        };
        let (said, heard) = mpsc::channel();
        std::thread::spawn(move || {
            let ready = said.clone();
            let ended = server::serve(config, move |address| {
                _ = ready.send(Ok(format!("http://{address}/arm"))); // Nobody waits once the program ends.
            });
            if let Err(error) = ended {
                _ = said.send(Err(error.to_string()));
            }
        });
        heard.recv()?.map_err(|cause| anyhow::anyhow!(cause))
    }
}

/// The folder of the page's server, which keeps nothing.
fn folder() -> std::path::PathBuf {
    std::env::temp_dir().join(format!("partie-robot-{}", std::process::id()))
}

impl Drop for Page {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(folder()); // Without a page there is none.
    }
}

impl server::Robot for Page {
    fn state(&self) -> Value {
        let (angles, grip, tokens, hand) = match &self.sim {
            Some(sim) => {
                let world = sim.world();
                let now = sim.now();
                let tokens = world.tokens().iter().map(|t| (t.kind.clone(), t.point)).collect();
                (world.angles(now), world.grip(now), tokens, world.hand())
            }
            None => {
                let (pulses, closed) = *locked(&self.shown);
                let tokens: Vec<(String, [f64; 3])> = locked(&self.tokens).clone();
                (self.body.angles(&pulses), f64::from(u8::from(closed)), tokens, false)
            }
        };
        let places: Vec<Value> = (self.ground.sites.iter().zip(&self.points))
            .map(|(s, p)| json!({"name": s.name, "point": p, "heap": s.heap}))
            .collect();
        let tokens: Vec<Value> = tokens.iter().map(|(kind, p)| json!({"kind": kind, "point": p})).collect();
        json!({
            "game": self.game, "stopped": self.stop.load(Ordering::SeqCst), "hand": hand,
            "chain": self.body.chain(&angles), "turn": angles[4], "grip": grip, "corners": self.corners,
            "places": places, "tokens": tokens, "said": *locked(&self.said), "teach": *locked(&self.taught),
        })
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    fn key(&self, key: char) -> bool {
        self.keys.as_ref().is_some_and(|keys| locked(keys).send(key).is_ok())
    }
}
