//! Bindery reads an OpenAPI description and writes a Rust client crate for it.
//!
//! ```text
//!  file, stdin, address             bindery.toml
//!          |                             |
//!        read                          config
//!    source --> document --> lower --> analysis --> names --> resolve --> ir --> emit --> format
//!     text      openapi      model      facts      of items  decisions  crate   tokens    text
//!    `---- read ------'     `---- api ------'     `---------- rust ---------'  `---- print ---'
//! ```
//!
//! Text is read, understood, named and printed: each room takes the result of the previous one and returns its own; none
//! uses a later one. Problems are collected as diagnostics: an error with a clear intent is repaired, a part that cannot be
//! mapped is skipped as narrowly as possible, and the run fails only if nothing useful can be written.
//!
//! As a step of a build script:
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     bindery::Generator::new().description("openapi.yaml").generate()?;
//!     Ok(())
//! }
//! ```
//!
//! ```text
//! // src/main.rs
//! #[allow(dead_code)]
//! mod client {
//!     include!(concat!(env!("OUT_DIR"), "/client.rs"));
//! }
//! ```
//!
//! The guide in `generator/guide` of the repository explains how to use the library, the command and the generated code.

mod api;
mod base;
mod config;
mod generator;
mod pipeline;
mod print;
mod read;
mod rust;
#[cfg(test)]
mod testing;

pub use base::crate_feature::CrateFeature;
pub use config::DateLibrary;
pub use generator::{Generated, Generator, GeneratorError};

/// Items for the command, the server and the tests of this repository. They have no stability: any version changes them.
#[doc(hidden)]
pub mod internal {
    pub use crate::api::{analysis, lower, misfit, model, pagination, pattern, route};
    pub use crate::base::{
        canonical_path, diagnostic, digest, http_terms, ident, inflection, pointer, stack, suggestion, text, unicode,
    };
    pub use crate::pipeline::{Emission, run};
    pub use crate::print::emit;
    pub use crate::print::replace::{replace, write_through};
    pub use crate::read::{document, keywords, source};
    pub use crate::rust::{ir, names, resolve};

    pub mod config {
        pub use crate::config::*;
    }
}
