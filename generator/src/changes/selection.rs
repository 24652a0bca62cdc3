//! The changes that concern given resources: tags with the types that their operations use, or single schemas.

use std::collections::HashSet;

use super::Change;
use super::version::{ApiVersion, Claim, Versions};
use crate::model::TypeId;

/// The given resources, with the owners of the items that belong to them.
pub(super) struct Selection<'s> {
    resources: &'s [String],
    /// The owners of items, such as `types::Story`.
    owners: HashSet<String>,
    /// The modules of groups, such as `api::story::`.
    modules: HashSet<String>,
}

impl<'s> Selection<'s> {
    /// Finds the items of the resources in both versions.
    pub(super) fn new(versions: Versions<ApiVersion<'_>>, resources: &'s [String]) -> Self {
        let mut selection = Self { resources, owners: HashSet::new(), modules: HashSet::new() };
        versions.into_array().into_iter().for_each(|version| selection.add(version));
        selection
    }

    fn add(&mut self, version: ApiVersion<'_>) {
        let groups = &version.api.groups;
        let selected: HashSet<usize> = (0..groups.len()).filter(|at| self.names(&groups[*at].wire)).collect();
        self.modules.extend(selected.iter().map(|group| format!("api::{}::", version.names.group(*group).function)));
        let operations = version.api.operations.iter().filter(|operation| selected.contains(&operation.group));
        let mut pending: Vec<TypeId> = operations.flat_map(|one| one.types()).flat_map(|ty| ty.named_types()).collect();
        pending.extend(version.api.definitions().map(|(id, _)| id).filter(|id| self.names(&version.resource(*id))));
        let mut known: HashSet<TypeId> = HashSet::new();
        while let Some(id) = pending.pop() {
            if known.insert(id) {
                self.owners.extend(version.owners(id));
                let contents = version.api.definition(id).shape.types(|_| true);
                pending.extend(contents.into_iter().flat_map(|ty| ty.named_types()));
            }
        }
    }

    /// Returns `true` if this is the name of a resource, in upper or lower case.
    fn names(&self, resource: &str) -> bool {
        self.resources.iter().any(|name| name.eq_ignore_ascii_case(resource))
    }

    /// Returns `true` if a change with these claims concerns one of the resources.
    pub(super) fn includes(&self, change: &Change, claims: &[Claim]) -> bool {
        let mut owners = claims.iter().map(Claim::owner).chain(change.affected.iter().map(|item| &*item.key.owner));
        self.names(&change.resource) || owners.any(|owner| self.has(owner))
    }

    fn has(&self, owner: &str) -> bool {
        let module = owner.match_indices("::").nth(1).map(|(at, separator)| &owner[..at + separator.len()]);
        self.owners.contains(owner) || module.is_some_and(|module| self.modules.contains(module))
    }

    /// Returns the given names that are neither a tag nor the resource of a change.
    pub(super) fn unknown(&self, versions: Versions<ApiVersion<'_>>, changes: &[Change]) -> Vec<String> {
        let tags = versions.into_array().into_iter().flat_map(|version| &version.api.groups).map(|group| &group.wire);
        let known: HashSet<String> =
            tags.chain(changes.iter().map(|change| &change.resource)).map(|name| name.to_ascii_lowercase()).collect();
        self.resources.iter().filter(|name| !known.contains(&name.to_ascii_lowercase())).cloned().collect()
    }
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

    /// Returns the changes of a tag, where an operation moves to another tag and a type that it uses has a new member.
    fn changes(tag: &str) -> Changes {
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
        let old = description("before", &json!({ "type": "string" }));
        let new = description("after", &json!({ "type": "integer" }));
        compared_in(&old, &new, &[tag.to_owned()])
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
        assert_eq!(changes("none").unknown_resources, ["none"]);
    }
}
