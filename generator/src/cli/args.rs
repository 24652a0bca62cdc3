//! The arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::config::{CrateFeatures, DateLibrary};

/// Reads the OpenAPI description that a server publishes and writes a Rust client crate for it.
#[derive(Debug, Parser)]
#[command(name = "bindery", version, about, after_help = STATUSES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

const STATUSES: &str = "Exit status: 0 done, 1 the description cannot be used, 2 wrong arguments or configuration, \
                        3 the description cannot be read or fetched, 4 the output cannot be written, 5 `check` found a \
                        difference. `diff --exit-code` has its own.";

const DIFF_STATUSES: &str = "Exit status with --exit-code: 0 nothing changed or only docs, 1 compatible, 2 breaking; 3 or 4 where \
                             the comparison could not be made.";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Look at a description and write a bindery.toml for it, which says what there is to choose
    Init(Box<InitOptions>),
    /// Write the client crate
    Generate(Box<GenerateOptions>),
    /// Tell what changed between two descriptions, and what that means for Rust code
    #[command(after_help = DIFF_STATUSES)]
    Diff(Box<DiffOptions>),
    /// Tell whether the vendored crate is what its description gives
    Check(Box<CheckOptions>),
    /// Fetch the description, show what changed, and write the crate anew
    Update(Box<UpdateOptions>),
    /// Give something in the vendored crate another name
    Rename(Box<RenameOptions>),
    /// Explain a diagnostic code
    Explain(ExplainOptions),
    /// Print the JSON Schema of bindery.toml, by which editors complete and check it
    Schema,
}

#[derive(Debug, Args)]
pub(super) struct InitOptions {
    /// A file, the address of a description, or the address of a server that publishes one; by default the file in this folder
    /// that is called as descriptions are, such as openapi.yaml
    pub(super) source: Option<String>,

    /// The folder of the crate; by default one of its name
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// A module of the crate around this folder instead of a crate, in a folder below its `src` such as src/client
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    pub(super) module: Option<PathBuf>,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    /// Overwrite the bindery.toml that is there
    #[arg(long)]
    pub(super) force: bool,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct GenerateOptions {
    /// A file, `-` for standard input, the address of a description, or the address of a server that publishes one;
    /// by default what bindery.toml says
    pub(super) source: Option<String>,

    #[command(flatten)]
    pub(super) place: PlaceOptions,

    /// Write a module of a crate of your own instead of a crate, into a folder below its `src` such as src/client
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "name", "features", "offline"])]
    pub(super) module: Option<PathBuf>,

    /// Add what the code of a module depends on to the manifest of its crate, of which nothing else changes
    #[arg(long)]
    pub(super) add_dependencies: bool,

    /// The name of the crate; by default the configuration's, the one it has, or the title of the API
    #[arg(long, value_name = "CRATE")]
    pub(super) name: Option<String>,

    /// The library for dates
    #[arg(long, value_enum, value_name = "LIBRARY")]
    pub(super) dates: Option<DateLibrary>,

    /// The features that the crate offers beside `client` and `reqwest`, such as `cli,mock`; by default the
    /// configuration's, those it has, or all that there are
    #[arg(long, value_name = "LIST")]
    pub(super) features: Option<CrateFeatures>,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    /// Refuse where something would have to be repaired or left out
    #[arg(long)]
    pub(super) strict: bool,

    /// Write the client even if more than a tenth of the operations or schemas lacks content
    #[arg(long)]
    pub(super) allow_partial: bool,

    /// Overwrite files that were edited by hand or are not Bindery's
    #[arg(long)]
    pub(super) force: bool,

    /// Regenerate the crate from the description that it holds
    #[arg(long, conflicts_with = "source")]
    pub(super) offline: bool,

    /// Regenerate everything, even if nothing has changed, and show all warnings
    #[arg(long, alias = "again")]
    pub(super) regenerate: bool,

    /// Report what would be written, and write nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct DiffOptions {
    /// The description before: a file, an address, or the folder of a vendored crate; by default the crate of bindery.toml
    pub(super) old: Option<String>,

    /// The description now; by default the one that bindery.toml names
    pub(super) new: Option<String>,

    /// The configuration file; by default bindery.toml in this folder, where the crate or the description is the one it names
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,

    /// One of the clients that the configuration lists; by default all of them
    #[arg(long, value_name = "NAME")]
    pub(super) client: Option<String>,

    /// How the changes are told
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub(super) format: Format,

    /// Say it by the exit status as well
    #[arg(long)]
    pub(super) exit_code: bool,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct CheckOptions {
    /// The description, or the server that publishes it; by default what bindery.toml says, or else the description that the
    /// crate holds
    pub(super) source: Option<String>,

    /// Take the description that the crate holds
    #[arg(long, conflicts_with = "source")]
    pub(super) offline: bool,

    #[command(flatten)]
    pub(super) place: PlaceOptions,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct UpdateOptions {
    /// The description, or the server that publishes it; by default what bindery.toml says, or else where the crate's
    /// came from
    pub(super) source: Option<String>,

    #[command(flatten)]
    pub(super) place: PlaceOptions,

    /// Write without asking
    #[arg(long, short)]
    pub(super) yes: bool,

    /// Show all that would be done, and write nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    #[command(flatten)]
    pub(super) fetching: FetchOptions,

    /// Refuse where something would have to be repaired or left out
    #[arg(long)]
    pub(super) strict: bool,

    /// Write the client even if more than a tenth of the operations or schemas lacks content
    #[arg(long)]
    pub(super) allow_partial: bool,

    /// Overwrite files that were edited by hand
    #[arg(long)]
    pub(super) force: bool,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct RenameOptions {
    /// What it is in the description that the crate holds, as in `[names]`: Story, Story.notes, listStories, "GET /story",
    /// listStories.page, or a JSON pointer such as /components/schemas/Story
    #[arg(value_name = "KEY")]
    pub(super) key: String,

    /// The name it is to have
    pub(super) name: String,

    #[command(flatten)]
    pub(super) place: PlaceOptions,

    /// Report what would be written, and write nothing
    #[arg(long)]
    pub(super) dry_run: bool,

    /// Overwrite files that were edited by hand
    #[arg(long)]
    pub(super) force: bool,

    #[command(flatten)]
    pub(super) messages: MessageOptions,
}

#[derive(Debug, Args)]
pub(super) struct ExplainOptions {
    /// The code, such as `reference-unresolved`; all of them if none is given
    pub(super) code: Option<String>,
}

/// Which crate, and by which configuration.
#[derive(Debug, Args)]
pub(super) struct PlaceOptions {
    /// The folder of the crate, or of a module
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// The configuration file; by default bindery.toml in this folder, where it is about this crate
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,

    /// One of the clients that the configuration lists, by its name or its folder; by default all of them
    #[arg(long, value_name = "NAME")]
    pub(super) client: Option<String>,
}

/// How a description is fetched.
#[derive(Debug, Args)]
pub(super) struct FetchOptions {
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

    /// The directory that references to other files are followed in; by default that of the description
    #[arg(long, value_name = "DIR")]
    pub(super) root: Option<PathBuf>,

    /// The largest description to take, with all files that it refers to, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = crate::source::Request::MAX_BYTES)]
    pub(super) max_bytes: u64,

    /// How long fetching may take, with all files that the description refers to, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub(super) timeout: Duration,
}

/// How problems are shown.
#[derive(Debug, Args)]
pub(super) struct MessageOptions {
    /// How problems are shown
    #[arg(long, value_enum, default_value_t = MessageFormat::Full, value_name = "FORMAT")]
    pub(super) message_format: MessageFormat,
}

/// How problems are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum MessageFormat {
    /// Several lines for each cause, with an excerpt of its first place; of each kind the first 50
    #[default]
    Full,
    /// One line each
    Concise,
    /// Annotations of a job on GitHub; of each kind the first 50
    Github,
    /// One JSON object each
    Json,
}

/// How changes are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For a terminal
    #[default]
    Text,
    /// For a change request
    Markdown,
    /// For programs
    Json,
    /// One page that needs nothing else
    Html,
}

impl ValueEnum for DateLibrary {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(format!("The crate `{}`", self.name())))
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a number of seconds above 0 is wanted".to_owned()),
    }
}
