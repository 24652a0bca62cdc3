//! Events for what the API description does not list: undeclared members, and unlisted values of enumerations.
//!
//! Each is reported at first sight, by its name and place, never by its value. Readers collect what they see, because a
//! union may read an alternative and select another one.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use tracing::{Level, enabled, info};

use crate::requests::escape::line;
use crate::wire::object_schema::ObjectSchema;

/// Maximum number of places that are reported and remembered, since a server may send any names.
const MAX_PLACES: usize = 1_000;
/// Maximum number of characters of a reported place.
const MAX_PLACE_LEN: usize = 200;

/// Something that the API description does not list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Sighting {
    /// An undeclared member.
    Undeclared(String),
    /// A value of an enumeration, and the member that holds it once that is known.
    Unlisted(&'static str, Option<String>),
}

/// The sightings in the order of the text, each once. Those whose member is not known yet may repeat.
#[derive(Default)]
struct Sightings {
    all: Vec<Sighting>,
    known: BTreeSet<Sighting>,
}

impl Sightings {
    fn add(&mut self, sighting: impl FnOnce() -> Sighting) {
        if self.all.len() < MAX_PLACES {
            let sighting = sighting();
            let is_new = match sighting {
                Sighting::Unlisted(_, None) => self.all.last() != Some(&sighting),
                _ => self.known.insert(sighting.clone()),
            };
            if is_new {
                self.all.push(sighting);
            }
        }
    }

    fn truncate(&mut self, len: usize) {
        for forgotten in self.all.drain(len.min(self.all.len())..) {
            self.known.remove(&forgotten);
        }
    }
}

thread_local! {
    static SIGHTINGS: RefCell<Option<Sightings>> = const { RefCell::new(None) };
}

static SEEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Reads a value, and reports what is unlisted in it if it can be read.
pub(crate) fn report<T, E>(read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    if !enabled!(Level::INFO) {
        return read();
    }
    let outer = SIGHTINGS.replace(Some(Sightings::default()));
    let read = read();
    let sightings = SIGHTINGS.replace(outer).unwrap_or_default();
    if read.is_ok() {
        sightings.all.iter().for_each(Sighting::emit);
    }
    read
}

fn add(sighting: impl FnOnce() -> Sighting) {
    SIGHTINGS.with_borrow_mut(|sightings| {
        if let Some(sightings) = sightings {
            sightings.add(sighting);
        }
    });
}

/// Notes an undeclared member of an object.
pub(crate) fn undeclared(schema: &ObjectSchema, name: &str) {
    add(|| Sighting::Undeclared(schema.member(name)));
}

/// Notes an unlisted value of an enumeration with this name.
pub fn unlisted(name: &'static str) {
    add(|| Sighting::Unlisted(name, None));
}

/// Names the member that holds the values that were noted last.
pub(crate) fn in_member(schema: &ObjectSchema, name: &str) {
    SIGHTINGS.with_borrow_mut(|sightings| {
        let Some(sightings) = sightings else { return };
        let is_unplaced = |sighting: &Sighting| matches!(sighting, Sighting::Unlisted(_, None));
        let placed = sightings
            .all
            .iter()
            .rposition(|sighting| !is_unplaced(sighting));
        let unplaced = sightings.all.split_off(placed.map_or(0, |at| at + 1));
        for sighting in unplaced {
            if let Sighting::Unlisted(value, _) = sighting {
                sightings.add(|| Sighting::Unlisted(value, Some(schema.member(name))));
            }
        }
    });
}

/// Returns the number of sightings, for [`forget`].
pub(crate) fn len() -> usize {
    SIGHTINGS.with_borrow(|sightings| sightings.as_ref().map_or(0, |known| known.all.len()))
}

/// Removes the sightings in an alternative that is not selected.
pub(crate) fn forget(len: usize) {
    SIGHTINGS.with_borrow_mut(|sightings| {
        if let Some(sightings) = sightings {
            sightings.truncate(len);
        }
    });
}

impl Sighting {
    fn emit(&self) {
        let (kind, place) = match self {
            Self::Undeclared(place) => ("", place.as_str()),
            Self::Unlisted(name, place) => (*name, place.as_deref().unwrap_or(name)),
        };
        let place: String = place.chars().take(MAX_PLACE_LEN).collect();
        let place = line(&place);
        match first_sight(format!("{kind} {place}")) {
            Sight::First if kind.is_empty() => {
                info!(api.path = %place, "undeclared member in a response");
            }
            Sight::First => {
                info!(api.path = %place, api.type = kind, "unlisted value in a response");
            }
            Sight::TooMany => {
                info!("further undeclared members and unlisted values are not reported")
            }
            Sight::Repeated => {}
        }
    }
}

enum Sight {
    First,
    Repeated,
    /// The first one after the limit.
    TooMany,
}

fn first_sight(place: String) -> Sight {
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if seen.contains(&place) || seen.len() > MAX_PLACES {
        return Sight::Repeated;
    }
    let is_full = seen.len() == MAX_PLACES;
    seen.insert(place);
    if is_full {
        Sight::TooMany
    } else {
        Sight::First
    }
}
