//! The details of an entry as blocks, which text and Markdown print.

use std::collections::BTreeSet;

use super::difference::{Line, compare_lines};
use super::outline::Entry;
use super::plain::{cut, line, lines};
use crate::changes::{Change, ItemChange};

/// Maximum number of locations of an entry.
const MAX_LOCATIONS: usize = 8;
/// Maximum number of items of an entry.
const MAX_ITEMS: usize = 8;
/// Maximum number of lines of code of an item.
const MAX_CODE_LINES: usize = 16;
/// Maximum number of characters of a sentence.
pub(super) const MAX_SENTENCE_LEN: usize = 600;
/// Maximum number of characters of a name or a line of code.
pub(super) const MAX_NAME_LEN: usize = 200;

/// A detail of an entry, whose texts are plain and of limited length.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Block {
    /// The locations in the old and the new description.
    Location(Option<String>, Option<String>),
    /// The code of an item, as a diff.
    Code(ItemDiff),
    /// The number of items that are left out.
    MoreItems(usize),
    /// The effect at run time.
    AtRunTime(String),
    /// The migration.
    ToDo(String),
}

/// The code of an item before and after.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ItemDiff {
    pub(super) item: String,
    /// The lines, each with ` `, `-` or `+`.
    pub(super) lines: Vec<(char, String)>,
    /// The number of lines that are left out.
    pub(super) more: usize,
}

/// Returns the details of an entry: locations, code, then effects. Changes have many details in common; each is returned
/// once.
pub(super) fn blocks(entry: &Entry<'_>) -> Vec<Block> {
    let changes = || entry.changes.iter();
    let locations = unique(changes().filter_map(|change| location(change)));
    let mut blocks: Vec<Block> = locations.into_iter().take(MAX_LOCATIONS).collect();
    let items = unique(changes().flat_map(|change| &change.items).map(|item| Block::Code(ItemDiff::new(item))));
    let more = items.len().saturating_sub(MAX_ITEMS);
    blocks.extend(items.into_iter().take(MAX_ITEMS));
    blocks.extend((more > 0).then_some(Block::MoreItems(more)));
    let effects = changes().flat_map(|change| {
        let at_run_time = change.at_run_time.as_deref().map(|text| Block::AtRunTime(line(text, MAX_SENTENCE_LEN)));
        at_run_time.into_iter().chain(change.migration.as_deref().map(|text| Block::ToDo(line(text, MAX_SENTENCE_LEN))))
    });
    blocks.extend(unique(effects));
    blocks
}

fn unique(blocks: impl Iterator<Item = Block>) -> Vec<Block> {
    let mut known = BTreeSet::new();
    blocks.filter(|block| known.insert(block.clone())).collect()
}

fn location(change: &Change) -> Option<Block> {
    let [old, new] =
        [&change.old, &change.new].map(|excerpt| excerpt.as_ref().map(|excerpt| line(&excerpt.location, MAX_NAME_LEN)));
    (old.is_some() || new.is_some()).then_some(Block::Location(old, new))
}

impl ItemDiff {
    fn new(item: &ItemChange) -> Self {
        let [old, new] = [&item.before, &item.after].map(|code| code.as_deref().map_or_else(Vec::new, lines));
        let both = compare_lines(&old, &new);
        let shown = both.iter().take(MAX_CODE_LINES).map(|line| match line {
            Line::Same(code) => (' ', cut(code, MAX_NAME_LEN)),
            Line::Old(code) => ('-', cut(code, MAX_NAME_LEN)),
            Line::New(code) => ('+', cut(code, MAX_NAME_LEN)),
        });
        let more = both.len().saturating_sub(MAX_CODE_LINES);
        Self { item: line(&item.item, MAX_NAME_LEN), lines: shown.collect(), more }
    }
}
