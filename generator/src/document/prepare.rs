//! Turns a source into one plain document in the form of OpenAPI 3.0: corrected, converted, gathered and merged.

use serde_json::Value;

use super::corrections;
use super::gather::{self, Dialect, Gathered, gather};
use super::parse::{is_release, version_text};
use super::specification::{self, Versions};
use super::typed::Document;
use super::{merge, parse, swagger};
use crate::config::Config;
use crate::diagnostic::{Code, Diagnostic, Location, Result, Sink, SourceLocation};
use crate::locations::SourceMap;
use crate::source::Source;

/// A plain document.
pub(super) struct PreparedDocument {
    pub(super) value: Value,
    /// Diagnostics about the current document.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The typed document, without the parts that are read from the value.
    pub(super) document: Document,
}

/// Reads a source, which may consist of several descriptions.
pub(super) fn whole(source: &Source, config: &Config) -> Result<PreparedDocument> {
    if !source.merged().is_empty() {
        return merged(source);
    }
    let corrections = if source.is_corrected() { Vec::new() } else { config.corrections() };
    part(source, &corrections)
}

/// Reads one description.
fn part(source: &Source, corrections: &[Source]) -> Result<PreparedDocument> {
    let (mut value, mut violations) = parse::parse(source)?;
    let is_corrected = !corrections.is_empty();
    let corrected = corrections::correct(&mut value, corrections)?;
    let corrected_text = is_corrected.then(|| to_text(&value));
    check_version(source, &value)?;
    violations.extend(specification::check(&value, source.name()));
    let version = specification::declared_version(&value);
    let value = parse::with_version_as_written(source, value);
    let mut diagnostics = Sink::new();
    let mut lost = Vec::new();
    let gathered = if value.get("swagger").is_some() {
        converted(source, value, version, &mut lost, &mut diagnostics)?
    } else {
        gather(source, value, Dialect::OpenApi, version, &mut diagnostics)?
    };
    let Gathered { value, source_map, sources, warnings, unresolved, violations: elsewhere } = gathered;
    violations.extend(warnings);
    violations.extend(elsewhere);
    let unresolved = unresolved.into_iter().map(|place| source_map.original(&place, source.name())).collect();
    let rewritten = (!sources.is_empty()).then(|| to_text(&value)).or(corrected_text);
    let document = Document {
        source: source.name().to_owned(),
        source_map,
        others: sources,
        unresolved,
        lost,
        violations,
        rewritten,
        corrected: vec![(source.name().to_owned(), corrected)],
        is_corrected,
        address: source.address().map(str::to_owned),
        ..Document::default()
    };
    Ok(PreparedDocument { value, diagnostics: diagnostics.into_diagnostics(), document })
}

/// Reads several descriptions and merges them.
fn merged(source: &Source) -> Result<PreparedDocument> {
    let address = source.address().map(str::to_owned);
    let mut document = Document { source: source.name().to_owned(), address, ..Document::default() };
    let mut diagnostics = Vec::new();
    let mut parts = Vec::new();
    for (index, one) in source.merged().iter().enumerate() {
        let PreparedDocument { value, diagnostics: found, document: read } = part(&one.source, &one.corrections)?;
        diagnostics.extend(found);
        document.others.extend((index > 0).then(|| one.source.clone()));
        document.others.extend(read.others);
        document.violations.extend(read.violations);
        document.unresolved.extend(read.unresolved);
        document.lost.extend(read.lost);
        document.corrected.extend(read.corrected);
        parts.push(merge::MergedPart {
            value,
            source_map: read.source_map,
            source: read.source,
            address: read.address,
            prefix: one.prefix.clone(),
        });
    }
    let (value, merged) = merge::merge(parts)?;
    // Repeated schemas are gathered as they will be in the stored description.
    let mut sink = Sink::new();
    let Gathered { value, mut source_map, .. } = gather(source, value, Dialect::OpenApi, None, &mut sink)?;
    source_map.after(&merged);
    let rewritten = Some(to_text(&value));
    Ok(PreparedDocument { value, diagnostics, document: Document { source_map, rewritten, ..document } })
}

fn to_text(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// Converts a Swagger 2.0 description to OpenAPI 3.0.
///
/// Its files are combined first, since their parameters and responses depend on the description that refers to them.
/// That reports unresolved references, so that gathering the result need not report them again.
fn converted(
    source: &Source,
    value: Value,
    version: Option<Versions>,
    lost: &mut Vec<Diagnostic>,
    sink: &mut Sink,
) -> Result<Gathered> {
    let mut reported = Sink::new();
    let (mut bundle, sink) = if gather::refers_to_files(&value) {
        (gather(source, value, Dialect::Swagger, version, &mut reported)?, &mut Sink::new())
    } else {
        (Gathered { value, ..Gathered::default() }, sink)
    };
    bundle.warnings.extend(reported.into_diagnostics());
    let (value, source_map) = upgraded(source, bundle.value, &bundle.source_map, lost);
    let mut gathered = gather(source, value, Dialect::OpenApi, None, sink)?;
    gathered.source_map.after(&source_map);
    Ok(Gathered { sources: bundle.sources, warnings: bundle.warnings, violations: bundle.violations, ..gathered })
}

/// Converts a Swagger 2.0 description in one document, and reports unsupported features at their original locations.
fn upgraded(source: &Source, value: Value, bundled: &SourceMap, lost: &mut Vec<Diagnostic>) -> (Value, SourceMap) {
    let mut source_map = SourceMap::default();
    let upgraded = swagger::upgrade(value);
    for (now, before) in upgraded.moved {
        source_map.insert(now.as_str(), None, before);
    }
    source_map.after(bundled);
    for (pointer, message, help) in upgraded.notes {
        let location = Location::Pointer(pointer.to_string());
        let place = bundled.original(&SourceLocation { source: source.name().to_owned(), location }, source.name());
        lost.push(Diagnostic::warning(Code::NotCarriedOver, message).at(place.source, place.location).help(help));
    }
    (upgraded.value, source_map)
}

fn check_version(source: &Source, value: &Value) -> Result<()> {
    let refused = |code, message: String, location, help: &str| {
        Err(Box::new(Diagnostic::error(code, message).at(source.name(), location).help(help)))
    };
    if let Some(version) = value.get("swagger") {
        if matches!(version_text(version).as_str(), "2" | "2.0") {
            return Ok(());
        }
        let message = format!("Swagger {} is not supported", version_text(version));
        let help = "Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are supported";
        return refused(Code::VersionUnsupported, message, Location::Pointer("/swagger".to_owned()), help);
    }
    match value.get("openapi").map(version_text) {
        Some(version) if ["3", "3.0", "3.1", "3.2"].iter().any(|known| is_release(&version, known)) => Ok(()),
        Some(version) => {
            let message = format!("OpenAPI `{version}` is not supported");
            let help = "OpenAPI 3.0, 3.1 and 3.2 are supported";
            refused(Code::VersionUnsupported, message, Location::Pointer("/openapi".to_owned()), help)
        }
        None => {
            let message = "not an OpenAPI description: the field `openapi` is missing".to_owned();
            let help = "pass a description, or the URL of the server that publishes it";
            refused(Code::NotOpenApi, message, Location::Whole, help)
        }
    }
}
