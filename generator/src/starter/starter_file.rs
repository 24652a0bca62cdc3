//! The text of the file.

use super::page::{Page, excerpt, in_words, list, quoted};
use super::{Survey, Target};
use crate::config::{CrateFeature, DateLibrary, Tls};

/// Maximum number of things that a remark names. Lines that can be uncommented list all.
const NAMED: usize = 40;

/// A type that all know, for texts of a format.
struct KnownType {
    format: &'static str,
    path: &'static str,
    /// The crate that the type comes from, and its entry in the manifest.
    dependency: Option<(&'static str, &'static str)>,
}

const fn known_type(
    format: &'static str,
    path: &'static str,
    dependency: Option<(&'static str, &'static str)>,
) -> KnownType {
    KnownType { format, path, dependency }
}

const KNOWN: [KnownType; 4] = [
    known_type("decimal", "rust_decimal::Decimal", Some(("rust_decimal", "\"1\""))),
    known_type("ip", "std::net::IpAddr", None),
    known_type("semver", "semver::Version", Some(("semver", "{ version = \"1\", features = [\"serde\"] }"))),
    known_type("ulid", "ulid::Ulid", Some(("ulid", "{ version = \"1\", features = [\"serde\"] }"))),
];

pub(super) fn write(description: &str, target: Target<'_>, survey: &Survey) -> String {
    let mut page = Page::default();
    about(&mut page, survey);
    page.remark("The description: a file beside this one, or an address. `corrections = [\"fixes.yaml\"]` names files that correct it.");
    page.holds("description", &quoted(description));
    place(&mut page, target, survey);
    part(&mut page, survey);
    calls(&mut page, survey);
    types(&mut page, target, survey);
    strictness(&mut page, survey);
    if let Target::Crate(_) = target {
        events(&mut page, survey);
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

fn place(page: &mut Page, target: Target<'_>, survey: &Survey) {
    match target {
        Target::Module(folder) => {
            page.remark("The folder of the module, in the crate around it.");
            page.holds("module", &quoted(&folder.display().to_string()));
        }
        Target::Crate(folder) => {
            page.remark(
                "The folder of the crate. Instead of it, `module = \"src/client\"` is a module of a crate of your own.",
            );
            page.holds(
                "out",
                &folder.map_or_else(|| quoted(&survey.crate_name), |folder| quoted(&folder.display().to_string())),
            );
            page.offers("name", &quoted(&survey.crate_name));
            page.offers("version", "\"0.1.0\"");
        }
    }
}

/// Adds the selection of operations.
fn part(page: &mut Page, survey: &Survey) {
    let (key, what, all) =
        if survey.tags.is_empty() { ("paths", "path", &survey.paths) } else { ("tags", "tag", &survey.tags) };
    let counted: Vec<(String, String)> = all.iter().map(|(name, count)| (name.clone(), count.to_string())).collect();
    if counted.is_empty() {
        return;
    }
    page.remark(&format!(
        "Operations by {what}: {}. Only some of these, and what they lead to; or all but some.",
        in_words(&counted, NAMED)
    ));
    page.offers(&format!("only.{key}"), &list(all.iter().map(|(name, _)| name.as_str())));
    // Something has to be left.
    if let Some((least, _)) = all.last().filter(|(_, count)| *count < survey.operations && all.len() > 1) {
        page.offers(&format!("skip.{key}"), &list([least.as_str()].into_iter()));
    }
}

/// Adds the events that the server sends.
fn events(page: &mut Page, survey: &Survey) {
    if survey.events.is_empty() {
        page.remark(
            "Bodies that the server sends by itself, if any: `events.schemas = [\"..\"]` names their schemas, for a crate that receives them.",
        );
        return;
    }
    let names = list(survey.events.iter().map(String::as_str));
    page.remark(&format!(
        "The server sends {} events by itself. Only these, and no operations: a crate that receives them.",
        survey.events.len()
    ));
    page.offers("only.events", &names);
}

/// Credentials and pages.
fn calls(page: &mut Page, survey: &Survey) {
    if let [(first, _), _, ..] = survey.schemes.as_slice() {
        let schemes: Vec<(String, String)> =
            survey.schemes.iter().map(|(name, travels)| (name.clone(), format!("({})", excerpt(travels)))).collect();
        page.remark(&format!("What `.token(..)` is, of the security schemes {}.", in_words(&schemes, NAMED)));
        page.offers("token.scheme", &quoted(first));
    }
    if let Some((first, _)) = survey.paged.first() {
        let paged: Vec<(String, String)> =
            survey.paged.iter().map(|(route, style)| (route.clone(), format!("({style})"))).collect();
        page.remark(&format!("These answer in pages, by what leads to the next one: {}.", in_words(&paged, NAMED)));
        page.offers(&format!("pagination.{}", quoted(first)), "{ style = \"none\" }");
    }
}

fn types(page: &mut Page, target: Target<'_>, survey: &Survey) {
    let dates = DateLibrary::ALL.map(DateLibrary::name).join(", ");
    page.remark(&format!("The library for dates: {dates}."));
    page.offers("dates", "\"chrono\"");
    let known = |format: &str| KNOWN.iter().find(|known| known.format == format);
    for (format, count) in &survey.formats {
        let Some(KnownType { format, path, dependency }) = known(format) else { continue };
        page.remark(&format!("A type of your own for the texts of the format {format} ({count})."));
        let selector = quoted(&format!("type:string format:{format}"));
        page.offers(&format!("types.{selector}"), &format!("{{ path = \"{path}\", traits = [\"PartialEq\"] }}"));
        if let (Some((name, version)), Target::Crate(_)) = (dependency, target) {
            page.offers(&format!("dependencies.{name}"), version);
        }
    }
    let others = survey.plain_formats.iter().filter(|(format, _)| known(format).is_none());
    let others: Vec<(String, String)> = others.map(|(format, count)| (format.clone(), count.to_string())).collect();
    if !others.is_empty() {
        page.remark(&format!(
            "Formats that stay texts: {}. `types.\"format:..\" = \"my_types::..\"` puts a type of yours in their place.",
            in_words(&others, NAMED)
        ));
    }
}

fn strictness(page: &mut Page, survey: &Survey) {
    page.remark("Whether what is sent is checked against the rules of the description, such as maxLength.");
    page.offers("validate", "false");
    match survey.warnings {
        0 => {
            page.remark("Whether warnings are refused.");
            page.offers("strict", "true");
        }
        warnings => page.remark(&format!("`strict = true` would refuse the warnings that there are: {warnings}.")),
    }
}

/// Adds settings that only apply to a separate crate.
fn manifest(page: &mut Page) {
    let names = CrateFeature::ALL.map(CrateFeature::name).join(", ");
    page.remark(&format!("What the crate offers; by default all of {names}."));
    page.offers("features", "[\"cli\", \"mock\"]");
    page.remark("Whether every group of operations is a feature, with the types that it needs.");
    page.offers("groups.features", "true");
    let ways = Tls::ALL.map(Tls::feature).join(", ");
    page.remark(&format!("How `https` is spoken, of which the first is on by default: {ways}."));
    page.offers("tls", &list([Tls::NativeTls, Tls::Rustls].map(Tls::feature).into_iter()));
    page.remark("What cargo's manifest has in `[package]`.");
    page.offers("package.license", "\"MIT\"");
    page.offers("package.publish", "false");
}
