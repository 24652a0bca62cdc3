//! The command line.

use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};

use super::sample::fingerprint;

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
    #[arg(value_name = "DIR", required = true)]
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

    /// Only the documents of at most this size
    #[arg(long, value_name = "BYTES")]
    pub(super) max_bytes: Option<u64>,

    /// Only the documents of one of N batches: `3/20` is the third of twenty
    #[arg(long, value_name = "K/N")]
    pub(super) batch: Option<Batch>,

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
            && self.batch.is_none_or(|batch| batch.contains(path))
    }

    /// Returns `true` if a document is small enough.
    pub(super) fn wants_size(&self, path: &Path) -> bool {
        self.max_bytes.is_none_or(|most| fs::metadata(path).is_ok_and(|metadata| metadata.len() <= most))
    }
}

/// A part of the documents. Together, the batches of the same number of batches have each document once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Batch {
    /// Counted from 1.
    number: u64,
    count: NonZeroU64,
}

impl Batch {
    fn contains(self, path: &str) -> bool {
        fingerprint(path) % self.count + 1 == self.number
    }
}

impl FromStr for Batch {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let batch = text
            .split_once('/')
            .and_then(|(number, count)| Some(Self { number: number.parse().ok()?, count: count.parse().ok()? }));
        let exists = |batch: &Self| (1..=batch.count.get()).contains(&batch.number);
        batch.filter(exists).ok_or_else(|| "expected the number of a batch and their count, such as `3/20`".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::{Arguments, Batch, Hidden};

    #[test]
    fn the_arguments_are_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_folder_or_one_document() {
        let parse = |text: &str| Arguments::try_parse_from(["corpus"].into_iter().chain(text.split_whitespace()));
        assert!(parse("").is_err());
        assert!(matches!(parse("one x.json --crate-out y").unwrap().hidden, Some(Hidden::One { .. })));
        let options = parse("dir --only pets --exclude v1 --exclude v2").unwrap().run;
        assert!(options.wants("pets/v3.json"));
        assert!(!options.wants("pets/v2.json"));
        assert!(!options.wants("cats/v3.json"));
    }

    #[test]
    fn batches_have_each_document_once() {
        let batch = |text: &str| text.parse::<Batch>();
        assert!(["0/3", "4/3", "1/0", "1", "a/b"].into_iter().all(|text| batch(text).is_err()));
        let batches = ["1/3", "2/3", "3/3"].map(|text| batch(text).unwrap());
        for path in ["a.json", "b.json", "c/d.json", "e.yaml"] {
            assert_eq!(batches.iter().filter(|batch| batch.contains(path)).count(), 1);
        }
    }
}
