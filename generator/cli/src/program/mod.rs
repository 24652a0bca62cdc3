//! Programs that use a generated crate: what an upgrade of the crate changes for them.
//!
//! rustc resolves what a program uses, through aliases, re-exports, inference and macros: each changed item of the old
//! crate is marked as deprecated, and the program is checked against that crate. A second check, against the new crate,
//! finds what deprecation cannot show, such as a removed implementation of a trait. Both happen in an overlay of the
//! program's directories, so that neither the program nor its client is touched.
//!
//! ```text
//! changes --> items --> marks --> overlay + check --> uses
//! ```

mod check;
mod diagnostics;
mod handle;
mod items;
mod overlay;
mod packages;
mod requirements;
mod upgrade;
mod uses;
mod wrapper;

pub(crate) use requirements::Release;
pub(crate) use upgrade::ClientUpgrade;
pub(crate) use uses::{Use, Uses};
pub(crate) use wrapper::run_as_compiler;
