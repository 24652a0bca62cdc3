//! The members of objects in both versions.

use std::collections::{HashMap, HashSet};

use super::compare::Comparison;
use super::constraints;
use super::finding::WireEffect;
use super::pairing::{added, pair};
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions, type_node};
use super::{ChangeKind, phrase};
use crate::analysis::{Direction, has_simple_default};
use crate::changes::interface::have_same_arguments;
use crate::ir::Node;
use crate::model::{Constraints, Field, Object, Shape, Type, TypeId};
use crate::pointer::Pointer;

/// A member in one version.
#[derive(Clone, Copy)]
pub(super) struct Member<'m> {
    pub(super) owner: TypeId,
    pub(super) index: usize,
    pub(super) field: &'m Field,
}

impl<'m> Member<'m> {
    fn new(owner: TypeId, object: &'m Object, index: usize) -> Self {
        Self { owner, index, field: &object.fields[index] }
    }

    pub(super) fn node(&self) -> Node {
        Node::Field(self.owner.index(), self.index)
    }
}

impl Comparison<'_> {
    pub(super) fn compare_objects(&mut self, id: Versions<TypeId>, objects: Versions<&Object>) {
        let pairs = pair(wires(objects.old), wires(objects.new));
        for (index, same) in pairs.iter().enumerate() {
            let old = Member::new(id.old, objects.old, index);
            match *same {
                Some(at) => self.compare_members(Versions::new(old, Member::new(id.new, objects.new, at))),
                None => self.report_removed_field(old, id.new),
            }
        }
        let replaced = self.replaced_arguments(id, objects);
        for index in added(&pairs, objects.new.fields.len()) {
            let old_name = replaced.get(&index).map(|old| objects.old.fields[*old].wire.as_str());
            self.report_added_field(Member::new(id.new, objects.new, index), old_name);
        }
        self.compare_argument_order(id, objects);
        self.compare_other_members(id, objects);
    }

    /// Reports a different order of constructor arguments: if their types are equal, the compiler does not notice.
    fn compare_argument_order(&mut self, id: Versions<TypeId>, objects: Versions<&Object>) {
        let Versions { old, new } = self.versions;
        if !old.is_sent(id.old) || !new.is_sent(id.new) {
            return;
        }
        let common = |own: &Object, others: &Object| -> Vec<String> {
            let others: HashSet<&str> =
                others.fields.iter().filter(is_required_in_requests).map(|field| field.wire.as_str()).collect();
            let has = |field: &&Field| others.contains(field.wire.as_str());
            own.fields.iter().filter(is_required_in_requests).filter(has).map(|field| field.wire.clone()).collect()
        };
        let order = Versions::new(common(objects.old, objects.new), common(objects.new, objects.old));
        if order.old == order.new {
            return;
        }
        let subject = self.type_subject(id);
        let found = subject
            .finding(
                ChangeKind::TypeChanged,
                format!("the order of the required members of {} changed", subject.quoted()),
            )
            .with_both(self.definition_locations(id), order.map(|names| names.join(", ")))
            .breaks("after recompiling, constructor arguments may be swapped silently")
            .migrate(format!("pass the arguments of `{}::new` in the new order", new.type_name(id.new)));
        self.found.push(found);
    }

    /// Returns the new members that take the position of old ones in the constructor without a compile error, each with
    /// the index of the old one.
    fn replaced_arguments(&self, id: Versions<TypeId>, objects: Versions<&Object>) -> HashMap<usize, usize> {
        let constructors = self.versions.zip(id).map(|(version, id)| version.constructor(id));
        if !constructors.old.zip(constructors.new).is_some_and(|(old, new)| have_same_arguments(old, new)) {
            return HashMap::new();
        }
        let arguments = self.versions.zip(objects).map(|(version, object)| -> Vec<usize> {
            let is_argument = |field: &Field| is_required_in_requests(&field) && !accepts_null(version, &field.ty);
            (0..object.fields.len()).filter(|index| is_argument(&object.fields[*index])).collect()
        });
        let pairs = arguments.new.into_iter().zip(arguments.old);
        pairs.filter(|(is, was)| objects.new.fields[*is].wire != objects.old.fields[*was].wire).collect()
    }

    fn report_removed_field(&mut self, member: Member<'_>, new_owner: TypeId) {
        let Versions { old, new } = self.versions;
        let path = format!("{}.{}", new.path(new_owner), member.field.wire);
        let subject = ChangeSubject::new(new.resource(new_owner), path, Versions::only_old(member.node()));
        let effect = no_longer(
            old.is_sent(member.owner) && !member.field.read_only,
            old.is_received(member.owner) && !member.field.write_only,
        );
        let found = subject
            .finding(ChangeKind::FieldRemoved, format!("{} was removed", subject.quoted()))
            .with_old(&member.field.origin, excerpt(old, member.field))
            .breaks(effect)
            .migrate(format!("remove the uses of `{}`", old.names.field(member.owner, member.index)));
        self.found.push(found);
    }

    /// Reports an added member; `replaced` is the old argument at its position in the constructor.
    fn report_added_field(&mut self, member: Member<'_>, replaced: Option<&str>) {
        let new = self.versions.new;
        let subject = self.member_subject(member, Versions::only_new(member.node()));
        let field = member.field;
        let is_sent = new.is_sent(member.owner);
        let default = field.default.as_ref().map(|default| format!(", with the default {}", phrase::value(default)));
        let presence = phrase::presence(field.required);
        let message = format!("{} was added, {presence}{}", subject.quoted(), default.unwrap_or_default());
        let found = subject.finding(ChangeKind::FieldAdded, message).with_new(&field.origin, excerpt(new, field));
        let name = new.names.field(member.owner, member.index);
        let constructor = format!("`{}::new`", new.names.of_type(member.owner, Direction::Request));
        let found = match (is_sent && is_required_in_requests(&field), replaced) {
            (true, Some(was)) => found
                .breaks(format!(
                    "requests without it are rejected; after recompiling, {constructor} takes the argument for `{was}` as \
                     `{}`",
                    field.wire
                ))
                .migrate(format!("check each call of {constructor}: it takes `{name}` in place of `{was}`")),
            (true, None) if has_simple_default(new.api, field) => found
                .breaks("requests without it are rejected; the new bindings send its default")
                .migrate(format!("set `{name}` where the default does not fit")),
            (true, None) => found
                .breaks("requests without it are rejected")
                .migrate(format!("set `{name}` when creating the value")),
            (false, _) if is_sent && !field.read_only && field.constant.is_some() => {
                found.breaks("requests without it are rejected; the new bindings send it")
            }
            (false, _) => found,
        };
        let is_required = found.wire == WireEffect::Breaks;
        self.found.push(if is_required { found.affecting_creation() } else { found });
    }

    /// Returns the subject of changes to a member, which is that of the new version.
    pub(super) fn member_subject(&self, member: Member<'_>, nodes: Versions<Option<Node>>) -> ChangeSubject {
        let new = self.versions.new;
        let path = format!("{}.{}", new.path(member.owner), member.field.wire);
        ChangeSubject::new(new.resource(member.owner), path, nodes)
    }

    /// Reports different defaults.
    pub(super) fn report_default(
        &mut self,
        subject: &ChangeSubject,
        defaults: Versions<Option<&serde_json::Value>>,
        locations: Versions<&Pointer>,
        sent: bool,
    ) {
        let texts = defaults.map(|default| default.map_or("none".to_owned(), phrase::value));
        let part = format!("the default of {}", subject.quoted());
        let found = subject.changed(ChangeKind::FieldChanged, &part, locations, texts).affecting_creation();
        let found = if sent && defaults.old.is_some() && defaults.new.is_some() {
            found
                .breaks("if it is absent, the server uses the new default")
                .migrate("set the value where the code relies on the old default")
        } else {
            found.at_run_time("if it is absent, the new default applies")
        };
        self.found.push(found);
    }

    /// Reports different constraints.
    pub(super) fn compare_constraints(
        &mut self,
        subject: &ChangeSubject,
        constraints: Versions<&Constraints>,
        locations: Versions<&Pointer>,
        sent: bool,
    ) {
        let Some(change) = constraints::compare(constraints.old, constraints.new) else { return };
        let texts = change.rows.map(|rows| rows.join(", "));
        let part = format!("the constraints of {}", subject.quoted());
        let found = subject.changed(ChangeKind::Limit, &part, locations, texts).without_code();
        let found = match (change.tighter, sent) {
            (true, true) => found
                .breaks("values that were accepted are rejected")
                .migrate("make sure that the values satisfy the new constraints"),
            (true, false) => found,
            (false, _) => found
                .at_run_time("values may exceed the old constraints; check your own validation and database columns"),
        };
        self.found.push(found);
    }

    /// Reports differences in undeclared members.
    fn compare_other_members(&mut self, id: Versions<TypeId>, objects: Versions<&Object>) {
        let same = match (&objects.old.others, &objects.new.others) {
            (Some(old), Some(new)) => self.are_equal(old, new),
            (None, None) => true,
            _ => false,
        };
        if same {
            return;
        }
        let subject = self.type_subject(id).part(id.map(|id| Some(type_node(id).others())));
        let texts = self.versions.zip(objects).map(|(version, object)| match &object.others {
            Some(ty) => phrase::ty(version.api, ty),
            None => "not allowed".to_owned(),
        });
        let part = format!("the additional members of {}", subject.quoted());
        let found = subject
            .changed(ChangeKind::FieldChanged, &part, self.definition_locations(id), texts)
            .migrate("adapt the code that uses the field for additional members");
        self.found.push(found);
    }
}

pub(super) fn excerpt(version: ApiVersion<'_>, field: &Field) -> String {
    format!("{}, {}", phrase::ty(version.api, &field.ty), phrase::presence(field.required))
}

/// Returns the phrase for the removal of a sent or received item.
pub(super) fn no_longer(sent: bool, received: bool) -> &'static str {
    match (sent, received) {
        (true, true) => "the server no longer accepts or sends it",
        (true, false) => "the server no longer accepts it",
        (false, _) => "the server no longer sends it",
    }
}

/// Returns a type without `null`, and whether `null` was allowed, also through an alias.
pub(super) fn split_null<'a>(version: ApiVersion<'a>, ty: &'a Type) -> (&'a Type, bool) {
    match (ty, version.api.unaliased(ty)) {
        (Type::Nullable(inner), _) | (_, Type::Nullable(inner)) => (inner, true),
        _ => (ty, false),
    }
}

pub(super) fn accepts_null(version: ApiVersion<'_>, ty: &Type) -> bool {
    split_null(version, ty).1
}

/// Returns the constraints of both versions. If only one of them has an alias, it includes those of the alias.
pub(super) fn effective_constraints(
    versions: Versions<ApiVersion<'_>>,
    types: Versions<&Type>,
    constraints: Versions<&Constraints>,
) -> Versions<Constraints> {
    let of_alias = versions.zip(types).map(|(version, ty)| match ty {
        Type::Named(id) => {
            let definition = version.api.definition(*id);
            matches!(definition.shape, Shape::Alias(_)).then(|| definition.constraints.clone())
        }
        _ => None,
    });
    let mut effective = constraints.map(Constraints::clone);
    match (of_alias.old, of_alias.new) {
        (Some(alias), None) => effective.old = effective.old.and(alias),
        (None, Some(alias)) => effective.new = effective.new.and(alias),
        _ => {}
    }
    effective
}

fn is_required_in_requests(field: &&Field) -> bool {
    field.required && !field.read_only && field.constant.is_none()
}

/// Returns the names of the members on the wire.
fn wires(object: &Object) -> impl Iterator<Item = &str> {
    object.fields.iter().map(|field| field.wire.as_str())
}
