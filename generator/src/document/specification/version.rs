//! Versions of the specification, and sets of them.

/// A set of versions of the specification. A single version is a set with one element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::document) struct Versions(u8);

/// Swagger 2.0.
pub(in crate::document) const V20: Versions = Versions(1);
/// OpenAPI 3.0.
pub(super) const V30: Versions = Versions(2);
/// OpenAPI 3.1.
pub(super) const V31: Versions = Versions(4);
/// OpenAPI 3.2.
pub(super) const V32: Versions = Versions(8);
/// No version.
pub(super) const NEVER: Versions = Versions(0);
/// Every version.
pub(super) const ALL: Versions = Versions(15);
/// Swagger 2.0 and OpenAPI 3.0.
pub(super) const UNTIL_30: Versions = Versions(3);
/// OpenAPI 3.0 and later.
pub(super) const SINCE_30: Versions = Versions(14);
/// OpenAPI 3.1 and later, whose schemas are those of JSON Schema 2020-12.
pub(super) const SINCE_31: Versions = Versions(12);

/// Each version with its name, the oldest first.
const NAMES: [(Versions, &str); 4] =
    [(V20, "Swagger 2.0"), (V30, "OpenAPI 3.0"), (V31, "OpenAPI 3.1"), (V32, "OpenAPI 3.2")];

impl Versions {
    /// Returns `true` if a version is in the set.
    pub(in crate::document) const fn has(self, version: Self) -> bool {
        self.0 & version.0 != 0
    }

    /// Parses the version that a description declares, if it is one of these four.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let is =
            |known: &str| text.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']));
        match text {
            "2" => Some(V20),
            _ if is("2.0") => Some(V20),
            "3" => Some(V30),
            _ if is("3.0") => Some(V30),
            _ if is("3.1") => Some(V31),
            _ if is("3.2") => Some(V32),
            _ => None,
        }
    }

    /// Parses a range of versions, such as `3.0`, `2.0 to 3.0`, `3.1 and later` or `all`.
    pub(super) fn parse_range(text: &str) -> Option<Self> {
        let index = |version: &str| NAMES.iter().position(|(_, name)| name.ends_with(version));
        let (first, last) = match text.split_once(" to ") {
            Some((first, last)) => (index(first)?, index(last)?),
            None if text == "all" => return Some(ALL),
            None => match text.strip_suffix(" and later") {
                Some(first) => (index(first)?, NAMES.len() - 1),
                None => (index(text)?, index(text)?),
            },
        };
        Some(NAMES.get(first..=last)?.iter().fold(NEVER, |range, (version, _)| Self(range.0 | version.0)))
    }

    /// Describes the versions, such as `OpenAPI 3.1 and later`.
    pub(super) fn describe(self) -> String {
        let names: Vec<&str> = NAMES.iter().filter(|(version, _)| self.has(*version)).map(|(_, name)| *name).collect();
        match names.as_slice() {
            [first, .., "OpenAPI 3.2"] => format!("{first} and later"),
            [first, .., last] => format!("{first} to {last}"),
            [one] => (*one).to_owned(),
            [] => "no version".to_owned(),
        }
    }
}
