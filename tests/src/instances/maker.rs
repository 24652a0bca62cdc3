//! Generates values of a schema: the fullest one, and those that differ from it in one detail.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::document::{Document, address};
use bindery::internal::analysis::Direction;
use serde_json::{Value, json};

use super::choice::{choice_variants, choices};
use super::number::numbers;
use super::shape::{Shape, Type};
use super::text::texts;
use super::variant::{Variant, VariantKind, leaves, select, size};

/// Maximum number of examples used for one schema.
const MAX_EXAMPLES: usize = 6;

/// Maximum number of alternatives that each get an instance, in addition to other kinds.
const MAX_BRANCHES: usize = 100;

/// Maximum number of times that a schema is nested in itself.
const MAX_RECURSION: usize = 3;

/// Maximum depth of an instance.
const MAX_DEPTH: usize = 24;

/// The shapes of single schemas, by identity: they are needed repeatedly.
pub(super) type Shapes<'d> = RefCell<HashMap<usize, Rc<Shape<'d>>>>;

/// Generates the values of one schema, with limits on depth and work.
pub(super) struct Maker<'m, 'd> {
    pub(super) document: Document<'d>,
    shapes: &'m Shapes<'d>,
    direction: Direction,
    /// The depth to which optional members are filled.
    depth: usize,
    work: Cell<usize>,
}

impl<'m, 'd> Maker<'m, 'd> {
    pub(super) fn new(
        document: Document<'d>,
        shapes: &'m Shapes<'d>,
        direction: Direction,
        depth: usize,
        work: usize,
    ) -> Self {
        Self { document, shapes, direction, depth, work: Cell::new(work) }
    }

    /// Consumes work. Returns `None` if none is left.
    pub(super) fn spend(&self, work: usize) -> Option<()> {
        let left = self.work.get().saturating_sub(work);
        self.work.set(left);
        (left > 0).then_some(())
    }

    /// Returns `true` if the work limit was reached.
    pub(super) fn is_exhausted(&self) -> bool {
        self.work.get() == 0
    }

    /// Returns the selected values of a schema.
    pub(super) fn all(&self, schema: &'d Value, limit: usize) -> Vec<Variant> {
        self.variants(&self.shape(&[schema]), &Nesting::OUTSIDE, limit)
    }

    /// Returns the fullest value of a schema, if there is a finite one.
    pub(super) fn fullest(&self, schema: &'d Value) -> Option<Value> {
        self.base(&self.shape(&[schema]), &Nesting::OUTSIDE)
    }

    /// Returns `true` if a schema has a value, and work is left for similar ones.
    pub(super) fn affords(&self, schema: &'d Value, count: usize) -> bool {
        self.fullest(schema).is_some_and(|base| size(&base).saturating_mul(count) <= self.work.get())
    }

    /// Merges the schemas into one shape.
    pub(super) fn shape(&self, schemas: &[&'d Value]) -> Rc<Shape<'d>> {
        let [schema] = schemas else { return Rc::new(Shape::new(&self.document, schemas)) };
        let known = self.shapes.borrow().get(&address(schema)).cloned();
        known.unwrap_or_else(|| {
            let shape = Rc::new(Shape::new(&self.document, schemas));
            self.shapes.borrow_mut().insert(address(schema), Rc::clone(&shape));
            shape
        })
    }

    /// Returns `true` if optional members are omitted at this depth, unless they are simple.
    pub(super) fn is_deep(&self, here: &Nesting<'_>) -> bool {
        here.level > self.depth
    }

    /// Returns `true` if values in this direction have a member of this shape.
    pub(super) fn has_member(&self, member: &Shape<'_>) -> bool {
        !member.flag(match self.direction {
            Direction::Response => "writeOnly",
            Direction::Request => "readOnly",
        })
    }

    /// Returns the fullest value, if there is a finite one.
    pub(super) fn base(&self, shape: &Shape<'d>, outer: &Nesting<'_>) -> Option<Value> {
        self.spend(1)?;
        if shape.never {
            return None;
        }
        let null = || shape.is_nullable().then_some(Value::Null);
        let Some(here) = outer.inside(&shape.names) else { return null() };
        if shape.choices.is_some() {
            return choices(shape).first().map(|value| (*value).clone()).or_else(null);
        }
        if !shape.unions.is_empty() {
            return self.union_base(shape, outer).or_else(null);
        }
        shape.types().into_iter().find_map(|ty| self.base_of_type(shape, ty, &here)).or_else(null)
    }

    fn base_of_type(&self, shape: &Shape<'d>, ty: Type, here: &Nesting<'_>) -> Option<Value> {
        match ty {
            Type::Object => self.object_base(shape, here, true),
            Type::Array => self.array_base(shape, here),
            _ => simple_values(shape, ty).into_iter().next().map(|variant| variant.value),
        }
    }

    /// Returns the fullest value and at most `limit` variants that differ from it in one detail.
    pub(super) fn variants(&self, shape: &Shape<'d>, outer: &Nesting<'_>, limit: usize) -> Vec<Variant> {
        let Some(base) = self.base(shape, outer) else { return Vec::new() };
        if limit <= 1 {
            return vec![Variant::new(VariantKind::Base, "value", base)];
        }
        let mut variants = self.single_changes(shape, outer, &base, limit);
        if shape.is_nullable() {
            variants.push(Variant::new(VariantKind::Null, "null", Value::Null));
        }
        let examples = shape.examples.iter().filter(|example| is_possible(shape, example) && size(example) == 1);
        let examples = examples.take(MAX_EXAMPLES).enumerate();
        variants.extend(
            examples.map(|(n, example)| Variant::new(VariantKind::Example, format!("example {n}"), (*example).clone())),
        );
        let branches = variants.iter().filter(|variant| variant.kind == VariantKind::Branch).count();
        // Only at the top level does each alternative get its own instance.
        let extra = if outer.level == 0 { branches.min(MAX_BRANCHES) } else { 0 };
        select(variants, limit + extra)
    }

    fn single_changes(&self, shape: &Shape<'d>, outer: &Nesting<'_>, base: &Value, limit: usize) -> Vec<Variant> {
        if shape.choices.is_some() {
            return choice_variants(shape);
        }
        if !shape.unions.is_empty() {
            return self.union_variants(shape, outer, limit);
        }
        let Some(here) = outer.inside(&shape.names) else { return Vec::new() };
        match shape.types().as_slice() {
            [] => vec![Variant::new(VariantKind::Null, "null", Value::Null)],
            [Type::Object] => self.object_variants(shape, &here, base, limit),
            [Type::Array] => self.array_variants(shape, &here, base, limit),
            [simple] => simple_values(shape, *simple),
            types => {
                types.iter().flat_map(|ty| self.variants_of_type(shape, *ty, outer, limit / types.len())).collect()
            }
        }
    }

    /// Returns the values of one of several types.
    fn variants_of_type(&self, shape: &Shape<'d>, ty: Type, outer: &Nesting<'_>, limit: usize) -> Vec<Variant> {
        let as_type = |mut variant: Variant| {
            if variant.kind == VariantKind::Base {
                (variant.kind, variant.difference) = (VariantKind::Type, format!("as {ty:?}").to_lowercase());
            }
            variant
        };
        self.variants(&shape.with_type(ty), outer, limit.max(2)).into_iter().map(as_type).collect()
    }
}

/// Returns `true` if an example may be valid: many are of another type or not among the listed values.
fn is_possible(shape: &Shape<'_>, example: &Value) -> bool {
    let is_listed = shape.choices.is_none() || choices(shape).contains(&example);
    is_listed && (example.is_null() && shape.is_nullable() || shape.types().iter().any(|ty| ty.has(example)))
}

/// Returns the values without nested values.
fn simple_values(shape: &Shape<'_>, ty: Type) -> Vec<Variant> {
    match ty {
        Type::String => texts(shape),
        Type::Integer | Type::Number => numbers(shape, ty == Type::Integer),
        Type::Boolean => leaves(VariantKind::Choice, [("true", json!(true)), ("false", json!(false))]),
        Type::Any | Type::Object | Type::Array => leaves(
            VariantKind::Type,
            [
                ("any object", json!({"any": ["value", 1, null]})),
                ("any text", json!("any")),
                ("any number", json!(1.5)),
                ("any list", json!([1, "two", {}])),
                ("any boolean", json!(true)),
                ("any null", Value::Null),
            ],
        ),
    }
}

/// The position of a value in an instance, and the positions around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nesting<'p> {
    around: Option<&'p Nesting<'p>>,
    /// The identities of the schemas that the position is inside of.
    names: &'p [usize],
    level: usize,
}

impl<'p> Nesting<'p> {
    /// The position outside of the whole value.
    const OUTSIDE: Nesting<'static> = Nesting { around: None, names: &[], level: 0 };

    /// Returns the position of a nested value of the schemas with these identities, or `None` if the nesting would be
    /// too deep.
    fn inside(&'p self, names: &'p [usize]) -> Option<Self> {
        let is_endless = names.iter().any(|name| self.count(*name) >= MAX_RECURSION);
        let is_allowed = !is_endless && self.level < MAX_DEPTH;
        is_allowed.then_some(Self { around: Some(self), names, level: self.level + 1 })
    }

    fn count(&self, name: usize) -> usize {
        let positions = std::iter::successors(Some(self), |position| position.around);
        positions.filter(|position| position.names.contains(&name)).count()
    }
}
