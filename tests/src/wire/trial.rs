//! One call: the request, the response, and who caused a failure.

use serde_json::Value;

use super::Fallible;
use super::client::{Client, Listed, Printed};
use super::operation::Trial;
use super::prism::{Prism, Violations};

/// The result of a call.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) operation: String,
    pub(super) label: &'static str,
    pub(super) verdict: Verdict,
}

/// The verdict: passed, or who caused the failure.
#[derive(Debug)]
pub(super) enum Verdict {
    Passed,
    Failed { fault: Fault, evidence: String },
}

/// The cause of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// The request violates the description, or a valid response could not be read.
    Ours,
    /// The description contradicts itself, or its example does not follow its schema.
    Description,
    /// Prism does not support it.
    Prism,
}

/// The exit status of an error response.
const ERROR_RESPONSE: i32 = 3;

/// Messages of Prism if it cannot create a response, rather than rejecting a request.
const LIMITS: [&str; 6] = [
    "NO_COMPLEX_OBJECT_TEXT",
    "NO_RESPONSE_DEFINED",
    "NO_SUCCESS_RESPONSE_DEFINED",
    "SCHEMA_TOO_COMPLEX",
    "NOT_ACCEPTABLE",
    "errors#UNKNOWN",
];

/// Makes a call.
pub(super) fn run(client: &Client, prism: &mut Prism, listed: &Listed, trial: Trial) -> Fallible<Outcome> {
    let structured = |value: &Value| value.is_array() || value.is_object();
    let is_form = listed.body.as_ref().is_some_and(|media_type| media_type.contains("form-urlencoded"));
    let mut members = trial.body.iter().filter(|_| is_form).filter_map(Value::as_object).flatten();
    let limited = members.any(|(_, value)| structured(value));
    let body = trial.body.map(|body| body.to_string());
    let mut arguments = vec!["--server".to_owned(), prism.address().to_owned()];
    arguments.extend(listed.command.clone());
    for (flag, value) in &trial.parameters {
        let values = value.as_array().map_or_else(|| std::slice::from_ref(value), Vec::as_slice);
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        arguments.extend(values.iter().map(|value| format!("{flag}={}", text(value))));
    }
    arguments.extend(body.iter().map(|body| format!("--body={body}")));
    let since = prism.request_count();
    let printed = client.print(&arguments.iter().map(String::as_str).collect::<Vec<_>>())?;
    if printed.errors.contains("could not") {
        // Prism needs a moment to end.
        std::thread::sleep(std::time::Duration::from_millis(500));
    }
    let evidence = Evidence {
        violations: prism.violations(since),
        own_example: trial.own_example,
        limited: limited || prism.has_ended(),
    };
    let sent = arguments.join(" ");
    let verdict = verdict(listed, &printed, &evidence, &sent);
    Ok(Outcome { operation: listed.operation.clone(), label: trial.label, verdict })
}

/// The information that determines who caused a failure, in addition to the output.
struct Evidence {
    violations: Violations,
    /// `true` if the description has its own example of the response.
    own_example: bool,
    /// `true` if Prism ended, or cannot read the request: form fields that are arrays or objects.
    limited: bool,
}

/// An error response counts as passed, unless Prism reports a violation.
fn verdict(listed: &Listed, printed: &Printed, evidence: &Evidence, sent: &str) -> Verdict {
    let Evidence { violations, own_example, limited } = evidence;
    if violations.request.is_empty() && matches!(printed.exit, Some(0 | ERROR_RESPONSE)) && !is_problem(&printed.output)
    {
        return Verdict::Passed;
    }
    let text = format!("{}{}", printed.output, printed.errors);
    // Servers do not route by `#` or `?` in a path.
    let unroutable = listed.path.contains(['#', '?']) && text.contains("_MATCHED_ERROR");
    let fault = if unroutable || *limited {
        Fault::Prism
    } else if violations.request.iter().any(|violation| is_of(listed, violation)) {
        Fault::Ours
    } else if !violations.request.is_empty() {
        Fault::Description
    } else if LIMITS.iter().any(|limit| text.contains(limit)) {
        Fault::Prism
    } else if !violations.answer.is_empty() || (*own_example && text.contains("cannot be decoded")) {
        Fault::Description
    } else {
        Fault::Ours
    };
    let short = |text: &str| text.trim().chars().take(400).collect::<String>();
    let found = [violations.request.join("; "), violations.answer.join("; ")].join(" ");
    Verdict::Failed { fault, evidence: format!("{} | {} | sent {}", short(&text), short(&found), short(sent)) }
}

/// Returns `true` if a violation is about this operation. Paths that only differ in their parameters are ambiguous, so
/// Prism may take a request for one of another operation.
fn is_of(listed: &Listed, violation: &str) -> bool {
    let Some(name) = violation.strip_prefix(".path.").and_then(|rest| rest.split_whitespace().next()) else {
        return true;
    };
    listed.parameters.iter().any(|own| own.place == "path" && own.wire.eq_ignore_ascii_case(name))
}

/// Returns `true` if a response was created by Prism itself, not from the description.
fn is_problem(output: &str) -> bool {
    output.contains("https://stoplight.io/prism/errors#")
}
