//! CPU time and memory, as far as the system provides them.

use std::fs;
use std::time::Duration;

/// Returns the CPU time of this process: unlike wall time, it does not depend on other processes.
#[cfg(target_os = "linux")]
pub(super) fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Returns the time since the first call, as an approximation.
#[cfg(not(target_os = "linux"))]
pub(super) fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// Returns the result of a function and its CPU time in milliseconds.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = cpu_time();
    let result = work();
    (result, milliseconds(cpu_time().saturating_sub(started)))
}

/// Returns milliseconds with three decimals; more precision is noise.
pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Resets the peak, so that earlier work does not count. If that is not possible, the peak is too high rather than too
/// low.
pub(super) fn forget_peak() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Returns the peak memory of this process.
pub(super) fn peak() -> Option<u64> {
    peak_in(&fs::read_to_string("/proc/self/status").ok()?)
}

/// Returns the peak memory of any running process of a group.
pub(super) fn peak_of_group(leader: u32) -> Option<u64> {
    let processes = fs::read_dir("/proc").ok()?.flatten();
    let members = processes.filter(|process| {
        fs::read_to_string(process.path().join("stat")).is_ok_and(|stat| group_in(&stat) == Some(leader))
    });
    members.filter_map(|process| peak_in(&fs::read_to_string(process.path().join("status")).ok()?)).max()
}

/// Parses `VmHWM:     1234 kB`.
fn peak_in(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Parses `7 (name) S 1 7 ..`: the group is the third field after the name, which may contain spaces and parentheses.
fn group_in(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{group_in, peak_in, timed};

    #[test]
    fn the_system_is_understood() {
        assert_eq!(peak_in("VmPeak:\t  9 kB\nVmHWM:\t    1234 kB\n"), Some(1_263_616));
        assert_eq!(peak_in("Name: x"), None);
        assert_eq!(group_in("7 (a) b)) S 1 42 42 0"), Some(42));
    }

    #[test]
    fn work_takes_time() {
        let (sum, time) = timed(|| (0..20_000_000_u64).fold(0_u64, |sum, next| std::hint::black_box(sum ^ next)));
        assert!(time > 0.0, "{sum}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_peak_can_be_forgotten() {
        drop(std::hint::black_box(vec![1_u8; 100_000_000]));
        assert!(super::peak().unwrap() > 90_000_000);
        super::forget_peak();
        assert!(super::peak().unwrap() > 0);
    }
}
