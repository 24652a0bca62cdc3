//! Objects: their members, before and after.

use super::Kind;
use super::compare::{Comparison, Part, definition_place};
use super::limits;
use super::side::{Claim, Side};
use super::told;
use crate::document::Pointer;
use crate::model::{Field, Limits, Object, TypeId};

/// A member on one side.
#[derive(Clone, Copy)]
struct Member<'m> {
    owner: TypeId,
    index: usize,
    field: &'m Field,
}

impl Comparison<'_> {
    pub(super) fn objects(&mut self, before: TypeId, after: TypeId, one: &Object, other: &Object) {
        let position = |object: &Object, wire: &str| object.fields.iter().position(|field| field.wire == wire);
        for (index, field) in one.fields.iter().enumerate() {
            let member = Member { owner: before, index, field };
            match position(other, &field.wire) {
                Some(at) => self.members(member, Member { owner: after, index: at, field: &other.fields[at] }),
                None => self.field_removed(member, after),
            }
        }
        for (index, field) in other.fields.iter().enumerate() {
            if position(one, &field.wire).is_none() {
                self.field_added(Member { owner: after, index, field });
            }
        }
        self.field_order((before, one), (after, other));
        self.other_members(before, after, one, other);
    }

    /// Fields that are given to the constructor in another order: where their types are the same, nobody else would tell.
    fn field_order(&mut self, (before, one): (TypeId, &Object), (after, other): (TypeId, &Object)) {
        let (old, new) = (self.old, self.new);
        if !old.is_sent(before) || !new.is_sent(after) {
            return;
        }
        let asked = |field: &&Field| field.required && !field.read_only && field.constant.is_none();
        let kept = |own: &Object, others: &Object| -> Vec<String> {
            let has = |field: &&Field| others.fields.iter().filter(asked).any(|other| other.wire == field.wire);
            own.fields.iter().filter(asked).filter(has).map(|field| field.wire.clone()).collect()
        };
        let (was, is) = (kept(one, other), kept(other, one));
        if was == is {
            return;
        }
        let (resource, subject) = (new.resource(after), new.path(after));
        let part = Part { resource: &resource, subject: &subject };
        let found = part
            .found(Kind::Order, format!("the required members of {} stand in another order", part.quoted()))
            .before(&definition_place(old, before), was.join(", "))
            .after(&definition_place(new, after), is.join(", "))
            .breaks("compiled anew, arguments of the constructor are taken for one another")
            .migrate(format!("give the arguments of `{}::new` in the new order", new.type_name(after)))
            .claims(old.constructor(before))
            .claims(new.constructor(after));
        self.found.push(found);
    }

    fn field_removed(&mut self, member: Member<'_>, after: TypeId) {
        let old = self.old;
        let (resource, subject) = (self.new.resource(after), format!("{}.{}", self.new.path(after), member.field.wire));
        let part = Part { resource: &resource, subject: &subject };
        let sent = old.is_sent(member.owner) && !member.field.read_only;
        let run = match sent {
            true => "the server does not take it any more",
            false => "the server does not send it any more",
        };
        let found = part
            .found(Kind::FieldRemoved, format!("{} is gone", part.quoted()))
            .before(&member.field.origin, self.says(old, member.field))
            .breaks(run)
            .migrate(format!("take `{}` out of the code", old.names.field(member.owner, member.index)))
            .claims(self.accounts(old, member));
        self.found.push(found);
    }

    fn field_added(&mut self, member: Member<'_>) {
        let new = self.new;
        let (resource, subject) = (new.resource(member.owner), self.subject(new, member));
        let part = Part { resource: &resource, subject: &subject };
        let field = member.field;
        let asked = field.required && field.constant.is_none() && new.is_sent(member.owner) && !field.read_only;
        let told = format!("{} is new, {}", part.quoted(), told::presence(field.required));
        let found = part.found(Kind::FieldAdded, told).after(&field.origin, self.says(new, field));
        let found = found.claims(self.accounts(new, member)).claims(new.types_below(&field.origin));
        let name = new.names.field(member.owner, member.index);
        let found = match asked {
            true => found
                .breaks("what is sent without it is refused")
                .migrate(format!("give `{name}` where the value is made")),
            false => found,
        };
        self.found.push(found);
    }

    /// The items that a member accounts for: itself, its setters, and the constructor where it has to be given.
    fn accounts(&self, side: Side<'_>, member: Member<'_>) -> Vec<Claim> {
        let mut claims = side.field(member.owner, member.index);
        if member.field.required {
            claims.extend(side.constructor(member.owner));
        }
        claims
    }

    fn subject(&self, side: Side<'_>, member: Member<'_>) -> String {
        format!("{}.{}", side.path(member.owner), member.field.wire)
    }

    fn says(&self, side: Side<'_>, field: &Field) -> String {
        format!("{}, {}", told::ty(side.api, &field.ty), told::presence(field.required))
    }

    fn members(&mut self, one: Member<'_>, other: Member<'_>) {
        let (old, new) = (self.old, self.new);
        let (resource, subject) = (new.resource(other.owner), self.subject(new, other));
        let part = Part { resource: &resource, subject: &subject };
        let (before, after) = (one.field, other.field);
        let places = (&before.origin, &after.origin);
        self.docs(&part, (&before.docs, places.0), (&after.docs, places.1));
        let ((inner, null), (outer, nullable)) = (before.ty.split_null(), after.ty.split_null());
        let claims = || {
            let mut claims = self.accounts(old, one);
            claims.extend(self.accounts(new, other));
            claims
        };
        let claims = claims();
        let sent = new.is_sent(other.owner) && !after.read_only;
        if !self.same(inner, outer) {
            self.field_type(&part, one, other, claims.clone());
        } else {
            self.limits(&part, &before.limits, &after.limits, places, sent);
        }
        if null != nullable {
            self.field_null(&part, one, other, claims.clone());
        }
        if before.required != after.required {
            let mut claims = claims.clone();
            claims.extend(old.constructor(one.owner).into_iter().chain(new.constructor(other.owner)));
            self.field_required(&part, one, other, claims);
        }
        if (before.read_only, before.write_only) != (after.read_only, after.write_only) {
            self.field_direction(&part, one, other, claims.clone());
        }
        if before.default != after.default {
            let values = (before.default.as_ref(), after.default.as_ref());
            self.default(&part, values, places, sent && !after.required, claims);
        }
    }

    fn field_type(&mut self, part: &Part<'_>, one: Member<'_>, other: Member<'_>, claims: Vec<Claim>) {
        let (was, is) = (told::ty(self.old.api, &one.field.ty), told::ty(self.new.api, &other.field.ty));
        let found = part
            .found(Kind::FieldType, format!("{} is of type {is} instead of {was}", part.quoted()))
            .before(&one.field.origin, was)
            .after(&other.field.origin, is)
            .breaks("values of the old type are not understood any more")
            .migrate(format!("convert `{}` where it is read or set", self.new.names.field(other.owner, other.index)))
            .claims(claims)
            .claims(self.new.types_below(&other.field.origin))
            .claims(self.old.types_below(&one.field.origin));
        self.found.push(found);
    }

    fn field_null(&mut self, part: &Part<'_>, one: Member<'_>, other: Member<'_>, claims: Vec<Claim>) {
        let name = self.new.names.field(other.owner, other.index);
        let (sent, received) = (self.new.is_sent(other.owner), self.new.is_received(other.owner));
        let null = matches!(other.field.ty, crate::model::Type::Nullable(_));
        let told = if null { "may be null now" } else { "is never null any more" };
        let found = part
            .found(Kind::FieldNullable, format!("{} {told}", part.quoted()))
            .before(&one.field.origin, self.says(self.old, one.field))
            .after(&other.field.origin, self.says(self.new, other.field))
            .claims(claims);
        let found = match null {
            // An optional field takes null for absent already.
            true if received && other.field.required && !other.field.write_only => {
                found.breaks("answers with null cannot be read by the old bindings")
            }
            false if sent && !other.field.read_only => found.breaks("null is refused where it is sent"),
            _ => found,
        };
        let migration = match null {
            true => format!("say what happens where `{name}` is `None`"),
            false => format!("`{name}` needs no `None` any more"),
        };
        self.found.push(found.migrate(migration));
    }

    fn field_required(&mut self, part: &Part<'_>, one: Member<'_>, other: Member<'_>, claims: Vec<Claim>) {
        let name = self.new.names.field(other.owner, other.index);
        let (sent, received) = (self.new.is_sent(other.owner), self.new.is_received(other.owner));
        let required = other.field.required;
        let found = part
            .found(Kind::FieldRequired, format!("{} is {} now", part.quoted(), told::presence(required)))
            .before(&one.field.origin, self.says(self.old, one.field))
            .after(&other.field.origin, self.says(self.new, other.field))
            .claims(claims);
        let found = match required {
            true if sent && !other.field.read_only => found.breaks("what is sent without it is refused"),
            false if received && !other.field.write_only => {
                found.breaks("answers without it cannot be read by the old bindings")
            }
            _ => found,
        };
        let migration = match required {
            true => format!("give `{name}` where the value is made; where it is read, it is always there"),
            false => format!("say what happens where `{name}` is `None`"),
        };
        self.found.push(found.migrate(migration));
    }

    fn field_direction(&mut self, part: &Part<'_>, one: Member<'_>, other: Member<'_>, claims: Vec<Claim>) {
        let says = |field: &Field| match (field.read_only, field.write_only) {
            (true, _) => "received only",
            (_, true) => "sent only",
            _ => "sent and received",
        };
        let (was, is) = (says(one.field), says(other.field));
        let found = part
            .found(Kind::FieldDirection, format!("{} is {is} instead of {was}", part.quoted()))
            .before(&one.field.origin, was)
            .after(&other.field.origin, is)
            .migrate("the forms that are sent and received have other fields now")
            .claims(claims);
        let narrower = other.field.read_only && !one.field.read_only && self.old.is_sent(one.owner);
        let narrower = narrower || (other.field.write_only && !one.field.write_only && self.old.is_received(one.owner));
        let found = if narrower { found.breaks("it does not travel in both directions any more") } else { found };
        self.found.push(found);
    }

    /// What is assumed where nothing is given.
    pub(super) fn default(
        &mut self,
        part: &Part<'_>,
        values: (Option<&serde_json::Value>, Option<&serde_json::Value>),
        places: (&Pointer, &Pointer),
        sent: bool,
        claims: Vec<Claim>,
    ) {
        let says = |value: Option<&serde_json::Value>| {
            value.map_or("no default".to_owned(), |value| format!("default {}", told::value(value)))
        };
        let (was, is) = (says(values.0), says(values.1));
        let found = part
            .found(Kind::Default, format!("{} has {is} instead of {was}", part.quoted()))
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

    /// Rules for values that differ.
    pub(super) fn limits(
        &mut self,
        part: &Part<'_>,
        old: &Limits,
        new: &Limits,
        places: (&Pointer, &Pointer),
        sent: bool,
    ) {
        let Some(change) = limits::compare(old, new) else { return };
        let (was, is) = (change.before.join(", "), change.after.join(", "));
        let found = part
            .found(Kind::Limit, format!("{}: {is} instead of {was}", part.quoted()))
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

    /// Members that are not declared.
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
                .map_or("no other members".to_owned(), |ty| format!("other members: {}", told::ty(side.api, ty)))
        };
        let (was, is) = (says(old, one), says(new, other));
        let found = part
            .found(Kind::FieldType, format!("{} has {is} instead of {was}", part.quoted()))
            .before(&definition_place(old, before), was)
            .after(&definition_place(new, after), is)
            .migrate("members that are not declared are kept in a field of their own, or not at all")
            .claims(old.field(before, one.fields.len()))
            .claims(new.field(after, other.fields.len()));
        self.found.push(found);
    }
}
