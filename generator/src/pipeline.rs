//! Runs the stages in order.

use std::collections::BTreeSet;

use openapiv3::OpenAPI;
use serde_json::{Value, json};

use crate::api::analysis::Analysis;
use crate::api::lower;
use crate::api::model;
use crate::api::pagination;
use crate::api::pagination::UnrecognizedPaging;
use crate::base::diagnostic::{Diagnostic, Sink};
use crate::base::stack;
use crate::base::text::Source;
use crate::base::unicode::{excerpt, plain};
use crate::config::{Config, CrateFeature, UsedEntries};
use crate::print::emit;
use crate::print::format::{FormattedFile, format};
use crate::print::module::{module_path, one_file};
use crate::read::document;
use crate::read::source::Input;
use crate::rust::ir::{self, GroupOperations, ModuleTypes, RUNTIME};
use crate::rust::names::{self, NameHistory, Names, RecordedNames, sharing};
use crate::rust::resolve;
use crate::rust::resolve::{CrateOptions, Derived, Facts, Resolver};

/// The result of the stages before it is written.
#[derive(Clone, Debug)]
pub struct Emission {
    /// The model of the API.
    pub api: model::Api,
    /// The assigned names.
    pub names: Names,
    /// The names to record for the next emission.
    pub recorded_names: NameHistory,
    /// The analysis of the model.
    pub analysis: Analysis,
    pub(crate) facts: Facts,
    /// The options of the configuration, with the name and the groups that follow from the description.
    pub options: CrateOptions,
    /// The crate without its types and operations.
    pub package: ir::Crate,
    /// Derived traits and attributes of types.
    derived: Derived,
    /// The text that is stored in the crate.
    description: Source,
    /// The text that was read.
    source: Source,
    /// `true` if corrections changed that text.
    is_corrected: bool,
    /// The operations that the selection excludes, such as `GET /pets`.
    pub excluded: BTreeSet<String>,
    /// The entries of the configuration that apply to the description.
    pub used: UsedEntries,
    /// The operations that look paginated and are not.
    pub unrecognized_paging: Vec<UnrecognizedPaging>,
    /// The first line of each generated file.
    pub header: String,
    /// The other files that the description consists of.
    pub others: Vec<Source>,
}

impl Emission {
    /// Returns the name of the crate.
    #[must_use]
    pub fn crate_name(&self) -> &str {
        &self.options.crate_name
    }

    /// Returns the generated crate as data, without members that are absent, empty or false. Its representation is
    /// unstable.
    #[must_use]
    pub fn intermediate_representation(&self) -> Value {
        let (operations, types): (Vec<_>, Vec<_>) = (self.operations().collect(), self.types().collect());
        let mut crate_data = json!({ "crate": self.package, "operations": operations, "types": types });
        remove_empty_members(&mut crate_data);
        crate_data
    }

    /// Returns the types by module, which are made one module at a time.
    pub fn types(&self) -> impl Iterator<Item = ModuleTypes> {
        self.resolver().module_types(self.package.type_modules.clone())
    }

    /// Returns the operations by group, which are made one group at a time.
    pub fn operations(&self) -> impl Iterator<Item = GroupOperations> {
        self.resolver().group_operations(self.package.groups().to_vec())
    }

    pub(crate) fn resolver(&self) -> Resolver<'_> {
        Resolver::new(&self.api, &self.analysis, &self.facts, &self.names, &self.options).deriving(&self.derived)
    }

    /// Returns the source of the description, followed by its other files.
    pub fn sources(&self) -> Vec<Source> {
        std::iter::once(&self.source).chain(&self.others).cloned().collect()
    }

    /// Returns the description as one text, even if it consists of several files.
    #[cfg(test)]
    pub(crate) fn whole_text(&self) -> &str {
        self.description.text()
    }

    /// Checks that a generated crate depends on the crates of the user's types, and that no two dependencies have the
    /// same name. A module uses the dependencies of the surrounding crate.
    pub fn check_dependencies(&self, config: &Config) -> Result<(), Box<Diagnostic>> {
        config.check_runtime(self.crate_name())?;
        if self.options.whole_crate { config.check_dependencies(RUNTIME, &self.used) } else { Ok(()) }
    }

    /// Returns the names to record in a lock file.
    #[must_use]
    pub fn names_to_record(&self) -> RecordedNames {
        RecordedNames::new(&self.api, &self.names, &self.recorded_names)
    }

    /// Sets the version of the crate.
    pub fn set_version(&mut self, version: &str) {
        version.clone_into(&mut self.options.crate_version);
        self.package.manifest = self.resolver().manifest();
    }

    /// Returns the path and the text of each file.
    pub fn texts(&self) -> impl Iterator<Item = (String, String)> + use<> {
        let original = self.is_corrected.then_some(&self.source);
        let files = self.print(&self.package, [Some(&self.description), original], &self.header);
        files.into_iter().map(|(path, file)| (path, file.text))
    }

    /// Returns the path and the text of each file, with marks at the public members with these paths, such as
    /// `types::Story.state`. Each mark has the position of the path.
    pub fn marked_texts(&self, paths: impl Iterator<Item = String>) -> Vec<(String, String)> {
        let marks = paths.enumerate().map(|(number, path)| (path, number)).collect();
        let files =
            self.print(&ir::Crate { marks, ..self.package.clone() }, [Some(&self.description), None], &self.header);
        files.into_iter().map(|(path, file)| (path, file.text)).collect()
    }

    fn print(&self, package: &ir::Crate, sources: [Option<&Source>; 2], header: &str) -> Vec<(String, FormattedFile)> {
        let mut files = Vec::new();
        emit::emit(package, self.types(), self.operations(), sources, &mut |file| {
            let path = if package.is_whole { file.path } else { module_path(&file.path).to_owned() };
            files.push((path, format(file.contents, header)));
        });
        files
    }

    /// Returns a module as one file.
    pub(crate) fn one_file(&self) -> String {
        let package = ir::Crate { is_one_file: true, ..self.package.clone() };
        one_file(&self.print(&package, [None; 2], "").into_iter().collect(), &self.header)
    }

    /// Returns the features of the runtime crate that a module needs.
    pub fn runtime_features(&self) -> BTreeSet<&'static str> {
        let mut features = emit::emit(&self.package, self.types(), self.operations(), [None; 2], &mut |_| {});
        features.extend(self.package.implemented.iter().map(|one| one.feature()));
        features.extend(self.package.client.iter().map(|_| "client"));
        let requested = [CrateFeature::Cli, CrateFeature::Fixtures, CrateFeature::Mock].into_iter();
        features.extend(requested.filter(|feature| self.package.has(*feature)).map(CrateFeature::name));
        features
    }

    /// Returns the keys in TOML that say where the runtime crate is.
    pub fn runtime_location(&self) -> &str {
        &self.package.manifest.runtime
    }
}

/// Removes the members of structs that are absent, empty or false. Variants, whose names are in upper case, stay.
fn remove_empty_members(data: &mut Value) {
    let is_empty = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(elements) => elements.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    };
    match data {
        Value::Array(elements) => elements.iter_mut().for_each(remove_empty_members),
        Value::Object(members) => members.retain(|name, value| {
            remove_empty_members(value);
            name.starts_with(char::is_uppercase) || !is_empty(value)
        }),
        _ => {}
    }
}

/// Runs the stages from the text of a description to the files of a crate, with previously assigned names.
///
/// # Errors
///
/// Returns one diagnostic if nothing useful can be written; all others go to the sink.
pub fn run(
    input: impl Into<Input>,
    config: &Config,
    history: &NameHistory,
    sink: &mut Sink,
) -> Result<Emission, Box<Diagnostic>> {
    let input = input.into();
    stack::grow(|| stages(&input, config, history, sink))
}

/// The sink and the used entries pass through the stages: what is reported depends on what was reported before.
fn stages(input: &Input, config: &Config, history: &NameHistory, sink: &mut Sink) -> Result<Emission, Box<Diagnostic>> {
    let mut document = document::read(input, config, sink)?;
    let mut used = std::mem::take(&mut document.used);
    let schemas = document.openapi.components.iter().flat_map(|components| components.schemas.keys());
    let history = history.with_splits(schemas.map(String::as_str));
    let history = &*history.with_places(|place| document.element_keys.place(place));
    let api = lower::lower(&document, config, &mut used, sink)?;
    // Released early, since it is large and the model contains everything that is needed.
    document.openapi = OpenAPI::default();
    let api = names::restore_groups(api, history);
    let api = sharing::share(api, config, history);
    let (api, unrecognized_paging) = pagination::paginate(api, config, &mut used, sink);
    let analysis = Analysis::new(&api);
    let (names, recorded_names) = names::names(&api, &analysis, config, history, &document.source, sink)?;
    names::warn_unmatched(&api, &names, config, sink);
    analysis.shapes.warn_indistinguishable(&api, &document.source, sink);
    analysis.events.warn_indistinguishable_events(&api, &document.source, sink);
    let facts = Facts::new(&api, &analysis.directions);
    let mut options = CrateOptions::new(config).named_after(&api.title);
    let derived = resolve::derived(Resolver::new(&api, &analysis, &facts, &names, &options), config, &mut used)?;
    let resolver = Resolver::new(&api, &analysis, &facts, &names, &options).deriving(&derived);
    config.warn_unknown_defaults(&resolver.unknown_defaults(), sink);
    let package = resolver.package();
    options.group_features = Some(package.groups_are_features);
    config.warn_unused(&used, &|| names::known_keys(&api, &names), sink);
    if !options.whole_crate {
        config.warn_of_module(sink);
    }
    config.accept(sink);
    let source = input.source.clone();
    let description = document.rewritten.map_or_else(|| source.clone(), |text| Source::new(source.name(), text));
    let header = header(&api);
    Ok(Emission {
        api,
        analysis,
        facts,
        names,
        recorded_names,
        options,
        package,
        derived,
        description,
        source,
        is_corrected: document.is_corrected,
        excluded: document.left_out,
        used,
        unrecognized_paging,
        header,
        others: document.others,
    })
}

/// Returns `// @generated by Bindery 0.1.0 from Petstore; do not edit.` It does not contain the version of the API, so
/// that an upgrade changes only files whose code changes.
fn header(api: &model::Api) -> String {
    let words = plain(&api.title).split_whitespace().collect::<Vec<_>>().join(" ");
    format!("// @generated by Bindery {} from {}; do not edit.", env!("CARGO_PKG_VERSION"), excerpt(&words, 80))
}
