//! Shows on a terminal that a description is still being fetched.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::render;

/// Time after which progress is shown, and after which it is shown again.
const DELAY: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(250);

/// Does the work, and shows meanwhile the time and the number of received bytes on one line of a terminal.
pub(super) fn with_progress<T>(what: &str, received: &AtomicU64, work: impl FnOnce() -> T) -> T {
    if !render::is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (done, is_done) = channel::<()>();
        scope.spawn(move || {
            let begun = Instant::now();
            let mut wait = DELAY;
            while is_done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                render::progress(&line(what, begun.elapsed(), received.load(Ordering::Relaxed)));
                wait = INTERVAL;
            }
            if wait == INTERVAL {
                render::progress("");
            }
        });
        let result = work();
        drop(done);
        result
    })
}

fn line(what: &str, time: Duration, bytes: u64) -> String {
    match bytes {
        0 => format!("fetching {what}: waiting for {} s", time.as_secs()),
        bytes => format!("fetching {what}: {:.1} MB in {} s", bytes as f64 / 1e6, time.as_secs()),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::line;

    #[test]
    fn progress_is_one_line() {
        let time = Duration::from_millis(2_900);
        assert_eq!(line("http://h/o.json", time, 0), "fetching http://h/o.json: waiting for 2 s");
        assert_eq!(line("http://h/o.json", time, 1_250_000), "fetching http://h/o.json: 1.2 MB in 2 s");
    }
}
