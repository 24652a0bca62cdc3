//! Compares two emissions, which have everything that is compared.

use std::collections::BTreeSet;

use bindery::internal::config::Config;
use bindery::internal::diagnostic::{Diagnostic, Sink};
use bindery::internal::names::NameHistory;
use bindery::internal::source::Input;
use bindery::internal::text::Source;
use bindery::internal::{Emission, run};

use super::change::{Changes, ComparedDescription};
use super::changes;
use super::elements::Elements;
use super::interface::Interface;
use super::version::{ApiVersion, Versions};

/// Returns the changes from one description to another, and their effects on code that uses the bindings.
///
/// # Errors
///
/// Returns the errors of [`run`], for either description.
pub fn changes_between(
    old: impl Into<Input>,
    new: impl Into<Input>,
    config: &Config,
) -> Result<Changes, Box<Diagnostic>> {
    let before = run(old, config, &NameHistory::default(), &mut Sink::new())?;
    let config = config.clone().with_group_features(before.options.group_features);
    let after = run(new, &config, &before.recorded_names, &mut Sink::new())?;
    Ok(compared(&before, &after))
}

/// Returns the changes from one emission to another.
#[must_use]
pub fn compared(old: &Emission, new: &Emission) -> Changes {
    // Emission takes most of the time, and the two are independent.
    let (before, after) = std::thread::scope(|scope| {
        let before = scope.spawn(|| interface(old));
        let after = interface(new);
        (before.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), after)
    });
    let (old_sources, new_sources) = (old.sources(), new.sources());
    let (old_elements, new_elements) = (Elements::new(&old.api, &before), Elements::new(&new.api, &after));
    let old = version(old, &before, &old_elements, &old_sources);
    let new = version(new, &after, &new_elements, &new_sources);
    let versions = Versions::new(old, new);
    let Versions { old, new } = versions.map(describe);
    Changes { old, new, changes: changes(versions), excluded: newly_excluded(versions) }
}

/// Returns the public interface of the crate.
fn interface(emission: &Emission) -> Interface {
    Interface::new(&emission.package, emission.types(), emission.operations())
}

fn version<'a>(
    emission: &'a Emission,
    interface: &'a Interface,
    elements: &'a Elements,
    sources: &'a [Source],
) -> ApiVersion<'a> {
    let Emission { api, analysis, names, excluded, .. } = emission;
    ApiVersion { api, analysis, names, interface, elements, sources, excluded }
}

/// Returns the operations that the new configuration excludes, and that the old one neither includes nor excludes.
fn newly_excluded(versions: Versions<ApiVersion<'_>>) -> Vec<String> {
    let Versions { old, new } = versions;
    let included = old.api.operations.iter().map(|operation| operation.route());
    let known: BTreeSet<String> = included.chain(old.excluded.iter().cloned()).collect();
    new.excluded.difference(&known).cloned().collect()
}

fn describe(version: ApiVersion<'_>) -> ComparedDescription {
    let source = version.sources.first().map(|source| source.name().to_owned()).unwrap_or_default();
    ComparedDescription { source, title: version.api.title.clone(), version: version.api.version.clone() }
}

#[cfg(test)]
mod tests {
    use bindery::internal::config::Config;
    use bindery::internal::text::Source;

    use super::changes_between;

    #[test]
    fn changes_of_replaced_schemas_are_reported_and_compatible() {
        let description = include_str!("../../../../fixtures/valid/own-types/openapi.yaml");
        let config = Config::parse("bindery.toml", "[types]\nScore = \"a::Score\"").unwrap();
        let hidden = "description: Nothing but a score holds it., type: number";
        let now = description.replace(hidden, &hidden.replace("number", "string"));
        let changes = |now: &str| {
            changes_between(Source::new("old", description), Source::new("new", now), &config).unwrap().changes
        };
        assert!(changes(description).is_empty());
        let warnings = changes(&now);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert_eq!(warnings[0].message, "the schema `Hidden`, which your type replaces, changed");
        assert!(warnings[0].compiles && warnings[0].items.is_empty());
    }
}
