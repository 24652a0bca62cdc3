//! The changes of given resources: tags with their operations, or schemas.

use std::collections::HashSet;

use super::version::{ApiVersion, Versions};
use super::{Change, ChangeKind};

/// Returns `true` if a change is one of a resource, or of the whole service.
pub(super) fn is_of_resource(resources: &[String], change: &Change) -> bool {
    change.kind == ChangeKind::Service || resources.iter().any(|name| name.eq_ignore_ascii_case(&change.resource))
}

/// Returns the given names that are neither a tag or a schema of either version nor the resource of a change.
pub(super) fn unknown_resources(
    resources: &[String],
    versions: Versions<ApiVersion<'_>>,
    changes: &[Change],
) -> Vec<String> {
    let of_version = |version: ApiVersion<'_>| {
        let tags = version.api.groups.iter().map(|group| group.wire.to_ascii_lowercase());
        let schemas = version.api.definitions().filter_map(|(_, definition)| definition.naming.schema());
        tags.chain(schemas.map(str::to_ascii_lowercase)).collect::<Vec<_>>()
    };
    let mut known: HashSet<String> = versions.into_array().into_iter().flat_map(of_version).collect();
    known.extend(changes.iter().map(|change| change.resource.to_ascii_lowercase()));
    resources.iter().filter(|name| !known.contains(&name.to_ascii_lowercase())).cloned().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use crate::config::Config;
    use crate::pipeline::{compared_in, run};
    use crate::resolve::Settings;
    use crate::source::Source;

    #[test]
    fn a_resource_has_the_changes_of_its_operations_and_of_the_service() {
        let description = |summary: &str, member: &Value, version: &str| {
            let response = json!({ "description": "", "content": { "application/json": {
                "schema": { "$ref": "#/components/schemas/Note" } } } });
            let get = |tag: &str| json!({ "tags": [tag], "summary": summary, "responses": { "200": response } });
            let description = json!({
                "openapi": "3.1.0",
                "info": { "title": "t", "version": version },
                "paths": { "/a": { "get": get("a") }, "/b": { "get": get("b") } },
                "components": { "schemas": { "Note": { "type": "object", "properties": { "a": member } } } },
            });
            let source = Source::new("test", description.to_string());
            run(&source, &Config::default(), Settings::default(), &mut crate::diagnostic::Sink::new()).unwrap()
        };
        let old = description("old", &json!({ "type": "string" }), "1");
        let new = description("new", &json!({ "type": "integer" }), "2");
        let subjects = |resource: &str| {
            let changes = compared_in(&old, &new, &[resource.to_owned()]);
            assert_eq!((changes.changes.len() + changes.unselected, changes.unknown_resources.len()), (4, 0));
            changes.changes.into_iter().map(|change| change.subject).collect::<BTreeSet<_>>()
        };
        assert_eq!(subjects("A"), BTreeSet::from(["GET /a", "info"].map(str::to_owned)));
        assert_eq!(subjects("note"), BTreeSet::from(["Note.a", "info"].map(str::to_owned)));
        assert_eq!(compared_in(&old, &new, &["none".to_owned()]).unknown_resources, ["none"]);
    }
}
