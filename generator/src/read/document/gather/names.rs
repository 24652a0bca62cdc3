//! The names of the components that a document gets from referenced values: a unique title, or else words of the
//! original location.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde_json::Value;

use super::files::{FileLocation, Files};
use super::kind::{Dialect, NodeKind};
use crate::base::ident::{folded, ordinal};
use crate::base::pointer::Pointer;
use crate::read::locations::SourceMap;

pub(super) struct ComponentNames {
    dialect: Dialect,
    /// The names that the description gives, by section and value.
    declared: HashMap<(&'static str, FileLocation), DeclaredName>,
    /// The name of each component, by its section and its original location. A value that is used as two kinds becomes
    /// two components.
    given: HashMap<(&'static str, FileLocation), String>,
    taken: HashMap<&'static str, SectionNames>,
}

/// The name of a component of the description, whatever file its value is in.
struct DeclaredName {
    name: String,
    /// `true` if the component is a reference to the value, and not the value itself.
    is_reference: bool,
}

impl ComponentNames {
    pub(super) fn new(files: &mut Files<'_>, dialect: Dialect) -> Self {
        let (declared, given, taken) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut names = Self { dialect, declared, given, taken };
        for &section in dialect.sections() {
            names.declare(files, section);
        }
        names
    }

    /// Adds the components of a section, which may be a reference itself.
    fn declare(&mut self, files: &mut Files<'_>, section: &'static str) {
        let root = FileLocation { file: 0, pointer: Pointer::root() };
        let mut next = files.resolve(&root, &format!("#{section}")).ok();
        let mut seen: HashSet<FileLocation> = HashSet::new();
        while let Some(map) = next.take().filter(|map| seen.insert(map.clone())) {
            let value = Rc::clone(&files.files[map.file].value);
            let Some(members) = value.pointer(map.pointer.as_str()).and_then(Value::as_object) else { break };
            for (name, member) in members {
                self.taken.entry(section).or_default().insert(name);
                if !member.is_object() {
                    continue;
                }
                let is_reference = member.get("$ref").is_some();
                let own = FileLocation { file: map.file, pointer: map.pointer.child(name) };
                let place = if is_reference { files.follow(own) } else { own };
                self.declare_name(section, place, DeclaredName { name: name.clone(), is_reference });
            }
            let reference = members.get("$ref").and_then(Value::as_str);
            next = reference.and_then(|reference| files.resolve(&map, reference).ok());
        }
    }

    /// Adds a name. If a value has several, its own one is preferred, then the first.
    fn declare_name(&mut self, section: &'static str, place: FileLocation, declared: DeclaredName) {
        let is_of_place = place.pointer.split_last().is_some_and(|(_, last)| last == declared.name);
        let key = (section, place);
        if is_of_place || !self.declared.contains_key(&key) {
            self.declared.insert(key, declared);
        }
    }

    /// Returns the section and the name of a value of a kind.
    pub(super) fn section_and_name(&self, place: &FileLocation, kind: NodeKind) -> Option<(&'static str, String)> {
        let section = self.dialect.section(kind)?;
        Some((section, self.given.get(&(section, place.clone())).cloned()?))
    }

    /// Returns `true` if a value has no name yet, and is not written where the description declares it.
    pub(super) fn is_new(&self, place: &FileLocation, kind: NodeKind) -> bool {
        let Some(section) = self.dialect.section(kind) else { return false };
        let key = (section, place.clone());
        !self.given.contains_key(&key) && self.declared.get(&key).is_none_or(|declared| declared.is_reference)
    }

    /// Returns the reference to the component that a value becomes.
    pub(super) fn reference(
        &mut self,
        files: &Files<'_>,
        place: &FileLocation,
        kind: NodeKind,
        source_map: &SourceMap,
    ) -> String {
        let section = self.dialect.section(kind).unwrap_or_default();
        let key = (section, place.clone());
        let name = self.given.get(&key).cloned().unwrap_or_else(|| {
            let declared = self.declared.get(&key).map(|declared| declared.name.clone());
            declared.unwrap_or_else(|| {
                let file_name =
                    source_map.relative_to_description(files.files[place.file].source.name()).replace('\\', "/");
                let described = format!("{file_name} {}", place.pointer);
                choose(&candidates(files, place), &described, self.taken.entry(section).or_default())
            })
        });
        let reference = format!("#{}", Pointer::root().append(section).child(&name));
        self.given.insert(key, name);
        reference
    }
}

/// Returns possible names for a value, best first.
fn candidates(files: &Files<'_>, place: &FileLocation) -> Vec<String> {
    let file = &files.files[place.file];
    if place.file > 0 && place.pointer == Pointer::root() {
        return vec![stem(file.source.name())];
    }
    let [plain, counted] = [false, true].map(|counted| of_place(&place.pointer, &file.value, counted));
    let title = title(files, place).map(str::to_owned);
    // A title describes a schema of an operation better than its location, and an alternative better than its position.
    let own = title.clone().filter(|_| place.pointer.steps().next().is_some_and(|first| first == "paths"));
    let with_title = title.filter(|_| plain != counted).map(|title| format!("{plain} {title}"));
    own.into_iter().chain(with_title).chain([plain, counted]).collect()
}

fn title<'f>(files: &'f Files<'_>, place: &FileLocation) -> Option<&'f str> {
    let title = files.files[place.file].value.pointer(place.pointer.as_str())?.get("title")?.as_str()?;
    (title.chars().count() <= 60).then_some(title)
}

/// `schemas/user.v1.yaml` is `user.v1`.
fn stem(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

/// Maximum number of location words in front of a name.
const MAX_WORDS: usize = 12;
/// Location words that do not describe the value.
const WITHOUT_MEANING: [&str; 13] = [
    "",
    "application",
    "components",
    "content",
    "definitions",
    "json",
    "paths",
    "properties",
    "schema",
    "schemas",
    "text",
    "yaml",
    "yml",
];

/// The names that a section of the components already has. Names that differ only in case and punctuation are the same
/// in Rust.
#[derive(Default)]
struct SectionNames {
    names: HashSet<String>,
    /// Number of names with a counter, by base name.
    counts: HashMap<String, usize>,
}

impl SectionNames {
    fn insert(&mut self, name: &str) -> bool {
        self.names.insert(folded(name))
    }

    fn counted(&mut self, name: &str) -> String {
        loop {
            let count = self.counts.entry(folded(name)).or_default();
            *count += 1;
            let counted = match ordinal(*count) {
                Some(ordinal) => format!("{name} {ordinal}"),
                None => format!("{name} number {}", *count + 1),
            };
            if self.insert(&counted) {
                return counted;
            }
        }
    }
}

/// Returns the first free candidate, or the last one with as many words of its location in front as make it unique, or
/// with a counter.
fn choose(candidates: &[String], place: &str, taken: &mut SectionNames) -> String {
    for candidate in candidates.iter().filter(|candidate| !folded(candidate).is_empty()) {
        if taken.insert(candidate) {
            return candidate.clone();
        }
    }
    let last = candidates.last().filter(|last| !folded(last).is_empty()).map_or("schema", String::as_str);
    let said: HashSet<String> = last.split(|c: char| !c.is_alphanumeric()).map(folded).collect();
    let words = place.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !WITHOUT_MEANING.contains(word) && !said.contains(&folded(word)));
    let words: Vec<&str> = words.collect();
    let in_front = |count: usize| words.get(words.len() - count..).unwrap_or_default().join(" ");
    for count in 1..=words.len().min(MAX_WORDS) {
        let name = format!("{} {last}", in_front(count));
        if taken.insert(&name) {
            return name;
        }
    }
    taken.counted(last)
}

/// Returns words for a location: `/paths/~1pets/get/responses/200/content/application~1json/schema/properties/next`
/// becomes `listPets response next`.
///
/// If `counted` is set, the words include the index of an alternative.
fn of_place(pointer: &Pointer, document: &Value, counted: bool) -> String {
    let steps: Vec<String> = pointer.steps().collect();
    let mut words: Vec<String> = Vec::new();
    let rest = match steps.first().map(String::as_str) {
        Some("components") => {
            words.extend(steps.get(2).cloned());
            3
        }
        Some("parameters" | "responses") if steps.len() == 2 && steps[1].parse::<usize>().is_err() => {
            words.extend(steps.get(1).cloned());
            2
        }
        Some("paths") => {
            let operation = steps.get(1..3).unwrap_or_default();
            let id = document["paths"].get(operation.first().map_or("", String::as_str));
            let id = id.and_then(|item| item.get(operation.get(1)?)?.get("operationId")?.as_str());
            words.push(id.map_or_else(|| operation.iter().rev().cloned().collect::<Vec<_>>().join(" "), str::to_owned));
            3
        }
        _ => 0,
    };
    let mut steps = steps.into_iter().skip(rest).peekable();
    while let Some(step) = steps.next() {
        match step.as_str() {
            "properties" | "patternProperties" | "$defs" | "definitions" => words.extend(steps.next()),
            "responses" => {
                words.push("response".to_owned());
                words.extend(steps.next().filter(|status| !status.starts_with('2')));
            }
            "requestBody" => words.push("body".to_owned()),
            "items" => words.push("item".to_owned()),
            "additionalProperties" | "unevaluatedProperties" => words.push("value".to_owned()),
            "allOf" | "oneOf" | "anyOf" | "parameters" | "prefixItems" if counted => {
                let index = steps.next().and_then(|index| index.parse::<usize>().ok());
                words.extend(
                    index.map(|index| ordinal(index).map_or_else(|| format!("number {}", index + 1), str::to_owned)),
                );
            }
            "content" | "allOf" | "oneOf" | "anyOf" | "parameters" | "prefixItems" => drop(steps.next()),
            "schema" | "schemas" => {}
            other => words.push(other.to_owned()),
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{SectionNames, choose};

    #[test]
    fn no_name_is_a_digest() {
        let mut taken = SectionNames::default();
        let mut name = |place: &str| choose(&["error".to_owned()], place, &mut taken);
        assert_eq!(name("common/error.yaml"), "error");
        assert_eq!(name("users/error.yaml"), "users error");
        assert_eq!(name("shop/orders/error.yaml"), "orders error");
        assert_eq!(name("farm/orders/error.yaml"), "farm orders error");
        assert_eq!(name("farm/orders/error.yaml"), "error second");
        assert_eq!(name(""), "error third");
    }

    #[test]
    fn what_nothing_tells_apart_is_counted() {
        let mut taken = SectionNames::default();
        let names: Vec<String> = (0..12).map(|_| choose(&[String::new()], "", &mut taken)).collect();
        assert_eq!(names.first().map(String::as_str), Some("schema second"));
        assert_eq!(names.last().map(String::as_str), Some("schema number 13"));
    }
}
