//! Fuzz targets: untrusted input of the generator or of an emitted client, with the invariants for any input.
//!
//! A target is a function over bytes that panics if an invariant is violated, so every engine can drive it. `run.sh`
//! builds all targets with coverage and runs them under libFuzzer, on stable Rust. `cargo test -p bindery-fuzz` runs
//! each target on its seeds and on some mutations of them, without an engine. `cargo run -p bindery-fuzz -- TARGET
//! FILE..` replays inputs.

mod budget;
mod description;
mod documentation;
mod lock;
mod mutate;
mod pages;
// The support code has its own format.
#[rustfmt::skip]
mod runtime;
mod seeds;
mod support;

// These modules are private in the generator and depend only on each other.
#[path = "../../../generator/src/source/page/mod.rs"]
mod page;
#[path = "../../../generator/src/unicode.rs"]
#[expect(dead_code, reason = "docs need a part of it")]
mod unicode;
#[path = "../../../generator/src/docs"]
mod docs {
    mod block;
    mod builder;
    mod emphasis;
    mod escape;
    mod fence;
    mod html;
    mod markdown;
    mod print;

    /// Returns a text as lines of docs, with prose wrapped at `width` characters.
    pub(crate) fn lines(text: &str, width: usize) -> Vec<String> {
        print::lines(&markdown::blocks(&crate::unicode::plain(text)), width)
    }
}

// The macros of the support code name these from the root of their crate.
use ::serde;
use ::serde_json;
#[allow(unused_imports)]
use runtime::*;
pub use seeds::seeds;
use support::{headers, request, streams, unions, values};

/// Mutates an input with a random seed. The result has at most the given number of bytes. Returns `None` if that is not
/// possible.
type Mutate = fn(&[u8], usize, u64) -> Option<Vec<u8>>;
/// Combines two inputs into one, with the same arguments.
type Cross = fn(&[u8], &[u8], usize, u64) -> Option<Vec<u8>>;

/// A function that accepts any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name.
    pub name: &'static str,
    /// Panics if an invariant is violated.
    pub check: fn(&[u8]),
    /// The mutator, if random mutations of bytes would rarely pass the parser.
    pub mutate: Option<Mutate>,
    /// Combines two inputs.
    pub cross: Option<Cross>,
    /// The folders or files of the seeds, relative to the repository.
    pub seeds: &'static [&'static str],
}

impl Target {
    const fn new(name: &'static str, check: fn(&[u8])) -> Self {
        Self { name, check, mutate: None, cross: None, seeds: &[] }
    }

    /// Returns the target with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target {
        mutate: Some(mutate::mutate),
        cross: Some(mutate::cross),
        seeds: &["fixtures/valid", "fixtures/invalid", "fixtures/changed/base"],
        ..Target::new("description", description::check)
    },
    Target { seeds: &["tests/fuzz/seeds/documentation"], ..Target::new("documentation", documentation::check) },
    Target { seeds: &["tests/fuzz/seeds/pages"], ..Target::new("pages", pages::check) },
    Target { seeds: &["tests/fuzz/seeds/lock"], ..Target::new("lock", lock::check) },
    Target { seeds: &["tests/fuzz/seeds/configuration"], ..Target::new("configuration", lock::check_configuration) },
    Target { seeds: &["tests/fuzz/seeds/headers"], ..Target::new("headers", headers::check) },
    Target { seeds: &["tests/fuzz/seeds/lines"], ..Target::new("lines", streams::check_lines) },
    Target { seeds: &["tests/fuzz/seeds/events"], ..Target::new("events", streams::check_events) },
    Target {
        mutate: Some(mutate::mutate),
        cross: Some(mutate::cross),
        seeds: &["tests/fuzz/seeds/values", "fixtures/service/examples"],
        ..Target::new("values", values::check)
    },
    Target {
        mutate: Some(mutate::mutate),
        cross: Some(mutate::cross),
        seeds: &["tests/fuzz/seeds/unions"],
        ..Target::new("unions", unions::check)
    },
    Target {
        mutate: Some(mutate::mutate),
        cross: Some(mutate::cross),
        seeds: &["tests/fuzz/seeds/request"],
        ..Target::new("request", request::check)
    },
];
