//! `bindery generate`.

use std::path::PathBuf;

use super::args::GenerateOptions;
use super::fetch::{fetch_of_client, location};
use super::plan::{Plan, PlannedClient, check_loss};
use super::status::Status;
use super::target::Target;
use super::{render, target};
use crate::output::Report;
use crate::report;
use crate::vendored::{GeneratedCrate, Session, Vendored};
use bindery::internal::config::{Clients, Config, check_crate_name};
use bindery::internal::diagnostic::{Result, usage_error};
use bindery::internal::pagination::UnrecognizedPaging;
use bindery::internal::source::Input;
use bindery::internal::text::Source;
use bindery::internal::unicode::toml_string;

pub(super) fn generate(options: &GenerateOptions, sources: &mut Vec<Source>) -> Result<Status> {
    let targets = if options.offline {
        target::existing(&options.target)?
    } else {
        target::targets(&options.target, options.module.as_deref())?
    };
    let used = [
        (options.source.is_some(), "SOURCE"),
        (options.name.is_some(), "--name"),
        (options.module.is_some(), "--module"),
        (options.fetching.save.is_some(), "--save"),
    ];
    target::check_single(targets.len(), used)?;
    let arguments = arguments(options)?;
    let mut plan = Plan::new(targets.iter().map(|target| &target.config), options.force)?;
    let are_all = !options.offline
        && options.target.client.is_none()
        && options.target.out.is_none()
        && targets.iter().all(|target| target.client.is_some());
    let count = targets.len();
    for target in targets {
        let prepare = if options.offline { prepare_offline } else { prepare };
        target.attempt(|target| prepare(options, arguments.clone(), target, &mut plan, sources))?;
    }
    if are_all && plan.clients.len() == count {
        reject_unused(options, &mut plan, sources);
    }
    if plan.is_rejected {
        return Ok(Status::Refused);
    }
    plan.check()?;
    plan.commit(options.dry_run, Some(&options.fetching), |client, report| describe(client, report, options.dry_run))?;
    Ok(Status::Done)
}

/// Returns the configuration that the arguments set.
fn arguments(options: &GenerateOptions) -> Result<Config> {
    if let Some(given) = &options.name {
        check_crate_name(given)
            .map_err(|reason| usage_error(reason, "choose another name, such as `--name example-client`"))?;
    }
    let mut arguments = options.defects.config();
    arguments.module.clone_from(&options.module);
    arguments.out = options.module.clone().or_else(|| options.target.out.clone());
    arguments.name.clone_from(&options.name);
    arguments.dates = options.dates;
    arguments.features.clone_from(&options.features);
    Ok(arguments)
}

/// Reports entries for all clients that none of them uses.
fn reject_unused(options: &GenerateOptions, plan: &mut Plan, sources: &[Source]) {
    let clients = plan.clients.iter().map(|client| (&client.session.config, &client.generated.emission.used));
    let unused = Clients::unused(clients);
    render::problems(&unused, sources, &options.messages);
    if !unused.is_empty() && plan.clients.iter().any(|client| client.session.config.is_strict()) {
        plan.reject(unused.len());
    }
}

/// Generates a client from the current description.
fn prepare(
    options: &GenerateOptions,
    arguments: Config,
    target: Target,
    plan: &mut Plan,
    sources: &mut Vec<Source>,
) -> Result<()> {
    let mut session = target.open(arguments)?;
    sources.extend(session.config.sources());
    let location = location(options.source.as_ref(), &session, "generate")?;
    let input = fetch_of_client(&location, &session.config, &options.fetching, sources)?;
    if let Some(vendored) = session.existing.as_ref().filter(|_| !options.regenerate)
        && is_up_to_date(&session, vendored, &input)?
    {
        render::note(&up_to_date(vendored));
        return Ok(());
    }
    let mut upgrade = session.generate(&input)?;
    if session.folder().is_none() {
        // A directory named after the API is known only now. A crate that exists there keeps its names, too.
        session.config.out = Some(PathBuf::from(upgrade.next.emission.crate_name()));
        session = Session::open(session.config)?;
        if session.existing.is_some() {
            upgrade = session.generate(&input)?;
        }
    }
    let next = &upgrade.next;
    if !plan.admits(&session, next, &next.diagnostics, sources, &options.messages) {
        return Ok(());
    }
    check_loss(&session, next)?;
    let description = next.description_record(&input, &location);
    plan.add(session, upgrade, description, Some(input.source))
}

/// Generates a client from its stored description: after a change of the generator or the configuration, or to discard
/// edits.
fn prepare_offline(
    options: &GenerateOptions,
    arguments: Config,
    target: Target,
    plan: &mut Plan,
    sources: &mut Vec<Source>,
) -> Result<()> {
    let session = target.open(arguments)?;
    let vendored = session.vendored()?;
    sources.extend(session.config.sources());
    let input = vendored.description()?;
    sources.push(input.source.clone());
    let generated = session.generate_with(&input, &vendored.history())?;
    let description = vendored.lock_file.description.clone();
    if plan.admits(&session, &generated, &generated.diagnostics, sources, &options.messages) {
        plan.add(session, generated.into(), description, None)?;
    }
    Ok(())
}

/// Returns `true` if nothing has to be done, according to digests alone. With `--strict`, warnings have to be computed
/// again.
fn is_up_to_date(session: &Session, vendored: &Vendored, input: &Input) -> Result<bool> {
    let is_rejected = session.config.is_strict() && vendored.lock_file.description.warnings > 0;
    Ok(!is_rejected && session.status(Some(input))?.is_up_to_date())
}

fn up_to_date(vendored: &Vendored) -> String {
    let folder = vendored.folder.display();
    let operations = render::counted(vendored.lock_file.operation_count(), "operation");
    let more = match vendored.lock_file.description.warnings {
        0 if vendored.lock_file.package.module => String::new(),
        0 => format!("; see {}", vendored.folder.join("README.md").display()),
        warnings => format!(", {}; pass `--regenerate` to show them", render::counted(warnings, "warning")),
    };
    format!("{folder} is up to date ({operations}{more})")
}

/// Reports a client that was written, and the changes of its description.
fn describe(client: &PlannedClient, report: &Report, dry_run: bool) {
    render::note(&summary(client, report, dry_run));
    if let Some(hint) = paging_hint(&client.generated.emission.unrecognized_paging) {
        render::note(&hint);
    }
    let Some(changes) = &client.changes else { return };
    render::note(&format!("the description changed: {}", report::one_line(changes)));
    render::note(if client.session.is_module() {
        "run `bindery update` instead of `generate` to list the changes"
    } else {
        "the version of the crate is unchanged; run `bindery update` instead of `generate` to list the changes and raise it"
    });
}

/// Maximum number of tables that the hint about pagination contains.
const MAX_TABLES: usize = 3;

/// Returns the tables for operations that look paginated.
fn paging_hint(unrecognized: &[UnrecognizedPaging]) -> Option<String> {
    let tables = unrecognized
        .iter()
        .take(MAX_TABLES)
        .map(|UnrecognizedPaging { route, table }| format!("\n    {} = {table}", toml_string(route)));
    let tables: String = tables.collect();
    let more = unrecognized.len().saturating_sub(MAX_TABLES);
    let more = if more > 0 { format!("\nand {more} more, which `bindery init` lists") } else { String::new() };
    let count = render::counted(unrecognized.len(), "operation");
    (!unrecognized.is_empty()).then(|| {
        format!(
            "paging: {count} may return pages, but the description leaves doubts; check and add to bindery.toml:\n    \
             [pagination]{tables}{more}\nor `{{ style = \"none\" }}` to hide this note"
        )
    })
}

fn summary(client: &PlannedClient, report: &Report, dry_run: bool) -> String {
    let GeneratedCrate { emission, .. } = &client.generated;
    let counts = format!(
        "{}, {}, {}",
        render::counted(emission.api.operations.len(), "operation"),
        render::counted(emission.api.types.len(), "type"),
        render::counted(client.generated.warnings(), "warning")
    );
    if report.is_unchanged() {
        return format!("{} is up to date ({counts})", client.folder().display());
    }
    format!("{} ({counts})", render::describe_commit(report, client.folder(), dry_run))
}
