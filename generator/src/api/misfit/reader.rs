//! Reads a value as a type, and records where it differs.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt::Display;

use serde_json::{Map, Value};

use super::difference::{JsonKind, MAX_MISFITS, Misfit, MisfitKind, Misfits, SeenMember, TypeUse, Values};
use super::fit::fit;
use super::text::{has_format, integer, is_number, matches_pattern};
use crate::api::analysis::{Direction, is_nullable, is_required, travels};
use crate::api::model::{
    Constraints, Field, Number, Object, Payload, Shape, Tag, TagPlace, Text, Type, TypeId, Union, plain_text,
};
use crate::base::inflection::counted;
use crate::base::pointer::Pointer;

/// Maximum number of types in which a value is nested: JSON is nested 128 times at most, and unions in unions add some.
const MAX_DEPTH: usize = 400;
/// Number of visits for each part of a value: alternatives are tried, and their alternatives again.
const VISITS_PER_PART: usize = 32;
/// Number of visits of any value.
const MIN_VISITS: usize = 1_000;
/// Maximum number of parts of a value that are counted.
const MAX_PARTS: usize = 10_000_000;
/// Maximum number of listed values in a message.
const MAX_SHOWN_VALUES: usize = 8;
/// The rule that a required member violates.
const MISSING: &str = "missing";

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

    fn report(&mut self, kind: MisfitKind, message: impl Into<String>, element: &Pointer, site: Site<'_>) {
        let at = |path: &str| Pointer::root().append(path);
        self.keep(Misfit {
            at: at(&self.path),
            element: element.clone(),
            site: site.origin.clone(),
            site_at: at(&self.path[..site.path.min(self.path.len())]),
            kind,
            message: message.into(),
        });
    }

    /// Keeps a misfit: a grave one in place of a note if there is no room, and a note only once for all elements of a list.
    fn keep(&mut self, misfit: Misfit) {
        let is_grave = self.is_refuted_by(misfit.kind);
        if !is_grave && self.found.iter().any(|known| is_same_note(known, &misfit)) {
            return;
        }
        if self.found.len() >= MAX_MISFITS {
            let note = self.found.iter().rposition(|known| is_grave && !self.is_refuted_by(known.kind));
            let Some(note) = note else { return };
            self.found.remove(note);
        }
        self.found.push(misfit);
    }

    fn wrong_kind(&mut self, expected: JsonKind, value: &Value, site: Site<'_>) {
        let found = JsonKind::new(value);
        let message = format!("expected {}, found {}", expected.name(), found.with_article());
        let kind = if found == JsonKind::Null { MisfitKind::Null } else { MisfitKind::Kind { expected, found } };
        self.report(kind, message, site.origin, site);
    }

    fn wrong_format(&mut self, format: &'static str, site: Site<'_>) {
        self.report(MisfitKind::Format(format), format!("expected the format `{format}`"), site.origin, site);
    }

    fn limit(&mut self, message: impl Into<String>, site: Site<'_>) {
        self.report(MisfitKind::Limit, message, site.origin, site);
    }

    fn unlisted<T: Display>(&mut self, kind: MisfitKind, listed: impl Iterator<Item = T>, site: Site<'_>) {
        self.report(kind, one_of(listed), site.origin, site);
    }

    /// Returns `true` if a value is not known.
    fn is_masked(&self, value: &Value) -> bool {
        self.values.mask.is_some_and(|mask| value == mask)
    }

    /// Returns `true` if values are read in more forms than the description has.
    fn is_lenient(&self) -> bool {
        !self.values.is_strict
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
        if self.is_masked(value) {
            return;
        }
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
                Value::Array(_) => {
                    let message = format!("expected {}", counted(types.len(), "element"));
                    self.report(MisfitKind::Elements, message, site.origin, site);
                }
                other => self.wrong_kind(JsonKind::Array, other, site),
            },
            Type::Map(element) => match value {
                Value::Object(members) => {
                    self.count(members.len(), "member", constraints, site);
                    let inner = constraints.element.as_deref().unwrap_or(Constraints::NONE);
                    for (name, member) in members {
                        self.below(name, |reader| reader.value(element, inner, site, member));
                    }
                }
                other => self.wrong_kind(JsonKind::Object, other, site),
            },
            Type::AnyObject => match value {
                Value::Object(members) => self.count(members.len(), "member", constraints, site),
                other => self.wrong_kind(JsonKind::Object, other, site),
            },
            simple => self.scalar(simple, constraints, site, value),
        }
    }

    fn list(&mut self, elements: &'v [Value], element: &'a Type, constraints: &'a Constraints, site: Site<'_>) {
        self.count(elements.len(), "element", constraints, site);
        let inner = constraints.element.as_deref().unwrap_or(Constraints::NONE);
        for (index, value) in elements.iter().enumerate() {
            self.below(&index.to_string(), |reader| reader.value(element, inner, site, value));
        }
        let mut known = HashSet::new();
        if constraints.unique && !elements.iter().all(|element| known.insert(element)) {
            self.limit("expected elements that differ", site);
        }
    }

    fn count(&mut self, count: usize, noun: &str, constraints: &Constraints, site: Site<'_>) {
        if let Some(min) = constraints.min_count.filter(|min| count < *min) {
            self.limit(format!("expected at least {}", counted(min, noun)), site);
        }
        if let Some(max) = constraints.max_count.filter(|max| count > *max) {
            self.limit(format!("expected at most {}", counted(max, noun)), site);
        }
    }

    fn scalar(&mut self, ty: &Type, constraints: &Constraints, site: Site<'_>, value: &Value) {
        let is_lenient = self.is_lenient();
        match ty {
            Type::Boolean => match value {
                Value::Bool(_) => {
                    let listed = &constraints.values;
                    if !listed.is_empty() && !listed.contains(value) {
                        self.unlisted(MisfitKind::Unlisted, listed.iter(), site);
                    }
                }
                Value::Number(number) if site.accepts_numbers && matches!(number.as_u64(), Some(0 | 1)) => {}
                other => self.wrong_kind(JsonKind::Boolean, other, site),
            },
            Type::Integer(width) => match self.integer(value) {
                Some(number) if width.contains(number) => self.number(number as f64, constraints, site),
                Some(_) => self.wrong_format(width.format(), site),
                None => self.wrong_kind(JsonKind::Integer, value, site),
            },
            Type::UnixTime => match self.integer(value) {
                Some(number) if i64::try_from(number).is_ok() => {}
                Some(_) => self.wrong_format("unix-time", site),
                None => self.wrong_kind(JsonKind::Integer, value, site),
            },
            Type::Number(precision) => match value {
                Value::Number(number) => self.number(number.as_f64().unwrap_or_default(), constraints, site),
                Value::String(text) if is_lenient && is_number(text) => {}
                // All digits of a decimal are kept.
                other if *precision == Number::Decimal && other.is_number() => {}
                other => self.wrong_kind(JsonKind::Number, other, site),
            },
            Type::Text(format) => match value {
                Value::Number(_) if *format == Text::NumberOrText => {}
                Value::String(text) if has_format(*format, text, is_lenient) => self.text(text, constraints, site),
                Value::String(_) => self.wrong_format(format.format().unwrap_or_default(), site),
                other => self.wrong_kind(JsonKind::String, other, site),
            },
            _ => {}
        }
    }

    /// Returns an integer, which may be written as `7.0`, and if it is received, as `"7"`.
    fn integer(&self, value: &Value) -> Option<i128> {
        integer(value).filter(|_| self.is_lenient() || value.is_number())
    }

    fn number(&mut self, number: f64, constraints: &Constraints, site: Site<'_>) {
        let Constraints { minimum, maximum, multiple_of, values, .. } = constraints;
        if let Some(min) = minimum.filter(|min| number < min.value || (min.exclusive && number <= min.value)) {
            self.limit(
                format!("expected {} {}", if min.exclusive { "more than" } else { "at least" }, min.value),
                site,
            );
        }
        if let Some(max) = maximum.filter(|max| number > max.value || (max.exclusive && number >= max.value)) {
            self.limit(format!("expected {} {}", if max.exclusive { "less than" } else { "at most" }, max.value), site);
        }
        let is_multiple = |step: f64| ((number / step) - (number / step).round()).abs() < 1e-9;
        if let Some(step) = multiple_of.filter(|step| *step > 0.0 && !is_multiple(*step)) {
            self.limit(format!("expected a multiple of {step}"), site);
        }
        if !values.is_empty() && values.iter().all(|value| value.as_f64() != Some(number)) {
            self.unlisted(MisfitKind::Unlisted, values.iter(), site);
        }
    }

    fn text(&mut self, text: &str, constraints: &Constraints, site: Site<'_>) {
        if constraints.min_length.is_some() || constraints.max_length.is_some() {
            let length = text.chars().count();
            if let Some(min) = constraints.min_length.filter(|min| length < *min) {
                self.limit(format!("expected at least {}", counted(min, "character")), site);
            }
            if let Some(max) = constraints.max_length.filter(|max| length > *max) {
                self.limit(format!("expected at most {}", counted(max, "character")), site);
            }
        }
        if let Some(pattern) = constraints.pattern.as_ref().filter(|it| !matches_pattern(&it.expression, text)) {
            self.limit(format!("does not match the pattern `{}`", pattern.written), site);
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
                Value::Object(members) => {
                    self.count(members.len(), "member", &definition.constraints, site);
                    self.object(id, object, members, site);
                }
                other => self.wrong_kind(JsonKind::Object, other, site),
            },
            Shape::IntegerEnum(codes) => match self.integer(value).map(i64::try_from) {
                Some(Ok(code)) if codes.codes.iter().any(|known| known.code == code) => {}
                Some(Ok(_)) => self.unlisted(MisfitKind::Unlisted, codes.codes.iter().map(|it| it.code), site),
                Some(Err(_)) => self.wrong_format("int64", site),
                None => self.wrong_kind(JsonKind::Integer, value, site),
            },
            Shape::StringEnum(words) => match value {
                Value::String(text) if words.is_open || words.words.iter().any(|word| word.wire == *text) => {}
                Value::String(_) => {
                    self.unlisted(MisfitKind::Unlisted, words.words.iter().map(|word| quoted(&word.wire)), site);
                }
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
                    self.below(&field.wire, |reader| reader.member(id, field, value, site));
                }
                None if self.is_needed(field) => {
                    let at = self.path.len();
                    self.path.push_str(Pointer::root().child(&field.wire).as_str());
                    self.report(MisfitKind::Absent, MISSING, &field.origin, site);
                    self.path.truncate(at);
                }
                None => {}
            }
        }
        if declared == members.len() {
            return;
        }
        let known: HashSet<&str> = object.fields.iter().map(|field| field.wire.as_str()).collect();
        for (name, value) in members.iter().filter(|(name, _)| !known.contains(name.as_str())) {
            self.below(name, |reader| match &object.others {
                Some(ty) => reader.value(ty, Constraints::NONE, site, value),
                None if site.tag == Some(name) => {}
                None => {
                    let origin = &reader.values.api.definition(id).origin;
                    reader.report(MisfitKind::Undeclared(JsonKind::new(value)), "not declared", origin, site);
                }
            });
        }
    }

    /// Returns `true` if an object without this member cannot be read, or does not satisfy the description.
    fn is_needed(&self, field: &Field) -> bool {
        let direction = self.values.direction;
        if !self.is_lenient() {
            return is_required(field, direction);
        }
        let may_be_null = is_nullable(field, direction) && field.ty != Type::Any;
        is_required(field, direction) && field.constant.is_none() && !may_be_null
    }

    fn member(&mut self, owner: TypeId, field: &'a Field, value: &'v Value, outer: Site<'_>) {
        let Values { analysis, direction, .. } = self.values;
        let accepts_numbers = field.accepts_numbers && self.is_lenient();
        let site =
            Site { origin: &field.origin, path: self.path.len(), accepts_numbers, depth: outer.depth, tag: None };
        if let Some(constant) = &field.constant {
            if !self.is_masked(value) && !self.is_same(value, constant) {
                self.report(MisfitKind::Constant, format!("expected {constant}"), &field.origin, site);
            }
            return;
        }
        // An optional member is null in many responses, and if a patch removes it.
        let accepts_null = (self.is_lenient() && direction == Direction::Response)
            || analysis.directions.emitted_is_merged(owner, direction);
        let may_be_null = is_nullable(field, direction) || (accepts_null && !is_required(field, direction));
        if !(value.is_null() && may_be_null) {
            self.value(&field.ty, &field.constraints, site, value);
        }
    }

    /// Returns `true` if a value is a constant, which servers may write in quotation marks or with a fraction of 0.
    fn is_same(&self, value: &Value, constant: &Value) -> bool {
        let number = value.as_f64();
        let is_number = number.is_some() && number == constant.as_f64();
        value == constant || is_number || (self.is_lenient() && plain_text(value) == plain_text(constant))
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
                None => self.unknown_tag(tag, value.get(property).map(|_| property.as_str()), site),
            },
            TagPlace::Adjacent { property, content } => match member(property).and_then(|name| selected(&name)) {
                Some(index) => match value.get(content) {
                    Some(value) => self.below(content, |reader| reader.payload(union, index, site, value)),
                    None if matches!(union.variants[index].payload, Payload::Type(_)) => {
                        self.below(content, |reader| reader.report(MisfitKind::Absent, MISSING, site.origin, site));
                    }
                    None => {}
                },
                None => self.unknown_tag(tag, value.get(property).map(|_| property.as_str()), site),
            },
            TagPlace::External => {
                let mut members = value.as_object().into_iter().flatten();
                let word = || value.as_str().filter(|word| is_listed(union, word) || selected(word).is_some());
                match members.find_map(|(name, value)| Some((name, value, selected(name)?))) {
                    Some((name, value, index)) => {
                        self.below(name, |reader| reader.payload(union, index, site, value));
                    }
                    None if word().is_some() => {}
                    None => self.unknown_tag(tag, None, site),
                }
            }
        }
    }

    fn unknown_tag(&mut self, tag: &Tag, property: Option<&str>, site: Site<'_>) {
        let known = tag.all_values().map(|(_, name)| quoted(name));
        match property {
            Some(property) => self.below(property, |reader| reader.unlisted(MisfitKind::UnknownTag, known, site)),
            None => self.unlisted(MisfitKind::UnknownTag, known, site),
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
        let members = self.members.len();
        let mut closest = None;
        for (_, index) in fits {
            let outer = std::mem::take(&mut self.found);
            self.payload(union, index, site, value);
            let inner = std::mem::replace(&mut self.found, outer);
            if !inner.iter().any(|misfit| self.is_refuted_by(misfit.kind)) {
                return inner.into_iter().for_each(|misfit| self.keep(misfit));
            }
            closest = closest.or(Some(inner));
            self.members.truncate(members);
        }
        match closest.filter(|_| !self.is_lenient()) {
            Some(closest) => closest.into_iter().for_each(|misfit| self.keep(misfit)),
            None => self.report(MisfitKind::NoAlternative, "matches none of the alternatives", site.origin, site),
        }
    }

    /// Returns `true` if a value that differs in this way is not of an alternative.
    fn is_refuted_by(&self, kind: MisfitKind) -> bool {
        kind.stops() || (!self.is_lenient() && !matches!(kind, MisfitKind::Undeclared(_)))
    }
}

/// Returns `true` if two misfits say the same of a member, in two objects.
fn is_same_note(one: &Misfit, other: &Misfit) -> bool {
    let place = |misfit: &Misfit| misfit.at.split_last().map(|(_, step)| step);
    one.kind == other.kind && one.element == other.element && one.message == other.message && place(one) == place(other)
}

/// Returns `true` if a string is an alternative itself.
fn is_listed(union: &Union, word: &str) -> bool {
    let is_it = |payload: &Payload| matches!(payload, Payload::Constant(constant) if constant == word);
    union.variants.iter().any(|variant| is_it(&variant.payload))
}

/// Returns the rule that a value is in a list.
fn one_of<T: Display>(listed: impl Iterator<Item = T>) -> String {
    let mut shown: Vec<String> = listed.take(MAX_SHOWN_VALUES + 1).map(|value| value.to_string()).collect();
    let more = if shown.len() > MAX_SHOWN_VALUES { ", .." } else { "" };
    shown.truncate(MAX_SHOWN_VALUES);
    format!("expected one of {}{more}", shown.join(", "))
}

fn quoted(text: &str) -> Value {
    Value::from(text)
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
