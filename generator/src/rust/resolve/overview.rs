//! The facts that the README and the front page of the docs state.

use super::Resolver;
use crate::api::analysis::Direction;
use crate::api::model::{Shape, Streaming, TypeId};
use crate::rust::ir::Overview;

impl<'a> Resolver<'a> {
    /// Returns the facts.
    pub(super) fn overview(&self) -> Overview {
        let example = self.example_operation();
        let first = example.as_ref().map(|(index, _)| *index);
        let call = example.map(|(index, arguments)| self.call(index, arguments));
        Overview {
            environment: environment_prefix(&self.options.crate_name),
            group_feature: self.example_group(call.as_ref()),
            call,
            fixture: self.example_fixture(first),
            first_type: self.first_type().map(str::to_owned),
            integer_enums: self.integer_enums().map(str::to_owned).collect(),
            has_pages: self.has_pages(),
            has_event_streams: self.has_events(),
            reconnects: self.reconnects(),
            has_lines: self.has_lines(),
        }
    }

    /// Returns `true` if any operation answers in pages.
    fn has_pages(&self) -> bool {
        self.api.operations.iter().any(|operation| operation.pagination.is_some())
    }

    /// Returns `true` if any operation answers with server-sent events.
    fn has_events(&self) -> bool {
        self.streams(|streaming| matches!(streaming, Streaming::Events { .. }))
    }

    /// Returns `true` if any operation that asks for nothing but events answers with them.
    fn reconnects(&self) -> bool {
        let mut operations = self.api.operations.iter();
        operations
            .any(|operation| operation.method == "GET" && matches!(operation.streaming, Some(Streaming::Events { .. })))
    }

    /// Returns `true` if any operation answers with a value a line.
    fn has_lines(&self) -> bool {
        self.streams(|streaming| matches!(streaming, Streaming::Lines { .. }))
    }

    fn streams(&self, is_such: impl Fn(&Streaming) -> bool) -> bool {
        self.api.operations.iter().filter_map(|operation| operation.streaming.as_ref()).any(is_such)
    }

    /// Returns `true` if an operation uses a type, or if the crate has types alone.
    fn is_referenced(&self, id: TypeId) -> bool {
        !self.has_operations() || self.analysis.directions.is_used(id)
    }

    /// The names of the enumerations of whole numbers that operations use.
    pub(crate) fn integer_enums(&self) -> impl Iterator<Item = &'a str> {
        let resolver = *self;
        let codes = self.definitions().filter(move |(id, _)| resolver.is_referenced(*id));
        let codes = codes.filter(|(_, definition)| matches!(definition.shape, Shape::IntegerEnum(_)));
        codes.map(|(id, _)| self.names.of_type(id, Direction::Response))
    }

    /// A type to begin with where there is nothing to call.
    fn first_type(&self) -> Option<&'a str> {
        let mut definitions = self.definitions().filter(|(id, _)| self.is_referenced(*id));
        definitions.next().map(|(id, _)| self.names.of_type(id, Direction::Response))
    }
}

/// Words of the names of crates that say nothing about the API.
const GENERIC_WORDS: [&str; 6] = ["api", "client", "http", "rest", "rust", "sdk"];

/// Returns the prefix of environment variables for a client, such as `GITHUB` for `github-v3-rest-api-client`.
fn environment_prefix(crate_name: &str) -> String {
    let words: Vec<&str> = crate_name.split(['-', '_']).collect();
    let is_version = |word: &str| word.strip_prefix('v').is_some_and(|rest| rest.parse::<u32>().is_ok());
    let is_specific = |word: &&str| !GENERIC_WORDS.contains(word) && !is_version(word);
    let end = words.iter().rposition(is_specific).map_or(0, |last| last + 1);
    let prefix = words[..end].join("_").to_ascii_uppercase();
    // Variables of a shell begin with a letter.
    if prefix.starts_with(|c: char| c.is_ascii_alphabetic()) { prefix } else { "API".to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::testing::Case;

    #[test]
    fn variables_of_the_environment_are_named_after_the_api() {
        let names = ["github-v3-rest-api-client", "project_management-client", "api-client", "1password"];
        let prefixes = names.map(super::environment_prefix);
        assert_eq!(prefixes, ["GITHUB", "PROJECT_MANAGEMENT", "API", "API"]);
    }

    #[test]
    fn codes_that_no_operation_uses_are_not_named() {
        let schemas = json!({
            "Used": { "type": "integer", "enum": [0, 1] }, "Unused": { "type": "integer", "enum": [2, 3] },
        });
        let emission = Case::received("Used").schemas(schemas).emission();
        let resolver = emission.resolver();
        assert_eq!(resolver.integer_enums().collect::<Vec<_>>(), ["Used"]);
    }
}
