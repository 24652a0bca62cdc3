//! A member that is in both versions: its type, presence and direction.

use super::compare::Comparison;
use super::object::{Member, effective_constraints, excerpt, split_null};
use super::rules;
use super::subject::ChangeSubject;
use super::version::Versions;
use crate::model::{Field, Type};

impl Comparison<'_> {
    pub(super) fn compare_members(&mut self, subject: ChangeSubject, members: Versions<Member<'_>>) {
        let fields = members.map(|member| member.field);
        let (before, after) = (fields.old, fields.new);
        self.compare_docs(&subject, fields.map(|field| &field.docs));
        let types = self.versions.zip(fields).map(|(version, field)| split_null(version, &field.ty));
        let (inner, is_nullable) = (types.map(|(inner, _)| inner), types.map(|(_, is_nullable)| is_nullable));
        if before.constant.is_some() || after.constant.is_some() {
            self.compare_constants(&subject, fields);
        } else if !self.are_equal(inner.old, inner.new) {
            let rule = if inner.old == &Type::Any { rules::FIELD_TYPE_DECLARED } else { rules::FIELD_TYPE };
            self.report_type(rule, &subject, fields.map(|field| &field.ty));
        } else {
            let constraints = effective_constraints(self.versions, inner, fields.map(|field| &field.constraints));
            self.compare_constraints(&subject, constraints.as_ref());
        }
        let versions = self.versions;
        let texts = || versions.zip(fields).map(|(version, field)| excerpt(version, field));
        // Any value includes null, and a member that is required but not declared may be absent.
        let is_any = inner.map(|inner| inner == &Type::Any);
        if is_nullable.old != is_nullable.new && !is_any.old && !is_any.new {
            let rule = match (is_nullable.new, after.required) {
                (true, true) => rules::FIELD_NULLABLE,
                (true, false) => rules::FIELD_NULLABLE_AND_OPTIONAL,
                (false, _) => rules::FIELD_NOT_NULLABLE,
            };
            self.report(rule, &subject, texts());
        }
        let is_now_declared = is_any.old && !is_any.new && after.required;
        if before.required != after.required && !is_now_declared {
            // A member with a default is always present in the code.
            let has_default = before.default.is_some() || after.default.is_some();
            let rule = match (after.required, has_default) {
                (true, has_default) if subject.sent || !has_default => rules::FIELD_REQUIRED,
                (false, false) => rules::FIELD_OPTIONAL,
                _ => rules::FIELD_PRESENCE_WITH_DEFAULT,
            };
            self.report(rule, &subject, texts());
        }
        self.compare_directions(&subject, members);
        // The constructor sets the default of a required member that is sent.
        if before.required == after.required && (!after.required || subject.sent) {
            self.compare_defaults(&subject, fields.map(|field| field.default.as_ref()));
        }
    }

    /// Reports differences in the constant of a member in either version. A constant in both versions has no field.
    fn compare_constants(&mut self, subject: &ChangeSubject, fields: Versions<&Field>) {
        let rule = match (&fields.old.constant, &fields.new.constant) {
            (Some(old), Some(new)) if old == new => return,
            (Some(_), Some(_)) => rules::FIELD_CONSTANT,
            (Some(_), None) => rules::FIELD_CONSTANT_REMOVED,
            (None, _) => rules::FIELD_CONSTANT_ADDED,
        };
        self.report(rule, subject, self.versions.zip(fields).map(|(version, field)| excerpt(version, field)));
    }

    fn compare_directions(&mut self, subject: &ChangeSubject, members: Versions<Member<'_>>) {
        let old = self.versions.old;
        let fields = members.map(|member| member.field);
        let directions = fields.map(|field| match (field.read_only, field.write_only) {
            (true, _) => "received only",
            (_, true) => "sent only",
            _ => "sent and received",
        });
        let owner = members.old.owner;
        let is_sent_no_longer = !fields.old.read_only && fields.new.read_only && old.is_sent(owner);
        let is_received_no_longer = !fields.old.write_only && fields.new.write_only && old.is_received(owner);
        if fields.map(|field| (field.read_only, field.write_only)).is_changed() {
            let subject = subject.clone().in_directions(is_sent_no_longer, is_received_no_longer);
            self.report(rules::FIELD_DIRECTION, &subject, directions.map(str::to_owned));
        }
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
