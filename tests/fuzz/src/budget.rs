//! How much CPU time an input may take: a constant, and so much for each byte.

use std::time::Duration;

/// The CPU time of the process since this was made.
pub(crate) struct Budget {
    start: Duration,
    limit: Duration,
}

impl Budget {
    /// A budget for an input of so many bytes. The limit is ten times what inputs take in a build with coverage, and still a
    /// hundredth of what something quadratic takes for the largest.
    pub(crate) fn new(bytes: usize, base: Duration, for_each_byte: Duration) -> Self {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        Self { start: cpu_time(), limit: base.saturating_add(for_each_byte.saturating_mul(bytes)) }
    }

    /// One for what an emitted client decodes or writes, whatever the server or the caller says.
    pub(crate) fn for_decoding(bytes: usize) -> Self {
        Self::new(bytes, Duration::from_millis(200), Duration::from_micros(50))
    }

    /// Panics where it is used up.
    pub(crate) fn check(&self) {
        let used = cpu_time().saturating_sub(self.start);
        assert!(used <= self.limit, "it took {used:?} of CPU time, more than {:?}", self.limit);
    }
}

#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Without such a clock, only the engine bounds the time.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    Duration::ZERO
}
