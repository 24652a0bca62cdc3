//! Bindery reads an OpenAPI description and writes a Rust client crate for it.
//!
//! ```text
//!  file, stdin, address          bindery.toml
//!          |                          |
//!       source --> document --> lower --> analysis --> names --> resolve --> ir --> emit --> format --> output
//!        text      openapi      api       facts       of items   decisions  crate   tokens   text      files
//!                                                                            |
//!                                           two of each, and of api --> changes --> report
//! ```
//!
//! Each stage takes the result of the previous one and returns its own; none reaches back. Problems are collected as
//! [`diagnostic::Diagnostic`]s: an error with a clear intent is repaired, a part that cannot be mapped is skipped as
//! narrowly as possible, and the run fails only if nothing useful can be written. `names::sharing` first merges
//! identical anonymous schemas into one type.
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

// Some helpers serve one feature only. The build with all features, which CI checks, reports unused code.
#![cfg_attr(not(all(feature = "cli", feature = "fetch", feature = "serve")), allow(dead_code, unused_imports))]

pub mod analysis;
mod canonical_path;
pub mod changes;
#[cfg(feature = "cli")]
pub mod cli;
pub mod config;
mod crate_feature;
pub mod diagnostic;
pub mod digest;
mod docs;
pub mod document;
mod emit;
mod format;
mod generator;
mod http_terms;
pub mod ident;
mod inflection;
#[cfg(feature = "serve")]
pub mod instances;
mod ir;
pub mod json_shape;
#[doc = include_str!("keywords.md")]
pub mod keywords;
pub mod locations;
pub mod lower;
pub mod misfit;
pub mod model;
mod module;
pub mod names;
#[cfg(feature = "cli")]
pub mod observe;
pub mod output;
mod page_strategy;
mod pagination;
pub mod pattern;
mod pipeline;
pub mod pointer;
#[cfg(feature = "cli")]
mod program;
pub mod report;
pub mod resolve;
mod route;
mod runtime_item;
#[cfg(feature = "serve")]
pub mod serve;
pub mod source;
mod stack;
#[cfg(feature = "cli")]
pub mod starter;
mod suggestion;
pub mod text;
mod unicode;
#[cfg(feature = "cli")]
pub mod vendored;

pub use changes::{changes_between, compared};
pub use generator::{Generated, Generator, GeneratorError};
pub use pipeline::{Emission, run};
