//! Operation parameters: path parameters in the order of the path, then the others in the order of the description.

use std::collections::HashMap;

use indexmap::{IndexMap, IndexSet};
use openapiv3::{Operation, Parameter as Declared, ParameterSchemaOrContent, PathItem, ReferenceOr, Schema};

use super::input::{Input, Site};
use super::log::Log;
use super::log::MAX_DEPTH;
use super::node::inline;
use super::operations::Operations;
use super::schemas::Schemas;
use super::security::Security;
use super::style::serialization;
use super::{constant, docs};
use crate::api::model::{
    Constraints, CredentialLocation, DateKind, Docs, OperationId, Owner, Parameter, ParameterLocation, Role,
    Serialization, Shape, Style, Text, Type,
};
use crate::base::diagnostic::Code;
use crate::base::http_terms::{ACCEPT, AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, DATE_FIELDS, MESSAGE_HEADERS};
use crate::base::ident::folded;
use crate::base::pointer::Pointer;
use crate::read::document::EMPTY;

/// Headers that the specification says to ignore as parameters, since content and security determine them.
const IGNORED_HEADERS: [&str; 2] = [ACCEPT, CONTENT_TYPE];

/// The names of parameters for bearer tokens, without case and punctuation.
const TOKENS: [&str; 2] = ["accesstoken", "oauthtoken"];

/// Words in the description of a parameter `token` that is one.
const AUTHENTICATION: [&str; 4] = ["access token", "authenticat", "bearer", "scope"];

impl<'d> Operations<'_, 'd> {
    pub(super) fn parameters(
        &mut self,
        path: &str,
        item: &'d PathItem,
        operation: &'d Operation,
        item_at: &Pointer,
        at: &Pointer,
        id: OperationId,
    ) -> Vec<Parameter> {
        let mut found: Vec<Parameter> = Vec::new();
        let mut known: HashMap<(&'static str, String), &Pointer> = HashMap::new();
        for (parameter, list, index) in written_parameters((operation, at), (item, item_at)) {
            let pointer = list.child("parameters").index(index);
            let Some((parameter, written_at, component)) = self.schemas.log.definition_at(parameter, &pointer) else {
                continue;
            };
            let texts = parameter.parameter_data_ref().description.as_ref().map_or(0, String::len);
            if !self.schemas.log.has_room(texts, &pointer) {
                break;
            }
            let mut lowered = self.schemas.parameter(parameter, written_at, component, id);
            if lowered.constant.is_none() && self.security.is_sent_as_credential(operation, &lowered) {
                lowered.required = false;
            }
            let ignored = lowered.place == ParameterLocation::Header
                && self.input.ignored_headers().any(|header| lowered.wire.eq_ignore_ascii_case(header));
            // Operation parameters come first and override those of the path item.
            if ignored || self.schemas.log.belongs_to_message(&lowered) {
                continue;
            }
            match known.insert(key(&lowered), list) {
                None => found.push(lowered),
                Some(before) if before == list => {
                    let (wire, place) = (&lowered.wire, lowered.place.as_str());
                    let message = format!("the parameter `{wire}` in `{place}` is listed twice; the first one is used");
                    self.schemas.log.warn(Code::RuleViolated, message, &pointer, "remove one of them");
                }
                Some(_) => {}
            }
        }
        self.schemas.log.check_parts(found.len(), "parameters of one operation", at);
        self.schemas.log.matched_with_path(path, found, at)
    }
}

impl Security<'_> {
    /// Returns `true` if the credentials of an operation contain the value of a parameter.
    fn is_sent_as_credential(&self, operation: &Operation, parameter: &Parameter) -> bool {
        let requirement = self.own_requirement(operation);
        let schemes = requirement.as_ref().unwrap_or(&self.requirement).iter().flatten();
        let mut schemes = schemes.filter_map(|scheme| Some(&self.schemes.get_index(*scheme)?.1.place));
        let (place, wire) = (parameter.place, parameter.wire.as_str());
        schemes.any(|credential| match credential {
            CredentialLocation::Header(name) => place == ParameterLocation::Header && name.eq_ignore_ascii_case(wire),
            CredentialLocation::Query(name) => place == ParameterLocation::Query && name == wire,
            CredentialLocation::Cookie(name) => place == ParameterLocation::Cookie && name == wire,
            CredentialLocation::Bearer => {
                let can_be_token = matches!(place, ParameterLocation::Header | ParameterLocation::Query);
                // Other tokens verify an address or name a device.
                let text = parameter.docs.description.as_deref().unwrap_or_default().to_lowercase();
                let is_described = || AUTHENTICATION.iter().any(|word| text.contains(word));
                let name = folded(wire);
                can_be_token && (TOKENS.contains(&name.as_str()) || (name == "token" && is_described()))
            }
            CredentialLocation::Basic => false,
        })
    }
}

impl Input<'_> {
    fn ignored_headers(&self) -> impl Iterator<Item = &'static str> {
        let authorized = !self.components.security_schemes.is_empty();
        IGNORED_HEADERS.into_iter().chain(authorized.then_some(AUTHORIZATION))
    }
}

impl<'d> Schemas<'d> {
    fn parameter(
        &mut self,
        declared: &'d Declared,
        at: Pointer,
        component: Option<String>,
        operation: OperationId,
    ) -> Parameter {
        let data = declared.parameter_data_ref();
        let place = match declared {
            Declared::Path { .. } => ParameterLocation::Path,
            Declared::Query { .. } => ParameterLocation::Query,
            Declared::Header { .. } => ParameterLocation::Header,
            Declared::Cookie { .. } => ParameterLocation::Cookie,
        };
        let (owner, role) = match component {
            Some(name) => (Owner::Component(name), Role::Component),
            None => (Owner::Operation(operation), Role::Member(data.name.clone())),
        };
        let written = match &data.format {
            ParameterSchemaOrContent::Schema(schema) => Some((schema, at.child("schema"))),
            ParameterSchemaOrContent::Content(content) => content.iter().find_map(|(media_type, content)| {
                Some((content.schema.as_ref()?, at.child("content").child(media_type).child("schema")))
            }),
        };
        let mut docs = Docs { description: data.description.clone(), ..Docs::default() };
        docs.deprecated = data.deprecated == Some(true);
        docs.sunset = docs::sunset(data.extensions.get(docs::SUNSET));
        let mut default = None;
        let mut constraints = Constraints::default();
        let required = data.required || place == ParameterLocation::Path;
        let constant =
            written.as_ref().filter(|_| required).and_then(|(schema, _)| self.input.constant(schema)).cloned();
        let ty = written.map_or(Type::Text(Text::Plain), |(schema, pointer)| {
            if let Some(schema) = inline(schema) {
                let own = schema.docs();
                docs.rules = own.rules;
                docs.example = own.example;
                docs.description = docs.description.take().or(own.description);
                default = self.log.default_of(schema, &pointer);
                constraints = self.own_limits(schema, &Site::new(pointer.clone(), owner.clone(), role.clone()));
            }
            match &constant {
                Some(value) => constant::type_of(value),
                None => self.shared_schema(schema, &Site::new(pointer, owner, role)),
            }
        });
        if constant.is_some() {
            (default, constraints) = (None, Constraints::default());
        }
        let may_be_empty = data.extensions.contains_key(EMPTY);
        let is_empty = constant.as_ref().is_some_and(|value| value.as_str() == Some(""));
        if place == ParameterLocation::Path && is_empty && !may_be_empty {
            let message =
                format!("the path parameter `{}` is always empty; each call fails before it is sent", data.name);
            let help = "remove it from the path, or add `allowEmptyValue: true` if the server expects an empty segment";
            self.log.warn(Code::RuleViolated, message, &at, help);
        }
        let serialization = serialization(declared, place, self.is_single(&ty));
        let mut parameter = Parameter {
            serialization,
            required,
            may_be_empty,
            docs,
            constraints,
            default,
            constant,
            ..Parameter::new(at, place, &data.name, ty)
        };
        let is_time = *self.unaliased(&parameter.ty) == Type::Text(Text::Date(DateKind::DateTime));
        if is_time && is_header(&parameter, &DATE_FIELDS) {
            parameter.serialization = Some(Serialization { style: Style::HttpDate, reserved: false });
        }
        let is_list = matches!(self.unaliased(&parameter.ty), Type::List(_));
        if place == ParameterLocation::Cookie && is_list && parameter.style() == Style::Form(true) {
            let message = "cookies do not define exploded lists; each item is sent as a cookie with the same name";
            self.log.warn(Code::ParameterRepaired, message, &parameter.origin, "declare `explode: false`");
        }
        self.check_style(&parameter.ty, parameter.style(), &parameter.origin);
        parameter
    }

    /// Warns about nested values that the style of a parameter does not define (OpenAPI 3.0.4, "Style Values").
    fn check_style(&mut self, ty: &Type, style: Style, at: &Pointer) {
        if style == Style::DeepObject && matches!(self.unaliased(ty), Type::List(_)) {
            let message = "`deepObject` does not define lists; each item is sent with its position, as in `name[0]=a`";
            self.log.warn(Code::ParameterRepaired, message, at, "declare `style: form`");
        }
        let parts: Vec<&Type> = match self.unaliased(ty) {
            _ if matches!(style, Style::Json | Style::DeepObject) => return,
            Type::List(element) | Type::Map(element) => vec![element],
            Type::Named(id) => match &self.types[id.index()].shape {
                Shape::Object(object) => object.fields.iter().map(|field| &field.ty).collect(),
                _ => return,
            },
            _ => return,
        };
        // An exploded object repeats the name of a list.
        let may_list = style == Style::Form(true) && !matches!(self.unaliased(ty), Type::List(_));
        let is_undefined = |part: &&Type| match self.unaliased(part) {
            Type::List(element) if may_list => self.is_compound(element),
            _ => self.is_compound(part),
        };
        if parts.iter().any(is_undefined) {
            let message = "the style of the parameter does not define nested values; servers may not read them";
            let help = if self.input.document.is_swagger {
                "change the type to a string, and join the values in the caller"
            } else {
                "declare `style: deepObject`, or `content` with `application/json`"
            };
            self.log.warn(Code::ParameterRepaired, message, at, help);
        }
    }

    /// Returns `true` if values of a type are arrays or objects.
    fn is_compound(&self, ty: &Type) -> bool {
        match self.unaliased(ty) {
            Type::List(_) | Type::Map(_) | Type::Tuple(_) | Type::AnyObject => true,
            Type::Named(id) => matches!(self.types[id.index()].shape, Shape::Object(_)),
            _ => false,
        }
    }

    /// Returns the type that a type represents, without its null.
    pub(super) fn unaliased<'t>(&'t self, ty: &'t Type) -> &'t Type {
        let mut ty = ty.split_null().0;
        // Aliases may still form a circle.
        for _ in 0..MAX_DEPTH {
            match ty {
                Type::Named(id) => match &self.types[id.index()].shape {
                    Shape::Alias(target) => ty = target.split_null().0,
                    _ => return ty,
                },
                _ => return ty,
            }
        }
        ty
    }

    /// Returns `true` if every value of a type is a string, a number or a boolean: neither array nor object.
    pub(super) fn is_single(&self, ty: &Type) -> bool {
        match ty {
            Type::Text(_) | Type::Integer(_) | Type::UnixTime | Type::Number(_) | Type::Boolean => true,
            Type::Nullable(inner) => self.is_single(inner),
            Type::Named(id) => match &self.types[id.index()].shape {
                Shape::IntegerEnum(_) | Shape::StringEnum(_) => true,
                Shape::Alias(target) | Shape::Wrapper(target) => self.is_single(target),
                _ => false,
            },
            Type::Own(id, _) => self.own_types.get(*id).is_some_and(|own| self.is_single(&own.like)),
            _ => false,
        }
    }

    /// Returns the type of a schema that several operations may reach through a component. They share one type.
    pub(super) fn shared_schema(&mut self, schema: &'d ReferenceOr<Schema>, site: &Site) -> Type {
        self.shared_type(site, |schemas| schemas.schema(schema, site))
    }

    /// Returns the type at a location, created on first use.
    pub(super) fn shared_type(&mut self, site: &Site, make: impl FnOnce(&mut Self) -> Type) -> Type {
        if let Some(ty) = self.shared.get(&site.pointer) {
            return ty.clone();
        }
        let ty = make(self);
        if !ty.named_types().is_empty() {
            self.shared.insert(site.pointer.clone(), ty.clone());
        }
        ty
    }
}

impl Log<'_> {
    /// Returns `true`, with a warning, for a header that the client sets when it writes the message.
    fn belongs_to_message(&mut self, parameter: &Parameter) -> bool {
        let is_set = is_header(parameter, &MESSAGE_HEADERS);
        if is_set {
            let message = format!("the client sets the header `{}` itself; the parameter is left out", parameter.wire);
            self.warn(Code::ParameterRepaired, message, &parameter.origin, "remove the parameter");
        }
        is_set
    }

    /// Removes the header that says how a body is compressed, unless the caller gives the bytes of the body.
    pub(super) fn remove_encoding(&mut self, parameters: &mut Vec<Parameter>) {
        parameters.retain(|parameter| {
            let is_encoding = is_header(parameter, &[CONTENT_ENCODING]);
            if is_encoding {
                let message = "the client does not compress the body; the parameter `Content-Encoding` is left out";
                let help = "compress bodies in a middleware, which sets the header";
                self.warn(Code::ParameterRepaired, message, &parameter.origin, help);
            }
            !is_encoding
        });
    }

    /// Reconciles parameters with the path. They often disagree in real descriptions; the path decides.
    fn matched_with_path(&mut self, path: &str, found: Vec<Parameter>, at: &Pointer) -> Vec<Parameter> {
        let names = template_names(path);
        let mut distinct: IndexSet<&str> = IndexSet::new();
        for name in names {
            if !distinct.insert(name) {
                let message = format!("`{{{name}}}` is twice in the path; both places get the same value");
                let help = "give each its own name, in the description or with a correction";
                self.warn(Code::ParameterRepaired, message, at, help);
            }
        }
        let (in_path, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|p| p.place == ParameterLocation::Path);
        let mut in_path: IndexMap<String, Parameter> =
            in_path.into_iter().map(|parameter| (parameter.wire.clone(), parameter)).collect();
        let mut ordered = Vec::new();
        for name in distinct {
            match in_path.swap_remove(name) {
                Some(parameter) => ordered.push(parameter),
                None => {
                    let message = format!("the path parameter `{{{name}}}` is not declared; it is read as a string");
                    self.warn(Code::ParameterRepaired, message, at, "declare it with `in: path`");
                    let (place, ty) = (ParameterLocation::Path, Type::Text(Text::Plain));
                    ordered.push(Parameter { required: true, ..Parameter::new(at.clone(), place, name, ty) });
                }
            }
        }
        for parameter in in_path.into_values() {
            let message = format!("the parameter `{}` is not in the path; it is left out", parameter.wire);
            self.warn(Code::ParameterRepaired, message, &parameter.origin, "remove it or add it to the path");
        }
        ordered.extend(others);
        ordered
    }
}

/// Returns the parameters of an operation and those of its path item, each with the owner of its list and its index.
pub(super) fn written_parameters<'d, 'p>(
    (operation, at): (&'d Operation, &'p Pointer),
    (item, item_at): (&'d PathItem, &'p Pointer),
) -> impl Iterator<Item = (&'d ReferenceOr<Declared>, &'p Pointer, usize)> {
    let own = operation.parameters.iter().enumerate().map(move |(index, parameter)| (parameter, at, index));
    let shared = item.parameters.iter().enumerate().map(move |(index, parameter)| (parameter, item_at, index));
    own.chain(shared)
}

fn is_header(parameter: &Parameter, names: &[&str]) -> bool {
    parameter.place == ParameterLocation::Header && names.iter().any(|name| parameter.wire.eq_ignore_ascii_case(name))
}

/// Returns the key that identifies a parameter. The names of headers have no case.
fn key(parameter: &Parameter) -> (&'static str, String) {
    let wire = match parameter.place {
        ParameterLocation::Header => parameter.wire.to_ascii_lowercase(),
        _ => parameter.wire.clone(),
    };
    (parameter.place.as_str(), wire)
}

/// Returns the names in braces, in order.
fn template_names(path: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = path;
    while let Some((_, after)) = rest.split_once('{') {
        let Some((name, next)) = after.split_once('}') else { break };
        names.push(name);
        rest = next;
    }
    names
}
