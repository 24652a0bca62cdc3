//! `bindery explain`.

use super::args::ExplainOptions;
use super::render;
use super::status::Status;
use bindery::internal::diagnostic::Code;
use bindery::internal::suggestion::suggest_or;

pub(super) fn explain(options: &ExplainOptions) -> Status {
    let Some(name) = &options.code else {
        for code in Code::ALL {
            render::print_output(&format!("{:<24} {}", code.as_str(), code.explanation()));
        }
        return Status::Done;
    };
    match Code::ALL.iter().find(|code| code.as_str() == name) {
        Some(code) => {
            render::print_output(&format!("{}: {}\n{}", code.as_str(), code.explanation(), code.remedy()));
            Status::Done
        }
        None => {
            let help =
                suggest_or(name, Code::ALL.iter().map(|code| code.as_str()), "run `bindery explain` to list all codes");
            render::note(&format!("error: `{name}` is not a diagnostic code; {help}"));
            Status::Usage
        }
    }
}
