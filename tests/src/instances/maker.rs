//! Generates values of a schema: the fullest one, and those that differ from it in one detail.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use serde_json::{Value, json};

use super::Direction;
use super::document::{Document, address};
use super::number::is_whole;
use super::object::size;
use super::place::Nesting;
use super::shape::{Shape, Type};
use super::variant::{Variant, VariantKind, select};

/// Maximum number of examples used for one schema.
const EXAMPLES: usize = 6;

/// Maximum number of alternatives that each get an instance, in addition to other kinds.
const MAX_BRANCHES: usize = 100;

/// The shapes of single schemas, by identity: they are needed repeatedly.
pub(super) type Shapes<'d> = RefCell<HashMap<usize, Rc<Shape<'d>>>>;

/// Generates the values of one schema, with limits on depth and work.
pub(super) struct Maker<'m, 'd> {
    document: &'m Document<'d>,
    direction: Direction,
    depth: usize,
    work: Cell<usize>,
    shapes: &'m Shapes<'d>,
}

impl<'m, 'd> Maker<'m, 'd> {
    pub(super) fn new(
        document: &'m Document<'d>,
        shapes: &'m Shapes<'d>,
        direction: Direction,
        depth: usize,
        work: usize,
    ) -> Self {
        Self { document, shapes, direction, depth, work: Cell::new(work) }
    }

    pub(super) fn document(&self) -> &'m Document<'d> {
        self.document
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

    /// Returns all selected values of a schema.
    pub(super) fn all(&self, schema: &'d Value, most: usize) -> Vec<Variant> {
        self.variants(&self.shape(&[schema]), &Nesting::OUTSIDE, most)
    }

    /// Returns `true` if a schema has a value, and work is left for similar ones.
    pub(super) fn affords(&self, schema: &'d Value, most: usize) -> bool {
        let base = self.base(&self.shape(&[schema]), &Nesting::OUTSIDE);
        base.is_some_and(|base| size(&base).saturating_mul(most) <= self.work.get())
    }

    /// Merges the schemas into one shape.
    pub(super) fn shape(&self, schemas: &[&'d Value]) -> Rc<Shape<'d>> {
        let [schema] = schemas else { return Rc::new(Shape::new(self.document, schemas)) };
        let known = self.shapes.borrow().get(&address(schema)).cloned();
        known.unwrap_or_else(|| {
            let shape = Rc::new(Shape::new(self.document, schemas));
            self.shapes.borrow_mut().insert(address(schema), Rc::clone(&shape));
            shape
        })
    }

    /// Returns `true` if optional members are omitted at this depth, unless they are simple.
    pub(super) fn is_deep(&self, place: &Nesting<'_>) -> bool {
        place.level() > self.depth
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
            return self.choices(shape).first().map(|value| (*value).clone()).or_else(null);
        }
        if !shape.unions.is_empty() {
            return self.union_base(shape, outer).or_else(null);
        }
        shape.types().into_iter().find_map(|ty| self.base_of(shape, ty, &here)).or_else(null)
    }

    fn base_of(&self, shape: &Shape<'d>, ty: Type, here: &Nesting<'_>) -> Option<Value> {
        match ty {
            Type::Object => self.object_base(shape, here, true),
            Type::Array => self.array_base(shape, here),
            _ => self.simple(shape, ty).into_iter().next().map(|variant| variant.value),
        }
    }

    /// Returns the fullest value and at most `most` variants that differ from it in one detail.
    pub(super) fn variants(&self, shape: &Shape<'d>, outer: &Nesting<'_>, most: usize) -> Vec<Variant> {
        let Some(base) = self.base(shape, outer) else { return Vec::new() };
        if most <= 1 {
            return vec![Variant::new(VariantKind::Base, "value", base)];
        }
        let mut variants = self.single_changes(shape, outer, &base, most);
        if shape.is_nullable() {
            variants.push(Variant::new(VariantKind::Null, "null", Value::Null));
        }
        variants.extend(self.examples(shape));
        let branches = variants.iter().filter(|variant| variant.kind == VariantKind::Branch).count();
        // Only at the top level does each alternative get its own instance.
        let extra = if outer.level() == 0 { branches.min(MAX_BRANCHES) } else { 0 };
        select(variants, most + extra)
    }

    fn single_changes(&self, shape: &Shape<'d>, outer: &Nesting<'_>, base: &Value, most: usize) -> Vec<Variant> {
        if shape.choices.is_some() {
            return self.choice_variants(shape);
        }
        if !shape.unions.is_empty() {
            return self.union_variants(shape, outer, most);
        }
        let Some(here) = outer.inside(&shape.names) else { return Vec::new() };
        match shape.types().as_slice() {
            [] => vec![Variant::new(VariantKind::Null, "null", Value::Null)],
            [Type::Object] => self.object_variants(shape, &here, base, most),
            [Type::Array] => self.array_variants(shape, &here, base, most),
            [simple] => self.simple(shape, *simple),
            types => types.iter().flat_map(|ty| self.of_type(shape, *ty, outer, most / types.len())).collect(),
        }
    }

    /// Returns the values of one of several types.
    fn of_type(&self, shape: &Shape<'d>, ty: Type, outer: &Nesting<'_>, most: usize) -> Vec<Variant> {
        let as_type = |mut variant: Variant| {
            if variant.kind == VariantKind::Base {
                (variant.kind, variant.what) = (VariantKind::Type, format!("as {ty:?}").to_lowercase());
            }
            variant
        };
        self.variants(&shape.with_type(ty), outer, most.max(2)).into_iter().map(as_type).collect()
    }

    /// Returns the values without nested values.
    fn simple(&self, shape: &Shape<'d>, ty: Type) -> Vec<Variant> {
        match ty {
            Type::Text => self.texts(shape),
            Type::Integer => Self::integers(shape),
            Type::Number if is_whole(shape.word("format")) => Self::integers(shape),
            Type::Number => Self::numbers(shape),
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

    fn examples(&self, shape: &Shape<'d>) -> Vec<Variant> {
        let examples = shape.examples.iter().take(EXAMPLES).filter(|(_, value)| self.is_plausible(shape, value, 0));
        examples.map(|(label, value)| Variant::new(VariantKind::Example, label, (*value).clone())).collect()
    }
}

/// Creates variants with labels; the first is the default.
pub(super) fn leaves<L: Into<String>>(kind: VariantKind, values: impl IntoIterator<Item = (L, Value)>) -> Vec<Variant> {
    let kinds = std::iter::once(VariantKind::Base).chain(std::iter::repeat(kind));
    values.into_iter().zip(kinds).map(|((label, value), kind)| Variant::new(kind, label, value)).collect()
}
