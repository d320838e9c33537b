//! Waits for changes below a folder. Events only wake the caller: what changed is found by looking, so a lost event costs time, never truth.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// Quiet time after the last event before a burst counts as over.
const QUIET: Duration = Duration::from_millis(150);
/// How long something that failed waits for a change before it is tried again.
const RETRY: Duration = Duration::from_secs(2);
/// Longest burst that is waited for.
const LONGEST: Duration = Duration::from_secs(3);

/// Why changes cannot be heard.
#[derive(Debug, thiserror::Error)]
#[error("cannot watch `{path}`: {cause}")]
pub struct WatchError {
    path: String,
    cause: notify::Error,
}

/// The changes below one folder.
pub struct Changes {
    events: Receiver<notify::Result<Event>>,
    ignored: PathBuf,
    /// Events stop when it is dropped.
    _watcher: RecommendedWatcher,
}

/// Starts to watch `root`, and what lies directly in the folders `beside`; what happens below `ignored` wakes nobody.
///
/// # Errors
/// When the system has no watches left or a folder is gone.
pub fn watch(root: &Path, beside: &[PathBuf], ignored: &Path) -> Result<Changes, WatchError> {
    let refused = |path: &Path, cause| WatchError { path: path.display().to_string(), cause };
    let (sender, events) = channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(|cause| refused(root, cause))?;
    watcher.watch(root, RecursiveMode::Recursive).map_err(|cause| refused(root, cause))?;
    for folder in beside {
        watcher.watch(folder, RecursiveMode::NonRecursive).map_err(|cause| refused(folder, cause))?;
    }
    Ok(Changes { events, ignored: ignored.to_owned(), _watcher: watcher })
}

impl Changes {
    /// Waits for a change and for the end of the burst it belongs to. False when no more can come.
    pub fn wait(&self) -> bool {
        loop {
            match self.events.recv() {
                Ok(event) if self.counts(&event) => return self.settle(),
                Ok(_) => {}
                Err(_) => return false,
            }
        }
    }

    /// The same, but true as well when nothing came for a while: for what failed and may not fail again.
    pub fn wait_or_retry(&self) -> bool {
        loop {
            match self.events.recv_timeout(RETRY) {
                Ok(event) if self.counts(&event) => return self.settle(),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    /// Waits a while, and says whether nothing changed in it.
    pub fn is_quiet(&self) -> bool {
        let start = Instant::now();
        while let Some(left) = RETRY.checked_sub(start.elapsed()) {
            match self.events.recv_timeout(left) {
                Ok(event) if self.counts(&event) => {
                    self.settle();
                    return false;
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        true
    }

    /// Waits for the end of a burst.
    fn settle(&self) -> bool {
        let start = Instant::now();
        while start.elapsed() < LONGEST {
            match self.events.recv_timeout(QUIET) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
        // What is left of the burst has happened before the build that follows, which will see it.
        while self.events.try_recv().is_ok() {}
        true
    }

    fn counts(&self, event: &notify::Result<Event>) -> bool {
        match event {
            Ok(event) => {
                let reads = matches!(event.kind, EventKind::Access(_));
                !reads && (event.paths.is_empty() || event.paths.iter().any(|path| !path.starts_with(&self.ignored)))
            }
            // Lost events: look at everything.
            Err(_) => true,
        }
    }
}
