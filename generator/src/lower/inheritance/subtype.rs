//! A schema that inherits from a base, and the discriminator values that map to it.

/// One of the schemas that a base represents.
#[derive(Clone, Debug)]
pub(super) struct Subtype<'d> {
    pub(super) name: &'d str,
    /// `true` if this is the base with its own members.
    pub(super) is_itself: bool,
    /// The values that map to it.
    pub(super) values: DiscriminatorValues,
}

/// Values of a discriminator.
#[derive(Clone, Debug)]
pub(super) struct DiscriminatorValues {
    pub(super) all: Vec<String>,
    /// `true` if the member may have these values, as far as it lists them.
    pub(super) are_possible: bool,
}

impl DiscriminatorValues {
    pub(super) fn possible(all: Vec<String>) -> Self {
        Self { all, are_possible: true }
    }

    /// Returns the only value, if it is possible.
    pub(super) fn only(&self) -> Option<&str> {
        match self.all.as_slice() {
            [only] if self.are_possible => Some(only),
            _ => None,
        }
    }
}
