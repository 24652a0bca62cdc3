//! Fuzz targets: what a stranger can hand to the generator or to an emitted client, and what has to hold for any of it.
//!
//! A target is a function over bytes that panics where something does not hold, so that every engine can drive it:
//! `run.sh` builds all with coverage and drives it by libFuzzer, on stable Rust; `cargo test -p bindery-fuzz` runs each on
//! its seeds and on some mutations of them, with Rust alone; `cargo run -p bindery-fuzz -- TARGET FILE..` runs one again.

mod budget;
mod description;
mod documentation;
mod lock;
mod mutate;
mod pages;
// The support code has a format of its own.
#[rustfmt::skip]
mod runtime;
mod seeds;
mod support;

// No parts of the generator's interface, and need nothing of it but each other.
#[path = "../../../generator/src/source/page/mod.rs"]
mod page;
#[path = "../../../generator/src/signs.rs"]
#[expect(dead_code, reason = "docs need a part of it")]
mod signs;
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

    /// A text as lines of docs of at most so many characters, where it is prose.
    pub(crate) fn lines(text: &str, width: usize) -> Vec<String> {
        print::lines(&markdown::blocks(&crate::signs::plain(text)), width)
    }
}

pub use seeds::seeds;
use support::{headers, request, streams, unions, values};

/// Makes another input of this one: of at most so many bytes, by this random seed; `None` where that is not possible.
type Mutate = fn(&[u8], usize, u64) -> Option<Vec<u8>>;
/// Makes one input of two, likewise.
type Cross = fn(&[u8], &[u8], usize, u64) -> Option<Vec<u8>>;

/// A function that any bytes may be given to.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// Panics where something does not hold.
    pub check: fn(&[u8]),
    /// How its input is mutated, where bytes in any order would rarely get far.
    pub mutate: Option<Mutate>,
    /// How two inputs are crossed.
    pub cross: Option<Cross>,
    /// Where its seeds are, below the folder of the repository.
    pub seeds: &'static [&'static str],
}

impl Target {
    const fn of(name: &'static str, check: fn(&[u8])) -> Self {
        Self { name, check, mutate: None, cross: None, seeds: &[] }
    }

    /// The target of a name.
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
        ..Target::of("description", description::check)
    },
    Target { seeds: &["tests/fuzz/seeds/documentation"], ..Target::of("documentation", documentation::check) },
    Target { seeds: &["tests/fuzz/seeds/pages"], ..Target::of("pages", pages::check) },
    Target { seeds: &["tests/fuzz/seeds/lock"], ..Target::of("lock", lock::check) },
    Target { seeds: &["tests/fuzz/seeds/configuration"], ..Target::of("configuration", lock::check_configuration) },
    Target { seeds: &["tests/fuzz/seeds/headers"], ..Target::of("headers", headers::check) },
    Target { seeds: &["tests/fuzz/seeds/lines"], ..Target::of("lines", streams::check_lines) },
    Target { seeds: &["tests/fuzz/seeds/events"], ..Target::of("events", streams::check_events) },
    Target {
        mutate: Some(mutate::mutate),
        cross: Some(mutate::cross),
        seeds: &["tests/fuzz/seeds/values", "fixtures/service/examples"],
        ..Target::of("values", values::check)
    },
    Target {
        mutate: Some(mutate::mutate),
        cross: Some(mutate::cross),
        seeds: &["tests/fuzz/seeds/unions"],
        ..Target::of("unions", unions::check)
    },
    Target {
        mutate: Some(mutate::mutate),
        cross: Some(mutate::cross),
        seeds: &["tests/fuzz/seeds/request"],
        ..Target::of("request", request::check)
    },
];
