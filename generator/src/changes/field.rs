//! A member on both sides: its type, presence and direction.

use super::ChangeKind;
use super::compare::{Comparison, Part};
use super::object::{Member, effective, split_null};
use super::phrase;
use super::side::{Claim, Side};
use crate::analysis::Direction;
use crate::model::Field;

impl Comparison<'_> {
    pub(super) fn members(&mut self, one: Member<'_>, other: Member<'_>) {
        let (old, new) = (self.old, self.new);
        let (resource, subject) = (new.resource(other.owner), self.subject(new, other));
        let part = Part { resource: &resource, subject: &subject };
        let (before, after) = (one.field, other.field);
        let places = (&before.origin, &after.origin);
        self.docs(&part, (&before.docs, places.0), (&after.docs, places.1));
        let ((inner, null), (outer, nullable)) = (split_null(old, &before.ty), split_null(new, &after.ty));
        let mut claims = self.accounts(old, one);
        claims.extend(self.accounts(new, other));
        let sent = new.is_sent(other.owner) && !after.read_only;
        if before.constant.is_some() || after.constant.is_some() {
            if before.constant != after.constant {
                self.constant(&part, (one, other), sent, claims.clone());
            }
        } else if !self.same(inner, outer) {
            self.field_type(&part, one, other, claims.clone());
        } else {
            let (was, is) = effective(old, inner, &before.constraints, new, outer, &after.constraints);
            self.constraints(&part, &was, &is, places, sent);
            // An enumeration reports its values itself.
            if inner.named_types().is_empty() && before.held != after.held {
                self.held_value(&part, (before, after), sent);
            }
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
        // A default has no effect on a required member.
        if before.default != after.default && !before.required && !after.required {
            let values = (before.default.as_ref(), after.default.as_ref());
            self.default(&part, values, places, sent, claims);
        }
    }

    fn field_type(&mut self, part: &Part<'_>, one: Member<'_>, other: Member<'_>, claims: Vec<Claim>) {
        let (was, is) = (phrase::ty(self.old.api, &one.field.ty), phrase::ty(self.new.api, &other.field.ty));
        let found = part
            .finding(ChangeKind::FieldType, format!("{} is of type {is} instead of {was}", part.quoted()))
            .before(&one.field.origin, was)
            .after(&other.field.origin, is)
            .breaks("the old bindings may not read what the server sends, or send what it does not take")
            .migrate(format!("convert `{}` where it is read or set", self.new.names.field(other.owner, other.index)))
            .claims(claims)
            .claims(self.new.types_below(&other.field.origin))
            .claims(self.old.types_below(&one.field.origin));
        self.found.push(found);
    }

    /// Reports differences in the constant of a member on either side. A constant on both sides has no field.
    fn constant(&mut self, part: &Part<'_>, (one, other): (Member<'_>, Member<'_>), sent: bool, claims: Vec<Claim>) {
        let (old, new) = (self.old, self.new);
        let says = |side: Side<'_>, field: &Field| match &field.constant {
            Some(only) => format!("always {}", phrase::value(only)),
            None => phrase::ty(side.api, &field.ty),
        };
        let name = new.names.field(other.owner, other.index);
        let (one, other) = (one.field, other.field);
        let (was, is) = (says(old, one), says(new, other));
        let claims = claims.into_iter().chain(old.types_below(&one.origin)).chain(new.types_below(&other.origin));
        let found = part
            .finding(ChangeKind::FieldType, format!("{} is {is} instead of {was}", part.quoted()))
            .before(&one.origin, was)
            .after(&other.origin, is)
            .claims(claims);
        let found = match (one.constant.is_some(), other.constant.is_some()) {
            (true, true) => found,
            (true, false) => found.migrate(format!("it is the field `{name}` now: give it, and read it")),
            (false, _) => found.migrate(format!("it is the constant `{name}` now: take the field out of the code")),
        };
        let found = if sent && other.constant.is_some() {
            found.breaks("the old value is refused; compiled anew, programs send the new one")
        } else {
            found.at_run_time("it has another value")
        };
        self.found.push(found);
    }

    /// Reports differences in the only value of a member that is a field on both sides.
    fn held_value(&mut self, part: &Part<'_>, (before, after): (&Field, &Field), sent: bool) {
        let says = |side: Side<'_>, field: &Field| match &field.held {
            Some(only) => format!("always {}", phrase::value(only)),
            None => phrase::ty(side.api, &field.ty),
        };
        let (was, is) = (says(self.old, before), says(self.new, after));
        let found = part
            .finding(ChangeKind::FieldType, format!("{} is {is} instead of {was}", part.quoted()))
            .before(&before.origin, was)
            .after(&after.origin, is);
        let found = match &after.held {
            Some(_) if sent => found.breaks("other values are refused"),
            _ => found.at_run_time("it has other values"),
        };
        self.found.push(found);
    }

    fn field_null(&mut self, part: &Part<'_>, one: Member<'_>, other: Member<'_>, claims: Vec<Claim>) {
        let name = self.new.names.field(other.owner, other.index);
        let (sent, received) = (self.new.is_sent(other.owner), self.new.is_received(other.owner));
        let null = split_null(self.new, &other.field.ty).1;
        let sentence = if null { "may be null now" } else { "is never null any more" };
        let found = part
            .finding(ChangeKind::FieldNullable, format!("{} {sentence}", part.quoted()))
            .before(&one.field.origin, self.excerpt(self.old, one.field))
            .after(&other.field.origin, self.excerpt(self.new, other.field))
            .claims(claims);
        let found = match null {
            // An optional field already accepts null as absent.
            true if received && other.field.required && !other.field.write_only => {
                found.breaks("answers with null cannot be read by the old bindings")
            }
            false if sent && !other.field.read_only => found.breaks("null is refused where it is sent"),
            _ => found,
        };
        let migration = if !null {
            format!("`{name}` needs no `None` any more")
        } else if self.was_argument(one, other) {
            self.set_afterwards(other)
        } else {
            format!("say what happens where `{name}` is `None`")
        };
        self.found.push(found.migrate(migration));
    }

    fn field_required(&mut self, part: &Part<'_>, one: Member<'_>, other: Member<'_>, claims: Vec<Claim>) {
        let name = self.new.names.field(other.owner, other.index);
        let (sent, received) = (self.new.is_sent(other.owner), self.new.is_received(other.owner));
        let required = other.field.required;
        let found = part
            .finding(ChangeKind::FieldRequired, format!("{} is {} now", part.quoted(), phrase::presence(required)))
            .before(&one.field.origin, self.excerpt(self.old, one.field))
            .after(&other.field.origin, self.excerpt(self.new, other.field))
            .claims(claims);
        let found = match required {
            true if sent && !other.field.read_only => found.breaks("what is sent without it is refused"),
            // A member with a default is always present in the code.
            _ if one.field.default.is_some() || other.field.default.is_some() => found.docs(),
            false if received && !other.field.write_only => {
                found.breaks("answers without it cannot be read by the old bindings")
            }
            _ => found,
        };
        let migration = if required {
            format!("give `{name}` where the value is made; where it is read, it is always there")
        } else if self.was_argument(one, other) {
            self.set_afterwards(other)
        } else {
            format!("say what happens where `{name}` is `None`")
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
            .finding(ChangeKind::FieldDirection, format!("{} is {is} instead of {was}", part.quoted()))
            .before(&one.field.origin, was)
            .after(&other.field.origin, is)
            .migrate("the forms that are sent and received have other fields now")
            .claims(claims);
        let narrower = other.field.read_only && !one.field.read_only && self.old.is_sent(one.owner);
        let narrower = narrower || (other.field.write_only && !one.field.write_only && self.old.is_received(one.owner));
        let found = if narrower { found.breaks("it does not travel in both directions any more") } else { found };
        self.found.push(found);
    }

    /// Returns `true` if a member is no longer an argument of the constructor.
    fn was_argument(&self, one: Member<'_>, other: Member<'_>) -> bool {
        let asked = |member: Member<'_>, null: bool| member.field.required && !null && !member.field.read_only;
        let (null, nullable) = (split_null(self.old, &one.field.ty).1, split_null(self.new, &other.field.ty).1);
        let sent = self.old.is_sent(one.owner) && self.new.is_sent(other.owner);
        sent && asked(one, null) && !asked(other, nullable)
    }

    fn set_afterwards(&self, other: Member<'_>) -> String {
        let name = self.new.names.field(other.owner, other.index);
        let ty = self.new.names.of_type(other.owner, Direction::Request);
        let setter = self.new.names.setter(other.owner, other.index);
        let set = format!("`{name}` is no argument of `{ty}::new` any more: set it with `.{setter}(..)`");
        format!("{set}; where it is read, say what happens if it is `None`")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::changes::Verdict;
    use crate::config::Config;
    use crate::pipeline::changes_between;
    use crate::source::Source;

    #[test]
    fn a_member_with_a_default_has_the_same_type_whether_or_not_it_is_required() {
        let description = |required: &[&str], member: serde_json::Value| {
            let schema = json!({ "type": "object", "required": required, "properties": { "a": member } });
            let response = json!({ "description": "", "content": { "application/json": { "schema": schema } } });
            let description = json!({
                "openapi": "3.1.0",
                "info": { "title": "t", "version": "1" },
                "paths": { "/a": { "get": { "operationId": "getA", "responses": { "200": response } } } },
            });
            Source::new("test", description.to_string())
        };
        let changes = |old: &Source, new: &Source| changes_between(old, new, &Config::default()).unwrap();
        let required = description(&["a"], json!({ "type": "number" }));
        let filled_in = description(&[], json!({ "type": "number", "default": 0.2 }));
        let optional = description(&[], json!({ "type": "number" }));
        assert_eq!(changes(&required, &filled_in).verdict(), Some(Verdict::DocsOnly));
        assert_eq!(changes(&filled_in, &required).verdict(), Some(Verdict::DocsOnly));
        assert_eq!(changes(&required, &optional).verdict(), Some(Verdict::Breaking));
        assert_eq!(changes(&filled_in, &optional).verdict(), Some(Verdict::Breaking));
    }
}
