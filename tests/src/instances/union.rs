//! Alternatives, and the tags that identify them.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::document::{Document, address};
use super::maker::Maker;
use super::place::Nesting;
use super::shape::Shape;
use super::variant::{Variant, VariantKind};

/// A `oneOf` or `anyOf`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Union<'d> {
    pub(super) keyword: &'static str,
    pub(super) branches: &'d [Value],
    pub(super) discriminator: Option<&'d Value>,
}

/// A discriminator value, or an alternative without one.
#[derive(Debug)]
pub(super) struct Case<'d> {
    pub(super) branch: &'d Value,
    index: usize,
    /// The discriminator value, if the alternative does not list it itself.
    pub(super) tag: Option<&'d str>,
}

impl<'d> Union<'d> {
    /// Returns `true` if one of the alternatives refers to one of these schemas.
    pub(super) fn has_branch_among(&self, document: &Document<'d>, path: &[usize]) -> bool {
        self.branches.iter().any(|branch| path.contains(&address(resolve(document, branch))))
    }

    /// Returns the name of the tag.
    pub(super) fn tag(&self) -> Option<&'d str> {
        self.discriminator?.get("propertyName")?.as_str()
    }

    /// Returns each alternative once, or with a discriminator, each key of its mapping once.
    pub(super) fn cases(&self, document: &Document<'d>) -> Vec<Case<'d>> {
        let branches = self.branches.iter().enumerate();
        branches.flat_map(|(index, branch)| self.cases_of(document, index, branch)).collect()
    }

    fn cases_of(&self, document: &Document<'d>, index: usize, branch: &'d Value) -> Vec<Case<'d>> {
        // As an alternative, `nullable: true` alone represents null in OpenAPI 3.0.
        static NULL: LazyLock<Value> = LazyLock::new(|| json!({ "type": "null" }));
        let branch = if *branch == json!({ "nullable": true }) { &NULL } else { branch };
        let Some(tag) = self.tag() else { return vec![Case { branch, index, tag: None }] };
        let target = resolve(document, branch);
        let mapping = self.discriminator.and_then(|it| it.get("mapping")).and_then(Value::as_object);
        let leads_here = |to: &Value| {
            let found = to.as_str().and_then(|to| document.mapping_target(to));
            found.is_some_and(|found| std::ptr::eq(found, target))
        };
        let keys = mapping.into_iter().flatten().filter(|(_, to)| leads_here(to));
        let cases: Vec<Case<'d>> = keys.map(|(key, _)| Case { branch, index, tag: Some(key) }).collect();
        if !cases.is_empty() {
            return cases;
        }
        // Without a mapping, the name of the schema is the tag, unless the alternative lists other values.
        let shape = Shape::new(document, &[branch]);
        let listed = shape.properties.get(tag).and_then(|member| Shape::new(document, member).choices);
        let name = branch.get("$ref").and_then(Value::as_str).and_then(|reference| reference.rsplit('/').next());
        vec![Case { branch, index, tag: if listed.is_some() { None } else { name } }]
    }
}

/// Returns the schema of an alternative.
fn resolve<'d>(document: &Document<'d>, branch: &'d Value) -> &'d Value {
    let target = branch.as_object().and_then(|members| document.reference(members)).flatten();
    target.unwrap_or(branch)
}

impl<'d> Maker<'_, 'd> {
    /// Returns a value of the first alternative that has one.
    pub(super) fn union_base(&self, shape: &Shape<'d>, outer: &Nesting<'_>) -> Option<Value> {
        let union = shape.unions.first()?;
        let cases = union.cases(self.document());
        cases.iter().find_map(|case| {
            self.spend(1)?;
            let value = self.base(&shape.with(self.document(), 0, case.branch), outer)?;
            Some(set_tag(union, case, value))
        })
    }

    /// Returns values of all alternatives of all unions, varying one union at a time.
    pub(super) fn union_variants(&self, shape: &Shape<'d>, outer: &Nesting<'_>, most: usize) -> Vec<Variant> {
        let mut variants = Vec::new();
        for (position, union) in shape.unions.iter().enumerate() {
            for case in union.cases(self.document()) {
                if self.spend(1).is_none() {
                    break;
                }
                let branch = shape.with(self.document(), position, case.branch);
                variants.extend(self.case_variants(union, &case, &branch, outer, most));
            }
        }
        let unknown = self.unknown_tag(shape, &variants);
        variants.extend(unknown);
        variants
    }

    fn case_variants(
        &self,
        union: &Union<'d>,
        case: &Case<'d>,
        branch: &Shape<'d>,
        outer: &Nesting<'_>,
        most: usize,
    ) -> Vec<Variant> {
        let label = match case.tag {
            Some(tag) if tag.chars().count() <= 40 => format!("{}/{} as {tag}", union.keyword, case.index),
            _ => format!("{}/{}", union.keyword, case.index),
        };
        // An unknown tag value is not an instance of this alternative, but of none.
        let about_tag = |variant: &Variant| union.tag().is_some_and(|tag| variant.is_at(tag));
        let inside = self.variants(branch, outer, (most / 4).max(1)).into_iter();
        let tag = |mut variant: Variant| {
            variant.value = set_tag(union, case, variant.value);
            variant.in_branch(&label)
        };
        inside.filter(|variant| !about_tag(variant)).map(tag).collect()
    }

    /// Returns an object with an unknown tag.
    fn unknown_tag(&self, shape: &Shape<'d>, variants: &[Variant]) -> Option<Variant> {
        let tag = shape.unions.iter().find_map(Union::tag)?;
        let mut value = variants.iter().find(|variant| variant.value.is_object())?.value.clone();
        let known = value.get(tag).cloned();
        let unknown = if known.is_some_and(|known| known.is_number()) { json!(987_654) } else { json!("unknown-tag") };
        value.as_object_mut()?.insert(tag.to_owned(), unknown);
        Some(Variant::new(VariantKind::Unknown, "unknown tag", value))
    }
}

/// Returns the value with the tag of its case.
fn set_tag(union: &Union<'_>, case: &Case<'_>, mut value: Value) -> Value {
    if let (Some(member), Some(tag), Some(members)) = (union.tag(), case.tag, value.as_object_mut()) {
        // Mapping keys are strings even if the member is a number.
        let number = members.get(member).filter(|value| value.is_number()).and_then(|_| tag.parse::<i64>().ok());
        members.insert(member.to_owned(), number.map_or_else(|| json!(tag), |number| json!(number)));
    }
    value
}
