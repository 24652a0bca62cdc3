//! The request body of an operation in both versions.

use super::compare::Comparison;
use super::pairing::pair;
use super::response::IsSame;
use super::subject::ChangeSubject;
use super::version::Versions;
use super::{phrase, rules};
use bindery::internal::analysis::asks_for_body;
use bindery::internal::ir::Node;
use bindery::internal::model::{Body, BodyKind, identity};

impl<'c> Comparison<'c> {
    pub(super) fn compare_bodies(&mut self, operation: &ChangeSubject, index: Versions<usize>) {
        let bodies = self.operations(index).map(|operation| operation.body.as_ref());
        let nodes = index.zip(bodies).map(|(index, body)| body.map(|_| Node::Body(index)));
        let subject = operation.part(nodes).at(bodies.map_some(|body| &body.origin));
        let subject = subject.in_directions(true, false);
        let texts = self.versions.zip(bodies).map(|(version, body)| Some(phrase::body(version.api, body?)));
        let rule = match (bodies.old, bodies.new) {
            (None, None) => return,
            (Some(old), Some(new)) => return self.compare_body(&subject, index, Versions::new(old, new), texts),
            (Some(_), None) => rules::BODY_REMOVED,
            (None, Some(body)) if body.required => rules::BODY_ADDED_AND_REQUIRED,
            (None, Some(_)) => rules::BODY_ADDED,
        };
        self.report(rule, &subject, texts);
    }

    fn compare_body(
        &mut self,
        subject: &ChangeSubject,
        index: Versions<usize>,
        bodies: Versions<&Body>,
        texts: Versions<Option<String>>,
    ) {
        let old = self.versions.old;
        let subject = subject.clone().with_path(format!("{} body", subject.path));
        self.compare_docs(&subject, bodies.map(|body| &body.docs));
        let required = bodies.map(|body| body.required);
        if required.is_changed() {
            // A body that the function asks for is always sent.
            let can_be_absent = !asks_for_body(old.api, &old.api.operations[index.old]);
            let rule = match (required.new, can_be_absent) {
                (true, true) => rules::BODY_REQUIRED,
                (true, false) => rules::BODY_REQUIRED_AND_PASSED,
                (false, _) => rules::BODY_OPTIONAL,
            };
            self.report(rule, &subject, texts.clone());
        }
        let contents = bodies.map(|body| body.alternatives.as_slice());
        let media_types = contents
            .map(|contents| contents.iter().map(|content| identity(&content.media_type)).collect::<Vec<String>>());
        let pairs = pair(media_types.old, media_types.new);
        let mut is_rejected = pairs.contains(&None);
        let mut is_changed = contents.old.len() != contents.new.len();
        for (content, at) in contents.old.iter().zip(&pairs) {
            let Some(new) = at.map(|at| &contents.new[at]) else { continue };
            if self.is_same_body(&content.kind, &new.kind, Self::are_equal) {
                self.compare_constraints(&subject, Versions::new(&content.constraints, &new.constraints));
            } else {
                is_changed = true;
                is_rejected |= !self.is_same_body(&content.kind, &new.kind, Self::are_equivalent);
            }
        }
        if is_rejected {
            self.report(rules::BODY_CONTENT, &subject, texts);
        } else if is_changed {
            self.report(rules::BODY_CONTENT_ACCEPTED, &subject, texts);
        }
    }

    fn is_same_body(&mut self, old: &BodyKind, new: &BodyKind, is_same: IsSame<'c>) -> bool {
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
}
