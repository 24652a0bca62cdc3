//! Objects: their members, before and after.

use std::collections::{HashMap, HashSet};

use super::ChangeKind;
use super::compare::{Comparison, Part, definition_place};
use super::constraints;
use super::pairing::{added, pair};
use super::phrase;
use super::side::{Claim, Side};
use crate::analysis::Direction;
use crate::interface::Key;
use crate::model::{Constraints, Field, Object, Shape, Type, TypeId};
use crate::pointer::Pointer;

/// A member on one side.
#[derive(Clone, Copy)]
pub(super) struct Member<'m> {
    pub(super) owner: TypeId,
    pub(super) index: usize,
    pub(super) field: &'m Field,
}

impl Comparison<'_> {
    pub(super) fn objects(&mut self, before: TypeId, after: TypeId, one: &Object, other: &Object) {
        let pairs = pair(wires(one), wires(other));
        for (index, field) in one.fields.iter().enumerate() {
            let member = Member { owner: before, index, field };
            match pairs[index] {
                Some(at) => self.members(member, Member { owner: after, index: at, field: &other.fields[at] }),
                None => self.field_removed(member, after),
            }
        }
        let replaced = self.replaced_arguments((before, one), (after, other));
        for index in added(&pairs, other.fields.len()) {
            let member = Member { owner: after, index, field: &other.fields[index] };
            self.field_added(member, replaced.get(&index).map(|was| one.fields[*was].wire.as_str()));
        }
        self.field_order((before, one), (after, other));
        self.other_members(before, after, one, other);
    }

    /// Reports a different order of constructor arguments: if their types are equal, the compiler does not notice.
    fn field_order(&mut self, (before, one): (TypeId, &Object), (after, other): (TypeId, &Object)) {
        let (old, new) = (self.old, self.new);
        if !old.is_sent(before) || !new.is_sent(after) {
            return;
        }
        let kept = |own: &Object, others: &Object| -> Vec<String> {
            let others: HashSet<&str> =
                others.fields.iter().filter(is_asked).map(|field| field.wire.as_str()).collect();
            let has = |field: &&Field| others.contains(field.wire.as_str());
            own.fields.iter().filter(is_asked).filter(has).map(|field| field.wire.clone()).collect()
        };
        let (was, is) = (kept(one, other), kept(other, one));
        if was == is {
            return;
        }
        let (resource, subject) = (new.resource(after), new.path(after));
        let part = Part { resource: &resource, subject: &subject };
        let found = part
            .finding(ChangeKind::Order, format!("the required members of {} stand in another order", part.quoted()))
            .before(&definition_place(old, before), was.join(", "))
            .after(&definition_place(new, after), is.join(", "))
            .breaks("compiled anew, arguments of the constructor are taken for one another")
            .migrate(format!("give the arguments of `{}::new` in the new order", new.type_name(after)))
            .claims(old.constructor(before))
            .claims(new.constructor(after));
        self.found.push(found);
    }

    /// Returns the new members that take the position of old ones in the constructor without a compile error, each with
    /// the index of the old one.
    fn replaced_arguments(
        &self,
        (before, one): (TypeId, &Object),
        (after, other): (TypeId, &Object),
    ) -> HashMap<usize, usize> {
        let (old, new) = (self.old, self.new);
        let constructor = |side: Side<'_>, id: TypeId| Key {
            owner: format!("types::{}", side.names.of_type(id, Direction::Request)),
            member: "::new".to_owned(),
        };
        if !old.interface.is_called_alike(&constructor(old, before), new.interface, &constructor(new, after)) {
            return HashMap::new();
        }
        let arguments = |side: Side<'_>, object: &Object| -> Vec<usize> {
            let is_argument = |field: &Field| is_asked(&field) && !split_null(side, &field.ty).1;
            (0..object.fields.len()).filter(|index| is_argument(&object.fields[*index])).collect()
        };
        let pairs = arguments(new, other).into_iter().zip(arguments(old, one));
        pairs.filter(|(is, was)| other.fields[*is].wire != one.fields[*was].wire).collect()
    }

    fn field_removed(&mut self, member: Member<'_>, after: TypeId) {
        let old = self.old;
        let (resource, subject) = (self.new.resource(after), format!("{}.{}", self.new.path(after), member.field.wire));
        let part = Part { resource: &resource, subject: &subject };
        let run = no_longer(
            old.is_sent(member.owner) && !member.field.read_only,
            old.is_received(member.owner) && !member.field.write_only,
        );
        let found = part
            .finding(ChangeKind::FieldRemoved, format!("{} is gone", part.quoted()))
            .before(&member.field.origin, self.excerpt(old, member.field))
            .breaks(run)
            .migrate(format!("take `{}` out of the code", old.names.field(member.owner, member.index)))
            .claims(self.accounts(old, member))
            .claims(old.types_below(&member.field.origin));
        self.found.push(found);
    }

    fn field_added(&mut self, member: Member<'_>, replaced: Option<&str>) {
        let new = self.new;
        let (resource, subject) = (new.resource(member.owner), self.subject(new, member));
        let part = Part { resource: &resource, subject: &subject };
        let field = member.field;
        let asked = new.is_sent(member.owner) && is_asked(&field);
        let written = new.is_sent(member.owner) && !field.read_only && field.constant.is_some();
        let sentence = format!("{} is new, {}", part.quoted(), phrase::presence(field.required));
        let found = part.finding(ChangeKind::FieldAdded, sentence).after(&field.origin, self.excerpt(new, field));
        let found = found.claims(self.accounts(new, member)).claims(new.types_below(&field.origin));
        let name = new.names.field(member.owner, member.index);
        let constructor = format!("`{}::new`", new.names.of_type(member.owner, Direction::Request));
        let found = match (asked, replaced) {
            (true, Some(was)) => found
                .breaks(format!(
                    "what is sent without it is refused; compiled again, calls of {constructor} send as `{}` what they gave \
                     for `{was}`",
                    field.wire
                ))
                .migrate(format!("look at each call of {constructor}: it takes `{name}` in the place of `{was}`")),
            (true, None) => found
                .breaks("what is sent without it is refused")
                .migrate(format!("give `{name}` where the value is made")),
            (false, _) if written => found.breaks("what is sent without it is refused; compiled anew, it is sent"),
            (false, _) => found,
        };
        self.found.push(found);
    }

    /// Returns the claims of a member: itself, its setters, and the constructor if it is required.
    pub(super) fn accounts(&self, side: Side<'_>, member: Member<'_>) -> Vec<Claim> {
        let mut claims = side.field(member.owner, member.index);
        if member.field.required {
            claims.extend(side.constructor(member.owner));
        }
        claims
    }

    pub(super) fn subject(&self, side: Side<'_>, member: Member<'_>) -> String {
        format!("{}.{}", side.path(member.owner), member.field.wire)
    }

    pub(super) fn excerpt(&self, side: Side<'_>, field: &Field) -> String {
        format!("{}, {}", phrase::ty(side.api, &field.ty), phrase::presence(field.required))
    }

    /// Reports different defaults.
    pub(super) fn default(
        &mut self,
        part: &Part<'_>,
        values: (Option<&serde_json::Value>, Option<&serde_json::Value>),
        places: (&Pointer, &Pointer),
        sent: bool,
        claims: Vec<Claim>,
    ) {
        let says = |value: Option<&serde_json::Value>| {
            value.map_or("no default".to_owned(), |value| format!("default {}", phrase::value(value)))
        };
        let (was, is) = (says(values.0), says(values.1));
        let found = part
            .finding(ChangeKind::Default, format!("{} has {is} instead of {was}", part.quoted()))
            .before(places.0, was)
            .after(places.1, is)
            .claims(claims);
        let found = match (values, sent) {
            ((Some(_), Some(_)), true) => found
                .breaks("where it is not given, the server assumes something else")
                .migrate("give the value where the old one was counted on"),
            _ => found.at_run_time("where it is absent, another value holds"),
        };
        self.found.push(found);
    }

    /// Reports different constraints.
    pub(super) fn constraints(
        &mut self,
        part: &Part<'_>,
        old: &Constraints,
        new: &Constraints,
        places: (&Pointer, &Pointer),
        sent: bool,
    ) {
        let Some(change) = constraints::compare(old, new) else { return };
        let (was, is) = (change.before.join(", "), change.after.join(", "));
        let found = part
            .finding(ChangeKind::Limit, format!("{}: {is} instead of {was}", part.quoted()))
            .before(places.0, was)
            .after(places.1, is);
        let found = match (change.tighter, sent) {
            (true, true) => found
                .breaks("values that were taken are refused, before they are sent")
                .migrate("check where the values come from"),
            (true, false) => found,
            (false, _) => {
                found.at_run_time("values may be other than they were: a check or a column of yours may be too narrow")
            }
        };
        self.found.push(found);
    }

    /// Reports differences in undeclared members.
    fn other_members(&mut self, before: TypeId, after: TypeId, one: &Object, other: &Object) {
        let same = match (&one.others, &other.others) {
            (Some(was), Some(is)) => self.same(was, is),
            (None, None) => true,
            _ => false,
        };
        if same {
            return;
        }
        let (old, new) = (self.old, self.new);
        let (resource, subject) = (new.resource(after), new.path(after));
        let part = Part { resource: &resource, subject: &subject };
        let says = |side: Side<'_>, object: &Object| {
            object
                .others
                .as_ref()
                .map_or("no other members".to_owned(), |ty| format!("other members: {}", phrase::ty(side.api, ty)))
        };
        let (was, is) = (says(old, one), says(new, other));
        let found = part
            .finding(ChangeKind::FieldType, format!("{} has {is} instead of {was}", part.quoted()))
            .before(&definition_place(old, before), was)
            .after(&definition_place(new, after), is)
            .migrate("members that are not declared are kept in a field of their own, or not at all")
            .claims(old.field(before, one.fields.len()))
            .claims(new.field(after, other.fields.len()));
        self.found.push(found);
    }
}

/// Returns the phrase for the removal of a sent or received item.
pub(super) fn no_longer(sent: bool, received: bool) -> &'static str {
    match (sent, received) {
        (true, true) => "the server neither takes nor sends it any more",
        (true, false) => "the server does not take it any more",
        (false, _) => "the server does not send it any more",
    }
}

/// Returns a type without `null`, and whether `null` was allowed, also through an alias.
pub(super) fn split_null<'a>(side: Side<'a>, ty: &'a Type) -> (&'a Type, bool) {
    match (ty, side.api.unaliased(ty)) {
        (Type::Nullable(inner), _) | (_, Type::Nullable(inner)) => (inner, true),
        _ => (ty, false),
    }
}

/// Returns the constraints of both sides. If only one of them has an alias, it includes those of the alias.
pub(super) fn effective(
    old: Side<'_>,
    was: &Type,
    constraints: &Constraints,
    new: Side<'_>,
    is: &Type,
    now: &Constraints,
) -> (Constraints, Constraints) {
    let named = |side: Side<'_>, ty: &Type| match ty {
        Type::Named(id) => {
            let definition = side.api.definition(*id);
            matches!(definition.shape, Shape::Alias(_)).then(|| definition.constraints.clone())
        }
        _ => None,
    };
    match (named(old, was), named(new, is)) {
        (Some(alias), None) => (constraints.clone().or(&alias), now.clone()),
        (None, Some(alias)) => (constraints.clone(), now.clone().or(&alias)),
        _ => (constraints.clone(), now.clone()),
    }
}

/// Returns `true` if a sent member is required.
fn is_asked(field: &&Field) -> bool {
    field.required && !field.read_only && field.constant.is_none()
}

/// Returns the names of the members on the wire.
fn wires(object: &Object) -> impl Iterator<Item = &str> {
    object.fields.iter().map(|field| field.wire.as_str())
}
