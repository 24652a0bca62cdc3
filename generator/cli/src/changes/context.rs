//! Two versions with their matching elements: the directions of an element, and whether values with types are the same,
//! apart from changes of these types.

use std::collections::HashSet;

use super::base::{Bases, Directed};
use super::equivalence::{Equivalence, equal_types};
use super::matching::Matching;
use super::operations::response_key;
use super::pairing::{matched, pair};
use super::subject::{Match, Subject};
use super::version::{ApiVersion, Versions};
use bindery::internal::model::{
    Body, BodyContent, BodyKind, Content, Definition, Response, Shape, Success, Type, TypeId, identity,
};

/// Two versions with their matching elements.
pub(super) struct Context<'a> {
    pub(super) versions: Versions<ApiVersion<'a>>,
    pub(super) matching: &'a Matching,
    bases: Versions<Bases>,
    /// The names of the types of the new version.
    pub(super) type_names: HashSet<&'a str>,
}

impl<'a> Context<'a> {
    pub(super) fn new(versions: Versions<ApiVersion<'a>>, matching: &'a Matching) -> Self {
        let type_names = versions.new.api.definitions().map(|(id, _)| versions.new.type_name(id)).collect();
        Self { versions, matching, bases: versions.map(Bases::new), type_names }
    }

    /// Returns the directions in which old programs use a type.
    pub(super) fn old_directions(&self, id: TypeId) -> Directed {
        self.bases.old.directions(self.versions.old, id)
    }

    /// Returns the directions in which programs use a part: those that both versions have.
    pub(super) fn directions(&self, whole: Match, part: Match) -> Directed {
        let all = Directed { sent: true, received: true, is_inherited: false };
        let of_type = match (whole.old.and_then(Subject::type_id), whole.new.and_then(Subject::type_id)) {
            (Some(old), Some(new)) => {
                let before = self.bases.old.directions(self.versions.old, old);
                let after = self.bases.new.directions(self.versions.new, new);
                let (sent, received) = (before.sent && after.sent, before.received && after.received);
                Directed { sent, received, is_inherited: after.is_inherited }
            }
            _ => all,
        };
        let newest = self.versions.zip(part).map(|(version, part)| Some((version, part?))).newest();
        match newest {
            Some((_, Subject::Parameter(..) | Subject::Constant(..) | Subject::Body(_))) => {
                Directed { received: false, ..all }
            }
            Some((_, Subject::Event(_))) => Directed { sent: false, ..all },
            Some((version, part)) => match version.field(part) {
                Some(field) => Directed {
                    sent: of_type.sent && !field.read_only,
                    received: of_type.received && !field.write_only,
                    ..of_type
                },
                None => of_type,
            },
            None => of_type,
        }
    }

    pub(super) fn equivalence(&self) -> Equivalence<'a> {
        Equivalence::new(self.versions.map(|version| version.api))
    }
}

/// Returns `true` if two types are the same.
type IsSame<'c> = fn(&Context<'c>, &Type, &Type) -> bool;

/// Returns the contents of two bodies with the same media type.
pub(super) fn same_contents<'b>(old: &'b Body, new: &'b Body) -> impl Iterator<Item = Versions<&'b BodyContent>> {
    let contents = Versions::new(old, new).map(|body| body.alternatives.as_slice());
    let contents = matched(contents, |content| identity(&content.media_type));
    contents.filter_map(|(_, found)| Some(Versions::new(found.old?, found.new?)))
}

impl<'c> Context<'c> {
    /// Returns `true` if two types are the same, apart from changes of their definitions.
    pub(super) fn is_same_type(&self, old: &Type, new: &Type) -> bool {
        let apis = self.versions.map(|version| version.api);
        equal_types(apis, Versions::new(old, new), &mut |id| self.matching.is_same(id))
    }

    /// Returns `true` if two types are equal but for their names.
    pub(super) fn is_equivalent(&self, old: &Type, new: &Type) -> bool {
        self.equivalence().has_equal_types(Versions::new(old, new))
    }

    pub(super) fn is_same_shape(&self, definitions: Versions<&Definition>) -> bool {
        match (&definitions.old.shape, &definitions.new.shape) {
            (Shape::Object(_), Shape::Object(_))
            | (Shape::IntegerEnum(_), Shape::IntegerEnum(_))
            | (Shape::StringEnum(_), Shape::StringEnum(_))
            | (Shape::Union(_), Shape::Union(_)) => true,
            (Shape::Alias(old), Shape::Alias(new)) | (Shape::Wrapper(old), Shape::Wrapper(new)) => {
                self.is_same_type(old, new)
            }
            _ => false,
        }
    }

    /// Returns `true` if the new body accepts the contents of the old one, and is not different if it `must_be_same`.
    pub(super) fn has_same_contents(&self, old: &Body, new: &Body, must_be_same: bool) -> bool {
        let is_same: IsSame<'c> = if must_be_same { Self::is_same_type } else { Self::accepts_type };
        let contents: Vec<_> = same_contents(old, new).collect();
        contents.len() == old.alternatives.len()
            && !(must_be_same && contents.len() != new.alternatives.len())
            && contents.iter().all(|content| self.is_same_body(&content.old.kind, &content.new.kind, is_same))
    }

    fn accepts_type(&self, old: &Type, new: &Type) -> bool {
        self.is_same_type(old, new) || self.is_equivalent(old, new)
    }

    pub(super) fn is_same_body(&self, old: &BodyKind, new: &BodyKind, is_same: IsSame<'c>) -> bool {
        match (old, new) {
            (BodyKind::Json { ty, wrapper }, BodyKind::Json { ty: other, wrapper: other_wrapper }) => {
                wrapper == other_wrapper && is_same(self, ty.split_null().0, other.split_null().0)
            }
            (BodyKind::Form { ty, styles }, BodyKind::Form { ty: other, styles: other_styles }) => {
                styles == other_styles && is_same(self, ty.split_null().0, other.split_null().0)
            }
            (old, new) => old == new,
        }
    }

    pub(super) fn is_same_success(&self, old: &Success, new: &Success) -> bool {
        match (old, new) {
            (Success::One(old), Success::One(new)) => self.is_same_content(Some(old), Some(new), Self::is_same_type),
            (Success::Several(old), Success::Several(new)) => {
                old.len() == new.len() && self.are_known(old, new, Self::is_same_type)
            }
            (old, new) => old == new,
        }
    }

    /// Returns `true` if each new response was declared before, and is equal but for its name.
    pub(super) fn were_declared(&self, old: &[Response], new: &[Response]) -> bool {
        self.are_known(old, new, Self::is_equivalent)
    }

    fn are_known(&self, old: &[Response], new: &[Response], is_same: IsSame<'c>) -> bool {
        let pairs = pair(new.iter().map(response_key), old.iter().map(response_key));
        new.iter().zip(pairs).all(|(new, at)| {
            at.is_some_and(|at| self.is_same_content(old[at].content.as_ref(), new.content.as_ref(), is_same))
        })
    }

    /// Returns `true` if two responses are equal but for their names.
    pub(super) fn is_equivalent_content(&self, old: &Content, new: &Content) -> bool {
        self.is_same_content(Some(old), Some(new), Self::is_equivalent)
    }

    pub(super) fn is_same_content(&self, old: Option<&Content>, new: Option<&Content>, is_same: IsSame<'c>) -> bool {
        match (old, new) {
            (Some(Content::Json(old)), Some(Content::Json(new)))
            | (Some(Content::Lines(old)), Some(Content::Lines(new))) => is_same(self, old, new),
            (old, new) => old == new,
        }
    }
}
