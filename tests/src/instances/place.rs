//! Where in an instance a value stands.

/// How often a schema may be used inside itself.
const REPEATS: usize = 3;

/// How deep an instance may be at all.
const DEEPEST: usize = 24;

/// A place and those around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nesting<'p> {
    around: Option<&'p Nesting<'p>>,
    names: &'p [usize],
    level: usize,
}

impl<'p> Nesting<'p> {
    /// Outside of the whole value.
    pub(super) const OUTSIDE: Nesting<'static> = Nesting { around: None, names: &[], level: 0 };

    /// A value inside, of the schemas with these identities; none where it would never end.
    pub(super) fn inside(&'p self, names: &'p [usize]) -> Option<Self> {
        let endless = names.iter().any(|name| self.uses(*name) >= REPEATS);
        (!endless && self.level < DEEPEST).then_some(Self { around: Some(self), names, level: self.level + 1 })
    }

    /// How many values there are from the outermost to this one.
    pub(super) fn level(&self) -> usize {
        self.level
    }

    fn uses(&self, name: usize) -> usize {
        let places = std::iter::successors(Some(self), |place| place.around);
        places.filter(|place| place.names.contains(&name)).count()
    }
}
