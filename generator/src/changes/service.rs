//! Properties of the whole API: its description, the server, and authentication.

use std::collections::BTreeSet;

use super::ChangeKind;
use super::compare::{Comparison, Part};
use super::side::{Claim, Side};
use crate::model::{CredentialLocation, Requirement};
use crate::pointer::Pointer;

/// The alternatives of a security requirement, by the names of the schemes.
type Combinations = BTreeSet<BTreeSet<String>>;

impl Comparison<'_> {
    pub(super) fn info(&mut self) {
        let (old, new) = (self.old.api, self.new.api);
        let says = |api: &crate::model::Api, other: &crate::model::Api| {
            let version = (api.version != other.version).then(|| format!("version {}", api.version));
            let title = (api.title != other.title).then(|| api.title.clone());
            let description = api.description.clone().filter(|_| api.description != other.description);
            [title, version, description].into_iter().flatten().collect::<Vec<_>>().join("\n")
        };
        let (was, is) = (says(old, new), says(new, old));
        if was == is {
            return;
        }
        let place = Pointer::root().child("info");
        let sentence = if old.version == new.version {
            "the title or the text about the interface differs".to_owned()
        } else {
            format!("the version is {} instead of {}", new.version, old.version)
        };
        let part = Part { resource: "info", subject: "info" };
        self.found.push(part.finding(ChangeKind::Description, sentence).before(&place, was).after(&place, is).docs());
    }

    /// Reports differences in the descriptions of tags.
    pub(super) fn tags_described(&mut self) {
        let (old, new) = (&self.old.api.groups, &self.new.api.groups);
        let place = Pointer::root().child("tags");
        for group in new {
            let Some(before) = old.iter().find(|old| old.wire == group.wire) else { continue };
            if before.description != group.description {
                let part = Part { resource: &group.wire, subject: &group.wire };
                let found = part.finding(ChangeKind::Docs, format!("the tag {} is described otherwise", part.quoted()));
                let says = |text: &Option<String>| text.clone().unwrap_or_default();
                let (was, is) = (says(&before.description), says(&group.description));
                self.found.push(found.docs().before(&place, was).after(&place, is));
            }
        }
    }

    pub(super) fn security(&mut self) {
        let (old, new) = (self.old, self.new);
        let place = |name: &str| Pointer::root().child("components").child("securitySchemes").child(name);
        let claims = |side: Side<'_>, index: usize| {
            let variant = Claim::member("TokenScheme", format!("::{}", side.names.scheme(index)));
            let token = Claim::member("ClientBuilder", "::token".to_owned());
            // The first scheme adds the type, and the last one removes it.
            let ty = [Claim::member("TokenScheme", String::new()), Claim::whole("Scheme".to_owned())];
            [variant, token, Claim::feature("oauth")].into_iter().chain(ty)
        };
        let mut found = Vec::new();
        for (index, scheme) in old.api.security.iter().enumerate() {
            let part = Part { resource: "security", subject: &scheme.wire };
            let (at, was) = (place(&scheme.wire), travels(&scheme.place));
            match new.api.security.iter().find(|other| other.wire == scheme.wire) {
                None => found.push(
                    part.finding(ChangeKind::Security, format!("the security scheme {} is gone", part.quoted()))
                        .before(&at, was)
                        .breaks("tokens that travel this way are not taken any more")
                        .migrate("send the token in another way: `.token_as(TokenScheme::.., ..)`")
                        .claims(claims(old, index)),
                ),
                Some(other) if other.place != scheme.place => found.push(
                    part.finding(
                        ChangeKind::Security,
                        format!("the token of {} travels {}", part.quoted(), travels(&other.place)),
                    )
                    .before(&at, was)
                    .after(&at, travels(&other.place))
                    .breaks("the old bindings send the token where the server does not look"),
                ),
                Some(other) if other.description != scheme.description => {
                    let says = |text: &Option<String>| text.clone().unwrap_or_default();
                    let sentence = format!("the security scheme {} is described otherwise", part.quoted());
                    let docs = part.finding(ChangeKind::Docs, sentence).docs();
                    found.push(docs.before(&at, says(&scheme.description)).after(&at, says(&other.description)));
                }
                Some(_) => {}
            }
        }
        for (index, scheme) in new.api.security.iter().enumerate() {
            if old.api.security.iter().all(|other| other.wire != scheme.wire) {
                let part = Part { resource: "security", subject: &scheme.wire };
                let added = part.finding(ChangeKind::Security, format!("the security scheme {} is new", part.quoted()));
                found.push(added.after(&place(&scheme.wire), travels(&scheme.place)).claims(claims(new, index)));
            }
        }
        self.found.extend(found);
        self.usual_scheme();
        let part = Part { resource: "security", subject: "security" };
        let (was, is) = (combinations(old, &old.api.requirement), combinations(new, &new.api.requirement));
        let place = Pointer::root().child("security");
        self.requirement(&part, (&was, &place), (&is, &place));
    }

    /// Reports a different scheme for `.token(..)`.
    fn usual_scheme(&mut self) {
        let (old, new) = (&self.old.api.security, &self.new.api.security);
        let (Some(was), Some(is)) = (old.first(), new.first()) else { return };
        // A removed scheme is reported separately.
        if was.wire == is.wire || new.iter().all(|scheme| scheme.wire != was.wire) {
            return;
        }
        let place = Pointer::root().child("components").child("securitySchemes");
        let part = Part { resource: "security", subject: &is.wire };
        let sentence = format!("`.token(..)` is for `{}` instead of `{}`", is.wire, was.wire);
        let found = part
            .finding(ChangeKind::Security, sentence)
            .before(&place, &was.wire)
            .after(&place, &is.wire)
            .breaks("compiled anew, programs send their token in another way")
            .migrate(format!("name the scheme with `scheme = \"{}\"` in `[token]` of bindery.toml", was.wire));
        self.found.push(found);
    }

    /// Reports a different security requirement.
    pub(super) fn requirement(
        &mut self,
        part: &Part<'_>,
        old: (&Combinations, &Pointer),
        new: (&Combinations, &Pointer),
    ) {
        if old.0 == new.0 {
            return;
        }
        let (was, is) = (requirement_text(old.0), requirement_text(new.0));
        let found = part
            .finding(ChangeKind::Security, format!("{} asks for {is} instead of {was}", part.quoted()))
            .before(old.1, was)
            .after(new.1, is);
        let open = |combinations: &Combinations| combinations.is_empty() || combinations.contains(&BTreeSet::new());
        // Every previous caller had one of the old combinations.
        let narrower = if open(old.0) {
            !open(new.0)
        } else {
            !open(new.0) && old.0.iter().any(|had| !new.0.iter().any(|asked| asked.is_subset(had)))
        };
        let found = if narrower {
            found
                .breaks("calls with what was enough are refused")
                .migrate("give the client the token that is asked for now")
        } else {
            found
        };
        self.found.push(found);
    }
}

pub(super) fn combinations(side: Side<'_>, requirement: &Requirement) -> Combinations {
    let name = |index: &usize| side.api.security.get(*index).map(|scheme| scheme.wire.clone());
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

fn travels(place: &CredentialLocation) -> String {
    match place {
        CredentialLocation::Header(name) => format!("in the header `{name}`"),
        CredentialLocation::Query(name) => format!("in the query as `{name}`"),
        CredentialLocation::Cookie(name) => format!("in the cookie `{name}`"),
        CredentialLocation::Bearer => "as a bearer token".to_owned(),
        CredentialLocation::Basic => "as user and password".to_owned(),
    }
}
