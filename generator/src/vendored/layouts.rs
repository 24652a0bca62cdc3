//! The memory layouts of the types of a crate in its lock file.

use std::collections::BTreeMap;

use crate::analysis::{Layout, Layouts};
use crate::output::{LayoutRecord, LockFile};
use crate::pipeline::Emission;

/// Returns the layouts to record.
pub(super) fn records(emission: &Emission) -> BTreeMap<String, LayoutRecord> {
    let layouts = emission.analysis.layouts.clone().into_iter();
    layouts.map(|(place, Layout { depth, large, boxes })| (place, LayoutRecord { depth, large, boxes })).collect()
}

/// Returns the recorded layouts.
pub(super) fn read(lock_file: &LockFile) -> Layouts {
    let records = lock_file.layouts.clone().into_iter();
    records.map(|(place, LayoutRecord { depth, large, boxes })| (place, Layout { depth, large, boxes })).collect()
}
