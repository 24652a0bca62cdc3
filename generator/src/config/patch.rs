//! The methods whose bodies distinguish an absent member from null.

use serde::Deserialize;

/// The methods whose JSON bodies distinguish an absent member from null.
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

impl Default for PatchMethods {
    fn default() -> Self {
        Self(vec![PatchMethod::Patch])
    }
}

impl PatchMethods {
    /// Returns `true` if bodies of a method distinguish an absent member from null.
    #[must_use]
    pub fn contain(&self, method: &str) -> bool {
        self.0.iter().any(|patch| match patch {
            PatchMethod::Patch => method.eq_ignore_ascii_case("PATCH"),
            PatchMethod::Post => method.eq_ignore_ascii_case("POST"),
            PatchMethod::Put => method.eq_ignore_ascii_case("PUT"),
        })
    }
}
