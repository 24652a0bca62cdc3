//! A member that is in both versions: its type, presence and direction.

use super::compare::Comparison;
use super::object::{Member, accepts_null, effective_constraints, excerpt, split_null};
use super::subject::ChangeSubject;
use super::version::{ApiVersion, Versions};
use super::{ChangeKind, phrase};
use crate::analysis::{Direction, has_simple_default};
use crate::model::{Field, Type};

impl Comparison<'_> {
    pub(super) fn compare_members(&mut self, members: Versions<Member<'_>>) {
        let subject = self.member_subject(members.new, members.map(|member| Some(member.node())));
        let fields = members.map(|member| member.field);
        let (before, after) = (fields.old, fields.new);
        let locations = fields.map(|field| &field.origin);
        self.compare_docs(&subject, fields.map(|field| &field.docs), locations);
        let types = self.versions.zip(fields).map(|(version, field)| split_null(version, &field.ty));
        let inner = types.map(|(inner, _)| inner);
        let sent = self.versions.new.is_sent(members.new.owner) && !after.read_only;
        if before.constant.is_some() || after.constant.is_some() {
            if before.constant != after.constant {
                self.compare_constant(&subject, members, sent);
            }
        } else if !self.are_equal(inner.old, inner.new) {
            self.report_field_type(&subject, members);
        } else {
            let constraints = effective_constraints(self.versions, inner, fields.map(|field| &field.constraints));
            self.compare_constraints(&subject, constraints.as_ref(), locations, sent);
        }
        // Any value includes null, and a member that is required but not declared may be absent.
        let is_any = inner.into_array().contains(&&Type::Any);
        let is_now_declared = inner.old == &Type::Any && inner.new != &Type::Any && after.required;
        if types.old.1 != types.new.1 && !is_any {
            self.report_nullability(&subject, members);
        }
        if before.required != after.required && !is_now_declared {
            self.report_presence(&subject, members);
        }
        if (before.read_only, before.write_only) != (after.read_only, after.write_only) {
            self.report_direction(&subject, members);
        }
        // The constructor sets the default of a required member that is sent.
        if before.default != after.default && before.required == after.required && (!after.required || sent) {
            self.report_default(&subject, fields.map(|field| field.default.as_ref()), locations, sent);
        }
    }

    fn report_field_type(&mut self, subject: &ChangeSubject, members: Versions<Member<'_>>) {
        let types = self.versions.zip(members).map(|(version, member)| phrase::ty(version.api, &member.field.ty));
        let locations = members.map(|member| &member.field.origin);
        let part = format!("the type of {}", subject.quoted());
        let found = subject
            .changed(ChangeKind::FieldChanged, &part, locations, types)
            .migrate(format!("convert `{}` where it is read or set", self.new_field_name(members)));
        let Versions { old, new } = self.versions;
        let is_sent = old.is_sent(members.old.owner) && new.is_sent(members.new.owner) && !members.new.field.read_only;
        let is_received = old.is_received(members.old.owner)
            && new.is_received(members.new.owner)
            && !members.new.field.write_only
            && split_null(old, &members.old.field.ty).0 != &Type::Any;
        self.found.push(match (is_sent, is_received) {
            (true, true) => found
                .breaks("the old bindings may fail to read the values of the server, or send values that it rejects"),
            (true, false) => found.breaks("the server may reject values of the old type"),
            (false, true) => found.breaks("the old bindings may fail to read the values of the server"),
            (false, false) => found,
        });
    }

    fn new_field_name(&self, members: Versions<Member<'_>>) -> &str {
        self.versions.new.names.field(members.new.owner, members.new.index)
    }

    /// Reports differences in the constant of a member in either version. A constant in both versions has no field.
    fn compare_constant(&mut self, subject: &ChangeSubject, members: Versions<Member<'_>>, sent: bool) {
        let name = self.new_field_name(members);
        let fields = members.map(|member| member.field);
        let locations = fields.map(|field| &field.origin);
        let texts = self.versions.zip(fields).map(|(version, field)| always(version, field));
        let found = subject.changed(ChangeKind::FieldChanged, &subject.quoted(), locations, texts);
        let found = match (fields.old.constant.is_some(), fields.new.constant.is_some()) {
            (true, true) => found,
            (true, false) => found.migrate(format!("set and read `{name}`, which is now a field")),
            (false, _) => found.migrate(format!("remove the uses of the field `{name}`, which is now a constant")),
        };
        let found = if sent && fields.new.constant.is_some() {
            found.breaks("the old value is rejected; the new bindings send the new one").affecting_creation()
        } else {
            found.at_run_time("it has another value")
        };
        self.found.push(found);
    }

    fn report_nullability(&mut self, subject: &ChangeSubject, members: Versions<Member<'_>>) {
        let new = self.versions.new;
        let name = self.new_field_name(members);
        let (owner, field) = (members.new.owner, members.new.field);
        let is_nullable = accepts_null(new, &field.ty);
        let effect = if is_nullable { "may now be null" } else { "is no longer nullable" };
        let found = subject
            .finding(ChangeKind::FieldChanged, format!("{} {effect}", subject.quoted()))
            .with_both(members.map(|member| &member.field.origin), self.member_excerpts(members));
        let found = if is_nullable {
            // An optional field already accepts null as absent.
            let is_unreadable = new.is_received(owner) && field.required && !field.write_only;
            found.breaks_if(is_unreadable, "the old bindings cannot read responses with null")
        } else {
            found.breaks_if(new.is_sent(owner) && !field.read_only, "null is rejected in requests")
        };
        let migration = if is_nullable {
            self.optional_migration(members)
        } else {
            format!("remove the handling of `None` for `{name}`")
        };
        self.found.push(found.migrate(migration));
    }

    fn report_presence(&mut self, subject: &ChangeSubject, members: Versions<Member<'_>>) {
        let new = self.versions.new;
        let (owner, field) = (members.new.owner, members.new.field);
        let required = field.required;
        let message = format!("{} is now {}", subject.quoted(), phrase::presence(required));
        let found = subject
            .finding(ChangeKind::FieldChanged, message)
            .with_both(members.map(|member| &member.field.origin), self.member_excerpts(members));
        let has_default = members.old.field.default.is_some() || field.default.is_some();
        let found = if required && new.is_sent(owner) && !field.read_only {
            found.breaks("requests without it are rejected").affecting_creation()
        } else if has_default {
            // A member with a default is always present in the code.
            found.docs()
        } else {
            let is_received = new.is_received(owner) && !field.write_only;
            if !is_received {
                found
            } else if required {
                found.at_run_time("the new bindings cannot read responses without it")
            } else {
                found.breaks("the old bindings cannot read responses without it")
            }
        };
        let migration = if required {
            format!(
                "set `{}` when creating the value; when reading it, it is always present",
                self.new_field_name(members)
            )
        } else {
            self.optional_migration(members)
        };
        self.found.push(found.migrate(migration));
    }

    fn report_direction(&mut self, subject: &ChangeSubject, members: Versions<Member<'_>>) {
        let old = self.versions.old;
        let directions = members.map(|member| match (member.field.read_only, member.field.write_only) {
            (true, _) => "received only",
            (_, true) => "sent only",
            _ => "sent and received",
        });
        let name = subject.quoted();
        let (before, after) = (members.old.field, members.new.field);
        let is_sent_no_longer = after.read_only && !before.read_only && old.is_sent(members.old.owner);
        let is_received_no_longer = after.write_only && !before.write_only && old.is_received(members.old.owner);
        let is_removed = is_sent_no_longer || is_received_no_longer;
        let found = subject
            .finding(ChangeKind::FieldChanged, format!("{name} is now {}, it was {}", directions.new, directions.old))
            .with_both(members.map(|member| &member.field.origin), directions)
            .breaks_if(is_removed, "it is no longer used in both requests and responses")
            .migrate("adapt the code to the new fields of the request and response types");
        self.found.push(found);
    }

    /// Returns the migration for a member that may now be absent.
    fn optional_migration(&self, members: Versions<Member<'_>>) -> String {
        let name = self.new_field_name(members);
        if !self.was_argument(members) {
            return format!("handle `None` for `{name}`");
        }
        let new = self.versions.new;
        let ty = new.names.of_type(members.new.owner, Direction::Request);
        let setter = new.names.setter(members.new.owner, members.new.index);
        format!("set `{name}` with `.{setter}(..)` instead of passing it to `{ty}::new`; handle `None` when reading it")
    }

    /// Returns `true` if a member is no longer an argument of the constructor.
    fn was_argument(&self, members: Versions<Member<'_>>) -> bool {
        let is_argument = self.versions.zip(members).map(|(version, member)| {
            let field = member.field;
            field.required
                && !has_simple_default(version.api, field)
                && !accepts_null(version, &field.ty)
                && !field.read_only
        });
        let is_sent = self.versions.zip(members).map(|(version, member)| version.is_sent(member.owner));
        is_sent.old && is_sent.new && is_argument.old && !is_argument.new
    }

    fn member_excerpts(&self, members: Versions<Member<'_>>) -> Versions<String> {
        self.versions.zip(members).map(|(version, member)| excerpt(version, member.field))
    }
}

/// Returns the phrase for a field with a single value, if there is one.
fn always(version: ApiVersion<'_>, field: &Field) -> String {
    match &field.constant {
        Some(only) => format!("always {}", phrase::value(only)),
        None => phrase::ty(version.api, &field.ty),
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
    fn presence_does_not_affect_the_type_of_members_with_defaults() {
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
