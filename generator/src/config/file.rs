//! The TOML form of the configuration.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;

use super::dependencies::{self, DependenciesForm};
use super::overrides::{Loosened, Override, Overrides};
use super::own_types_form::{self, TypesForm};
use super::package::{self, PackageForm};
use super::pagination::PagingForm;
use super::selection::{self, OnlyForm, SkipForm};
use super::user_file::UserFile;
use super::{Config, CrateFeatures, DateLibrary, Tls, check};
use crate::diagnostic::{Code, Diagnostic, Location};
use crate::source::position_at;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "keys and tables")]
struct ConfigFile {
    description: Option<String>,
    #[serde(default)]
    corrections: Vec<Spanned<PathBuf>>,
    docs: Option<Spanned<PathBuf>>,
    out: Option<PathBuf>,
    module: Option<Spanned<PathBuf>>,
    name: Option<Spanned<String>>,
    version: Option<Spanned<String>>,
    dates: Option<DateLibrary>,
    features: Option<Vec<Spanned<String>>>,
    tls: Option<Vec<Tls>>,
    #[serde(default)]
    strict: bool,
    validate: Option<bool>,
    #[serde(default)]
    package: PackageForm,
    #[serde(default)]
    token: TokenForm,
    #[serde(default)]
    names: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    codes: BTreeMap<String, BTreeMap<Spanned<String>, Spanned<String>>>,
    #[serde(default)]
    fields: BTreeMap<Spanned<String>, Spanned<FieldForm>>,
    #[serde(default)]
    pagination: BTreeMap<Spanned<String>, Spanned<PagingForm>>,
    #[serde(default)]
    only: OnlyForm,
    #[serde(default)]
    skip: SkipForm,
    #[serde(default)]
    types: TypesForm,
    #[serde(default)]
    dependencies: DependenciesForm,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as `{ scheme = \"ServiceToken\" }`")]
struct TokenForm {
    scheme: Option<Spanned<String>>,
    #[serde(default)]
    either: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table such as `{ nullable = true }`")]
struct FieldForm {
    nullable: Option<bool>,
    required: Option<bool>,
}

/// Positions in the text, and problems at them.
pub(super) struct ConfigReader<'t> {
    name: &'t str,
    text: &'t str,
}

impl ConfigReader<'_> {
    pub(super) fn spot(&self, byte: usize) -> Location {
        let position = position_at(self.text, byte);
        Location::Position { line: position.line, column: position.column }
    }

    pub(super) fn problem(&self, byte: usize, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
        let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
        Box::new(problem.at(self.name, self.spot(byte)).help(help))
    }

    fn entry<T, U>(&self, key: &str, value: &Spanned<U>, of: impl Fn(&U) -> T) -> Override<T> {
        let spot = self.spot(value.span().start);
        Override { key: key.to_owned(), value: of(value.get_ref()), spot, used: Cell::new(false) }
    }

    fn type_name(&self, name: &Spanned<String>) -> Result<(), Box<Diagnostic>> {
        if check::is_type_name(name.get_ref()) {
            return Ok(());
        }
        let message = format!("`{}` cannot be the name of a type or a variant", name.get_ref());
        Err(self.problem(name.span().start, message, "write a name such as `InProgress`"))
    }

    /// What a name is for is known only with the description.
    fn any_name(&self, name: &Spanned<String>) -> Result<(), Box<Diagnostic>> {
        if check::is_name(name.get_ref()) {
            return Ok(());
        }
        let message = format!("`{}` cannot be a name in Rust", name.get_ref());
        let help = "write a type or a variant like `InProgress`, a function, a field or an argument like `in_progress`";
        Err(self.problem(name.span().start, message, help))
    }

    /// A code has one spelling, so that it cannot be named twice.
    fn code(&self, key: &Spanned<String>) -> Result<i64, Box<Diagnostic>> {
        let number = key.get_ref().parse().ok().filter(|number: &i64| number.to_string() == *key.get_ref());
        number.ok_or_else(|| {
            let message = format!("`{}` is no code", key.get_ref());
            self.problem(key.span().start, message, "write a whole number as the key, such as `8` or `-1`")
        })
    }

    fn loosened(&self, key: &Spanned<String>, field: &Spanned<FieldForm>) -> Result<Loosened, Box<Diagnostic>> {
        let named =
            key.get_ref().split_once('.').is_some_and(|(schema, field)| !schema.is_empty() && !field.is_empty());
        if !named {
            let message = format!("`{}` is no field of a schema", key.get_ref());
            return Err(self.problem(
                key.span().start,
                message,
                "write the schema and the field, such as `Story.creator`",
            ));
        }
        let FieldForm { nullable, required } = *field.get_ref();
        if nullable == Some(false) || required == Some(true) || (nullable, required) == (None, None) {
            let message = format!("`{}` is not loosened by this", key.get_ref());
            return Err(self.problem(
                field.span().start,
                message,
                "write `nullable = true`, `required = false` or both",
            ));
        }
        Ok(Loosened { nullable: nullable.is_some(), optional: required.is_some() })
    }

    fn operation(&self, operation: &Spanned<String>) -> Result<(), Box<Diagnostic>> {
        if check::is_operation(operation.get_ref()) {
            return Ok(());
        }
        let message = format!("`{}` is no operation", operation.get_ref());
        Err(self.problem(operation.span().start, message, "write its method and path, such as `GET /project/{id}`"))
    }
}

pub(super) fn parse(name: &str, text: &str) -> Result<Config, Box<Diagnostic>> {
    // It would shift the columns of the first line.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let reader = ConfigReader { name, text };
    let form: ConfigFile = toml::from_str(text).map_err(|error| {
        let (message, help) = message_and_help(error.message());
        reader.problem(error.span().map_or(0, |span| span.start), message, &help)
    })?;
    let package = package::read(&form.package, &reader)?;
    let crate_name = package::text(form.name.clone(), "name", &form.package, &reader)?;
    let version = package::text(form.version.clone(), "version", &form.package, &reader)?;
    check_crate((crate_name.as_ref(), version.as_ref()), &reader)?;
    check_module(&form, &reader)?;
    Ok(Config {
        overrides: overrides(&form, &reader)?,
        selection: selection::read(&form.only, &form.skip, &reader)?,
        own_types: own_types_form::read(&form.types, &reader)?,
        dependencies: dependencies::read(&form.dependencies, &reader)?,
        description: form.description,
        corrections: form.corrections.iter().map(|file| unread(file, &reader)).collect(),
        docs: form.docs.as_ref().map(|file| unread(file, &reader)),
        is_module: form.module.is_some(),
        out: form.out.or_else(|| form.module.map(Spanned::into_inner)),
        name: crate_name.map(Spanned::into_inner),
        version: version.map(Spanned::into_inner),
        package,
        dates: form.dates,
        features: features(form.features.as_deref(), &reader)?,
        tls: form.tls,
        strict: form.strict,
        validate: form.validate,
        either_scheme: form.token.either,
        source: name.to_owned(),
        text: text.to_owned(),
    })
}

fn unread(file: &Spanned<PathBuf>, reader: &ConfigReader<'_>) -> UserFile {
    UserFile::named(file.get_ref(), reader.spot(file.span().start))
}

fn features(
    names: Option<&[Spanned<String>]>,
    reader: &ConfigReader<'_>,
) -> Result<Option<CrateFeatures>, Box<Diagnostic>> {
    let feature = |name: &Spanned<String>| {
        name.get_ref()
            .parse()
            .map_err(|message: String| reader.problem(name.span().start, message, "remove it, or choose one of these"))
    };
    names.map(|names| names.iter().map(feature).collect()).transpose()
}

/// What is wrong and what is allowed: `unknown field, expected one of ..` is both in one.
fn message_and_help(message: &str) -> (String, String) {
    let message = message.lines().next().unwrap_or("this is no TOML");
    let (wrong, allowed) = message.split_once(", expected ").unwrap_or((message, ""));
    let allowed = match allowed {
        "" => "the documentation of the configuration says what can stand here",
        "a map" => "write a table",
        "a sequence" => "write a list",
        "path string" => "write a path",
        "literal string" => "write a value, with quotes if it is text",
        _ => return (wrong.to_owned(), format!("write {allowed}")),
    };
    (wrong.to_owned(), allowed.to_owned())
}

/// A module has no manifest, and stands in one folder.
fn check_module(form: &ConfigFile, reader: &ConfigReader<'_>) -> Result<(), Box<Diagnostic>> {
    let Some(module) = &form.module else { return Ok(()) };
    let of_a_crate = [
        (form.out.is_some(), "out"),
        (form.name.is_some(), "name"),
        (form.version.is_some(), "version"),
        (form.features.is_some(), "features"),
        (form.tls.is_some(), "tls"),
        (form.docs.is_some(), "docs"),
        (!form.package.is_empty(), "[package]"),
        (!form.dependencies.is_empty(), "[dependencies]"),
    ];
    match of_a_crate.into_iter().find(|(is_there, _)| *is_there) {
        Some((_, key)) => {
            let message = format!("`module` and `{key}` stand together: a module is part of a crate that has its own");
            Err(reader.problem(module.span().start, message, "take one of them out"))
        }
        None => Ok(()),
    }
}

fn check_crate(
    (name, version): (Option<&Spanned<String>>, Option<&Spanned<String>>),
    reader: &ConfigReader<'_>,
) -> Result<(), Box<Diagnostic>> {
    if let Some(name) = name
        && let Some(reason) = check::crate_name(name.get_ref())
    {
        let message = format!("`{}` cannot be the name of a crate: {reason}", name.get_ref());
        return Err(reader.problem(name.span().start, message, "write a name such as `example-client`"));
    }
    match version {
        Some(version) if !check::is_version(version.get_ref()) => {
            let message = format!("`{}` is no version of a crate", version.get_ref());
            Err(reader.problem(version.span().start, message, "write three numbers, such as `0.1.0`"))
        }
        _ => Ok(()),
    }
}

fn overrides(form: &ConfigFile, reader: &ConfigReader<'_>) -> Result<Overrides, Box<Diagnostic>> {
    let mut overrides = Overrides::default();
    for (key, name) in &form.names {
        reader.any_name(name)?;
        overrides.names.push(reader.entry(pointer(key), name, String::clone));
    }
    for (key, codes) in &form.codes {
        for (code, name) in codes {
            reader.type_name(name)?;
            let number = reader.code(code)?;
            overrides.codes.push(reader.entry(pointer(key), name, |name| (number, name.clone())));
        }
    }
    for (key, field) in &form.fields {
        let loosened = reader.loosened(key, field)?;
        overrides.fields.push(reader.entry(key.get_ref(), field, |_| loosened));
    }
    for (operation, paging) in &form.pagination {
        reader.operation(operation)?;
        let told = paging.get_ref().read(reader)?;
        overrides.pagination.push(reader.entry(operation.get_ref(), operation, |_| told.clone()));
    }
    if let Some(scheme) = &form.token.scheme {
        overrides.token_schemes.push(reader.entry(scheme.get_ref(), scheme, |_| ()));
    }
    Ok(overrides)
}

/// Pointers are also written as references are: `#/components/..`.
fn pointer(key: &str) -> &str {
    key.strip_prefix('#').unwrap_or(key)
}

#[cfg(test)]
mod tests;
