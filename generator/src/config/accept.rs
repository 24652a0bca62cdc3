//! `[accept]`: warnings that are known and not reported again.

use std::collections::{BTreeMap, BTreeSet};

use super::reader::{ConfigReader, Spanned};
use crate::diagnostic::{Code, Diagnostic, Location, Result, Severity, Sink};
use crate::suggestion::suggest_or;

/// The place that stands for all places.
const ANYWHERE: &str = "*";

/// The accepted places by diagnostic code.
pub(super) type AcceptForm = BTreeMap<Spanned<String>, Vec<Spanned<String>>>;

/// Warnings that are accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Accepted {
    code: Code,
    /// The JSON pointer of the place, which includes all below it, or `*`.
    place: String,
    /// The location of the entry.
    location: Location,
}

impl Accepted {
    fn matches(&self, diagnostic: &Diagnostic) -> bool {
        let is_inside = |location: &Location| {
            let Location::Pointer(pointer) = location else { return false };
            let rest = pointer.strip_prefix(self.place.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        diagnostic.code == self.code
            && diagnostic.severity != Severity::Error
            && (self.place == ANYWHERE || diagnostic.place.as_ref().is_some_and(|place| is_inside(&place.location)))
    }
}

pub(super) fn read(form: &AcceptForm, reader: &ConfigReader<'_>) -> Result<Vec<Accepted>> {
    let mut all = Vec::new();
    for (name, places) in form {
        let known = |code: &&Code| code.as_str() == name.get_ref();
        let code = *Code::ALL.iter().find(known).ok_or_else(|| {
            let message = format!("`{}` is not a diagnostic code", name.get_ref().escape_debug());
            let codes = Code::ALL.iter().map(|code| code.as_str());
            let help = suggest_or(name.get_ref(), codes, "run `bindery explain` to list all codes");
            reader.problem(name.span().start, message, &help)
        })?;
        for place in places {
            let (text, start) = (place.get_ref(), place.span().start);
            let pointer = text.strip_prefix('#').unwrap_or(text);
            if pointer != ANYWHERE && !pointer.starts_with('/') {
                let message = format!("`{}` is not a place in the description", text.escape_debug());
                let help =
                    "write the pointer after `at:` in the warning, such as `#/paths/~1story/get`, or `*` for all";
                return Err(reader.problem(start, message, help));
            }
            all.push(Accepted { code, place: pointer.to_owned(), location: reader.location(start) });
        }
    }
    Ok(all)
}

/// Removes the accepted warnings, and returns the entries that match none, with their locations.
pub(super) fn remove_accepted<'a>(
    accepted: &'a [Accepted],
    sink: &mut Sink,
) -> impl Iterator<Item = (String, &'a Location)> + use<'a> {
    let mut used = BTreeSet::new();
    sink.retain(|diagnostic| {
        let matching = accepted.iter().enumerate().filter(|(_, entry)| entry.matches(diagnostic));
        let matching: Vec<usize> = matching.map(|(index, _)| index).collect();
        used.extend(matching.iter().copied());
        matching.is_empty()
    });
    let idle = accepted.iter().enumerate().filter(move |(index, _)| !used.contains(index));
    idle.map(|(_, Accepted { code, place, location })| {
        (format!("no warning `{}` is at `{}`", code.as_str(), place.escape_debug()), location)
    })
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::diagnostic::{Code, Diagnostic, Location, Sink};

    fn warnings(accept: &str) -> Vec<String> {
        let config = Config::parse("bindery.toml", &format!("[accept]\n{accept}")).unwrap();
        let mut sink = Sink::new();
        for pointer in ["/paths/~1a/get", "/paths/~1ab"] {
            let place = Location::Pointer(pointer.to_owned());
            sink.push(Diagnostic::warning(Code::TypeUnknown, pointer).at("api.yaml", place));
        }
        sink.push(Diagnostic::error(Code::TypeUnknown, "error").at("api.yaml", Location::Pointer("/paths".to_owned())));
        config.accept(&mut sink);
        sink.diagnostics().into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn accepted_warnings_are_not_reported() {
        assert_eq!(warnings("type-unknown = [\"*\"]"), ["error"]);
        assert_eq!(warnings("type-unknown = [\"#/paths/~1a\"]"), ["/paths/~1ab", "error"]);
        assert_eq!(
            warnings("field-missing = [\"/paths\"]"),
            ["/paths/~1a/get", "/paths/~1ab", "error", "no warning `field-missing` is at `/paths`"]
        );
    }

    #[test]
    fn mistakes_are_errors() {
        let problem = |text: &str| Config::parse("bindery.toml", &format!("[accept]\n{text}")).unwrap_err();
        assert!(problem("type-unknwn = [\"*\"]").help.unwrap().contains("did you mean `type-unknown`?"));
        assert_eq!(problem("type-unknown = [\"paths\"]").message, "`paths` is not a place in the description");
    }
}
