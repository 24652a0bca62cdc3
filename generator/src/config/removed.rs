//! The keys and values that the configuration no longer has, with replacements. The table goes with version 0.2.

/// Keys and values, as errors call them, and the help.
const REMOVED: [(&str, &str); 11] = [
    ("derive `arbitrary::Arbitrary`", "remove it; the feature `fixtures` has test values"),
    ("field `apart`", "name the group of each operation in `[groups.operations]`"),
    ("field `keep`", "remove it; define the types inside the schema beside your type"),
    ("field `media-types`", "remove the media types from the description with a correction"),
    ("field `names`", "list the schema of each event in `schemas`, or add `webhooks` with a correction"),
    ("field `other`", "name the group of each operation in `[groups.operations]`"),
    ("field `until`", "name the group of each operation in `[groups.operations]`"),
    ("type `any`", "remove it; any value is a `serde_json::Value`"),
    ("type `x-rust-type`", "write a key for each schema, such as `Id = \"uuid::Uuid\"`"),
    ("variant `native-tls-vendored`", "write `native-tls`, and enable this feature of `reqwest` in your program"),
    ("variant `rustls-no-provider`", "write `rustls`, and enable this feature of `reqwest` in your program"),
];

/// Returns the help for what was removed, by the beginning of an error: "field `until`, expected ..".
pub(crate) fn removed(named: &str) -> Option<&'static str> {
    REMOVED.iter().find(|(removed, _)| named.starts_with(removed)).map(|(_, help)| *help)
}
