//! Parts of a multipart body: the members of its schema, as parameters.

use openapiv3::{MediaType, RequestBody};

use super::content::is_json;
use super::input::{Input, Site};
use super::log::Log;
use super::node::Node;
use super::schemas::Schemas;
use crate::api::model::{Field, Owner, Parameter, ParameterLocation, Role, Shape, Text, Type, sends_bodies};
use crate::base::diagnostic::Code;

/// Maximum number of alternatives that are checked for files.
const MAX_ALTERNATIVES: usize = 8;

/// The parts of a body.
pub(super) struct MultipartParts {
    pub(super) all: Vec<Parameter>,
    /// `true` if the body is required.
    pub(super) are_required: bool,
}

/// The part of the input that an operation requires.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum RequiredInput {
    /// The whole body.
    Body,
    /// The parts that the schema of the body requires. Descriptions often forget to declare the body as required, and a
    /// call without the parts is useless.
    Parts,
    /// Nothing.
    Nothing,
}

impl RequiredInput {
    /// Returns what an operation requires whose body is not declared as required.
    pub(super) fn for_method(method: &str) -> Self {
        if sends_bodies(method) { Self::Parts } else { Self::Nothing }
    }
}

/// The parts that are files. Each kind includes the ones before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FileParts {
    /// Binary strings.
    Declared,
    /// Parts without a type.
    Untyped,
    /// Strings: the media type of the part is that of a file.
    Texts,
}

impl<'d> Schemas<'d> {
    /// Returns the parts, or none if the schema does not declare them.
    pub(super) fn parts(&mut self, content: &'d MediaType, site: &Site, needs: RequiredInput) -> MultipartParts {
        let fields = self.members_of_body(content, site).into_iter().filter(|field| !field.read_only);
        let fields: Vec<Field> = fields.collect();
        let required = match needs {
            RequiredInput::Body => true,
            RequiredInput::Parts => fields.iter().any(|field| field.required && field.constant.is_none()),
            RequiredInput::Nothing => false,
        };
        let parts = fields.into_iter().map(|mut field| {
            self.limit_files(&mut field, content, site);
            let said = content.encoding.get(&field.wire).and_then(|encoding| encoding.content_type.clone());
            let (several, media_type) = said.into_iter().partition::<Vec<_>, _>(|said| said.contains(['*', ',']));
            let media_type = media_type.into_iter().next();
            let kind = if media_type.as_deref().is_some_and(is_of_files) {
                FileParts::Texts
            } else if self.input.has_untyped_files() {
                FileParts::Untyped
            } else {
                FileParts::Declared
            };
            let constant = field.constant.filter(|_| required);
            let ty = if constant.is_none() { self.as_file(field.ty, kind) } else { field.ty };
            if let Some(several) = several.first().filter(|several| several.as_str() != "*/*" && is_file(&ty)) {
                let message = format!(
                    "the part `{}` has one of several types (`{several}`); a file without its own type is sent as \
                     `application/octet-stream`",
                    field.wire
                );
                let help = "call `Upload::media_type`, or declare one type in `encoding`";
                self.log.warn(Code::MediaTypeUnsupported, message, &field.origin, help);
            }
            Parameter {
                required: field.required && required,
                media_type,
                docs: field.docs,
                constraints: field.constraints,
                default: field.default,
                constant,
                ..Parameter::new(field.origin, ParameterLocation::Part, &field.wire, ty)
            }
        });
        MultipartParts { all: parts.collect(), are_required: required }
    }

    /// Gives a part that is one or several files the limits and docs of the list.
    fn limit_files(&mut self, field: &mut Field, content: &'d MediaType, site: &Site) {
        if !matches!(field.ty.split_null().0, Type::Named(_)) {
            return;
        }
        let schema = self.input.content_schema(content);
        let member = schema.and_then(|schema| self.input.resolve_schema(schema.any.properties.get(&field.wire)?));
        let mut files = member.into_iter().flat_map(|member| self.input.file_alternatives(member));
        let Some(list) = files.find(|one| one.any.items.is_some()) else { return };
        let limits = self.constraints(list, &site.below(&["properties", &field.wire]));
        field.constraints = std::mem::take(&mut field.constraints).and(limits);
        let said = list.docs();
        field.docs.rules.extend(said.rules);
        if field.docs.title.is_none() {
            field.docs.description = field.docs.description.take().or(said.description);
        }
    }

    /// Converts the type of a part to a file. `format: binary` is a file; so is a string whose encoding declares an
    /// image or similar, and a union of one file or several. A file or an object is a file: that of an object contains
    /// JSON.
    fn as_file(&self, ty: Type, kind: FileParts) -> Type {
        match ty {
            Type::Text(Text::Binary) => Type::Text(Text::File),
            Type::Text(Text::Plain) if kind == FileParts::Texts => Type::Text(Text::File),
            ty if *self.unaliased(&ty) == Type::Any && kind >= FileParts::Untyped => Type::Text(Text::File),
            Type::List(element) => Type::List(Box::new(self.as_file(*element, kind))),
            Type::Nullable(inner) => self.as_file(*inner, kind),
            Type::Named(id) => self.files_of(&self.types[id.index()].shape).unwrap_or(Type::Named(id)),
            other => other,
        }
    }

    /// Returns the file that a union represents, or the list of files.
    fn files_of(&self, shape: &Shape) -> Option<Type> {
        let Shape::Union(union) = shape else { return None };
        let file = Type::Text(Text::File);
        let (mut is_file, mut is_list) = (false, false);
        for payload in union.variants.iter().map(|variant| variant.payload.ty()) {
            match payload? {
                Type::Text(Text::Binary) => is_file = true,
                Type::List(item) if **item == Type::Text(Text::Binary) => is_list = true,
                Type::AnyObject => {}
                Type::Named(id) if matches!(self.types[id.index()].shape, Shape::Object(_)) => {}
                _ => return None,
            }
        }
        if is_list { Some(Type::List(Box::new(file))) } else { is_file.then_some(file) }
    }

    fn members_of_body(&mut self, content: &'d MediaType, site: &Site) -> Vec<Field> {
        let (Some((schema, at)), Some(written)) = (self.input.body_schema(content, site), &content.schema) else {
            return Vec::new();
        };
        let any = schema.any;
        if schema.is_composed() {
            return match self.shared_schema(written, site).named_types().first().map(|id| &self.types[id.index()].shape)
            {
                Some(Shape::Object(object)) => object.fields.clone(),
                _ => Vec::new(),
            };
        }
        let owner = match &at.naming.owner {
            Owner::Schema(name) => self.ids.get(name.as_str()).map(|id| Owner::Type(*id)),
            _ => None,
        };
        let owner = owner.unwrap_or_else(|| at.naming.owner.clone());
        let fields = any.properties.iter().map(|(name, property)| {
            let site = Site::new(at.pointer.child("properties").child(name), owner.clone(), Role::Member(name.clone()));
            self.field(name, property, &site, any.required.contains(name))
        });
        fields.collect()
    }
}

impl<'d> Log<'d> {
    /// Returns the part of a body whose schema is a file without a name, if a text says that the name is `file`. Each
    /// part of a form has a name (RFC 7578, section 4.2).
    pub(super) fn unnamed_file(
        &mut self,
        body: &RequestBody,
        content: &'d MediaType,
        site: &Site,
    ) -> Option<Parameter> {
        let schema = self.input.content_schema(content)?;
        if schema.is_composed() || schema.may_be_object() {
            return None;
        }
        let texts = [body.description.as_deref(), schema.data.description.as_deref()];
        let is_named = texts.into_iter().flatten().any(|text| NAMES_OF_FILE.iter().any(|name| text.contains(name)));
        if !is_named || !self.input.is_file(schema) {
            let message =
                "a multipart body consists of named parts, but its schema declares none; the caller names them";
            let help = "declare an object whose members are the parts";
            self.warn(Code::MediaTypeUnsupported, message, &site.pointer, help);
            return None;
        }
        let file = Type::Text(Text::File);
        let ty = if schema.is_binary() { file } else { Type::List(Box::new(file)) };
        let part = Parameter::new(site.pointer.clone(), ParameterLocation::Part, "file", ty);
        Some(Parameter { required: body.required, docs: schema.docs(), ..part })
    }
}

impl<'d> Input<'d> {
    /// Returns `true` if the schema of a body has members that are files.
    pub(super) fn holds_files(&self, content: &'d MediaType) -> bool {
        let mut members = self.content_schema(content).into_iter().flat_map(|schema| &schema.any.properties);
        members.any(|(_, member)| {
            let schema = self.resolve_schema(member);
            schema.is_some_and(|schema| self.is_file(schema) || self.file_alternatives(schema).next().is_some())
        })
    }

    /// Returns the alternatives that are a file, or a list of files.
    fn file_alternatives(&self, schema: Node<'d>) -> impl Iterator<Item = Node<'d>> {
        let alternatives = schema.choices().take(MAX_ALTERNATIVES);
        alternatives.filter_map(|one| self.resolve_schema(one)).filter(|one| self.is_file(*one))
    }

    /// Returns `true` if a schema is a file, or a list of files.
    fn is_file(&self, schema: Node<'d>) -> bool {
        let items = schema.any.items.as_ref().and_then(|items| self.resolve_schema(items));
        let is_one = |schema: Node<'_>| schema.is_binary() || (self.has_untyped_files() && schema.is_unconstrained());
        is_one(schema) || items.is_some_and(is_one)
    }

    /// Returns `true` if a part without a type is a file: since OpenAPI 3.1, its media type is
    /// `application/octet-stream`.
    fn has_untyped_files(&self) -> bool {
        let version = &self.document.openapi.openapi;
        version != "3" && !version.starts_with("3.0")
    }
}

/// The spellings of the name of a part in texts.
const NAMES_OF_FILE: [&str; 3] = ["`file`", "\"file\"", "'file'"];

/// Returns `true` if a part is one or several files.
fn is_file(ty: &Type) -> bool {
    ty.any(&|ty| *ty == Type::Text(Text::File))
}

/// Returns `true` if a part of this media type is sent as a file and not as a serialized value.
fn is_of_files(media_type: &str) -> bool {
    !media_type.starts_with("text/") && !is_json(media_type)
}

#[cfg(test)]
mod tests;
