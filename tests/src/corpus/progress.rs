//! Shows progress: one line that is overwritten, or a line for each tenth if stderr is not a terminal.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The width of the bar, and of the name next to it.
const WIDTH: usize = 30;

/// Counts steps from any thread.
#[derive(Debug)]
pub(super) struct Progress {
    what: &'static str,
    total: usize,
    done: AtomicUsize,
    started: Instant,
    on_terminal: bool,
}

impl Progress {
    pub(super) fn start(what: &'static str, total: usize) -> Self {
        let on_terminal = std::io::stderr().is_terminal();
        Self { what, total, done: AtomicUsize::new(0), started: Instant::now(), on_terminal }
    }

    /// Records one completed step, on the item with this name.
    pub(super) fn step(&self, name: &str) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let elapsed = self.started.elapsed();
        if self.on_terminal {
            let end = if done == self.total { "\n" } else { "" };
            print(&format!("\r\x1b[K{}{end}", bar(self.what, done, self.total, elapsed, name)));
        } else if is_tenth(done, self.total) {
            print(&format!("{} {done} of {} ({} s)\n", self.what, self.total, elapsed.as_secs()));
        }
    }
}

/// Prints to stderr. A closed stderr is ignored.
fn print(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Returns `true` if this step is the first to reach another tenth.
fn is_tenth(done: usize, total: usize) -> bool {
    let tenth = |done: usize| done * 10 / total.max(1);
    tenth(done) > tenth(done - 1)
}

fn bar(what: &str, done: usize, total: usize, elapsed: Duration, name: &str) -> String {
    let filled = done * WIDTH / total.max(1);
    let bar = format!("{}{}", "#".repeat(filled), ".".repeat(WIDTH - filled));
    let left = elapsed.mul_f64((total - done) as f64 / done.max(1) as f64).as_secs();
    let name: String = name.chars().filter(|c| !c.is_control()).take(WIDTH).collect();
    format!("{what} [{bar}] {done}/{total} {left} s left  {name}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{bar, is_tenth};

    #[test]
    fn a_bar_fits_a_line() {
        let line = bar("generate", 5, 10, Duration::from_secs(7), "a/very/long/path/that/does/not/fit.json");
        assert_eq!(line, "generate [###############...............] 5/10 7 s left  a/very/long/path/that/does/not");
    }

    #[test]
    fn ten_lines_at_most() {
        assert_eq!((1..=1000).filter(|done| is_tenth(*done, 1000)).count(), 10);
        assert_eq!((1..=3).filter(|done| is_tenth(*done, 3)).count(), 3);
    }
}
