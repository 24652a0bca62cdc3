//! Reads a value as a type, and records where it differs.

use std::cmp::Reverse;

use serde_json::{Map, Value};

use super::difference::{JsonKind, MAX_MISFITS, Misfit, MisfitKind, Misfits, SeenMember, TypeUse, Values};
use super::fit::fit;
use super::text::{has_format, integer, is_number, matches_pattern};
use crate::api::analysis::{Direction, is_nullable, is_required, travels};
use crate::api::model::{
    Constraints, Field, Number, Object, Payload, Shape, Tag, TagPlace, Text, Type, TypeId, Union, plain_text,
};
use crate::base::pointer::Pointer;

/// Maximum number of types in which a value is nested: JSON is nested 128 times at most, and unions in unions add some.
const MAX_DEPTH: usize = 400;
/// Number of visits for each part of a value: alternatives are tried, and their alternatives again.
const VISITS_PER_PART: usize = 32;
/// Number of visits of any value.
const MIN_VISITS: usize = 1_000;
/// Maximum number of parts of a value that are counted.
const MAX_PARTS: usize = 10_000_000;

/// The member or value that is being read.
#[derive(Clone, Copy)]
struct Site<'s> {
    origin: &'s Pointer,
    /// The length of its path.
    path: usize,
    accepts_numbers: bool,
    depth: usize,
    /// The member that selected the alternative, which need not declare it.
    tag: Option<&'s str>,
}

/// Reads one value.
pub(super) struct Reader<'a, 'v> {
    values: Values<'a>,
    /// The remaining number of visits.
    visits: usize,
    is_complete: bool,
    path: String,
    found: Vec<Misfit>,
    members: Vec<SeenMember<'v>>,
}

impl<'a, 'v> Reader<'a, 'v> {
    pub(super) fn new(values: Values<'a>, value: &Value) -> Self {
        let visits = MIN_VISITS + VISITS_PER_PART * parts(value, MAX_PARTS);
        Self { values, visits, is_complete: true, path: String::new(), found: Vec::new(), members: Vec::new() }
    }

    pub(super) fn read(mut self, of: TypeUse<'a>, value: &'v Value) -> (Misfits, Vec<SeenMember<'v>>) {
        let site = Site { origin: of.origin, path: 0, accepts_numbers: false, depth: 0, tag: None };
        self.value(of.ty, of.constraints, site, value);
        (Misfits { found: self.found, is_complete: self.is_complete }, self.members)
    }

    fn report(&mut self, kind: MisfitKind, element: &Pointer, site: Site<'_>) {
        if self.found.len() >= MAX_MISFITS {
            self.is_complete = false;
            let note = self.found.iter().rposition(|misfit| !misfit.kind.stops()).filter(|_| kind.stops());
            let Some(note) = note else { return };
            self.found.remove(note);
        }
        let at = |path: &str| Pointer::root().append(path);
        self.found.push(Misfit {
            at: at(&self.path),
            element: element.clone(),
            site: site.origin.clone(),
            site_at: at(&self.path[..site.path.min(self.path.len())]),
            kind,
        });
    }

    fn wrong_kind(&mut self, expected: JsonKind, value: &Value, site: Site<'_>) {
        let kind = match JsonKind::new(value) {
            JsonKind::Null => MisfitKind::Null,
            found => MisfitKind::Kind { expected, found },
        };
        self.report(kind, site.origin, site);
    }

    fn below(&mut self, step: &str, visit: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push_str(Pointer::root().child(step).as_str());
        visit(self);
        self.path.truncate(length);
    }

    fn value(&mut self, ty: &'a Type, constraints: &'a Constraints, site: Site<'_>, value: &'v Value) {
        if self.visits == 0 || site.depth > MAX_DEPTH {
            self.is_complete = false;
            return;
        }
        self.visits -= 1;
        let site = Site { depth: site.depth + 1, ..site };
        match ty {
            Type::Any => {}
            Type::Nullable(_) if value.is_null() => {}
            Type::Nullable(inner) => self.value(inner, constraints, site, value),
            Type::Own(id, _) => {
                if let Some(own) = self.values.api.own_types.get(*id) {
                    self.value(&own.like, constraints, site, value);
                }
            }
            Type::Named(id) => self.named_type(*id, constraints, site, value),
            Type::List(element) => match value {
                Value::Array(elements) => self.list(elements, element, constraints, site),
                other => self.wrong_kind(JsonKind::Array, other, site),
            },
            Type::Tuple(types) => match value {
                Value::Array(elements) if elements.len() == types.len() => {
                    for (index, (ty, element)) in types.iter().zip(elements).enumerate() {
                        self.below(&index.to_string(), |reader| reader.value(ty, Constraints::NONE, site, element));
                    }
                }
                Value::Array(_) => self.report(MisfitKind::Elements, site.origin, site),
                other => self.wrong_kind(JsonKind::Array, other, site),
            },
            Type::Map(element) => match value {
                Value::Object(members) => {
                    self.count(members.len(), constraints, site);
                    let inner = constraints.element.as_deref().unwrap_or(Constraints::NONE);
                    for (name, member) in members {
                        self.below(name, |reader| reader.value(element, inner, site, member));
                    }
                }
                other => self.wrong_kind(JsonKind::Object, other, site),
            },
            Type::AnyObject => match value {
                Value::Object(members) => self.count(members.len(), constraints, site),
                other => self.wrong_kind(JsonKind::Object, other, site),
            },
            simple => self.scalar(simple, constraints, site, value),
        }
    }

    fn list(&mut self, elements: &'v [Value], element: &'a Type, constraints: &'a Constraints, site: Site<'_>) {
        self.count(elements.len(), constraints, site);
        let inner = constraints.element.as_deref().unwrap_or(Constraints::NONE);
        for (index, value) in elements.iter().enumerate() {
            self.below(&index.to_string(), |reader| reader.value(element, inner, site, value));
        }
        let is_repeated = |(index, one): (usize, &Value)| elements[..index].contains(one);
        if constraints.unique && elements.len() <= 100 && elements.iter().enumerate().any(is_repeated) {
            self.report(MisfitKind::Limit("uniqueItems"), site.origin, site);
        }
    }

    fn count(&mut self, count: usize, constraints: &Constraints, site: Site<'_>) {
        if constraints.min_count.is_some_and(|min| count < min) || constraints.max_count.is_some_and(|max| count > max)
        {
            self.report(MisfitKind::Limit("count"), site.origin, site);
        }
    }

    fn scalar(&mut self, ty: &Type, constraints: &Constraints, site: Site<'_>, value: &Value) {
        match ty {
            Type::Boolean => match value {
                Value::Bool(_) => {}
                Value::Number(number) if site.accepts_numbers && matches!(number.as_u64(), Some(0 | 1)) => {}
                other => self.wrong_kind(JsonKind::Boolean, other, site),
            },
            Type::Integer(width) => match integer(value) {
                Some(number) if width.contains(number) => self.number(number as f64, constraints, site),
                Some(_) => self.report(MisfitKind::Format(width.format()), site.origin, site),
                None => self.wrong_kind(JsonKind::Integer, value, site),
            },
            Type::UnixTime => match integer(value) {
                Some(number) if i64::try_from(number).is_ok() => {}
                Some(_) => self.report(MisfitKind::Format("unix-time"), site.origin, site),
                None => self.wrong_kind(JsonKind::Integer, value, site),
            },
            Type::Number(precision) => match value {
                Value::Number(number) => self.number(number.as_f64().unwrap_or_default(), constraints, site),
                Value::String(text) if is_number(text) => {}
                // All digits of a decimal are kept.
                other if *precision == Number::Decimal && other.is_number() => {}
                other => self.wrong_kind(JsonKind::Number, other, site),
            },
            Type::Text(format) => match value {
                Value::Number(_) if *format == Text::NumberOrText => {}
                Value::String(text) if has_format(*format, text) => self.text(text, constraints, site),
                Value::String(_) => {
                    self.report(MisfitKind::Format(format.format().unwrap_or_default()), site.origin, site);
                }
                other => self.wrong_kind(JsonKind::String, other, site),
            },
            _ => {}
        }
    }

    fn number(&mut self, number: f64, constraints: &Constraints, site: Site<'_>) {
        let Constraints { minimum, maximum, multiple_of, values, .. } = constraints;
        let is_below = minimum.is_some_and(|min| number < min.value || (min.exclusive && number <= min.value));
        let is_above = maximum.is_some_and(|max| number > max.value || (max.exclusive && number >= max.value));
        if is_below || is_above {
            self.report(MisfitKind::Limit("range"), site.origin, site);
        }
        let is_multiple = |step: f64| ((number / step) - (number / step).round()).abs() < 1e-9;
        if multiple_of.is_some_and(|step| step > 0.0 && !is_multiple(step)) {
            self.report(MisfitKind::Limit("multipleOf"), site.origin, site);
        }
        if !values.is_empty() && values.iter().all(|value| value.as_f64() != Some(number)) {
            self.report(MisfitKind::Unlisted, site.origin, site);
        }
    }

    fn text(&mut self, text: &str, constraints: &Constraints, site: Site<'_>) {
        if constraints.min_length.is_some() || constraints.max_length.is_some() {
            let length = text.chars().count();
            let is_short = constraints.min_length.is_some_and(|min| length < min);
            if is_short || constraints.max_length.is_some_and(|max| length > max) {
                self.report(MisfitKind::Limit("length"), site.origin, site);
            }
        }
        if constraints.pattern.as_ref().is_some_and(|pattern| !matches_pattern(&pattern.expression, text)) {
            self.report(MisfitKind::Limit("pattern"), site.origin, site);
        }
    }

    fn named_type(&mut self, id: TypeId, constraints: &'a Constraints, site: Site<'_>, value: &'v Value) {
        let definition = self.values.api.definition(id);
        match &definition.shape {
            Shape::Alias(ty) => {
                let of_alias = definition.constraints != *Constraints::NONE;
                self.value(ty, if of_alias { &definition.constraints } else { constraints }, site, value);
            }
            Shape::Wrapper(ty) => self.value(ty, constraints, site, value),
            Shape::Object(object) => match value {
                Value::Object(members) => self.object(id, object, members, site),
                other => self.wrong_kind(JsonKind::Object, other, site),
            },
            Shape::IntegerEnum(codes) => match integer(value).map(i64::try_from) {
                Some(Ok(code)) if codes.codes.iter().any(|known| known.code == code) => {}
                Some(Ok(_)) => self.report(MisfitKind::Unlisted, site.origin, site),
                Some(Err(_)) => self.report(MisfitKind::Format("int64"), site.origin, site),
                None => self.wrong_kind(JsonKind::Integer, value, site),
            },
            Shape::StringEnum(words) => match value {
                Value::String(text) if words.is_open || words.words.iter().any(|word| word.wire == *text) => {}
                Value::String(_) => self.report(MisfitKind::Unlisted, site.origin, site),
                other => self.wrong_kind(JsonKind::String, other, site),
            },
            Shape::Union(union) => self.union(id, union, site, value),
        }
    }

    fn object(&mut self, id: TypeId, object: &'a Object, members: &'v Map<String, Value>, site: Site<'_>) {
        let direction = self.values.direction;
        let mut declared = 0;
        for (index, field) in object.fields.iter().enumerate().filter(|(_, field)| travels(field, direction)) {
            match members.get(&field.wire) {
                Some(value) => {
                    declared += 1;
                    self.members.push(SeenMember { owner: id, field: index, value });
                    self.below(&field.wire, |reader| reader.member(field, value, site));
                }
                None if self.is_needed(field) => {
                    let at = self.path.len();
                    self.path.push_str(Pointer::root().child(&field.wire).as_str());
                    self.report(MisfitKind::Absent, &field.origin, site);
                    self.path.truncate(at);
                }
                None => {}
            }
        }
        if declared == members.len() {
            return;
        }
        let known: Vec<&str> = object.fields.iter().map(|field| field.wire.as_str()).collect();
        for (name, value) in members.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
            self.below(name, |reader| match &object.others {
                Some(ty) => reader.value(ty, Constraints::NONE, site, value),
                None if site.tag == Some(name) => {}
                None => {
                    let origin = &reader.values.api.definition(id).origin;
                    reader.report(MisfitKind::Undeclared(JsonKind::new(value)), origin, site);
                }
            });
        }
    }

    /// Returns `true` if an object without this member cannot be read.
    fn is_needed(&self, field: &Field) -> bool {
        let direction = self.values.direction;
        let may_be_null = is_nullable(field, direction) && field.ty != Type::Any;
        is_required(field, direction) && field.constant.is_none() && !may_be_null
    }

    fn member(&mut self, field: &'a Field, value: &'v Value, outer: Site<'_>) {
        let accepts_numbers = field.accepts_numbers;
        let site =
            Site { origin: &field.origin, path: self.path.len(), accepts_numbers, depth: outer.depth, tag: None };
        if let Some(constant) = &field.constant {
            if !is_same(value, constant) {
                self.report(MisfitKind::Constant, &field.origin, site);
            }
            return;
        }
        let direction = self.values.direction;
        let is_lenient = direction == Direction::Response && !is_required(field, direction);
        if !(value.is_null() && (is_nullable(field, direction) || is_lenient)) {
            self.value(&field.ty, &field.constraints, site, value);
        }
    }

    fn union(&mut self, id: TypeId, union: &'a Union, site: Site<'_>, value: &'v Value) {
        match &union.tag {
            Some(tag) => self.tagged(union, tag, site, value),
            None => self.untagged(id, union, site, value),
        }
    }

    fn tagged(&mut self, union: &'a Union, tag: &'a Tag, site: Site<'_>, value: &'v Value) {
        let selected = |name: &str| tag.all_values().find(|(_, known)| *known == name).map(|(index, _)| index);
        let member = |name: &str| value.get(name).filter(|tag| !tag.is_object() && !tag.is_array()).map(plain_text);
        match &tag.place {
            TagPlace::Internal { property } => match member(property).and_then(|name| selected(&name)) {
                Some(index) => self.payload(union, index, Site { tag: Some(property), ..site }, value),
                None => self.report(MisfitKind::UnknownTag, site.origin, site),
            },
            TagPlace::Adjacent { property, content } => match member(property).and_then(|name| selected(&name)) {
                Some(index) => match value.get(content) {
                    Some(value) => self.below(content, |reader| reader.payload(union, index, site, value)),
                    None if matches!(union.variants[index].payload, Payload::Type(_)) => {
                        self.below(content, |reader| reader.report(MisfitKind::Absent, site.origin, site));
                    }
                    None => {}
                },
                None => self.report(MisfitKind::UnknownTag, site.origin, site),
            },
            TagPlace::External => {
                let mut members = value.as_object().into_iter().flatten();
                let word = || value.as_str().filter(|word| is_listed(union, word) || selected(word).is_some());
                match members.find_map(|(name, value)| Some((name, value, selected(name)?))) {
                    Some((name, value, index)) => {
                        self.below(name, |reader| reader.payload(union, index, site, value));
                    }
                    None if word().is_some() => {}
                    None => self.report(MisfitKind::UnknownTag, site.origin, site),
                }
            }
        }
    }

    fn payload(&mut self, union: &'a Union, index: usize, site: Site<'_>, value: &'v Value) {
        let variant = &union.variants[index];
        if let Payload::Type(ty) = &variant.payload {
            self.value(ty, &variant.constraints, site, value);
        }
    }

    /// Reads the best alternative that can be read. A value that fits none is kept as it is.
    fn untagged(&mut self, id: TypeId, union: &'a Union, site: Site<'_>, value: &'v Value) {
        let is_constant = |payload: &Payload| matches!(payload, Payload::Constant(constant) if constant == value);
        if union.variants.iter().any(|variant| is_constant(&variant.payload)) {
            return;
        }
        let forms = self.values.analysis.directions.emitted(id);
        let form = if forms.contains(&self.values.direction) { self.values.direction } else { forms[0] };
        let shapes = &self.values.analysis.shapes;
        let fits = (0..union.variants.len())
            .filter_map(|index| Some((fit(&shapes.get(id, form, index)?.shape, value)?, index)));
        let mut fits: Vec<_> = fits.collect();
        fits.sort_by_key(|(fit, _)| Reverse(*fit));
        let (found, members) = (self.found.len(), self.members.len());
        for (_, index) in fits {
            let outer = std::mem::take(&mut self.found);
            self.payload(union, index, site, value);
            let inner = std::mem::replace(&mut self.found, outer);
            if !inner.iter().any(|misfit| misfit.kind.stops()) {
                let room = MAX_MISFITS.saturating_sub(found);
                self.is_complete &= inner.len() <= room;
                self.found.extend(inner.into_iter().take(room));
                return;
            }
            self.members.truncate(members);
        }
        self.report(MisfitKind::NoAlternative, site.origin, site);
    }
}

/// Returns `true` if a string is an alternative itself.
fn is_listed(union: &Union, word: &str) -> bool {
    let is_it = |payload: &Payload| matches!(payload, Payload::Constant(constant) if constant == word);
    union.variants.iter().any(|variant| is_it(&variant.payload))
}

/// Returns `true` if a value is a constant, which servers may write in quotation marks or with a fraction of 0.
fn is_same(value: &Value, constant: &Value) -> bool {
    let number = value.as_f64();
    plain_text(value) == plain_text(constant) || (number.is_some() && number == constant.as_f64())
}

/// Returns the number of values in a value, up to a limit.
fn parts(value: &Value, limit: usize) -> usize {
    let (mut count, mut pending) = (0, vec![value]);
    while let Some(value) = pending.pop().filter(|_| count < limit) {
        count += 1;
        match value {
            Value::Array(elements) => pending.extend(elements),
            Value::Object(members) => pending.extend(members.values()),
            _ => {}
        }
    }
    count
}
