//! The files of the support code and of generated crates, for the generator.
//!
//! A text template has named holes and no logic.

/// The seconds that a [`UnixTime`](crate::UnixTime) is read from.
pub const UNIX_SECONDS: std::ops::RangeInclusive<i64> = crate::wire::unix_time::UNIX_SECONDS;

macro_rules! runtime {
    ($($file:literal),* $(,)?) => {
        /// The source files of this package but the tests and this one: paths in `src` and texts. A folder begins with its
        /// own file.
        pub const RUNTIME: &[(&str, &str)] = &[$(($file, include_str!($file))),*];
    };
}

runtime![
    "lib.rs",
    "mock.rs",
    "auth/mod.rs",
    "auth/authorization.rs",
    "auth/masking.rs",
    "auth/oauth.rs",
    "auth/secret.rs",
    "calls/mod.rs",
    "calls/blocking.rs",
    "calls/browser_transport.rs",
    "calls/builder.rs",
    "calls/call.rs",
    "calls/client.rs",
    "calls/curl.rs",
    "calls/http_client.rs",
    "calls/middleware.rs",
    "calls/no_transport.rs",
    "calls/platform.rs",
    "calls/recorder.rs",
    "calls/redirect.rs",
    "calls/reqwest_transport.rs",
    "calls/retry.rs",
    "calls/root_certificate.rs",
    "calls/send_error.rs",
    "calls/server.rs",
    "calls/traced.rs",
    "calls/transport.rs",
    "calls/untraced.rs",
    "cli/mod.rs",
    "cli/arguments.rs",
    "cli/completion.rs",
    "cli/console.rs",
    "cli/escape.rs",
    "cli/input.rs",
    "cli/options.rs",
    "cli/output.rs",
    "cli/program.rs",
    "cli/table.rs",
    "cli/tree.rs",
    "generated/mod.rs",
    "generated/client_types.rs",
    "generated/from_variants.rs",
    "generated/generated_for.rs",
    "generated/paginated.rs",
    "generated/with_feature.rs",
    "requests/mod.rs",
    "requests/encode.rs",
    "requests/escape.rs",
    "requests/files.rs",
    "requests/form.rs",
    "requests/multipart.rs",
    "requests/payload.rs",
    "requests/request.rs",
    "requests/style.rs",
    "responses/mod.rs",
    "responses/decode_failure.rs",
    "responses/download.rs",
    "responses/error.rs",
    "responses/error_body.rs",
    "responses/headers.rs",
    "responses/misfit.rs",
    "responses/response.rs",
    "responses/response_error.rs",
    "responses/saved_file.rs",
    "streams/mod.rs",
    "streams/events.rs",
    "streams/lines.rs",
    "streams/link.rs",
    "streams/pages.rs",
    "streams/stream.rs",
    "validation/mod.rs",
    "validation/pattern.rs",
    "validation/rules.rs",
    "validation/type_rules.rs",
    "validation/validate.rs",
    "webhooks/mod.rs",
    "webhooks/signatures.rs",
    "webhooks/verifier.rs",
    "webhooks/webhook.rs",
    "wire/mod.rs",
    "wire/adjacent.rs",
    "wire/base64.rs",
    "wire/code.rs",
    "wire/date.rs",
    "wire/decimal.rs",
    "wire/described.rs",
    "wire/external.rs",
    "wire/find_member.rs",
    "wire/fixture.rs",
    "wire/http_date.rs",
    "wire/inject.rs",
    "wire/instant.rs",
    "wire/json.rs",
    "wire/json_schema.rs",
    "wire/lenient.rs",
    "wire/member.rs",
    "wire/no_sightings.rs",
    "wire/number_or_text.rs",
    "wire/object.rs",
    "wire/object_schema.rs",
    "wire/patch.rs",
    "wire/quoted.rs",
    "wire/shape.rs",
    "wire/sightings.rs",
    "wire/tagged.rs",
    "wire/text.rs",
    "wire/trail.rs",
    "wire/tree.rs",
    "wire/tree_builder.rs",
    "wire/tree_reader.rs",
    "wire/union_visitor.rs",
    "wire/unix_time.rs",
    "wire/untagged.rs",
    "wire/value_enum.rs",
    "wire/wrapper.rs",
];

/// The manifest of this package.
pub const RUNTIME_MANIFEST: &str = include_str!("../Cargo.toml");

/// The licenses of this package.
pub const LICENSES: [(&str, &str); 2] = [
    ("LICENSE-APACHE", include_str!("../LICENSE-APACHE")),
    ("LICENSE-MIT", include_str!("../LICENSE-MIT")),
];

/// `Cargo.toml`. Holes: `name`, `package`, `docs`, `default`, `features`, `program`, `example`, `dependencies` and
/// `development`.
pub const MANIFEST: &str = include_str!("../text/manifest.toml");

/// `README.md`, which is also the front page of the docs. Holes: `name`, `library`, `version`, `title`, `opening`,
/// `own`, `program`, `server`, `streams`, `features`, `groups`, `events`, `token`, `tests`, `cli`, `codes`,
/// `description`.
pub const README: &str = include_str!("../text/readme.md");

/// `README.md` of a crate without operations. Holes: `name`, `version`, `title`, `opening`, `own`,
/// `program`, `events`, `features`, `tests`, `codes` and `description`.
pub const README_TYPES: &str = include_str!("../text/readme_types.md");

/// The section of `README.md` about the command line.
pub const README_CLI: &str = include_str!("../text/readme_cli.md");

/// The section of `README.md` about the mock transport. The hole is `expected`, an expected call.
pub const README_MOCK: &str = include_str!("../text/readme_mock.md");

/// `rustfmt.toml`. It disables formatting, so that formatting a workspace does not edit the generated files.
pub const RUSTFMT: &str = include_str!("../text/rustfmt.toml");
