//! The functions that libFuzzer calls. A program has one target and one mutator; the environment selects the target.

use std::sync::LazyLock;

use bindery_fuzz::Target;
use libfuzzer_sys::{fuzz_crossover, fuzz_mutator, fuzz_target, fuzzer_mutate};

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    Target::by_name(&name).unwrap_or_else(|| {
        use std::io::Write as _;
        writeln!(std::io::stderr(), "FUZZ_TARGET names no target: `{name}`").ok();
        std::process::exit(2)
    })
});

fuzz_target!(|bytes: &[u8]| (TARGET.check)(bytes));

fuzz_mutator!(|bytes: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mutated = TARGET.mutate.and_then(|mutate| mutate(&bytes[..size], max_size, seed.into()));
    match mutated {
        Some(mutated) => copy(&mutated, bytes),
        None => fuzzer_mutate(bytes, size, max_size),
    }
});

fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
    let crossed = TARGET.cross.and_then(|cross| cross(one, other, out.len(), seed.into()));
    // If crossing fails, the first input is used unchanged.
    copy(crossed.as_deref().unwrap_or(&one[..one.len().min(out.len())]), out)
});

fn copy(from: &[u8], to: &mut [u8]) -> usize {
    to[..from.len()].copy_from_slice(from);
    from.len()
}
