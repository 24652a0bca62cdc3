//! Parts of a multipart body: the members of its schema, as parameters.

use openapiv3::MediaType;

use super::schema::{is_composed, keywords};
use super::{Lowering, Site};
use crate::model::{Field, Owner, Parameter, ParameterLocation, Shape, Text, Type};

impl<'d> Lowering<'d> {
    /// The parts, or none where the schema does not name them.
    pub(super) fn parts(&mut self, content: &'d MediaType, site: &Site, required: bool) -> Vec<Parameter> {
        let fields = self.members_of_body(content, site).into_iter().filter(|field| !field.read_only);
        let parts = fields.map(|field| {
            let media_type = content.encoding.get(&field.wire).and_then(|encoding| encoding.content_type.clone());
            let media_type = media_type.filter(|media_type| !media_type.contains(['*', ',']));
            let named = media_type.as_deref().is_some_and(is_of_files);
            let constant = field.constant.filter(|_| required);
            Parameter {
                ty: as_file(field.ty, named && constant.is_none()),
                required: field.required && required,
                origin: field.origin,
                wire: field.wire,
                place: ParameterLocation::Part,
                serialization: None,
                member_styles: Vec::new(),
                media_type,
                docs: field.docs,
                constraints: field.constraints,
                default: field.default,
                constant,
            }
        });
        parts.collect()
    }

    fn members_of_body(&mut self, content: &'d MediaType, site: &Site) -> Vec<Field> {
        let (Some((schema, at)), Some(written)) = (self.body_schema(content, site), &content.schema) else {
            return Vec::new();
        };
        let any = keywords(schema);
        if is_composed(any) {
            return match self.shared_schema(written, site).named().first().map(|id| &self.types[id.index()].shape) {
                Some(Shape::Object(object)) => object.fields.clone(),
                _ => Vec::new(),
            };
        }
        let owner = match &at.naming.owner {
            Owner::Schema(name) => self.schemas.get(name.as_str()).map(|id| Owner::Type(*id)),
            _ => None,
        };
        let owner = owner.unwrap_or_else(|| at.naming.owner.clone());
        let fields = any.properties.iter().map(|(name, property)| {
            let site = Site::new(at.pointer.child("properties").child(name), owner.clone(), name.as_str());
            self.field(name, property, &site, any.required.contains(name))
        });
        fields.collect()
    }
}

/// Whether what is of a media type comes as a file, and not as a value that is written.
fn is_of_files(media_type: &str) -> bool {
    !media_type.starts_with("text/") && !super::body::is_json(media_type)
}

/// `format: binary` is a file; so is a text of which the encoding says that it is an image or the like.
fn as_file(ty: Type, named: bool) -> Type {
    match ty {
        Type::Text(Text::Binary) => Type::Text(Text::File),
        Type::Text(Text::Plain) | Type::Any if named => Type::Text(Text::File),
        Type::List(element) => Type::List(Box::new(as_file(*element, named))),
        Type::Nullable(inner) => as_file(*inner, named),
        other => other,
    }
}
