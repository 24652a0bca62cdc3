//! Formats numbers, and computes statistics of the measurements.

use crate::corpus::outcome::{Document, Generated, Run};

/// Smaller texts mostly measure the start of the process.
const LARGE: u64 = 1_000_000;

/// CPU time per megabyte of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Speed {
    pub(super) smallest_tenth: f64,
    pub(super) median: f64,
    pub(super) largest_tenth: f64,
}

/// A median and a maximum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) median: f64,
    pub(super) most: f64,
}

/// Returns the speed, or `None` without documents.
pub(super) fn speed(run: &Run) -> Option<Speed> {
    let mut by_size: Vec<&Generated> =
        run.generated().map(|(_, generated)| generated).filter(|generated| generated.text_bytes > 0).collect();
    by_size.sort_by_key(|generated| generated.text_bytes);
    let tenth = by_size.len().div_ceil(10);
    let of = |part: &[&Generated]| {
        let time: f64 = part.iter().map(|generated| generated.generation_ms).sum();
        time / megabytes(part.iter().map(|generated| generated.text_bytes).sum())
    };
    let each = by_size.iter().map(|generated| of(&[generated])).collect();
    let median = compute_spread(each)?.median;
    Some(Speed { smallest_tenth: of(&by_size[..tenth]), median, largest_tenth: of(&by_size[by_size.len() - tenth..]) })
}

/// Returns the generation time of large texts, relative to `serde_json`.
pub(super) fn times_of_parsing(run: &Run) -> Option<Spread> {
    compute_spread(large(run).filter_map(|generated| Some(generated.generation_ms / generated.parse_ms?)).collect())
}

/// Returns the memory for large texts, relative to their size.
pub(super) fn times_of_text(run: &Run) -> Option<Spread> {
    compute_spread(
        large(run).filter_map(|generated| Some(generated.peak_bytes? as f64 / generated.text_bytes as f64)).collect(),
    )
}

fn large(run: &Run) -> impl Iterator<Item = &Generated> {
    run.generated().map(|(_, generated)| generated).filter(|generated| generated.text_bytes > LARGE)
}

fn compute_spread(mut values: Vec<f64>) -> Option<Spread> {
    values.sort_by(f64::total_cmp);
    Some(Spread { median: *values.get(values.len() / 2)?, most: *values.last()? })
}

/// Returns the ten documents with the largest value; ties are ordered by path.
pub(super) fn top(run: &Run, of: impl Fn(&Generated) -> f64) -> Vec<(&Document, &Generated)> {
    let mut found: Vec<_> = run.generated().collect();
    found.sort_by(|one, other| of(other.1).total_cmp(&of(one.1)).then_with(|| one.0.path.cmp(&other.0.path)));
    found.truncate(10);
    found
}

pub(super) fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// Formats `12.34 %`. An empty whole counts as 0 %.
pub(super) fn percent(part: usize, whole: usize) -> String {
    format!("{:.2} %", 100.0 * part as f64 / whole.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::{compute_spread, percent};

    #[test]
    fn the_middle_and_the_worst() {
        let found = compute_spread(vec![3.0, 1.0, 2.0]).unwrap();
        assert_eq!((found.median, found.most), (2.0, 3.0));
        assert_eq!(compute_spread(Vec::new()), None);
        assert_eq!(percent(1, 3), "33.33 %");
        assert_eq!(percent(0, 0), "0.00 %");
    }
}
