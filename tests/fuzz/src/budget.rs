//! Limits the CPU time of an input: a constant, plus an allowance for each byte.

use std::time::Duration;

/// Measures the CPU time of the process since its creation.
pub(crate) struct Budget {
    start: Duration,
    limit: Duration,
}

impl Budget {
    /// Creates a budget for an input of `bytes` bytes. The limit is ten times what inputs take in a build with
    /// coverage, and still a hundredth of what quadratic code takes for the largest input.
    pub(crate) fn new(bytes: usize, base: Duration, for_each_byte: Duration) -> Self {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        Self { start: cpu_time(), limit: base.saturating_add(for_each_byte.saturating_mul(bytes)) }
    }

    /// Creates a budget for code of an emitted client that decodes or encodes untrusted data.
    pub(crate) fn for_decoding(bytes: usize) -> Self {
        Self::new(bytes, Duration::from_millis(200), Duration::from_micros(50))
    }

    /// Panics if the budget is exceeded.
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

/// Without such a clock, only the engine limits the time.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    Duration::ZERO
}
