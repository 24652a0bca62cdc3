//! What the configuration no longer has, and what to use instead. It goes with version 0.2.

/// Names of keys, values and extensions, as an error or a warning quotes them, and the help.
const REMOVED: &[(&str, &str)] = &[(
    "arbitrary::Arbitrary",
    "remove it; the feature `fixtures` has test values, and `schemars::JsonSchema` the rules",
)];

/// Returns the help for what was removed.
pub(crate) fn removed(name: &str) -> Option<&'static str> {
    REMOVED.iter().find(|(removed, _)| *removed == name).map(|(_, help)| *help)
}
