//! The excerpts of both descriptions that a change shows, with their lines.

use std::collections::{BTreeMap, HashMap};

use super::change::Excerpt;
use super::finding::{Finding, LocatedText};
use super::version::{ApiVersion, Versions};
use bindery::internal::pointer::Pointer;

/// Maximum column that is reported. In a file of one long line, the pointer is more useful.
const MAX_COLUMN: usize = 400;

/// A pointer into a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct FileLocation {
    source: String,
    pointer: String,
}

/// The locations in one version that findings refer to.
pub(super) struct Locations<'v> {
    version: ApiVersion<'v>,
    /// Each location as `12:3`.
    lines: HashMap<FileLocation, String>,
}

impl<'v> Locations<'v> {
    /// Looks up the lines of all findings in a single pass over each file.
    pub(super) fn of_findings(versions: Versions<ApiVersion<'v>>, found: &[Finding]) -> Versions<Self> {
        let pointers = Versions::new(
            found.iter().filter_map(|found| found.excerpts.old.as_ref()).collect::<Vec<_>>(),
            found.iter().filter_map(|found| found.excerpts.new.as_ref()).collect(),
        );
        versions.zip(pointers).map(|(version, texts)| {
            let mut by_source: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for location in texts.iter().filter_map(|text| locate(version, &text.pointer)) {
                by_source.entry(location.source).or_default().push(location.pointer);
            }
            let mut lines = HashMap::new();
            for source in version.sources {
                let pointers = by_source.remove(source.name()).unwrap_or_default();
                let positions = source.positions_of(&pointers.iter().map(String::as_str).collect::<Vec<_>>());
                for (pointer, position) in pointers.into_iter().zip(positions) {
                    if let Some(position) = position.filter(|position| position.column <= MAX_COLUMN) {
                        let location = FileLocation { source: source.name().to_owned(), pointer };
                        lines.insert(location, format!("{}:{}", position.line, position.column));
                    }
                }
            }
            Self { version, lines }
        })
    }

    /// Returns a text with its location in a file.
    pub(super) fn excerpt(&self, text: &LocatedText) -> Option<Excerpt> {
        let location = locate(self.version, &text.pointer)?;
        let shown = match self.lines.get(&location) {
            Some(line) => format!("{}:{line}", location.source),
            None => format!("{}#{}", location.source, location.pointer),
        };
        Some(Excerpt { location: shown, pointer: location.pointer, text: text.text.clone() })
    }
}

/// Returns the location in a file that an element of the description comes from.
fn locate(version: ApiVersion<'_>, pointer: &Pointer) -> Option<FileLocation> {
    let description = version.sources.first()?;
    let origin = version.api.source_map.trace(pointer.as_str());
    let source = origin.source.unwrap_or_else(|| description.name().to_owned());
    Some(FileLocation { source, pointer: origin.pointer.as_str().to_owned() })
}
