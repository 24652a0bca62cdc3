//! Stub.
use super::{Status, args::GenerateOptions};
pub(super) fn generate(_o: &GenerateOptions) -> Status { Status::Done }
