//! The command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

/// Generates a client for every description below a folder, compiles a sample of them, and writes a report
#[derive(Debug, Parser)]
#[command(name = "corpus", args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Exit status: 0 all went well, 1 a document panicked, timed out, was refused or does not \
                        compile, 2 the run itself cannot go on.")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) run: RunOptions,

    #[command(subcommand)]
    pub(super) hidden: Option<Hidden>,
}

/// The commands that the runner starts itself with, for one document.
#[derive(Debug, Subcommand)]
pub(super) enum Hidden {
    /// Generate for one document and print the result as one line of JSON
    #[command(hide = true)]
    One {
        /// The document
        path: PathBuf,

        /// The folder to write the crate to, named like the crate
        #[arg(long, value_name = "FOLDER")]
        crate_out: Option<PathBuf>,

        /// Compare the description with itself
        #[arg(long)]
        self_diff: bool,

        /// The folder to write the program of the round trips to, named like its package
        #[arg(long, value_name = "FOLDER")]
        program_out: Option<PathBuf>,
    },
    /// Run the round-trip program on instances, and print the result as one line of JSON
    #[command(hide = true)]
    Trip {
        /// The document
        path: PathBuf,

        /// The program
        program: PathBuf,
    },
}

/// The documents to process, and the options.
#[derive(Clone, Debug, Args)]
pub(super) struct RunOptions {
    /// The folder; every *.json, *.yaml and *.yml below it is a document
    #[arg(value_name = "DIR", required_unless_present = "compare")]
    pub(super) folder: Option<PathBuf>,

    /// Only the documents whose path below DIR contains this
    #[arg(long, value_name = "PATTERN")]
    pub(super) only: Option<String>,

    /// Exclude documents whose path below DIR contains this; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(super) exclude: Vec<String>,

    /// Only the documents listed in this file: one path below DIR per line
    #[arg(long, value_name = "FILE")]
    pub(super) list: Option<PathBuf>,

    /// Compile a sample of N documents
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) compile: usize,

    /// Compile the K largest documents too
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(super) largest: usize,

    /// Compile each feature alone of the first N of what is compiled
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) each_feature: usize,

    /// Compare each description with itself, also with the names of a first run, and report differences
    #[arg(long)]
    pub(super) self_diff: bool,

    /// Run clippy on the first N of what is compiled
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) clippy: usize,

    /// Run rustdoc on the first N of what is compiled
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) doc: usize,

    /// Deserialize and serialize instances with the types of the compiled crates
    #[arg(long)]
    pub(super) round_trip: bool,

    /// The seed of the sample; the same seed selects the same documents
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,

    /// Number of documents processed in parallel; by default one for each core
    #[arg(long, value_name = "J")]
    pub(super) jobs: Option<NonZeroUsize>,

    /// Time limit for the generation of one document
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    timeout: u64,

    /// Time limit for each call of cargo
    #[arg(long, value_name = "SECONDS", default_value_t = 900)]
    compile_timeout: u64,

    /// The folder for the report and the crates
    #[arg(long, value_name = "FOLDER", default_value = "target/corpus")]
    pub(super) out: PathBuf,

    /// Print the differences between the report.json of two runs, instead of running
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"], conflicts_with = "folder")]
    pub(super) compare: Vec<PathBuf>,
}

impl RunOptions {
    pub(super) fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(cores, NonZeroUsize::get)
    }

    pub(super) fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }

    pub(super) fn compile_timeout(&self) -> Duration {
        Duration::from_secs(self.compile_timeout)
    }

    /// Returns `true` if a path below the folder is selected.
    pub(super) fn wants(&self, path: &str) -> bool {
        self.only.as_deref().is_none_or(|part| path.contains(part))
            && !self.exclude.iter().any(|part| path.contains(part.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::{Arguments, Hidden};

    #[test]
    fn the_arguments_are_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_folder_a_comparison_or_one_document() {
        let parse = |text: &str| Arguments::try_parse_from(["corpus"].into_iter().chain(text.split_whitespace()));
        assert!(parse("").is_err());
        assert!(parse("dir --compare a b").is_err());
        assert_eq!(parse("--compare a b").unwrap().run.compare.len(), 2);
        assert!(matches!(parse("one x.json --crate-out y").unwrap().hidden, Some(Hidden::One { .. })));
        let options = parse("dir --only pets --exclude v1 --exclude v2").unwrap().run;
        assert!(options.wants("pets/v3.json"));
        assert!(!options.wants("pets/v2.json"));
        assert!(!options.wants("cats/v3.json"));
    }
}
