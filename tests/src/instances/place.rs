//! The position of a value in an instance.

/// Maximum number of times that a schema is nested in itself.
const REPEATS: usize = 3;

/// Maximum depth of an instance.
const MAX_DEPTH: usize = 24;

/// A position and its ancestors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nesting<'p> {
    around: Option<&'p Nesting<'p>>,
    names: &'p [usize],
    level: usize,
}

impl<'p> Nesting<'p> {
    /// The position outside of the whole value.
    pub(super) const OUTSIDE: Nesting<'static> = Nesting { around: None, names: &[], level: 0 };

    /// Returns the position of a nested value of the schemas with these identities, or `None` if the nesting would be
    /// too deep.
    pub(super) fn inside(&'p self, names: &'p [usize]) -> Option<Self> {
        let endless = names.iter().any(|name| self.uses(*name) >= REPEATS);
        (!endless && self.level < MAX_DEPTH).then_some(Self { around: Some(self), names, level: self.level + 1 })
    }

    /// Returns the depth of this position.
    pub(super) fn level(&self) -> usize {
        self.level
    }

    fn uses(&self, name: usize) -> usize {
        let places = std::iter::successors(Some(self), |place| place.around);
        places.filter(|place| place.names.contains(&name)).count()
    }
}
