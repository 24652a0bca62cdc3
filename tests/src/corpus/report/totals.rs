//! Sums over all documents.

use std::collections::BTreeMap;

use crate::corpus::outcome::{Document, Outcome, Run};

/// The totals.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Totals {
    /// Number of documents with each result, by name.
    pub(super) outcomes: BTreeMap<&'static str, usize>,
    pub(super) documents: usize,
    pub(super) described: usize,
    pub(super) emitted: usize,
    /// Summed for each document, so that extra operations in one do not make up for missing ones in another.
    pub(super) left_out: usize,
    pub(super) schemas: usize,
    pub(super) types: usize,
    pub(super) text_bytes: u64,
    pub(super) emitted_bytes: u64,
    pub(super) emitted_lines: u64,
    pub(super) generation_ms: f64,
    pub(super) warnings: BTreeMap<String, usize>,
    pub(super) compiled: usize,
    pub(super) not_compiling: usize,
}

impl Totals {
    pub(super) fn for_run(run: &Run) -> Self {
        let mut totals = Self { documents: run.documents.len(), compiled: run.compiled.len(), ..Self::default() };
        run.documents.iter().for_each(|document| totals.add(document));
        totals.not_compiling = run.compiled.iter().filter(|compiled| compiled.failed_step().is_some()).count();
        totals
    }

    fn add(&mut self, document: &Document) {
        *self.outcomes.entry(document.outcome.name()).or_default() += 1;
        match &document.outcome {
            Outcome::Generated(generated) => {
                self.described += generated.operations_described;
                self.emitted += generated.operations;
                self.left_out += generated.operations_described.saturating_sub(generated.operations);
                self.schemas += generated.schemas;
                self.types += generated.types;
                self.text_bytes += generated.text_bytes;
                self.emitted_bytes += generated.emitted_bytes;
                self.emitted_lines += generated.emitted_lines;
                self.generation_ms += generated.generation_ms;
                for (code, count) in &generated.warnings {
                    *self.warnings.entry(code.clone()).or_default() += count;
                }
            }
            Outcome::Refused { operations_described, .. } => {
                self.described += operations_described;
                self.left_out += operations_described;
            }
            _ => {}
        }
    }

    pub(super) fn outcome(&self, name: &str) -> usize {
        self.outcomes.get(name).copied().unwrap_or_default()
    }
}
