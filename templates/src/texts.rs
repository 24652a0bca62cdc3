//! The files of the support code and of generated crates, for the generator.
//!
//! A text template has named holes and no logic.

macro_rules! runtime {
    ($($file:literal),* $(,)?) => {
        /// The files of the support code: names and texts.
        pub const RUNTIME: &[(&str, &str)] = &[$(($file, include_str!(concat!("runtime/", $file)))),*];
    };
}

runtime![
    "adjacent.rs",
    "authorization.rs",
    "base64.rs",
    "blocking.rs",
    "browser_transport.rs",
    "builder.rs",
    "call.rs",
    "cli/arguments.rs",
    "cli/completion.rs",
    "cli/console.rs",
    "cli/escape.rs",
    "cli/input.rs",
    "cli/mod.rs",
    "cli/options.rs",
    "cli/output.rs",
    "cli/program.rs",
    "cli/table.rs",
    "cli/tree.rs",
    "client.rs",
    "client_types.rs",
    "code.rs",
    "curl.rs",
    "date.rs",
    "decimal.rs",
    "decode_failure.rs",
    "described.rs",
    "download.rs",
    "encode.rs",
    "error.rs",
    "error_body.rs",
    "escape.rs",
    "events.rs",
    "external.rs",
    "files.rs",
    "find_member.rs",
    "fixture.rs",
    "form.rs",
    "headers.rs",
    "http_client.rs",
    "inject.rs",
    "instant.rs",
    "json_schema.rs",
    "lines.rs",
    "lenient.rs",
    "link.rs",
    "member.rs",
    "middleware.rs",
    "mock.rs",
    "multipart.rs",
    "no_transport.rs",
    "number_or_text.rs",
    "oauth.rs",
    "object.rs",
    "pages.rs",
    "patch.rs",
    "pattern.rs",
    "payload.rs",
    "platform.rs",
    "quoted.rs",
    "redirect.rs",
    "request.rs",
    "reqwest_transport.rs",
    "response.rs",
    "response_error.rs",
    "retry.rs",
    "root_certificate.rs",
    "rules.rs",
    "saved_file.rs",
    "secret.rs",
    "send_error.rs",
    "server.rs",
    "shape.rs",
    "signatures.rs",
    "stream.rs",
    "style.rs",
    "tagged.rs",
    "text.rs",
    "traced.rs",
    "transport.rs",
    "tree.rs",
    "tree_builder.rs",
    "tree_reader.rs",
    "type_rules.rs",
    "union_visitor.rs",
    "unix_time.rs",
    "untagged.rs",
    "untraced.rs",
    "validate.rs",
    "value_enum.rs",
    "verifier.rs",
    "webhook.rs",
    "wrapper.rs",
];

/// The root of the support code: its modules and exports.
pub const RUNTIME_ROOT: &str = include_str!("runtime/mod.rs");

/// `Cargo.toml` of a shared crate. Holes: `name`, `version`.
pub const SHARED_MANIFEST: &str = include_str!("../text/shared_manifest.toml");

/// `README.md` of a shared crate. Holes: `name`, `library`.
pub const SHARED_README: &str = include_str!("../text/shared_readme.md");

/// `Cargo.toml`. Holes: `name`, `version`, `description`, and the optional dependencies.
pub const MANIFEST: &str = include_str!("../text/manifest.toml");

/// `README.md`, which is also the front page of the docs. Holes: `name`, `library`, `version`, `title`, `opening`,
/// `own`, `program`, `server`, `streams`, `features`, `groups`, `events`, `token`, `tests`, `cli`, `codes`,
/// `description`.
pub const README: &str = include_str!("../text/readme.md");

/// `README.md` of a crate without operations. Holes: `name`, `version`, `title`, `opening`, `own`, `needed`,
/// `program`, `events`, `features`, `tests`, `codes` and `description`.
pub const README_TYPES: &str = include_str!("../text/readme_types.md");

/// The section of `README.md` about the command line.
pub const README_CLI: &str = include_str!("../text/readme_cli.md");

/// The section of `README.md` about the mock transport. The hole is `expected`, an expected call.
pub const README_MOCK: &str = include_str!("../text/readme_mock.md");

/// `rustfmt.toml`. It disables formatting, so that formatting a workspace does not edit the generated files.
pub const RUSTFMT: &str = include_str!("../text/rustfmt.toml");
