//! Properties of the whole API: its title and description, its tags, and authentication.

use std::collections::BTreeSet;

use super::ChangeKind;
use super::compare::Comparison;
use super::finding::Finding;
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use crate::ir::Node;
use crate::model::{Api, CredentialLocation, Requirement};
use crate::pointer::Pointer;

/// The alternatives of a security requirement, by the names of the schemes.
type Combinations = BTreeSet<BTreeSet<String>>;

impl Comparison<'_> {
    pub(super) fn compare_info(&mut self) {
        let Versions { old, new } = self.versions.map(|version| version.api);
        let texts = |api: &Api| (api.title.clone(), api.version.clone(), api.description.clone());
        if texts(old) == texts(new) {
            return;
        }
        let location = Pointer::root().child("info");
        let message = if old.version == new.version {
            "the title or the description of the API changed".to_owned()
        } else {
            format!("the version of the API changed from {} to {}", old.version, new.version)
        };
        let found = ChangeSubject::new("info", "info", Versions::new(None, None)).finding(ChangeKind::Service, message);
        let versions = Versions::new(&old.version, &new.version).map(|version| format!("version {version}"));
        self.found.push(found.with_both(Versions::new(&location, &location), versions).docs());
    }

    pub(super) fn compare_security(&mut self) {
        self.compare_schemes();
        self.compare_default_scheme();
        let requirements = self.versions.map(|version| combinations(version, &version.api.requirement));
        let location = Pointer::root().child("security");
        let nodes = Versions::new(Some(Node::Security), Some(Node::Security));
        let subject = ChangeSubject::new("security", "security", nodes);
        let found = requirement_finding(
            ChangeKind::Service,
            &subject,
            requirements.as_ref(),
            Versions::new(&location, &location),
        );
        self.found.extend(found);
    }

    fn compare_schemes(&mut self) {
        let schemes = self.versions.map(|version| &version.api.security);
        for (index, scheme) in schemes.old.iter().enumerate() {
            let same = schemes.new.iter().position(|other| other.wire == scheme.wire);
            let nodes = Versions::new(Some(index), same).map(|index| index.map(Node::Scheme));
            let subject = ChangeSubject::new("security", &scheme.wire, nodes);
            let name = subject.quoted();
            let location = scheme_location(&scheme.wire);
            let locations = Versions::new(&location, &location);
            let found = match same.map(|same| &schemes.new[same]) {
                None => subject
                    .finding(ChangeKind::Service, format!("the security scheme {name} was removed"))
                    .with_old(&location, credential_phrase(&scheme.place))
                    .breaks("the server no longer accepts tokens that are sent this way")
                    .migrate("use another scheme: `.token_as(TokenScheme::.., ..)`"),
                Some(other) if other.place != scheme.place => {
                    let texts = Versions::new(scheme, other).map(|scheme| credential_phrase(&scheme.place));
                    let message = format!("the token of {name} is now sent {} instead of {}", texts.new, texts.old);
                    subject
                        .finding(ChangeKind::Service, message)
                        .with_both(locations, texts)
                        .breaks("the old bindings send the token where the server does not expect it")
                        .without_code()
                }
                Some(_) => continue,
            };
            self.found.push(found);
        }
        for (index, scheme) in schemes.new.iter().enumerate() {
            if schemes.old.iter().all(|other| other.wire != scheme.wire) {
                let nodes = Versions::only_new(Node::Scheme(index));
                let subject = ChangeSubject::new("security", &scheme.wire, nodes);
                let message = format!("the security scheme {} was added", subject.quoted());
                let found = subject
                    .finding(ChangeKind::Service, message)
                    .with_new(&scheme_location(&scheme.wire), credential_phrase(&scheme.place));
                self.found.push(found);
            }
        }
    }

    /// Reports a different scheme for `.token(..)`.
    fn compare_default_scheme(&mut self) {
        let schemes = self.versions.map(|version| &version.api.security);
        let (Some(was), Some(is)) = (schemes.old.first(), schemes.new.first()) else { return };
        // A removed scheme is reported separately.
        if was.wire == is.wire || schemes.new.iter().all(|scheme| scheme.wire != was.wire) {
            return;
        }
        let location = Pointer::root().child("components").child("securitySchemes");
        let message = format!("`.token(..)` now uses the scheme `{}` instead of `{}`", is.wire, was.wire);
        let nodes = Versions::new(Some(Node::Security), Some(Node::Security));
        let found = ChangeSubject::new("security", &is.wire, nodes)
            .finding(ChangeKind::Service, message)
            .with_old(&location, &was.wire)
            .with_new(&location, &is.wire)
            .breaks("after recompiling, programs send their token with another scheme")
            .migrate(format!("set `scheme = \"{}\"` in `[token]` of bindery.toml", was.wire))
            .without_code();
        self.found.push(found);
    }
}

/// Returns the finding for a different security requirement.
pub(super) fn requirement_finding(
    kind: ChangeKind,
    subject: &ChangeSubject,
    requirements: Versions<&Combinations>,
    locations: Versions<&Pointer>,
) -> Option<Finding> {
    let Versions { old, new } = requirements;
    if old == new {
        return None;
    }
    let texts = requirements.map(requirement_text);
    let part = format!("the credentials required by {}", subject.quoted());
    let found = subject.changed(kind, &part, locations, texts);
    let is_open = |combinations: &Combinations| combinations.is_empty() || combinations.contains(&BTreeSet::new());
    // Every previous caller had one of the old combinations.
    let is_narrower =
        !is_open(new) && (is_open(old) || old.iter().any(|had| !new.iter().any(|required| required.is_subset(had))));
    Some(if is_narrower {
        found
            .breaks("requests with the previously sufficient credentials are rejected")
            .migrate("pass the required token to the client")
    } else {
        found
    })
}

pub(super) fn combinations(version: ApiVersion<'_>, requirement: &Requirement) -> Combinations {
    let name = |index: &usize| version.api.security.get(*index).map(|scheme| scheme.wire.clone());
    requirement.iter().map(|combination| combination.iter().filter_map(name).collect()).collect()
}

fn scheme_location(name: &str) -> Pointer {
    Pointer::component("securitySchemes", name)
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
