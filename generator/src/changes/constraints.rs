//! Constraints on values in both versions.

use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look};

use super::version::Versions;
use crate::model::{Bound, Constraints};

/// The difference between the constraints of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConstraintChange {
    /// The differing constraints, one per row.
    pub(super) rows: Versions<Vec<String>>,
    /// `true` if a value that was allowed may be rejected.
    pub(super) tighter: bool,
}

/// Compares constraints. Returns `None` if they are equal.
pub(super) fn compare(old: &Constraints, new: &Constraints) -> Option<ConstraintChange> {
    let rows = Versions::new(Vec::new(), Vec::new());
    let mut change = ConstraintChange { rows, tighter: false };
    let strings =
        StringSet::from_constraints(old).zip(StringSet::from_constraints(new)).map(|(old, new)| !new.includes(&old));
    change.minimum("minLength", old.min_length, new.min_length, strings);
    change.maximum("maxLength", old.max_length, new.max_length, strings);
    change.bound("minimum", old.minimum, new.minimum, |old, new| new > old);
    change.bound("maximum", old.maximum, new.maximum, |old, new| new < old);
    change.minimum("minItems", old.min_count, new.min_count, None);
    change.maximum("maxItems", old.max_count, new.max_count, None);
    let pattern = |constraints: &Constraints| constraints.pattern.as_ref().map(|pattern| pattern.written.clone());
    // Containment of patterns is only decidable here for simple ones.
    change.row("pattern", pattern(old), pattern(new), strings.unwrap_or(new.pattern.is_some()));
    let multiple = matches!((old.multiple_of, new.multiple_of), (Some(old), Some(new)) if old % new == 0.0);
    change.row("multipleOf", old.multiple_of, new.multiple_of, new.multiple_of.is_some() && !multiple);
    change.row("uniqueItems", old.unique.then_some(true), new.unique.then_some(true), new.unique);
    let none = Constraints::default();
    let element =
        |constraints: &Option<Box<Constraints>>| constraints.as_deref().cloned().unwrap_or_else(|| none.clone());
    if old.element.is_some() || new.element.is_some() {
        change.elements(&element(&old.element), &element(&new.element));
    }
    (!change.rows.old.is_empty()).then_some(change)
}

impl ConstraintChange {
    fn row(&mut self, name: &str, old: Option<impl ToString>, new: Option<impl ToString>, tighter: bool) {
        let (old, new) = (old.map(|old| old.to_string()), new.map(|new| new.to_string()));
        if old == new {
            return;
        }
        let row = |value: Option<String>| value.map_or(format!("no {name}"), |value| format!("{name} {value}"));
        self.rows.old.push(row(old));
        self.rows.new.push(row(new));
        self.tighter |= tighter;
    }

    /// Compares a minimum; `tighter` is given if it also depends on other constraints.
    fn minimum(&mut self, name: &str, old: Option<usize>, new: Option<usize>, tighter: Option<bool>) {
        self.row(name, old, new, tighter.unwrap_or(new.unwrap_or(0) > old.unwrap_or(0)));
    }

    /// Compares a maximum, in the same way.
    fn maximum(&mut self, name: &str, old: Option<usize>, new: Option<usize>, tighter: Option<bool>) {
        self.row(name, old, new, tighter.unwrap_or(new.unwrap_or(usize::MAX) < old.unwrap_or(usize::MAX)));
    }

    fn bound(&mut self, name: &str, old: Option<Bound>, new: Option<Bound>, tighter: fn(f64, f64) -> bool) {
        let shown = |bound: Bound| format!("{}{}", bound.value, if bound.exclusive { " (exclusive)" } else { "" });
        let narrower = match (old, new) {
            (Some(old), Some(new)) if old.value == new.value => new.exclusive && !old.exclusive,
            (Some(old), Some(new)) => tighter(old.value, new.value),
            (old, new) => old.is_none() && new.is_some(),
        };
        self.row(name, old.map(shown), new.map(shown), narrower);
    }

    fn elements(&mut self, old: &Constraints, new: &Constraints) {
        if let Some(inner) = compare(old, new) {
            self.rows.old.extend(inner.rows.old.into_iter().map(|row| format!("{row} (each element)")));
            self.rows.new.extend(inner.rows.new.into_iter().map(|row| format!("{row} (each element)")));
            self.tighter |= inner.tighter;
        }
    }
}

/// The strings that constraints allow, if these limit only their length and their characters.
struct StringSet {
    characters: ClassUnicode,
    shortest: u64,
    longest: u64,
}

impl StringSet {
    fn from_constraints(constraints: &Constraints) -> Option<Self> {
        let texts = match &constraints.pattern {
            Some(pattern) => Self::from_pattern(&regex_syntax::parse(&pattern.expression).ok()?)?,
            None => Self { characters: any_character(), shortest: 0, longest: u64::MAX },
        };
        let length = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
        let (shortest, longest) = (constraints.min_length.map(length), constraints.max_length.map(length));
        Some(Self {
            shortest: texts.shortest.max(shortest.unwrap_or(0)),
            longest: texts.longest.min(longest.unwrap_or(u64::MAX)),
            ..texts
        })
    }

    /// Returns the strings that a pattern of one repeated character matches.
    fn from_pattern(pattern: &Hir) -> Option<Self> {
        let parts = match pattern.kind() {
            HirKind::Concat(parts) => parts.as_slice(),
            _ => std::slice::from_ref(pattern),
        };
        let is_start = |part: &Hir| *part.kind() == HirKind::Look(Look::Start);
        let is_end = |part: &Hir| *part.kind() == HirKind::Look(Look::End);
        let (starts, parts) = match parts {
            [first, rest @ ..] if is_start(first) => (true, rest),
            parts => (false, parts),
        };
        let (ends, parts) = match parts {
            [rest @ .., last] if is_end(last) => (true, rest),
            parts => (false, parts),
        };
        let [repeated] = parts else { return None };
        let (characters, shortest, longest) = repetition(repeated)?;
        match (starts && ends, is_any(&characters)) {
            (true, true) => Some(Self { characters: any_character(), shortest, longest }),
            (true, false) => Some(Self { characters, shortest, longest }),
            // The text around a match is arbitrary.
            (false, true) => Some(Self { characters: any_character(), shortest, longest: u64::MAX }),
            (false, false) => None,
        }
    }

    fn includes(&self, others: &Self) -> bool {
        let mut missing = others.characters.clone();
        missing.difference(&self.characters);
        missing.ranges().is_empty() && self.shortest <= others.shortest && self.longest >= others.longest
    }
}

/// Returns the characters of a class, and their minimum and maximum number.
fn repetition(pattern: &Hir) -> Option<(ClassUnicode, u64, u64)> {
    match pattern.kind() {
        HirKind::Class(Class::Unicode(class)) => Some((class.clone(), 1, 1)),
        HirKind::Capture(group) => repetition(&group.sub),
        HirKind::Repetition(repeated) => {
            let (class, shortest, longest) = repetition(&repeated.sub)?;
            let is_single = shortest == 1 && longest == 1;
            let longest = repeated.max.map_or(u64::MAX, u64::from);
            is_single.then(|| (class, u64::from(repeated.min), longest))
        }
        _ => None,
    }
}

fn any_character() -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new('\0', char::MAX)])
}

/// Returns `true` if a class has all characters, or all but line breaks, which `.` does not match.
fn is_any(class: &ClassUnicode) -> bool {
    let mut missing = class.clone();
    missing.negate();
    missing.ranges().iter().all(|range| {
        [range.start(), range.end()].iter().all(|end| matches!(end, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}'))
    })
}

#[cfg(test)]
mod tests {
    use super::{Constraints, compare};
    use crate::model::Pattern;

    #[test]
    fn patterns_are_compared_with_lengths() {
        let length = |least: Option<usize>| Constraints { min_length: least, ..Constraints::default() };
        let pattern = |expression: &str| {
            let pattern = Pattern { written: expression.to_owned(), expression: expression.to_owned() };
            Constraints { pattern: Some(pattern), ..Constraints::default() }
        };
        let tighter = |old: &Constraints, new: &Constraints| compare(old, new).map(|change| change.tighter);
        for looser in ["^.+$", ".", "^.{1,}$", "^[\\s\\S]*$", "^(.+)$", ".*"] {
            assert_eq!(tighter(&length(Some(1)), &pattern(looser)), Some(false), "{looser}");
        }
        for stricter in ["^.{2,}$", "^.{1,9}$", "^[a-z]+$", "x", "^a.*$"] {
            assert_eq!(tighter(&length(Some(1)), &pattern(stricter)), Some(true), "{stricter}");
        }
        assert_eq!(tighter(&pattern("^[a-z]+$"), &pattern("^[a-z0-9]*$")), Some(false));
        assert_eq!(tighter(&pattern("^[a-z0-9]+$"), &pattern("^[a-z]+$")), Some(true));
        assert_eq!(tighter(&pattern("^.+$"), &length(Some(1))), Some(false));
        assert_eq!(tighter(&length(None), &pattern("^.+$")), Some(true));
    }

    #[test]
    fn tighter_limits_are_recognized() {
        let length = |most: Option<usize>| Constraints { max_length: most, ..Constraints::default() };
        let tighter = |old, new| compare(&length(old), &length(new)).map(|change| change.tighter);
        assert_eq!(tighter(Some(100), Some(200)), Some(false));
        assert_eq!(tighter(Some(200), Some(100)), Some(true));
        assert_eq!(tighter(None, Some(100)), Some(true));
        assert_eq!(tighter(Some(100), None), Some(false));
        assert_eq!(tighter(Some(100), Some(100)), None);
        let each = |most| Constraints { element: Some(Box::new(length(most))), ..Constraints::default() };
        assert_eq!(compare(&each(Some(2)), &Constraints::default()).map(|change| change.tighter), Some(false));
        assert_eq!(compare(&Constraints::default(), &each(Some(2))).unwrap().rows.new, ["maxLength 2 (each element)"]);
    }
}
