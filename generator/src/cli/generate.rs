//! `bindery generate`.

use std::path::{Path, PathBuf};

use super::args::GenerateOptions;
use super::fetch::{fetch, keep, wrong};
use super::host::Needs;
use super::{Outcome, Status, place, render};
use crate::config::{self, Config};
use crate::output::{LockFile, Report, Tree, commit, is_idle, plan};
use crate::pipeline::compared;
use crate::report;
use crate::source::Source;
use crate::vendored::{Asked, Before, CrateOptions, GeneratedCrate, Surroundings, Vendored, make, make_with, status};

pub(super) fn generate(options: &GenerateOptions) -> Status {
    render::attempt(options.messages.message_format, |sources| attempt(options, sources))
}

fn attempt(options: &GenerateOptions, sources: &mut Vec<Source>) -> Outcome<Status> {
    if options.offline {
        return from_itself(options, sources);
    }
    let config = configuration(options)?;
    sources.extend(config.sources());
    let Some(location) = options.source.as_ref().or(config.description.as_ref()) else {
        let help = "give a file or an address, or write a bindery.toml with `description = \"..\"`";
        return Err(wrong("no description is given", help));
    };
    let source = fetch(location, &options.fetching)?;
    sources.push(source.clone());
    let strict = options.strict || config.strict;
    let named = options.module.clone().or_else(|| options.place.out.clone()).or_else(|| config.out.clone());
    let mut vendored = named.as_deref().map_or(Ok(None), Vendored::at)?;
    if let Some(vendored) = vendored.as_ref().filter(|_| !options.regenerate && !options.add_dependencies)
        && is_up_to_date(vendored, &source, &config, &choice(options, &config, Some(vendored))?, strict)?
    {
        render::note(&up_to_date(vendored));
        return Ok(Status::Done);
    }
    let mut made = make(&source, &config, &choice(options, &config, vendored.as_ref())?, vendored.as_ref())?;
    let folder = named.unwrap_or_else(|| PathBuf::from(&made.emission.crate_name));
    if vendored.is_none() {
        // A folder that is called after the API is known only now, and what stands there keeps its names too.
        vendored = Vendored::at(&folder)?;
        if vendored.is_some() {
            made = make(&source, &config, &choice(options, &config, vendored.as_ref())?, vendored.as_ref())?;
        }
    }
    sources.extend(made.emission.others.iter().cloned());
    render::problems(&made.diagnostics, sources, options.messages.message_format);
    if strict && !made.diagnostics.is_empty() {
        let refused = render::counted(made.diagnostics.len(), "warning");
        render::note(&format!("nothing was written: {refused} refused"));
        return Ok(Status::Refused);
    }
    let choice = choice(options, &config, vendored.as_ref())?;
    let lock_file = vendored.as_ref().map(|vendored| &vendored.lock_file);
    let surroundings = Surroundings::of(&folder, lock_file, choice.is_module)?;
    let tree = made.tree(made.description_record(&source, location), &config, &choice, &surroundings)?;
    write(options, &tree, &folder, &made, &surroundings)?;
    if !options.dry_run {
        keep(&source, &options.fetching)?;
    }
    if let Some(vendored) = &vendored {
        warn_forgotten_names(&made, &vendored.lock_file);
    }
    if let Before::Other(before) = &made.before {
        let short = report::in_short(&compared(before, &made.emission));
        render::note(&format!("the description changed: {short}"));
        render::note(match choice.is_module {
            true => "`bindery update` in place of `generate` tells each change",
            false => {
                "the crate's version stayed: `bindery update` in place of `generate` tells each change, and raises it"
            }
        });
    }
    Ok(Status::Done)
}

/// Makes a crate again from the description that it holds: another generator or configuration, or edits that are taken back.
fn from_itself(options: &GenerateOptions, sources: &mut Vec<Source>) -> Outcome<Status> {
    let (vendored, config) = place::vendored(&options.place)?;
    sources.extend(config.sources());
    let source = vendored.description()?;
    sources.push(source.clone());
    let choice = choice(options, &config, Some(&vendored))?;
    let made = make_with(&source, &vendored.memory(), &config, &choice)?;
    render::problems(&made.diagnostics, sources, options.messages.message_format);
    let surroundings = vendored.surroundings(&choice)?;
    let tree = made.tree(vendored.lock_file.description.clone(), &config, &choice, &surroundings)?;
    write(options, &tree, &vendored.folder, &made, &surroundings)?;
    Ok(Status::Done)
}

fn write(
    options: &GenerateOptions,
    tree: &Tree,
    folder: &Path,
    made: &GeneratedCrate,
    surroundings: &Surroundings,
) -> Outcome<()> {
    let needs = Needs::of(surroundings, &made.emission, options.add_dependencies && !options.dry_run)?;
    let report = match options.dry_run {
        true => plan(tree, folder, options.force)?,
        false => commit(tree, folder, options.force)?,
    };
    render::note(&summary(&report, folder, made, options.dry_run));
    if !report.is_unchanged() && !options.dry_run {
        render::note_folder(folder);
    }
    needs.map_or(Ok(()), Needs::settle)
}

/// A source on the command line is taken without the configuration of this folder, which is about another one.
fn configuration(options: &GenerateOptions) -> Outcome<Config> {
    match (&options.place.config, &options.source) {
        (Some(path), _) => Config::load(path),
        (None, None) => Ok(place::configuration_here()?.unwrap_or_default()),
        (None, Some(_)) => Ok(Config::default()),
    }
}

fn choice(options: &GenerateOptions, config: &Config, vendored: Option<&Vendored>) -> Outcome<CrateOptions> {
    if let Some(given) = &options.name {
        config::check_crate_name(given).map_err(|reason| wrong(&reason, "write --name example-client"))?;
    }
    let asked = Asked {
        name: options.name.as_deref(),
        dates: options.dates,
        features: options.features.clone(),
        is_module: options.module.is_some(),
    };
    Ok(CrateOptions::new(asked, config, vendored))
}

/// Whether nothing is to be done, told by digests alone. Warnings that are refused have to be found again.
fn is_up_to_date(
    vendored: &Vendored,
    source: &Source,
    config: &Config,
    choice: &CrateOptions,
    strict: bool,
) -> Outcome<bool> {
    let refused = strict && vendored.lock_file.description.warnings > 0;
    let nothing_left = is_idle(&vendored.folder);
    Ok(!refused && nothing_left && status(vendored, Some(source), config, choice)?.is_up_to_date())
}

fn up_to_date(vendored: &Vendored) -> String {
    let folder = vendored.folder.display();
    match vendored.lock_file.description.warnings {
        0 => format!("{folder} is up to date"),
        warnings => {
            format!("{folder} is up to date ({}, which --regenerate shows)", render::counted(warnings, "warning"))
        }
    }
}

fn summary(report: &Report, folder: &Path, made: &GeneratedCrate, dry: bool) -> String {
    let of = format!(
        "{}, {}, {}",
        render::counted(made.emission.api.operations.len(), "operation"),
        render::counted(made.emission.api.types.len(), "type"),
        render::counted(made.diagnostics.len(), "warning")
    );
    if report.is_unchanged() {
        return format!("{} is up to date ({of})", folder.display());
    }
    format!("{} ({of})", render::written(report, folder, dry))
}

/// Names that were kept for what the description does not have any more.
pub(super) fn warn_forgotten_names(made: &GeneratedCrate, lock_file: &LockFile) {
    let forgotten = made.forgotten(lock_file);
    for (place, name) in forgotten.iter().take(5) {
        render::note(&format!("the name `{name}` is removed from bindery.lock: {place} is gone"));
    }
    if forgotten.len() > 5 {
        render::note(&format!("and {}", render::counted(forgotten.len() - 5, "other name")));
    }
}
