//! The body that an operation is given: what it holds, or an enum where the caller chooses its kind.

use crate::api::analysis::{Direction, asks_for_body};
use crate::api::model::{self, BodyKind, Constraints, Shape, Type, TypeId, is_lines};
use crate::base::ident::value_name;
use crate::base::runtime_item::RuntimeItem;
use crate::rust::docs;
use crate::rust::ir::{Argument, Body, BodyContent, Docs, Input, Member, Node, RequestLocation, RustType, SentAs};
use crate::rust::resolve::Resolver;

impl<'a> Resolver<'a> {
    pub(super) fn body_input(&self, index: usize) -> Option<Input> {
        let operation = self.lowered(index);
        let body = operation.body.as_ref().filter(|_| !operation.has_parts())?;
        let names = self.names.operation(index);
        let mut contents = self.body_contents(body, &names.bodies);
        let mut about = Docs::new(self.body_docs(body), "");
        let (ty, argument) = match contents.as_mut_slice() {
            [only] => {
                if let SentAs::Content(media_types) = &only.sent_as {
                    about = about.text(format!("The description lists {}.", docs::list(media_types)));
                }
                (only.payload.clone(), self.body_argument(body.alternatives.first()?, only))
            }
            _ => {
                let ty = RustType::beside(&names.body_type);
                (ty.clone(), Argument::Into(ty))
            }
        };
        let members = names.flattened_body.map(|id| self.flattened_members(id)).unwrap_or_default();
        let has_arguments = members.iter().filter_map(Member::field).any(|(_, field)| field.is_argument());
        Some(Input {
            node: Node::Body(index),
            name: names.body.clone(),
            ty,
            argument,
            is_required: has_arguments || asks_for_body(self.api, operation),
            docs: about,
            placement: RequestLocation::Body(Body {
                choice: names.body_type.clone(),
                is_comparable: self.is_comparable_body(body),
                contents,
                members,
            }),
            constraints: Vec::new(),
        })
    }

    /// Returns the fields of an object that is sent.
    fn flattened_members(&self, id: TypeId) -> Vec<Member> {
        let Shape::Object(object) = &self.api.definition(id).shape else { return Vec::new() };
        let members = self.structure(id, object, Direction::Request).members;
        members.into_iter().filter(|member| member.field().is_some()).collect()
    }

    fn body_contents(&self, body: &'a model::Body, names: &'a [String]) -> Vec<BodyContent> {
        let is_choice = body.alternatives.len() > 1;
        // The only kind has no variant.
        let names = names.iter().map(String::as_str).chain(std::iter::repeat(""));
        let contents = body.alternatives.iter().zip(names);
        let mut contents: Vec<_> =
            contents.map(|(content, name)| self.body_content(content, name, is_choice)).collect();
        let payloads: Vec<RustType> = contents.iter().map(|content| content.payload.clone()).collect();
        for content in &mut contents {
            // What several kinds of body hold says of itself nothing of which one it is.
            let is_alone = payloads.iter().filter(|payload| **payload == content.payload).count() == 1;
            content.has_from = is_alone && !matches!(content.sent_as, SentAs::AnyArray | SentAs::AnyObject);
        }
        contents
    }

    fn body_content(&self, content: &'a model::BodyContent, variant: &'a str, is_choice: bool) -> BodyContent {
        let (payload, sent_as, ty) = match &content.kind {
            BodyKind::Json { ty, .. } if is_lines(&content.media_type) => {
                (self.sent_payload(ty), SentAs::Lines, Some(ty))
            }
            BodyKind::Json { ty, wrapper } => match self.any_json(content).filter(|_| is_choice) {
                Some(any) => (RustType::reexported(RuntimeItem::SerdeJson, &["Value"]), any, None),
                None => (self.sent_payload(ty), SentAs::Json(wrapper.clone()), Some(ty)),
            },
            BodyKind::Form { ty, styles } => (self.sent_payload(ty), SentAs::Form(styles.clone()), Some(ty)),
            BodyKind::Multipart => (RustType::runtime(RuntimeItem::Multipart), SentAs::Multipart, None),
            BodyKind::Text => (RustType::string(), SentAs::Text, None),
            BodyKind::Bytes => (RustType::bytes(), SentAs::Bytes, None),
            BodyKind::Content { media_types } => {
                (RustType::runtime(RuntimeItem::Content), SentAs::Content(media_types.clone()), None)
            }
        };
        BodyContent {
            media_type: content.media_type.clone(),
            variant: variant.to_owned(),
            function: value_name(variant),
            payload,
            has_from: false,
            sent_as,
            constraints: ty.map(|ty| self.constraints(ty, Constraints::NONE)).unwrap_or_default(),
        }
    }

    fn sent_payload(&self, ty: &'a Type) -> RustType {
        self.rust_type(ty.split_null().0, Direction::Request)
    }

    /// Returns the parameter type for a body with a single media type.
    fn body_argument(&self, content: &'a model::BodyContent, only: &BodyContent) -> Argument {
        match &content.kind {
            BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => {
                self.argument(ty.split_null().0, Direction::Request)
            }
            BodyKind::Multipart => Argument::Exact(only.payload.clone()),
            BodyKind::Text | BodyKind::Bytes | BodyKind::Content { .. } => Argument::Into(only.payload.clone()),
        }
    }

    /// Returns `true` if a kind of body is an array or an object of which the description says no more, so that any JSON of this kind
    /// is taken.
    fn any_json(&self, content: &'a model::BodyContent) -> Option<SentAs> {
        let BodyKind::Json { ty, wrapper: None } = &content.kind else { return None };
        let is_ruled = !self.constraints(ty, Constraints::NONE).is_empty();
        match self.api.unaliased(ty) {
            _ if is_ruled => None,
            Type::List(item) if **item == Type::Any => Some(SentAs::AnyArray),
            Type::AnyObject => Some(SentAs::AnyObject),
            _ => None,
        }
    }
}
