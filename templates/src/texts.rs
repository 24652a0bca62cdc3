//! The files of the support code and of generated crates, for the generator.
//!
//! A text template has named holes and no logic.

macro_rules! runtime {
    ($($file:literal),* $(,)?) => {
        /// The source files of this package but the tests and this one: paths in `src` and texts. A folder begins with its
        /// own file.
        pub const RUNTIME: &[(&str, &str)] = &[$(($file, include_str!($file))),*];
    };
}

runtime![
    "lib.rs",
    "runtime/mod.rs",
    "runtime/adjacent.rs",
    "runtime/authorization.rs",
    "runtime/base64.rs",
    "runtime/blocking.rs",
    "runtime/browser_transport.rs",
    "runtime/builder.rs",
    "runtime/call.rs",
    "runtime/cli/mod.rs",
    "runtime/cli/arguments.rs",
    "runtime/cli/completion.rs",
    "runtime/cli/console.rs",
    "runtime/cli/escape.rs",
    "runtime/cli/input.rs",
    "runtime/cli/options.rs",
    "runtime/cli/output.rs",
    "runtime/cli/program.rs",
    "runtime/cli/table.rs",
    "runtime/cli/tree.rs",
    "runtime/client.rs",
    "runtime/client_types.rs",
    "runtime/code.rs",
    "runtime/curl.rs",
    "runtime/date.rs",
    "runtime/decimal.rs",
    "runtime/decode_failure.rs",
    "runtime/described.rs",
    "runtime/download.rs",
    "runtime/encode.rs",
    "runtime/error.rs",
    "runtime/error_body.rs",
    "runtime/escape.rs",
    "runtime/events.rs",
    "runtime/external.rs",
    "runtime/files.rs",
    "runtime/find_member.rs",
    "runtime/fixture.rs",
    "runtime/form.rs",
    "runtime/headers.rs",
    "runtime/http_client.rs",
    "runtime/inject.rs",
    "runtime/instant.rs",
    "runtime/json_schema.rs",
    "runtime/lines.rs",
    "runtime/lenient.rs",
    "runtime/link.rs",
    "runtime/member.rs",
    "runtime/middleware.rs",
    "runtime/mock.rs",
    "runtime/multipart.rs",
    "runtime/no_transport.rs",
    "runtime/number_or_text.rs",
    "runtime/oauth.rs",
    "runtime/object.rs",
    "runtime/pages.rs",
    "runtime/patch.rs",
    "runtime/pattern.rs",
    "runtime/payload.rs",
    "runtime/platform.rs",
    "runtime/quoted.rs",
    "runtime/redirect.rs",
    "runtime/request.rs",
    "runtime/reqwest_transport.rs",
    "runtime/response.rs",
    "runtime/response_error.rs",
    "runtime/retry.rs",
    "runtime/root_certificate.rs",
    "runtime/rules.rs",
    "runtime/saved_file.rs",
    "runtime/secret.rs",
    "runtime/send_error.rs",
    "runtime/server.rs",
    "runtime/shape.rs",
    "runtime/signatures.rs",
    "runtime/stream.rs",
    "runtime/style.rs",
    "runtime/tagged.rs",
    "runtime/text.rs",
    "runtime/traced.rs",
    "runtime/transport.rs",
    "runtime/tree.rs",
    "runtime/tree_builder.rs",
    "runtime/tree_reader.rs",
    "runtime/type_rules.rs",
    "runtime/union_visitor.rs",
    "runtime/unix_time.rs",
    "runtime/untagged.rs",
    "runtime/untraced.rs",
    "runtime/validate.rs",
    "runtime/value_enum.rs",
    "runtime/verifier.rs",
    "runtime/webhook.rs",
    "runtime/with_feature.rs",
    "runtime/wrapper.rs",
];

/// The manifest of this package.
pub const RUNTIME_MANIFEST: &str = include_str!("../Cargo.toml");

/// `Cargo.toml`. Holes: `name`, `version`, `description`, and the optional dependencies.
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
