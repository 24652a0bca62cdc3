//! The existing crate in a directory: its inputs, regenerating it, and its status.

mod assemble;
mod dependency;
mod existing;
mod generate;
mod host;
mod manifest;
mod session;
mod shared;
mod status;
mod surroundings;
mod version;

pub(crate) use assemble::crate_files;
pub use host::Host;
pub use session::Session;
pub use shared::SharedCrate;
pub use status::{CrateStatus, changed_merged_descriptions};
pub use surroundings::Surroundings;
pub use version::{CHANGELOG, add_entry, bump_version};

pub use existing::Vendored;
pub use generate::{GeneratedCrate, Upgrade};
