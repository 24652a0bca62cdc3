//! Matches items of two descriptions by a key that may occur several times.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use super::version::Versions;

/// Returns for each old item the index of the matching new item.
///
/// If a key occurs several times, such as a media type that is declared twice, items are matched in order, so that a
/// description compared with itself matches itself.
pub(super) fn pair<K: Eq + Hash>(
    old: impl IntoIterator<Item = K>,
    new: impl IntoIterator<Item = K>,
) -> Vec<Option<usize>> {
    let mut positions: HashMap<K, VecDeque<usize>> = HashMap::new();
    for (position, key) in new.into_iter().enumerate() {
        positions.entry(key).or_default().push_back(position);
    }
    old.into_iter().map(|key| positions.get_mut(&key)?.pop_front()).collect()
}

/// Returns the indexes of the new items that match no old one; `count` is their total number.
pub(super) fn added(pairs: &[Option<usize>], count: usize) -> impl Iterator<Item = usize> + use<> {
    let mut is_new = vec![true; count];
    for position in pairs.iter().flatten() {
        is_new[*position] = false;
    }
    (0..count).filter(move |position| is_new[*position])
}

/// Returns the matching and the removed items in the old order, then the added ones; `count` is the number of new items.
pub(super) fn join(pairs: &[Option<usize>], count: usize) -> impl Iterator<Item = Versions<Option<usize>>> + use<> {
    let known: Vec<_> = pairs.iter().enumerate().map(|(old, new)| Versions::new(Some(old), *new)).collect();
    known.into_iter().chain(added(pairs, count).map(Versions::only_new))
}

/// Matches items by a key. Returns the position and the item in each version that has it.
pub(super) fn matched<'i, T, K: Eq + Hash>(
    items: Versions<&'i [T]>,
    key: impl Fn(&'i T) -> K,
) -> impl Iterator<Item = (Versions<Option<usize>>, Versions<Option<&'i T>>)> {
    let pairs = pair(items.old.iter().map(&key), items.new.iter().map(&key));
    join(&pairs, items.new.len()).map(move |at| (at, items.zip(at).map(|(items, at)| Some(&items[at?]))))
}

#[cfg(test)]
mod tests {
    use super::{added, pair};

    #[test]
    fn repeated_keys_are_paired_in_order() {
        assert_eq!(pair(["a", "b", "a"], ["a", "b", "a"]), [Some(0), Some(1), Some(2)]);
        assert_eq!(pair(["a", "b", "a"], ["b", "a"]), [Some(1), Some(0), None]);
    }

    #[test]
    fn unmatched_items_are_added() {
        let pairs = pair(["a"], ["b", "a", "a"]);
        assert_eq!(pairs, [Some(1)]);
        assert_eq!(added(&pairs, 3).collect::<Vec<_>>(), [0, 2]);
    }
}
