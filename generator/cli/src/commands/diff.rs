//! `bindery diff`.

use std::path::Path;

use serde_json::json;

use super::args::{DiffOptions, Format};
use super::fetch::fetch_version;
use super::render::{self, Stream};
use super::status::Status;
use super::target;
use super::used_by::{self, Impact};
use crate::changes::compared;
use crate::changes::{Changes, Verdict};
use crate::report::{self, Detail};
use crate::vendored::{Session, Vendored};
use bindery::internal::config::{Clients, Config};
use bindery::internal::diagnostic::{Result, usage_error};
use bindery::internal::text::Source;

pub(super) fn diff(options: &DiffOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let mut found = Vec::new();
    for DiffRequest { client, old, new, config } in diff_requests(options)? {
        sources.extend(config.sources());
        let compared = compare(&old, &new, &config, options, sources);
        let (changes, impact) = compared.map_err(|problem| target::with_client_name(problem, client.as_deref()))?;
        found.push(ComparedClient { client, changes, impact });
    }
    let verdicts = match options.format {
        Format::Json => print_json(&found, options)?,
        Format::Text => print_document(&found, options, Stream::Output)?,
        Format::Markdown | Format::Html => print_document(&found, options, Stream::Error)?,
    };
    let status = |verdict: Option<Verdict>| match verdict {
        Some(Verdict::Breaking) if options.exit_code => Status::Differs,
        Some(Verdict::Compatible) if options.exit_code => Status::Compatible,
        _ => Status::Done,
    };
    Ok(verdicts.into_iter().map(status).fold(Status::Done, Status::max))
}

/// The comparison of a client.
struct ComparedClient {
    /// The name of the client, if there are several.
    client: Option<String>,
    changes: Changes,
    /// The consequences for programs, if there are any.
    impact: Option<Impact>,
}

/// Prints the report, which needs no check of programs, and then the uses. Returns the verdicts that decide the exit status.
fn print_document(found: &[ComparedClient], options: &DiffOptions, on: Stream) -> Result<Vec<Option<Verdict>>> {
    render::print_output(&rendered(found, options.format, options.messages.detail()));
    let verdict = |compared: &ComparedClient| match &compared.impact {
        Some(impact) => impact.report(&options.used_by, &options.messages, on),
        None => Ok(compared.changes.verdict()),
    };
    found.iter().map(verdict).collect()
}

/// Prints the report with the uses as one document: that of one client, or of several as `{"clients": [{"client": "..",
/// "changes": {..}}]}`. Returns the verdicts that decide the exit status.
fn print_json(found: &[ComparedClient], options: &DiffOptions) -> Result<Vec<Option<Verdict>>> {
    let (mut documents, mut verdicts) = (Vec::new(), Vec::new());
    for ComparedClient { client, changes, impact } in found {
        let mut document = report::json_value(changes);
        match impact {
            Some(impact) => {
                let uses = impact.uses(&options.used_by)?;
                document["programs"] = used_by::json(&uses);
                impact.report_excluding(&options.used_by, &options.messages, Stream::Error);
                verdicts.push(used_by::most_severe(&uses));
            }
            None => verdicts.push(changes.verdict()),
        }
        documents.push(match client {
            Some(client) => json!({ "client": client, "changes": document }),
            None => document,
        });
    }
    let is_one = found.iter().all(|compared| compared.client.is_none());
    let document = if is_one { documents.pop() } else { None };
    let document = document.unwrap_or_else(|| json!({ "clients": documents }));
    render::print_output(&report::render_document(&document));
    Ok(verdicts)
}

/// Two descriptions that are compared.
struct DiffRequest {
    /// The name of the client, if there are several.
    client: Option<String>,
    old: String,
    new: String,
    config: Config,
}

/// Returns the requested comparison, or one for each client of the configuration.
fn diff_requests(options: &DiffOptions) -> Result<Vec<DiffRequest>> {
    let clients = target::clients(options.config.as_deref(), options.client.as_deref(), None)?;
    let is_named = options.config.is_some() || options.client.is_some();
    let mut clients = clients.unwrap_or_else(|| Clients { all: Vec::new(), are_listed: false });
    let given: Vec<&String> = options.old.iter().chain(&options.new).collect();
    if clients.are_listed && options.client.is_none() && !given.is_empty() {
        clients.all.retain(|config| given.iter().any(|place| names(config, place)));
        clients.all.truncate(1);
        clients.are_listed = false;
    }
    if !clients.are_listed {
        return pair(options, clients.all.pop(), is_named).map(|pair| vec![pair]);
    }
    let of = |config: Config| {
        let client = Some(config.label());
        Ok(DiffRequest { client, ..pair(options, Some(config), true)? })
    };
    clients.all.into_iter().map(of).collect()
}

fn pair(options: &DiffOptions, here: Option<Config>, is_named: bool) -> Result<DiffRequest> {
    let explicit = |given: &Option<String>, own: Option<String>, what: &str| {
        let help = "run `bindery diff OLD NEW`; each is a file, an address, or the directory of a vendored crate";
        given.clone().or(own).ok_or_else(|| usage_error(format!("missing the {what} description"), help))
    };
    let crate_of = |config: &Config| config.out.as_ref().map(|out| out.display().to_string());
    let old = explicit(&options.old, here.as_ref().and_then(crate_of), "old")?;
    let new = explicit(&options.new, here.as_ref().and_then(|config| config.description.clone()), "new")?;
    let config = here.filter(|config| is_named || names(config, &old) || names(config, &new)).unwrap_or_default();
    Ok(DiffRequest { client: None, old, new, config })
}

/// Returns `true` if a configuration names a crate or a description.
fn names(config: &Config, place: &str) -> bool {
    let is = |own: &Path| target::is_same(own, Path::new(place));
    config.out.as_deref().is_some_and(is)
        || config.description.as_ref().is_some_and(|own| own == place || is(Path::new(own)))
}

/// Renders the changes of one client, or of several with their names.
fn rendered(found: &[ComparedClient], format: Format, detail: Detail) -> String {
    let is_text = format == Format::Text;
    let parts = found.iter().map(|ComparedClient { client, changes, .. }| {
        let changes = if is_text { report::text(changes, detail) } else { report::markdown(changes) };
        match client {
            Some(client) if is_text => format!("{client}\n{changes}"),
            Some(client) => format!("# {client}\n\n{changes}"),
            None => changes,
        }
    });
    let document = parts.collect::<Vec<_>>().join("\n");
    if format == Format::Html { report::page(&document) } else { document }
}

/// Compares two descriptions. Programs are checked if the old one is that of their client.
fn compare(
    old: &str,
    new: &str,
    config: &Config,
    options: &DiffOptions,
    sources: &mut Vec<Source>,
) -> Result<(Changes, Option<Impact>)> {
    let (before, crate_before) = fetch_version(old, config, &options.fetching, sources)?;
    let (after, crate_after) = fetch_version(new, config, &options.fetching, sources)?;
    let session = Session::new(config.clone(), crate_before);
    let history = session.existing.as_ref().map(Vendored::history).unwrap_or_default();
    let one = session.generate_with(&before, &history)?.emission;
    // A crate keeps its recorded names; a description gets those of the old version.
    let history = crate_after.as_ref().map_or_else(|| one.recorded_names.clone(), Vendored::history);
    let mut next = crate_after.map_or_else(|| session.clone(), |vendored| Session::new(config.clone(), Some(vendored)));
    next.config = next.config.with_group_features(one.options.group_features);
    let other = next.generate_with(&after, &history)?.emission;
    let changes = compared(&one, &other);
    if options.used_by.is_empty() {
        return Ok((changes, None));
    }
    if session.existing.is_none() {
        let message = format!("`{old}` is not the directory of a vendored crate, so that no program can use it");
        return Err(usage_error(message, "pass the crate that the programs use as OLD"));
    }
    let impact = Impact::new(&options.used_by, &session, &one, &other, &changes)?;
    Ok((changes, Some(impact)))
}
