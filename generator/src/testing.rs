//! Descriptions for unit tests of the stages.

use std::fmt::Display;

use crate::base::diagnostic::{Diagnostic, Sink};
use crate::base::text::Source;
use crate::config::Config;
use crate::pipeline::{Emission, run};
use crate::rust::names::NameHistory;

/// A description as parts of JSON, each an object or its members, with a configuration.
#[derive(Clone, Default)]
pub(crate) struct Case {
    text: Option<String>,
    root: String,
    paths: String,
    schemas: String,
    components: String,
    config: Option<String>,
}

impl Case {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Creates a case from a whole description.
    pub(crate) fn from_text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// Creates a case with an operation that receives a component schema.
    pub(crate) fn received(schema: &str) -> Self {
        let content =
            format!(r##"{{ "application/json": {{ "schema": {{ "$ref": "#/components/schemas/{schema}" }} }} }}"##);
        let response = format!(r#"{{ "description": "", "content": {content} }}"#);
        Self::new().paths(format!(r#""/a": {{ "get": {{ "responses": {{ "200": {response} }} }} }}"#))
    }

    /// Adds a field of the document.
    pub(crate) fn root(self, field: &str, value: impl Display) -> Self {
        Self { root: format!("{} \"{field}\": {value},", self.root), ..self }
    }

    pub(crate) fn paths(self, paths: impl Display) -> Self {
        Self { paths: members(&paths), ..self }
    }

    pub(crate) fn schemas(self, schemas: impl Display) -> Self {
        Self { schemas: members(&schemas), ..self }
    }

    /// Adds a section of the components.
    pub(crate) fn components(self, section: &str, components: impl Display) -> Self {
        Self { components: format!("{}, \"{section}\": {{ {} }}", self.components, members(&components)), ..self }
    }

    /// Replaces the configuration, which turns on all features.
    pub(crate) fn config(self, config: impl Into<String>) -> Self {
        Self { config: Some(config.into()), ..self }
    }

    pub(crate) fn emission(&self) -> Emission {
        self.run(&mut Sink::new()).unwrap()
    }

    pub(crate) fn emission_and_warnings(&self) -> (Emission, Vec<Diagnostic>) {
        let mut sink = Sink::new();
        (self.run(&mut sink).unwrap(), sink.into_diagnostics())
    }

    pub(crate) fn messages(&self) -> Vec<String> {
        self.emission_and_warnings().1.into_iter().map(|warning| warning.message).collect()
    }

    pub(crate) fn run(&self, sink: &mut Sink) -> Result<Emission, Box<Diagnostic>> {
        self.run_with(&NameHistory::default(), sink)
    }

    /// Runs the pipeline with recorded names.
    pub(crate) fn run_with(&self, history: &NameHistory, sink: &mut Sink) -> Result<Emission, Box<Diagnostic>> {
        let Self { text, root, paths, schemas, components, config } = self;
        let text = text.clone().unwrap_or_else(|| {
            format!(
                r#"{{ "openapi": "3.1.0", "info": {{ "title": "", "version": "" }},{root} "paths": {{ {paths} }},
                "components": {{ "schemas": {{ {schemas} }}{components} }} }}"#
            )
        });
        let config = Config::parse("bindery.toml", config.as_deref().unwrap_or("features = [\"all\"]")).unwrap();
        run(Source::new("test", text), &config, history, sink)
    }
}

/// Returns the members of an object without its braces.
fn members(object: &impl Display) -> String {
    let text = object.to_string();
    let inner = text.trim().strip_prefix('{').and_then(|inner| inner.strip_suffix('}'));
    inner.map_or_else(|| text.clone(), str::to_owned)
}

impl Emission {
    pub(crate) fn from_text(text: impl Into<String>) -> Self {
        Case::from_text(text).emission()
    }

    pub(crate) fn with_history(text: impl Into<String>, history: &NameHistory) -> Self {
        Case::from_text(text).run_with(history, &mut Sink::new()).unwrap()
    }

    /// Emits a description of component schemas, which are written as members of a JSON object.
    pub(crate) fn from_schemas(schemas: &str, history: &NameHistory) -> Self {
        Case::new().schemas(schemas).run_with(history, &mut Sink::new()).unwrap()
    }

    /// Returns the name of the type at a location below the component schemas, or an empty string.
    pub(crate) fn schema_name(&self, place: &str) -> String {
        self.names.by_pointer(&self.api).remove(&format!("/components/schemas/{place}")).unwrap_or_default()
    }

    /// Returns the recorded names as they are read from a lock file.
    pub(crate) fn lock_file(&self) -> NameHistory {
        NameHistory::of_lock_file(&self.names.by_pointer(&self.api))
    }
}
