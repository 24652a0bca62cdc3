//! Compares two models: matches the items of both descriptions and finds their differences.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::Hash;

use indexmap::IndexMap;
use indexmap::map::Entry;

use super::base::{Bases, Directed};
use super::equivalence::{Equivalence, equal_types};
use super::finding::Finding;
use super::matching::Matching;
use super::pairing::pair;
use super::rule::Rule;
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions, type_node};
use super::{ChangeKind, phrase, rules};
use bindery::internal::analysis::Direction;
use bindery::internal::model::{Api, Docs, Operation, Shape, Type, TypeId};
use bindery::internal::pointer::Pointer;

/// The result of comparing two models.
pub(super) struct Compared {
    /// All differences.
    pub(super) found: Vec<Finding>,
    /// The types that only have another name in the code.
    pub(super) renamed: BTreeMap<String, String>,
    pub(super) matching: Matching,
}

/// Compares the models of two versions.
pub(super) fn compare(versions: Versions<ApiVersion<'_>>) -> Compared {
    let schemas = versions.map(|version| named_schemas(version.api).into_iter().map(|(name, _)| name).collect());
    let mut comparison = Comparison {
        versions,
        schemas,
        bases: versions.map(Bases::new),
        type_names: versions.new.api.definitions().map(|(id, _)| versions.new.type_name(id)).collect(),
        found: Vec::new(),
        paired: HashSet::new(),
        pending: Vec::new(),
        matching: Matching::default(),
    };
    comparison.compare_info();
    comparison.compare_servers();
    comparison.compare_security();
    comparison.compare_operations();
    comparison.compare_events();
    // Types used by operations are compared first, so that a renamed schema is recognized by its use.
    comparison.compare_pending_types();
    comparison.compare_schemas();
    comparison.compare_pending_types();
    comparison.compare_replaced_schemas();
    let mut types: Vec<Versions<TypeId>> = comparison.paired.iter().copied().collect();
    types.sort_unstable();
    let renamed = comparison.renamed_types(&types);
    let mut matching = comparison.matching;
    types.into_iter().for_each(|id| matching.add(id.map(type_node)));
    Compared { found: merge(comparison.found), renamed, matching }
}

/// Describes a different deprecation: `is now deprecated, with its sunset on 2027-01-31`.
fn deprecation(docs: Versions<&Docs>) -> String {
    let Versions { old, new } = docs.map(|docs| docs.sunset.as_deref());
    let sunset = new.filter(|_| new != old).map(|new| {
        let before = old.map(|old| format!(" instead of {old}")).unwrap_or_default();
        format!("its sunset on {new}{before}")
    });
    let effect = match docs.map(|docs| docs.deprecated).into_array() {
        [false, true] => Some("is now deprecated"),
        [true, false] => Some("is no longer deprecated"),
        _ => None,
    };
    match (effect, sunset) {
        (Some(effect), Some(sunset)) => format!("{effect}, with {sunset}"),
        (Some(effect), None) => effect.to_owned(),
        (None, Some(sunset)) => format!("now has {sunset}"),
        (None, None) => "no longer has a sunset".to_owned(),
    }
}

/// Merges findings of one change: several items of the model may have the same location, such as a field and its type, or
/// all types that inherit a member, and several old types may have become one. A text that lists values changes with
/// these values.
fn merge(mut found: Vec<Finding>) -> Vec<Finding> {
    let is_value = |kind| matches!(kind, ChangeKind::ValueAdded | ChangeKind::ValueRemoved | ChangeKind::ValueChanged);
    let values = found.iter().filter(|found| is_value(found.kind));
    let listed: HashSet<Pointer> = values.flat_map(|found| found.locations().into_array()).flatten().cloned().collect();
    let is_listed = |pointer: Option<&Pointer>| pointer.is_some_and(|pointer| listed.contains(pointer));
    found.retain(|found| found.kind != ChangeKind::Docs || !found.locations().into_array().into_iter().any(is_listed));
    let by_location = merge_by(found, |found| {
        let is_located = found.excerpts.old.is_some() || found.excerpts.new.is_some();
        let subject = (!is_located).then(|| found.subject.clone());
        (found.kind, found.template, found.locations().map_some(Pointer::clone), subject, found.detail.clone())
    });
    // A reader cannot distinguish changes with the same message.
    let by_location = by_location.into_iter().map(Finding::with_uses).collect();
    merge_by(by_location, |found| (found.kind, found.subject.clone(), found.message.clone()))
}

fn merge_by<K: Eq + Hash>(found: Vec<Finding>, key: impl Fn(&Finding) -> K) -> Vec<Finding> {
    let mut merged: IndexMap<K, Finding> = IndexMap::new();
    for found in found {
        match merged.entry(key(&found)) {
            Entry::Vacant(entry) => drop(entry.insert(found)),
            Entry::Occupied(mut entry) => entry.get_mut().merge(found),
        }
    }
    merged.into_values().collect()
}

pub(super) struct Comparison<'a> {
    pub(super) versions: Versions<ApiVersion<'a>>,
    /// The names of the component schemas.
    schemas: Versions<HashSet<&'a str>>,
    bases: Versions<Bases>,
    /// The names of the types of the new version.
    type_names: HashSet<&'a str>,
    pub(super) found: Vec<Finding>,
    /// The pairs of matching definitions.
    paired: HashSet<Versions<TypeId>>,
    /// The pairs that are not compared yet.
    pending: Vec<Versions<TypeId>>,
    /// The matching operations.
    pub(super) matching: Matching,
}

impl<'a> Comparison<'a> {
    /// Returns two matching operations.
    pub(super) fn operations(&self, index: Versions<usize>) -> Versions<&'a Operation> {
        self.versions.zip(index).map(|(version, index)| &version.api.operations[index])
    }

    /// Returns the subject of changes to a type. Old programs are concerned in the directions that both versions have.
    pub(super) fn type_subject(&self, id: Versions<TypeId>) -> ChangeSubject {
        let new = self.versions.new;
        let Versions { old: before, new: after } = self.directions(id);
        ChangeSubject::new(new.resource(id.new), new.path(id.new), id.map(|id| Some(type_node(id))))
            .at(self.versions.zip(id).map(|(version, id)| definition_location(version, id)))
            .in_directions(before.sent && after.sent, before.received && after.received)
            .of_base(after.is_inherited)
            .with("type", new.type_name(id.new))
    }

    /// Returns the directions in which programs use a type.
    pub(super) fn directions(&self, id: Versions<TypeId>) -> Versions<Directed> {
        self.bases.as_ref().zip(self.versions).zip(id).map(|((bases, version), id)| bases.directions(version, id))
    }

    /// Returns the types that have another name in the code, in each form, unless they were split or merged.
    fn renamed_types(&self, pairs: &[Versions<TypeId>]) -> BTreeMap<String, String> {
        let Versions { old, new } = self.versions;
        let mut renamed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for id in pairs {
            for direction in [Direction::Response, Direction::Request] {
                let (was, is) = (old.names.of_type(id.old, direction), new.names.of_type(id.new, direction));
                renamed.entry(was.to_owned()).or_default().insert(is.to_owned());
            }
        }
        let single = renamed.into_iter().filter_map(|(was, is)| match is.into_iter().collect::<Vec<_>>().as_slice() {
            [only] if *only != was => Some((was, only.clone())),
            _ => None,
        });
        single.collect()
    }

    fn compare_pending_types(&mut self) {
        while let Some(id) = self.pending.pop() {
            self.compare_definitions(id);
        }
    }

    /// Returns `true` if two types are equal, apart from changes reported for their definitions.
    pub(super) fn are_equal(&mut self, old: &Type, new: &Type) -> bool {
        let apis = self.apis();
        equal_types(apis, Versions::new(old, new), &mut |id| self.pair(id))
    }

    /// Returns `true` if two types are equal but for their names.
    pub(super) fn are_equivalent(&mut self, old: &Type, new: &Type) -> bool {
        self.equivalence().has_equal_types(Versions::new(old, new))
    }

    /// Returns the comparison of types by their contents.
    pub(super) fn equivalence(&self) -> Equivalence<'a> {
        Equivalence::new(self.apis())
    }

    fn apis(&self) -> Versions<&'a Api> {
        self.versions.map(|version| version.api)
    }

    pub(super) fn are_options_equal(&mut self, types: Versions<Option<&Type>>) -> bool {
        match (types.old, types.new) {
            (Some(old), Some(new)) => self.are_equal(old, new),
            (old, new) => old.is_none() && new.is_none(),
        }
    }

    /// Matches two definitions. Returns `true` if they are the same item. Component schemas are matched by name, inline
    /// types by location, and an inline type that became a component by its Rust name.
    pub(super) fn pair(&mut self, id: Versions<TypeId>) -> bool {
        if self.paired.contains(&id) {
            return true;
        }
        let definition = self.versions.zip(id).map(|(version, id)| version.api.definition(id));
        let shapes = definition.map(|definition| std::mem::discriminant(&definition.shape));
        let same_shape = shapes.old == shapes.new;
        let same = match (definition.old.naming.schema(), definition.new.naming.schema()) {
            (Some(old), Some(new)) if old == new => true,
            (None, None) => same_shape,
            (Some(old), Some(new)) => {
                same_shape && (self.have_same_name(id) || self.is_renamed(id, Versions::new(old, new)))
            }
            _ => same_shape && self.have_same_name(id),
        };
        if same && self.paired.insert(id) {
            self.pending.push(id);
        }
        same
    }

    fn have_same_name(&self, id: Versions<TypeId>) -> bool {
        self.versions.old.type_name(id.old) == self.versions.new.type_name(id.new)
    }

    /// Returns `true` if a schema is at the location of another one and has most of its members, and neither is in both
    /// descriptions.
    fn is_renamed(&self, id: Versions<TypeId>, name: Versions<&str>) -> bool {
        // This is checked first, because unions compare many pairs.
        if self.schemas.new.contains(name.old) || self.schemas.old.contains(name.new) {
            return false;
        }
        let Versions { old, new } = self.versions;
        let (Shape::Object(one), Shape::Object(other)) =
            (&old.api.definition(id.old).shape, &new.api.definition(id.new).shape)
        else {
            return false;
        };
        let common = one.fields.iter().filter(|field| other.fields.iter().any(|new| new.wire == field.wire)).count();
        let is_most = common * 3 >= 2 * one.fields.len().max(other.fields.len());
        common > 0 && is_most
    }

    /// Matches component schemas by name, and the remaining ones by their Rust names.
    fn compare_schemas(&mut self) {
        let Versions { old, new } = self.versions;
        let schemas = self.versions.map(|version| named_schemas(version.api));
        // A renamed schema was matched by its use.
        let matched: HashSet<TypeId> = self.paired.iter().map(|pair| pair.old).collect();
        let pairs = pair(schemas.old.iter().map(|(name, _)| *name), schemas.new.iter().map(|(name, _)| *name));
        for ((name, id), same) in schemas.old.into_iter().zip(pairs) {
            match same {
                Some(same) => drop(self.pair(Versions::new(id, schemas.new[same].1))),
                None if matched.contains(&id) => {}
                None => {
                    let subject = ChangeSubject::new(old.resource(id), name, Versions::only_old(type_node(id)));
                    let subject = subject.at(Versions::only_old(definition_location(old, id)));
                    self.report(rules::SCHEMA_REMOVED, &subject, Versions::only_old(shape(old, id)));
                }
            }
        }
        let paired: HashSet<TypeId> = self.paired.iter().map(|pair| pair.new).collect();
        for (name, id) in schemas.new.into_iter().filter(|(_, id)| !paired.contains(id)) {
            let subject = ChangeSubject::new(new.resource(id), name, Versions::only_new(type_node(id)));
            let subject = subject.at(Versions::only_new(definition_location(new, id)));
            self.report(rules::SCHEMA_ADDED, &subject, Versions::only_new(shape(new, id)));
        }
    }

    /// Reports changes of schemas that the user's types replace. They do not affect the emitted code, but may affect
    /// these types.
    fn compare_replaced_schemas(&mut self) {
        let Versions { old, new } = self.versions.map(|version| &version.api.own_types.behind);
        for (name, _) in old.iter().filter(|(name, schema)| new.get(*name).is_some_and(|new| new != *schema)) {
            let location = Pointer::component("schemas", name);
            let subject = ChangeSubject::new(name, name, Versions::new(None, None));
            let subject = subject.at(Versions::same(&location));
            self.report(rules::OWN_TYPE, &subject, Versions::same(String::new()));
        }
    }

    /// Reports differences in docs and in deprecation.
    pub(super) fn compare_docs(&mut self, subject: &ChangeSubject, docs: Versions<&Docs>) {
        if docs.map(|docs| (docs.deprecated, &docs.sunset)).is_changed() {
            self.report(rules::DEPRECATION, subject, Versions::new(String::new(), deprecation(docs)));
        }
        if docs.map(|docs| (&docs.title, &docs.description, &docs.example)).is_changed() {
            self.report(rules::DOCS, subject, Versions::same(String::new()));
        }
    }

    /// Reports a change of a subject; `texts` are the contents in the versions that have it.
    pub(super) fn report(&mut self, rule: Rule, subject: &ChangeSubject, texts: Versions<impl Into<Option<String>>>) {
        self.found.push(rule.apply(subject, texts.map(Into::into)));
    }

    /// Reports another type. Any value includes those of the other type, so that the server accepts old values, or the old
    /// bindings read new ones. A type that is equal but for its name has no other values.
    pub(super) fn report_type(&mut self, rule: Rule, subject: &ChangeSubject, types: Versions<&Type>) {
        let is_any = self.versions.zip(types).map(|(version, ty)| version.api.unaliased(ty) == &Type::Any);
        let (sent, received) = (subject.sent && !is_any.new, subject.received && !is_any.old);
        let subject = if self.equivalence().has_equal_types(types) {
            &subject.clone().without_directions()
        } else {
            &subject.clone().in_directions(sent, received)
        };
        let texts = self.versions.zip(types).map(|(version, ty)| phrase::ty(version.api, ty));
        self.report(rule, subject, texts);
    }

    /// Reports the differences between two matching definitions.
    fn compare_definitions(&mut self, id: Versions<TypeId>) {
        let definitions = self.versions.zip(id).map(|(version, id)| version.api.definition(id));
        let Versions { old: one, new: other } = definitions;
        let subject = self.type_subject(id);
        self.compare_names(&subject, id);
        self.compare_docs(&subject, definitions.map(|definition| &definition.docs));
        match (&one.shape, &other.shape) {
            (Shape::Object(old), Shape::Object(new)) => self.compare_objects(id, Versions::new(old, new)),
            (Shape::IntegerEnum(old), Shape::IntegerEnum(new)) => {
                self.compare_integer_enums(id, Versions::new(old, new));
            }
            (Shape::StringEnum(old), Shape::StringEnum(new)) => self.compare_string_enums(id, Versions::new(old, new)),
            (Shape::Union(old), Shape::Union(new)) => self.compare_unions(id, Versions::new(old, new)),
            (Shape::Alias(old), Shape::Alias(new)) | (Shape::Wrapper(old), Shape::Wrapper(new))
                if self.are_equal(old, new) =>
            {
                self.compare_constraints(&subject, definitions.map(|definition| &definition.constraints));
            }
            _ => {
                let shapes = self.versions.zip(id).map(|(version, id)| shape(version, id));
                let is_same = self.equivalence().has_equal_definitions(id);
                let subject = if is_same { subject.without_directions() } else { subject };
                self.report(rules::TYPE_SHAPE, &subject, shapes);
            }
        }
    }

    /// Reports another name of a schema or of its type.
    fn compare_names(&mut self, subject: &ChangeSubject, id: Versions<TypeId>) {
        let definitions = self.versions.zip(id).map(|(version, id)| version.api.definition(id));
        let types = self.versions.zip(id).map(|(version, id)| version.type_name(id));
        let subject = subject.clone().detailed("was", types.old);
        if let (Some(was), Some(is)) = (definitions.old.naming.schema(), definitions.new.naming.schema())
            && was != is
        {
            let rule = if types.is_changed() { rules::SCHEMA_AND_TYPE_NAME } else { rules::SCHEMA_NAME };
            self.report(rule, &subject, Versions::new(was.to_owned(), is.to_owned()));
        } else if types.is_changed() {
            let rule = if self.type_names.contains(types.old) { rules::TYPE_SPLIT } else { rules::TYPE_NAME };
            self.report(rule, &subject, types.map(str::to_owned));
        }
    }
}

fn shape(version: ApiVersion<'_>, id: TypeId) -> String {
    phrase::shape(version.api, &version.api.definition(id).shape)
}

fn definition_location(version: ApiVersion<'_>, id: TypeId) -> &Pointer {
    &version.api.definition(id).origin
}

/// Returns the component schemas with their names.
fn named_schemas(api: &Api) -> Vec<(&str, TypeId)> {
    api.definitions().filter_map(|(id, definition)| Some((definition.naming.schema()?, id))).collect()
}
