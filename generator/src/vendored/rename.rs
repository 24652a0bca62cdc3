//! Renames an item permanently.

use super::{CrateOptions, Outcome, Vendored, make_with};
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic};
use crate::names::Things;
use crate::output::Tree;
use crate::pipeline::Emission;

/// The crate with the new name.
#[derive(Clone, Debug)]
pub struct Renamed {
    /// Its files.
    pub tree: Tree,
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
pub fn rename(vendored: &Vendored, config: &Config, choice: &CrateOptions, key: &str, name: &str) -> Outcome<Renamed> {
    let source = vendored.description()?;
    let old = make_with(&source, &vendored.memory(), config, choice)?.emission;
    let things = Things::of(&old.api, &old.analysis);
    let wanted = without_group(&old, &things, key, name)?;
    let (places, case) = things.places(key, wanted).map_err(|missing| {
        let (message, help) = missing.warning(key, wanted);
        wrong(message, &help)
    })?;
    if let Some(name) = places.iter().find_map(|place| old.given.configured(place)) {
        let message = format!("the configuration calls it `{name}`");
        return Err(wrong(message, "change its entry in `[names]`, and generate"));
    }
    let named: Vec<(&String, &str)> =
        places.iter().filter_map(|place| Some((place, old.given.previous_name(place)?))).collect();
    let before = named.first().map_or_else(|| key.to_owned(), |(_, before)| (*before).to_owned());
    if before == wanted {
        return Err(wrong(format!("`{before}` has this name already"), "there is nothing to do"));
    }
    let mut memory = vendored.memory();
    // An item without a name of its own is named after another one.
    let chosen: Vec<&String> = match named.as_slice() {
        [] => places.iter().collect(),
        named => named.iter().map(|(place, _)| *place).collect(),
    };
    chosen.iter().for_each(|place| memory.choose(place, wanted));
    let made =
        make_with(&source, &memory, config, choice).map_err(|problem| replace_locations(*problem, key, &chosen))?;
    if chosen.iter().any(|place| made.emission.given.previous_name(place) != Some(wanted)) {
        let message = format!("`{key}` cannot be called `{wanted}`: nothing is emitted for it that has a name");
        return Err(wrong(message, &format!("nothing was changed ({})", case.apply(wanted))));
    }
    let tree = made.tree(vendored.lock_file.description.clone(), config, choice, &vendored.surroundings(choice)?)?;
    Ok(Renamed { tree, before, after: wanted.to_owned() })
}

/// The lock file lists functions with their group, which may be part of the key.
fn without_group<'n>(old: &Emission, things: &Things<'_>, key: &str, name: &'n str) -> Outcome<&'n str> {
    let Some((group, function)) = name.rsplit_once('.') else { return Ok(name) };
    let places = things.places(key, function).map(|(places, _)| places).unwrap_or_default();
    let mut operations =
        old.api.operations.iter().filter(|operation| places.contains(&old.api.stored_at(&operation.origin)));
    match operations.next() {
        Some(operation) if old.names.group(operation.group).function == group => Ok(function),
        Some(_) => {
            let message = format!("an operation stays in its group, and cannot move to `{group}`");
            Err(wrong(message, &format!("write `{function}`")))
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

fn wrong(message: String, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help))
}
