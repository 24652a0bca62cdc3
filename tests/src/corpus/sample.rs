//! Selects the documents to compile: a seeded sample, and the largest.

use std::cmp::Reverse;

use super::arguments::RunOptions;
use super::outcome::{Document, Outcome};

/// Returns the documents to compile: the sample in the order drawn, then the largest that are not in it.
pub(super) fn choose(documents: &[Document], options: &RunOptions) -> Vec<String> {
    let generated = || documents.iter().filter(|document| matches!(document.outcome, Outcome::Generated(_)));
    let mut chosen = draw(generated().map(|document| document.path.as_str()), options.compile, options.seed);
    let mut by_size: Vec<_> = generated().map(|document| (Reverse(document.bytes), document.path.as_str())).collect();
    by_size.sort_unstable();
    let largest = by_size.into_iter().take(options.largest).map(|(_, path)| path.to_owned());
    let more: Vec<String> = largest.filter(|path| !chosen.contains(path)).collect();
    chosen.extend(more);
    chosen
}

/// Draws by a number that depends only on the path and the seed. Adding or removing a document therefore changes at
/// most one document of the sample.
fn draw<'a>(paths: impl Iterator<Item = &'a str>, count: usize, seed: u64) -> Vec<String> {
    let mut drawn: Vec<(u64, &str)> = paths.map(|path| (number(path, seed), path)).collect();
    drawn.sort_unstable();
    drawn.into_iter().take(count).map(|(_, path)| path.to_owned()).collect()
}

fn number(path: &str, seed: u64) -> u64 {
    splitmix(splitmix(seed) ^ fingerprint(path))
}

/// Computes FNV-1a, which is the same on every machine and in every version of Rust, unlike the standard hasher.
pub(super) fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Computes one step of SplitMix64.
fn splitmix(state: u64) -> u64 {
    let mixed = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::{draw, splitmix};

    const PATHS: [&str; 8] = ["a.json", "b.json", "c/d.json", "e.yaml", "f f.json", "g.json", "h.json", "i.json"];

    #[test]
    fn the_generator_is_splitmix() {
        assert_eq!(splitmix(0), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn the_sample_does_not_depend_on_the_order() {
        let drawn = draw(PATHS.into_iter(), 3, 7);
        assert_eq!(drawn, draw(PATHS.into_iter().rev(), 3, 7));
        assert_eq!(drawn.len(), 3);
        assert!((0..20).any(|seed| draw(PATHS.into_iter(), 3, seed) != drawn));
    }

    #[test]
    fn a_smaller_sample_is_the_beginning_of_a_larger_one() {
        assert_eq!(draw(PATHS.into_iter(), 5, 1)[..2], draw(PATHS.into_iter(), 2, 1));
        assert_eq!(draw(PATHS.into_iter(), 99, 1).len(), PATHS.len());
    }

    #[test]
    fn a_document_less_changes_one_place() {
        let drawn = draw(PATHS.into_iter(), 4, 1);
        let without = draw(PATHS.into_iter().filter(|path| *path != drawn[1]), 4, 1);
        assert_eq!(without.iter().filter(|path| drawn.contains(path)).count(), 3);
    }
}
