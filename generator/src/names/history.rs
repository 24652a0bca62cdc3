//! Names that were given before, so that an item keeps its name when the description gets new neighbours for it.
//!
//! A name is kept as long as the description calls the item the same, whatever is beside it. If the description itself
//! calls it something else, it gets another name. Names that a user chose are kept in any case.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::items::configured_place;
use crate::model::path_shape;
use crate::pointer::Pointer;

/// Names that were given before, by their lock file keys.
#[derive(Clone, Debug, Default)]
pub struct NameHistory {
    names: HashMap<String, PreviousName>,
    /// The key of each item without the names of path parameters, which do not identify it; `None` if two items would
    /// have the same key.
    shapes: HashMap<String, Option<String>>,
    /// The functions of the groups of operations.
    groups: HashMap<String, String>,
    pub(super) chosen: BTreeMap<String, String>,
    /// The keys whose names are chosen now, and were not before: nothing gives way to these.
    requested: BTreeSet<String>,
    /// The hashes of the shapes of types without a name of their own; unknown of those from a lock file.
    shape_hashes: HashMap<String, u64>,
    /// The names of what the previous description did not have any more.
    pub(super) removed: BTreeMap<String, String>,
    /// The keys of names that the rules alone would not give again.
    exceptions: BTreeSet<String>,
}

#[derive(Clone, Debug)]
struct PreviousName {
    name: String,
    /// The item's name in the description; empty if unknown, as in a lock file, or if the path contains it.
    basis: String,
}

impl NameHistory {
    /// The names of a lock file, for the description that it was written for; and those that the user chose.
    #[must_use]
    pub fn of_lock_file(names: &BTreeMap<String, String>, chosen: &BTreeMap<String, String>) -> Self {
        // Functions are recorded with their group.
        let own = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
        let names = names.iter().filter(|(at, _)| is_name(at));
        let kept = names.clone().map(|(at, name)| (at.clone(), PreviousName { name: own(name), basis: String::new() }));
        let groups = names.filter_map(|(at, name)| Some((at.clone(), name.split_once('.')?.0.to_owned())));
        Self { names: kept.collect(), groups: groups.collect(), chosen: chosen.clone(), ..Self::default() }
    }

    /// The same names by what the elements of arrays are: older lock files have their positions.
    #[must_use]
    pub fn with_element_keys(&self, keyed: impl for<'p> Fn(&'p str) -> Cow<'p, str>) -> Cow<'_, Self> {
        let mut places = self.names.keys().chain(self.chosen.keys()).chain(self.removed.keys());
        if places.all(|place| matches!(keyed(place), Cow::Borrowed(_))) {
            return Cow::Borrowed(self);
        }
        let place = |place: &String| keyed(place).into_owned();
        let mut history = self.clone();
        history.names = self.names.iter().map(|(at, name)| (place(at), name.clone())).collect();
        history.chosen = self.chosen.iter().map(|(at, name)| (place(at), name.clone())).collect();
        history.removed = self.removed.iter().map(|(at, name)| (place(at), name.clone())).collect();
        history.requested = self.requested.iter().map(place).collect();
        Cow::Owned(history)
    }

    /// The same names, with those of schemas that were split by direction at the schema that is received: FastAPI makes
    /// `Item-Input` and `Item-Output` of `Item`. Programs that read an `Item` go on to do so.
    pub(crate) fn with_splits<'s>(&self, schemas: impl Iterator<Item = &'s str>) -> Cow<'_, Self> {
        let schemas: HashSet<&str> = if self.is_empty() { HashSet::new() } else { schemas.collect() };
        let place = |schema: &str| Pointer::component("schemas", schema).to_string();
        let splits = schemas.iter().filter_map(|received| {
            let name = received.strip_suffix("-Output")?;
            let is_split = schemas.contains(format!("{name}-Input").as_str()) && !schemas.contains(name);
            let (old, new) = (place(name), place(received));
            (is_split && self.recorded_name(&old).is_some() && self.recorded_name(&new).is_none()).then_some((old, new))
        });
        let splits: HashMap<String, String> = splits.collect();
        self.with_element_keys(|place| {
            // How a schema was used is not carried over: it is only received now.
            let below = place.strip_prefix("/components/schemas/").and_then(|name| name.find('/'));
            let (schema, rest) = place.split_at(below.map_or(place.len(), |end| end + "/components/schemas/".len()));
            splits.get(schema).map_or(Cow::Borrowed(place), |new| Cow::Owned(format!("{new}{rest}")))
        })
    }

    /// The same names, with those of what is not in the description.
    #[must_use]
    pub fn with_removed(self, removed: &BTreeMap<String, String>) -> Self {
        let removed = removed.iter().filter(|(at, _)| is_name(at));
        Self { removed: removed.map(|(at, name)| (at.clone(), name.clone())).collect(), ..self }
    }

    /// The names of what was in an earlier description, and may come back.
    #[must_use]
    pub fn removed(&self) -> &BTreeMap<String, String> {
        &self.removed
    }

    /// The names that the user chose.
    #[must_use]
    pub fn chosen_names(&self) -> &BTreeMap<String, String> {
        &self.chosen
    }

    /// Records a name.
    pub(super) fn record(&mut self, place: &str, name: &str, basis: &str) {
        let shape = shape(place);
        if shape != place {
            let known = self.shapes.entry(shape).or_insert_with(|| Some(place.to_owned()));
            if known.as_deref() != Some(place) {
                *known = None;
            }
        }
        self.names.insert(place.to_owned(), PreviousName { name: name.to_owned(), basis: basis.to_owned() });
    }

    /// Records the group of an operation.
    pub(super) fn record_group(&mut self, operation: &str, group: &str) {
        self.groups.insert(operation.to_owned(), group.to_owned());
    }

    /// Records the shape of a type without a name of its own.
    pub(super) fn record_shape(&mut self, place: String, hash: u64) {
        self.shape_hashes.insert(place, hash);
    }

    /// Completes the record: chosen and exceptional names of the previous record that are not in use stay, because their
    /// items may come back.
    pub(super) fn close(mut self, before: &Self, exceptions: &BTreeMap<String, String>) -> Self {
        let is_used =
            |place: &String| self.names.contains_key(place) || self.names.contains_key(&configured_place(place));
        let chosen = before.chosen.iter().filter(|(place, _)| !is_used(place) || exceptions.contains_key(*place));
        self.chosen = chosen.map(|(place, name)| (place.clone(), name.clone())).collect();
        let exceptional = before.exceptions.iter().filter_map(|at| Some((at, &before.names.get(at)?.name)));
        let known = exceptional.chain(&before.removed).filter(|(place, _)| !is_used(place));
        self.removed = known.map(|(place, name)| (place.clone(), name.clone())).collect();
        self.exceptions = exceptions.keys().cloned().collect();
        self
    }

    /// Sets the name of an item to one that the user chose.
    pub fn choose(&mut self, place: &str, name: &str) {
        self.chosen.insert(place.to_owned(), name.to_owned());
        self.requested.insert(place.to_owned());
    }

    /// Returns the name that the user chose, and whether that was in this run.
    pub(super) fn choice(&self, places: &[String]) -> Option<(&str, bool)> {
        let (place, name) = places.iter().find_map(|place| self.chosen.get_key_value(place))?;
        Some((name.as_str(), self.requested.contains(place)))
    }

    /// Returns the name that an item had, if the description still has the same name for it.
    pub(super) fn recall(&self, places: &[String], basis: &str) -> Option<&str> {
        let is_same = |was: &str| was.is_empty() || basis.is_empty() || was == basis;
        let mut previous = places.iter().filter_map(|place| self.previous(place));
        let kept = previous.find(|kept| is_same(&kept.basis)).map(|kept| kept.name.as_str());
        kept.or_else(|| places.iter().find_map(|place| self.removed.get(place)).map(String::as_str))
    }

    /// Returns the chosen or else the previous name at a place.
    pub(super) fn recorded_name(&self, place: &str) -> Option<&str> {
        self.chosen.get(place).map(String::as_str).or_else(|| self.previous_name(place))
    }

    /// Returns the previous name at a place, or the one that the user chose in an earlier run.
    pub(super) fn settled(&self, place: &str) -> Option<&str> {
        let chosen = self.chosen.get(place).filter(|_| !self.requested.contains(place));
        chosen.map(String::as_str).or_else(|| self.previous_name(place))
    }

    /// Returns `true` if the shape of a type is the same as before.
    pub(super) fn is_same_shape(&self, place: &str, hash: u64) -> bool {
        self.shape_hashes.get(place).is_some_and(|before| *before == hash)
    }

    /// Returns the recorded function of the group of an operation.
    pub(super) fn group(&self, operation: &str) -> Option<&str> {
        self.groups.get(operation).map(String::as_str)
    }

    /// Returns the previous name at a place.
    #[must_use]
    pub fn previous_name(&self, place: &str) -> Option<&str> {
        self.previous(place).map(|kept| kept.name.as_str())
    }

    /// Returns the previous name at a place that the configuration set.
    #[must_use]
    pub fn configured(&self, place: &str) -> Option<&str> {
        self.previous_name(&configured_place(place))
    }

    fn previous(&self, place: &str) -> Option<&PreviousName> {
        if self.names.is_empty() {
            return None;
        }
        self.names.get(place).or_else(|| self.names.get(self.shapes.get(&shape(place))?.as_ref()?))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.chosen.is_empty() && self.removed.is_empty()
    }
}

/// Returns `true` if a place is that of a name. Earlier versions also recorded decisions, which are ignored.
pub(crate) fn is_name(place: &str) -> bool {
    let decisions = ["#error", "#members", "#only received", "#usage"];
    !decisions.iter().any(|decision| place.strip_suffix(decision).is_some_and(|before| !before.contains('#')))
}

/// A place without the names of the parameters in a path.
fn shape(place: &str) -> String {
    let Some(rest) = place.strip_prefix("/paths/") else { return place.to_owned() };
    let (path, below) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    format!("/paths/{}{below}", path_shape(path))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::NameHistory;

    #[test]
    fn decisions_that_earlier_versions_recorded_are_ignored() {
        let records =
            ["#error", "#members", "#only received", "#usage", ""].map(|record| format!("/paths/~1a/get{record}"));
        let records: BTreeMap<String, String> = records.into_iter().map(|place| (place, "own".to_owned())).collect();
        let history = NameHistory::of_lock_file(&records, &BTreeMap::new()).with_removed(&records);
        assert_eq!((history.names.len(), history.removed.len()), (1, 1));
    }

    #[test]
    fn a_name_is_recalled_unless_the_description_renames_the_item() {
        let mut history = NameHistory::default();
        let place = ["/paths/~1a~1{x}/get#query fooBar".to_owned()];
        history.record(&place[0], "foo_bar", "fooBar");
        assert_eq!(history.recall(&place, "fooBar"), Some("foo_bar"));
        assert_eq!(history.recall(&place, "exact"), None);
        history.choose(&place[0], "mine");
        assert_eq!(history.choice(&place), Some(("mine", true)));
    }

    #[test]
    fn names_of_path_parameters_do_not_identify_items() {
        let mut history = NameHistory::default();
        history.record("/paths/~1a~1{x}/get#query fooBar", "foo_bar", "");
        assert!(history.recall(&["/paths/~1a~1{other}/get#query fooBar".to_owned()], "").is_some());
        assert!(history.recall(&["/paths/~1b~1{x}/get#query fooBar".to_owned()], "").is_none());
    }
}
