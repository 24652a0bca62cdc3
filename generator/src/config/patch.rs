//! The methods whose bodies distinguish an absent member from null.

use serde::Deserialize;

/// A list of such methods; by default, only `PATCH`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PatchMethods(Vec<PatchMethod>);

/// A method that changes a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
enum PatchMethod {
    /// `PATCH`.
    Patch,
    /// `POST`.
    Post,
    /// `PUT`.
    Put,
}

impl PatchMethod {
    const fn name(self) -> &'static str {
        match self {
            Self::Patch => "PATCH",
            Self::Post => "POST",
            Self::Put => "PUT",
        }
    }
}

impl Default for PatchMethods {
    fn default() -> Self {
        Self(vec![PatchMethod::Patch])
    }
}

impl PatchMethods {
    /// Returns `true` if bodies of a method distinguish an absent member from null.
    #[must_use]
    pub fn contains(&self, method: &str) -> bool {
        self.0.iter().any(|patch| method.eq_ignore_ascii_case(patch.name()))
    }
}
