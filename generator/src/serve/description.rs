//! A description that answers requests.

use serde_json::Value;

use super::located::Located;
use super::message::{ReceivedRequest, Refusal, ServedResponse, decode};
use super::route::{Match, NoMatch, Router};
use super::schemas::{Schemas, Validators};
use super::{body, parameter, response};
use crate::config::Config;
use crate::diagnostic::Result;
use crate::document;
use crate::instances::with_subtypes;
use crate::pointer::Pointer;
use crate::source::Input;

/// A description whose operations are answered with example values.
#[derive(Debug)]
pub struct ServedDescription {
    document: Value,
    router: Router,
    validators: Validators,
    /// The names of query parameters that contain credentials.
    credentials: Vec<String>,
}

/// A request that satisfies the description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// The response.
    pub response: ServedResponse,
    /// The names in the query that the description does not mention.
    pub unknown: Vec<String>,
}

impl ServedDescription {
    /// Reads a description.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a description.
    pub fn new(input: impl Into<Input>, config: &Config) -> Result<Self> {
        let document = with_subtypes(document::plain(&input.into(), config)?);
        let router = Router::new(&document);
        let credentials = credentials(&document);
        Ok(Self { document, router, validators: Validators::default(), credentials })
    }

    /// Returns the number of operations.
    #[must_use]
    pub fn operation_count(&self) -> usize {
        self.router.operation_count()
    }

    /// Returns the operation of a request, such as `GET /pets/{id}`.
    #[must_use]
    pub fn operation(&self, request: &ReceivedRequest) -> Option<String> {
        let found = self.router.find(&request.method, &request.path).ok()?;
        Some(format!("{} {}", request.method, found.path))
    }

    /// Returns the response to a request.
    ///
    /// # Errors
    ///
    /// Returns the violations if the request does not satisfy the description.
    pub fn answer(&self, request: &ReceivedRequest) -> std::result::Result<Acceptance, Refusal> {
        let path = Pointer::root().child("path");
        let found = self.router.find(&request.method, &request.path).map_err(|problem| match problem {
            NoMatch::Path => Refusal::new(404, path, "no path of the description matches"),
            NoMatch::Method(allowed_methods) => {
                let refusal = Refusal::new(405, Pointer::root(), format!("the path has no `{}`", request.method));
                Refusal { allowed_methods, ..refusal }
            }
        })?;
        self.answer_operation(request, &found)
    }

    fn answer_operation(
        &self,
        request: &ReceivedRequest,
        found: &Match<'_>,
    ) -> std::result::Result<Acceptance, Refusal> {
        let item = Located::root(&self.document).member("paths").and_then(|paths| paths.member(found.path));
        let operation = item.as_ref().and_then(|item| operation(item, &request.method));
        let (Some(item), Some(operation)) = (item, operation) else {
            return Err(Refusal::new(404, Pointer::root().child("path"), "the operation cannot be read"));
        };
        let schemas = Schemas::new(&self.document, &self.validators);
        let checked = parameter::check(&schemas, &item, &operation, request, found);
        let mut violations = checked.violations;
        violations.extend(body::check(&schemas, &operation, request)?);
        if !violations.is_empty() {
            return Err(Refusal { status: 400, allowed_methods: Vec::new(), violations });
        }
        let unknown = checked.unknown.into_iter().filter(|name| !self.is_credential(name)).collect();
        Ok(Acceptance { response: response::response(&schemas, &operation, request), unknown })
    }

    /// Returns the method, the path and the query of a request. Only values of described parameters are shown, and none
    /// that are credentials.
    #[must_use]
    pub fn describe(&self, request: &ReceivedRequest) -> String {
        let described = self.router.find(&request.method, &request.path).ok();
        let names = described.map(|found| self.query_names(request, &found)).unwrap_or_default();
        let pairs = request.query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            // Text without a name may be a secret.
            let Some((name, _)) = pair.split_once('=') else { return "***".to_owned() };
            if names.contains(&decode(name)) { pair.to_owned() } else { format!("{name}=***") }
        });
        let query = pairs.collect::<Vec<_>>().join("&");
        let separator = if query.is_empty() { "" } else { "?" };
        format!("{} {}{separator}{query}", request.method, request.path)
    }

    /// Returns the names of query parameters whose values are not secret.
    fn query_names(&self, request: &ReceivedRequest, found: &Match<'_>) -> Vec<String> {
        let item = Located::root(&self.document).member("paths").and_then(|paths| paths.member(found.path));
        let Some(item) = item else { return Vec::new() };
        let Some(operation) = operation(&item, &request.method) else { return Vec::new() };
        let names = parameter::query_names(&item, &operation);
        names.into_iter().filter(|name| !self.is_credential(name)).collect()
    }

    fn is_credential(&self, name: &str) -> bool {
        self.credentials.iter().any(|credential| credential == name)
    }
}

fn operation<'d>(item: &Located<'d>, method: &str) -> Option<Located<'d>> {
    item.member(&method.to_ascii_lowercase()).or_else(|| item.member("additionalOperations")?.member(method))
}

/// Returns the names of the query parameters of all security schemes.
fn credentials(document: &Value) -> Vec<String> {
    let components = Located::root(document).member("components");
    let schemes = components.and_then(|components| components.member("securitySchemes"));
    let schemes = schemes.iter().flat_map(|schemes| schemes.members().collect::<Vec<_>>());
    let in_query = schemes.filter(|(_, scheme)| scheme.text("in") == Some("query"));
    let names = in_query.filter_map(|(_, scheme)| scheme.text("name")).map(str::to_owned);
    // The parameter of RFC 6750, section 2.3.
    names.chain(["access_token".to_owned()]).collect()
}
