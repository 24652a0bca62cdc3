//! `bindery diff`.

use std::path::Path;

use super::args::{DiffOptions, Format};
use super::fetch::{fetch, wrong};
use super::{Outcome, Status, place, render};
use crate::bindings::names::NameHistory;
use crate::changes::{Changes, Verdict};
use crate::config::Config;
use crate::pipeline::{Emission, compared};
use crate::report;
use crate::source::Source;
use crate::vendored::{Asked, CrateOptions, Vendored, make_with};

pub(super) fn diff(options: &DiffOptions) -> Status {
    let status = render::attempt(options.messages.message_format, |sources| attempt(options, sources));
    match status {
        // These statuses tell of changes.
        Status::Refused | Status::Usage if options.exit_code => Status::Source,
        status => status,
    }
}

fn attempt(options: &DiffOptions, sources: &mut Vec<Source>) -> Outcome<Status> {
    let here = match &options.config {
        Some(path) => Some(Config::load(path)?),
        None => place::configuration_here()?,
    };
    let named = |given: &Option<String>, own: Option<String>, what: &str| {
        let help = "bindery diff OLD NEW, each a file, an address, or the folder of a vendored crate";
        given.clone().or(own).ok_or_else(|| wrong(&format!("no {what} description is given"), help))
    };
    let crate_of = |config: &Config| config.out.as_ref().map(|out| out.display().to_string());
    let old = named(&options.old, here.as_ref().and_then(crate_of), "old")?;
    let new = named(&options.new, here.as_ref().and_then(|config| config.description.clone()), "new")?;
    let about = |config: &Config| options.config.is_some() || names(config, &old) || names(config, &new);
    let config = here.filter(about).unwrap_or_default();
    sources.extend(config.sources());
    let changes = changes(&old, &new, &config, options, sources)?;
    render::answer(&render_changes(&changes, options.format));
    Ok(match changes.verdict() {
        Some(Verdict::Breaking) if options.exit_code => Status::Breaking,
        Some(Verdict::Compatible) if options.exit_code => Status::Compatible,
        _ => Status::Done,
    })
}

/// Whether a configuration is about a crate or a description.
fn names(config: &Config, place: &str) -> bool {
    let is = |own: &Path| place::is_same(own, Path::new(place));
    config.out.as_deref().is_some_and(is)
        || config.description.as_ref().is_some_and(|own| own == place || is(Path::new(own)))
}

fn changes(
    old: &str,
    new: &str,
    config: &Config,
    options: &DiffOptions,
    sources: &mut Vec<Source>,
) -> Outcome<Changes> {
    let before = Side::load(old, options)?;
    let after = Side::load(new, options)?;
    sources.extend([before.source.clone(), after.source.clone()]);
    let memory = before.vendored.as_ref().map(Vendored::memory).unwrap_or_default();
    let one = before.emission(config, &memory, None)?;
    // A crate has the names that it has; a description would get those that are known.
    let memory = after.vendored.as_ref().map_or_else(|| one.given.clone(), Vendored::memory);
    let other = after.emission(config, &memory, before.vendored.as_ref())?;
    Ok(compared(&one, &other))
}

/// One of the two: a description, and the crate that holds it.
struct Side {
    source: Source,
    vendored: Option<Vendored>,
}

impl Side {
    fn load(place: &str, options: &DiffOptions) -> Outcome<Self> {
        match Path::new(place) {
            folder if folder.is_dir() => {
                let vendored = Vendored::at(folder)?.ok_or_else(|| {
                    wrong(&format!("{place} is a folder that holds no crate of Bindery's"), "name a file in it")
                })?;
                Ok(Self { source: vendored.description()?, vendored: Some(vendored) })
            }
            _ => Ok(Self { source: fetch(place, &options.fetching)?, vendored: None }),
        }
    }

    fn emission(&self, config: &Config, memory: &NameHistory, other: Option<&Vendored>) -> Outcome<Emission> {
        let choice = CrateOptions::new(Asked::default(), config, self.vendored.as_ref().or(other));
        Ok(make_with(&self.source, memory, config, &choice)?.emission)
    }
}

pub(super) fn render_changes(changes: &Changes, format: Format) -> String {
    match format {
        Format::Text => report::text(changes),
        Format::Markdown => report::markdown(changes),
        Format::Json => report::json(changes),
        Format::Html => report::page(changes),
    }
}
