//! Names that look like others, such as `admin` with a Cyrillic letter (Unicode Technical Standard 39, section 4).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use unicode_security::skeleton;

use super::scope::NameRequest;
use crate::diagnostic::{Code, Diagnostic, Location, Sink};

/// A name that looks like another one of its scope.
#[derive(Clone, Debug)]
pub(super) struct Confusable {
    place: String,
    name: String,
    other: String,
}

/// Returns the names of a scope that look like an earlier one. Letters of ASCII alone are not compared with each other.
pub(super) fn confusable(requests: &[NameRequest], names: &[String]) -> Vec<Confusable> {
    if names.iter().all(|name| name.is_ascii()) {
        return Vec::new();
    }
    let mut seen: HashMap<String, &str> = HashMap::new();
    let found = requests.iter().zip(names).filter_map(|(request, name)| match seen.entry(skeleton(name).collect()) {
        Entry::Vacant(entry) => {
            entry.insert(name);
            None
        }
        Entry::Occupied(entry) => {
            let other = (*entry.get()).to_owned();
            let differs = other != *name && !(other.is_ascii() && name.is_ascii());
            differs.then(|| Confusable { place: request.place.clone(), name: name.clone(), other })
        }
    });
    found.collect()
}

impl Confusable {
    pub(super) fn warn(&self, source: &str, sink: &mut Sink) {
        let message = format!("the names `{}` and `{}` look the same", self.other, self.name);
        let pointer = self.place.split('#').next().unwrap_or_default();
        let help = "correct the description, or give one of them another name in bindery.toml, in `[names]`";
        let warning = Diagnostic::warning(Code::NameConfusable, message);
        sink.push(warning.at(source, Location::Pointer(pointer.to_owned())).help(help));
    }
}
