//! Determines the effects of changes on the code: each change accounts for items of the interface, and their
//! differences decide the verdict. A difference that no change accounts for is attributed to a cause: the closest change
//! among the contents and the users of the type.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use super::affected::AffectedItems;
use super::compare::adapt_to_declaration;
use super::finding::{Finding, WireEffect};
use super::index::DefinitionUser;
use super::interface::{Difference, Key};
use super::version::{ApiVersion, Claim, Versions};
use super::{Change, ChangeKind, ItemChange, Verdict};
use crate::model::TypeId;

/// Maximum length of the code of an item in a report. A function with many arguments is an item of the change of each.
const MAX_CODE_LEN: usize = 2_000;

/// Returns the changes with their verdicts. A difference without a change is attributed to the closest
/// one, or becomes a separate change, so that none is ignored.
pub(super) fn classify(
    found: &[Finding],
    differences: &BTreeMap<Key, Difference>,
    versions: Versions<ApiVersion<'_>>,
    affected: &AffectedItems<'_>,
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
        classify_finding(found, keys.into_iter().map(|key| (key, &differences[key])).collect(), affected)
    });
    changes.chain(unaccounted.into_values().map(|items| secondary_change(items, affected))).collect()
}

fn classify_finding(found: &Finding, items: Vec<(&Key, &Difference)>, affected: &AffectedItems<'_>) -> Change {
    let affected = affected.affected(found, items.iter().map(|(key, _)| *key));
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
    let named: HashSet<Key> =
        if whole.is_empty() { HashSet::new() } else { found.claims.iter().filter_map(Claim::key).collect() };
    let is_implied = |key: &Key| whole.contains(key.owner.as_str()) || is_call_of_whole(key);
    let shown = |key: &Key| key.member.is_empty() || named.contains(key) || !is_implied(key);
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
fn secondary_change(items: Vec<(&Key, &Difference)>, affected: &AffectedItems<'_>) -> Change {
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
    classify_finding(&found, items, affected)
}

fn item(key: &Key, difference: &Difference) -> ItemChange {
    let code = |item: &Option<crate::changes::interface::Item>| {
        let excerpt = |code: &str| match code.char_indices().nth(MAX_CODE_LEN) {
            Some((end, _)) => format!("{}\u{2026}", &code[..end]),
            None => code.to_owned(),
        };
        item.as_ref().map(|item| match &item.feature {
            Some(feature) => format!("{} (feature `{feature}`)", excerpt(item.code())),
            None => excerpt(item.code()),
        })
    };
    ItemChange {
        item: key.short_name(),
        before: code(&difference.before),
        after: code(&difference.after),
        breaks: difference.breaks,
    }
}

/// The changes by the items that they affect.
pub(super) struct Causes<'s> {
    by_owner: HashMap<String, usize>,
    versions: [OwnerIndex<'s>; 2],
}

/// The types and operations of one version by the owners of their items.
struct OwnerIndex<'s> {
    version: ApiVersion<'s>,
    types: HashMap<String, TypeId>,
    operations: HashMap<String, usize>,
    functions: HashMap<Key, usize>,
    /// The closest change of each type, by index.
    closest: Vec<Option<usize>>,
}

impl<'s> Causes<'s> {
    pub(super) fn new(found: &[Finding], versions: Versions<ApiVersion<'s>>) -> Self {
        let mut by_owner = HashMap::new();
        let mut by_member = HashMap::new();
        // If there are several, the most severe one is the cause.
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(found[*index].wire));
        for index in order {
            for claim in &found[index].claims {
                by_owner.entry(claim.owner().to_owned()).or_insert(index);
                if let Some(key) = claim.key() {
                    by_member.entry(key).or_insert(index);
                }
            }
        }
        let versions = versions.into_array().map(|version| OwnerIndex::new(version, &by_owner, &by_member));
        Self { by_owner, versions }
    }

    /// Returns the position of the change that a difference belongs to.
    pub(super) fn get(&self, key: &Key) -> Option<usize> {
        let is_function = self.versions.iter().any(|version| version.functions.contains_key(key));
        let own = self.by_owner.get(&key.owner).filter(|_| !is_function).copied();
        own.or_else(|| self.versions.iter().find_map(|version| version.cause(key)))
    }
}

impl<'s> OwnerIndex<'s> {
    fn new(version: ApiVersion<'s>, by_owner: &HashMap<String, usize>, by_member: &HashMap<Key, usize>) -> Self {
        let ids = version.api.definitions().map(|(id, _)| id);
        let types = ids.flat_map(|id| version.owners(id).into_iter().map(move |owner| (owner, id))).collect();
        let indexes = 0..version.api.operations.len();
        let functions =
            indexes.clone().filter_map(|index| Some((version.function_claim(index).key()?, index))).collect();
        let whole = indexes.flat_map(|index| {
            let claims = version.own_item_claims(index).into_iter().filter(|claim| claim.key().is_none());
            claims.map(move |claim| (claim.owner().to_owned(), index))
        });
        Self { version, types, operations: whole.collect(), functions, closest: closest(version, by_owner, by_member) }
    }

    fn cause(&self, key: &Key) -> Option<usize> {
        let closest = |id: &TypeId| self.closest.get(id.index()).copied().flatten();
        match self.functions.get(key).or_else(|| self.operations.get(&key.owner)) {
            Some(index) => {
                self.version.api.operations[*index].types().flat_map(|ty| ty.named_types()).find_map(|id| closest(&id))
            }
            None => closest(self.types.get(&key.owner)?),
        }
    }
}

/// Returns the closest change of each type. The search starts at all changes at once, so that each type is visited once.
fn closest(
    version: ApiVersion<'_>,
    by_owner: &HashMap<String, usize>,
    by_member: &HashMap<Key, usize>,
) -> Vec<Option<usize>> {
    let by_user = |user: &DefinitionUser| {
        let claims = match *user {
            DefinitionUser::Field(owner, index) => version.field_claims(owner, index),
            DefinitionUser::Variant(owner, index) => version.variant_claims(owner, index),
            DefinitionUser::Type(_) => return None,
            DefinitionUser::Operation(index) => return by_owner.get(&version.operation_type(index, "")),
        };
        claims.iter().find_map(|claim| by_member.get(&claim.key()?))
    };
    let own = |id: TypeId| version.owners(id).iter().find_map(|owner| by_owner.get(owner));
    let ids = version.api.definitions().map(|(id, _)| id);
    let mut closest: Vec<Option<usize>> =
        ids.map(|id| own(id).or_else(|| version.index.users(id).iter().find_map(by_user)).copied()).collect();
    let mut pending: VecDeque<TypeId> =
        (0..closest.len()).filter(|index| closest[*index].is_some()).map(TypeId::new).collect();
    while let Some(id) = pending.pop_front() {
        let outer = version.index.users(id).iter().filter_map(|user| match *user {
            DefinitionUser::Field(owner, _) | DefinitionUser::Variant(owner, _) | DefinitionUser::Type(owner) => {
                Some(owner)
            }
            DefinitionUser::Operation(_) => None,
        });
        let contents = version.api.definition(id).shape.types(|_| true).into_iter().flat_map(|ty| ty.named_types());
        for next in contents.chain(outer) {
            if closest[next.index()].is_none() {
                closest[next.index()] = closest[id.index()];
                pending.push_back(next);
            }
        }
    }
    closest
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
        changes_between(description(old), description(new), &Config::default()).unwrap()
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
        assert_eq!((only.kind, only.verdict), (ChangeKind::FieldAdded, Verdict::Breaking));
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
