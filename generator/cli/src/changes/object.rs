//! The members of objects in both versions.

use super::compare::Comparison;
use super::pairing::{Replacements, matched, reordered};
use super::rule::Rule;
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions, type_node};
use super::{constraints, phrase, rules};
use crate::changes::interface::have_same_arguments;
use bindery::internal::analysis::{Direction, has_simple_default, is_nullable, is_required};
use bindery::internal::ir::Node;
use bindery::internal::model::{Api, Constraints, Field, Object, Shape, Type, TypeId};

/// A member in one version.
#[derive(Clone, Copy)]
pub(super) struct Member<'m> {
    pub(super) owner: TypeId,
    pub(super) index: usize,
    pub(super) field: &'m Field,
}

impl Comparison<'_> {
    pub(super) fn compare_objects(&mut self, id: Versions<TypeId>, objects: Versions<&Object>) {
        let type_subject = self.type_subject(id);
        let replaced = self.replaced_arguments(id, objects);
        let mut arguments = Vec::new();
        let fields = objects.map(|object| object.fields.as_slice());
        for (at, fields) in matched(fields, |field| &field.wire) {
            let members = id.zip(at).zip(fields);
            let members = members.map(|((owner, index), field)| Some(Member { owner, index: index?, field: field? }));
            if fields.into_array().iter().flatten().all(is_required_in_requests) {
                arguments.extend(fields.old.zip(at.new).map(|(field, at)| (at, field.wire.as_str())));
            }
            let mut subject = self.member_subject(&type_subject, members);
            let replaced = replaced.at(at);
            if let Some(pair) = replaced {
                let names =
                    self.versions.zip(id).zip(pair).map(|((version, id), index)| version.names.field(id, index));
                subject = subject.with("replaced", names.old).with("replacement", names.new);
            }
            let rule = match (members.old, members.new) {
                (Some(old), Some(new)) => {
                    self.compare_members(subject, Versions::new(old, new));
                    continue;
                }
                (_, None) if replaced.is_some() => rules::FIELD_REPLACED,
                (Some(old), None) if is_always_received(self.versions.old, old.field) => {
                    rules::FIELD_REMOVED_AND_REQUIRED
                }
                (_, None) => rules::FIELD_REMOVED,
                (None, Some(new)) => self.rule_of_added(new.field, replaced.is_some()),
            };
            let texts = self.versions.zip(members).map(|(version, member)| Some(excerpt(version, member?.field)));
            self.report(rule, &subject, texts);
        }
        // If the types of constructor arguments are equal, the compiler does not notice another order.
        let has_order = type_subject.sent && !self.versions.new.takes_fields_struct(id.new);
        if let Some(order) = reordered(arguments.into_iter()).filter(|_| has_order) {
            let constructed = self.versions.new.names.of_type(id.new, Direction::Request);
            self.report(rules::FIELD_ORDER, &type_subject.clone().with("type", constructed), order);
        }
        self.compare_other_members(&type_subject, id, objects);
    }

    fn member_subject(&self, owner: &ChangeSubject, members: Versions<Option<Member<'_>>>) -> ChangeSubject {
        let nodes = members.map_some(|member| Node::Field(member.owner.index(), member.index));
        let subject = owner.part(nodes).at(members.map_some(|member| &member.field.origin));
        let found = self.versions.zip(members).map(|(version, member)| Some((version.names, member?)));
        let Some((names, Member { owner: id, index, field })) = found.newest() else { return subject };
        let default = field.default.as_ref().map(|default| format!(", with the default {}", phrase::value(default)));
        subject
            .with_path(format!("{}.{}", owner.path, field.wire))
            .in_directions(owner.sent && !field.read_only, owner.received && !field.write_only)
            .with("field", names.field(id, index))
            .with("setter", names.setter(id, index))
            .with("type", names.of_type(id, Direction::Request))
            .with("presence", format!("{}{}", phrase::presence(field.required), default.unwrap_or_default()))
    }

    /// Returns the rule for an added member, which may take the position of an old argument of the constructor.
    fn rule_of_added(&self, field: &Field, replaces: bool) -> Rule {
        if !is_required_in_requests(&field) {
            return if field.constant.is_some() { rules::FIELD_ADDED_AS_CONSTANT } else { rules::FIELD_ADDED };
        }
        match (replaces, has_simple_default(self.versions.new.api, field)) {
            (true, _) => rules::FIELD_IN_PLACE_OF_ANOTHER,
            (false, true) => rules::FIELD_ADDED_WITH_DEFAULT,
            (false, false) => rules::FIELD_ADDED_AND_REQUIRED,
        }
    }

    /// Returns the members that have the same position in the constructor without a compile error.
    fn replaced_arguments(&self, id: Versions<TypeId>, objects: Versions<&Object>) -> Replacements {
        let constructors = self.versions.zip(id).map(|(version, id)| version.constructor(id));
        let has_same_arguments =
            constructors.old.zip(constructors.new).is_some_and(|(old, new)| have_same_arguments(old, new));
        if !has_same_arguments || self.versions.new.takes_fields_struct(id.new) {
            return Replacements::default();
        }
        let arguments = self.versions.zip(objects).map(|(version, object)| -> Vec<usize> {
            let is_argument = |field: &Field| is_required_in_requests(&field) && !split_null(version, &field.ty).1;
            (0..object.fields.len()).filter(|index| is_argument(&object.fields[*index])).collect()
        });
        Replacements::new(arguments)
    }

    /// Reports different defaults by one of two rules: in both versions, or only in one.
    pub(super) fn compare_defaults(
        &mut self,
        subject: &ChangeSubject,
        defaults: Versions<Option<&serde_json::Value>>,
        [changed, added_or_removed]: [Rule; 2],
    ) {
        let is_in_both = defaults.old.is_some() && defaults.new.is_some();
        let rule = if is_in_both { changed } else { added_or_removed };
        if defaults.old != defaults.new {
            let texts = defaults.map(|default| default.map_or("none".to_owned(), phrase::value));
            self.report(rule, subject, texts);
        }
    }

    /// Reports different constraints.
    pub(super) fn compare_constraints(&mut self, subject: &ChangeSubject, constraints: Versions<&Constraints>) {
        let Some(change) = constraints::compare(constraints.old, constraints.new) else { return };
        let reverse = constraints::compare(constraints.new, constraints.old);
        let rule = match (change.tighter, reverse.is_some_and(|reverse| reverse.tighter)) {
            (true, true) => rules::LIMIT_TIGHTER_AND_LOOSER,
            (true, false) => rules::LIMIT_TIGHTER,
            (false, _) => rules::LIMIT_LOOSER,
        };
        self.report(rule, subject, change.rows.map(|rows| rows.join(", ")));
    }

    /// Reports differences in undeclared members.
    fn compare_other_members(&mut self, subject: &ChangeSubject, id: Versions<TypeId>, objects: Versions<&Object>) {
        let types = objects.map(|object| object.others.as_ref());
        if self.are_options_equal(types) {
            return;
        }
        let subject = subject.part(id.map(|id| Some(type_node(id).others())));
        match (types.old, types.new) {
            (Some(old), Some(new)) => self.report_type(rules::OTHER_FIELDS_TYPE, &subject, Versions::new(old, new)),
            (old, new) => {
                let rule = if new.is_some() { rules::OTHER_FIELDS_ADDED } else { rules::OTHER_FIELDS_REMOVED };
                let texts = self.versions.zip(Versions::new(old, new));
                self.report(rule, &subject, texts.map(|(version, ty)| Some(phrase::ty(version.api, ty?))));
            }
        }
    }
}

pub(super) fn excerpt(version: ApiVersion<'_>, field: &Field) -> String {
    phrase::input(version.api, &field.ty, field.constant.as_ref(), field.required)
}

/// Returns a type without `null`, and whether `null` was allowed, also through an alias.
pub(super) fn split_null<'a>(version: ApiVersion<'a>, ty: &'a Type) -> (&'a Type, bool) {
    match (ty, version.api.unaliased(ty)) {
        (Type::Nullable(inner), _) | (_, Type::Nullable(inner)) => (inner, true),
        _ => (ty, false),
    }
}

/// Returns the constraints of both versions. If only one of them has an alias, it includes those of the alias.
pub(super) fn effective_constraints(
    versions: Versions<ApiVersion<'_>>,
    types: Versions<&Type>,
    constraints: Versions<&Constraints>,
) -> Versions<Constraints> {
    let of_alias = versions.zip(types).map(|(version, ty)| constraints_of_alias(version.api, ty));
    let mut effective = constraints.map(Constraints::clone);
    match (of_alias.old, of_alias.new) {
        (Some(alias), None) => effective.old = effective.old.and(alias),
        (None, Some(alias)) => effective.new = effective.new.and(alias),
        _ => {}
    }
    effective
}

/// Returns the constraints of an alias, or `None` for other types.
pub(super) fn constraints_of_alias(api: &Api, ty: &Type) -> Option<Constraints> {
    let Type::Named(id) = ty else { return None };
    let definition = api.definition(*id);
    matches!(definition.shape, Shape::Alias(_)).then(|| definition.constraints.clone())
}

/// Returns `true` if responses without a member cannot be read: a member that may be null may also be absent.
fn is_always_received(version: ApiVersion<'_>, field: &Field) -> bool {
    let is_null = split_null(version, &field.ty).1 || is_nullable(field, Direction::Response);
    is_required(field, Direction::Response) && !field.write_only && field.constant.is_none() && !is_null
}

fn is_required_in_requests(field: &&Field) -> bool {
    field.required && !field.read_only && field.constant.is_none()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::changes::changes_between;
    use bindery::internal::config::Config;
    use bindery::internal::text::Source;

    /// Members of a struct have names, so that neither their order nor their positions matter.
    #[test]
    fn required_members_that_are_not_arguments_have_no_positions() {
        let description = |members: &[&str]| {
            let properties: serde_json::Map<_, _> =
                members.iter().map(|name| ((*name).to_owned(), json!({ "type": "string" }))).collect();
            let schema = json!({ "type": "object", "required": members, "properties": properties });
            let description = json!({
                "openapi": "3.1.0",
                "info": { "title": "t", "version": "1" },
                "paths": { "/a": { "post": {
                    "requestBody": { "required": true, "content": { "application/json": {
                        "schema": { "$ref": "#/components/schemas/A" },
                    } } },
                    "responses": { "204": { "description": "" } },
                } } },
                "components": { "schemas": { "A": schema } },
            });
            Source::new("test", description.to_string())
        };
        let advices = |old: &[&str], new: &[&str]| -> Vec<Option<String>> {
            let changes = changes_between(description(old), description(new), &Config::default()).unwrap();
            changes.changes.into_iter().map(|change| change.migration).collect()
        };
        let many = ["a", "b", "c", "d", "e", "f", "to"];
        let renamed = ["a", "b", "c", "d", "e", "f", "until"];
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(
            advices(&many, &renamed),
            [text("remove the uses of `to`"), text("set `until` when creating the value")]
        );
        let replaced = text("check each use of `to`: `A::new` takes `until` in its place");
        assert_eq!(advices(&many[2..], &renamed[2..]), [replaced.clone(), replaced]);
        let reversed: Vec<&str> = many.into_iter().rev().collect();
        assert_eq!(advices(&many, &reversed), []);
        assert_eq!(advices(&many[2..], &reversed[..5]).len(), 1);
    }
}
