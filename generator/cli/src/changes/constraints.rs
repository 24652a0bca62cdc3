//! Constraints on values in both versions.

use super::version::Versions;
use bindery::internal::model::{Bound, Constraints};

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
    change.minimum("minLength", old.min_length, new.min_length);
    change.maximum("maxLength", old.max_length, new.max_length);
    change.bound("minimum", old.minimum, new.minimum, |old, new| new > old);
    change.bound("maximum", old.maximum, new.maximum, |old, new| new < old);
    change.minimum("minItems", old.min_count, new.min_count);
    change.maximum("maxItems", old.max_count, new.max_count);
    let pattern = |constraints: &Constraints| constraints.pattern.as_ref().map(|pattern| pattern.written.clone());
    // Which strings two patterns have in common is not decided: another pattern is tighter.
    change.row("pattern", pattern(old), pattern(new), new.pattern.is_some());
    let multiple = matches!((old.multiple_of, new.multiple_of), (Some(old), Some(new)) if is_multiple(old, new));
    change.row("multipleOf", old.multiple_of, new.multiple_of, new.multiple_of.is_some() && !multiple);
    let values = |constraints: &Constraints| {
        let values: Vec<String> = constraints.values.iter().map(ToString::to_string).collect();
        (!values.is_empty()).then(|| values.join(", "))
    };
    let allows_fewer = match (old.values.as_slice(), new.values.as_slice()) {
        (_, []) => false,
        ([], _) => true,
        (old, new) => !old.iter().all(|value| new.contains(value)),
    };
    change.row("enum", values(old), values(new), allows_fewer);
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

    fn minimum(&mut self, name: &str, old: Option<usize>, new: Option<usize>) {
        self.row(name, old, new, new.unwrap_or(0) > old.unwrap_or(0));
    }

    fn maximum(&mut self, name: &str, old: Option<usize>, new: Option<usize>) {
        self.row(name, old, new, new.unwrap_or(usize::MAX) < old.unwrap_or(usize::MAX));
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

/// Returns `true` if a number is a multiple of another one, apart from the error of their division.
fn is_multiple(number: f64, of: f64) -> bool {
    let quotient = number / of;
    (quotient - quotient.round()).abs() <= f64::EPSILON * quotient.abs().max(1.0)
}

#[cfg(test)]
mod tests {
    use super::{Constraints, compare};

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
