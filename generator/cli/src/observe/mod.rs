//! Learns corrections of a description from recorded traffic.
//!
//! ```text
//! recordings --> har --> address, route --> survey --> search --> propose --> correct: bindery.toml, overlay
//!                                             ^   misfits      components        |
//!                                             '------- again, corrected ---------'
//! ```
//!
//! No value of the traffic is kept: only names of members and numbers of samples.

mod action;
mod address;
mod correct;
mod har;
mod infer;
mod model;
mod observation;
mod propose;
mod report;
mod search;
mod survey;

pub use correct::Written;
pub use har::Traffic;
pub use observation::Observation;
pub use report::ReportFormat;
