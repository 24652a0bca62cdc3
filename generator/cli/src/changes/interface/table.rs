//! The table of public items.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::item::Item;
use super::key::Key;
use bindery::internal::config::CrateFeature;
use bindery::internal::ir::{Block, Crate, Declaration, Node, Path, Public, RustType};

/// All public items, by owner and member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Interface {
    pub(super) owners: IndexMap<String, BTreeMap<String, Item>>,
    /// The features that each feature enables.
    pub(super) enables: BTreeMap<String, Vec<String>>,
}

impl Interface {
    /// Returns an item.
    pub(in crate::changes) fn get(&self, key: &Key) -> Option<&Item> {
        self.owners.get(&key.owner)?.get(&key.member)
    }

    /// Returns all items with the paths of their owners and their members.
    pub(in crate::changes) fn items(&self) -> impl Iterator<Item = (&str, &str, &Item)> {
        self.owners.iter().flat_map(|(owner, members)| {
            members.iter().map(move |(member, item)| (owner.as_str(), member.as_str(), item))
        })
    }

    /// Adds the members of a block. All types derive some traits, which are not compared.
    pub(super) fn add<R>(&mut self, block: Block<'_, R>) {
        let is_everywhere = |member: &Public<'_, R>| match &member.declaration {
            Declaration::Trait(RustType { path: Path::Own(name), .. }) => ["Clone", "Debug"].contains(&name.as_str()),
            _ => false,
        };
        let owner = block.path();
        for member in block.members.into_iter().filter(|member| !is_everywhere(member)) {
            let Public { name, declaration, nodes, feature, .. } = member;
            let nodes = if nodes.is_empty() { block.nodes.clone() } else { nodes };
            let feature = feature.or(block.feature);
            let key = Key::new(&owner, &declaration.path(&name));
            self.insert(key, Item { name: name.into_owned(), declaration, nodes, feature });
        }
    }

    /// Adds the features of the crate, which manifests of users name.
    pub(super) fn add_features(&mut self, package: &Crate) {
        let features = &package.manifest.features;
        self.enables = features.iter().map(|feature| (feature.name.clone(), feature.enables.clone())).collect();
        let mut nodes = feature_nodes(package);
        for name in features.iter().map(|feature| feature.name.as_str()).chain(["default"]) {
            let (name, declaration) = (name.to_owned(), Declaration::Feature);
            let (key, nodes) =
                (Key::new("feature", &declaration.path(&name)), nodes.remove(&*name).unwrap_or_default());
            self.insert(key, Item { name, declaration, nodes, feature: None });
        }
    }

    pub(super) fn insert(&mut self, key: Key, item: Item) {
        self.owners.entry(key.owner).or_default().insert(key.member, item);
    }
}

/// Returns the elements of the API that each feature is made for.
fn feature_nodes(package: &Crate) -> BTreeMap<&str, Vec<Node>> {
    let schemes = package.client.iter().flat_map(|client| (0..client.schemes.len()).map(Node::Scheme));
    let events = package.events.iter().flat_map(|events| (0..events.variants.len()).map(Node::Event));
    let mut nodes: BTreeMap<&str, Vec<Node>> = BTreeMap::from([
        (CrateFeature::Oauth.name(), schemes.collect()),
        (CrateFeature::Events.name(), events.clone().collect()),
        (CrateFeature::WebhookSignatures.name(), events.collect()),
    ]);
    for group in package.groups() {
        for name in &group.gate.any {
            nodes.entry(name).or_default().push(Node::Group(group.index));
        }
    }
    nodes
}
