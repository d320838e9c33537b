//! Progress on stderr: a bar on a terminal, a line a stage elsewhere, nothing when quiet.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::base::progress::{Progress, Silent, unit};

/// The progress that fits the terminal.
pub fn for_terminal(quiet: bool) -> Box<dyn Progress> {
    if quiet {
        Box::new(Silent)
    } else if io::stderr().is_terminal() {
        Box::new(Bar { bar: Mutex::new(ProgressBar::hidden()) })
    } else {
        Box::new(Plain)
    }
}

/// A stage that begins, with its steps where their number is known.
pub fn begun(name: &str, total: u64) -> String {
    if total == 0 { name.to_owned() } else { format!("{name} {total} {}", unit(name)) }
}

struct Plain;

impl Progress for Plain {
    fn stage(&self, name: &'static str, total: u64) {
        // Progress that nobody can read is no failure.
        let _ = writeln!(io::stderr(), "{}", begun(name, total));
    }

    fn advance(&self, _: u64) {}
}

struct Bar {
    bar: Mutex<ProgressBar>,
}

impl Progress for Bar {
    fn stage(&self, name: &'static str, total: u64) {
        let mut bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        bar.finish_and_clear();
        let next = if total == 0 { ProgressBar::new_spinner() } else { ProgressBar::new(total) };
        next.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        let steps = || format!("{{msg:8}} [{{bar:40}}] {{pos}}/{{len}} {} {{per_sec}} {{eta}}", unit(name));
        let template = if total == 0 { "{spinner} {msg}".to_owned() } else { steps() };
        if let Ok(style) = ProgressStyle::with_template(&template) {
            next.set_style(style.progress_chars("=> "));
        }
        next.set_message(name);
        next.tick();
        *bar = next;
    }

    fn advance(&self, steps: u64) {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner).inc(steps);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner).finish_and_clear();
    }
}
