//! Runs each target on its seeds and on mutations of them, without an engine.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use bindery_fuzz::{TARGETS, Target, seeds};

/// Maximum number of seeds of a target, spread evenly: the fixtures have their own tests.
const SEEDS: usize = 6;
/// Number of mutations of each seed.
const MUTATIONS: u64 = 2;

macro_rules! targets {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                check(Target::by_name(stringify!($name)).unwrap());
            }
        )*

        #[test]
        fn every_target_has_a_test() {
            let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

targets![description, documentation, pages, lock, configuration, headers, lines, events, values, unions, request];

fn check(target: &Target) {
    let seeds = seeds(target).unwrap();
    assert!(!seeds.is_empty(), "{} has no seeds", target.name);
    let step = seeds.len().div_ceil(SEEDS);
    for (number, (_, bytes)) in seeds.iter().enumerate().step_by(step) {
        (target.check)(bytes);
        let mutated = (0..MUTATIONS).filter_map(|round| mutate(target, bytes, round + number as u64 * MUTATIONS));
        mutated.for_each(|bytes| (target.check)(&bytes));
    }
}

/// Mutates the input with the target's own mutator, or repeats a piece of it elsewhere.
fn mutate(target: &Target, bytes: &[u8], seed: u64) -> Option<Vec<u8>> {
    if let Some(mutate) = target.mutate {
        return mutate(bytes, 2 * bytes.len() + 100, seed);
    }
    let mut random = fastrand::Rng::with_seed(seed);
    let (one, other) = (random.usize(..=bytes.len()), random.usize(..=bytes.len()));
    let piece = &bytes[one.min(other)..one.max(other)];
    let at = random.usize(..=bytes.len());
    Some([&bytes[..at], piece, &bytes[at..]].concat())
}
