//! Turns a source into one plain document in the form of OpenAPI 3.0: corrected, converted, gathered and merged.

use std::sync::Arc;

use serde_json::Value;

use super::corrections::{self, CorrectionEdits};
use super::gather::{self, Dialect, Gathered, gather};
use super::parse::{is_release, version_text};
use super::swagger::Upgraded;
use super::typed::Document;
use super::{merge, parse, swagger};
use crate::base::diagnostic::{Code, Diagnostic, Location, Result, Sink, SourceLocation, Trace};
use crate::base::pointer::Pointer;
use crate::base::text::Source;
use crate::config::Config;
use crate::read::locations::SourceMap;
use crate::read::source::{Input, Loader};

/// A plain document.
pub(super) struct PreparedDocument {
    pub(super) value: Value,
    /// The typed document, without the parts that are read from the value.
    pub(super) document: Document,
    pub(super) origins: Origins,
}

/// Traces locations in the prepared document back to the user's files.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins {
    /// The name of the document in diagnostics.
    pub(super) document: String,
    /// The origins of the values that were moved when files were combined.
    pub(super) source_map: Arc<SourceMap>,
    /// The corrections of each description, by its file name.
    pub(super) corrections: Vec<(String, Arc<CorrectionEdits>)>,
}

impl Trace for Origins {
    fn trace(&self, location: SourceLocation) -> SourceLocation {
        let mut location = self.source_map.original(location, &self.document);
        for (file, edits) in &self.corrections {
            edits.trace(&mut location, file);
        }
        location
    }
}

/// Reads a source, which may consist of several descriptions. From then on, diagnostics about the document get their
/// original locations.
pub(super) fn whole(input: &Input, config: &Config, sink: &mut Sink) -> Result<PreparedDocument> {
    if !input.merged.is_empty() {
        return merged(input, sink);
    }
    let corrections = if input.is_corrected { Vec::new() } else { config.corrections() };
    part(input, &corrections, sink)
}

/// Reads one description.
fn part(input: &Input, corrections: &[Source], sink: &mut Sink) -> Result<PreparedDocument> {
    let (source, loader) = (&input.source, input.loader.as_deref());
    let mut origins = Origins { document: source.name().to_owned(), ..Origins::default() };
    sink.trace_with(origins.clone());
    let mut value = parse::parse(source, sink)?;
    let is_corrected = !corrections.is_empty();
    let corrected = corrections::correct(&mut value, corrections, sink)?;
    origins.corrections = vec![(source.name().to_owned(), Arc::new(corrected))];
    sink.trace_with(origins.clone());
    let corrected_text = is_corrected.then(|| to_text(&value));
    check_version(source, &value)?;
    let value = parse::with_version_as_written(source, value);
    let is_swagger = value.get("swagger").is_some();
    let Gathered { value, source_map, sources } = if is_swagger {
        converted(source, loader, value, &origins, sink)?
    } else {
        gather(source, value, Dialect::OpenApi, loader, sink)?
    };
    origins.source_map = Arc::new(source_map);
    sink.trace_with(origins.clone());
    let rewritten = (!sources.is_empty()).then(|| to_text(&value)).or(corrected_text);
    let document = Document {
        source: source.name().to_owned(),
        source_map: Arc::clone(&origins.source_map),
        others: sources,
        rewritten,
        is_corrected,
        is_swagger,
        address: input.address.clone(),
        ..Document::default()
    };
    Ok(PreparedDocument { value, document, origins })
}

/// Reads several descriptions and merges them.
fn merged(input: &Input, sink: &mut Sink) -> Result<PreparedDocument> {
    let (source, address) = (&input.source, input.address.clone());
    let mut origins = Origins { document: source.name().to_owned(), ..Origins::default() };
    let mut document = Document { source: source.name().to_owned(), address, ..Document::default() };
    let mut parts = Vec::new();
    for (index, one) in input.merged.iter().enumerate() {
        let PreparedDocument { value, document: read, origins: own } = part(&one.input, &one.corrections, sink)?;
        document.others.extend((index > 0).then(|| one.input.source.clone()));
        document.others.extend(read.others);
        origins.corrections.extend(own.corrections);
        parts.push(merge::MergeInput {
            value,
            source_map: own.source_map,
            source: read.source,
            address: read.address,
            prefix: one.prefix.clone(),
        });
    }
    let (value, merged) = merge::merge(parts)?;
    // Repeated schemas are gathered as they will be in the stored description.
    let Gathered { value, mut source_map, .. } = gather(source, value, Dialect::OpenApi, None, &mut Sink::new())?;
    source_map.after(&merged);
    origins.source_map = Arc::new(source_map);
    sink.trace_with(origins.clone());
    let (source_map, rewritten) = (Arc::clone(&origins.source_map), Some(to_text(&value)));
    Ok(PreparedDocument { value, document: Document { source_map, rewritten, ..document }, origins })
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
    loader: Option<&Loader>,
    value: Value,
    origins: &Origins,
    sink: &mut Sink,
) -> Result<Gathered> {
    let has_files = gather::refers_to_files(&value);
    let bundle = if has_files {
        gather(source, value, Dialect::Swagger, loader, sink)?
    } else {
        Gathered { value, ..Gathered::default() }
    };
    sink.trace_with(Origins { source_map: Arc::new(bundle.source_map.clone()), ..origins.clone() });
    let Upgraded { value, moved } = swagger::upgrade(bundle.value, source.name(), sink);
    let mut source_map = SourceMap::default();
    for (now, before) in moved {
        source_map.insert(now.as_str(), None, before);
    }
    source_map.after(&bundle.source_map);
    sink.trace_with(Origins { source_map: Arc::new(source_map.clone()), ..origins.clone() });
    let mut gathered = if has_files {
        gather(source, value, Dialect::OpenApi, None, &mut Sink::new())?
    } else {
        gather(source, value, Dialect::OpenApi, None, sink)?
    };
    gathered.source_map.after(&source_map);
    Ok(Gathered { sources: bundle.sources, ..gathered })
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
        return refused(Code::VersionUnsupported, message, Location::Pointer(Pointer::root().child("swagger")), help);
    }
    match value.get("openapi").map(version_text) {
        Some(version) if ["3", "3.0", "3.1", "3.2"].iter().any(|known| is_release(&version, known)) => Ok(()),
        Some(version) => {
            let message = format!("OpenAPI `{version}` is not supported");
            let help = "OpenAPI 3.0, 3.1 and 3.2 are supported";
            refused(Code::VersionUnsupported, message, Location::Pointer(Pointer::root().child("openapi")), help)
        }
        None => {
            let message = "not an OpenAPI description: the field `openapi` is missing".to_owned();
            let help = "pass a description, or the URL of the server that publishes it";
            refused(Code::NotOpenApi, message, Location::Whole, help)
        }
    }
}
