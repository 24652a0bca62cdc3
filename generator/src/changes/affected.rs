//! The old items that a change affects, each with the new item that represents the same item of the API.
//!
//! The differences of a report omit what follows from others, such as the members of a removed type. Programs use those
//! items too, so that they are listed here.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;

use super::ChangeKind;
use super::event::renamed_events;
use super::finding::{Finding, WireEffect};
use super::interface::{Difference, Interface, Key};
use super::operation::match_operations;
use super::pairing::pair;
use super::replaced::replaced_types;
use super::version::{ApiVersion, Claim, Versions};
use crate::analysis::Direction;
use crate::ident::without_underscore;
use crate::model::{Object, Payload, Shape, StringEnum, Text, Type, TypeId, Union, Variant};

/// An item of the old interface that a change affects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffectedItem {
    /// The old item.
    pub key: Key,
    /// Its declaration.
    pub before: String,
    /// The feature that enabled it.
    pub feature: Option<String>,
    /// The new item, unless it was removed.
    pub after: Option<Successor>,
    /// `true` if code that uses the item may stop compiling.
    pub breaks: bool,
}

/// The new item for an old one, possibly under another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The new item.
    pub key: Key,
    /// Its declaration.
    pub declaration: String,
    /// The feature that enables it.
    pub feature: Option<String>,
    /// The defaults of arguments, as literals.
    pub defaults: BTreeMap<String, String>,
}

/// The new items by old ones.
pub(super) struct Successors<'a> {
    interfaces: Versions<&'a Interface>,
    /// The features of the groups by module, where groups are features.
    groups: Versions<BTreeMap<&'a str, &'a str>>,
    /// The new owners for each old one. A type that was split has two.
    owners: BTreeMap<String, BTreeSet<String>>,
    /// The members with another name, by old owner.
    members: BTreeMap<(String, String), String>,
    /// The sent type for each old type that was sent and received, and is two types now.
    sent: BTreeMap<String, String>,
    /// The functions of operations.
    functions: BTreeMap<Key, Key>,
    /// The old functions by the types of their calls.
    calls: BTreeMap<String, Key>,
    /// The defaults of the arguments of new functions.
    defaults: BTreeMap<Key, BTreeMap<String, String>>,
    /// The affected items, which several changes may share.
    items: RefCell<BTreeMap<(Key, bool), SharedItem>>,
}

/// An affected item, or `None` if the old interface does not have it.
type SharedItem = Option<Arc<AffectedItem>>;

impl<'a> Successors<'a> {
    /// Matches the items of both versions by their definitions and operations.
    pub(super) fn new(versions: Versions<ApiVersion<'a>>, types: &[Versions<TypeId>]) -> Self {
        let interfaces = versions.map(|version| version.interface);
        let (owners, members) = (BTreeMap::new(), BTreeMap::new());
        let groups = versions.map(group_features);
        let mut successors = Self {
            interfaces,
            groups,
            owners,
            members,
            sent: BTreeMap::new(),
            functions: BTreeMap::new(),
            calls: BTreeMap::new(),
            defaults: BTreeMap::new(),
            items: RefCell::default(),
        };
        let pairs: BTreeSet<Versions<TypeId>> = types.iter().copied().collect();
        types.iter().for_each(|id| successors.add_type(versions, *id, &pairs));
        for (event, is) in renamed_events(versions) {
            successors.add_owner(event.owner.clone(), event.owner.clone());
            successors.members.insert((event.owner, event.member), is);
        }
        for index in 0..versions.old.api.operations.len() {
            let function = versions.old.function_claim(index).key();
            let ty = versions.old.operation_type(index, "");
            function.into_iter().for_each(|function| drop(successors.calls.insert(ty.clone(), function)));
        }
        let operations = match_operations(versions.old.api, versions.new.api).into_iter().enumerate();
        let operations: Vec<Versions<usize>> =
            operations.filter_map(|(old, new)| Some(Versions::new(old, new?))).collect();
        operations.iter().for_each(|index| successors.add_operation(versions, *index));
        let replaced = replaced_types(versions, &pairs, &operations);
        replaced.iter().for_each(|id| successors.add_type(versions, *id, &pairs));
        successors
    }

    fn add_type(
        &mut self,
        versions: Versions<ApiVersion<'_>>,
        id: Versions<TypeId>,
        pairs: &BTreeSet<Versions<TypeId>>,
    ) {
        let members = renamed_members(versions, id, pairs);
        let form = |version: ApiVersion<'_>, id, direction| format!("types::{}", version.names.of_type(id, direction));
        let directions = [Direction::Response, Direction::Request];
        let [received, sent] =
            directions.map(|direction| versions.zip(id).map(|(version, id)| form(version, id, direction)));
        if received.old == sent.old && received.new != sent.new {
            self.sent.insert(sent.old.clone(), sent.new.clone());
        }
        for (direction, owners) in directions.into_iter().zip([received, sent]) {
            let fields = versions.zip(id).map(|(version, id)| version.names.required_fields(id, direction));
            if let (Some(old), Some(new)) = (fields.old, fields.new) {
                self.add_owner(format!("types::{old}"), format!("types::{new}"));
            }
            for (was, is) in &members {
                self.members.insert((owners.old.clone(), was.clone()), is.clone());
            }
            self.add_owner(owners.old, owners.new);
        }
    }

    fn add_operation(&mut self, versions: Versions<ApiVersion<'_>>, index: Versions<usize>) {
        let both = versions.zip(index);
        let types = both.map(|(version, index)| version.operation_types(index));
        types.old.into_iter().zip(types.new).for_each(|(old, new)| self.add_owner(old, new));
        let errors = both.map(|(version, index)| version.error_type(index));
        self.add_owner(errors.old, errors.new);
        let calls = both.map(|(version, index)| version.call_type(index));
        self.add_owner(calls.old, calls.new);
        let functions = both.map(|(version, index)| version.function_claim(index).key());
        if let (Some(old), Some(new)) = (functions.old, functions.new) {
            self.add_owner(old.owner.clone(), new.owner.clone());
            self.defaults.insert(new.clone(), argument_defaults(versions.new, index.new));
            self.functions.insert(old, new);
        }
    }

    fn add_owner(&mut self, old: String, new: String) {
        self.owners.entry(old).or_default().insert(new);
    }

    /// Returns the new types for each old one, if there is another one.
    pub(super) fn types(&self) -> BTreeMap<String, BTreeSet<String>> {
        let others = self.owners.iter().filter(|(old, new)| new.iter().any(|new| new != *old));
        others.map(|(old, new)| (old.clone(), new.clone())).collect()
    }

    /// Returns the only new item for an old one.
    fn key(&self, old: &Key) -> Option<Key> {
        let exists = |key: &Key| self.interfaces.new.get(key).is_some();
        if let Some(function) = self.functions.get(old).filter(|key| exists(key)) {
            return Some(function.clone());
        }
        // Programs create values to send them.
        let sent = self.sent.get(&old.owner).filter(|_| old.member.starts_with("::"));
        let sent = sent.map(|owner| Key { owner: owner.clone(), member: old.member.clone() });
        if let Some(key) = sent.filter(exists) {
            return Some(key);
        }
        let renamed = self.members.get(&(old.owner.clone(), old.member.clone()));
        if renamed.is_none() && exists(old) {
            return Some(old.clone());
        }
        let member = renamed.unwrap_or(&old.member);
        let owners = self.owners.get(&old.owner)?.iter();
        let keys = owners.map(|owner| Key { owner: owner.clone(), member: member.clone() });
        match keys.filter(exists).collect::<Vec<_>>().as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    fn item(&self, key: &Key, breaks: bool) -> SharedItem {
        let mut items = self.items.borrow_mut();
        items.entry((key.clone(), breaks)).or_insert_with(|| self.new_item(key, breaks).map(Arc::new)).clone()
    }

    fn new_item(&self, key: &Key, breaks: bool) -> Option<AffectedItem> {
        let before = self.interfaces.old.get(key)?;
        let after = self.key(key).and_then(|key| {
            let item = self.interfaces.new.get(&key)?;
            let feature = item.feature.clone().or_else(|| group_feature(&key, &self.groups.new));
            let defaults = self.defaults.get(&key).cloned().unwrap_or_default();
            Some(Successor { declaration: item.code().to_owned(), feature, defaults, key })
        });
        Some(AffectedItem {
            key: key.clone(),
            before: before.code().to_owned(),
            feature: before.feature.clone().or_else(|| group_feature(key, &self.groups.old)),
            after,
            breaks,
        })
    }

    /// Returns the old items that a change affects: those that differ, and those that mean something else.
    pub(super) fn affected<'d>(
        &self,
        found: &Finding,
        items: impl Iterator<Item = (&'d Key, &'d Difference)>,
    ) -> Vec<Arc<AffectedItem>> {
        let mut differing: BTreeMap<&Key, bool> = BTreeMap::new();
        for (key, difference) in items {
            // What a call returns is part of its type.
            let function = self.calls.get(&key.owner).filter(|_| key.member.contains("::"));
            for key in [Some(key), function].into_iter().flatten() {
                *differing.entry(key).or_default() |= difference.breaks;
            }
        }
        let claimed =
            if differing.is_empty() && found.wire == WireEffect::Docs { &[] } else { found.claims.as_slice() };
        // A constructor may set a new member that programs built before do not send.
        let is_newly_required = found.kind == ChangeKind::FieldAdded && found.wire == WireEffect::Breaks;
        let same: BTreeSet<Key> = claimed
            .iter()
            .filter_map(Claim::key)
            .filter(|key| !differing.contains_key(key))
            .filter(|key| differing.is_empty() || is_newly_required || self.is_called_differently(key))
            .collect();
        let differing = differing.iter().filter_map(|(key, breaks)| self.item(key, *breaks));
        differing.chain(same.iter().filter_map(|key| self.item(key, false))).collect()
    }

    /// Returns `true` if calls of a function compile, but its arguments have other names.
    fn is_called_differently(&self, key: &Key) -> bool {
        let code = self.interfaces.map(|interface| interface.get(key).map(|item| item.code()));
        code.old.is_some() && code.new.is_some() && code.old != code.new
    }
}

/// Returns the features of groups by their modules, if groups are features.
fn group_features(version: ApiVersion<'_>) -> BTreeMap<&str, &str> {
    let groups = (0..version.api.groups.len()).map(|group| version.names.group(group));
    let is_feature = |feature: &str| {
        version.interface.get(&Key { owner: "feature".to_owned(), member: format!(" {feature}") }).is_some()
    };
    let groups = groups.filter(|group| is_feature(&group.feature));
    groups.map(|group| (group.function.as_str(), group.feature.as_str())).collect()
}

/// Returns the feature of the group that an item is in.
fn group_feature(key: &Key, groups: &BTreeMap<&str, &str>) -> Option<String> {
    let module = key.owner.strip_prefix("api::")?.split("::").next()?;
    groups.get(module).map(|feature| (*feature).to_owned())
}

/// Returns the defaults of the required parameters of an operation that a literal can express.
fn argument_defaults(version: ApiVersion<'_>, index: usize) -> BTreeMap<String, String> {
    let names = &version.names.operation(index).parameters;
    let parameters = version.api.operations[index].parameters.iter().zip(names);
    let defaults = parameters.filter_map(|(parameter, name)| {
        let default = parameter
            .default
            .as_ref()
            .filter(|default| parameter.required && version.api.is_simple_default(&parameter.ty, default))?;
        let literal = match (version.api.unaliased(&parameter.ty), default) {
            (Type::Number(_), Value::Number(number)) => format!("{:?}", number.as_f64()?),
            (Type::Boolean | Type::Integer(_), default) => default.to_string(),
            (Type::Text(Text::Plain), Value::String(text)) => format!("{text:?}"),
            _ => return None,
        };
        Some((name.clone(), literal))
    });
    defaults.collect()
}

/// Returns the members of a type that have another name: fields with their setters, values and alternatives.
fn renamed_members(
    versions: Versions<ApiVersion<'_>>,
    id: Versions<TypeId>,
    pairs: &BTreeSet<Versions<TypeId>>,
) -> Vec<(String, String)> {
    let shapes = versions.zip(id).map(|(version, id)| &version.api.definition(id).shape);
    match (shapes.old, shapes.new) {
        (Shape::Object(one), Shape::Object(other)) => {
            let wires = |object: &Object| object.fields.iter().map(|field| field.wire.clone()).collect::<Vec<_>>();
            let names = matched(wires(one), wires(other))
                .map(|pair| versions.zip(id).zip(pair).map(|((version, id), index)| version.names.field(id, index)));
            let renamed = names.filter(|names| names.old != names.new);
            renamed.flat_map(|names| field_members(names.old).into_iter().zip(field_members(names.new))).collect()
        }
        (Shape::StringEnum(one), Shape::StringEnum(other)) => {
            let wires = |words: &StringEnum| words.words.iter().map(|word| word.wire.clone()).collect::<Vec<_>>();
            variants(versions, id, matched(wires(one), wires(other)))
        }
        (Shape::Union(one), Shape::Union(other)) => {
            let hints = |union: &Union| union.variants.iter().map(|variant| variant.hint.clone()).collect::<Vec<_>>();
            let is_named = |pair: &Versions<usize>| !one.variants[pair.old].hint.is_empty();
            let named = matched(hints(one), hints(other)).filter(is_named);
            let payload = |variant: &Variant| match &variant.payload {
                Payload::Type(Type::Named(id)) => Some(*id),
                _ => None,
            };
            // An alternative whose schema was renamed.
            let new = other.variants.iter().enumerate();
            let new: BTreeMap<TypeId, usize> = new.rev().filter_map(|(at, new)| Some((payload(new)?, at))).collect();
            let with_same_type = one.variants.iter().enumerate().filter_map(|(at, variant)| {
                let is_renamed = |new: &usize| other.variants[*new].hint != variant.hint;
                let same = successors(pairs, payload(variant)?).filter_map(|id| new.get(&id).copied());
                Some(Versions::new(at, same.filter(is_renamed).min()?))
            });
            variants(versions, id, named.chain(with_same_type))
        }
        // The name of an integer is its meaning: another one is another value to the reader.
        _ => Vec::new(),
    }
}

/// Returns the new types that an old one is matched with.
fn successors(pairs: &BTreeSet<Versions<TypeId>>, old: TypeId) -> impl Iterator<Item = TypeId> {
    let first = Versions::new(old, TypeId::new(0));
    pairs.range(first..).take_while(move |pair| pair.old == old).map(|pair| pair.new)
}

/// Returns the positions of equal elements.
fn matched(old: Vec<String>, new: Vec<String>) -> impl Iterator<Item = Versions<usize>> {
    let pairs = pair(old, new).into_iter().enumerate();
    pairs.filter_map(|(old, new)| Some(Versions::new(old, new?)))
}

fn variants(
    versions: Versions<ApiVersion<'_>>,
    id: Versions<TypeId>,
    pairs: impl Iterator<Item = Versions<usize>>,
) -> Vec<(String, String)> {
    let names =
        pairs.map(|pair| versions.zip(id).zip(pair).map(|((version, id), index)| version.names.variant(id, index)));
    let renamed = names.filter(|names| names.old != names.new);
    renamed.map(|names| (format!("::{}", names.old), format!("::{}", names.new))).collect()
}

/// Returns the members of a field.
fn field_members(name: &str) -> [String; 3] {
    [format!(".{name}"), format!("::{name}"), format!("::clear_{}", without_underscore(name))]
}
