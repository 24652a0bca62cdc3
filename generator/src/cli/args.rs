//! The arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Reads the OpenAPI description that a server publishes and writes a Rust client crate for it.
#[derive(Debug, Parser)]
#[command(name = "bindery", version, about, after_help = STATUSES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

const STATUSES: &str = "Exit status: 0 done, 1 the description cannot be used, 2 wrong arguments or configuration, \
                        3 the description cannot be read or fetched, 4 the output cannot be written.";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Write the client crate
    Generate(Box<GenerateOptions>),
    /// Explain a diagnostic code
    Explain(ExplainOptions),
}

#[derive(Debug, Args)]
pub(super) struct GenerateOptions {
    /// A file, `-` for standard input, the address of a description, or the address of a server that publishes one;
    /// by default what bindery.toml says
    pub(super) source: Option<String>,

    /// The folder of the crate
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// The name of the crate; by default the configuration's, or the title of the API
    #[arg(long, value_name = "CRATE")]
    pub(super) name: Option<String>,

    /// The configuration file; by default bindery.toml in this folder, if there is one and no SOURCE is given
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,

    /// The library for dates
    #[arg(long, value_enum, value_name = "LIBRARY")]
    pub(super) dates: Option<Dates>,

    /// A header for fetching, such as 'x-service-token: 0123'; it goes to the first server only
    #[arg(long, value_name = "NAME: VALUE")]
    pub(super) header: Vec<String>,

    /// The environment variable that holds a token for fetching
    #[arg(long, value_name = "VARIABLE")]
    pub(super) token_env: Option<String>,

    /// The header that carries that token; without it, it travels as `Authorization: Bearer`
    #[arg(long, value_name = "NAME", requires = "token_env")]
    pub(super) token_header: Option<String>,

    /// Which description, where a page lists several
    #[arg(long, value_name = "NAME")]
    pub(super) description: Option<String>,

    /// Keep the text of the description in this file
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,

    /// The largest description to take, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = crate::source::Request::MAX_BYTES)]
    pub(super) max_bytes: u64,

    /// How long fetching may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub(super) timeout: Duration,

    /// Refuse where something would have to be repaired or left out
    #[arg(long)]
    pub(super) strict: bool,

    /// Overwrite files that were edited by hand or are not Bindery's
    #[arg(long)]
    pub(super) force: bool,

    /// Say what would be written, and write nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    /// How problems are shown
    #[arg(long, value_enum, default_value_t = MessageFormat::Full, value_name = "FORMAT")]
    pub(super) message_format: MessageFormat,
}

#[derive(Debug, Args)]
pub(super) struct ExplainOptions {
    /// The code, such as `reference-unresolved`; all of them if none is given
    pub(super) code: Option<String>,
}

/// How problems are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum MessageFormat {
    /// Several lines each, with an excerpt
    #[default]
    Full,
    /// One line each
    Concise,
    /// One JSON object each
    Json,
}

/// The library for dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Dates {
    /// The crate `jiff`
    Jiff,
    /// The crate `chrono`
    Chrono,
    /// The crate `time`
    Time,
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a number of seconds above 0 is wanted".to_owned()),
    }
}
