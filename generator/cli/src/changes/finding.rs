//! A change in the description, before its effect on the code is known.

use std::collections::BTreeSet;

use super::ChangeKind;
use super::version::Versions;
use bindery::internal::ir::Node;
use bindery::internal::pointer::Pointer;

/// The effect of a change on a program that was compiled with the old bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    Works,
    /// It works, but values differ.
    Differs,
    Breaks,
}

/// The effect of a change on the wire, for an unmodified program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WireEffect {
    /// None: only docs differ.
    Docs,
    /// Requests and responses still work.
    Works,
    /// Requests may be rejected, or have another meaning.
    Breaks,
}

/// A location in a description, and its content as shown in the report.
#[derive(Clone, Debug)]
pub(super) struct LocatedText {
    pub(super) pointer: Pointer,
    pub(super) text: String,
}

/// The effect of a change in one direction, with the reason and the advice for its subject.
#[derive(Clone, Debug)]
pub(super) struct FilledSide {
    pub(super) effect: Effect,
    pub(super) reason: String,
    pub(super) advice: String,
    /// `true` if programs use only the types with the members of the subject: the advice names another type than they do.
    pub(super) is_of_base: bool,
}

/// A change in the description.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) kind: ChangeKind,
    /// The template of the message, which rules for the same difference share.
    pub(super) template: &'static str,
    /// The part of the subject that the change is about, such as a header.
    pub(super) detail: Option<String>,
    pub(super) resource: String,
    pub(super) subject: String,
    pub(super) message: String,
    pub(super) excerpts: Versions<Option<LocatedText>>,
    /// `true` if only the docs change.
    pub(super) is_docs: bool,
    /// The effects on what programs send and receive.
    pub(super) sides: [Option<FilledSide>; 2],
    /// The advice if programs neither send nor receive it in both versions: code may have to change nevertheless.
    pub(super) advice_without_side: String,
    /// The changed elements of the API.
    pub(super) at: Versions<BTreeSet<Node>>,
    /// `true` if it may change the code; otherwise, only the wire or the docs change.
    pub(super) may_change_code: bool,
    /// `true` if it also concerns programs that only create the value around the element, and do not name the element, if
    /// it breaks programs.
    pub(super) affects_creation: bool,
    /// `true` if programs cannot read the value around the element until they use the new bindings.
    pub(super) affects_reading: bool,
    /// The other affected items of the description, which include the changed location.
    pub(super) uses: Vec<String>,
}

impl Finding {
    /// Adds another use of the same location. The use named after the location comes first.
    pub(super) fn merge(&mut self, mut other: Self) {
        if other.is_named_after_location() && !self.is_named_after_location() {
            std::mem::swap(self, &mut other);
        }
        if other.subject != self.subject && !self.uses.contains(&other.subject) {
            self.uses.push(other.subject);
        }
        self.uses.extend(other.uses);
        // A direction that only one of them has is a direction of both; the worse effect comes with its texts.
        for (side, other) in self.sides.iter_mut().zip(other.sides) {
            if rank(other.as_ref()) > rank(side.as_ref()) {
                *side = other;
            }
        }
        self.may_change_code |= other.may_change_code;
        self.affects_creation |= other.affects_creation;
        self.affects_reading |= other.affects_reading;
        self.at.old.extend(other.at.old);
        self.at.new.extend(other.at.new);
    }

    /// Returns the effect on the wire.
    pub(super) fn wire(&self) -> WireEffect {
        match self.effect() {
            _ if self.is_docs => WireEffect::Docs,
            Effect::Breaks => WireEffect::Breaks,
            Effect::Works | Effect::Differs => WireEffect::Works,
        }
    }

    /// Returns the reasons of the effect.
    pub(super) fn at_run_time(&self) -> Option<String> {
        let effect = self.effect();
        let sides = self.sides.iter().flatten().filter(|side| side.effect == effect);
        join(sides.map(|side| side.reason.as_str()), ", and ")
    }

    /// Returns the migration if code stops compiling or working.
    pub(super) fn migration(&self) -> Option<String> {
        let without_side = self.sides.iter().all(Option::is_none).then_some(self.advice_without_side.as_str());
        let advice = self.sides.iter().flatten().map(|side| side.advice.as_str());
        join(advice.chain(without_side), "; ")
    }

    /// Returns the most severe effect.
    fn effect(&self) -> Effect {
        self.sides.iter().flatten().map(|side| side.effect).max().unwrap_or(Effect::Works)
    }

    /// Returns the location in each version that has the subject.
    pub(super) fn locations(&self) -> Versions<Option<&Pointer>> {
        self.excerpts.as_ref().map(|excerpt| excerpt.as_ref().map(|excerpt| &excerpt.pointer))
    }

    /// Returns `true` if the subject is the schema at its location, or one of its members.
    fn is_named_after_location(&self) -> bool {
        let excerpt = self.excerpts.new.as_ref().or(self.excerpts.old.as_ref());
        let name = excerpt.and_then(|excerpt| excerpt.pointer.as_str().split('/').nth(3));
        name.and_then(|name| self.subject.strip_prefix(name))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// Adds the other uses to the message.
    pub(super) fn with_uses(mut self) -> Self {
        /// Maximum number of uses in the message; the items of the code list all.
        const MAX_NAMED_USES: usize = 3;
        let (named, more) = self.uses.split_at(self.uses.len().min(MAX_NAMED_USES));
        if self.is_docs || named.is_empty() {
            return self;
        }
        let named = named.iter().map(|subject| format!("`{subject}`")).collect::<Vec<_>>().join(", ");
        let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        self.message = format!("{} (also {named}{more})", self.message);
        self
    }

    /// Returns `true` if an element is a changed one of either version.
    pub(super) fn is_at(&self, node: Node) -> bool {
        self.at.old.contains(&node) || self.at.new.contains(&node)
    }

    /// Adds changed elements of the old version.
    pub(super) fn at_old(mut self, nodes: impl IntoIterator<Item = Node>) -> Self {
        self.at.old.extend(nodes);
        self
    }

    /// Adds changed elements of the new version.
    pub(super) fn at_new(mut self, nodes: impl IntoIterator<Item = Node>) -> Self {
        self.at.new.extend(nodes);
        self
    }
}

/// Returns the order of the effects of one direction: of equal ones, that with an advice for the types that programs use is
/// worse.
fn rank(side: Option<&FilledSide>) -> Option<(Effect, bool, bool)> {
    side.map(|side| (side.effect, !side.advice.is_empty(), !side.is_of_base))
}

/// Joins the different texts that are not empty.
pub(super) fn join<'t>(texts: impl Iterator<Item = &'t str>, separator: &str) -> Option<String> {
    let mut joined: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    joined.dedup();
    (!joined.is_empty()).then(|| joined.join(separator))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::changes::changes_between;
    use bindery::internal::config::Config;
    use bindery::internal::text::Source;

    /// Returns a description with a base, a schema that includes it, and the operations of a path that use the latter.
    fn description(required: &[&str], operations: &[&str]) -> Source {
        let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/S" } } });
        let mut path = serde_json::Map::new();
        for method in operations {
            let operation = match *method {
                "get" => json!({ "responses": { "200": { "description": "", "content": content } } }),
                _ => json!({
                    "requestBody": { "required": true, "content": content },
                    "responses": { "204": { "description": "" } },
                }),
            };
            path.insert((*method).to_owned(), operation);
        }
        let description = json!({
            "openapi": "3.1.0",
            "info": { "title": "t", "version": "1" },
            "paths": { "/a": Value::Object(path) },
            "components": { "schemas": {
                "B": { "type": "object", "required": required, "properties": { "x": { "type": "string" } } },
                "S": { "allOf": [{ "$ref": "#/components/schemas/B" }] , "properties": { "y": { "type": "string" } } },
            } },
        });
        Source::new("test", description.to_string())
    }

    /// Returns the reason and the advice of the only change.
    fn effect(old: &[&str], new: &[&str], operations: &[&str]) -> [String; 2] {
        let changes = changes_between(description(old, operations), description(new, operations), &Config::default());
        let mut changes = changes.unwrap().changes;
        let only = changes.pop().filter(|only| changes.is_empty() && only.subject == "B.x").unwrap();
        [only.at_run_time, only.migration].map(Option::unwrap_or_default)
    }

    #[test]
    fn a_base_has_the_directions_of_the_types_with_its_members() {
        let (rejected, set) = ("requests without it are rejected", "set `x` when creating the value");
        assert_eq!(effect(&[], &["x"], &["post"]), [rejected, set]);
        let handled = "remove the handling of `None` for `x`";
        assert_eq!(effect(&[], &["x"], &["get"]), ["the new bindings cannot read responses without it", handled]);
        assert_eq!(effect(&[], &["x"], &["get", "post"]), [rejected, &format!("{set}; {handled}")]);
        // The advice names the type that programs create.
        let setter = "set `x` with `.x(..)` instead of passing it to `S::new`";
        assert_eq!(effect(&["x"], &[], &["post"]), ["", setter]);
        let unread = "the old bindings cannot read responses without it";
        assert_eq!(effect(&["x"], &[], &["get"]), [unread, "handle `None` for `x`"]);
    }
}
