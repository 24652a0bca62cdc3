//! Replaces types by the equal ones wherever they are used.

use crate::api::model::{
    Api, BodyKind, Content, Definition, Occurrence, Operation, Owner, Shape, Streaming, Success, Type, TypeId,
};

/// Leaves the first type of each group, at all the places of the group.
pub(super) fn replace(api: &mut Api, same: &[TypeId]) {
    let mut left = 0;
    let mut now: Vec<TypeId> = Vec::with_capacity(same.len());
    for (index, first) in same.iter().enumerate() {
        // The first of a group stands before all others of it.
        let is_first = first.index() == index;
        let id = if is_first { TypeId::new(left) } else { now.get(first.index()).copied().unwrap_or(*first) };
        left += usize::from(is_first);
        now.push(id);
    }
    let replacement = Replacement { now };
    let mut types: Vec<Definition> = Vec::with_capacity(left);
    for (index, mut definition) in std::mem::take(&mut api.types).into_iter().enumerate() {
        if let Owner::Type(owner) = &mut definition.naming.owner {
            replacement.id(owner);
        }
        let at = replacement.now.get(index).map_or(index, |id| id.index());
        if let Some(first) = types.get_mut(at) {
            merge_openness(first, &definition);
        }
        match types.get_mut(at) {
            None => types.push(definition),
            // What is a component has no name of its own, now or later.
            Some(first) if first.naming.schema().is_some() => {}
            Some(first) => {
                let Definition { origin, included_by, naming, .. } = definition;
                first.occurrences.push(Occurrence { origin, included_by, naming });
            }
        }
    }
    types.iter_mut().for_each(|definition| definition.shape.change_ids(&mut |id| replacement.id(id)));
    api.types = types;
    api.events.iter_mut().for_each(|event| replacement.ty(&mut event.ty));
    api.operations.iter_mut().for_each(|operation| replacement.operation(operation));
}

/// Any text is taken where one of two places takes it.
fn merge_openness(first: &mut Definition, other: &Definition) {
    if let (Shape::StringEnum(words), Shape::StringEnum(others)) = (&mut first.shape, &other.shape) {
        words.is_open |= others.is_open;
    }
}

struct Replacement {
    /// The replacement of each type, by index.
    now: Vec<TypeId>,
}

impl Replacement {
    fn id(&self, id: &mut TypeId) {
        if let Some(now) = self.now.get(id.index()) {
            *id = *now;
        }
    }

    fn ty(&self, ty: &mut Type) {
        ty.change_ids(&mut |id| self.id(id));
    }

    fn operation(&self, operation: &mut Operation) {
        let parameters = operation.parameters.iter_mut().chain(&mut operation.constants);
        parameters.for_each(|parameter| self.ty(&mut parameter.ty));
        for content in operation.body.iter_mut().flat_map(|body| &mut body.alternatives) {
            match &mut content.kind {
                BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => self.ty(ty),
                BodyKind::Multipart | BodyKind::Text | BodyKind::Bytes | BodyKind::Content { .. } => {}
            }
        }
        self.success(&mut operation.success);
        operation
            .error_responses
            .iter_mut()
            .filter_map(|error_response| error_response.body.as_mut())
            .for_each(|ty| self.ty(ty));
        match &mut operation.streaming {
            Some(Streaming::Events { content, .. }) => self.content(content),
            Some(Streaming::Lines { ty, .. }) => self.ty(ty),
            None => {}
        }
        operation.headers.iter_mut().for_each(|header| self.ty(&mut header.ty));
    }

    /// Answers that have the same body by now are one.
    fn success(&self, success: &mut Success) {
        match success {
            Success::One(content) => self.content(content),
            Success::Several(responses) => {
                responses.iter_mut().filter_map(|response| response.content.as_mut()).for_each(|it| self.content(it));
                let first = responses.first().and_then(|first| first.content.clone());
                if let Some(content) = first
                    && responses.iter().all(|response| response.content.as_ref() == Some(&content))
                {
                    *success = Success::One(content);
                }
            }
            Success::Nothing | Success::Undeclared => {}
        }
    }

    fn content(&self, content: &mut Content) {
        if let Content::Json(ty) | Content::Lines(ty) = content {
            self.ty(ty);
        }
    }
}
