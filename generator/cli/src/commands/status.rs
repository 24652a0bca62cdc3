//! The exit status of a run.

use bindery::internal::diagnostic::{Code, Diagnostic};

/// The exit status of a run, in the order of severity: a failure is more severe than a result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// The command succeeded.
    Done,
    /// The changes are compatible.
    Compatible,
    /// The crate does not match its description, or the changes are breaking.
    Differs,
    /// The description is invalid.
    Refused,
    /// The arguments or the configuration are invalid.
    Usage,
    /// The description cannot be read or fetched.
    Source,
    /// The output cannot be written.
    Output,
}

impl Status {
    /// Returns the exit status of the process.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refused => 1,
            Self::Usage => 2,
            Self::Source => 3,
            Self::Output => 4,
            Self::Differs => 5,
            Self::Compatible => 6,
        }
    }

    /// Returns the status for an error.
    pub(super) fn for_error(problem: &Diagnostic) -> Self {
        match problem.code {
            Code::SourceUnreadable
            | Code::SourceUnreachable
            | Code::SourceRefused
            | Code::SourceTooLarge
            | Code::NoDescriptionFound
            | Code::DescriptionAmbiguous => Self::Source,
            Code::ConfigurationInvalid | Code::OverrideUnused | Code::OutputUnconfirmed | Code::ProgramUnusable => {
                Self::Usage
            }
            Code::OutputUnwritable | Code::OutputForeign | Code::OutputEdited => Self::Output,
            _ => Self::Refused,
        }
    }
}
