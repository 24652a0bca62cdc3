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
mod seeds;
mod support;

// The support code, with the features `base64` and `client` of this crate: the targets call what is private in it. It has
// its own format; `any()` hides the attribute from the compiler, which would not find the macros.
#[path = "../../../templates/src/auth/mod.rs"]
#[cfg_attr(any(), rustfmt::skip)]
#[allow(dead_code, unexpected_cfgs, unreachable_pub, unused_imports)]
mod auth;
#[path = "../../../templates/src/calls/mod.rs"]
#[cfg_attr(any(), rustfmt::skip)]
#[allow(dead_code, unexpected_cfgs, unreachable_pub, unused_imports)]
mod calls;
#[path = "../../../templates/src/generated/mod.rs"]
#[cfg_attr(any(), rustfmt::skip)]
#[allow(dead_code, unexpected_cfgs, unreachable_pub, unused_imports)]
mod generated;
#[path = "../../../templates/src/requests/mod.rs"]
#[cfg_attr(any(), rustfmt::skip)]
#[allow(dead_code, unexpected_cfgs, unreachable_pub, unused_imports)]
mod requests;
#[path = "../../../templates/src/responses/mod.rs"]
#[cfg_attr(any(), rustfmt::skip)]
#[allow(dead_code, unexpected_cfgs, unreachable_pub, unused_imports)]
mod responses;
#[path = "../../../templates/src/streams/mod.rs"]
#[cfg_attr(any(), rustfmt::skip)]
#[allow(dead_code, unexpected_cfgs, unreachable_pub, unused_imports)]
mod streams;
#[path = "../../../templates/src/validation/mod.rs"]
#[cfg_attr(any(), rustfmt::skip)]
#[allow(dead_code, unexpected_cfgs, unreachable_pub, unused_imports)]
mod validation;
#[path = "../../../templates/src/wire/mod.rs"]
#[cfg_attr(any(), rustfmt::skip)]
#[allow(dead_code, unexpected_cfgs, unreachable_pub, unused_imports)]
mod wire;

// These modules are private in the generator and depend only on each other.
#[path = "../../../generator/src/read/source/page/mod.rs"]
mod page;
#[path = "../../../generator/src/base"]
mod base {
    #[allow(dead_code, unreachable_pub, reason = "docs need a part of it")]
    pub(crate) mod unicode;
}
#[path = "../../../generator/src/rust/docs"]
mod docs {
    mod block;
    mod builder;
    mod emphasis;
    mod escape;
    mod html;
    mod markdown;
    mod print;

    /// Returns a text as lines of docs, with prose wrapped at `width` characters.
    pub(crate) fn lines(text: &str, width: usize) -> Vec<String> {
        print::lines(&markdown::blocks(&crate::base::unicode::plain(text)), width)
    }
}

pub use seeds::seeds;
// The macros of the support code name these from the root of their crate.
use ::{serde, serde_json};
use requests::payload::BoxError;
use support::{headers, request, streams as received, unions, values};
use wire::code::UnlistedCode;
use wire::text::UnlistedText;

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
    Target { seeds: &["tests/fuzz/seeds/lines"], ..Target::new("lines", received::check_lines) },
    Target { seeds: &["tests/fuzz/seeds/events"], ..Target::new("events", received::check_events) },
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
