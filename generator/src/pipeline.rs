//! The stages in order.

use std::collections::BTreeSet;

use openapiv3::OpenAPI;

use crate::analysis::Analysis;
use crate::bindings::names::{NameHistory, Names};
use crate::bindings::{Bindings, Dependency, Derived, Settings, names, sharing};
use crate::changes::{self, Changes, Index, Side};
use crate::config::Config;
use crate::diagnostic::{Diagnostic, Location, Sink, SourceLocation};
use crate::emit::EmittedFile;
use crate::format::format;
use crate::interface::Interface;
use crate::module::folder;
use crate::signs::plain;
use crate::source::Source;
use crate::{analysis, bindings, document, emit, lower, model, stack};

/// What comes out of the stages, before it is written anywhere.
#[derive(Clone, Debug)]
pub struct Emission {
    /// The API as it was understood.
    pub api: model::Api,
    /// The names that were given.
    pub names: Names,
    /// What the next emission has to remember of them; nothing after [`run`].
    pub given: NameHistory,
    /// What was derived from it.
    pub analysis: Analysis,
    settings: Settings,
    /// What types have besides.
    derived: Derived,
    /// The text that is stored in the crate.
    description: Source,
    /// The text that was read.
    source: Source,
    /// Whether corrections were made to that text.
    is_corrected: bool,
    /// The operations of the description that are not wanted, such as `GET /pets`.
    left_out: BTreeSet<String>,
    /// The first line of each file that was made.
    pub header: String,
    /// The name of the crate.
    pub crate_name: String,
    /// The other files that the description consists of.
    pub others: Vec<Source>,
}

impl Emission {
    /// The files, whose contents are made when they are asked for.
    #[must_use]
    pub fn files(&self) -> Vec<EmittedFile<'_>> {
        let original = self.is_corrected.then_some(&self.source);
        emit::emit(self.bindings(), &self.description, original)
    }

    /// What programs that use the crate can name.
    #[must_use]
    pub fn interface(&self) -> Interface {
        Interface::of(self.bindings())
    }

    fn bindings(&self) -> Bindings<'_> {
        Bindings::new(&self.api, &self.analysis, &self.names, &self.settings).deriving(&self.derived)
    }

    /// The description as it was read, then the other files that it consists of.
    fn sources(&self) -> Vec<Source> {
        std::iter::once(&self.source).chain(&self.others).cloned().collect()
    }

    fn side<'a>(&'a self, interface: &'a Interface, index: &'a Index, sources: &'a [Source]) -> Side<'a> {
        let Self { api, analysis, names, left_out, .. } = self;
        Side { api, analysis, names, interface, index, sources, left_out }
    }

    /// The description in one text, whatever files it consists of.
    pub(crate) fn whole_text(&self) -> &str {
        self.description.text()
    }

    /// Checks that a crate of its own has what the types of the user's come from. A module has what the crate around it has.
    pub(crate) fn check_dependencies(&self, config: &Config) -> Result<(), Box<Diagnostic>> {
        match self.settings.whole_crate && config.names_crates() {
            true => config.check_dependencies(&self.bindings().crates()),
            false => Ok(()),
        }
    }

    /// Gives the crate another version.
    pub fn set_version(&mut self, version: &str) {
        version.clone_into(&mut self.settings.crate_version);
    }

    /// Each file's path and text.
    pub fn texts(&self) -> Box<dyn Iterator<Item = (String, String)> + '_> {
        match self.settings.whole_crate {
            true => Box::new(self.files().into_iter().map(|file| (file.path, format(file.contents, &self.header)))),
            false => Box::new(folder(self.files(), &self.header)),
        }
    }

    /// What the code of a module depends on.
    pub(crate) fn module_dependencies(&self) -> Vec<Dependency> {
        self.bindings().module_dependencies()
    }
}

/// What changed from one description to another, and what it means for code that uses the bindings.
///
/// # Errors
///
/// Those of [`run`], for either of the two.
pub fn changes_between(old: &Source, new: &Source, config: &Config) -> Result<Changes, Box<Diagnostic>> {
    let settings = Settings::default;
    let before = run_with(old, config, settings(), &NameHistory::default(), &mut Sink::new())?;
    let after = run_with(new, config, settings(), &before.given, &mut Sink::new())?;
    Ok(compared(&before, &after))
}

/// What changed from one emission to another.
#[must_use]
pub fn compared(old: &Emission, new: &Emission) -> Changes {
    // To emit takes most of the time, and neither needs the other.
    let (before, after) = std::thread::scope(|scope| {
        let before = scope.spawn(|| old.interface());
        let after = new.interface();
        (before.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), after)
    });
    let (old_sources, new_sources) = (old.sources(), new.sources());
    let (old_index, new_index) = (Index::of(&old.api), Index::of(&new.api));
    changes::changes(old.side(&before, &old_index, &old_sources), new.side(&after, &new_index, &new_sources))
}

/// Runs the stages from the text of a description to the files of a crate.
///
/// # Errors
///
/// One diagnostic where nothing useful could be written; all else goes to the sink.
pub fn run(source: &Source, config: &Config, settings: Settings, sink: &mut Sink) -> Result<Emission, Box<Diagnostic>> {
    stack::with_room(|| stages(source, config, settings, (&NameHistory::default(), false), sink))
}

/// The same, with the names that were given before; the emission remembers its own for the next one.
///
/// # Errors
///
/// Those of [`run`].
pub fn run_with(
    source: &Source,
    config: &Config,
    settings: Settings,
    memory: &NameHistory,
    sink: &mut Sink,
) -> Result<Emission, Box<Diagnostic>> {
    stack::with_room(|| stages(source, config, settings, (memory, true), sink))
}

fn stages(
    source: &Source,
    config: &Config,
    settings: Settings,
    (memory, keeps_account): (&NameHistory, bool),
    sink: &mut Sink,
) -> Result<Emission, Box<Diagnostic>> {
    let mut document = document::read(source, config, sink)?;
    let mut api = lower::lower(&document, config, sink)?;
    // It is large, and the model has all of it that is needed.
    document.openapi = OpenAPI::default();
    sharing::share(&mut api, config, memory);
    let previous = analysis::Previous {
        was_only_received: &|definition| names::was_only_received(&api, definition, memory),
        errors: &memory.errors(&api),
        layouts: memory.layouts(),
    };
    let analysis = Analysis::of(&api, previous);
    let told = (document.source.as_str(), &mut *sink);
    let (names, given) = names::names(&api, &analysis, config, memory, keeps_account, told)?;
    analysis.warn_of_alternatives_alike(&api, &document.source, sink);
    let settings = settings.named_after(&api.title);
    let derived = bindings::derived(Bindings::new(&api, &analysis, &names, &settings), config)?;
    config.warn_unused(sink);
    sink.relocate(|place| as_written(place, &document));
    document.lost.iter().for_each(|lost| sink.push(lost.clone()));
    sink.push_others(std::mem::take(&mut document.violations));
    for (file, mut corrected) in std::mem::take(&mut document.corrected) {
        sink.relocate(|place| corrected.trace(place, &file));
        sink.push_others(std::mem::take(&mut corrected.told));
    }
    let description = document.rewritten.map_or_else(|| source.clone(), |text| Source::new(source.name(), text));
    let header = header(&api);
    let crate_name = settings.crate_name.clone();
    let given = given.map(|given| given.with_layouts(analysis.layouts.clone()));
    Ok(Emission {
        api,
        analysis,
        names,
        given: given.unwrap_or_default(),
        settings,
        derived,
        description,
        source: source.clone(),
        is_corrected: document.is_corrected,
        left_out: document.left_out,
        header,
        crate_name,
        others: document.others,
    })
}

/// A place in the one document as the place in the file where it stands.
fn as_written(place: &mut SourceLocation, document: &document::Document) {
    if let (Location::Pointer(pointer), true) = (&place.spot, place.source == document.source) {
        let origin = document.source_map.trace(pointer);
        place.source = origin.source.unwrap_or_else(|| std::mem::take(&mut place.source));
        place.spot = Location::Pointer(origin.pointer.to_string());
    }
}

/// `// @generated by Bindery 0.1.0 from Petstore; do not edit.` The version of the API is not in it: an upgrade changes only
/// the files whose code changes.
fn header(api: &model::Api) -> String {
    let words = plain(&api.title).split_whitespace().collect::<Vec<_>>().join(" ");
    let title: String = words.chars().take(80).collect();
    format!("// @generated by Bindery {} from {}; do not edit.", env!("CARGO_PKG_VERSION"), title.trim())
}
