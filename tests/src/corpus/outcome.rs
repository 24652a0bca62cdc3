//! The results of the documents: the lines printed by children, and the records of the report.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A whole run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Run {
    /// The seed of the sample.
    pub(super) seed: u64,
    /// All documents, by path.
    pub(super) documents: Vec<Document>,
    /// All compiled crates, by path.
    pub(super) compiled: Vec<Compiled>,
}

/// One document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Document {
    /// The path below the folder of the run.
    pub(super) path: String,
    /// The size of the file.
    pub(super) bytes: u64,
    /// The result.
    #[serde(flatten)]
    pub(super) outcome: Outcome,
}

/// The result of a document. A child prints the first three; the parent records the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub(super) enum Outcome {
    /// A client was generated.
    Generated(Box<Generated>),
    /// The generator rejected the description.
    Refused {
        /// The code of the diagnostic.
        code: String,
        /// Its message.
        message: String,
        /// The number of operations lost.
        operations_described: usize,
    },
    /// The file is not a description.
    NoDescription,
    /// The generator panicked.
    Panicked {
        /// The location and message of the panic.
        message: String,
    },
    /// The generator timed out.
    TimedOut {
        /// The limit.
        seconds: u64,
    },
    /// The child ended in another way, such as by a signal.
    Died {
        /// The exit status or signal.
        message: String,
    },
}

/// Counts and measurements of a generation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Generated {
    /// Number of operations in the text of the description.
    pub(super) operations_described: usize,
    /// Number of operations in the client.
    pub(super) operations: usize,
    /// Number of types in the client.
    pub(super) types: usize,
    /// Number of schemas below `components/schemas` or `definitions`.
    pub(super) schemas: usize,
    /// Number of warnings by code.
    pub(super) warnings: BTreeMap<String, usize>,
    /// The warnings about missing parts of the client.
    pub(super) losses: Vec<Loss>,
    /// Size of the description's text.
    pub(super) text_bytes: u64,
    /// Size of the emitted Rust files.
    pub(super) emitted_bytes: u64,
    /// Number of lines in the emitted Rust files.
    pub(super) emitted_lines: u64,
    /// CPU time from reading the file to having the texts of all files, and to writing them if requested.
    pub(super) generation_ms: f64,
    /// CPU time of `serde_json` for the same text; `None` for YAML.
    pub(super) parse_ms: Option<f64>,
    /// Peak memory while generating; `None` if the system does not provide it.
    pub(super) peak_bytes: Option<u64>,
    /// The differences of the description to itself; `None` if not requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) self_diff: Option<Vec<SelfChange>>,
}

/// A difference of a description to itself. There should be none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct SelfChange {
    /// The origin of the names in the second run.
    pub(super) names: String,
    /// The kind of change.
    pub(super) kind: String,
    /// The message.
    pub(super) message: String,
}

/// A part of the description that the client does not support.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Loss {
    /// The code of the warning.
    pub(super) code: String,
    /// Its message.
    pub(super) message: String,
    /// Its JSON pointer.
    pub(super) pointer: String,
}

/// The result of compiling the crate of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Compiled {
    /// The path of the document.
    pub(super) path: String,
    /// The name of the crate.
    pub(super) name: String,
    /// The steps, in order, up to the first failure.
    pub(super) steps: Vec<CheckStep>,
    /// The result of the round trips; `None` if not requested, or without values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) trip: Option<Trip>,
}

/// The result of the round trips of a document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Trip {
    /// Number of values.
    pub(super) instances: usize,
    /// The values that changed in the round trip.
    pub(super) unequal: Vec<Unequal>,
}

/// A value that changed in the round trip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Unequal {
    /// The JSON pointer of the schema.
    pub(super) pointer: String,
    /// The label of the value.
    pub(super) label: String,
    /// The difference.
    pub(super) reason: String,
}

/// One step on a crate, such as `check`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct CheckStep {
    /// The name.
    pub(super) name: String,
    /// Wall time in seconds.
    pub(super) seconds: f64,
    /// Peak memory of one of its processes; `None` if the system does not provide it.
    pub(super) peak_bytes: Option<u64>,
    /// The first lines of the error.
    pub(super) failure: Option<String>,
}

impl Outcome {
    /// Returns the name in reports.
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

    /// Returns the counts, if a client was generated.
    pub(super) fn generated(&self) -> Option<&Generated> {
        match self {
            Self::Generated(generated) => Some(generated),
            _ => None,
        }
    }

    /// Returns the failure, in one line.
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
    /// Returns the differences of the description to itself.
    pub(super) fn self_changes(&self) -> &[SelfChange] {
        self.self_diff.as_deref().unwrap_or_default()
    }
}

impl Compiled {
    /// Returns the step that failed.
    pub(super) fn failed_step(&self) -> Option<&CheckStep> {
        self.steps.iter().find(|step| step.failure.is_some())
    }

    /// Returns the values that changed in the round trip.
    pub(super) fn unequal(&self) -> &[Unequal] {
        self.trip.as_ref().map_or(&[], |trip| &trip.unequal)
    }
}

impl Run {
    /// Returns `true` if every description became a client and equals itself, and every compiled client compiles.
    pub(super) fn is_sound(&self) -> bool {
        self.documents.iter().all(|document| document.outcome.failure().is_none())
            && self.generated().all(|(_, generated)| generated.self_changes().is_empty())
            && self.compiled.iter().all(|compiled| compiled.failed_step().is_none() && compiled.unequal().is_empty())
    }

    /// Returns the documents for which a client was generated.
    pub(super) fn generated(&self) -> impl Iterator<Item = (&Document, &Generated)> {
        self.documents.iter().filter_map(|document| Some((document, document.outcome.generated()?)))
    }
}
