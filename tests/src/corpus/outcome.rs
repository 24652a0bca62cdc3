//! What came of each document: the lines that children tell, and the records of the report.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A whole run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    /// What the sample was drawn by.
    pub(super) seed: u64,
    /// Every document, by path.
    pub(super) documents: Vec<Document>,
    /// Every crate that was compiled, by path.
    pub(super) compiled: Vec<Compiled>,
}

/// One document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Document {
    /// The path below the folder of the run.
    pub(super) path: String,
    /// The size of the file.
    pub(super) bytes: u64,
    /// What came of it.
    #[serde(flatten)]
    pub(super) outcome: Outcome,
}

/// What came of a document. A child tells the first three; the others are told about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub(super) enum Outcome {
    /// A client was generated.
    Generated(Box<Generated>),
    /// The generator refused a description.
    Refused {
        /// The code of the diagnostic.
        code: String,
        /// Its message.
        message: String,
        /// The operations that are thereby lost.
        operations_described: usize,
    },
    /// The file is no description at all.
    NoDescription,
    /// The generator panicked.
    Panicked {
        /// Where, and the panic's message.
        message: String,
    },
    /// The generator took too long.
    TimedOut {
        /// The limit.
        seconds: u64,
    },
    /// The child ended in another way, such as by a signal.
    Died {
        /// How.
        message: String,
    },
}

/// What was counted and measured about a generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Generated {
    /// The operations in the text of the description.
    pub(super) operations_described: usize,
    /// The operations of the client.
    pub(super) operations: usize,
    /// The types of the client.
    pub(super) types: usize,
    /// The schemas below `components/schemas` or `definitions`.
    pub(super) schemas: usize,
    /// How many warnings of each code.
    pub(super) warnings: BTreeMap<String, usize>,
    /// The warnings that tell of a loss, one by one.
    pub(super) losses: Vec<Loss>,
    /// The size of the text of the description.
    pub(super) text_bytes: u64,
    /// The size of the emitted Rust files.
    pub(super) emitted_bytes: u64,
    /// The lines of the emitted Rust files.
    pub(super) emitted_lines: u64,
    /// The CPU time from reading the file to having the texts of all files, and to writing them if asked.
    pub(super) generation_ms: f64,
    /// The CPU time of `serde_json` on the same text; none for YAML.
    pub(super) parse_ms: Option<f64>,
    /// The most memory that was in use at once while generating; none where the system does not tell.
    pub(super) peak_bytes: Option<u64>,
    /// What changed from the description to itself; none where that was not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) self_diff: Option<Vec<SelfChange>>,
}

/// A change from a description to itself, of which there should be none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SelfChange {
    /// Where the names of the second run came from.
    pub(super) names: String,
    /// The kind of change.
    pub(super) kind: String,
    /// What is told of it.
    pub(super) told: String,
}

/// Something of the description that the client does not offer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Loss {
    /// The code of the warning.
    pub(super) code: String,
    /// Its message.
    pub(super) message: String,
    /// Its JSON pointer.
    pub(super) pointer: String,
}

/// What came of compiling the crate of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Compiled {
    /// The path of the document.
    pub(super) path: String,
    /// The name of the crate.
    pub(super) name: String,
    /// Each step, in order; none follows a failure.
    pub(super) steps: Vec<CheckStep>,
    /// What came of the round trips; none where they were not asked for, or nothing was to be tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) trip: Option<Trip>,
}

/// What came of the round trips of a document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Trip {
    /// How many values were read and written.
    pub(super) instances: usize,
    /// Those that did not come back equal.
    pub(super) unequal: Vec<Unequal>,
}

/// A value that did not come back equal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Unequal {
    /// The JSON pointer of the schema.
    pub(super) pointer: String,
    /// What is special to the value.
    pub(super) label: String,
    /// What is wrong.
    pub(super) reason: String,
}

/// One step on a crate, such as `check`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CheckStep {
    /// Which one.
    pub(super) name: String,
    /// How long it took, by the clock on the wall.
    pub(super) seconds: f64,
    /// The most memory that one process of it had in use; none where the system does not tell.
    pub(super) peak_bytes: Option<u64>,
    /// The first lines of what went wrong.
    pub(super) failure: Option<String>,
}

impl Outcome {
    /// What it is called in reports.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Generated(_) => "generated",
            Self::Refused { .. } => "refused",
            Self::NoDescription => "no description",
            Self::Panicked { .. } => "panicked",
            Self::TimedOut { .. } => "timed out",
            Self::Died { .. } => "died",
        }
    }

    /// What was counted, where a client was generated.
    pub(super) fn generated(&self) -> Option<&Generated> {
        match self {
            Self::Generated(generated) => Some(generated),
            _ => None,
        }
    }

    /// What went wrong, in one line.
    pub(super) fn failure(&self) -> Option<String> {
        match self {
            Self::Generated(_) | Self::NoDescription => None,
            Self::Refused { code, message, .. } => Some(format!("{code}: {message}")),
            Self::Panicked { message } | Self::Died { message } => Some(message.clone()),
            Self::TimedOut { seconds } => Some(format!("took longer than {seconds} s")),
        }
    }
}

impl Generated {
    /// What changed from the description to itself.
    pub(super) fn self_changes(&self) -> &[SelfChange] {
        self.self_diff.as_deref().unwrap_or_default()
    }
}

impl Compiled {
    /// The step that failed.
    pub(super) fn failed(&self) -> Option<&CheckStep> {
        self.steps.iter().find(|step| step.failure.is_some())
    }

    /// The values that did not come back equal.
    pub(super) fn unequal(&self) -> &[Unequal] {
        self.trip.as_ref().map_or(&[], |trip| &trip.unequal)
    }
}

impl Run {
    /// Returns `true` if every description became a client and is the same as itself, and every client that was compiled compiles.
    pub(super) fn is_sound(&self) -> bool {
        self.documents.iter().all(|document| document.outcome.failure().is_none())
            && self.generated().all(|(_, generated)| generated.self_changes().is_empty())
            && self.compiled.iter().all(|compiled| compiled.failed().is_none() && compiled.unequal().is_empty())
    }

    /// The documents for which a client was generated.
    pub(super) fn generated(&self) -> impl Iterator<Item = (&Document, &Generated)> {
        self.documents.iter().filter_map(|document| Some((document, document.outcome.generated()?)))
    }
}
