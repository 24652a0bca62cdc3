//! The texts of a judged difference, which are made once, at the end: its path, its contents in both versions, and the
//! values in the templates of rules.

use super::delta::Delta;
use super::fact::{Aspect, Combinations, Value, address};
use super::guard::is_schema_renamed;
use super::hole::Hole;
use super::operations::renamed_parameters;
use super::phrase;
use super::subject::Subject;
use super::version::{ApiVersion, Versions};
use bindery::internal::analysis::Direction;
use bindery::internal::http_terms::CredentialLocation;
use bindery::internal::model::{Docs, EventPlace, Operation, Payload, path_shape};
use bindery::internal::pointer::Pointer;

/// Replaces the names in a template, such as `{item}`, by their values.
pub(super) fn fill(template: &str, value: impl Fn(Hole) -> Option<String>) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, name, after)) = Hole::split(rest) {
        filled.push_str(before);
        let value = Hole::parse(name).and_then(&value);
        debug_assert!(value.is_some(), "no value for `{{{name}}}` in `{template}`");
        filled.push_str(&value.unwrap_or_default());
        rest = after;
    }
    filled + rest
}

impl<'a> Delta<'a> {
    /// Returns the version that has the element, and the element that it is or belongs to.
    fn newest_whole(&self) -> Option<(ApiVersion<'a>, Subject)> {
        self.context.versions.zip(self.pair.whole).map(|(version, whole)| Some((version, whole?))).newest()
    }

    /// Returns the resource that the report groups it by.
    pub(super) fn resource(&self) -> String {
        self.newest_whole().map(|(version, whole)| version.subject_resource(whole)).unwrap_or_default()
    }

    /// Returns the path of the element, such as `story.value`.
    pub(super) fn path(&self) -> String {
        if let (Aspect::DefaultScheme, Some(Versions { new: Value::Text(scheme), .. })) = (self.aspect, &self.values) {
            return scheme.to_string();
        }
        let whole = self.newest_whole().map(|(version, whole)| version.subject_path(whole)).unwrap_or_default();
        let part = self.parts().newest().map(|(version, part)| version.part_path(part)).unwrap_or_default();
        let is_body = matches!(self.part.new, Some(Subject::Body(_))) && self.aspect != Aspect::Exists;
        format!("{whole}{part}{}", if is_body { " body" } else { "" })
    }

    /// Returns the location in each version that has the element.
    pub(super) fn locations(&self) -> Versions<Option<Pointer>> {
        let schemes = || Pointer::root().child("components").child("securitySchemes");
        self.each(|version, part| match self.aspect {
            Aspect::DefaultScheme => Some(schemes()),
            Aspect::Reading => version.operation(part).map(|operation| operation.origin.clone()),
            _ => version.location(part),
        })
    }

    /// Returns the name of an element that shares its location with others, such as a header.
    pub(super) fn detail(&self) -> Option<String> {
        let hole = match self.part.newest()? {
            Subject::Failure(..) => Hole::Status,
            Subject::Header(..) => Hole::Header,
            Subject::NamedServer(_) | Subject::ServerVariable(_) => Hole::Name,
            Subject::Value(..) => Hole::Value,
            Subject::Alternative(..) => Hole::Variant,
            Subject::Type(_) if self.aspect == Aspect::Name => Hole::Was,
            Subject::MediaType(..) => return self.contents().newest(),
            _ => return None,
        };
        self.value(hole)
    }

    /// Returns the contents in the versions that have the element, as they are shown.
    pub(super) fn contents(&self) -> Versions<Option<String>> {
        let both = |texts: Versions<String>| texts.map(Some);
        match (self.aspect, &self.values) {
            (Aspect::Docs | Aspect::Replaced, _) => both(Versions::same(String::new())),
            (Aspect::Deprecation, Some(Versions { old: Value::Docs(old), new: Value::Docs(new) })) => {
                both(Versions::new(String::new(), deprecation(Versions::new(old, new))))
            }
            (Aspect::Limits, _) => self.limit_change().map_or(Versions::same(None), |change| both(change.texts())),
            (Aspect::Order, _) => self.order().map_or(Versions::same(None), both),
            (Aspect::Tags, _) => self.tags().map_or(Versions::same(None), both),
            (Aspect::Name, Some(Versions { old: Value::Texts(old), new: Value::Texts(new) })) => {
                let shown = usize::from(!is_schema_renamed(self));
                Versions::new(old, new).map(|names| names[shown].map(str::to_owned))
            }
            (Aspect::DataType, _) => self.each(|version, part| {
                version.type_of(part).map(|ty| phrase::ty(version.api, ty)).or_else(|| content(version, part))
            }),
            (_, Some(values)) => {
                let values = self.parts().zip(values.as_ref().map(Some));
                values.map(|(part, value)| part.and_then(|(version, part)| self.value_phrase(version, part, value?)))
            }
            (_, None) => self.each(content),
        }
    }

    fn value_phrase(&self, version: ApiVersion<'_>, part: Subject, value: &Value<'_>) -> Option<String> {
        Some(match value {
            Value::Text(_) if self.aspect == Aspect::Url && part != Subject::Address => content(version, part)?,
            Value::Text(_) if self.aspect == Aspect::Name => content(version, part)?,
            Value::Text(text) => text.to_string(),
            Value::Texts(_) if self.aspect == Aspect::About => format!("version {}", version.api.version),
            Value::Texts(_) if self.aspect == Aspect::Url => {
                let server = version.api.own_server(version.operation(part)?);
                server.map_or("the default server".to_owned(), |server| format!("`{}`", shown_path(&server.template())))
            }
            Value::Json(default) if self.aspect == Aspect::DefaultValue => {
                default.map_or("none".to_owned(), phrase::value)
            }
            Value::Directions([true, true]) => "sent and received".to_owned(),
            Value::Directions([is_sent, _]) => if *is_sent { "sent only" } else { "received only" }.to_owned(),
            Value::Reading(operation) => phrase::response_text(operation),
            Value::Place(place) => credential_phrase(place),
            Value::Events(places) => place_phrase(places),
            Value::Credentials(required, _) => requirement_phrase(required),
            Value::MediaTypes(media_types) => media_types.join(", "),
            Value::Success(success) => phrase::success(version.api, success),
            Value::Style(..) => phrase::parameter_text(version.parameter(part)?),
            _ => content(version, part)?,
        })
    }

    /// Returns a value in the templates of rules, such as the path of the element.
    pub(super) fn value(&self, hole: Hole) -> Option<String> {
        let Versions { old, new } = self.context.versions;
        let (whole_version, whole) = self.newest_whole()?;
        let (version, part) = self.parts().newest()?;
        let id = whole.type_id();
        Some(match hole {
            Hole::Item => self.path(),
            Hole::Old => self.contents().old?,
            Hole::New => self.contents().new?,
            Hole::Operation => whole_version.subject_path(whole),
            Hole::Call => whole_version.call(whole.operation()?),
            Hole::OldCall => old.call(self.part.old?.operation()?),
            Hole::Differences => self.route_differences()?.join(", "),
            Hole::Parameter => format!("the parameter `{}`", self.path()),
            Hole::Limits => self.limit_change()?.phrase(),
            Hole::Argument => self.each(ApiVersion::argument).newest()?.to_owned(),
            Hole::Status => {
                let Subject::Failure(_, at) = part else { return None };
                version.operation(part)?.error_responses.get(at)?.status.to_string()
            }
            Hole::Header => {
                let Subject::Header(_, at) = part else { return None };
                version.operation(part)?.headers.get(at)?.wire.clone()
            }
            Hole::Field => version.member_name(part)?.to_owned(),
            Hole::OldField => old.member_name(self.part.old?)?.to_owned(),
            Hole::Setter => {
                let Subject::Field(id, at) = part else { return None };
                version.names.setter(id, at).into_owned()
            }
            Hole::Presence => {
                let field = version.field(part)?;
                let default =
                    field.default.as_ref().map(|value| format!(", with the default {}", phrase::value(value)));
                format!("{}{}", phrase::presence(field.required), default.unwrap_or_default())
            }
            Hole::Replaced | Hole::Replacement => {
                let pair = self.replacement()?;
                let names = self.context.versions.zip(pair);
                let names = names.map(|(version, part)| version.member_name(part).or_else(|| version.argument(part)));
                if hole == Hole::Replaced { names.old?.to_owned() } else { names.new?.to_owned() }
            }
            Hole::Type if matches!(part, Subject::Field(..)) => {
                version.names.of_type(part.type_id()?, Direction::Request).to_owned()
            }
            Hole::Type => whole_version.type_name(id?).to_owned(),
            Hole::Created => whole_version.names.of_type(id?, Direction::Request).to_owned(),
            Hole::Was if whole == Subject::Address => shown_path(&address(old.api)).to_owned(),
            Hole::Is => shown_path(&address(new.api)).to_owned(),
            Hole::Was => old.type_name(self.part.old?.type_id()?).to_owned(),
            Hole::Value => version.value(part)?.0,
            Hole::Variant if matches!(part, Subject::Value(..)) => {
                self.part.old.and_then(|part| old.member_name(part)).unwrap_or_default().to_owned()
            }
            Hole::Variant => version.member_name(part)?.to_owned(),
            Hole::NewVariant => new.member_name(self.part.new?)?.to_owned(),
            // The value in which several changes with one message differ.
            Hole::Each => match part {
                Subject::Value(..) => content(version, part)?,
                Subject::Alternative(..) => self.value(Hole::Alternative)?,
                _ => format!("`{}`", self.path()),
            },
            // The name of the variant identifies an alternative, unless it is a component schema.
            Hole::Alternative => match content(version, part)? {
                schema if schema.starts_with('`') => schema,
                text => format!("{text} (`{}`)", version.member_name(part)?),
            },
            Hole::Name | Hole::OldName => {
                let (version, part) = if hole == Hole::Name { (version, part) } else { (old, self.part.old?) };
                match part {
                    Subject::Event(index) => version.names.event(index).to_owned(),
                    Subject::NamedServer(_) => version.named_server(part)?.0.to_owned(),
                    _ => version.server_variable(part)?.name.clone(),
                }
            }
            Hole::Effect => return None,
        })
    }

    /// Describes the differences in the method, the path, the ID, the tag and the call of an operation.
    fn route_differences(&self) -> Option<Vec<String>> {
        let Versions { old, new } = self.operations()?;
        let mut rows = Vec::new();
        if (&old.method, path_shape(&old.path)) != (&new.method, path_shape(&new.path)) {
            rows.push(format!("it was `{} {}`", old.method, old.path));
        } else if old.path != new.path {
            let names = renamed_parameters(&old.path, &new.path).into_iter();
            let pairs = names.zip(renamed_parameters(&new.path, &old.path)).filter(|(before, after)| before != after);
            rows.extend(pairs.map(|(before, after)| format!("the path parameter `{before}` was renamed to `{after}`")));
        }
        if old.id != new.id {
            rows.push(match (&old.id, &new.id) {
                (Some(was), Some(is)) => format!("the operation ID changed from `{was}` to `{is}`"),
                (None, Some(is)) => format!("the operation ID `{is}` was added"),
                (_, None) => "the operation ID was removed".to_owned(),
            });
        }
        if let Versions { old: Some(was), new: Some(is) } = self.groups()
            && was != is
        {
            rows.push(format!("the tag changed from `{was}` to `{is}`"));
        }
        if super::guard::is_called_otherwise(self) {
            let calls = self.both(|version, part| Some(version.call(part.operation()?)))?;
            rows.push(format!("the call changed from `{}` to `{}`", calls.old, calls.new));
        }
        Some(rows)
    }
}

/// Returns the contents of an element as a phrase.
fn content(version: ApiVersion<'_>, part: Subject) -> Option<String> {
    let api = version.api;
    let ty = || version.type_of(part).map(|ty| phrase::ty(api, ty));
    Some(match part {
        Subject::Operation(_) => operation_text(version.operation(part)?),
        Subject::Parameter(..) | Subject::Constant(..) => {
            let parameter = version.parameter(part)?;
            phrase::input(api, &parameter.ty, parameter.constant.as_ref(), parameter.required)
        }
        Subject::Field(..) => {
            let field = version.field(part)?;
            phrase::input(api, &field.ty, field.constant.as_ref(), field.required)
        }
        Subject::Body(_) => phrase::body(api, version.operation(part)?.body.as_ref()?),
        Subject::MediaType(_, at) => version.operation(part)?.other_media_types.get(at)?.clone(),
        Subject::Failure(..) => ty().unwrap_or_else(|| "no body".to_owned()),
        Subject::Event(_) => version.event(part)?.wire.clone(),
        Subject::Value(..) => match version.value(part)? {
            (wire, _, Some(text)) | (wire, Some(text), None) => format!("{wire} ({text})"),
            (wire, None, None) => wire,
        },
        Subject::Alternative(..) => match &version.variant(part)?.payload {
            Payload::Type(ty) => phrase::ty(api, ty),
            Payload::Constant(value) => phrase::value(value),
            Payload::Unit => "only the tag".to_owned(),
        },
        Subject::Type(id) => phrase::shape(api, &api.definition(id).shape),
        Subject::Scheme(_) => credential_phrase(&version.scheme(part)?.place),
        Subject::NamedServer(_) => version.named_server(part)?.1.template(),
        Subject::ServerVariable(_) => version.server_variable(part)?.default.as_deref().unwrap_or("nothing").to_owned(),
        _ => ty()?,
    })
}

fn operation_text(operation: &Operation) -> String {
    let id = operation.id.as_ref().map(|id| format!(" ({id})")).unwrap_or_default();
    format!("{}{id}", operation.route())
}

fn shown_path(path: &str) -> &str {
    if path.is_empty() { "/" } else { path }
}

/// Describes a different deprecation: `is now deprecated, with its sunset on 2027-01-31`.
fn deprecation(docs: Versions<&Docs>) -> String {
    let Versions { old, new } = docs.map(|docs| docs.sunset.as_deref());
    let sunset = new.filter(|_| new != old).map(|new| {
        let before = old.map(|old| format!(" instead of {old}")).unwrap_or_default();
        format!("its sunset on {new}{before}")
    });
    let effect = match docs.map(|docs| docs.deprecated).into_array() {
        [false, true] => Some("is now deprecated"),
        [true, false] => Some("is no longer deprecated"),
        _ => None,
    };
    match (effect, sunset) {
        (Some(effect), Some(sunset)) => format!("{effect}, with {sunset}"),
        (Some(effect), None) => effect.to_owned(),
        (None, Some(sunset)) => format!("now has {sunset}"),
        (None, None) => "no longer has a sunset".to_owned(),
    }
}

fn requirement_phrase(combinations: &Combinations<'_>) -> String {
    let names = |schemes: &std::collections::BTreeSet<&str>| {
        schemes.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ")
    };
    let each =
        combinations.iter().map(|schemes| if schemes.is_empty() { "no token".to_owned() } else { names(schemes) });
    let each: Vec<String> = each.collect();
    if each.is_empty() { "no token".to_owned() } else { each.join(", or ") }
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

/// Returns the phrase for how events are identified.
fn place_phrase(places: &[EventPlace]) -> String {
    let places = places.iter().map(|place| match place {
        EventPlace::Header(name) => format!("the header `{name}`"),
        EventPlace::Member(name) => format!("the member `{name}`"),
    });
    let places: Vec<String> = places.collect();
    if places.is_empty() { "nothing".to_owned() } else { places.join(" and ") }
}
