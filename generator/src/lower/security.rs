//! Security schemes whose credentials the emitted client can send.

use indexmap::IndexMap;
use openapiv3::{APIKeyLocation, Operation, ReferenceOr, SecurityRequirement, SecurityScheme as Declared};

use super::Lowering;
use crate::diagnostic::Code;
use crate::model::{CredentialLocation, Requirement, SecurityScheme};
use crate::pointer::Pointer;

impl Lowering<'_> {
    /// The schemes in the order in which the document asks for them, then those it only declares, by their names. The
    /// scheme that the configuration names comes first.
    pub(super) fn security_schemes(&mut self) -> IndexMap<String, SecurityScheme> {
        self.warn_combinations();
        let asked = self.openapi.security.iter().flatten().enumerate();
        let asked = asked.flat_map(|(index, asked)| asked.keys().map(move |name| (name.as_str(), Some(index))));
        let declared = self.components.security_schemes.keys().map(|name| (name.as_str(), None));
        let mut names: IndexMap<&str, Option<usize>> = IndexMap::new();
        for (name, index) in asked.chain(declared) {
            names.entry(name).or_insert(index);
        }
        // The sort is stable: all others stay as they are.
        names.sort_by_key(|name, _| !self.config.prefers_scheme(name));
        let schemes = names.into_iter();
        schemes.filter_map(|(name, asked)| Some((name.to_owned(), self.security_scheme(name, asked)?))).collect()
    }

    /// The scheme of a name, which the document asks for in this of its requirements.
    fn security_scheme(&mut self, name: &str, asked: Option<usize>) -> Option<SecurityScheme> {
        let at = Pointer::root().child("components").child("securitySchemes").child(name);
        let Some(ReferenceOr::Item(declared)) = self.components.security_schemes.get(name) else {
            let message = format!("the security scheme `{name}` is asked for, but not declared");
            let help = "declare it in `components.securitySchemes`";
            let asked_at = Pointer::root().child("security");
            let asked_at = asked.map_or_else(|| asked_at.clone(), |index| asked_at.index(index).child(name));
            self.warn(Code::SecurityUnsupported, message, &asked_at, help);
            return None;
        };
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
                let message = format!("the HTTP authentication scheme `{scheme}` is not supported");
                self.warn(Code::SecurityUnsupported, message, &at.child("scheme"), "send the header yourself");
                return None;
            }
        };
        Some(SecurityScheme { wire: name.to_owned(), place, description: description.clone() })
    }

    /// Real servers list alternatives in one requirement, which formally asks for all of them at once.
    fn warn_combinations(&mut self) {
        if self.config.takes_either_scheme() {
            return;
        }
        let requirements = self.openapi.security.iter().flatten().enumerate();
        let combined: Vec<(usize, String)> = requirements
            .filter(|(_, requirement)| requirement.len() > 1)
            .map(|(index, requirement)| (index, requirement.keys().cloned().collect::<Vec<_>>().join(" and ")))
            .collect();
        for (index, names) in combined {
            let message = format!("{names} are asked for together; where a caller gives only one, that is sent");
            let help =
                "if either is enough, write one requirement for each, or `either = true` in `[token]` of bindery.toml";
            self.warn(Code::SecurityAmbiguous, message, &Pointer::root().child("security").index(index), help);
        }
    }

    /// What operations ask for unless they say otherwise; where nothing is said, any scheme will do.
    pub(super) fn usual_requirement(&self) -> Requirement {
        match &self.openapi.security {
            Some(asked) => self.requirement(asked),
            None => (0..self.security.len()).map(|scheme| vec![scheme]).collect(),
        }
    }

    /// What an operation asks for, if that is something else.
    pub(super) fn own_requirement(&self, operation: &Operation) -> Option<Requirement> {
        let own = self.requirement(operation.security.as_ref()?);
        (own != self.requirement && !self.security.is_empty()).then_some(own)
    }

    /// The combinations of schemes that can be sent; those with a scheme that cannot are no way in.
    fn requirement(&self, asked: &[SecurityRequirement]) -> Requirement {
        let index = |name: &String| self.security.get_index_of(name.as_str());
        let combinations = asked.iter().filter_map(|combination| combination.keys().map(index).collect());
        let combinations: Requirement = combinations.collect();
        if self.config.takes_either_scheme() {
            let single = |combination: Vec<usize>| match combination.len() {
                0 | 1 => vec![combination],
                _ => combination.into_iter().map(|scheme| vec![scheme]).collect(),
            };
            return combinations.into_iter().flat_map(single).collect();
        }
        combinations
    }
}

fn says_bearer(text: &str) -> bool {
    text.to_ascii_lowercase().contains("bearer")
}

/// Before OpenAPI 3 there was no way to declare a bearer token but as a key in its header.
fn key_place(location: &APIKeyLocation, name: &str, is_bearer: bool) -> CredentialLocation {
    match location {
        APIKeyLocation::Header if is_bearer && name.eq_ignore_ascii_case("authorization") => CredentialLocation::Bearer,
        APIKeyLocation::Header => CredentialLocation::Header(name.to_owned()),
        APIKeyLocation::Query => CredentialLocation::Query(name.to_owned()),
        APIKeyLocation::Cookie => CredentialLocation::Cookie(name.to_owned()),
    }
}
