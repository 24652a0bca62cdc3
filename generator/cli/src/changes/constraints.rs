//! Constraints on values in both versions.

use super::version::Versions;
use bindery::internal::model::{Bound, Constraints};

/// The difference between the constraints of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConstraintChange {
    /// The differing constraints.
    rows: Vec<Row>,
    /// `true` if a value that was allowed may be rejected.
    pub(super) tighter: bool,
}

/// A differing constraint, with its value in each version that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    name: String,
    values: Versions<Option<String>>,
}

/// Compares constraints. Returns `None` if they are equal.
pub(super) fn compare(old: &Constraints, new: &Constraints) -> Option<ConstraintChange> {
    let mut change = ConstraintChange { rows: Vec::new(), tighter: false };
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
    (!change.rows.is_empty()).then_some(change)
}

impl ConstraintChange {
    /// Returns the differences as a phrase: `now has maxLength 200 instead of 100`.
    pub(super) fn phrase(&self) -> String {
        let differences = self.rows.iter().map(|Row { name, values }| match (&values.old, &values.new) {
            (Some(old), Some(new)) => format!("now has {name} {new} instead of {old}"),
            (Some(old), None) => format!("no longer has {name} {old}"),
            (None, new) => format!("now has {name} {}", new.as_deref().unwrap_or_default()),
        });
        differences.collect::<Vec<_>>().join(" and ")
    }

    /// Returns the constraints in each version: `maxLength 100`.
    pub(super) fn texts(&self) -> Versions<String> {
        let text = |value: fn(&Versions<Option<String>>) -> &Option<String>| {
            let rows = self.rows.iter().map(|Row { name, values }| match value(values) {
                Some(value) => format!("{name} {value}"),
                None => format!("no {name}"),
            });
            rows.collect::<Vec<_>>().join(", ")
        };
        Versions::new(text(|values| &values.old), text(|values| &values.new))
    }

    /// Returns the same differences with the names of the keywords for objects.
    pub(super) fn of_members(mut self) -> Self {
        for Row { name, .. } in &mut self.rows {
            match name.as_str() {
                "minItems" => "minProperties".clone_into(name),
                "maxItems" => "maxProperties".clone_into(name),
                _ => {}
            }
        }
        self
    }

    fn row(&mut self, name: &str, old: Option<impl ToString>, new: Option<impl ToString>, tighter: bool) {
        let values = Versions::new(old.map(|old| old.to_string()), new.map(|new| new.to_string()));
        if !values.is_changed() {
            return;
        }
        self.rows.push(Row { name: name.to_owned(), values });
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
            let rows = inner.rows.into_iter();
            self.rows.extend(rows.map(|Row { name, values }| Row { name: format!("{name} of each element"), values }));
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
        let added = compare(&Constraints::default(), &each(Some(2))).unwrap();
        assert_eq!(added.phrase(), "now has maxLength of each element 2");
    }
}
