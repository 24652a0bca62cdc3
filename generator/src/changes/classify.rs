//! Determines the effects of changes on the code: each change accounts for items of the interface, and their
//! differences decide the verdict.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::affected::Successors;
use super::cause::Causes;
use super::compare::adapt_to_declaration;
use super::finding::{Finding, WireEffect};
use super::version::{ApiVersion, Claim, Versions};
use super::{Change, ChangeKind, ItemChange, Verdict};
use crate::changes::interface::{Difference, Key};

/// Returns the changes with their verdicts. A difference without a change is attributed to the closest
/// one, or becomes a separate change, so that none is ignored.
pub(super) fn classify(
    found: &[Finding],
    differences: &BTreeMap<Key, Difference>,
    versions: Versions<ApiVersion<'_>>,
    successors: &Successors<'_>,
) -> Vec<Change> {
    let mut by_owner: HashMap<&str, Vec<&Key>> = HashMap::new();
    for key in differences.keys() {
        by_owner.entry(&key.owner).or_default().push(key);
    }
    let claimed = |claim: &Claim| match claim.key() {
        Some(key) => differences.get_key_value(&key).map(|(key, _)| key).into_iter().collect(),
        None => by_owner.get(claim.owner()).cloned().unwrap_or_default(),
    };
    let mut items: Vec<BTreeSet<&Key>> =
        found.iter().map(|change| change.claims.iter().flat_map(claimed).collect()).collect();
    let accounted: HashSet<&Key> = items.iter().flatten().copied().collect();
    let remaining: Vec<&Key> = differences.keys().filter(|key| !accounted.contains(key)).collect();
    let mut unaccounted: BTreeMap<&str, Vec<(&Key, &Difference)>> = BTreeMap::new();
    if !remaining.is_empty() {
        let causes = Causes::new(found, versions);
        for key in remaining {
            match causes.get(key) {
                Some(cause) => drop(items[cause].insert(key)),
                None => unaccounted.entry(&key.owner).or_default().push((key, &differences[key])),
            }
        }
    }
    let with_items = found.iter().zip(items);
    let changes = with_items.map(|(found, keys)| {
        classify_finding(found, keys.into_iter().map(|key| (key, &differences[key])).collect(), successors)
    });
    changes.chain(unaccounted.into_values().map(|items| secondary_change(items, successors))).collect()
}

fn classify_finding(found: &Finding, items: Vec<(&Key, &Difference)>, successors: &Successors<'_>) -> Change {
    let affected = successors.affected(found, items.iter().copied());
    // An added or removed item implies its members, which are not listed.
    let whole: HashSet<&str> = items
        .iter()
        .filter(|(key, difference)| {
            key.member.is_empty() && (difference.before.is_none() || difference.after.is_none())
        })
        .map(|(key, _)| key.owner.as_str())
        .collect();
    let is_call_of_whole = |key: &Key| {
        key.owner
            .split_once("::Call<")
            .is_some_and(|(module, call)| whole.contains(format!("{module}::{}", call.trim_end_matches('>')).as_str()))
    };
    let shown = |key: &Key| key.member.is_empty() || (!whole.contains(key.owner.as_str()) && !is_call_of_whole(key));
    let items = items.iter().filter(|(key, _)| shown(key));
    let items: Vec<ItemChange> = items.map(|(key, difference)| item(key, difference)).collect();
    let compiles = !items.iter().any(|item| item.breaks);
    let verdict = match (compiles, found.wire) {
        (false, _) | (_, WireEffect::Breaks) => Verdict::Breaking,
        (true, WireEffect::Docs) if items.is_empty() => Verdict::DocsOnly,
        (true, _) => Verdict::Compatible,
    };
    let migration = found.migration.clone().filter(|_| verdict == Verdict::Breaking);
    Change {
        kind: found.kind,
        resource: found.resource.clone(),
        subject: found.subject.clone(),
        message: found.message.clone(),
        verdict,
        compiles,
        old: None,
        new: None,
        items,
        affected,
        at_run_time: found.at_run_time.clone(),
        migration,
    }
}

/// Creates a change for the differences of one type or handle that are caused elsewhere.
fn secondary_change(items: Vec<(&Key, &Difference)>, successors: &Successors<'_>) -> Change {
    let owner =
        items.first().map(|(key, _)| Key { member: String::new(), ..(*key).clone() }.short_name()).unwrap_or_default();
    let effect = match items.as_slice() {
        [(key, difference), ..] if key.member.is_empty() && difference.before.is_none() => "was added to the code",
        [(key, difference), ..] if key.member.is_empty() && difference.after.is_none() => "was removed from the code",
        _ => "is declared differently",
    };
    let mut found =
        Finding::new(ChangeKind::Interface, &owner, &owner, format!("`{owner}` {effect} because of other changes"));
    found.migration = Some(adapt_to_declaration(&owner));
    classify_finding(&found, items, successors)
}

fn item(key: &Key, difference: &Difference) -> ItemChange {
    let code = |item: &Option<crate::changes::interface::Item>| {
        item.as_ref().map(|item| match &item.feature {
            Some(feature) => format!("{} (feature `{feature}`)", item.code()),
            None => item.code().to_owned(),
        })
    };
    ItemChange {
        item: key.short_name(),
        before: code(&difference.before),
        after: code(&difference.after),
        breaks: difference.breaks,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::changes::{ChangeKind, Changes, Verdict};
    use crate::config::Config;
    use crate::pipeline::changes_between;
    use crate::source::Source;

    /// Returns the changes between two descriptions with these schemas, and an operation that sends and receives the
    /// first one.
    fn changes(first: &str, old: &Value, new: &Value) -> Changes {
        let description = |schemas: &Value| {
            let reference = format!("#/components/schemas/{first}");
            let content = json!({ "application/json": { "schema": { "$ref": reference } } });
            let put = json!({
                "operationId": "put",
                "requestBody": { "required": true, "content": content },
                "responses": { "200": { "description": "", "content": content } },
            });
            let description = json!({
                "openapi": "3.1.0",
                "info": { "title": "t", "version": "1" },
                "paths": { "/a": { "put": put } },
                "components": { "schemas": schemas },
            });
            Source::new("test", description.to_string())
        };
        changes_between(&description(old), &description(new), &Config::default()).unwrap()
    }

    #[test]
    fn indirect_differences_are_attributed_to_their_cause() {
        let schemas = |properties: Value| {
            json!({
                "Outer": { "type": "object", "properties": { "inner": { "$ref": "#/components/schemas/Inner" } } },
                "Inner": { "type": "object", "properties": properties },
            })
        };
        let (old, new) = (json!({ "a": { "type": "string" } }), json!({ "type": "string", "readOnly": true }));
        let mut more = old.clone();
        more["b"] = new;
        let changes = changes("Outer", &schemas(old), &schemas(more));
        let [only] = changes.changes.as_slice() else { panic!("{:#?}", changes.changes) };
        assert_eq!((only.kind, only.verdict), (ChangeKind::FieldAdded, Verdict::Compatible));
        let shown = |name: &str| only.items.iter().any(|item| item.item == name);
        assert!(["AApi::put", "InnerInput"].into_iter().all(shown), "{:#?}", only.items);
    }

    #[test]
    fn shared_changes_are_reported_once() {
        let schemas = |color: Value| {
            let all = |name: &str| json!({ "allOf": [{ "$ref": "#/components/schemas/Colored" }, { "type": "object", "properties": { name: { "type": "string" } } }] });
            let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
            json!({
                "Page": { "type": "object", "properties": {
                    "a": reference("Car"), "b": reference("Bike"), "c": reference("Ship"), "d": reference("Plane"),
                    "e": reference("Train"),
                } },
                "Car": all("a"), "Bike": all("b"), "Ship": all("c"), "Plane": all("d"), "Train": all("e"),
                "Colored": { "type": "object", "required": ["size"], "properties": { "color": color, "size": { "type": "string" } } },
            })
        };
        let changes = changes("Page", &schemas(json!({ "type": "string" })), &schemas(json!({ "type": "boolean" })));
        let [only] = changes.changes.as_slice() else { panic!("{:#?}", changes.changes) };
        assert_eq!(only.subject, "Colored.color");
        assert!(only.message.ends_with("and 2 more)"), "{}", only.message);
        let shown = |name: &str| only.items.iter().any(|item| item.item == name);
        assert!(["Colored.color", "Car.color", "Train.color"].into_iter().all(shown), "{:#?}", only.items);
    }
}
