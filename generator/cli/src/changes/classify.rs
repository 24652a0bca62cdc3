//! Determines the effects of changes on the code: a difference of the interface belongs to the changes of the elements that
//! it is made for, otherwise to the change of the type or operation that contains them, otherwise to the nearest change.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::affected::{affected_items, changed_items, readers};
use super::excerpt::Locations;
use super::finding::{Finding, WireEffect};
use super::interface::{Difference, Item, Key};
use super::matching::Matching;
use super::version::{ApiVersion, Versions};
use super::{Change, ItemChange, Verdict};
use bindery::internal::ir::Node;

/// Maximum length of the code of an item in a report. A function with many arguments is an item of the change of each.
const MAX_CODE_LEN: usize = 2_000;

/// Determines the effects of changes.
pub(super) struct Classifier<'v> {
    pub(super) versions: Versions<ApiVersion<'v>>,
    pub(super) matching: &'v Matching,
    pub(super) locations: Versions<&'v Locations<'v>>,
}

impl Classifier<'_> {
    /// Returns the changes with their verdicts. A difference that no change causes becomes a separate change, so that none
    /// is ignored.
    pub(super) fn classify(&self, found: &[Finding], differences: &BTreeMap<Key, Difference>) -> Vec<Change> {
        let mut causes = Causes::new(found, self.matching, self.versions);
        let mut of_owners: HashMap<&str, BTreeSet<usize>> = HashMap::new();
        let mut items: Vec<Vec<(&Key, &Difference)>> = vec![Vec::new(); found.len()];
        let mut unaccounted: BTreeMap<&str, Vec<(&Key, &Difference)>> = BTreeMap::new();
        // The owner comes before its members.
        for (key, difference) in differences {
            let causes = causes.find(difference, of_owners.get(key.owner.as_str()));
            causes.iter().for_each(|cause| items[*cause].push((key, difference)));
            if causes.is_empty() {
                unaccounted.entry(&key.owner).or_default().push((key, difference));
            } else if key.member.is_empty() && difference.only_item().is_some() {
                of_owners.insert(&key.owner, causes);
            }
        }
        let readers = readers(found, self.versions.old);
        let changes = found.iter().zip(items).zip(readers);
        let changes = changes.map(|((found, items), readers)| self.change(found, &items, readers));
        changes.chain(unaccounted.into_values().map(|items| self.indirect_change(&items))).collect()
    }

    fn change(&self, found: &Finding, items: &[(&Key, &Difference)], readers: Vec<Key>) -> Change {
        let implied = ImpliedItems::new(items);
        let shown = items.iter().filter(|(key, difference)| !implied.contains(found, key, difference));
        let shown: Vec<(&Key, &Difference)> = shown.copied().collect();
        let changed = changed_items(found, items, self.versions);
        let affected = affected_items(changed, &shown, readers);
        let items: Vec<ItemChange> = shown.iter().map(|(key, difference)| item(key, difference)).collect();
        let compiles = !items.iter().any(|item| item.breaks);
        let verdict = match (compiles, found.wire) {
            (false, _) | (_, WireEffect::Breaks) => Verdict::Breaking,
            (true, WireEffect::Docs) if items.is_empty() => Verdict::DocsOnly,
            (true, _) => Verdict::Compatible,
        };
        let excerpts = self.locations.zip(found.excerpts.as_ref());
        let excerpts = excerpts.map(|(locations, text)| locations.excerpt(text.as_ref()?));
        Change {
            kind: found.kind,
            resource: found.resource.clone(),
            subject: found.subject.clone(),
            message: found.message.clone(),
            series: found.series.clone(),
            verdict,
            compiles,
            old: excerpts.old,
            new: excerpts.new,
            items,
            affected,
            at_run_time: found.at_run_time.clone(),
            migration: found.migration.clone().filter(|_| verdict == Verdict::Breaking),
        }
    }

    /// Creates a change for the differences of one type or handle that are caused elsewhere.
    fn indirect_change(&self, items: &[(&Key, &Difference)]) -> Change {
        let owner = items.first().map(|(key, _)| Key::new(&key.owner, "").short_name()).unwrap_or_default();
        let effect = match items {
            [(key, difference), ..] if key.member.is_empty() && difference.before.is_none() => "was added to the code",
            [(key, difference), ..] if key.member.is_empty() && difference.after.is_none() => {
                "was removed from the code"
            }
            _ => "is declared differently",
        };
        self.change(&Finding::of_code(&owner, effect), items, Vec::new())
    }
}

/// The items that an added or removed item implies, which are not listed: its members, and the setters of a call.
struct ImpliedItems<'d> {
    /// The element of each added or removed owner.
    owners: HashMap<&'d str, Option<Node>>,
    /// The added or removed operations.
    operations: BTreeSet<Node>,
}

impl<'d> ImpliedItems<'d> {
    fn new(items: &[(&'d Key, &'d Difference)]) -> Self {
        let owners = items.iter().filter(|(key, _)| key.member.is_empty());
        let owners: HashMap<&str, Option<Node>> = owners
            .filter_map(|(key, difference)| Some((key.owner.as_str(), difference.only_item()?.nodes.first().copied())))
            .collect();
        let operations = owners.values().flatten().filter(|node| matches!(node, Node::Operation(_))).copied();
        Self { operations: operations.collect(), owners }
    }

    /// Returns `true` if an item is implied, unless the change is one of its own element.
    fn contains(&self, found: &Finding, key: &Key, difference: &Difference) -> bool {
        let Some(item) = difference.items().next().filter(|_| !key.member.is_empty()) else { return false };
        let node = item.nodes.first().copied();
        let is_changed = node.is_some_and(|node| found.is_at(node));
        match self.owners.get(key.owner.as_str()) {
            Some(owner) => *owner == node || !is_changed,
            None => {
                let mut owners = item.nodes.iter().filter_map(|node| node.owner());
                !is_changed && owners.any(|owner| self.operations.contains(&owner))
            }
        }
    }
}

fn item(key: &Key, difference: &Difference) -> ItemChange {
    let code = |item: &Option<Item>| {
        let excerpt = |code: &str| match code.char_indices().nth(MAX_CODE_LEN) {
            Some((end, _)) => format!("{}\u{2026}", &code[..end]),
            None => code.to_owned(),
        };
        item.as_ref().map(|item| match &item.feature {
            Some(feature) => format!("{} (feature `{feature}`)", excerpt(&item.to_string())),
            None => excerpt(&item.to_string()),
        })
    };
    ItemChange {
        item: key.short_name(),
        before: code(&difference.before),
        after: code(&difference.after),
        breaks: difference.breaks,
    }
}

/// The changes that may cause differences, by the elements that they change.
struct Causes<'f> {
    found: &'f [Finding],
    matching: &'f Matching,
    versions: Versions<ApiVersion<'f>>,
    /// The changes that may change the code.
    at: Versions<ChangesByNode>,
    /// The changes of constraints and others that only add or remove what checks them.
    at_wire: Versions<ChangesByNode>,
    /// The nearest change of each element; made for the first difference that needs it.
    nearest: Option<Versions<HashMap<Node, usize>>>,
}

/// The changes of each element, by index.
type ChangesByNode = HashMap<Node, Vec<usize>>;

impl<'f> Causes<'f> {
    fn new(found: &'f [Finding], matching: &'f Matching, versions: Versions<ApiVersion<'f>>) -> Self {
        let at = changes_by_node(found, |found| found.may_change_code);
        let at_wire = changes_by_node(found, |found| !found.may_change_code && found.wire != WireEffect::Docs);
        Self { found, matching, versions, at, at_wire, nearest: None }
    }

    /// Returns the changes that a difference belongs to, by index; `of_owner` are those of an added or removed owner.
    fn find(&mut self, difference: &Difference, of_owner: Option<&BTreeSet<usize>>) -> BTreeSet<usize> {
        let nodes = Versions::new(&difference.before, &difference.after);
        let nodes = nodes.map(|item| item.as_ref().map(|item| item.nodes.clone()).unwrap_or_default());
        let owners = nodes.as_ref().map(|nodes| nodes.iter().filter_map(|node| node.owner()).collect());
        let outer = changes_at(&self.at, &owners);
        // What is part of an added or removed element is added or removed with it.
        let whole = outer.clone().filter(|_| difference.only_item().is_some());
        whole
            .and_then(|changes| self.only_in_one(changes))
            .or_else(|| changes_at(&self.at, &nodes))
            .or_else(|| of_owner.cloned())
            .or(outer)
            .or_else(|| changes_at(&self.at_wire, &nodes))
            .unwrap_or_else(|| self.find_nearest(&nodes).into_iter().collect())
    }

    /// Returns the nearest change, which may be in the version that does not have the item.
    fn find_nearest(&mut self, nodes: &Versions<Vec<Node>>) -> Option<usize> {
        let matching = self.matching;
        let nearest = self.nearest();
        let of_item =
            |nodes: &[Node], nearest: &HashMap<Node, usize>| nodes.iter().find_map(|node| nearest.get(node)).copied();
        let of_match = |nodes: &[Node], matches: &HashMap<Node, Node>, nearest: &HashMap<Node, usize>| {
            let outer = nodes.iter().map(|node| node.owner().unwrap_or(*node));
            outer.filter_map(|node| matches.get(&node)).find_map(|node| nearest.get(node)).copied()
        };
        of_item(&nodes.old, &nearest.old)
            .or_else(|| of_item(&nodes.new, &nearest.new))
            .or_else(|| of_match(&nodes.old, &matching.new, &nearest.new))
            .or_else(|| of_match(&nodes.new, &matching.old, &nearest.old))
    }

    /// Returns the changes of elements that only one version has, if there are any.
    fn only_in_one(&self, mut changes: BTreeSet<usize>) -> Option<BTreeSet<usize>> {
        changes.retain(|change| {
            let at = &self.found[*change].at;
            at.old.is_empty() || at.new.is_empty()
        });
        Some(changes).filter(|changes| !changes.is_empty())
    }

    fn nearest(&mut self) -> &Versions<HashMap<Node, usize>> {
        let Self { found, versions, at, nearest, .. } = self;
        nearest.get_or_insert_with(|| {
            // If several are equally near, the most severe one is the cause.
            let sources = at.as_ref().map(|at| {
                let changes = at.iter().flat_map(|(node, changes)| changes.iter().map(move |change| (*node, *change)));
                let mut changes: Vec<(Node, usize)> = changes.collect();
                changes.sort_by_key(|(node, change)| (Reverse(found[*change].wire), *change, *node));
                changes
            });
            versions.zip(sources).map(|(version, sources)| version.elements.nearest(sources))
        })
    }
}

fn changes_by_node(found: &[Finding], is_included: impl Fn(&Finding) -> bool) -> Versions<ChangesByNode> {
    let mut at: Versions<ChangesByNode> = Versions::new(HashMap::new(), HashMap::new());
    for (index, found) in found.iter().enumerate().filter(|(_, found)| is_included(found)) {
        found.at.old.iter().for_each(|node| at.old.entry(*node).or_default().push(index));
        found.at.new.iter().for_each(|node| at.new.entry(*node).or_default().push(index));
    }
    at
}

/// Returns the changes at any of the elements, if there are any.
fn changes_at(at: &Versions<ChangesByNode>, nodes: &Versions<Vec<Node>>) -> Option<BTreeSet<usize>> {
    let old = nodes.old.iter().filter_map(|node| at.old.get(node));
    let changes: BTreeSet<usize> =
        old.chain(nodes.new.iter().filter_map(|node| at.new.get(node))).flatten().copied().collect();
    Some(changes).filter(|changes| !changes.is_empty())
}
