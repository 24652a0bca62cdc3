//! The command-line arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::report::Detail;
use bindery::internal::config::{Config, CrateFeatures, DateLibrary};

/// Reads the OpenAPI description that a server publishes and writes a Rust client crate for it.
#[derive(Debug, Parser)]
#[command(name = "bindery", version, about, after_help = STATUSES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: CliCommand,
}

const STATUSES: &str = "Exit status: 0 success, 1 invalid description, 2 invalid arguments or configuration, 3 the description \
                        cannot be read or fetched, 4 the output cannot be written, 5 `check` found a difference, \
                        `diff --exit-code` breaking changes or `observe --fail` something to correct, 6 `diff --exit-code` found compatible changes.";

const DIFF_STATUSES: &str = "Exit status with --exit-code: 0 no changes or only documentation, 6 compatible changes, 5 breaking \
                             changes. With --used-by, only the changes that concern the programs count.";

const OBSERVE_STATUSES: &str = "Exit status with --fail: 5 if a correction is proposed or a response stays unreadable. No value of the \
                                traffic is printed or written.";

#[derive(Debug, Subcommand)]
pub(super) enum CliCommand {
    /// Write a bindery.toml for a description, with the available settings as comments
    Init(Box<InitOptions>),
    /// Generate the client crate
    Generate(Box<GenerateOptions>),
    /// Compare two descriptions and report what changes for Rust code
    #[command(after_help = DIFF_STATUSES)]
    Diff(Box<DiffOptions>),
    /// Check that the vendored crate is up to date
    Check(Box<CheckOptions>),
    /// Fetch the description, show the changes and regenerate the crate
    Update(Box<UpdateOptions>),
    /// Compare recorded traffic with the description, and propose corrections
    #[command(after_help = OBSERVE_STATUSES)]
    Observe(Box<ObserveOptions>),
    /// Answer every operation of a description with example values, and refuse requests that violate it
    Serve(Box<ServeOptions>),
    /// Print the generated crate as data, for debugging and for other tools; the output format is unstable
    Ir(Box<IrOptions>),
    /// Record the names of a client that a build script generates, so that they stay when the description changes
    Lock(Box<LockOptions>),
    /// Explain a diagnostic code
    Explain(ExplainOptions),
    /// Print the JSON Schema of bindery.toml, for editors
    Schema,
    /// Print the completions of this command for a shell
    Completions(CompletionsOptions),
}

#[derive(Debug, Args)]
pub(super) struct CompletionsOptions {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(super) struct InitOptions {
    /// A file, or the address of a description or of a server that publishes one [default: a file with a usual name such as
    /// openapi.yaml in the current directory]
    pub(super) source: Option<String>,

    /// The directory of the crate [default: the name of the crate]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// Generate a module of the crate in the current directory, below its `src`, such as src/client
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    pub(super) module: Option<PathBuf>,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    /// Overwrite an existing bindery.toml
    #[arg(long)]
    pub(super) force: bool,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct GenerateOptions {
    /// A file, `-` for standard input, or the address of a description or of a server that publishes one [default: the
    /// description in bindery.toml]
    pub(super) source: Option<String>,

    #[command(flatten)]
    pub(super) target: TargetOptions,

    /// Generate a module of your own crate instead of a crate, below its `src`, such as src/client
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "name", "features", "offline"])]
    pub(super) module: Option<PathBuf>,

    /// The name of the crate [default: from bindery.toml, the existing crate, or the title of the API]
    #[arg(long, value_name = "CRATE")]
    pub(super) name: Option<String>,

    /// The library for dates and times
    #[arg(long, value_parser = date_library(), value_name = "LIBRARY")]
    pub(super) dates: Option<DateLibrary>,

    /// The features of the crate besides `client` and `reqwest`, such as `cli,mock`, or `all` [default: from bindery.toml, the
    /// existing crate, or all but `blocking`, `cli`, `fixtures`, `mock`, `recording` and `tracing`]
    #[arg(long, value_name = "LIST")]
    pub(super) features: Option<CrateFeatures>,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    #[command(flatten)]
    pub(super) defects: DefectOptions,

    /// Overwrite files that were edited by hand or not written by Bindery
    #[arg(long)]
    pub(super) force: bool,

    /// Regenerate the crate from the description that it contains
    #[arg(long, conflicts_with = "source")]
    pub(super) offline: bool,

    /// Regenerate all files even if nothing has changed, and show all warnings
    #[arg(long, alias = "again")]
    pub(super) regenerate: bool,

    /// Show what would be written, and write nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct DiffOptions {
    /// The old description: a file, an address, or the directory of a vendored crate [default: the crate in bindery.toml]
    pub(super) old: Option<String>,

    /// The new description [default: the description in bindery.toml]
    pub(super) new: Option<String>,

    /// The configuration file [default: bindery.toml in the current directory, if it names the crate or the description]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,

    /// The client in the configuration to compare [default: all clients]
    #[arg(long, value_name = "NAME")]
    pub(super) client: Option<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub(super) format: Format,

    /// Exit with a non-zero status if there are differences
    #[arg(long)]
    pub(super) exit_code: bool,

    /// Report which changes concern the package or workspace in this directory; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(super) used_by: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct CheckOptions {
    /// The description, or the server that publishes it [default: the description in bindery.toml, or else the one that the
    /// crate contains]
    pub(super) source: Option<String>,

    /// Do not access the network: if the description has an address, use the one that the crate contains
    #[arg(long)]
    pub(super) offline: bool,

    #[command(flatten)]
    pub(super) target: TargetOptions,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct UpdateOptions {
    /// The description, or the server that publishes it [default: the description in bindery.toml, or else the source of the
    /// crate]
    pub(super) source: Option<String>,

    #[command(flatten)]
    pub(super) target: TargetOptions,

    /// Regenerate without asking for confirmation
    #[arg(long, short)]
    pub(super) yes: bool,

    /// Show what would change, and write nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    /// Report which changes concern the package or workspace in this directory; may be repeated
    #[arg(long, value_name = "DIR")]
    pub(super) used_by: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    #[command(flatten)]
    pub(super) defects: DefectOptions,

    /// Overwrite files that were edited by hand
    #[arg(long)]
    pub(super) force: bool,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct ObserveOptions {
    /// The recordings: files in HAR 1.2, or with one of its entries per line; directories of them; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// The start of the addresses of the recorded calls, if it is not the server of the description
    #[arg(long, value_name = "URL")]
    pub(super) server: Option<String>,

    /// Write the corrections to bindery.toml and, next to it, observed.overlay.yaml
    #[arg(long)]
    pub(super) write: bool,

    /// Exit with a non-zero status if a correction is proposed or a response stays unreadable
    #[arg(long, conflicts_with = "write")]
    pub(super) fail: bool,

    /// Format of the report
    #[arg(long, value_enum, default_value_t = ObserveFormat::Text, value_name = "FORMAT")]
    pub(super) format: ObserveFormat,

    #[command(flatten)]
    pub(super) target: TargetOptions,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

/// The format of a report of observed traffic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ObserveFormat {
    /// Plain text for a terminal
    #[default]
    Text,
    /// Markdown for pull requests
    Markdown,
    /// JSON for programs
    Json,
}

#[derive(Debug, Args)]
pub(super) struct IrOptions {
    /// A file, `-` for standard input, or the address of a description or of a server that publishes one [default: the
    /// description in bindery.toml]
    pub(super) source: Option<String>,

    #[command(flatten)]
    pub(super) target: TargetOptions,

    /// Output format
    #[arg(long, value_enum, default_value_t = IrFormat::Json, value_name = "FORMAT")]
    pub(super) format: IrFormat,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct LockOptions {
    /// A file, `-` for standard input, or the address of a description or of a server that publishes one [default: the
    /// description in bindery.toml]
    pub(super) source: Option<String>,

    /// The file of the names [default: bindery.lock]
    #[arg(long, value_name = "FILE")]
    pub(super) lock_file: Option<PathBuf>,

    #[command(flatten)]
    pub(super) target: TargetOptions,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct ServeOptions {
    /// A file, `-` for standard input, or the address of a description or of a server that publishes one [default: the
    /// description in bindery.toml]
    #[arg(conflicts_with_all = ["old", "new"])]
    pub(super) source: Option<String>,

    /// The old description: a file, an address, or the directory of a vendored crate; each request is checked by both
    #[arg(long, value_name = "DESCRIPTION")]
    pub(super) old: Option<String>,

    /// The new description, which is served [default: the description in bindery.toml]
    #[arg(long, value_name = "DESCRIPTION", requires = "old")]
    pub(super) new: Option<String>,

    /// The port of the loopback address; 0 selects a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(super) port: u16,

    #[command(flatten)]
    pub(super) target: TargetOptions,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct ExplainOptions {
    /// The code, such as `reference-unresolved` [default: list all codes]
    pub(super) code: Option<String>,
}

/// Options that select the crate and its configuration.
#[derive(Debug, Args)]
pub(super) struct TargetOptions {
    /// The directory of the crate or module
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// The configuration file [default: bindery.toml in the current directory, if it names this crate]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,

    /// The client in the configuration, by name or directory [default: all clients]
    #[arg(long, value_name = "NAME")]
    pub(super) client: Option<String>,
}

/// Options for defects of the description.
#[derive(Debug, Args)]
pub(super) struct DefectOptions {
    /// Fail on warnings
    #[arg(long)]
    pub(super) strict: bool,

    /// Write the client even if more than a tenth of the operations are omitted or lack the type of their body or success
    /// response, or more than a tenth of the component schemas are references that cannot be followed
    #[arg(long)]
    pub(super) allow_partial: bool,
}

impl DefectOptions {
    /// Returns the configuration that they set.
    pub(super) fn config(&self) -> Config {
        let mut config = Config::default();
        config.strict = self.strict.then_some(true);
        config.allow_partial = self.allow_partial.then_some(true);
        config
    }
}

/// Options for fetching a description.
#[derive(Debug, Args)]
pub(super) struct FetchOptions {
    /// A header of the request, such as 'x-service-token: 0123'; sent to the first server only
    #[arg(long, value_name = "NAME: VALUE")]
    pub(super) header: Vec<String>,

    /// The environment variable that contains a token for the request
    #[arg(long, value_name = "VARIABLE")]
    pub(super) token_env: Option<String>,

    /// The header that carries the token [default: `Authorization: Bearer`]
    #[arg(long, value_name = "NAME", requires = "token_env")]
    pub(super) token_header: Option<String>,

    /// A PEM file with root certificates, in addition to those of the system
    #[arg(long, value_name = "FILE")]
    pub(super) cacert: Option<PathBuf>,

    /// The description to use, if a page lists several
    #[arg(long, value_name = "NAME")]
    pub(super) description: Option<String>,

    /// Save the fetched text of the description to this file
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,

    /// The directory within which references to other files are followed [default: the directory of the description]
    #[arg(long, value_name = "DIR")]
    pub(super) root: Option<PathBuf>,

    /// Maximum size of the description and all referenced files, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = bindery::internal::source::Request::MAX_BYTES)]
    pub(super) max_bytes: u64,

    /// Maximum time for fetching the description and all referenced files, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub(super) timeout: Duration,
}

/// Options for diagnostics.
#[derive(Debug, Args)]
pub(super) struct MessageOptions {
    /// Format of diagnostics
    #[arg(long, value_enum, default_value_t = MessageFormat::Full, value_name = "FORMAT")]
    pub(super) message_format: MessageFormat,

    /// Show the addresses that were tried, and the details of changes, too
    #[arg(long, short)]
    pub(super) verbose: bool,
}

impl MessageOptions {
    /// Returns the level of detail of a report of changes.
    pub(super) fn detail(&self) -> Detail {
        if self.verbose { Detail::Full } else { Detail::Short }
    }
}

/// The format of diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum MessageFormat {
    /// Several lines for each cause, with an excerpt; the first 50 of each kind
    #[default]
    Full,
    /// One line for each diagnostic
    Concise,
    /// Annotations for GitHub Actions; the first 50 of each kind
    Github,
    /// One JSON object for each diagnostic
    Json,
}

/// The format of a change report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Plain text for a terminal
    #[default]
    Text,
    /// Markdown for pull requests
    Markdown,
    /// JSON for programs
    Json,
    /// A self-contained HTML page
    Html,
}

/// The format of the intermediate representation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum IrFormat {
    /// One JSON value
    #[default]
    Json,
}

/// Reads the name of a date library.
fn date_library() -> impl TypedValueParser<Value = DateLibrary> {
    let names = DateLibrary::ALL
        .map(|library| PossibleValue::new(library.name()).help(format!("The crate `{}`", library.name())));
    PossibleValuesParser::new(names).map(|name| DateLibrary::from_name(&name).unwrap_or_default())
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected a positive number of seconds".to_owned()),
    }
}
