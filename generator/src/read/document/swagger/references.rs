//! Resolves references in the original, and updates them for the new document.

use serde_json::Value;

use super::{Node, Pointer, Upgrade};
use crate::base::pointer::{percent_decoded, prefixes};
use crate::read::document::references::MAX_REFERENCES;

impl<'v> Upgrade<'v> {
    /// Follows references from a node to the final target. An unresolved reference is returned as it is.
    pub(super) fn resolve(&self, node: &Node<'v>) -> Node<'v> {
        let mut found = node.clone();
        for _ in 0..MAX_REFERENCES {
            let next = found.reference().and_then(|reference| self.locate(reference)).and_then(|pointer| {
                let value = self.root.pointer(pointer.as_str())?;
                Some(Node { value, pointer })
            });
            match next {
                Some(next) => found = next,
                None => break,
            }
        }
        found
    }

    /// Returns the target of a reference that is not converted, such as one below `x-shared`, to be copied in place of
    /// the reference.
    pub(super) fn target_to_copy(&mut self, node: &Node<'v>, to: &Pointer) -> Option<Node<'v>> {
        let pointer = self.locate(node.reference()?)?;
        let section = pointer.steps().next().unwrap_or_default();
        let target = self.resolve(node);
        let is_carried = ["definitions", "parameters", "responses", "paths"].contains(&section.as_str());
        if is_carried || target.reference().is_some() || !self.may_copy(&target) {
            return None;
        }
        self.record_move(to, &target.pointer);
        Some(target)
    }

    /// Converts a reference that stays one.
    pub(super) fn reference(&mut self, node: &Node<'v>, to: &Pointer) -> Value {
        self.references.push(to.child("$ref"));
        node.value.clone()
    }

    /// Returns the location that a reference within the description names, whether or not it exists.
    ///
    /// Names in references are escaped and percent-encoded; some generators omit one or the other.
    pub(super) fn locate(&self, reference: &str) -> Option<Pointer> {
        let fragment = reference.strip_prefix('#').filter(|fragment| fragment.starts_with('/'))?;
        let decoded = percent_decoded(fragment);
        let exact = [decoded.as_str(), fragment].into_iter().find(|text| self.root.pointer(text).is_some());
        let named = || [decoded.as_str(), fragment].into_iter().find_map(|text| self.by_plain_name(text));
        let canonical = |text: &str| {
            Pointer::root().append(text).steps().fold(Pointer::root(), |pointer, step| pointer.child(&step))
        };
        exact.map(canonical).or_else(named).or_else(|| Some(canonical(&decoded)))
    }

    /// Resolves `#/definitions/a/b` for a definition named `a/b`.
    fn by_plain_name(&self, text: &str) -> Option<Pointer> {
        let (section, name) = text.strip_prefix('/')?.split_once('/')?;
        let known = ["definitions", "parameters", "responses"].contains(&section);
        let there = known && self.root.get(section)?.get(name).is_some();
        there.then(|| Pointer::root().child(section).child(name))
    }

    /// Updates the references of the new document.
    pub(super) fn redirect(&self, document: &mut Value) {
        for site in &self.references {
            let Some(Value::String(reference)) = document.pointer_mut(site.as_str()) else { continue };
            let now = self.locate(reference).and_then(|pointer| self.now(pointer.as_str()));
            if let Some(now) = now {
                *reference = now.to_reference();
            }
        }
    }

    /// Returns the new location of an original one: the longest moved prefix of the pointer decides.
    fn now(&self, pointer: &str) -> Option<Pointer> {
        prefixes(pointer).find_map(|before| Some(self.now.get(before)?.append(&pointer[before.len()..])))
    }
}
