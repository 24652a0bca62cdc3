//! `[accept]`: warnings that are known and not reported again.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use super::place::{At, Entry, Refusal, Text};
use crate::base::diagnostic::{Code, Diagnostic, Location, Severity, Sink};
use crate::base::suggestion::suggest_or;

/// The place that stands for all places.
const ANYWHERE: &str = "*";

/// The accepted places by diagnostic code.
pub(super) type Accepted = BTreeMap<Text<AcceptedCode>, Vec<Entry<AcceptedPlace>>>;

/// The code of a warning.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct AcceptedCode(Code);

/// The JSON pointer of a place, which includes all below it, or `*`.
#[derive(Clone, Debug)]
pub(super) struct AcceptedPlace(String);

impl AcceptedPlace {
    fn matches(&self, code: Code, diagnostic: &Diagnostic) -> bool {
        let is_inside = |location: &Location| {
            let Location::Pointer(pointer) = location else { return false };
            let rest = pointer.as_str().strip_prefix(self.0.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        diagnostic.code == code
            && diagnostic.severity != Severity::Error
            && (self.0 == ANYWHERE || diagnostic.place.as_ref().is_some_and(|place| is_inside(&place.location)))
    }
}

impl FromStr for AcceptedPlace {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let pointer = text.strip_prefix('#').unwrap_or(text);
        if pointer == ANYWHERE || pointer.starts_with('/') {
            return Ok(Self(pointer.to_owned()));
        }
        let message = format!("`{}` is not a place in the description", text.escape_debug());
        let help = "write the pointer after `at:` in the warning, such as `#/paths/~1story/get`, or `*` for all";
        Err(Refusal::new(message, help))
    }
}

impl FromStr for AcceptedCode {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        Code::ALL.iter().find(|code| code.as_str() == text).map(|code| Self(*code)).ok_or_else(|| {
            let message = format!("`{}` is not a diagnostic code", text.escape_debug());
            let codes = Code::ALL.iter().map(|code| code.as_str());
            Refusal::new(message, suggest_or(text, codes, "run `bindery explain` to list all codes"))
        })
    }
}

/// Returns the accepted places of a code.
pub(super) fn places(accepted: &Accepted, code: Code) -> impl Iterator<Item = &str> {
    let entries = accepted.iter().filter(move |(known, _)| known.value.0 == code);
    entries.flat_map(|(_, places)| places.iter().map(|place| place.value.0.as_str()))
}

/// Removes the accepted warnings, and returns the entries that match none, with their places.
pub(super) fn remove_accepted(accepted: &Accepted, sink: &mut Sink) -> Vec<(String, At)> {
    let entries = || accepted.iter().flat_map(|(code, places)| places.iter().map(|place| (code.value.0, place)));
    let mut used: BTreeSet<At> = BTreeSet::new();
    sink.retain(|diagnostic| {
        let matching = entries().filter(|(code, place)| place.value.matches(*code, diagnostic));
        let matching: Vec<At> = matching.map(|(_, place)| place.at).collect();
        used.extend(&matching);
        matching.is_empty()
    });
    // Differences of traffic are not warnings about a description.
    let of_descriptions = entries().filter(|(code, _)| *code != Code::TrafficDiffers);
    let idle = of_descriptions.filter(|(_, place)| !used.contains(&place.at));
    let describe = |(code, place): (Code, &Entry<AcceptedPlace>)| {
        (format!("no warning `{}` is at `{}`", code.as_str(), place.value.0.escape_debug()), place.at)
    };
    idle.map(describe).collect()
}

#[cfg(test)]
mod tests {
    use crate::base::diagnostic::{Code, Diagnostic, Location, Sink};
    use crate::base::pointer::Pointer;
    use crate::config::Config;

    fn warnings(accept: &str) -> Vec<String> {
        let config = Config::parse("bindery.toml", &format!("[accept]\n{accept}")).unwrap();
        let mut sink = Sink::new();
        for pointer in ["/paths/~1a/get", "/paths/~1ab"] {
            let place = Location::Pointer(Pointer::root().append(pointer));
            sink.push(Diagnostic::warning(Code::TypeUnknown, pointer).at("api.yaml", place));
        }
        sink.push(
            Diagnostic::error(Code::TypeUnknown, "error")
                .at("api.yaml", Location::Pointer(Pointer::root().child("paths"))),
        );
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
