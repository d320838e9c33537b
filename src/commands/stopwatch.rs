//! How long each stage of a pack took. The clock is the host's; what it says is shown and never stored.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::host::Host;
use crate::pack::stages::Stage;

/// Runs from when it is made.
pub struct Stopwatch<'a> {
    host: &'a dyn Host,
    start: i128,
    laps: Mutex<Laps>,
}

struct Laps {
    last: i128,
    /// Nanoseconds by stage.
    spent: BTreeMap<&'static str, i128>,
}

impl<'a> Stopwatch<'a> {
    /// It runs.
    pub fn new(host: &'a dyn Host) -> Self {
        let start = i128::from(host.now_ns());
        Self { host, start, laps: Mutex::new(Laps { last: start, spent: BTreeMap::new() }) }
    }

    /// What passed since the stage before belongs to this one.
    pub fn lap(&self, stage: Stage) {
        let now = i128::from(self.host.now_ns());
        let mut laps = self.laps.lock().unwrap_or_else(PoisonError::into_inner);
        *laps.spent.entry(stage.word()).or_default() += now - laps.last;
        laps.last = now;
    }

    /// Microseconds by stage, and of all under `pack`.
    pub fn timings(&self) -> BTreeMap<String, u64> {
        let micros = |ns: i128| u64::try_from(ns / 1_000).unwrap_or(0);
        let laps = self.laps.lock().unwrap_or_else(PoisonError::into_inner);
        let all = ("pack", laps.last - self.start);
        laps.spent.iter().map(|(stage, ns)| (*stage, *ns)).chain([all]).map(|(stage, ns)| (stage.to_owned(), micros(ns))).collect()
    }
}
