//! Compares two models: matches the parts of both descriptions and finds their differences.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use indexmap::IndexMap;
use indexmap::map::Entry;

use super::ChangeKind;
use super::finding::Finding;
use super::pairing::pair;
use super::side::Side;
use crate::analysis::Direction;
use crate::model::{Api, Docs, Shape, Type, TypeId};
use crate::pointer::Pointer;

/// Returns all differences between two sides, and the types that only have another name in the code.
pub(super) fn compare(old: Side<'_>, new: Side<'_>) -> (Vec<Finding>, BTreeMap<String, String>) {
    let mut comparison = Comparison { old, new, found: Vec::new(), paired: HashSet::new(), pending: Vec::new() };
    comparison.info();
    comparison.tags_described();
    comparison.server();
    comparison.security();
    comparison.operations();
    comparison.events();
    // Types used by operations are compared first, so that a renamed schema is recognized by its use.
    comparison.pending_types();
    comparison.schemas();
    comparison.pending_types();
    comparison.behind_own_types();
    let renamed = comparison.renamed_types();
    (once(comparison.found), renamed)
}

/// The pointers of a change in both descriptions.
type Places = (Option<String>, Option<String>);

/// Each change once: what is written at one place may belong to several parts of the model, such as a field and its type, or
/// all the types that take it in; and a text that lists values differs where these do.
fn once(found: Vec<Finding>) -> Vec<Finding> {
    let place = |found: &Finding| {
        let pointer = |side: &Option<(Pointer, String)>| side.as_ref().map(|(pointer, _)| pointer.as_str().to_owned());
        (pointer(&found.old), pointer(&found.new))
    };
    let values = |kind| matches!(kind, ChangeKind::ValueAdded | ChangeKind::ValueRemoved | ChangeKind::ValueMeaning);
    let listed: HashSet<String> = found
        .iter()
        .filter(|found| values(found.kind))
        .flat_map(|found| <[Option<String>; 2]>::from(place(found)))
        .flatten()
        .collect();
    let is_listed = |found: &Finding| {
        let (old, new) = place(found);
        found.kind == ChangeKind::Docs && [old, new].iter().flatten().any(|place| listed.contains(place))
    };
    let mut merged: IndexMap<(ChangeKind, Places, String), Finding> = IndexMap::new();
    for found in found.into_iter().filter(|found| !is_listed(found)) {
        let place = place(&found);
        let sentence = match found.kind {
            ChangeKind::Docs | ChangeKind::Deprecation | ChangeKind::Limit => String::new(),
            _ if place == (None, None) => found.message.clone(),
            // The same sentence applies to each use of a location.
            _ => found.message.replace(&format!("`{}", found.subject), "`"),
        };
        match merged.entry((found.kind, place, sentence)) {
            Entry::Vacant(entry) => drop(entry.insert(found)),
            Entry::Occupied(mut entry) => entry.get_mut().merge(found),
        }
    }
    // Changes with the same sentence cannot be distinguished.
    let mut findings: IndexMap<(ChangeKind, String, String), Finding> = IndexMap::new();
    for found in merged.into_values().map(Finding::with_uses) {
        match findings.entry((found.kind, found.subject.clone(), found.message.clone())) {
            Entry::Vacant(entry) => drop(entry.insert(found)),
            Entry::Occupied(mut entry) => entry.get_mut().merge(found),
        }
    }
    findings.into_values().collect()
}

pub(super) struct Comparison<'a> {
    pub(super) old: Side<'a>,
    pub(super) new: Side<'a>,
    pub(super) found: Vec<Finding>,
    /// The pairs of matching definitions.
    paired: HashSet<(TypeId, TypeId)>,
    /// The pairs that are not compared yet.
    pending: Vec<(TypeId, TypeId)>,
}

impl Comparison<'_> {
    /// Returns the types that have another name in the code, in each form, unless they were split or merged.
    fn renamed_types(&self) -> BTreeMap<String, String> {
        let (old, new) = (self.old, self.new);
        let mut renamed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut pairs: Vec<(TypeId, TypeId)> = self.paired.iter().copied().collect();
        pairs.sort_unstable();
        for (before, after) in pairs {
            for direction in [Direction::Response, Direction::Request] {
                let (was, is) = (old.names.of_type(before, direction), new.names.of_type(after, direction));
                renamed.entry(was.to_owned()).or_default().insert(is.to_owned());
            }
        }
        let single = renamed.into_iter().filter_map(|(was, is)| match is.into_iter().collect::<Vec<_>>().as_slice() {
            [only] if *only != was => Some((was, only.clone())),
            _ => None,
        });
        single.collect()
    }

    fn pending_types(&mut self) {
        while let Some((before, after)) = self.pending.pop() {
            self.definitions(before, after);
        }
    }

    /// Returns `true` if two types are equal, apart from changes reported for their definitions.
    pub(super) fn same(&mut self, old: &Type, new: &Type) -> bool {
        match (old, new) {
            (Type::Named(before), Type::Named(after)) if self.pair(*before, *after) => true,
            // An alias is not another type.
            (Type::Named(_), _) | (_, Type::Named(_)) => {
                let (resolved, now) = (self.old.api.unaliased(old).clone(), self.new.api.unaliased(new).clone());
                (resolved != *old || now != *new) && self.same(&resolved, &now)
            }
            (Type::List(before), Type::List(after))
            | (Type::Set(before), Type::Set(after))
            | (Type::Map(before), Type::Map(after))
            | (Type::Nullable(before), Type::Nullable(after)) => self.same(before, after),
            (Type::Tuple(before), Type::Tuple(after)) => {
                before.len() == after.len() && before.iter().zip(after).all(|(before, after)| self.same(before, after))
            }
            (Type::Own(before, of_old), Type::Own(after, of_new)) => {
                let path = |side: Side<'_>, id| side.api.own_types.get(id).map(|own| own.path.clone());
                path(self.old, *before) == path(self.new, *after)
                    && of_old.len() == of_new.len()
                    && of_old.iter().zip(of_new).all(|(before, after)| self.same(before, after))
            }
            _ => old == new,
        }
    }

    /// Matches two definitions. Returns `true` if they are the same item. Component schemas are matched by name, inline
    /// types by location, and an inline type that became a component by its Rust name.
    fn pair(&mut self, before: TypeId, after: TypeId) -> bool {
        if self.paired.contains(&(before, after)) {
            return true;
        }
        let (old, new) = (self.old.api.definition(before), self.new.api.definition(after));
        let alike = std::mem::discriminant(&old.shape) == std::mem::discriminant(&new.shape);
        let same = match (old.naming.schema(), new.naming.schema()) {
            (Some(before), Some(after)) if before == after => true,
            (None, None) => alike,
            (Some(was), Some(is)) => {
                alike && (self.is_called_alike(before, after) || self.is_renamed(was, before, is, after))
            }
            _ => alike && self.is_called_alike(before, after),
        };
        if same && self.paired.insert((before, after)) {
            self.pending.push((before, after));
        }
        same
    }

    fn is_called_alike(&self, before: TypeId, after: TypeId) -> bool {
        self.old.type_name(before) == self.new.type_name(after)
    }

    /// Returns `true` if a schema is at the location of another one and has most of its members, and neither is in both
    /// descriptions.
    fn is_renamed(&self, was: &str, before: TypeId, is: &str, after: TypeId) -> bool {
        let has = |side: Side<'_>, name: &str| {
            side.api.types.iter().any(|definition| definition.naming.schema() == Some(name))
        };
        let (Shape::Object(one), Shape::Object(other)) =
            (&self.old.api.definition(before).shape, &self.new.api.definition(after).shape)
        else {
            return false;
        };
        let kept = one.fields.iter().filter(|field| other.fields.iter().any(|now| now.wire == field.wire)).count();
        let most = kept * 3 >= 2 * one.fields.len().max(other.fields.len());
        kept > 0 && most && !has(self.new, was) && !has(self.old, is)
    }

    /// Matches component schemas by name, and the remaining ones by their Rust names.
    fn schemas(&mut self) {
        let (old, new) = (self.old, self.new);
        let (before, after) = (named_schemas(old.api), named_schemas(new.api));
        // A renamed schema was matched by its use.
        let met: HashSet<TypeId> = self.paired.iter().map(|(before, _)| *before).collect();
        let mut removed = Vec::new();
        let pairs = pair(before.iter().map(|(name, _)| *name), after.iter().map(|(name, _)| *name));
        for ((name, id), same) in before.into_iter().zip(pairs) {
            match same {
                Some(same) => drop(self.pair(id, after[same].1)),
                None if met.contains(&id) => {}
                None => removed.push((id, name)),
            }
        }
        for (id, name) in removed {
            let found =
                Finding::new(ChangeKind::TypeRemoved, &old.resource(id), name, format!("the schema `{name}` is gone"))
                    .before(&definition_place(old, id), super::phrase::shape(old.api, &old.api.definition(id).shape))
                    .claims(old.whole_type(id))
                    .claims(old.types_below(&old.api.definition(id).origin))
                    .migrate("take it out of the code, or keep a type of your own");
            self.found.push(found);
        }
        let paired: HashSet<TypeId> = self.paired.iter().map(|(_, after)| *after).collect();
        for (id, definition) in new.api.definitions().filter(|(id, _)| !paired.contains(id)) {
            let Some(name) = definition.naming.schema() else { continue };
            let found =
                Finding::new(ChangeKind::TypeAdded, &new.resource(id), name, format!("the schema `{name}` is new"))
                    .after(&definition_place(new, id), super::phrase::shape(new.api, &definition.shape))
                    .claims(new.whole_type(id))
                    .claims(new.types_below(&definition.origin));
            self.found.push(found);
        }
    }

    /// Reports differences in docs and in deprecation.
    pub(super) fn docs(&mut self, part: &Part<'_>, old: (&Docs, &Pointer), new: (&Docs, &Pointer)) {
        let ((before, old_place), (after, new_place)) = (old, new);
        if before.deprecated != after.deprecated {
            let sentence = if after.deprecated { "is deprecated now" } else { "is not deprecated any more" };
            let found = part.finding(ChangeKind::Deprecation, format!("{} {sentence}", part.quoted()));
            self.found.push(found.before(old_place, "").after(new_place, sentence));
        }
        let texts = |docs: &Docs| (docs.title.clone(), docs.description.clone(), docs.example.clone());
        if texts(before) != texts(after) {
            let found = part.finding(ChangeKind::Docs, format!("{} is described otherwise", part.quoted())).docs();
            self.found.push(found.before(old_place, prose(before, after)).after(new_place, prose(after, before)));
        }
    }

    /// Reports the differences between two matching definitions.
    fn definitions(&mut self, before: TypeId, after: TypeId) {
        let (old, new) = (self.old, self.new);
        let (one, other) = (old.api.definition(before), new.api.definition(after));
        let (resource, subject) = (new.resource(after), new.path(after));
        let part = Part { resource: &resource, subject: &subject };
        if let (Some(was), Some(is)) = (one.naming.schema(), other.naming.schema())
            && was != is
        {
            let found = part.finding(ChangeKind::TypeChanged, format!("the schema `{was}` is called `{is}`"));
            self.found
                .push(self.with_rust_names(found, before, after).before(&one.origin, was).after(&other.origin, is));
        } else if !self.is_called_alike(before, after) {
            let (was, is) = (old.type_name(before), new.type_name(after));
            let found =
                part.finding(ChangeKind::TypeChanged, format!("the type of {} is called `{is}`", part.quoted()));
            self.found
                .push(self.with_rust_names(found, before, after).before(&one.origin, was).after(&other.origin, is));
        }
        self.docs(&part, (&one.docs, &one.origin), (&other.docs, &other.origin));
        match (&one.shape, &other.shape) {
            (Shape::Object(one), Shape::Object(other)) => self.objects(before, after, one, other),
            (Shape::IntegerEnum(one), Shape::IntegerEnum(other)) => self.codes(before, after, one, other),
            (Shape::StringEnum(one), Shape::StringEnum(other)) => self.words(before, after, one, other),
            (Shape::Union(one), Shape::Union(other)) => self.unions(before, after, one, other),
            (Shape::Alias(inner), Shape::Alias(outer)) | (Shape::Wrapper(inner), Shape::Wrapper(outer))
                if self.same(inner, outer) =>
            {
                let sent = new.is_sent(after);
                let places = (&one.origin, &other.origin);
                self.constraints(&part, &one.constraints, &other.constraints, places, sent);
            }
            _ => self.changed_type(&part, before, after),
        }
    }

    /// Adds the Rust names to a renamed type, if it is renamed in the code too.
    fn with_rust_names(&self, found: Finding, before: TypeId, after: TypeId) -> Finding {
        if self.is_called_alike(before, after) {
            return found;
        }
        let (old, new) = (self.old, self.new);
        // If a type was split or merged, each use names another type.
        let found = found.claims(old.used_in(before)).claims(new.used_in(after));
        let found = found.claims(old.whole_type(before)).claims(new.whole_type(after));
        found.migrate(format!("write `{}` for `{}`", new.type_name(after), old.type_name(before)))
    }

    fn changed_type(&mut self, part: &Part<'_>, before: TypeId, after: TypeId) {
        let (old, new) = (self.old, self.new);
        let says = |side: Side<'_>, id: TypeId| super::phrase::shape(side.api, &side.api.definition(id).shape);
        let (was, is) = (says(old, before), says(new, after));
        let found = part
            .finding(ChangeKind::TypeChanged, format!("{} is {is} instead of {was}", part.quoted()))
            .before(&definition_place(old, before), was)
            .after(&definition_place(new, after), is)
            .breaks("values of the old form are not understood any more")
            .migrate(format!("use `{}` as it is declared now", new.type_name(after)))
            .claims(old.whole_type(before))
            .claims(new.whole_type(after));
        self.found.push(found);
    }
}

/// The subject of a change: the resource and its phrase.
pub(super) struct Part<'p> {
    pub(super) resource: &'p str,
    pub(super) subject: &'p str,
}

impl Part<'_> {
    pub(super) fn finding(&self, kind: ChangeKind, message: impl Into<String>) -> Finding {
        Finding::new(kind, self.resource, self.subject, message)
    }

    pub(super) fn quoted(&self) -> String {
        format!("`{}`", self.subject)
    }
}

/// Returns the texts of one side that differ on the other.
fn prose(docs: &Docs, other: &Docs) -> String {
    let rows = [(&docs.title, &other.title), (&docs.description, &other.description), (&docs.example, &other.example)];
    let texts: Vec<&str> =
        rows.into_iter().filter(|(own, other)| own != other).filter_map(|(own, _)| own.as_deref()).collect();
    texts.join("\n")
}

pub(super) fn definition_place(side: Side<'_>, id: TypeId) -> Pointer {
    side.api.definition(id).origin.clone()
}

/// Returns the component schemas with their names.
fn named_schemas(api: &Api) -> Vec<(&str, TypeId)> {
    api.definitions().filter_map(|(id, definition)| Some((definition.naming.schema()?, id))).collect()
}
