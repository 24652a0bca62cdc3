//! A member that is in both versions: its type, presence and direction.

use super::compare::Comparison;
use super::constant::is_allowed;
use super::object::{Member, effective_constraints, excerpt, split_null};
use super::rules;
use super::subject::ChangeSubject;
use super::version::Versions;
use bindery::internal::analysis::{Direction, has_simple_default, is_nullable, is_required};
use bindery::internal::model::Type;

impl Comparison<'_> {
    pub(super) fn compare_members(&mut self, subject: ChangeSubject, members: Versions<Member<'_>>) {
        let fields = members.map(|member| member.field);
        let (before, after) = (fields.old, fields.new);
        self.compare_docs(&subject, fields.map(|field| &field.docs));
        if before.constant.is_some() || after.constant.is_some() {
            self.compare_constants(&subject, members);
            return self.compare_directions(&subject, members);
        }
        let types = self.versions.zip(fields).map(|(version, field)| split_null(version, &field.ty));
        let direction = if subject.sent { Direction::Request } else { Direction::Response };
        let is_nullable = types.zip(fields).map(|((_, is_null), field)| is_null || is_nullable(field, direction));
        let is_required = fields.map(|field| is_required(field, direction));
        let inner = types.map(|(inner, _)| inner);
        if !self.are_equal(inner.old, inner.new) {
            self.report_type(rules::FIELD_TYPE, &subject, fields.map(|field| &field.ty));
        } else {
            let constraints = effective_constraints(self.versions, inner, fields.map(|field| &field.constraints));
            self.compare_constraints(&subject, constraints.as_ref());
        }
        let versions = self.versions;
        let texts = || versions.zip(fields).map(|(version, field)| excerpt(version, field));
        let was_argument = subject.sent
            && is_required.old
            && !before.read_only
            && !is_nullable.old
            && !has_simple_default(versions.old.api, before);
        // Any value includes null, and a member that is required but not declared may be absent.
        let is_any = inner.map(|inner| inner == &Type::Any);
        if is_nullable.old != is_nullable.new && !is_any.old && !is_any.new {
            let rule = match (is_nullable.new, is_required.new) {
                (true, true) if was_argument => rules::ARGUMENT_NULLABLE,
                (true, true) => rules::FIELD_NULLABLE,
                (true, false) => rules::FIELD_NULLABLE_AND_OPTIONAL,
                (false, _) => rules::FIELD_NOT_NULLABLE,
            };
            self.report(rule, &subject, texts());
        }
        let is_now_declared = is_any.old && !is_any.new && is_required.new;
        if is_required.is_changed() && !is_now_declared {
            // A member with a default is always present in the code.
            let rule = match (before.default.is_some(), is_required.new, after.default.is_some()) {
                (false, true, false) => rules::FIELD_REQUIRED,
                (_, true, _) if subject.sent => rules::FIELD_REQUIRED,
                (_, true, _) => rules::FIELD_REQUIRED_WITH_DEFAULT,
                (_, false, _) if is_nullable.old => rules::NULLABLE_FIELD_OPTIONAL,
                (_, false, true) => rules::FIELD_OPTIONAL_WITH_DEFAULT,
                (_, false, false) if was_argument => rules::ARGUMENT_OPTIONAL,
                (_, false, false) => rules::FIELD_OPTIONAL,
            };
            self.report(rule, &subject, texts());
        }
        self.compare_directions(&subject, members);
        // The constructor sets the default of a required member that is sent.
        if !is_required.is_changed() && (!is_required.new || subject.sent) {
            let rules = [rules::FIELD_DEFAULT, rules::FIELD_DEFAULT_ADDED_OR_REMOVED];
            self.compare_defaults(&subject, fields.map(|field| field.default.as_ref()), rules);
        }
    }

    /// Reports differences in the constant of a member in either version. Any value of a constant is read, also none.
    fn compare_constants(&mut self, subject: &ChangeSubject, members: Versions<Member<'_>>) {
        let fields = members.map(|member| member.field);
        let old_name = self.versions.old.names.field(members.old.owner, members.old.index);
        let subject = subject.clone().with("old field", old_name);
        let rule = match (&fields.old.constant, &fields.new.constant) {
            (Some(old), Some(new)) if old == new => return,
            (Some(_), Some(_)) => rules::FIELD_CONSTANT,
            (Some(old), None) if is_allowed(old, self.versions.new.api, &fields.new.ty, &fields.new.constraints) => {
                rules::FIELD_CONSTANT_REMOVED
            }
            (Some(_), None) => rules::FIELD_CONSTANT_EXCLUDED,
            (None, _) => rules::FIELD_CONSTANT_ADDED,
        };
        self.report(rule, &subject, self.versions.zip(fields).map(|(version, field)| excerpt(version, field)));
    }

    fn compare_directions(&mut self, subject: &ChangeSubject, members: Versions<Member<'_>>) {
        let fields = members.map(|member| member.field);
        let directions = fields.map(|field| match (field.read_only, field.write_only) {
            (true, _) => "received only",
            (_, true) => "sent only",
            _ => "sent and received",
        });
        let was = self.directions(members.map(|member| member.owner)).old;
        let is_sent_no_longer = !fields.old.read_only && fields.new.read_only && was.sent;
        let is_received_no_longer = !fields.old.write_only && fields.new.write_only && was.received;
        if fields.map(|field| (field.read_only, field.write_only)).is_changed() {
            let subject = subject.clone().in_directions(is_sent_no_longer, is_received_no_longer);
            self.report(rules::FIELD_DIRECTION, &subject, directions.map(str::to_owned));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::changes::changes_between;
    use crate::changes::{Changes, Verdict};
    use bindery::internal::config::Config;
    use bindery::internal::text::Source;

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
        // Old programs cannot read a response without it; new ones can.
        let verdict = |changes: &Changes| (changes.verdict(), changes.changes[0].compiles);
        assert_eq!(verdict(&changes(&required, &filled_in)), (Some(Verdict::Breaking), true));
        assert_eq!(verdict(&changes(&filled_in, &required)), (Some(Verdict::Compatible), true));
        assert_eq!(changes(&required, &optional).verdict(), Some(Verdict::Breaking));
        assert_eq!(changes(&filled_in, &optional).verdict(), Some(Verdict::Breaking));
        // A member that may be null may be absent, too.
        let nullable = |required: &[&str]| description(required, json!({ "type": ["number", "null"] }));
        assert_eq!(verdict(&changes(&nullable(&["a"]), &nullable(&[]))), (Some(Verdict::Compatible), true));
    }
}
