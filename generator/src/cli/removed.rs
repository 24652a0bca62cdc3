//! Options of earlier builds. The table goes with version 0.2.

use clap::error::{ContextKind, ContextValue, Error};

/// The options that were removed, and what to use instead.
const REMOVED: [(&str, &str); 3] = [
    ("--add-dependencies", "copy the entries that `bindery generate` prints for a module into its Cargo.toml"),
    ("--from", "write `[names]` and `[types]` by hand, as the guide page \"Coming from other generators\" shows"),
    ("--migrate", "use `--used-by`, which lists the code that an update affects, and change the code yourself"),
];

/// Adds what to use instead to the error for a removed option.
pub(super) fn explain(mut problem: Error) -> Error {
    let help = match problem.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) => REMOVED.iter().find(|(name, _)| name == option).map(|(_, help)| *help),
        _ => None,
    };
    if let Some(help) = help {
        problem.remove(ContextKind::SuggestedArg);
        let help = format!("it was removed; {help}");
        problem.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![help.into()]));
    }
    problem
}
