//! Structural mutations of a description. Random mutations of bytes rarely pass the parsers.
//!
//! The input is parsed as JSON or YAML, mutated a few times as a JSON value, and serialized again.

mod kinds;
mod schema;
mod text;
mod tree;
mod words;

use fastrand::Rng;
use serde_json::Value;

/// One in this many mutations is left to the engine, which mutates bytes, to test the parsers as well.
const BYTES_INSTEAD: usize = 12;
/// One in this many values is written as YAML.
const YAML_INSTEAD: usize = 6;
/// Maximum number of mutations at once: the engine learns more from few.
const MAX_CHANGES: usize = 4;

/// Mutates a description. Returns `None` if the engine should mutate bytes instead.
pub(crate) fn mutate(bytes: &[u8], max_bytes: usize, seed: u64) -> Option<Vec<u8>> {
    let mut random = Rng::with_seed(seed);
    if random.usize(..BYTES_INSTEAD) == 0 {
        return None;
    }
    let mut value = read(bytes)?;
    for _ in 0..random.usize(1..=MAX_CHANGES) {
        kinds::change(&mut value, &mut random);
    }
    write(&value, max_bytes, &mut random)
}

/// Inserts a part of one description into another.
pub(crate) fn cross(one: &[u8], other: &[u8], max_bytes: usize, seed: u64) -> Option<Vec<u8>> {
    let mut random = Rng::with_seed(seed);
    let mut value = read(one)?;
    let other = read(other)?;
    for _ in 0..random.usize(1..=MAX_CHANGES) {
        kinds::graft(&mut value, &other, &mut random);
    }
    write(&value, max_bytes, &mut random)
}

fn read(bytes: &[u8]) -> Option<Value> {
    let text = str::from_utf8(bytes).ok()?;
    let value: Value = serde_json::from_str(text).ok().or_else(|| serde_yaml::from_str(text).ok())?;
    tree::is_container(&value).then_some(value)
}

/// Serializes a value. Returns `None` for a scalar.
fn write(value: &Value, max_bytes: usize, random: &mut Rng) -> Option<Vec<u8>> {
    if !tree::is_container(value) {
        return None;
    }
    let text = if random.usize(..YAML_INSTEAD) == 0 {
        serde_yaml::to_string(value).ok()?
    } else {
        serde_json::to_string(value).ok()?
    };
    (text.len() <= max_bytes).then(|| text.into_bytes())
}

#[cfg(test)]
mod tests {
    use super::{cross, mutate, read};

    const TEXT: &[u8] =
        br##"{"openapi":"3.0.0","components":{"schemas":{"a":{"$ref":"#/b"},"c":[1,2,{"type":"string"}]}}}"##;

    #[test]
    fn a_seed_gives_one_mutation_and_others_give_others() {
        let all: Vec<_> = (0..200).filter_map(|seed| mutate(TEXT, 10_000, seed)).collect();
        assert!(all.iter().all(|mutated| read(mutated).is_some() && mutated.len() <= 10_000));
        let again: Vec<_> = (0..200).filter_map(|seed| mutate(TEXT, 10_000, seed)).collect();
        assert_eq!(all, again);
        let different: std::collections::BTreeSet<_> = all.iter().collect();
        assert!(different.len() > 150, "{} of {}", different.len(), all.len());
    }

    #[test]
    fn a_part_of_another_comes_in() {
        let other = br#"{"x-mark":{"x-mark":"x-mark"}}"#;
        let crossed = (0..50).filter_map(|seed| cross(TEXT, other, 10_000, seed));
        let marked = crossed.filter(|crossed| crossed.windows(6).any(|part| part == b"x-mark")).count();
        assert!(marked > 30, "{marked}");
    }

    #[test]
    fn what_is_no_tree_is_left_to_the_engine() {
        assert!((0..50).all(|seed| mutate(b"\xff", 100, seed).is_none() && mutate(b"text", 100, seed).is_none()));
        assert!((0..50).filter_map(|seed| mutate(TEXT, 10, seed)).all(|mutated| mutated.len() <= 10));
    }
}
