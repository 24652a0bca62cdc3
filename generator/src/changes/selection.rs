//! The changes that concern given resources: tags with their operations, or schemas, with the types that they use.

use std::collections::HashSet;

use super::finding::Finding;
use super::version::{ApiVersion, Versions};
use super::{Change, ChangeKind};
use crate::model::TypeId;
use crate::pointer::Pointer;

/// The given resources, with the items that belong to them.
pub(super) struct Selection<'s> {
    resources: &'s [String],
    versions: Versions<SelectedItems>,
}

/// The items of one version that belong to the resources.
#[derive(Default)]
struct SelectedItems {
    /// The locations of operations and types.
    locations: HashSet<String>,
    /// The owners of the types in the code, such as `types::Story`.
    owners: HashSet<String>,
    /// The modules of tags, such as `api::story::`.
    modules: HashSet<String>,
}

impl<'s> Selection<'s> {
    /// Finds the items of the resources in both versions.
    pub(super) fn new(versions: Versions<ApiVersion<'_>>, resources: &'s [String]) -> Self {
        Self { resources, versions: versions.map(|version| SelectedItems::new(version, resources)) }
    }

    /// Returns `true` if a change concerns one of the resources.
    pub(super) fn includes(&self, change: &Change, found: Option<&Finding>) -> bool {
        let excerpts = found.map(|found| found.excerpts.as_ref());
        let locations = excerpts.map(|excerpts| excerpts.map(|excerpt| excerpt.as_ref().map(|it| &it.pointer)));
        let Versions { old, new } = locations.unwrap_or(Versions::new(None, None));
        let is_of_api = change.kind == ChangeKind::Service
            && [old, new].iter().flatten().all(|pointer| !pointer.as_str().starts_with("/paths/"));
        let claims = found.into_iter().flat_map(|found| &found.claims).map(|claim| claim.owner());
        let mut owners = claims.chain(change.affected.iter().map(|key| &*key.owner));
        is_of_api
            || is_named(self.resources, &change.resource)
            || old.is_some_and(|pointer| self.versions.old.has_location(pointer))
            || new.is_some_and(|pointer| self.versions.new.has_location(pointer))
            || owners.any(|owner| self.versions.old.has_owner(owner) || self.versions.new.has_owner(owner))
    }

    /// Returns the given names that are neither a tag or a schema of either version nor the resource of a change.
    pub(super) fn unknown(&self, versions: Versions<ApiVersion<'_>>, changes: &[Change]) -> Vec<String> {
        let of_version = |version: ApiVersion<'_>| {
            let tags = version.api.groups.iter().map(|group| group.wire.to_ascii_lowercase());
            let schemas = version.api.definitions().filter_map(|(_, definition)| definition.naming.schema());
            tags.chain(schemas.map(str::to_ascii_lowercase)).collect::<Vec<_>>()
        };
        let mut known: HashSet<String> = versions.into_array().into_iter().flat_map(of_version).collect();
        known.extend(changes.iter().map(|change| change.resource.to_ascii_lowercase()));
        self.resources.iter().filter(|name| !known.contains(&name.to_ascii_lowercase())).cloned().collect()
    }
}

impl SelectedItems {
    fn new(version: ApiVersion<'_>, resources: &[String]) -> Self {
        let mut selected = Self::default();
        let groups = &version.api.groups;
        let tags: HashSet<usize> = (0..groups.len()).filter(|at| is_named(resources, &groups[*at].wire)).collect();
        selected.modules.extend(tags.iter().map(|tag| format!("api::{}::", version.names.group(*tag).function)));
        let is_selected = |id: &TypeId| {
            let schema = version.api.definition(*id).naming.schema();
            schema.is_some_and(|name| is_named(resources, name)) || is_named(resources, &version.resource(*id))
        };
        let mut pending: Vec<TypeId> = version.api.definitions().map(|(id, _)| id).filter(is_selected).collect();
        for operation in version.api.operations.iter().filter(|operation| tags.contains(&operation.group)) {
            selected.locations.insert(operation.origin.as_str().to_owned());
            pending.extend(operation.types().flat_map(|ty| ty.named_types()));
        }
        let mut known: HashSet<TypeId> = HashSet::new();
        while let Some(id) = pending.pop() {
            if known.insert(id) {
                let definition = version.api.definition(id);
                selected.owners.extend(version.owners(id));
                selected.locations.insert(definition.origin.as_str().to_owned());
                pending.extend(definition.shape.types(|_| true).into_iter().flat_map(|ty| ty.named_types()));
            }
        }
        selected
    }

    /// Returns `true` if a location is in a selected item.
    fn has_location(&self, pointer: &Pointer) -> bool {
        let pointer = pointer.as_str();
        let ends = pointer.match_indices('/').map(|(at, _)| at).chain([pointer.len()]);
        ends.filter_map(|end| pointer.get(..end)).any(|outer| self.locations.contains(outer))
    }

    fn has_owner(&self, owner: &str) -> bool {
        let module = owner.match_indices("::").nth(1).map(|(at, separator)| &owner[..at + separator.len()]);
        self.owners.contains(owner) || module.is_some_and(|module| self.modules.contains(module))
    }
}

/// Returns `true` if a resource has one of the names, in upper or lower case.
fn is_named(names: &[String], resource: &str) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(resource))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use crate::changes::Changes;
    use crate::config::Config;
    use crate::pipeline::{compared_in, run};
    use crate::resolve::Settings;
    use crate::source::Source;

    /// Returns the changes of a tag, where an operation moves to another tag and a type that it uses has another member.
    fn changes(tag: &str) -> Changes {
        changes_between(tag, &json!({ "type": "string" }), &json!({ "type": "integer" }))
    }

    fn changes_between(tag: &str, old: &Value, new: &Value) -> Changes {
        let description = |tag: &str, member: &Value| {
            let reference = json!({ "$ref": "#/components/schemas/Note" });
            let response = json!({ "description": "", "content": { "application/json": { "schema": reference } } });
            let get = |tag: &str| json!({ "tags": [tag], "responses": { "200": response } });
            let none = json!({ "tags": ["other"], "responses": { "204": { "description": "" } } });
            let description = json!({
                "openapi": "3.1.0",
                "info": { "title": "t", "version": "1" },
                "paths": { "/note": { "get": get(tag) }, "/text": { "get": get("text") }, "/other": { "get": none } },
                "components": { "schemas": { "Note": { "type": "object", "properties": { "a": member } } } },
            });
            let source = Source::new("test", description.to_string());
            run(&source, &Config::default(), Settings::default(), &mut crate::diagnostic::Sink::new()).unwrap()
        };
        compared_in(&description("before", old), &description("after", new), &[tag.to_owned()])
    }

    #[test]
    fn a_tag_has_the_changes_of_its_operations_and_their_types() {
        let subjects = |tag| {
            let changes = changes(tag);
            assert_eq!((changes.changes.len() + changes.unselected, changes.unknown_resources.len()), (2, 0));
            changes.changes.into_iter().map(|change| change.subject).collect::<BTreeSet<_>>()
        };
        for tag in ["before", "after", "Before"] {
            assert_eq!(subjects(tag), BTreeSet::from(["GET /note", "Note.a"].map(str::to_owned)), "{tag}");
        }
        assert_eq!(subjects("text"), BTreeSet::from(["Note.a".to_owned()]));
        assert_eq!(subjects("other"), BTreeSet::new());
        assert_eq!(subjects("note"), BTreeSet::from(["Note.a".to_owned()]));
        assert_eq!(changes("none").unknown_resources, ["none"]);
    }

    #[test]
    fn a_change_without_an_effect_on_the_code_is_selected_by_its_location() {
        let limited = |length: u32| json!({ "type": "string", "maxLength": length });
        let changes = changes_between("text", &limited(10), &limited(5));
        let subjects: Vec<&str> = changes.changes.iter().map(|change| change.subject.as_str()).collect();
        assert_eq!(subjects, ["Note.a"]);
    }
}
