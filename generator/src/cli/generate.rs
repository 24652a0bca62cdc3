//! `bindery generate`.

use std::path::{Path, PathBuf};

use super::args::{GenerateOptions, TargetOptions};
use super::fetch::{fetch_of_client, location, usage_error};
use super::prepared::{Prepared, PreparedClient, check_loss, report_rejected};
use super::shared_crates::SharedCrates;
use super::status::Status;
use super::target::{TargetCrate, is_at};
use super::{render, target};
use crate::config::{self, Clients, Config};
use crate::diagnostic::Result;
use crate::source::{Input, Source};
use crate::vendored::{
    CrateOptions, RequestedOptions, Surroundings, Vendored, generate_crate, generate_with_history, status,
};

pub(super) fn generate(options: &GenerateOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let (mut all, shared_crates) =
        if options.offline { prepare_all_offline(options, sources)? } else { all(options, sources)? };
    if all.iter().any(Prepared::is_rejected) {
        return Ok(Status::Refused);
    }
    // Checks that everything can be written before anything is.
    for ready in all.iter().filter_map(Prepared::ready) {
        ready.check_writable(options)?;
    }
    shared_crates.check_writable(options.force)?;
    shared_crates.write(options.dry_run, options.force)?;
    all.drain(..).try_for_each(|prepared| prepared.write(options))?;
    Ok(Status::Done)
}

/// Generates all selected clients in memory.
fn all(options: &GenerateOptions, sources: &mut Vec<Source>) -> Result<(Vec<Prepared>, SharedCrates)> {
    let clients = configuration(&options.target, options.module.as_deref(), options.source.is_some())?;
    let used = [
        (options.source.is_some(), "SOURCE"),
        (options.name.is_some(), "--name"),
        (options.module.is_some(), "--module"),
        (options.fetching.save.is_some(), "--save"),
    ];
    target::check_single(clients.all.len(), used)?;
    let mut all = Vec::new();
    for config in &clients.all {
        let label = clients.are_listed.then(|| config.label());
        let prepared = prepare(options, config, sources);
        all.push(prepared.map_err(|problem| target::with_client_name(problem, label.as_deref()))?);
    }
    let were_all_made = options.target.client.is_none() && options.target.out.is_none();
    let ready: Vec<&PreparedClient> = all.iter().filter_map(Prepared::ready).collect();
    if clients.are_listed && were_all_made && ready.len() == all.len() {
        let unused = clients.unused(ready.iter().map(|client| &client.generated.emission.used));
        render::problems(&unused, sources, &options.messages);
        if !unused.is_empty() && clients.all.iter().any(|config| options.strict || config.strict) {
            all.push(report_rejected(unused.len()));
        }
    }
    Ok((all, SharedCrates::new(&clients.all)?))
}

/// Generates a client in memory from the current description.
fn prepare(options: &GenerateOptions, config: &Config, sources: &mut Vec<Source>) -> Result<Prepared> {
    sources.extend(config.sources());
    let location = location(options.source.as_ref(), config)?;
    let input = fetch_of_client(location, config, &options.fetching)?;
    sources.extend(input.sources());
    let strict = options.strict || config.strict;
    let explicit = options.module.clone().or_else(|| options.target.out.clone()).or_else(|| config.out.clone());
    let mut vendored = explicit.as_deref().map_or(Ok(None), Vendored::at)?;
    if let Some(vendored) = vendored.as_ref().filter(|_| !options.regenerate)
        && is_up_to_date(vendored, &input, config, &crate_options(options, config, Some(vendored))?, strict)?
    {
        return Ok(Prepared::Idle(up_to_date(vendored)));
    }
    let mut generated =
        generate_crate(&input, config, &crate_options(options, config, vendored.as_ref())?, vendored.as_ref())?;
    let folder = explicit.unwrap_or_else(|| PathBuf::from(&generated.emission.crate_name));
    if vendored.is_none() {
        // A directory named after the API is known only now. A crate that exists there keeps its names, too.
        vendored = Vendored::at(&folder)?;
        if vendored.is_some() {
            generated =
                generate_crate(&input, config, &crate_options(options, config, vendored.as_ref())?, vendored.as_ref())?;
        }
    }
    sources.extend(generated.emission.others.iter().cloned());
    render::problems(&generated.diagnostics, sources, &options.messages);
    if strict && generated.warnings() > 0 {
        return Ok(report_rejected(generated.warnings()));
    }
    check_loss(&generated, options.allow_partial || config.allow_partial)?;
    let crate_options = crate_options(options, config, vendored.as_ref())?;
    let existing = vendored.map(|vendored| vendored.lock_file);
    let surroundings = Surroundings::read(&folder, existing.as_ref(), crate_options.is_module)?;
    let tree = generated.tree(generated.description_record(&input, location), config, &crate_options, &surroundings)?;
    let ready = PreparedClient {
        generated,
        tree,
        folder,
        is_module: crate_options.is_module,
        existing,
        fetched: Some(input.source),
    };
    Ok(Prepared::Ready(Box::new(ready)))
}

/// Generates all selected clients in memory from their stored descriptions: after a change of the generator or the
/// configuration, or to discard edits.
fn prepare_all_offline(options: &GenerateOptions, sources: &mut Vec<Source>) -> Result<(Vec<Prepared>, SharedCrates)> {
    let prepared = |subject: TargetCrate| {
        let client = subject.client.clone();
        prepare_offline(options, subject, sources)
            .map_err(|problem| target::with_client_name(problem, client.as_deref()))
    };
    let target_crates = target::target_crates(&options.target)?;
    target::check_single(target_crates.len(), [(options.name.is_some(), "--name")])?;
    let shared_crates = SharedCrates::new(target_crates.iter().map(TargetCrate::config))?;
    Ok((target_crates.into_iter().map(prepared).collect::<Result<_>>()?, shared_crates))
}

fn prepare_offline(options: &GenerateOptions, subject: TargetCrate, sources: &mut Vec<Source>) -> Result<Prepared> {
    let (vendored, config) = subject.read()?;
    if config.is_merged() && vendored.lock_file.configuration != config.digest() {
        // The stored description is merged already, possibly with other settings.
        let message = "the configuration changed, so the descriptions must be merged again";
        return Err(usage_error(message, "run `bindery generate` without `--offline`"));
    }
    sources.extend(config.sources());
    let input = vendored.description()?;
    sources.push(input.source.clone());
    let crate_options = crate_options(options, &config, Some(&vendored))?;
    let generated = generate_with_history(&input, &vendored.history(), &config, &crate_options)?;
    render::problems(&generated.diagnostics, sources, &options.messages);
    let surroundings = crate_options.surroundings(&vendored)?;
    let Vendored { folder, lock_file } = vendored;
    let tree = generated.tree(lock_file.description.clone(), &config, &crate_options, &surroundings)?;
    let ready = PreparedClient {
        generated,
        tree,
        folder,
        is_module: crate_options.is_module,
        existing: Some(lock_file),
        fetched: None,
    };
    Ok(Prepared::Ready(Box::new(ready)))
}

/// Returns the configuration. A source on the command line is used without the configuration of this directory, which
/// is for another client, unless the output directory matches it.
pub(super) fn configuration(options: &TargetOptions, module: Option<&Path>, is_source_given: bool) -> Result<Clients> {
    let TargetOptions { config, client, out } = options;
    let out = out.as_deref().or(module);
    let is_used = config.is_some() || client.is_some() || !is_source_given;
    let clients =
        if is_used || out.is_some() { target::clients(config.as_deref(), client.as_deref(), out)? } else { None };
    let is_selected = |clients: &Clients| out.is_some_and(|out| clients.all.iter().any(|config| is_at(config, out)));
    let clients = clients.filter(|clients| is_used || is_selected(clients));
    Ok(clients.unwrap_or_else(|| Clients { all: vec![Config::default()], are_listed: false }))
}

fn crate_options(options: &GenerateOptions, config: &Config, vendored: Option<&Vendored>) -> Result<CrateOptions> {
    if let Some(given) = &options.name {
        config::check_crate_name(given)
            .map_err(|reason| usage_error(&reason, "choose another name, such as `--name example-client`"))?;
    }
    let requested = RequestedOptions {
        name: options.name.as_deref(),
        dates: options.dates,
        features: options.features.clone(),
        is_module: options.module.is_some(),
        out: options.target.out.as_deref(),
    };
    Ok(CrateOptions::new(requested, config, vendored))
}

/// Returns `true` if nothing has to be done, according to digests alone. With `--strict`, warnings have to be computed
/// again.
fn is_up_to_date(
    vendored: &Vendored,
    input: &Input,
    config: &Config,
    crate_options: &CrateOptions,
    strict: bool,
) -> Result<bool> {
    let rejected = strict && vendored.lock_file.description.warnings > 0;
    Ok(!rejected && status(vendored, Some(input), config, crate_options)?.is_up_to_date())
}

fn up_to_date(vendored: &Vendored) -> String {
    let folder = vendored.folder.display();
    match vendored.lock_file.description.warnings {
        0 => format!("{folder} is up to date"),
        warnings => {
            format!(
                "{folder} is up to date ({}; pass `--regenerate` to show them)",
                render::counted(warnings, "warning")
            )
        }
    }
}
