//! Properties of the whole API: its title and description, its tags, and authentication.

use std::collections::BTreeSet;

use super::compare::Comparison;
use super::pairing::matched;
use super::rule::Rule;
use super::rules;
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use bindery::internal::ir::Node;
use bindery::internal::model::{CredentialLocation, Requirement};
use bindery::internal::pointer::Pointer;

/// The alternatives of a security requirement, by the names of the schemes.
pub(super) type Combinations = BTreeSet<BTreeSet<String>>;

impl Comparison<'_> {
    pub(super) fn compare_info(&mut self) {
        let apis = self.versions.map(|version| version.api);
        if !apis.map(|api| (&api.title, &api.version, &api.description)).is_changed() {
            return;
        }
        let same_version = apis.old.version == apis.new.version;
        let rule = if same_version { rules::INFO } else { rules::INFO_VERSION };
        let location = Pointer::root().child("info");
        let subject = ChangeSubject::new("info", "info", Versions::same(None)).at(Versions::same(&location));
        self.report(rule, &subject, apis.map(|api| format!("version {}", api.version)));
    }

    pub(super) fn compare_security(&mut self) {
        self.compare_schemes();
        self.compare_default_scheme();
        let requirements = self.versions.map(|version| combinations(version, &version.api.requirement));
        let subject = security_subject("security", &Pointer::root().child("security"));
        self.compare_requirements(&subject, requirements, [rules::CREDENTIALS, rules::CREDENTIALS_NARROWED]);
    }

    fn compare_schemes(&mut self) {
        let schemes = self.versions.map(|version| version.api.security.as_slice());
        for (index, found) in matched(schemes, |scheme| &scheme.wire) {
            let places = found.map_some(|scheme| &scheme.place);
            if places.is_changed() {
                let name = found.newest().map(|scheme| scheme.wire.as_str()).unwrap_or_default();
                let subject = security_subject(name, &Pointer::component("securitySchemes", name));
                let subject = subject.part(index.map_some(Node::Scheme));
                let rule = Rule::choose([rules::SCHEME_ADDED, rules::SCHEME_REMOVED, rules::SCHEME_PLACE], &subject);
                self.report(rule, &subject, places.map_some(credential_phrase));
            }
        }
    }

    /// Reports a different scheme for `.token(..)`.
    fn compare_default_scheme(&mut self) {
        let schemes = self.versions.map(|version| &version.api.security);
        let (Some(was), Some(is)) = (schemes.old.first(), schemes.new.first()) else { return };
        // A removed scheme is reported separately.
        if was.wire != is.wire && schemes.new.iter().any(|scheme| scheme.wire == was.wire) {
            let subject = security_subject(&is.wire, &Pointer::root().child("components").child("securitySchemes"));
            self.report(rules::DEFAULT_SCHEME, &subject, Versions::new(was.wire.clone(), is.wire.clone()));
        }
    }

    /// Reports a different security requirement by one of two rules: in general, or if previous callers lack a token.
    pub(super) fn compare_requirements(
        &mut self,
        subject: &ChangeSubject,
        requirements: Versions<Combinations>,
        [rule, narrowed]: [Rule; 2],
    ) {
        let Versions { old, new } = &requirements;
        if old == new {
            return;
        }
        let is_open = |combinations: &Combinations| combinations.is_empty() || combinations.contains(&BTreeSet::new());
        // Every previous caller had one of the old combinations.
        let is_narrower = !is_open(new)
            && (is_open(old) || old.iter().any(|had| !new.iter().any(|required| required.is_subset(had))));
        let texts = requirements.as_ref().map(requirement_text);
        self.report(if is_narrower { narrowed } else { rule }, subject, texts);
    }
}

fn security_subject(path: &str, location: &Pointer) -> ChangeSubject {
    ChangeSubject::new("security", path, Versions::same(Some(Node::Security))).at(Versions::same(location))
}

pub(super) fn combinations(version: ApiVersion<'_>, requirement: &Requirement) -> Combinations {
    let name = |index: &usize| version.api.security.get(*index).map(|scheme| scheme.wire.clone());
    requirement.iter().map(|combination| combination.iter().filter_map(name).collect()).collect()
}

fn requirement_text(combinations: &Combinations) -> String {
    if combinations.is_empty() {
        return "no token".to_owned();
    }
    let each = combinations.iter().map(|schemes| {
        if schemes.is_empty() {
            "no token".to_owned()
        } else {
            schemes.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ")
        }
    });
    each.collect::<Vec<_>>().join(", or ")
}

/// Returns the phrase for how a credential is sent.
fn credential_phrase(location: &CredentialLocation) -> String {
    match location {
        CredentialLocation::Header(name) => format!("in the header `{name}`"),
        CredentialLocation::Query(name) => format!("in the query parameter `{name}`"),
        CredentialLocation::Cookie(name) => format!("in the cookie `{name}`"),
        CredentialLocation::Bearer => "as a bearer token".to_owned(),
        CredentialLocation::Basic => "as a user name and password".to_owned(),
    }
}
