//! Writes the text of the file.

use std::path::Path;

use super::Survey;
use super::page::{Page, excerpt, in_words, list};
use bindery::internal::config::{CrateFeature, DateLibrary, Tls};
use bindery::internal::pagination::UnrecognizedPaging;
use bindery::internal::unicode::toml_string;

/// Maximum number of items in a remark. Lines that can be uncommented list all.
const MAX_LISTED: usize = 40;

pub(super) fn write(description: &str, target: OutputTarget<'_>, survey: &Survey) -> String {
    let mut page = Page::default();
    about(&mut page, survey);
    page.remark("The description: a file relative to this one, or an address. `corrections = [\"fixes.yaml\"]` lists files with corrections.");
    page.set("description", &toml_string(description));
    place(&mut page, target, survey);
    part(&mut page, survey);
    calls(&mut page, survey);
    dates(&mut page);
    strictness(&mut page, survey);
    if let OutputTarget::Crate(_) = target {
        manifest(&mut page);
    }
    page.into_text()
}

fn about(page: &mut Page, survey: &Survey) {
    let (title, version) = (excerpt(&survey.title), excerpt(&survey.version));
    page.remark(&format!(
        "{title}, version {version}; operations: {}, types: {}, warnings: {}. A line whose `#` is followed by a key can be \
         uncommented as it is. For editors: `bindery schema > bindery.schema.json`, and `#:schema ./bindery.schema.json` as the \
         first line of this file.",
        survey.operations, survey.types, survey.warnings
    ));
}

fn place(page: &mut Page, target: OutputTarget<'_>, survey: &Survey) {
    match target {
        OutputTarget::Module(folder) => {
            page.remark("The directory of the module in the surrounding crate.");
            page.set("module", &toml_string(&folder.display().to_string()));
        }
        OutputTarget::Crate(folder) => {
            page.remark(
                "The directory of the crate. Use `module = \"src/client\"` instead to generate a module of your own crate.",
            );
            page.set(
                "out",
                &folder.map_or_else(
                    || toml_string(&survey.crate_name),
                    |folder| toml_string(&folder.display().to_string()),
                ),
            );
        }
    }
    if let OutputTarget::Crate(_) = target {
        page.suggest("name", &toml_string(&survey.crate_name));
        page.suggest("version", "\"0.1.0\"");
    }
}

/// Adds the selection of operations.
fn part(page: &mut Page, survey: &Survey) {
    let tags = &survey.tags;
    let counted: Vec<(String, String)> = tags.iter().map(|(name, count)| (name.clone(), count.to_string())).collect();
    if counted.is_empty() {
        return;
    }
    page.remark(&format!(
        "Operations by tag: {}. Uncomment `only` to include some of them with the schemas that they reference, or `skip` to exclude some.",
        in_words(&counted, MAX_LISTED)
    ));
    page.suggest("only.tags", &list(tags.iter().map(|(name, _)| name.as_str())));
    // At least one operation must remain.
    if let Some((least, _)) = tags.last().filter(|(_, count)| *count < survey.operations && tags.len() > 1) {
        page.suggest("skip.tags", &list([least.as_str()].into_iter()));
    }
}

/// Adds settings for credentials and pagination.
fn calls(page: &mut Page, survey: &Survey) {
    if let [(first, _), _, ..] = survey.schemes.as_slice() {
        let schemes: Vec<(String, String)> =
            survey.schemes.iter().map(|(name, travels)| (name.clone(), format!("({})", excerpt(travels)))).collect();
        page.remark(&format!("The security scheme that `.token(..)` uses: {}.", in_words(&schemes, MAX_LISTED)));
        page.suggest("token.scheme", &toml_string(first));
    }
    if let Some((first, _)) = survey.paged.first() {
        let paged: Vec<(String, String)> =
            survey.paged.iter().map(|(route, style)| (route.clone(), format!("({style})"))).collect();
        page.remark(&format!("Paginated operations, with their style: {}.", in_words(&paged, MAX_LISTED)));
        page.suggest(&format!("pagination.{}", toml_string(first)), "{ style = \"none\" }");
    }
    if !survey.unrecognized_paging.is_empty() {
        page.remark(
            "These operations may return pages, but the description leaves doubts. Check the keys, and uncomment the lines.",
        );
    }
    for UnrecognizedPaging { route, table } in &survey.unrecognized_paging {
        page.suggest(&format!("pagination.{}", toml_string(route)), table);
    }
}

fn dates(page: &mut Page) {
    let dates = DateLibrary::ALL.map(DateLibrary::name).join(", ");
    page.remark(&format!("The library for dates: {dates}."));
    page.suggest("dates", "\"chrono\"");
}

fn strictness(page: &mut Page, survey: &Survey) {
    page.remark("Set to `false` to skip the validation of requests against constraints such as maxLength.");
    page.suggest("validate", "false");
    match survey.warnings {
        0 => {
            page.remark("Set to `true` to fail on warnings.");
            page.suggest("strict", "true");
        }
        warnings => page.remark(&format!("`strict = true` would fail because of the current warnings: {warnings}.")),
    }
}

/// Adds settings that only apply to a separate crate.
fn manifest(page: &mut Page) {
    let names = CrateFeature::ALL.map(CrateFeature::name).join(", ");
    page.remark(&format!(
        "The optional features of the crate; by default all but blocking, cli, fixtures, mock and tracing: {names}."
    ));
    page.suggest("features", "[\"all\"]");
    page.remark("Set to `true` to generate a feature for each group of operations, with the types that it needs.");
    page.suggest("groups.features", "true");
    let backends = Tls::ALL.map(Tls::feature).join(", ");
    page.remark(&format!("The TLS backends, the first of which is enabled by default: {backends}."));
    page.suggest("tls", &list([Tls::NativeTls, Tls::Rustls].map(Tls::feature).into_iter()));
    page.remark("Fields of `[package]` in Cargo.toml.");
    page.suggest("package.license", "\"MIT\"");
    page.suggest("package.publish", "false");
}

/// The form of the generated client.
#[derive(Clone, Copy, Debug)]
pub enum OutputTarget<'p> {
    /// A crate, in this directory or in one named after the crate.
    Crate(Option<&'p Path>),
    /// A module of the surrounding crate, in this directory.
    Module(&'p Path),
}
