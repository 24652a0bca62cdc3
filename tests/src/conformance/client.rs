//! The emitted client of a description, and its operations in the intermediate representation.

use std::collections::BTreeMap;

use bindery::internal::diagnostic::Sink;
use bindery::internal::names::NameHistory;
use bindery::internal::text::Source;
use serde_json::Value;

use crate::changed::Fallible;
use crate::repository;

/// An emitted client.
#[derive(Debug)]
pub(super) struct Client {
    pub(super) package: String,
    /// The text of its files by path, without the description.
    pub(super) files: BTreeMap<String, String>,
    /// The intermediate representation.
    pub(super) data: Value,
}

impl Client {
    /// Emits the client of a description.
    pub(super) fn emit(package: &str, description: &str, keys: &str) -> Fallible<Self> {
        let config = repository::config(&format!("name = {package:?}\ndefault-features = [\"reqwest\"]\n{keys}"));
        let source = Source::new("openapi.json", description);
        let emission = bindery::internal::run(&source, &config, &NameHistory::default(), &mut Sink::new())
            .map_err(|problem| format!("{package} is refused: {}", problem.message))?;
        Ok(Self {
            package: package.to_owned(),
            data: emission.intermediate_representation(),
            files: emission.texts().filter(|(path, _)| !path.starts_with("openapi")).collect(),
        })
    }

    /// Returns the operation of a request with the values of the parameters in its path. The one with the fewest
    /// parameters is meant.
    pub(super) fn operation(&self, request: &Value) -> Option<(&Value, BTreeMap<String, String>)> {
        let path = request["path"].as_str().unwrap_or_default();
        // The path of the server may contain the version of the API.
        let version = path.split_once("api-version:").and_then(|(_, rest)| rest.split('/').next());
        if version.is_some_and(|version| !self.package.split('-').any(|word| word == version)) {
            return None;
        }
        let server = self.data["crate"]["client"]["server"]["path"].as_str().unwrap_or_default();
        let operations = list(&self.data["operations"]).flat_map(|group| list(&group["operations"]));
        let operations = operations.filter(|operation| operation["method"] == request["method"]);
        let matching = operations.filter_map(|operation| {
            let template = format!("{server}{}", operation["path"].as_str()?);
            Some((operation, captures(template.trim_end_matches('/'), path.trim_end_matches('/'))?))
        });
        matching.min_by_key(|(_, values)| values.len())
    }

    /// Returns the headers of an operation's responses: the name of the field, and the one on the wire.
    pub(super) fn headers<'c>(&'c self, operation: &'c Value) -> Vec<(&'c str, &'c str)> {
        let declared = &operation["headers"];
        let mut shared = list(&self.data["crate"]["shared_headers"]);
        let shared = shared.find(|shared| shared["name"] == declared["Shared"]["name"]);
        let headers = list(&shared.unwrap_or(&declared["Own"])["headers"]);
        headers.filter_map(|header| Some((header["name"].as_str()?, header["wire"].as_str()?))).collect()
    }

    /// Returns `true` if its code is the same as that of another client with the same name.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let code = |client: &Self| -> Vec<(String, String)> {
            client.files.clone().into_iter().filter(|(path, _)| path.starts_with("src/")).collect()
        };
        code(self) == code(other)
    }
}

/// Returns the elements of an array; none of anything else.
pub(super) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Returns the values of the parameters of a template such as `/pets/{id}`.
fn captures(template: &str, path: &str) -> Option<BTreeMap<String, String>> {
    let Some((start, rest)) = template.split_once('{') else {
        return (template == path).then(BTreeMap::new);
    };
    let path = path.strip_prefix(start)?;
    let (name, rest) = rest.split_once('}')?;
    let mut ends = (0..=path.len()).filter(|end| path.is_char_boundary(*end) && !path[..*end].contains('/'));
    ends.find_map(|end| {
        let mut values = captures(rest, &path[end..])?;
        values.insert(name.to_owned(), path[..end].to_owned());
        Some(values)
    })
}
