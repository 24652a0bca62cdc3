//! Security schemes whose credentials the emitted client can send.

use indexmap::{IndexMap, IndexSet};
use openapiv3::{APIKeyLocation, Operation, ReferenceOr, SecurityRequirement, SecurityScheme as Declared};

use super::input::Input;
use super::log::Log;
use crate::api::model::{CredentialLocation, Requirement, SecurityScheme};
use crate::base::diagnostic::Code;
use crate::base::http_terms::AUTHORIZATION;
use crate::base::pointer::Pointer;
use crate::base::suggestion::suggest_or;

/// The security schemes, and the default requirement.
pub(crate) struct Security<'d> {
    input: &'d Input<'d>,
    /// The schemes, by name.
    pub(super) schemes: IndexMap<String, SecurityScheme>,
    pub(super) requirement: Requirement,
}

impl<'d> Security<'d> {
    pub(super) fn new(input: &'d Input<'d>, log: &mut Log<'_>) -> Self {
        let mut security = Self { input, schemes: IndexMap::new(), requirement: Vec::new() };
        security.schemes = security.security_schemes(log);
        security.report_undeclared_schemes(log);
        security.requirement = security.usual_requirement();
        security
    }

    /// Returns the schemes in the order in which the document requires them, then those that are only declared, by
    /// name. The first one is the default: the configured scheme, or the only one that the whole document requires. A
    /// bearer token comes before a user name and password.
    fn security_schemes(&self, log: &mut Log<'_>) -> IndexMap<String, SecurityScheme> {
        self.warn_combinations(log);
        let asked = self.input.document.openapi.security.iter().flatten().flat_map(IndexMap::keys);
        let asked: IndexSet<String> = asked.cloned().collect();
        let declared = self.input.components.security_schemes.keys().cloned();
        let names: IndexSet<String> = asked.iter().cloned().chain(declared).collect();
        let schemes = names.into_iter().filter_map(|name| Some((name.clone(), self.security_scheme(&name, log)?)));
        let mut schemes: IndexMap<String, SecurityScheme> = schemes.collect();
        let configured = schemes.keys().position(|name| self.input.config.prefers_scheme(name, log.used));
        if let Some(default) = configured.or_else(|| bearer_instead_of_basic(&schemes, &asked)) {
            schemes.move_index(default, 0);
        }
        schemes
    }

    /// Reports each required name that no scheme has. What the author meant is not guessed: a credential of another scheme
    /// would be sent to a place that does not ask for it.
    fn report_undeclared_schemes(&self, log: &mut Log<'_>) {
        let root = Pointer::root().child("security");
        let whole = self.input.document.openapi.security.iter().map(|asked| (asked, root.clone()));
        let operations = self.input.document.openapi.paths.paths.iter().flat_map(|(path, item)| {
            let at = Pointer::root().child("paths").child(path);
            let operations = item.as_item().into_iter().flat_map(|item| item.iter());
            operations.filter_map(move |(method, operation)| {
                Some((operation.security.as_ref()?, at.child(method).child("security")))
            })
        });
        let others = self
            .input
            .document
            .openapi
            .paths
            .paths
            .keys()
            .filter_map(|path| self.input.document.other_operations.get(path))
            .flatten()
            .filter_map(|other| {
                let requirements = other.operation.security.as_ref()?;
                Some((requirements, other.pointer.child("security")))
            });
        let declared = || {
            let omitted = self.input.document.omitted_schemes.iter();
            self.input.components.security_schemes.keys().chain(omitted).map(String::as_str)
        };
        let mut undeclared: IndexMap<&str, (Pointer, usize)> = IndexMap::new();
        for (requirements, at) in whole.chain(operations).chain(others) {
            for (index, requirement) in requirements.iter().enumerate() {
                for name in requirement.keys().filter(|name| !declared().any(|declared| declared == *name)) {
                    undeclared.entry(name).or_insert_with(|| (at.index(index).child(name), 0)).1 += 1;
                }
            }
        }
        for (name, (at, count)) in undeclared {
            let places = if count == 1 { "1 place".to_owned() } else { format!("{count} places") };
            let message = format!(
                "the security scheme `{name}` is required in {places} but not declared; no credentials are sent for it"
            );
            let help = suggest_or(name, declared(), "declare the security scheme");
            log.warn(Code::SecurityUnsupported, message, &at, &help);
        }
    }

    fn security_scheme(&self, name: &str, log: &mut Log<'_>) -> Option<SecurityScheme> {
        let at = Pointer::component("securitySchemes", name);
        let ReferenceOr::Item(declared) = self.input.components.security_schemes.get(name)? else { return None };
        let (place, description) = match declared {
            Declared::APIKey { location, name: key, description, .. } => {
                let is_bearer = says_bearer(name) || description.as_deref().is_some_and(says_bearer);
                (key_place(location, key, is_bearer), description)
            }
            Declared::HTTP { scheme, description, .. } if scheme == "bearer" => {
                (CredentialLocation::Bearer, description)
            }
            Declared::HTTP { scheme, description, .. } if scheme == "basic" => (CredentialLocation::Basic, description),
            Declared::OAuth2 { description, .. } | Declared::OpenIDConnect { description, .. } => {
                (CredentialLocation::Bearer, description)
            }
            Declared::HTTP { scheme, .. } => {
                let message = format!(
                    "the HTTP authentication scheme `{scheme}` is not supported; no credentials are sent for it"
                );
                log.warn(
                    Code::SecurityUnsupported,
                    message,
                    &at.child("scheme"),
                    "set the `Authorization` header in the caller",
                );
                return None;
            }
        };
        Some(SecurityScheme { wire: name.to_owned(), place, description: description.clone() })
    }

    /// Warns about requirements of several schemes: real descriptions list alternatives in one requirement, which
    /// formally asks for all of them.
    fn warn_combinations(&self, log: &mut Log<'_>) {
        if self.input.config.token.either {
            return;
        }
        let requirements = self.input.document.openapi.security.iter().flatten().enumerate();
        let combined: Vec<(usize, String)> = requirements
            .filter(|(_, requirement)| requirement.len() > 1)
            .map(|(index, requirement)| (index, requirement.keys().cloned().collect::<Vec<_>>().join(" and ")))
            .collect();
        for (index, names) in combined {
            let message = format!("{names} are required together; if the caller sets only one, only that one is sent");
            let help =
                "if one is enough, write one requirement for each, or set `either = true` in `[token]` of bindery.toml";
            log.warn(Code::SecurityAmbiguous, message, &Pointer::root().child("security").index(index), help);
        }
    }

    /// Returns the default requirement of operations; without one, any scheme is accepted.
    fn usual_requirement(&self) -> Requirement {
        match &self.input.document.openapi.security {
            Some(asked) => self.requirement(asked),
            None => (0..self.schemes.len()).map(|scheme| vec![scheme]).collect(),
        }
    }

    /// Returns the requirement of an operation, if it overrides the default.
    pub(super) fn own_requirement(&self, operation: &Operation) -> Option<Requirement> {
        let own = self.requirement(operation.security.as_ref()?);
        (own != self.requirement && !self.schemes.is_empty()).then_some(own)
    }

    /// Returns the combinations of schemes that can be sent. Schemes without a credential, such as a client certificate,
    /// are left out of a combination; one that consists of these is dropped.
    fn requirement(&self, asked: &[SecurityRequirement]) -> Requirement {
        let combinations = asked.iter().filter_map(|combination| {
            let schemes = combination.keys().filter_map(|name| self.schemes.get_index_of(name));
            let schemes: Vec<usize> = schemes.collect();
            (combination.is_empty() || !schemes.is_empty()).then_some(schemes)
        });
        let combinations: Requirement = combinations.collect();
        if self.input.config.token.either {
            let single = |combination: Vec<usize>| match combination.len() {
                0 | 1 => vec![combination],
                _ => combination.into_iter().map(|scheme| vec![scheme]).collect(),
            };
            return combinations.into_iter().flat_map(single).collect();
        }
        combinations
    }
}

/// Returns the index of the bearer token that an API accepts as well as a user name and password, if these come first.
fn bearer_instead_of_basic(schemes: &IndexMap<String, SecurityScheme>, asked: &IndexSet<String>) -> Option<usize> {
    schemes.values().next().filter(|first| first.place == CredentialLocation::Basic)?;
    let is_accepted = |name| asked.is_empty() || asked.contains(name);
    schemes.iter().position(|(name, scheme)| scheme.place == CredentialLocation::Bearer && is_accepted(name))
}

fn says_bearer(text: &str) -> bool {
    text.to_ascii_lowercase().contains("bearer")
}

/// Before OpenAPI 3, a bearer token could only be declared as a key in its header.
fn key_place(location: &APIKeyLocation, name: &str, is_bearer: bool) -> CredentialLocation {
    match location {
        APIKeyLocation::Header if is_bearer && name.eq_ignore_ascii_case(AUTHORIZATION) => CredentialLocation::Bearer,
        APIKeyLocation::Header => CredentialLocation::Header(name.to_owned()),
        APIKeyLocation::Query => CredentialLocation::Query(name.to_owned()),
        APIKeyLocation::Cookie => CredentialLocation::Cookie(name.to_owned()),
    }
}
