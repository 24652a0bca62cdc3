//! `bindery generate`.

use std::path::PathBuf;

use super::args::{GenerateOptions, PlaceOptions};
use super::fetch::{fetch_of_client, wrong};
use super::place::{Subject, is_at};
use super::prepared::{Prepared, Ready, check_loss, report_rejected};
use super::shared::Shared;
use super::{Outcome, Status, place, render};
use crate::config::{self, Clients, Config};
use crate::output::is_idle;
use crate::source::Source;
use crate::vendored::{Asked, CrateOptions, Surroundings, Vendored, make, make_with, status};

pub(super) fn generate(options: &GenerateOptions) -> Status {
    render::attempt(&options.messages, |sources| attempt(options, sources))
}

fn attempt(options: &GenerateOptions, sources: &mut Vec<Source>) -> Outcome<Status> {
    let (mut all, shared) =
        if options.offline { all_from_themselves(options, sources)? } else { all(options, sources)? };
    if all.iter().any(Prepared::is_refused) {
        return Ok(Status::Refused);
    }
    // Checks that everything can be written before anything is.
    for ready in all.iter().filter_map(Prepared::ready) {
        ready.check_writable(options)?;
    }
    shared.check_writable(options.force)?;
    shared.write(options.dry_run, options.force)?;
    all.drain(..).try_for_each(|prepared| prepared.write(options))?;
    Ok(Status::Done)
}

/// Generates all selected clients in memory.
fn all(options: &GenerateOptions, sources: &mut Vec<Source>) -> Outcome<(Vec<Prepared>, Shared)> {
    let clients = configuration(options)?;
    let said = [
        (options.source.is_some(), "SOURCE"),
        (options.name.is_some(), "--name"),
        (options.module.is_some(), "--module"),
        (options.fetching.save.is_some(), "--save"),
    ];
    place::check_one(clients.all.len(), said)?;
    let mut all = Vec::new();
    for config in &clients.all {
        let label = clients.are_listed.then(|| config.label());
        let prepared = prepare(options, config, sources);
        all.push(prepared.map_err(|problem| place::of_client(problem, label.as_deref()))?);
    }
    let were_all_made = options.place.client.is_none() && options.place.out.is_none();
    if clients.are_listed && were_all_made && all.iter().all(|prepared| prepared.ready().is_some()) {
        let unused = clients.unused();
        render::problems(&unused, sources, &options.messages);
        if !unused.is_empty() && clients.all.iter().any(|config| options.strict || config.strict) {
            all.push(report_rejected(unused.len()));
        }
    }
    Ok((all, Shared::new(&clients.all)?))
}

/// Generates a client in memory from the current description.
fn prepare(options: &GenerateOptions, config: &Config, sources: &mut Vec<Source>) -> Outcome<Prepared> {
    sources.extend(config.sources());
    let Some(location) = options.source.as_ref().or(config.description.as_ref()) else {
        let help = "give a file or an address, or write a bindery.toml with `description = \"..\"`";
        return Err(wrong("no description is given", help));
    };
    let Some(source) = fetch_of_client(location, config, &options.fetching, None)? else {
        return Ok(Prepared::Idle("the server says that nothing is new".to_owned()));
    };
    sources.extend(source.each());
    let strict = options.strict || config.strict;
    let named = options.module.clone().or_else(|| options.place.out.clone()).or_else(|| config.out.clone());
    let mut vendored = named.as_deref().map_or(Ok(None), Vendored::at)?;
    if let Some(vendored) = vendored.as_ref().filter(|_| !options.regenerate && !options.add_dependencies)
        && is_up_to_date(vendored, &source, config, &choice(options, config, Some(vendored))?, strict)?
    {
        return Ok(Prepared::Idle(up_to_date(vendored)));
    }
    let mut made = make(&source, config, &choice(options, config, vendored.as_ref())?, vendored.as_ref())?;
    let folder = named.unwrap_or_else(|| PathBuf::from(&made.emission.crate_name));
    if vendored.is_none() {
        // A directory named after the API is known only now. A crate that exists there keeps its names, too.
        vendored = Vendored::at(&folder)?;
        if vendored.is_some() {
            made = make(&source, config, &choice(options, config, vendored.as_ref())?, vendored.as_ref())?;
        }
    }
    sources.extend(made.emission.others.iter().cloned());
    render::problems(&made.diagnostics, sources, &options.messages);
    if strict && made.warnings() > 0 {
        return Ok(report_rejected(made.warnings()));
    }
    check_loss(&made, options.allow_partial || config.allow_partial)?;
    let choice = choice(options, config, vendored.as_ref())?;
    let standing = vendored.map(|vendored| vendored.lock_file);
    let surroundings = Surroundings::read(&folder, standing.as_ref(), choice.is_module)?;
    let tree = made.tree(made.description_record(&source, location), config, &choice, &surroundings)?;
    let ready = Ready { made, tree, folder, is_module: choice.is_module, standing, fetched: Some(source) };
    Ok(Prepared::Ready(Box::new(ready)))
}

/// Generates all selected clients in memory from their stored descriptions: after a change of the generator or the
/// configuration, or to discard edits.
fn all_from_themselves(options: &GenerateOptions, sources: &mut Vec<Source>) -> Outcome<(Vec<Prepared>, Shared)> {
    let prepared = |subject: Subject| {
        let client = subject.client.clone();
        from_itself(options, subject, sources).map_err(|problem| place::of_client(problem, client.as_deref()))
    };
    let subjects = place::subjects(&options.place)?;
    place::check_one(subjects.len(), [(options.name.is_some(), "--name")])?;
    let shared = Shared::new(subjects.iter().map(Subject::config))?;
    Ok((subjects.into_iter().map(prepared).collect::<Outcome<_>>()?, shared))
}

fn from_itself(options: &GenerateOptions, subject: Subject, sources: &mut Vec<Source>) -> Outcome<Prepared> {
    let (vendored, config) = subject.read()?;
    if config.is_merged() && vendored.lock_file.configuration != config.digest() {
        // The stored description is merged already, possibly with other settings.
        let message = "the configuration changed, by which the descriptions are merged that the crate holds as one";
        return Err(wrong(message, "read them again: bindery generate"));
    }
    sources.extend(config.sources());
    let source = vendored.description()?;
    sources.push(source.clone());
    let choice = choice(options, &config, Some(&vendored))?;
    let made = make_with(&source, &vendored.memory(), &config, &choice)?;
    render::problems(&made.diagnostics, sources, &options.messages);
    let surroundings = vendored.surroundings(&choice)?;
    let Vendored { folder, lock_file } = vendored;
    let tree = made.tree(lock_file.description.clone(), &config, &choice, &surroundings)?;
    let ready = Ready { made, tree, folder, is_module: choice.is_module, standing: Some(lock_file), fetched: None };
    Ok(Prepared::Ready(Box::new(ready)))
}

/// Returns the configuration. A source on the command line is used without the configuration of this directory, which
/// is for another client, unless the output directory matches it.
fn configuration(options: &GenerateOptions) -> Outcome<Clients> {
    let PlaceOptions { config, client, out } = &options.place;
    let out = out.as_deref().or(options.module.as_deref());
    let is_said = config.is_some() || client.is_some() || options.source.is_none();
    let clients =
        if is_said || out.is_some() { place::clients(config.as_deref(), client.as_deref(), out)? } else { None };
    let is_meant = |clients: &Clients| out.is_some_and(|out| clients.all.iter().any(|config| is_at(config, out)));
    let clients = clients.filter(|clients| is_said || is_meant(clients));
    Ok(clients.unwrap_or_else(|| Clients { all: vec![Config::default()], are_listed: false }))
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
        out: options.place.out.as_deref(),
    };
    Ok(CrateOptions::new(asked, config, vendored))
}

/// Returns `true` if nothing has to be done, according to digests alone. With `--strict`, warnings have to be computed
/// again.
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
