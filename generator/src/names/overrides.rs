//! The names in `[names]`, by lock file key, and the result for each entry that cannot be applied.
//!
//! | if the entry | it is |
//! |---|---|
//! | matches nothing | reported with suggestions, because descriptions change |
//! | has the wrong case for its kind of item | rejected |
//! | has the name of another item, or one of the emitted code | rejected, unless it had that name first |
//! | contradicts another entry | rejected |

use std::collections::{BTreeMap, BTreeSet};

use super::history::Declined;
use super::keys::{Missing, NamedItems};
use crate::analysis::Analysis;
use crate::config::{At, Config};
use crate::diagnostic::{Diagnostic, Sink};
use crate::model::Api;
use crate::suggestion::unmatched_message;

/// The entries of `[names]` for a description.
#[derive(Debug, Default)]
pub(super) struct NameOverrides {
    /// The names by place, with the entry that gives each.
    pub(super) by_place: BTreeMap<String, (String, usize)>,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    key: String,
    name: String,
    at: At,
}

pub(super) fn overrides(
    api: &Api,
    analysis: &Analysis,
    config: &Config,
    sink: &mut Sink,
) -> Result<NameOverrides, Box<Diagnostic>> {
    let mut overrides = NameOverrides::default();
    if config.names().next().is_none() {
        return Ok(overrides);
    }
    let things = NamedItems::new(api, analysis);
    for (key, name, at) in config.names() {
        let index = overrides.entries.len();
        overrides.entries.push(Entry { key: key.to_owned(), name: name.to_owned(), at });
        let places = match things.places(key, name) {
            Ok((places, _)) => places,
            Err(missing @ Missing::Unknown(_)) => {
                let help = missing.warning(key, name).1;
                sink.push(unused(config, at, key, &help));
                continue;
            }
            Err(missing) => {
                let (message, help) = missing.warning(key, name);
                return Err(config.problem(at, message, &help));
            }
        };
        for place in places {
            let other = overrides.by_place.insert(place, (name.to_owned(), index));
            if let Some((other, entry)) = other.filter(|(other, _)| other != name) {
                let by = overrides.entries.get(entry).map_or("", |entry| entry.key.as_str());
                let message = format!("`{key}` is already named `{other}` by the entry `{by}`");
                return Err(config.problem(at, message, "remove one of the two entries"));
            }
        }
    }
    Ok(overrides)
}

impl NameOverrides {
    /// The names by place alone.
    pub(super) fn names(&self) -> BTreeMap<String, String> {
        self.by_place.iter().map(|(place, (name, _))| (place.clone(), name.clone())).collect()
    }

    /// Reports entries without effect; `given` are the lock file keys whose configured name was assigned.
    pub(super) fn check(
        &self,
        config: &Config,
        declined: &[Declined],
        given: &BTreeSet<String>,
        sink: &mut Sink,
    ) -> Result<(), Box<Diagnostic>> {
        let declined = declined.iter().filter_map(|declined| {
            let (name, index) = self.by_place.get(&declined.place)?;
            (*name == declined.name).then_some((*index, declined))
        });
        let first = declined.min_by_key(|(index, _)| *index);
        if let Some((entry, declined)) = first.and_then(|(index, declined)| Some((self.entries.get(index)?, declined)))
        {
            let (message, help) = declined.warning(&entry.key);
            return Err(config.problem(entry.at, message, &help));
        }
        let used: BTreeSet<usize> =
            self.by_place.iter().filter(|(place, _)| given.contains(*place)).map(|(_, (_, index))| *index).collect();
        let named: BTreeSet<usize> = self.by_place.values().map(|(_, index)| *index).collect();
        for entry in named.difference(&used).filter_map(|index| self.entries.get(*index)) {
            let help = format!("no emitted item can be named `{}`: remove the entry", entry.name);
            sink.push(unused(config, entry.at, &entry.key, &help));
        }
        Ok(())
    }
}

fn unused(config: &Config, at: At, key: &str, help: &str) -> Diagnostic {
    config.idle(at, unmatched_message(&format!("the name for `{key}`")), help)
}

#[cfg(test)]
mod tests;
