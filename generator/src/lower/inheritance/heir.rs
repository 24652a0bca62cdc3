//! A schema that inherits from a base, and the values of the discriminator that stand for it.

/// One of those that a base stands for.
#[derive(Clone, Debug)]
pub(super) struct Heir<'d> {
    pub(super) name: &'d str,
    /// `true` if it is a base by its own members alone.
    pub(super) is_itself: bool,
    /// What stands for it.
    pub(super) values: Values,
}

/// Values of a discriminator.
#[derive(Clone, Debug)]
pub(super) struct Values {
    pub(super) all: Vec<String>,
    /// `true` if the member may have them, as far as it says which it may have.
    pub(super) are_possible: bool,
}

impl Values {
    pub(super) fn possible(all: Vec<String>) -> Self {
        Self { all, are_possible: true }
    }

    /// The only one, where it is possible.
    pub(super) fn only(&self) -> Option<&str> {
        match self.all.as_slice() {
            [only] if self.are_possible => Some(only),
            _ => None,
        }
    }
}
