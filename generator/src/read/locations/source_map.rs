//! The original locations of the parts of the combined document.

use std::collections::BTreeMap;

use crate::base::diagnostic::{Location, SourceLocation};
use crate::base::pointer::{Pointer, prefixes};

/// A location in a file of the description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OriginalLocation {
    /// The name of the file, or `None` for the description itself.
    pub source: Option<String>,
    /// The location in the file.
    pub pointer: Pointer,
    /// `true` for a copy, so that other locations may have the same origin.
    pub copied: bool,
}

/// The origins of moved parts, by their current locations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    moved: BTreeMap<String, OriginalLocation>,
    /// The directory of the description, which the names of its files start with.
    folder: String,
}

impl SourceMap {
    pub(crate) fn insert(&mut self, now: &str, source: Option<String>, pointer: Pointer) {
        self.moved.insert(now.to_owned(), OriginalLocation { source, pointer, copied: false });
    }

    /// Records the origin of a copy.
    pub(crate) fn insert_copy(&mut self, now: &str, source: Option<String>, pointer: Pointer) {
        self.moved.insert(now.to_owned(), OriginalLocation { source, pointer, copied: true });
    }

    /// Creates the source map of a description with this name.
    pub(crate) fn for_description(description: &str) -> Self {
        let folder = description.rfind(['/', '\\']).map_or("", |end| &description[..=end]);
        Self { folder: folder.to_owned(), ..Self::default() }
    }

    /// Sets the directory to that of a description with this name.
    pub(crate) fn set_directory_of(&mut self, description: &str) {
        self.folder = Self::for_description(description).folder;
    }

    /// Returns the origins of everything outside these members of the description.
    pub(crate) fn outside(&self, members: &[&str]) -> Self {
        let is_outside = |place: &str| !members.iter().any(|member| place.split('/').nth(1) == Some(member));
        let moved = self.moved.iter().filter(|(place, _)| is_outside(place));
        Self {
            moved: moved.map(|(place, origin)| (place.clone(), origin.clone())).collect(),
            folder: self.folder.clone(),
        }
    }

    /// Records the origin of a part of another description in the given file, or in the first one for `None`.
    pub(crate) fn adopt(&mut self, now: &Pointer, other: &Self, before: &Pointer, source: Option<&str>) {
        let own = |origin: OriginalLocation| OriginalLocation {
            source: origin.source.or_else(|| source.map(str::to_owned)),
            ..origin
        };
        self.moved.insert(now.to_string(), own(other.trace(before.as_str())));
        for (rest, origin) in other.below(before.as_str()) {
            self.moved.insert(format!("{now}{rest}"), own(origin.clone()));
        }
    }

    /// Returns the origins of moved parts below a location, by the rest of their pointers.
    fn below(&self, pointer: &str) -> impl Iterator<Item = (&str, &OriginalLocation)> {
        let (start, outer) = (format!("{pointer}/"), pointer.len());
        let inner = self.moved.range(start.clone()..).take_while(move |(place, _)| place.starts_with(&start));
        inner.map(move |(place, origin)| (&place[outer..], origin))
    }

    /// Returns the name of a file as the description could write it: the output must not depend on the directory.
    #[must_use]
    pub fn relative_to_description<'f>(&self, file: &'f str) -> &'f str {
        file.strip_prefix(self.folder.as_str()).unwrap_or(file)
    }

    /// Returns the original location of the value at a pointer: the longest moved prefix of the pointer decides.
    #[must_use]
    pub fn trace(&self, pointer: &str) -> OriginalLocation {
        let unmoved = || OriginalLocation { source: None, pointer: Pointer::root().append(pointer), copied: false };
        if self.moved.is_empty() {
            return unmoved();
        }
        let mut end = pointer.len();
        loop {
            if let Some(origin) = self.moved.get(&pointer[..end]) {
                let rest = &pointer[end..];
                return OriginalLocation { pointer: origin.pointer.append(rest), ..origin.clone() };
            }
            match pointer[..end].rfind('/') {
                Some(shorter) if !self.moved.is_empty() => end = shorter,
                _ => return unmoved(),
            }
        }
    }

    /// Returns the original location of a location in the description with this name.
    pub(crate) fn original(&self, place: SourceLocation, description: &str) -> SourceLocation {
        match &place.location {
            Location::Pointer(pointer) if place.source == description => {
                let origin = self.trace(pointer.as_str());
                let source = origin.source.unwrap_or(place.source);
                SourceLocation { source, location: Location::Pointer(origin.pointer) }
            }
            _ => place,
        }
    }

    /// Returns the pointer of a value in the stored description. A value from another file, or a copy, has a pointer in
    /// the combined document only.
    #[must_use]
    pub fn stored(&self, pointer: &str) -> Pointer {
        let origin = self.trace(pointer);
        let is_stored = origin.source.is_none() && !origin.copied;
        if is_stored { origin.pointer } else { Pointer::root().append(pointer) }
    }

    /// Prepends an earlier move: pointers into the description itself are traced further, and so is what the earlier
    /// move placed inside the parts that moved.
    pub(crate) fn after(&mut self, earlier: &SourceMap) {
        if self.folder.is_empty() {
            self.folder.clone_from(&earlier.folder);
        }
        let mut moved = BTreeMap::new();
        for (now, origin) in &self.moved {
            if origin.source.is_some() {
                moved.insert(now.clone(), origin.clone());
                continue;
            }
            let mut add = |now: String, traced: OriginalLocation| {
                let copied = origin.copied || traced.copied;
                moved.insert(now, OriginalLocation { copied, ..traced });
            };
            add(now.clone(), earlier.trace(origin.pointer.as_str()));
            for (rest, traced) in earlier.below(origin.pointer.as_str()) {
                let place = format!("{now}{rest}");
                if self.around(&place) == Some(now) {
                    add(place, traced.clone());
                }
            }
        }
        for (place, origin) in earlier.moved.iter().filter(|(place, _)| self.around(place).is_none()) {
            moved.insert(place.clone(), origin.clone());
        }
        self.moved = moved;
    }

    /// Returns the innermost moved part that contains a location.
    fn around(&self, pointer: &str) -> Option<&String> {
        prefixes(pointer).find_map(|outer| self.moved.get_key_value(outer)).map(|(place, _)| place)
    }
}
