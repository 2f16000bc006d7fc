//! What the page of a robot shows: the arm, the board, the tokens, what was said; and its emergency stop.

use super::Bench;
use game::{Reason, Scene};
use robot::arm::ground::Ground;
use robot::arm::kinematics::{Body, Pulses};
use robot::camera::board::Spot;
use robot::camera::explain::{Doubt, unsure};
use robot::camera::look::{Seen, View};
use robot::camera::source::Mailbox;
use robot::camera::{Board, Picture, annotate, words};
use robot::sim::Sim;
use robot::words::Saying;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};

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
    looked: Mutex<Option<Looked>>,
    mailbox: OnceLock<Mailbox>,
}

/// The last picture of the camera.
struct Looked {
    /// Counts pictures, so that the page knows a new one.
    number: u64,
    /// What was read at each place, or why nothing was.
    said: Value,
    picture: Vec<u8>,
    segments: Vec<u8>,
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
            looked: Mutex::default(),
            mailbox: OnceLock::new(),
        }
    }

    /// From now on the page takes the pictures: where it leaves them.
    pub(super) fn takes_pictures(&self) -> Mailbox {
        self.mailbox.get_or_init(Mailbox::default).clone()
    }

    /// The camera looked at the table.
    pub(super) fn looked(
        &self,
        picture: &Picture,
        board: &Board,
        seen: Result<&View, &Reason>,
        expected: &Scene,
    ) {
        let text = |r: &Reason| json!({"en": r.en, "cs": r.cs, "sk": r.sk});
        let (said, drawn, segments) = match seen {
            Err(cause) => (json!({"trouble": text(cause), "places": []}), picture.png(), picture.png()),
            Ok(view) => {
                let place = |(i, spot): (usize, &Spot)| {
                    let (kind, why) = match view.readings[i].seen {
                        Seen::Piece(c) => (Some(board.label(c, expected)), None),
                        Seen::Empty => (None, None),
                        Seen::Unsure(why) => {
                            (None, Some(text(&words::doubt(Doubt::Spot(i, why), board, expected))))
                        }
                    };
                    json!({"name": spot.name, "kind": kind, "why": why})
                };
                let places: Vec<Value> = board.spots.iter().enumerate().map(place).collect();
                let loose = unsure(view, board).into_iter().filter(|d| !matches!(d, Doubt::Spot(..)));
                let loose: Vec<Value> =
                    loose.map(|doubt| text(&words::doubt(doubt, board, expected))).collect();
                (
                    json!({"trouble": null, "places": places, "loose": loose}),
                    annotate::annotate(picture, board, view).png(),
                    annotate::segments(picture, board, view).png(),
                )
            }
        };
        let mut looked = locked(&self.looked);
        let number = looked.as_ref().map_or(0, |last| last.number) + 1;
        let (picture, segments) = (drawn.unwrap_or_default(), segments.unwrap_or_default());
        *looked = Some(Looked { number, said, picture, segments });
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
        let mailbox = self.mailbox.get();
        let looked = locked(&self.looked);
        let camera = (mailbox.is_some() || looked.is_some()).then(|| {
            json!({
                "browser": mailbox.is_some(), "wanted": mailbox.is_some_and(Mailbox::wanted),
                "number": looked.as_ref().map_or(0, |last| last.number), "seen": looked.as_ref().map(|last| &last.said),
            })
        });
        drop(looked);
        let tokens: Vec<Value> = tokens.iter().map(|(kind, p)| json!({"kind": kind, "point": p})).collect();
        json!({
            "game": self.game, "stopped": self.stop.load(Ordering::SeqCst), "hand": hand,
            "chain": self.body.chain(&angles), "turn": angles[4], "grip": grip, "corners": self.corners,
            "places": places, "tokens": tokens, "said": *locked(&self.said), "teach": *locked(&self.taught), "camera": camera,
        })
    }

    fn bring(&self, picture: &[u8]) -> Result<(), String> {
        let mailbox = self.mailbox.get().ok_or("no picture is wanted here")?;
        mailbox.bring(picture).map_err(|error| error.to_string())
    }

    fn seen(&self, segments: bool) -> Option<Vec<u8>> {
        let looked = locked(&self.looked);
        looked.as_ref().map(|last| if segments { last.segments.clone() } else { last.picture.clone() })
    }

    fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    fn key(&self, key: char) -> bool {
        self.keys.as_ref().is_some_and(|keys| locked(keys).send(key).is_ok())
    }
}
