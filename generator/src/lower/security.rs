//! Security schemes whose credentials the emitted client can send.

use openapiv3::{APIKeyLocation, ReferenceOr, SecurityScheme as Declared};

use super::Lowering;
use crate::diagnostic::Code;
use crate::document::Pointer;
use crate::model::{CredentialPlace, SecurityScheme};

impl Lowering<'_> {
    /// The schemes in the order in which the document asks for them, then those it only declares. The scheme that the
    /// configuration names comes first.
    pub(super) fn security_schemes(&mut self) -> Vec<SecurityScheme> {
        self.tell_of_combinations();
        let asked = self.openapi.security.iter().flatten().flat_map(indexmap::IndexMap::keys);
        let mut names: Vec<&str> = asked.chain(self.components.security_schemes.keys()).map(String::as_str).collect();
        if let Some(first) = self.config.token_scheme() {
            names.insert(0, first);
        }
        let mut schemes: Vec<SecurityScheme> = Vec::new();
        for name in names {
            if !schemes.iter().any(|scheme| scheme.wire == name) {
                schemes.extend(self.security_scheme(name));
            }
        }
        schemes
    }

    fn security_scheme(&mut self, name: &str) -> Option<SecurityScheme> {
        let at = Pointer::root().child("components").child("securitySchemes").child(name);
        let Some(ReferenceOr::Item(declared)) = self.components.security_schemes.get(name) else {
            let message = format!("the security scheme `{name}` is asked for, but not declared");
            let help = "declare it in `components.securitySchemes`";
            self.warn(Code::SecurityUnsupported, message, &Pointer::root().child("security"), help);
            return None;
        };
        let (place, description) = match declared {
            Declared::APIKey { location, name, description, .. } => (key_place(location, name), description),
            Declared::HTTP { scheme, description, .. } if scheme == "bearer" => (CredentialPlace::Bearer, description),
            Declared::HTTP { scheme, description, .. } if scheme == "basic" => (CredentialPlace::Basic, description),
            Declared::OAuth2 { description, .. } | Declared::OpenIDConnect { description, .. } => {
                (CredentialPlace::Bearer, description)
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
    fn tell_of_combinations(&mut self) {
        let requirements = self.openapi.security.iter().flatten().enumerate();
        let combined: Vec<(usize, String)> = requirements
            .filter(|(_, requirement)| requirement.len() > 1)
            .map(|(index, requirement)| (index, requirement.keys().cloned().collect::<Vec<_>>().join(" and ")))
            .collect();
        for (index, names) in combined {
            let message =
                format!("{names} are asked for together; only the first is sent unless the caller gives more");
            let help = "if either is enough, write one requirement for each";
            self.warn(Code::SecurityAmbiguous, message, &Pointer::root().child("security").index(index), help);
        }
    }
}

fn key_place(location: &APIKeyLocation, name: &str) -> CredentialPlace {
    match location {
        APIKeyLocation::Header => CredentialPlace::Header(name.to_owned()),
        APIKeyLocation::Query => CredentialPlace::Query(name.to_owned()),
        APIKeyLocation::Cookie => CredentialPlace::Cookie(name.to_owned()),
    }
}
