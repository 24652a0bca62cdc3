//! The files of a description, and the resolution of references between them.

use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

use serde_json::Value;

use crate::base::canonical_path::normalized;
use crate::base::diagnostic::{Code, Diagnostic, Location, Severity, Sink, SourceLocation};
use crate::base::pointer::{Pointer, percent_decoded, prefixes};
use crate::base::text::Source;
use crate::read::document::parse::parse;
use crate::read::document::references::MAX_REFERENCES;
use crate::read::source::{Loader, Unread};

/// A location in one of the files.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct FileLocation {
    /// The index of the file; the first one is the description.
    pub(super) file: usize,
    pub(super) pointer: Pointer,
}

pub(super) struct File {
    pub(super) source: Source,
    pub(super) value: Rc<Value>,
    /// The targets of `$id` and `$anchor` of each file that has any.
    anchors: HashMap<String, Pointer>,
    /// Why it could not be parsed.
    invalid: Option<String>,
}

/// The reason why a reference cannot be resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unresolved {
    /// A key for the file that cannot be read, the same for each reference to it.
    pub(super) file: Option<String>,
    /// A phrase.
    pub(super) reason: String,
    /// The help of the diagnostic.
    pub(super) help: Option<String>,
}

impl From<&str> for Unresolved {
    fn from(reason: &str) -> Self {
        Self { file: None, reason: reason.to_owned(), help: None }
    }
}

pub(super) struct Files<'s> {
    pub(super) files: Vec<File>,
    /// Their size as text.
    pub(super) bytes: usize,
    /// The index of each requested file by its path, or the reason why it cannot be read.
    known: HashMap<String, Result<usize, Unresolved>>,
    /// The index of each file by the name of its source.
    by_name: HashMap<String, usize>,
    /// Cached targets of pointers that pass through references, by file and pointer.
    passed: HashMap<(usize, String), Option<FileLocation>>,
    /// Number of such pointers that are currently being followed.
    depth: usize,
    /// Why nothing more is read: then the run ends.
    pub(super) exhausted: Option<Box<Diagnostic>>,
    pub(super) sink: &'s mut Sink,
    /// Reads the other files, if there may be any.
    loader: Option<&'s Loader>,
}

impl<'s> Files<'s> {
    pub(super) fn new(source: Source, value: Value, loader: Option<&'s Loader>, sink: &'s mut Sink) -> Self {
        Self {
            loader,
            bytes: source.text().len(),
            by_name: HashMap::from([(source.name().to_owned(), 0)]),
            files: vec![File::new(source, value)],
            known: HashMap::new(),
            passed: HashMap::new(),
            depth: 0,
            exhausted: None,
            sink,
        }
    }

    /// Resolves a reference at a location.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot be resolved.
    pub(super) fn resolve(&mut self, at: &FileLocation, reference: &str) -> Result<FileLocation, Unresolved> {
        if let Some(pointer) = self.files[at.file].anchors.get(reference) {
            return Ok(FileLocation { file: at.file, pointer: pointer.clone() });
        }
        let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let file = if path.is_empty() { at.file } else { self.file(at.file, path)? };
        let escaped = fragment;
        let fragment = percent_decoded(fragment);
        let found = &self.files[file];
        if !fragment.is_empty() && !fragment.starts_with('/') {
            let anchor = found.anchors.get(&format!("#{fragment}")).ok_or("the anchor does not exist")?;
            return Ok(FileLocation { file, pointer: anchor.clone() });
        }
        if found.value.pointer(&fragment).is_some() {
            return Ok(FileLocation { file, pointer: Pointer::root().append(&fragment) });
        }
        // A slash that is percent-encoded is meant as a part of a name, although RFC 6901 has `~1` for that.
        let stepwise = steps_decoded(escaped);
        if stepwise != fragment && found.value.pointer(&stepwise).is_some() {
            return Ok(FileLocation { file, pointer: Pointer::root().append(&stepwise) });
        }
        let inside = (path.is_empty() && fragment.starts_with("/$defs/")).then(|| self.enclosing(at, &fragment));
        inside
            .flatten()
            .or_else(|| self.pass_references(file, &fragment))
            .ok_or_else(|| "the location does not exist".into())
    }

    /// Resolves a pointer that passes through references, such as `#/components/schemas/Pet` if `schemas` is a
    /// reference.
    fn pass_references(&mut self, file: usize, fragment: &str) -> Option<FileLocation> {
        let key = (file, fragment.to_owned());
        if let Some(known) = self.passed.get(&key) {
            return known.clone();
        }
        // A pointer that passes through itself cannot be resolved.
        self.passed.insert(key.clone(), None);
        if self.depth == MAX_REFERENCES {
            return None;
        }
        self.depth += 1;
        let found = self.pass_each_step(file, fragment);
        self.depth -= 1;
        self.passed.insert(key, found.clone());
        found
    }

    fn pass_each_step(&mut self, file: usize, fragment: &str) -> Option<FileLocation> {
        let mut place = FileLocation { file, pointer: Pointer::root() };
        for step in Pointer::root().append(fragment).steps() {
            for _ in 0..MAX_REFERENCES {
                let value = self.value(&place)?;
                let has_step = value.pointer(Pointer::root().child(&step).as_str()).is_some();
                let Some(reference) = value["$ref"].as_str().filter(|_| !has_step).map(str::to_owned) else { break };
                place = self.resolve(&place, &reference).ok()?;
            }
            place.pointer = place.pointer.child(&step);
        }
        self.value(&place)?;
        Some(place)
    }

    pub(super) fn value(&self, place: &FileLocation) -> Option<&Value> {
        self.files[place.file].value.pointer(place.pointer.as_str())
    }

    /// Follows a location that is itself only a reference to its final target.
    pub(super) fn follow(&mut self, mut target: FileLocation) -> FileLocation {
        for _ in 0..MAX_REFERENCES {
            let Some(Value::Object(members)) = self.value(&target) else { break };
            let Some(Value::String(reference)) = members.get("$ref").filter(|_| members.len() == 1) else { break };
            let reference = reference.clone();
            match self.resolve(&target, &reference) {
                Ok(next) if next != target => target = next,
                _ => break,
            }
        }
        target
    }

    /// Resolves a fragment such as `/$defs/Pet` in the closest enclosing schema that has it.
    fn enclosing(&self, at: &FileLocation, fragment: &str) -> Option<FileLocation> {
        let value = &self.files[at.file].value;
        let mut around = prefixes(at.pointer.as_str()).skip(1).map(|outer| format!("{outer}{fragment}"));
        let found = around.find(|pointer| value.pointer(pointer).is_some())?;
        Some(FileLocation { file: at.file, pointer: Pointer::root().append(&found) })
    }

    fn file(&mut self, from: usize, path: &str) -> Result<usize, Unresolved> {
        let referring = Path::new(self.files[from].source.name()).parent().unwrap_or(Path::new(""));
        let key = normalized(&referring.join(path)).display().to_string();
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let found = self.load(from, path, &key);
        self.known.insert(key, found.clone());
        found
    }

    fn load(&mut self, from: usize, path: &str, key: &str) -> Result<usize, Unresolved> {
        let unread = |reason| Unresolved { file: Some(key.to_owned()), reason, help: None };
        let Some(loader) = self.loader else { return Err(unread("the description is not in a directory".to_owned())) };
        let source = match loader.load(&self.files[0].source, &self.files[from].source, path) {
            Ok(source) => source,
            Err(Unread::Refused(reason)) => return Err(unread(reason)),
            Err(Unread::Outside(root)) => {
                let root = root.display();
                let help = format!(
                    "to allow reading it, pass `--root {root}`, or set `root` in bindery.toml to that directory"
                );
                return Err(Unresolved { help: Some(help), ..unread("it is outside the root directory".to_owned()) });
            }
            Err(Unread::Exhausted(problem)) => {
                return Err(unread(self.exhausted.get_or_insert(problem).message.clone()));
            }
        };
        let known = self.by_name.get(source.name()).copied();
        let index = known.unwrap_or_else(|| self.add(source));
        self.files[index].invalid.clone().map_or(Ok(index), |reason| Err(unread(reason)))
    }

    /// Adds a file. If it cannot be parsed, that is reported and it is added without a value, so that its text can be shown.
    fn add(&mut self, source: Source) -> usize {
        let value = if is_text(source.name()) {
            Ok(Value::String(source.text().to_owned()))
        } else {
            parse(&source, self.sink)
        };
        let file = match value {
            Ok(value) => File::new(source, value),
            Err(problem) => {
                let invalid = Some(positioned_message(&problem));
                if is_of_size(problem.code) {
                    self.exhausted.get_or_insert(problem);
                } else {
                    self.sink.push(Diagnostic { severity: Severity::Warning, ..*problem });
                }
                File { invalid, ..File::new(source, Value::Null) }
            }
        };
        self.bytes = self.bytes.saturating_add(file.source.text().len());
        self.by_name.entry(file.source.name().to_owned()).or_insert(self.files.len());
        self.files.push(file);
        self.files.len() - 1
    }
}

/// Returns the message of a problem with its position.
fn positioned_message(problem: &Diagnostic) -> String {
    match &problem.place {
        Some(SourceLocation { source, location: Location::Position { line, column } }) => {
            format!("{source}:{line}:{column}: {}", problem.message)
        }
        _ => problem.message.clone(),
    }
}

/// Returns `true` if a file is a text, such as a description in Markdown, and not a part of the document.
fn is_text(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    ["md", "markdown", "txt"].iter().any(|text| extension.eq_ignore_ascii_case(text))
}

/// Returns `true` if a file is rejected for its size. Hostile files end the run; broken ones are skipped.
fn is_of_size(code: Code) -> bool {
    code == Code::ExpansionTooLarge
}

/// Decodes each segment of a fragment separately, and escapes it as in a pointer.
fn steps_decoded(fragment: &str) -> String {
    let steps = fragment.split('/').skip(1).map(|step| percent_decoded(step).replace('/', "~1"));
    steps.fold(String::new(), |pointer, step| pointer + "/" + &step)
}

impl File {
    fn new(source: Source, value: Value) -> Self {
        let mut anchors = HashMap::new();
        if ["\"$id\"", "$anchor", "$id:", "$dynamicAnchor"].iter().any(|word| source.text().contains(word)) {
            collect_anchors(&value, &Pointer::root(), &mut anchors);
        }
        Self { source, value: Rc::new(value), anchors, invalid: None }
    }
}

fn collect_anchors(value: &Value, at: &Pointer, anchors: &mut HashMap<String, Pointer>) {
    match value {
        Value::Object(members) => {
            for (keyword, before) in [("$anchor", "#"), ("$dynamicAnchor", "#"), ("$id", "")] {
                if let Some(name) = members.get(keyword).and_then(Value::as_str) {
                    anchors.entry(format!("{before}{name}")).or_insert_with(|| at.clone());
                }
            }
            members.iter().for_each(|(key, member)| collect_anchors(member, &at.child(key), anchors));
        }
        Value::Array(elements) => {
            elements.iter().enumerate().for_each(|(i, element)| collect_anchors(element, &at.index(i), anchors));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{FileLocation, Files};
    use crate::base::diagnostic::Sink;
    use crate::base::text::Source;
    use crate::read::document::Pointer;

    #[test]
    fn an_encoded_slash_is_part_of_a_name() {
        let value = json!({ "paths": { "/a/{b}": { "get": 1 } }, "x": { "y": 2 } });
        let mut sink = Sink::new();
        let mut files = Files::new(Source::new("openapi.json", value.to_string()), value, None, &mut sink);
        let mut found = |reference: &str| {
            let place = files.resolve(&FileLocation { file: 0, pointer: Pointer::root() }, reference);
            place.map(|place| place.pointer.to_string())
        };
        assert_eq!(found("#/paths/%2fa%2F%7Bb%7D/get").as_deref(), Ok("/paths/~1a~1{b}/get"));
        assert_eq!(found("#/paths/~1a~1{b}/get").as_deref(), Ok("/paths/~1a~1{b}/get"));
        assert_eq!(found("#/x%2fy").as_deref(), Ok("/x/y"));
        assert!(found("#/paths/%2fa/get").is_err());
    }
}
