//! A description that answers requests.

use serde_json::Value;

use super::located::Located;
use super::message::{ReceivedRequest, Refusal, ServedResponse, decode};
use super::response::Responder;
use super::{body, parameter};
use bindery::internal::analysis::{Analysis, Direction};
use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Result, Sink};
use bindery::internal::document;
use bindery::internal::http_terms::{CredentialLocation, ParameterLocation};
use bindery::internal::lower;
use bindery::internal::misfit::Values;
use bindery::internal::model::{Api, Operation};
use bindery::internal::pointer::Pointer;
use bindery::internal::route::{Match, NoMatch, Router};
use bindery::internal::source::Input;
use bindery::internal::stack;

/// A description whose operations are answered with example values.
///
/// Operations, parameters and types come from the model. Media types and examples are read as they are written.
#[derive(Debug)]
pub struct ServedDescription {
    pub(super) api: Api,
    analysis: Analysis,
    written: Value,
    router: Router,
}

/// A request that satisfies the description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// The response.
    pub response: ServedResponse,
    /// The names in the query and the members of the body that the description does not mention.
    pub unknown: Vec<Pointer>,
}

impl ServedDescription {
    /// Reads a description.
    ///
    /// # Errors
    ///
    /// Returns an error if no client can be generated from the text.
    pub fn new(input: impl Into<Input>, config: &Config) -> Result<Self> {
        let input = input.into();
        stack::grow(|| {
            let mut sink = Sink::new();
            let (mut document, written) = document::read_with_plain(&input, config, &mut sink)?;
            let mut used = std::mem::take(&mut document.used);
            let api = lower::lower(&document, config, &mut used, &mut sink)?;
            let (analysis, router) = (Analysis::new(&api), Router::new(&api));
            Ok(Self { api, analysis, written, router })
        })
    }

    /// Returns the number of operations.
    #[must_use]
    pub fn operation_count(&self) -> usize {
        self.router.operation_count()
    }

    /// Returns the operation of a request, such as `GET /pets/{id}`.
    #[must_use]
    pub fn operation(&self, request: &ReceivedRequest) -> Option<String> {
        let found = self.find(request).ok()?;
        Some(self.api.operations.get(found.operation)?.route())
    }

    fn find(&self, request: &ReceivedRequest) -> std::result::Result<Match<'_>, NoMatch> {
        self.router.find(&request.method, &request.path, &request.query, &request.headers)
    }

    /// Returns the response to a request.
    ///
    /// # Errors
    ///
    /// Returns the violations if the request does not satisfy the description.
    pub fn answer(&self, request: &ReceivedRequest) -> std::result::Result<Acceptance, Refusal> {
        let path = Pointer::root().child("path");
        let found = self.find(request).map_err(|problem| match problem {
            NoMatch::Path => Refusal::new(404, path, "no path of the description matches"),
            NoMatch::Method(allowed_methods) => {
                let refusal = Refusal::new(405, Pointer::root(), format!("the path has no `{}`", request.method));
                Refusal { allowed_methods, ..refusal }
            }
        })?;
        stack::grow(|| self.answer_operation(request, &found))
    }

    fn answer_operation(
        &self,
        request: &ReceivedRequest,
        found: &Match<'_>,
    ) -> std::result::Result<Acceptance, Refusal> {
        let operation = self.api.operations.get(found.operation);
        let described = operation.and_then(|operation| Located::at(&self.written, &operation.origin));
        let (Some(operation), Some(described)) = (operation, described) else {
            return Err(Refusal::new(404, Pointer::root().child("path"), "the operation cannot be read"));
        };
        let (api, analysis) = (&self.api, &self.analysis);
        let values = Values { api, analysis, direction: Direction::Request, is_strict: true, mask: None };
        let parameters = parameter::check(values, operation, request, found);
        let mut checked = parameters.checked;
        checked.extend(body::check(values, operation, &described, request)?);
        if !checked.violations.is_empty() {
            return Err(Refusal { status: 400, allowed_methods: Vec::new(), violations: checked.violations });
        }
        let unknown = parameters.unknown.into_iter().filter(|name| !self.is_credential(name));
        let query = Pointer::root().child("query");
        let unknown = unknown.map(|name| query.child(&name)).chain(checked.unknown).collect();
        let responder = Responder { values: Values { direction: Direction::Response, ..values }, operation };
        Ok(Acceptance { response: responder.response(&described, request), unknown })
    }

    /// Returns the method, the path and the query of a request. Only values of described parameters are shown, and none
    /// that are credentials.
    #[must_use]
    pub fn describe(&self, request: &ReceivedRequest) -> String {
        let described = self.find(request).ok();
        let described = described.and_then(|found| self.api.operations.get(found.operation));
        let names: Vec<&str> = described.map(|operation| self.query_names(operation)).unwrap_or_default();
        let pairs = request.query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            // Text without a name may be a secret.
            let Some((name, _)) = pair.split_once('=') else { return "***".to_owned() };
            if names.contains(&decode(name).as_str()) { pair.to_owned() } else { format!("{name}=***") }
        });
        let query = pairs.collect::<Vec<_>>().join("&");
        let separator = if query.is_empty() { "" } else { "?" };
        format!("{} {}{separator}{query}", request.method, request.path)
    }

    /// Returns the names of query parameters whose values are not secret.
    fn query_names<'a>(&self, operation: &'a Operation) -> Vec<&'a str> {
        let parameters = parameter::described(operation);
        let in_query = parameters.filter(|parameter| parameter.place == ParameterLocation::Query);
        in_query.map(|parameter| parameter.wire.as_str()).filter(|name| !self.is_credential(name)).collect()
    }

    /// Returns `true` for query parameters that contain credentials, including that of RFC 6750, section 2.3.
    fn is_credential(&self, name: &str) -> bool {
        let mut places = self.api.security.iter().map(|scheme| &scheme.place);
        name == "access_token" || places.any(|place| matches!(place, CredentialLocation::Query(known) if known == name))
    }
}
