//! The entry point for build scripts.

use std::path::{Path, PathBuf};
use std::{env, fmt};

use crate::base::diagnostic::{
    Colors, Diagnostic, Positions, Sink, missing_source, render_concise, render_full, usage_error,
};
use crate::base::inflection::counted;
use crate::base::stack;
use crate::base::text::Source;
use crate::base::unicode::printable_line;
use crate::config::{Clients, Config, CrateFeature, DateLibrary};
use crate::pipeline::{Emission, run};
use crate::print::replace::replace;
use crate::read::source::{self, Input, Request, SourceLocator};
use crate::rust::names::RecordedNames;

/// Generates a client from a description in a build script.
///
/// Writes `client.rs` to the output directory, for use with `include!`. The file is written only if it changed, and the
/// network is used only if that is enabled.
///
/// ```no_run
/// bindery::Generator::new().description("openapi.yaml").generate()?;
/// # Ok::<(), bindery::GeneratorError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Generator {
    source: Option<SourceLocator>,
    config: Option<PathBuf>,
    config_text: Option<String>,
    client: Option<String>,
    lock_file: Option<PathBuf>,
    corrections: Vec<PathBuf>,
    features: Vec<CrateFeature>,
    out_dir: Option<PathBuf>,
    file_name: Option<String>,
    /// The keys that are set by methods.
    overrides: Config,
}

/// The result of a generation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Generated {
    /// The file.
    pub path: PathBuf,
    /// `true` if the content of the file changed.
    pub changed: bool,
    /// Warnings about repaired or skipped parts, as text.
    pub warnings: Vec<String>,
    /// The warnings in one line each, with their locations.
    warning_lines: Vec<String>,
    /// The other files that the description consists of.
    pub others: Vec<PathBuf>,
}

/// The reason why no client was generated.
#[derive(Clone)]
pub struct GeneratorError {
    text: String,
}

impl fmt::Display for GeneratorError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text.trim_end())
    }
}

/// Shows the message as it is: this is what a build script prints if its `main` returns the error.
impl fmt::Debug for GeneratorError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl std::error::Error for GeneratorError {}

impl Generator {
    /// Creates a generator without a description.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the file of the description, relative to the directory of the package.
    #[must_use]
    pub fn description(mut self, path: impl Into<PathBuf>) -> Self {
        self.source = Some(SourceLocator::File(path.into()));
        self
    }

    /// Sets the address of the description or of the server that publishes it. This enables the use of the network, and
    /// needs the feature `fetch`.
    /// Prefer a file: the response of a server may change between builds.
    #[cfg(feature = "fetch")]
    #[must_use]
    pub fn address(mut self, address: impl Into<String>) -> Self {
        self.source = Some(SourceLocator::Address(address.into()));
        self
    }

    /// Sets a configuration file like `bindery.toml`, for names and other overrides. It also provides the description
    /// if no other is given, as a file or as several files that are merged.
    #[must_use]
    pub fn config(mut self, path: impl Into<PathBuf>) -> Self {
        self.config = Some(path.into());
        self
    }

    /// Sets the text of a configuration, in place of a file. Its paths are relative to the directory of the package.
    ///
    /// ```no_run
    /// # let generator = bindery::Generator::new();
    /// generator.config_text(
    ///     r#"
    ///     only.tags = ["pets"]
    ///     types."format:decimal" = { path = "rust_decimal::Decimal", traits = ["PartialEq"] }
    ///     derives.State = ["clap::ValueEnum"]
    ///     "#,
    /// );
    /// ```
    #[must_use]
    pub fn config_text(mut self, text: impl Into<String>) -> Self {
        self.config_text = Some(text.into());
        self
    }

    /// Selects a client by its name if the configuration lists several.
    #[must_use]
    pub fn client(mut self, name: impl Into<String>) -> Self {
        self.client = Some(name.into());
        self
    }

    /// Sets the file with the names of an earlier generation, which are kept even if the description changes. It is
    /// written by `bindery lock`, and a build only reads it. Corrections have to be in the configuration file.
    #[must_use]
    pub fn lock_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.lock_file = Some(path.into());
        self
    }

    /// Adds a file with corrections of the description: an overlay or a JSON Merge Patch. The corrections
    /// of the configuration are applied first, then these in the order of the calls.
    #[must_use]
    pub fn correction(mut self, path: impl Into<PathBuf>) -> Self {
        self.corrections.push(path.into());
        self
    }

    /// Generates an optional part, such as [`CrateFeature::Cli`], [`CrateFeature::Fixtures`] or [`CrateFeature::Mock`]. It is
    /// compiled if `bindery-runtime` has the feature of the same name. Further calls add parts.
    #[must_use]
    pub fn feature(mut self, feature: CrateFeature) -> Self {
        self.features.push(feature);
        self
    }

    /// Sets the output directory; by default cargo's `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Sets the name of the file; by default `client.rs`.
    #[must_use]
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = Some(name.into());
        self
    }

    /// Sets the library for dates; by default that of the configuration, or else `jiff`.
    #[must_use]
    pub fn dates(mut self, library: DateLibrary) -> Self {
        self.overrides.dates = Some(library);
        self
    }

    /// Sets whether warnings are errors. Overrides `strict` of the configuration.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.overrides.strict = Some(strict);
        self
    }

    /// Sets whether a client is generated even if more than a tenth of the operations or schemas lack content, usually
    /// because of unresolved references. Overrides `allow-partial` of the configuration.
    #[must_use]
    pub fn allow_partial(mut self, allow_partial: bool) -> Self {
        self.overrides.allow_partial = Some(allow_partial);
        self
    }

    /// Generates the client, registers the files that cargo watches, and shows warnings as cargo warnings.
    ///
    /// # Errors
    ///
    /// Returns an error if the description is missing or invalid, or the file cannot be written. The message contains the
    /// location and a help text.
    pub fn generate(&self) -> Result<Generated, GeneratorError> {
        let description = self.source.iter().filter_map(|source| match source {
            SourceLocator::File(path) => Some(path),
            SourceLocator::Address(_) | SourceLocator::StandardInput => None,
        });
        for path in description.chain(&self.config).chain(&self.lock_file) {
            instruct_cargo(&format!("cargo::rerun-if-changed={}", printable_line(&path.display().to_string())));
        }
        let generated = stack::grow(|| self.make())?;
        for path in &generated.others {
            instruct_cargo(&format!("cargo::rerun-if-changed={}", printable_line(&path.display().to_string())));
        }
        for line in &generated.warning_lines {
            instruct_cargo(&format!("cargo::warning={}", printable_line(line.trim_end())));
        }
        Ok(generated)
    }

    fn make(&self) -> Result<Generated, GeneratorError> {
        let config = self.read_config().map_err(|problem| generator_error(&problem, &[]))?;
        let input = self.input(&config).map_err(|problem| generator_error(&problem, &config.sources()))?;
        let mut sources = input.sources();
        sources.extend(config.sources());
        let mut sink = Sink::new();
        let recorded = self.recorded_names()?;
        let history = recorded.as_ref().map(RecordedNames::history).unwrap_or_default();
        let emission =
            run(&input, &config, &history, &mut sink).map_err(|problem| generator_error(&problem, &sources))?;
        sources.extend(emission.others.iter().cloned());
        let diagnostics = sink.without_errors().map_err(|problem| generator_error(&problem, &sources))?;
        let places = Positions::new(&diagnostics, &sources);
        let mut warnings: Vec<String> =
            diagnostics.iter().map(|warning| render_full(warning, &places, Colors::None)).collect();
        let mut warning_lines: Vec<String> =
            diagnostics.iter().map(|warning| render_concise(warning, &places, Colors::None)).collect();
        if let Some(line) = self.unrecorded_names(&emission, recorded.as_ref()) {
            warnings.push(format!("{line}\n"));
            warning_lines.push(line);
        }
        if config.is_strict() && !warnings.is_empty() {
            return Err(GeneratorError { text: warnings.concat() });
        }
        if let Some(problem) = emission.api.completeness.problem().filter(|_| !config.allows_partial()) {
            let places = Positions::new(&[], &sources);
            return Err(GeneratorError { text: warnings.concat() + &render_full(&problem, &places, Colors::None) });
        }
        let path = self.path()?;
        let changed = replace(&path, emission.one_file().as_bytes())
            .map_err(|problem| GeneratorError { text: format!("cannot write {}: {problem}", path.display()) })?;
        let first = self.source.is_none().then(|| &sources[0]).into_iter();
        let others = first.chain(&emission.others).map(|file| PathBuf::from(file.name()));
        let others = others.chain(config.correction_files().map(Path::to_owned)).collect();
        Ok(Generated { path, changed, warnings, warning_lines, others })
    }

    fn read_config(&self) -> Result<Config, Box<Diagnostic>> {
        let clients = match (&self.config, &self.config_text) {
            (Some(_), Some(_)) => {
                let help = "call either `.config(..)` or `.config_text(..)`";
                return Err(usage_error("the configuration is a file and a text", help));
            }
            (Some(path), None) => Some(Clients::load(path)?),
            (None, Some(text)) => Some(Clients::parse_in("config_text", text, Path::new(""))?),
            (None, None) => None,
        };
        let mut config = match (clients, &self.client) {
            (Some(clients), Some(client)) => clients.into_named(client)?,
            (Some(clients), None) => clients.into_one()?,
            (None, _) => Config::default(),
        }
        .overridden_by(self.overrides.clone());
        if !self.features.is_empty() {
            config.features = Some(config.features.unwrap_or_default().with(&self.features));
        }
        self.corrections.iter().try_for_each(|path| config.correct_by(path))?;
        // The file is a module of the surrounding crate.
        config.module.get_or_insert_default();
        Ok(config)
    }

    /// Returns a warning if the lock file lacks names of the client.
    fn unrecorded_names(&self, emission: &Emission, recorded: Option<&RecordedNames>) -> Option<String> {
        let path = self.lock_file.as_ref()?;
        let missing = emission.names_to_record().missing_in(recorded?);
        let (names, command) = (counted(missing, "name"), self.lock_command(path));
        (missing > 0).then(|| format!("warning: {} does not record {names}; run `{command}`", path.display()))
    }

    /// Returns the command that writes the lock file.
    fn lock_command(&self, lock_file: &Path) -> String {
        let config = self.config.as_ref().map(|path| format!(" --config {}", path.display()));
        let source = match &self.source {
            Some(SourceLocator::File(path)) => format!(" {}", path.display()),
            Some(SourceLocator::Address(_)) => " ADDRESS".to_owned(),
            Some(SourceLocator::StandardInput) | None => String::new(),
        };
        format!("bindery lock{source}{} --lock-file {}", config.unwrap_or_default(), lock_file.display())
    }

    fn recorded_names(&self) -> Result<Option<RecordedNames>, GeneratorError> {
        let Some(path) = &self.lock_file else { return Ok(None) };
        // The command reads the same configuration, or it would record other names.
        if self.config_text.is_some() || !self.corrections.is_empty() {
            let text = "the lock file needs a configuration that `bindery lock` reads, too\n\
                        help: write corrections and keys to a bindery.toml, and call `.config(\"bindery.toml\")`";
            return Err(GeneratorError { text: text.to_owned() });
        }
        let text = std::fs::read_to_string(path).map_err(|problem| GeneratorError {
            text: format!("cannot read {}: {problem}\nhelp: run `{}`", path.display(), self.lock_command(path)),
        })?;
        let recorded = RecordedNames::parse(&text).map_err(|reason| GeneratorError {
            text: format!("cannot read {}: {reason}\nhelp: pass the file that `bindery lock` wrote", path.display()),
        })?;
        Ok(Some(recorded))
    }

    fn input(&self, config: &Config) -> Result<Input, Box<Diagnostic>> {
        match &self.source {
            Some(location) => source::load(&request(location.clone(), config)),
            None if config.description.is_some() => load_files(config),
            None => Err(usage_error("missing the description", "call `.description(\"openapi.yaml\")`")),
        }
    }

    fn path(&self) -> Result<PathBuf, GeneratorError> {
        let folder = self.out_dir.clone().or_else(|| env::var_os("OUT_DIR").map(PathBuf::from));
        let folder = folder.ok_or_else(|| GeneratorError {
            text: "missing the output directory: call `.out_dir(..)`, or run in a build script".to_owned(),
        })?;
        Ok(folder.join(self.file_name.as_deref().unwrap_or("client.rs")))
    }
}

fn request(location: SourceLocator, config: &Config) -> Request {
    Request { cacert: config.cacert.clone(), root: config.root.clone(), ..Request::new(location) }
}

/// Loads the description of a configuration, without the network.
fn load_files(config: &Config) -> Result<Input, Box<Diagnostic>> {
    let load = |location: &str| match SourceLocator::parse(location) {
        location @ SourceLocator::File(_) => source::load(&request(location, config)),
        SourceLocator::Address(_) | SourceLocator::StandardInput => {
            let message = format!("`{}` is not a file", location.escape_debug());
            Err(usage_error(message, "save the description to a file, or call `.address(\"..\")`"))
        }
    };
    Input::from_config(config, config.description.as_deref().unwrap_or_default(), load)
}

/// Prints an instruction for cargo.
#[expect(clippy::print_stdout, reason = "build scripts instruct cargo on standard output")]
fn instruct_cargo(line: &str) {
    println!("{line}");
}

fn generator_error(problem: &Diagnostic, sources: &[Source]) -> GeneratorError {
    let sources: Vec<Source> = sources.iter().cloned().chain(missing_source(problem, sources)).collect();
    let places = Positions::new(std::slice::from_ref(problem), &sources);
    GeneratorError { text: render_full(problem, &places, Colors::None) }
}
