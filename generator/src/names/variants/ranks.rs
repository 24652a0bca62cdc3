//! Which name each alternative gets, where several want the same.

use std::collections::BTreeMap;

/// How often what is contended is looked at again: nothing has more names than this.
const ROUNDS: usize = 16;

/// Which of its names each alternative gets; nothing where others want all of them.
pub(super) fn ranks(wanted: &[Vec<String>]) -> Vec<Option<usize>> {
    let mut ranks: Vec<usize> = vec![0; wanted.len()];
    let name = |ranks: &[usize], index: usize| -> Option<&String> { wanted.get(index)?.get(*ranks.get(index)?) };
    for round in 0..=ROUNDS {
        let mut holders: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
        for index in 0..wanted.len() {
            if let Some(name) = name(&ranks, index) {
                holders.entry(name).or_default().push(index);
            }
        }
        let contended: Vec<Vec<usize>> = holders.into_values().filter(|holders| holders.len() > 1).collect();
        if contended.is_empty() {
            break;
        }
        for holders in contended {
            let is_last = |index: &usize| wanted[*index].len() == ranks[*index] + 1;
            let last: Vec<usize> = holders.iter().copied().filter(is_last).collect();
            let keeper = if let [only] = last.as_slice() { Some(*only) } else { None };
            for index in holders.into_iter().filter(|index| Some(*index) != keeper) {
                ranks[index] = if round == ROUNDS { usize::MAX } else { ranks[index] + 1 };
            }
        }
    }
    ranks.into_iter().zip(wanted).map(|(rank, names)| (rank < names.len()).then_some(rank)).collect()
}
