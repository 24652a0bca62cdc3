//! Reports of references that lead nowhere.

use indexmap::{IndexMap, IndexSet};

use super::files::Unresolved;
use crate::base::diagnostic::{Code, Diagnostic, Sink, SourceLocation};

/// The files that cannot be read, each reported once.
#[derive(Default)]
pub(super) struct UnreadFiles {
    files: IndexMap<String, UnreadFile>,
}

/// A file that cannot be read.
struct UnreadFile {
    /// The first reference to it.
    at: SourceLocation,
    reference: String,
    reason: Unresolved,
    /// Number of references to it, and their consequence.
    count: usize,
    consequences: IndexSet<&'static str>,
}

impl UnreadFiles {
    /// Reports an unresolved reference, now or with the others to the same file.
    pub(super) fn add(
        &mut self,
        at: SourceLocation,
        reference: &str,
        reason: Unresolved,
        consequence: &'static str,
        sink: &mut Sink,
    ) {
        if !sink.mark_unresolved(at.clone()) {
            return;
        }
        match reason.file.clone() {
            Some(file) => {
                let path = reference.split('#').next().unwrap_or_default();
                let unread = self.files.entry(file).or_insert_with(|| UnreadFile {
                    at,
                    reference: path.to_owned(),
                    reason,
                    count: 0,
                    consequences: IndexSet::new(),
                });
                unread.count += 1;
                unread.consequences.insert(consequence);
            }
            None => {
                let message = format!("cannot resolve `{reference}`: {}; {consequence}", reason.reason);
                push_unresolved(sink, message, at, reason.help);
            }
        }
    }

    /// Reports the files.
    pub(super) fn report(&mut self, sink: &mut Sink) {
        for unread in std::mem::take(&mut self.files).into_values() {
            let UnreadFile { at, reference, reason, count, consequences } = unread;
            let references = if count == 1 { "1 reference".to_owned() } else { format!("{count} references") };
            let consequences = consequences.into_iter().collect::<Vec<_>>().join(", ");
            let message = format!("cannot read `{reference}`: {} ({references}); {consequences}", reason.reason);
            push_unresolved(sink, message, at, reason.help);
        }
    }
}

fn push_unresolved(sink: &mut Sink, message: String, at: SourceLocation, help: Option<String>) {
    let help = help.unwrap_or_else(|| "refer to a location in this document, or to a file in its directory".to_owned());
    sink.push(Diagnostic::warning(Code::ReferenceUnresolved, message).at(at.source, at.location).help(help));
}
