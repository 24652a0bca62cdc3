//! The body that an operation is given: what it holds, or an enum where the caller chooses its kind.

use std::collections::BTreeMap;

use super::{Input, RequestLocation};
use crate::analysis::Direction;
use crate::docs;
use crate::ident::unraw;
use crate::model::{self, BodyKind, Constraints, PartTypes, Style, Type};
use crate::resolve::{Argument, Constraint, Docs, Gate, Resolver, RustType};

/// A body: one kind, or several of which the caller chooses one.
#[derive(Clone, Debug)]
pub(crate) struct Body<'a> {
    /// The enum of the kinds, where there are several.
    pub(crate) choice: &'a str,
    /// `true` if the enum stands beside the groups.
    pub(crate) is_shared: bool,
    /// The kinds, the best first.
    pub(crate) contents: Vec<BodyContent<'a>>,
}

/// The enum of the kinds of a body that operations share.
#[derive(Clone, Debug)]
pub(crate) struct SharedBody<'a> {
    /// What it is.
    pub(crate) body: Body<'a>,
    /// The operations that take it, with the modules of their groups.
    pub(crate) users: Vec<String>,
    /// What it is compiled with.
    pub(crate) gate: Gate<'a>,
}

/// One kind of body.
#[derive(Clone, Debug)]
pub(crate) struct BodyContent<'a> {
    /// The media type that is sent.
    pub(crate) media_type: &'a str,
    /// The name of its variant, where there are others to choose from.
    pub(crate) variant: &'a str,
    /// The type of what it holds.
    pub(crate) payload: RustType<'a>,
    /// `true` if that is so large that its variant holds it behind a pointer.
    pub(crate) is_boxed: bool,
    /// `true` if what it holds says of itself that it is of this kind.
    pub(crate) has_from: bool,
    /// How it is sent.
    pub(crate) sent_as: SentAs<'a>,
    /// What is checked before it is sent.
    pub(crate) constraints: Vec<Constraint<'a>>,
}

/// How a body is sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SentAs<'a> {
    /// JSON, inside of an object with this single key where there is one.
    Json(Option<&'a str>),
    /// A JSON array of which the description says no more.
    AnyArray,
    /// A JSON object of which the description says no more.
    AnyObject,
    /// `application/x-www-form-urlencoded`, with the members that are not written in the usual way.
    Form(&'a [(String, Style)]),
    /// Parts that the caller adds, with their media types by position.
    Multipart(&'a PartTypes),
    /// Text.
    Text,
    /// Bytes.
    Bytes,
    /// Bytes of a media type that the caller chooses; the description lists these.
    Content(&'a [String]),
}

impl<'a> Resolver<'a> {
    pub(super) fn body_input(&self, index: usize) -> Option<Input<'a>> {
        let operation = self.lowered(index);
        let body = operation.body.as_ref().filter(|_| !operation.has_parts())?;
        let names = self.names.operation(index);
        let mut contents = self.body_contents(body, &names.bodies);
        let mut about = Docs::of(self.body_docs(body), "");
        let (ty, argument) = match contents.as_mut_slice() {
            [only] => {
                if let SentAs::Content(media_types) = only.sent_as {
                    about = about.text(format!("The description lists {}.", docs::list(media_types)));
                }
                (only.payload.clone(), self.body_argument(body.alternatives.first()?, only))
            }
            _ => {
                let ty = RustType::beside(&names.body_type);
                (ty.clone(), Argument::Into(ty))
            }
        };
        let argument = match body.required || !self.api.asks_for_body(operation) {
            true => argument,
            false => Argument::Optional(ty.clone()),
        };
        Some(Input {
            name: &names.body,
            ty,
            argument,
            is_required: body.required,
            docs: about,
            placement: RequestLocation::Body(Body { choice: &names.body_type, is_shared: names.shares_body, contents }),
            constraints: Vec::new(),
        })
    }

    /// The enumerations of bodies that operations share, by name.
    pub(crate) fn shared_bodies(&self) -> Vec<SharedBody<'a>> {
        let mut users: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for index in 0..self.api.operations.len() {
            let names = self.names.operation(index);
            if names.shares_body {
                users.entry(&names.body_type).or_default().push(index);
            }
        }
        users.into_values().filter_map(|users| self.shared_body(&users)).collect()
    }

    fn shared_body(&self, users: &[usize]) -> Option<SharedBody<'a>> {
        let input = self.body_input(*users.first()?)?;
        let RequestLocation::Body(body) = input.placement else { return None };
        let group = |index: usize| self.api.operations[index].group;
        let user = |index: &usize| {
            let group = unraw(&self.names.group(group(*index)).function);
            format!("{group}::{}", self.names.operation(*index).type_name)
        };
        let gate = self.groups_gate(&users.iter().map(|index| group(*index)).collect());
        Some(SharedBody { body, users: users.iter().map(user).collect(), gate })
    }

    fn body_contents(&self, body: &'a model::Body, names: &'a [String]) -> Vec<BodyContent<'a>> {
        let is_choice = body.alternatives.len() > 1;
        // The only kind has no variant.
        let names = names.iter().map(String::as_str).chain(std::iter::repeat(""));
        let contents = body.alternatives.iter().zip(names);
        let mut contents: Vec<_> =
            contents.map(|(content, name)| self.body_content(content, name, is_choice)).collect();
        let payloads: Vec<RustType<'a>> = contents.iter().map(|content| content.payload.clone()).collect();
        for content in &mut contents {
            // What several kinds of body hold says of itself nothing of which one it is.
            let is_alone = payloads.iter().filter(|payload| **payload == content.payload).count() == 1;
            content.has_from = is_alone && !matches!(content.sent_as, SentAs::AnyArray | SentAs::AnyObject);
        }
        contents
    }

    fn body_content(&self, content: &'a model::BodyContent, variant: &'a str, is_choice: bool) -> BodyContent<'a> {
        let (payload, sent_as, ty) = match &content.kind {
            BodyKind::Json { ty, wrapper } => match self.any_json(content).filter(|_| is_choice) {
                Some(any) => (RustType::known(&["serde_json", "Value"]), any, None),
                None => (self.sent_payload(ty), SentAs::Json(wrapper.as_deref()), Some(ty)),
            },
            BodyKind::Form { ty, styles } => (self.sent_payload(ty), SentAs::Form(styles), Some(ty)),
            BodyKind::Multipart(types) => (RustType::support("Multipart"), SentAs::Multipart(types), None),
            BodyKind::Text => (RustType::string(), SentAs::Text, None),
            BodyKind::Bytes => (RustType::bytes(), SentAs::Bytes, None),
            BodyKind::Content { media_types } => (RustType::support("Content"), SentAs::Content(media_types), None),
        };
        BodyContent {
            media_type: &content.media_type,
            variant,
            payload,
            is_boxed: ty.is_some_and(|ty| self.is_large(ty)),
            has_from: false,
            sent_as,
            constraints: ty.map(|ty| self.constraints(ty, Constraints::NONE)).unwrap_or_default(),
        }
    }

    fn sent_payload(&self, ty: &'a Type) -> RustType<'a> {
        self.rust_type(ty.split_null().0, Direction::Request)
    }

    /// What functions take for the only kind of body.
    fn body_argument(&self, content: &'a model::BodyContent, only: &BodyContent<'a>) -> Argument<'a> {
        match &content.kind {
            BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => {
                self.argument(ty.split_null().0, Direction::Request)
            }
            BodyKind::Multipart(_) => Argument::Exact(only.payload.clone()),
            BodyKind::Text | BodyKind::Bytes | BodyKind::Content { .. } => Argument::Into(only.payload.clone()),
        }
    }

    /// Returns `true` if a kind of body is an array or an object of which the description says no more, so that any JSON of this kind
    /// is taken.
    fn any_json(&self, content: &'a model::BodyContent) -> Option<SentAs<'a>> {
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
