//! The exit status of a run.

use crate::diagnostic::{Code, Diagnostic};

/// The exit status of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The command succeeded.
    Done,
    /// The description is invalid.
    Refused,
    /// The arguments or the configuration are invalid.
    Usage,
    /// The description cannot be read or fetched.
    Source,
    /// The output cannot be written.
    Output,
    /// The crate does not match its description.
    Differs,
    /// The changes are compatible.
    Compatible,
    /// The changes are breaking.
    Breaking,
}

impl Status {
    /// Returns the exit status of the process.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refused | Self::Compatible => 1,
            Self::Usage | Self::Breaking => 2,
            Self::Source => 3,
            Self::Output => 4,
            Self::Differs => 5,
        }
    }

    /// Returns the more severe of two statuses. A failure is more severe than a result of a check.
    pub(super) fn worst(self, other: Self) -> Self {
        let severity = |status: Self| match status {
            Self::Done => 0,
            Self::Compatible => 1,
            Self::Differs | Self::Breaking => 2,
            Self::Refused => 3,
            Self::Usage => 4,
            Self::Source => 5,
            Self::Output => 6,
        };
        if severity(other) > severity(self) { other } else { self }
    }

    /// Returns the status for an error.
    pub(super) fn for_error(problem: &Diagnostic) -> Self {
        match problem.code {
            Code::SourceUnreadable
            | Code::SourceUnreachable
            | Code::SourceRefused
            | Code::SourceTooLarge
            | Code::TooManyFiles
            | Code::TooManyRedirects
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
