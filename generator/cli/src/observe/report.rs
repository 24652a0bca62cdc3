//! Reports what the traffic shows: as text, Markdown and JSON. The names of a description and of the traffic are
//! untrusted: each format escapes them.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Value, json};

use super::action::Action;
use super::observation::Observation;
use super::propose::{Correction, Proposal, evidence};
use super::survey::{Evidence, Note, ResponseSamples};
use crate::report::{inline_code, render_document};
use bindery::internal::inflection::counted;
use bindery::internal::model::Shape;
use bindery::internal::unicode::printable_line;

/// The version of the JSON format.
const FORMAT: u32 = 1;

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    /// For a terminal.
    Text,
    /// For pull requests.
    Markdown,
    /// For programs.
    Json,
}

/// The number of items that were seen, and of all.
#[derive(Clone, Copy, Debug, Serialize)]
struct Share {
    seen: usize,
    all: usize,
}

/// Something that the server does, and that no correction is proposed for.
#[derive(Debug, Serialize)]
struct Difference {
    element: String,
    text: String,
    samples: usize,
    operations: Vec<String>,
}

impl Observation {
    /// Renders the report.
    #[must_use]
    pub fn report(&self, format: ReportFormat) -> String {
        match format {
            ReportFormat::Json => render_document(&self.json()),
            ReportFormat::Text => self.text(),
            ReportFormat::Markdown => self.markdown(),
        }
    }

    fn json(&self) -> Value {
        let proposals = self.proposals.iter().map(|proposal| {
            json!({
                "kind": proposal.kind,
                "needed": self.is_needed(proposal),
                "element": format!("#{}", proposal.element),
                "text": proposal.text,
                "samples": proposal.samples,
                "operations": proposal.operations,
                "correction": correction(&proposal.correction),
            })
        });
        json!({
            "format": FORMAT,
            "calls": self.before.calls,
            "server": self.choice,
            "unanswered": self.before.unanswered,
            "elsewhere": self.before.elsewhere,
            "unmatched": self.before.unmatched,
            "coverage": self.coverage(),
            "unreadable": { "before": self.before.unreadable(), "after": self.remaining() },
            "accepted": self.accepted.iter().map(|(place, count)| json!({ "place": place, "count": count })).collect::<Vec<_>>(),
            "proposals": proposals.collect::<Vec<_>>(),
            "differences": self.differences(),
        })
    }

    /// Returns the number of responses that cannot be read with the proposed corrections.
    #[must_use]
    pub fn remaining(&self) -> usize {
        if self.proposals.is_empty() { self.before.unreadable() } else { self.after.unreadable() }
    }

    /// Returns `true` if a client cannot read responses that a correction is about: those at its element, or else those of
    /// its operations.
    fn is_needed(&self, proposal: &Proposal) -> bool {
        let mut unreadable = self.before.responses.iter().filter(|(_, response)| response.unreadable > 0);
        unreadable.any(|((operation, status), _)| {
            let operation = &self.model.api.operations[*operation];
            let responses = self.model.written_at(&operation.origin).child("responses");
            if !proposal.element.is_within(&responses) {
                return proposal.operations.contains(&operation.route());
            }
            let described = self.model.described(operation, *status).map(|(_, at)| at);
            proposal.element.is_within(&described.unwrap_or_else(|| responses.child(&status.to_string())))
        })
    }

    fn coverage(&self) -> IndexMap<&'static str, Share> {
        let operations: BTreeSet<usize> = self.before.responses.keys().map(|(operation, _)| *operation).collect();
        let api = &self.model.api;
        let described = api.operations.iter().map(|operation| {
            let at = self.model.written_at(&operation.origin).child("responses");
            self.model.written.pointer(at.as_str()).and_then(Value::as_object).map_or(0, serde_json::Map::len)
        });
        let statuses = self.before.responses.values().filter(|response| !response.is_undescribed).count();
        let members = self.model.api.definitions().filter(|(id, _)| self.model.analysis.directions.is_received(*id));
        let members = members.map(|(_, definition)| match &definition.shape {
            Shape::Object(object) => object.fields.iter().filter(|field| !field.write_only).count(),
            _ => 0,
        });
        IndexMap::from([
            ("operations", Share { seen: operations.len(), all: api.operations.len() }),
            ("responses", Share { seen: statuses, all: described.sum() }),
            ("members", Share { seen: self.before.seen.len(), all: members.sum() }),
        ])
    }

    /// Returns the differences that only a person can judge, or that do no harm.
    fn differences(&self) -> Vec<Difference> {
        let of_responses = self.before.responses.iter().flat_map(|(key, response)| self.of_response(*key, response));
        let notes = self.before.notes.iter().map(|(note, evidence)| self.difference(note, evidence));
        of_responses.chain(notes).collect()
    }

    fn of_response(&self, (operation, status): (usize, u16), response: &ResponseSamples) -> Vec<Difference> {
        let operation = &self.model.api.operations[operation];
        let element = self.model.written_at(&operation.origin).child("responses").child(&status.to_string());
        let is_proposed = self.proposals.iter().any(|proposal| proposal.element == element);
        let rows = [
            (response.is_undescribed && !is_proposed, response.samples, "the status is not described"),
            (response.is_body_undescribed, response.json, "the body is not described"),
            (response.lost_bodies > 0, response.lost_bodies, "the body of the error is not as described"),
            (response.broken > 0, response.broken, "the body is not JSON, though its media type says so"),
            (response.unchecked > 0, response.unchecked, "the body has too many alternatives to be checked"),
            (response.absent > 0, response.absent, "the body is not in the recording"),
        ];
        let rows = rows.into_iter().filter(|(applies, ..)| *applies);
        let difference = |(_, samples, text): (bool, usize, &str)| Difference {
            element: format!("#{element}"),
            text: format!("{status}: {text}"),
            samples,
            operations: vec![operation.route()],
        };
        rows.map(difference).collect()
    }

    fn difference(&self, note: &Note, evidence: &Evidence) -> Difference {
        let (element, text) = match note {
            Note::Undeclared(element, Some(name), kind) => {
                (element, format!("the member `{name}` is not declared: {}", kind.name()))
            }
            Note::Undeclared(element, None, kind) => {
                (element, format!("members are not declared, and not named here: {}", kind.name()))
            }
            Note::Other(element, rule) => (element, rule.clone()),
        };
        let operations = evidence.operations.iter().map(|index| self.model.api.operations[*index].route());
        Difference { element: format!("#{element}"), text, samples: evidence.samples, operations: operations.collect() }
    }

    /// Returns the numbers of calls, coverage and unreadable responses.
    fn summary(&self) -> Vec<String> {
        let Self { before, choice, .. } = self;
        let samples: usize = before.responses.values().map(|response| response.samples).sum();
        let mut lines = vec![format!("{} of {} calls have an operation", samples, before.calls)];
        lines.extend(choice.assumed.clone());
        lines.extend((before.unanswered > 0).then(|| format!("{} without a response", before.unanswered)));
        lines.extend(before.elsewhere.iter().map(|(origin, count)| format!("{count} to another server: {origin}")));
        lines.extend(before.unmatched.iter().map(|(shape, count)| format!("{count} without operation: {shape}")));
        lines.extend(self.accepted.iter().map(|(place, count)| match count {
            0 => format!("no correction follows at `{place}`: remove it from `[accept]`"),
            _ => format!("accepted at `{place}`: {}", counted(*count, "difference")),
        }));
        let coverage = self.coverage().into_iter().map(|(what, Share { seen, all })| format!("{seen} of {all} {what}"));
        lines.push(format!("seen: {}", coverage.collect::<Vec<_>>().join(", ")));
        lines.push(format!(
            "{} cannot be read; {} with the corrections below",
            counted(before.unreadable(), "response"),
            self.remaining()
        ));
        lines
    }

    /// Returns the titles of the sections with their items: the element, what differs, and the correction.
    fn sections(&self) -> [(String, Vec<Vec<String>>); 3] {
        let corrected = |it: &Proposal| {
            let text = format!("{}{}", it.text, evidence(it.samples, &it.operations));
            let lines = vec![format!("#{}", it.element), text];
            lines.into_iter().chain(correction_lines(&it.correction)).collect::<Vec<_>>()
        };
        let (needed, others): (Vec<_>, Vec<_>) = self.proposals.iter().partition(|it| self.is_needed(it));
        let [needed, others] = [needed, others].map(|all| all.into_iter().map(corrected).collect::<Vec<_>>());
        let differences = self.differences().into_iter();
        let differences =
            differences.map(|it| vec![it.element, format!("{}{}", it.text, evidence(it.samples, &it.operations))]);
        let differences: Vec<Vec<String>> = differences.collect();
        let title = |title: &str, items: &Vec<Vec<String>>| format!("{title} ({})", items.len());
        [
            (title("Corrections needed to read responses", &needed), needed),
            (title("Corrections of other deviations", &others), others),
            (title("Other differences", &differences), differences),
        ]
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> = self.summary().iter().map(|line| printable_line(line)).collect();
        for (title, items) in self.sections() {
            lines.push(format!("\n{title}"));
            for item in items {
                let indented =
                    item.iter().enumerate().map(|(depth, line)| (2 * (depth + 1).min(3), printable_line(line)));
                lines.extend(indented.map(|(indent, line)| format!("{:indent$}{line}", "")));
            }
        }
        lines.join("\n")
    }

    fn markdown(&self) -> String {
        let mut text = "## Observed responses\n\n".to_owned();
        self.summary().iter().for_each(|line| text.push_str(&format!("- {}\n", inline_code(line))));
        for (title, items) in self.sections() {
            text.push_str(&format!("\n### {title}\n\n"));
            for line in items.iter().flat_map(|item| item.iter().enumerate()) {
                text.push_str(&match line {
                    (0, line) => format!("- {}\\\n", inline_code(line)),
                    (1, line) => format!("  {}\n", inline_code(line)),
                    (_, line) => format!("  - {}\n", inline_code(line)),
                });
            }
        }
        text
    }
}

fn correction(correction: &Correction) -> Value {
    match correction {
        Correction::Member(key, how) => {
            let (setting, value) = how.setting();
            json!({ "fields": { key: format!("{setting} = {value}") } })
        }
        Correction::Overlay(actions) => {
            let action = |Action { target, update }: &Action| match update {
                Some(update) => json!({ "target": target, "update": update }),
                None => json!({ "target": target, "remove": true }),
            };
            json!({ "actions": actions.iter().map(action).collect::<Vec<_>>() })
        }
        Correction::None(reason) => json!({ "none": reason }),
    }
}

fn correction_lines(correction: &Correction) -> Vec<String> {
    match correction {
        Correction::Member(key, how) => {
            let (setting, value) = how.setting();
            vec![format!("[fields] {} = {{ {setting} = {value} }}", toml_edit::Value::from(key.as_str()))]
        }
        Correction::Overlay(actions) => {
            let line = |Action { target, update }: &Action| match update {
                Some(update) => format!("update {target}: {update}"),
                None => format!("remove {target}"),
            };
            actions.iter().map(line).collect()
        }
        Correction::None(reason) => vec![format!("no correction: {reason}")],
    }
}
