//! The names of the previous run, so that an item keeps its name when items are added to its scope.
//!
//! An item keeps its name unless the description renames it.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::items::configured_place;
use crate::api::model::path_shape;
use crate::base::pointer::Pointer;

/// The names of the previous run, by lock file key.
#[derive(Clone, Debug, Default)]
pub struct NameHistory {
    names: HashMap<String, PreviousName>,
    /// The full keys, by the key without the names of path parameters; `None` if two items have the same one.
    parameterless_keys: HashMap<String, Option<String>>,
    /// The names of items that the previous description no longer had.
    pub(super) removed: BTreeMap<String, String>,
}

/// A name of the previous run.
#[derive(Clone, Debug, Default)]
pub(super) struct PreviousName {
    pub(super) name: String,
    /// The item's name in the description; empty if the path contains it, or if the name comes from a lock file.
    pub(super) basis: String,
    /// The function of the group, if the item is an operation.
    pub(super) group: Option<String>,
    /// `true` if the rules alone would not assign it again.
    pub(super) is_exception: bool,
}

impl NameHistory {
    /// Creates a history from the names in a lock file.
    #[must_use]
    pub fn of_lock_file(names: &BTreeMap<String, String>) -> Self {
        let mut history = Self::default();
        for (place, name) in names {
            // Functions are recorded with their group.
            let (group, name) = match name.rsplit_once('.') {
                Some((group, name)) => (Some(group.to_owned()), name),
                None => (None, name.as_str()),
            };
            history.record_name(place, PreviousName { name: name.to_owned(), group, ..PreviousName::default() });
        }
        history
    }

    /// Replaces the lock file keys, for example those with positions of array elements.
    #[must_use]
    pub fn with_places(&self, replace: impl for<'p> Fn(&'p str) -> Cow<'p, str>) -> Cow<'_, Self> {
        let mut places = self.names.keys().chain(self.removed.keys());
        if places.all(|place| matches!(replace(place), Cow::Borrowed(_))) {
            return Cow::Borrowed(self);
        }
        let place = |place: &String| replace(place).into_owned();
        let removed = self.removed.iter().map(|(at, name)| (place(at), name.clone())).collect();
        let mut history = Self { removed, ..Self::default() };
        self.names.iter().for_each(|(at, name)| history.record_name(&place(at), name.clone()));
        Cow::Owned(history)
    }

    /// Moves the names of schemas that were split by direction to the received schema, so that programs that read an `Item`
    /// still compile: FastAPI splits `Item` into `Item-Input` and `Item-Output`.
    pub(crate) fn with_splits<'s>(&self, schemas: impl Iterator<Item = &'s str>) -> Cow<'_, Self> {
        let schemas: HashSet<&str> = if self.is_empty() { HashSet::new() } else { schemas.collect() };
        let place = |schema: &str| Pointer::component("schemas", schema).to_string();
        let splits = schemas.iter().filter_map(|received| {
            let name = received.strip_suffix("-Output")?;
            let is_split = schemas.contains(format!("{name}-Input").as_str()) && !schemas.contains(name);
            let (old, new) = (place(name), place(received));
            (is_split && self.previous_name(&old).is_some() && self.previous_name(&new).is_none()).then_some((old, new))
        });
        let splits: HashMap<String, String> = splits.collect();
        self.with_places(|place| {
            let mut ends = place.match_indices(['/', '#']).map(|(end, _)| end).chain([place.len()]);
            let split = ends.find_map(|end| Some((splits.get(&place[..end])?, &place[end..])));
            // The names of its forms are dropped, because the new schema is only received.
            let is_form = |rest: &str| ["#sent", "#received", "#fields "].iter().any(|form| rest.starts_with(form));
            match split {
                Some((new, rest)) if !is_form(rest) => Cow::Owned(format!("{new}{rest}")),
                _ => Cow::Borrowed(place),
            }
        })
    }

    /// Sets the names of items that are no longer in the description.
    #[must_use]
    pub fn with_removed(self, removed: &BTreeMap<String, String>) -> Self {
        Self { removed: removed.clone(), ..self }
    }

    /// Returns the names of removed items, which may come back.
    #[must_use]
    pub fn removed(&self) -> &BTreeMap<String, String> {
        &self.removed
    }

    pub(super) fn record_name(&mut self, place: &str, name: PreviousName) {
        let parameterless = without_parameters(place);
        if parameterless != place {
            let known = self.parameterless_keys.entry(parameterless).or_insert_with(|| Some(place.to_owned()));
            if known.as_deref() != Some(place) {
                *known = None;
            }
        }
        self.names.insert(place.to_owned(), name);
    }

    /// Adds the exceptional names of removed items from the previous history, because the items may come back.
    pub(super) fn finish(mut self, before: &Self) -> Self {
        let is_used =
            |place: &String| self.names.contains_key(place) || self.names.contains_key(&configured_place(place));
        let exceptional = before.names.iter().filter(|(_, name)| name.is_exception);
        let exceptional = exceptional.map(|(place, previous)| (place, &previous.name));
        let known = exceptional.chain(&before.removed).filter(|(place, _)| !is_used(place));
        self.removed = known.map(|(place, name)| (place.clone(), name.clone())).collect();
        self
    }

    /// Returns the previous name of an item, unless the description has renamed it.
    pub(super) fn recall(&self, places: &[String], basis: &str) -> Option<&str> {
        let is_same = |was: &str| was.is_empty() || basis.is_empty() || was == basis;
        let mut previous = places.iter().filter_map(|place| self.previous(place));
        let recalled = previous.find(|previous| is_same(&previous.basis)).map(|previous| previous.name.as_str());
        recalled.or_else(|| places.iter().find_map(|place| self.removed.get(place)).map(String::as_str))
    }

    /// Returns the recorded function of the group of an operation.
    pub(super) fn group(&self, operation: &str) -> Option<&str> {
        let previous = self.previous(operation).or_else(|| self.previous(&configured_place(operation)));
        previous?.group.as_deref()
    }

    /// Returns the name of the previous run at a place.
    #[must_use]
    pub fn previous_name(&self, place: &str) -> Option<&str> {
        self.previous(place).map(|previous| previous.name.as_str())
    }

    /// Returns the previous name at a place if the configuration set it.
    #[must_use]
    pub fn configured(&self, place: &str) -> Option<&str> {
        self.previous_name(&configured_place(place))
    }

    fn previous(&self, place: &str) -> Option<&PreviousName> {
        if self.names.is_empty() {
            return None;
        }
        let full_key = || self.parameterless_keys.get(&without_parameters(place))?.as_ref();
        self.names.get(place).or_else(|| self.names.get(full_key()?))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.removed.is_empty()
    }
}

/// Returns a lock file key without the names of path parameters, which do not identify an item.
fn without_parameters(place: &str) -> String {
    let Some(rest) = place.strip_prefix("/paths/") else { return place.to_owned() };
    let (path, below) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    format!("/paths/{}{below}", path_shape(path))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{NameHistory, PreviousName};

    fn name(name: &str, basis: &str) -> PreviousName {
        PreviousName { name: name.to_owned(), basis: basis.to_owned(), ..PreviousName::default() }
    }

    #[test]
    fn all_records_have_the_new_places() {
        let [old, new] = ["0", "query=limit"].map(|key| format!("/paths/~1a~1{{x}}/get/parameters/{key}/schema"));
        let mut history = NameHistory::default();
        let previous = PreviousName { is_exception: true, ..name("Limit", "") };
        history.record_name(&old, previous);
        let history = history.with_places(|place| place.replace("parameters/0", "parameters/query=limit").into());
        assert_eq!(history.previous_name(&new), Some("Limit"));
        let renamed = new.replace("{x}", "{y}");
        assert_eq!(history.recall(&[renamed], ""), Some("Limit"));
        assert_eq!(NameHistory::default().finish(&history).removed[&new], "Limit");
    }

    #[test]
    fn names_of_schemas_with_symbols_follow_their_split() {
        let places = ["", "#sent", "/properties/x", "#field x"].map(|below| format!("/components/schemas/a#b{below}"));
        let names = places.iter().map(|place| (place.clone(), "Name".to_owned())).collect();
        let history = NameHistory::of_lock_file(&names);
        let history = history.with_splits(["a#b-Input", "a#b-Output"].into_iter());
        let known = places.map(|place| history.previous_name(&place.replace("a#b", "a#b-Output")).is_some());
        assert_eq!(known, [true, false, true, true]);
    }

    #[test]
    fn a_name_is_recalled_unless_the_description_renames_the_item() {
        let mut history = NameHistory::default();
        let place = ["/paths/~1a~1{x}/get#query fooBar".to_owned()];
        history.record_name(&place[0], name("foo_bar", "fooBar"));
        assert_eq!(history.recall(&place, "fooBar"), Some("foo_bar"));
        assert_eq!(history.recall(&place, "exact"), None);
    }

    #[test]
    fn names_of_path_parameters_do_not_identify_items() {
        let mut history = NameHistory::default();
        history.record_name("/paths/~1a~1{x}/get#query fooBar", name("foo_bar", ""));
        assert!(history.recall(&["/paths/~1a~1{other}/get#query fooBar".to_owned()], "").is_some());
        let names = BTreeMap::from([("/paths/~1a~1{x}/get".to_owned(), "story.list".to_owned())]);
        let locked = NameHistory::of_lock_file(&names);
        assert_eq!(locked.recall(&["/paths/~1a~1{other}/get".to_owned()], ""), Some("list"));
        assert!(history.recall(&["/paths/~1b~1{x}/get#query fooBar".to_owned()], "").is_none());
    }
}
