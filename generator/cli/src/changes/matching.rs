//! Matches the elements of two versions: components and operations by name, inline types by their use, parts by the keys
//! that identify them. What differs, and what it means, is decided elsewhere.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use super::equivalence::equal_types;
use super::operations::{match_operations, media_types, parameters, success_types};
use super::pairing::{added, join, matched, pair};
use super::subject::{Match, Subject};
use super::version::{ApiVersion, Versions};
use bindery::internal::analysis::Direction;
use bindery::internal::ir::Node;
use bindery::internal::model::{Api, BodyContent, Payload, Shape, Type, TypeId, Union, Variant, identity, plain_event};

/// Maximum number of new alternatives of a union that each removed one is compared with, because they may be the same
/// under another name.
const MAX_RENAMED: usize = 64;

/// A matching element with its parts.
pub(super) struct Pair {
    pub(super) whole: Match,
    pub(super) parts: Vec<Match>,
}

/// The elements of two versions that are the same.
pub(super) struct Matching {
    /// The elements, in the order of the report: properties of the API, operations, events, then types.
    pub(super) pairs: Vec<Pair>,
    /// The matching types. Several old types may have become one.
    types: HashSet<Versions<TypeId>>,
    /// The new element of each old type and operation.
    pub(super) new: HashMap<Node, Node>,
    /// The old element of each new type and operation.
    pub(super) old: HashMap<Node, Node>,
}

impl Matching {
    /// Returns `true` if two definitions are the same item.
    pub(super) fn is_same(&self, id: Versions<TypeId>) -> bool {
        self.types.contains(&id)
    }

    /// Returns the types that have another name in the code, in each form, unless they were split or merged.
    pub(super) fn renamed_types(&self, versions: Versions<ApiVersion<'_>>) -> BTreeMap<String, String> {
        let Versions { old, new } = versions;
        let mut renamed: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for pair in &self.pairs {
            let (Some(Subject::Type(was)), Some(Subject::Type(is))) = (pair.whole.old, pair.whole.new) else {
                continue;
            };
            for form in [Direction::Response, Direction::Request] {
                renamed.entry(old.names.of_type(was, form)).or_default().insert(new.names.of_type(is, form));
            }
        }
        let only =
            renamed.into_iter().filter_map(|(was, mut is)| Some((was, is.pop_first().filter(|_| is.is_empty())?)));
        only.filter(|(was, is)| was != is).map(|(was, is)| (was.to_owned(), is.to_owned())).collect()
    }
}

/// Matches the elements of two versions.
pub(super) fn match_versions(versions: Versions<ApiVersion<'_>>) -> Matching {
    let schemas = versions.map(|version| named_schemas(version.api).into_iter().map(|(name, _)| name).collect());
    let mut matcher =
        Matcher { versions, schemas, types: HashSet::new(), pending: Vec::new(), pairs: services(versions) };
    matcher.match_operations();
    matcher.match_events();
    matcher.match_pending_types();
    matcher.match_schemas();
    let Matcher { mut pairs, types, .. } = matcher;
    let own_types = versions.map(|version| version.api.own_types.behind.keys().collect::<Vec<_>>());
    let own_types = matched(own_types.as_ref().map(Vec::as_slice), |name| *name);
    pairs.extend(own_types.filter_map(|(at, _)| both(at.map_some(Subject::OwnType))).map(whole));
    let (mut new, mut old) = (HashMap::new(), HashMap::new());
    for Pair { whole, .. } in &pairs {
        if let (Some(before), Some(after)) = (whole.old.and_then(Subject::node), whole.new.and_then(Subject::node)) {
            new.entry(before).or_insert(after);
            old.entry(after).or_insert(before);
        }
    }
    Matching { pairs, types, new, old }
}

fn whole(whole: Match) -> Pair {
    Pair { whole, parts: Vec::new() }
}

/// Returns an element that both versions have.
fn both(subject: Match) -> Option<Match> {
    (subject.old.is_some() && subject.new.is_some()).then_some(subject)
}

/// Returns the properties of the whole API.
fn services(versions: Versions<ApiVersion<'_>>) -> Vec<Pair> {
    let mut all = vec![Versions::same(Some(Subject::Info)), Versions::same(Some(Subject::Address))];
    let servers = versions.map(|version| version.named_servers().map(|(name, _)| name).collect::<Vec<_>>());
    all.extend(by_key(servers, |name| *name, Subject::NamedServer));
    let variables = versions.map(|version| version.api.server_variables());
    all.extend(by_key(variables, |variable| variable.name.as_str(), Subject::ServerVariable));
    let schemes = versions.map(|version| version.api.security.iter().collect::<Vec<_>>());
    all.extend(by_key(schemes, |scheme| scheme.wire.as_str(), Subject::Scheme));
    all.push(Versions::same(Some(Subject::Security)));
    all.into_iter().map(whole).collect()
}

/// Matches items by a key.
fn by_key<T, K: Eq + Hash>(
    items: Versions<Vec<T>>,
    key: impl Fn(&T) -> K,
    subject: impl Fn(usize) -> Subject,
) -> Vec<Match> {
    let pairs = pair(items.old.iter().map(&key), items.new.iter().map(&key));
    join(&pairs, items.new.len()).map(|at| at.map_some(&subject)).collect()
}

struct Matcher<'a> {
    versions: Versions<ApiVersion<'a>>,
    /// The names of the component schemas.
    schemas: Versions<HashSet<&'a str>>,
    types: HashSet<Versions<TypeId>>,
    /// The pairs whose parts are not matched yet.
    pending: Vec<Versions<TypeId>>,
    pairs: Vec<Pair>,
}

impl<'a> Matcher<'a> {
    fn match_operations(&mut self) {
        let apis = self.versions.map(|version| version.api);
        let pairs = match_operations(apis.old, apis.new);
        for index in join(&pairs, apis.new.operations.len()) {
            let parts = match (index.old, index.new) {
                (Some(old), Some(new)) => self.operation_parts(Versions::new(old, new)),
                _ => Vec::new(),
            };
            self.pairs.push(Pair { whole: index.map_some(Subject::Operation), parts });
        }
    }

    fn operation_parts(&mut self, index: Versions<usize>) -> Vec<Match> {
        let operations = self.versions.zip(index).map(|(version, index)| &version.api.operations[index]);
        let mut parts = parameters(index, operations);
        let bodies = index
            .zip(operations)
            .map(|(index, operation)| Some(Subject::Body(operation.body.as_ref().map(|_| index)?)));
        parts.extend(Some(bodies).filter(|body| body.old.is_some() || body.new.is_some()));
        let contents = operations.map(|operation| operation.bodies().collect::<Vec<_>>());
        for (_, found) in matched(contents.as_ref().map(Vec::as_slice), |content| identity(&content.media_type)) {
            let kinds = found.map_some(|content: &&BodyContent| content.kind.ty().map(|ty| ty.split_null().0));
            self.visit(kinds.map(Option::flatten));
        }
        parts.push(index.map(|index| Some(Subject::Output(index))));
        for types in success_types(operations.map(|operation| &operation.success)) {
            self.visit(types.map(Some));
        }
        parts.extend(media_types(index, operations));
        let failures = operations.map(|operation| operation.error_responses.iter().collect());
        parts.extend(parts_by_key(index, failures, |failure| failure.status, Subject::Failure));
        let headers = operations.map(|operation| operation.headers.iter().collect());
        parts.extend(parts_by_key(index, headers, |header| header.wire.to_ascii_lowercase(), Subject::Header));
        parts.iter().for_each(|part| self.visit_part(*part));
        parts
    }

    fn match_events(&mut self) {
        let events = self.versions.map(|version| version.api.events.iter().collect::<Vec<_>>());
        let has_events = !events.old.is_empty() && !events.new.is_empty();
        let matches = by_key(events, |event| plain_event(&event.wire), Subject::Event);
        matches.iter().for_each(|event| self.visit_part(*event));
        self.pairs.extend(matches.into_iter().map(whole));
        self.pairs.extend(has_events.then(|| whole(Versions::same(Some(Subject::Events)))));
    }

    /// Matches the types in a part that both versions have.
    fn visit_part(&mut self, part: Match) {
        let types = self.versions.zip(part).map(|(version, part)| Some(split_null(version, version.type_of(part?)?).0));
        self.visit(types);
    }

    /// Matches the types in two types, even if these differ.
    fn visit(&mut self, types: Versions<Option<&Type>>) {
        if let (Some(old), Some(new)) = (types.old, types.new) {
            let apis = self.versions.map(|version| version.api);
            equal_types(apis, Versions::new(old, new), &mut |id| self.pair(id));
        }
    }

    /// Matches two definitions. Returns `true` if they are the same item. Component schemas are matched by name, inline
    /// types by location, and an inline type that became a component by its Rust name.
    fn pair(&mut self, id: Versions<TypeId>) -> bool {
        if self.types.contains(&id) {
            return true;
        }
        let definition = self.versions.zip(id).map(|(version, id)| version.api.definition(id));
        let same_shape = !definition.map(|definition| std::mem::discriminant(&definition.shape)).is_changed();
        let have_same_name = || !self.versions.zip(id).map(|(version, id)| version.type_name(id)).is_changed();
        let same = match (definition.old.naming.schema(), definition.new.naming.schema()) {
            (Some(old), Some(new)) if old == new => true,
            (None, None) => same_shape,
            (Some(old), Some(new)) => same_shape && (have_same_name() || self.is_renamed(id, Versions::new(old, new))),
            _ => same_shape && have_same_name(),
        };
        if same && self.types.insert(id) {
            self.pending.push(id);
        }
        same
    }

    /// Returns `true` if a schema is at the location of another one and has most of its members, and neither is in both
    /// descriptions.
    fn is_renamed(&self, id: Versions<TypeId>, name: Versions<&str>) -> bool {
        // This is checked first, because unions compare many pairs.
        if self.schemas.new.contains(name.old) || self.schemas.old.contains(name.new) {
            return false;
        }
        let shapes = self.versions.zip(id).map(|(version, id)| &version.api.definition(id).shape);
        let (Shape::Object(one), Shape::Object(other)) = (shapes.old, shapes.new) else { return false };
        let common = one.fields.iter().filter(|field| other.fields.iter().any(|new| new.wire == field.wire)).count();
        common > 0 && common * 3 >= 2 * one.fields.len().max(other.fields.len())
    }

    fn match_pending_types(&mut self) {
        while let Some(id) = self.pending.pop() {
            let parts = self.type_parts(id);
            parts.iter().for_each(|part| self.visit_part(*part));
            let types = id.map(|id| Some(Subject::Type(id)));
            self.visit_part(types);
            self.pairs.push(Pair { whole: types, parts });
        }
    }

    fn type_parts(&mut self, id: Versions<TypeId>) -> Vec<Match> {
        let shapes = self.versions.zip(id).map(|(version, id)| &version.api.definition(id).shape);
        match (shapes.old, shapes.new) {
            (Shape::Object(old), Shape::Object(new)) => {
                let objects = Versions::new(old, new);
                let fields = objects.map(|object| object.fields.iter().collect());
                let mut parts = parts_by_key(id, fields, |field| field.wire.as_str(), Subject::Field);
                let others =
                    id.zip(objects).map(|(id, object)| object.others.as_ref().map(|_| Subject::OtherMembers(id)));
                parts.extend(Some(others).filter(|others| others.old.is_some() || others.new.is_some()));
                parts
            }
            (Shape::IntegerEnum(old), Shape::IntegerEnum(new)) => {
                let codes = Versions::new(old, new).map(|values| values.codes.iter().collect());
                parts_by_key(id, codes, |value| value.code, Subject::Value)
            }
            (Shape::StringEnum(old), Shape::StringEnum(new)) => {
                let words = Versions::new(old, new).map(|values| values.words.iter().collect());
                parts_by_key(id, words, |value| value.wire.as_str(), Subject::Value)
            }
            (Shape::Union(old), Shape::Union(new)) => {
                let matches = self.match_alternatives(id, Versions::new(old, new));
                join(&matches, new.variants.len()).map(|at| part(id, at, Subject::Alternative)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Matches the alternatives of both versions: by their names in the code, otherwise by their schemas, which may have
    /// been renamed.
    fn match_alternatives(&mut self, id: Versions<TypeId>, unions: Versions<&Union>) -> Vec<Option<usize>> {
        let names = self.versions.zip(id).zip(unions).map(|((version, id), union)| {
            (0..union.variants.len()).map(|index| version.names.variant(id, index)).collect::<Vec<_>>()
        });
        let mut matches = pair(names.old, names.new);
        let schema = |api: &Api, variant: &Variant| match &variant.payload {
            Payload::Type(Type::Named(id)) if api.definition(*id).naming.schema().is_some() => Some(*id),
            _ => None,
        };
        let apis = self.versions.map(|version| version.api);
        let rest = added(&matches, unions.new.variants.len());
        let rest = rest.filter_map(|at| Some((at, schema(apis.new, &unions.new.variants[at])?)));
        let mut rest: Vec<(usize, TypeId)> = rest.take(MAX_RENAMED).collect();
        for (index, variant) in unions.old.variants.iter().enumerate() {
            let Some(old) = schema(apis.old, variant).filter(|_| matches[index].is_none()) else { continue };
            if let Some(found) = rest.iter().position(|(_, new)| self.pair(Versions::new(old, *new))) {
                matches[index] = Some(rest.remove(found).0);
            }
        }
        matches
    }

    /// Matches component schemas by name, then what they contain. A renamed schema was matched by its use.
    fn match_schemas(&mut self) {
        let schemas = self.versions.map(|version| named_schemas(version.api));
        let known: HashSet<TypeId> = self.types.iter().map(|id| id.old).collect();
        let mut alone: Vec<Match> = Vec::new();
        for (at, _) in matched(schemas.as_ref().map(Vec::as_slice), |(name, _)| *name) {
            let id = schemas.as_ref().zip(at).map(|(schemas, at)| Some(schemas[at?].1));
            match (id.old, id.new) {
                (Some(old), Some(new)) => drop(self.pair(Versions::new(old, new))),
                (Some(old), None) if known.contains(&old) => {}
                _ => alone.push(id.map_some(Subject::Type)),
            }
        }
        let known: HashSet<TypeId> = self.types.iter().map(|id| id.new).collect();
        self.match_pending_types();
        let first = self.pairs.iter().position(|pair| matches!(pair.whole.old, Some(Subject::Type(_))));
        let first = first.unwrap_or(self.pairs.len());
        self.pairs[first..].sort_by_key(|pair| pair.whole);
        alone.retain(|schema| schema.new.and_then(Subject::type_id).is_none_or(|id| !known.contains(&id)));
        self.pairs.extend(alone.into_iter().map(whole));
    }
}

fn part<O>(owner: Versions<O>, at: Versions<Option<usize>>, subject: fn(O, usize) -> Subject) -> Match {
    owner.zip(at).map(|(owner, at)| Some(subject(owner, at?)))
}

fn parts_by_key<O: Copy, T, K: Eq + Hash>(
    owner: Versions<O>,
    items: Versions<Vec<T>>,
    key: impl Fn(&T) -> K,
    subject: fn(O, usize) -> Subject,
) -> Vec<Match> {
    let pairs = pair(items.old.iter().map(&key), items.new.iter().map(&key));
    join(&pairs, items.new.len()).map(|at| part(owner, at, subject)).collect()
}

/// Returns the component schemas with their names.
fn named_schemas(api: &Api) -> Vec<(&str, TypeId)> {
    api.definitions().filter_map(|(id, definition)| Some((definition.naming.schema()?, id))).collect()
}

/// Returns a type without `null`, and whether `null` was allowed, also through an alias.
pub(super) fn split_null<'a>(version: ApiVersion<'a>, ty: &'a Type) -> (&'a Type, bool) {
    match (ty, version.api.unaliased(ty)) {
        (Type::Nullable(inner), _) | (_, Type::Nullable(inner)) => (inner, true),
        _ => (ty, false),
    }
}
