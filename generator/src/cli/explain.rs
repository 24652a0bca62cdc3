//! `bindery explain`.

use super::args::ExplainOptions;
use super::{Status, render};
use crate::diagnostic::Code;
use crate::near::nearest_or;

pub(super) fn explain(options: &ExplainOptions) -> Status {
    let Some(wanted) = &options.code else {
        for code in Code::ALL {
            render::answer(&format!("{:<24} {}", code.as_str(), code.explanation()));
        }
        return Status::Done;
    };
    match Code::ALL.iter().find(|code| code.as_str() == wanted) {
        Some(code) => {
            render::answer(&format!("{}: {}", code.as_str(), code.explanation()));
            Status::Done
        }
        None => {
            let help = nearest_or(wanted, Code::ALL.iter().map(|code| code.as_str()), "`bindery explain` lists them");
            render::note(&format!("error: `{wanted}` is not a diagnostic code; {help}"));
            Status::Usage
        }
    }
}
