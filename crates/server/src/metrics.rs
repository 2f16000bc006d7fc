//! Counters for `/metrics`, in the text format Prometheus reads.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// A number that only grows.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that grows and shrinks.
#[derive(Default)]
pub(crate) struct Gauge(AtomicI64);

impl Gauge {
    pub(crate) fn add(&self, n: i64) -> i64 {
        self.0.fetch_add(n, Ordering::Relaxed) + n
    }

    pub(crate) fn value(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What the server counts.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) requests: Counter,
    pub(crate) messages: Counter,
    pub(crate) frames: Counter,
    pub(crate) faults: Counter,
    pub(crate) limited: Counter,
    pub(crate) moves: Counter,
    pub(crate) panics: Counter,
    pub(crate) mishaps: Counter,
    pub(crate) pages: Gauge,
    thoughts: Counter,
    thinking_microseconds: Counter,
}

impl Metrics {
    /// A computer player thought for so long.
    pub(crate) fn thought(&self, time: Duration) {
        self.thoughts.add(1);
        self.thinking_microseconds.add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    /// All of them as text.
    pub(crate) fn text(&self, tables: usize) -> String {
        let mut text = String::new();
        let mut line = |name: &str, kind: &str, help: &str, value: String| {
            let _ = writeln!(
                text,
                "# HELP partie_{name} {help}\n# TYPE partie_{name} {kind}\npartie_{name} {value}"
            );
        };
        let mut counter =
            |name: &str, help: &str, c: &Counter| line(name, "counter", help, c.value().to_string());
        counter("http_requests_total", "HTTP requests.", &self.requests);
        counter("socket_messages_total", "Messages of pages.", &self.messages);
        counter("socket_frames_total", "Frames sent to pages.", &self.frames);
        counter("faults_total", "Messages answered with an error.", &self.faults);
        counter("limited_total", "Requests refused by a rate limit.", &self.limited);
        counter("moves_total", "Moves kept.", &self.moves);
        counter("panics_total", "Panics caught at tables.", &self.panics);
        counter("computer_faults_total", "Faults of computer players.", &self.mishaps);
        counter("thoughts_total", "Moves chosen by computer players.", &self.thoughts);
        let seconds = self.thinking_microseconds.value() as f64 / 1e6;
        line("thinking_seconds_total", "counter", "Time computer players thought.", format!("{seconds:.6}"));
        line("pages", "gauge", "Open sockets.", self.pages.value().to_string());
        line("tables", "gauge", "Tables in memory.", tables.to_string());
        text
    }
}
