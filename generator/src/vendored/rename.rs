//! Renames an item permanently.

use super::generate::GeneratedCrate;
use super::session::Session;
use crate::diagnostic::{Diagnostic, Result, usage_error};
use crate::names::{ItemKeys, Items};
use crate::pipeline::Emission;

/// The crate with the new name.
#[derive(Clone, Debug)]
pub struct Renamed {
    /// The crate.
    pub generated: GeneratedCrate,
    /// The name before.
    pub before: String,
    /// The name now.
    pub after: String,
}

/// Regenerates the crate with another name for the item at a key: the name of a schema, an operationId, a method and a
/// path, or a JSON pointer into its description.
///
/// # Errors
///
/// `configuration-invalid` if there is no such item, or it cannot have this name.
pub fn rename(session: &Session, key: &str, name: &str) -> Result<Renamed> {
    let vendored = session.vendored()?;
    let source = vendored.description()?;
    let old = session.generate_with(&source, &vendored.history())?.emission;
    let items = ItemKeys::new(Items::new(&old.api, &old.analysis));
    let function = function_key(&old, key);
    let key = function.as_deref().unwrap_or(key);
    let new_name = without_group(&old, &items, key, name)?;
    let (places, case) = items.places(key, new_name).map_err(|missing| {
        let (message, help) = missing.warning(key, new_name);
        usage_error(message, &help)
    })?;
    if let Some(name) = places.iter().find_map(|place| old.recorded_names.configured(place)) {
        let message = format!("the configuration sets the name `{name}`");
        return Err(usage_error(message, "change its entry in `[names]` and run `bindery generate`"));
    }
    let named: Vec<(&String, &str)> =
        places.iter().filter_map(|place| Some((place, old.recorded_names.previous_name(place)?))).collect();
    let before = named.first().map_or_else(|| key.to_owned(), |(_, before)| (*before).to_owned());
    if before == new_name {
        return Err(usage_error(format!("`{before}` already has this name"), "choose another name"));
    }
    let mut history = vendored.history();
    // An item without an own name is named after another one.
    let chosen: Vec<&String> = match named.as_slice() {
        [] => places.iter().collect(),
        named => named.iter().map(|(place, _)| *place).collect(),
    };
    chosen.iter().for_each(|place| history.choose(place, new_name));
    let generated =
        session.generate_with(&source, &history).map_err(|problem| replace_locations(*problem, key, &chosen))?;
    if chosen.iter().any(|place| generated.emission.recorded_names.previous_name(place) != Some(new_name)) {
        let message = format!("`{key}` cannot be renamed to `{new_name}`: it has no name in the generated code");
        return Err(usage_error(message, format!("choose an item with a name ({})", case.apply(new_name))));
    }
    Ok(Renamed { generated, before, after: new_name.to_owned() })
}

/// Returns the key of the operation whose function has this path, as reports print it: `story().freeze` or `story.freeze`.
fn function_key(old: &Emission, path: &str) -> Option<String> {
    let (group, function) = path.trim_end_matches("()").rsplit_once('.')?;
    let group = group.trim_end_matches("()").trim_start_matches("client.");
    let mut operations = old.api.operations.iter().enumerate();
    let found = operations.find(|(index, operation)| {
        let names = old.names.group(operation.group);
        names.function == group && old.names.operation(*index).function == function
    });
    found.map(|(_, operation)| operation.origin.to_string())
}

/// The lock file lists functions with their group, which may be part of the key.
fn without_group<'n>(old: &Emission, items: &ItemKeys<'_>, key: &str, name: &'n str) -> Result<&'n str> {
    let Some((group, function)) = name.rsplit_once('.') else { return Ok(name) };
    let places = items.places(key, function).map(|(places, _)| places).unwrap_or_default();
    let mut operations =
        old.api.operations.iter().filter(|operation| places.contains(&old.api.stored_at(&operation.origin)));
    match operations.next() {
        Some(operation) if old.names.group(operation.group).function == group => Ok(function),
        Some(_) => {
            let message = format!("an operation cannot be moved to another group, `{group}`");
            Err(usage_error(message, format!("pass `{function}`")))
        }
        None => Ok(name),
    }
}

/// Replaces the locations in a message by the key that the user wrote.
fn replace_locations(mut problem: Diagnostic, key: &str, places: &[&String]) -> Box<Diagnostic> {
    for place in places {
        problem.message = problem.message.replace(&format!("`{place}`"), &format!("`{key}`"));
    }
    Box::new(problem)
}
