//! The TOML form of the configuration.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use toml::Spanned;

use super::overrides::{Loosened, Override, Overrides};
use super::{Config, Dates, check};
use crate::diagnostic::{Code, Diagnostic, Spot};
use crate::source::position_at;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    description: Option<String>,
    out: Option<PathBuf>,
    name: Option<Spanned<String>>,
    version: Option<Spanned<String>>,
    dates: Option<DatesForm>,
    #[serde(default)]
    strict: bool,
    #[serde(default)]
    token: TokenForm,
    #[serde(default)]
    names: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    codes: BTreeMap<String, BTreeMap<String, Spanned<String>>>,
    #[serde(default)]
    fields: BTreeMap<String, Spanned<FieldForm>>,
    #[serde(default)]
    skip: SkipForm,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum DatesForm {
    Jiff,
    Chrono,
    Time,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenForm {
    scheme: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FieldForm {
    #[serde(default)]
    nullable: bool,
    required: Option<bool>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SkipForm {
    #[serde(default)]
    operations: Vec<Spanned<String>>,
}

/// Positions in the text, and problems at them.
struct Reader<'t> {
    name: &'t str,
    text: &'t str,
}

impl Reader<'_> {
    fn spot(&self, byte: usize) -> Spot {
        let position = position_at(self.text, byte);
        Spot::Position { line: position.line, column: position.column }
    }

    fn problem(&self, byte: usize, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
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
}

pub(super) fn parse(name: &str, text: &str) -> Result<Config, Box<Diagnostic>> {
    let reader = Reader { name, text };
    let form: Form = toml::from_str(text).map_err(|error| {
        let byte = error.span().map_or(0, |span| span.start);
        let message = error.message().lines().next().unwrap_or("this is no TOML").to_owned();
        reader.problem(byte, message, "see the documentation of the configuration for what can stand here")
    })?;
    check_crate(&form, &reader)?;
    Ok(Config {
        overrides: overrides(&form, &reader)?,
        description: form.description,
        out: form.out,
        name: form.name.map(Spanned::into_inner),
        version: form.version.map(Spanned::into_inner),
        dates: form.dates.map(|dates| match dates {
            DatesForm::Jiff => Dates::Jiff,
            DatesForm::Chrono => Dates::Chrono,
            DatesForm::Time => Dates::Time,
        }),
        strict: form.strict,
        token_scheme: form.token.scheme,
        source: name.to_owned(),
        text: text.to_owned(),
    })
}

fn check_crate(form: &Form, reader: &Reader<'_>) -> Result<(), Box<Diagnostic>> {
    if let Some(name) = &form.name
        && let Some(reason) = check::crate_name(name.get_ref())
    {
        let message = format!("`{}` cannot be the name of a crate: {reason}", name.get_ref());
        return Err(reader.problem(name.span().start, message, "write a name such as `example-client`"));
    }
    match &form.version {
        Some(version) if !check::is_version(version.get_ref()) => {
            let message = format!("`{}` is no version of a crate", version.get_ref());
            Err(reader.problem(version.span().start, message, "write three numbers, such as `0.1.0`"))
        }
        _ => Ok(()),
    }
}

fn overrides(form: &Form, reader: &Reader<'_>) -> Result<Overrides, Box<Diagnostic>> {
    let mut overrides = Overrides::default();
    for (key, name) in &form.names {
        reader.type_name(name)?;
        overrides.names.push(reader.entry(pointer(key), name, String::clone));
    }
    for (key, codes) in &form.codes {
        for (code, name) in codes {
            reader.type_name(name)?;
            let number: i64 = code.parse().map_err(|_| {
                reader.problem(name.span().start, format!("`{code}` is no code"), "write a whole number as the key")
            })?;
            overrides.codes.push(reader.entry(pointer(key), name, |name| (number, name.clone())));
        }
    }
    for (key, field) in &form.fields {
        let of = |field: &FieldForm| Loosened { nullable: field.nullable, optional: field.required == Some(false) };
        overrides.fields.push(reader.entry(key, field, of));
    }
    for operation in &form.skip.operations {
        overrides.skipped.push(reader.entry(operation.get_ref(), operation, |_| ()));
    }
    Ok(overrides)
}

/// Pointers are also written as references are: `#/components/..`.
fn pointer(key: &str) -> &str {
    key.strip_prefix('#').unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use crate::config::{Config, Loosened};
    use crate::diagnostic::{Sink, Spot};

    fn refused(text: &str) -> (String, Spot) {
        let problem = *Config::parse("bindery.toml", text).unwrap_err();
        (problem.message, problem.place.unwrap().spot)
    }

    #[test]
    fn overrides_are_found_and_unused_ones_told() {
        let text = "[names]\nstory = \"UserStory\"\n'#/a/b' = \"Other\"\n[codes.\"/x\"]\n-1 = \"Frozen\"\n\
                    [fields]\n\"Story.creator\" = { nullable = true }\n[skip]\noperations = [\"GET /a\"]\n";
        let config = Config::parse("bindery.toml", text).unwrap();
        assert_eq!(config.type_name("/components/schemas/story", "story"), Some("UserStory"));
        assert_eq!(config.code_name("/x", -1), Some("Frozen"));
        assert_eq!(config.loosened("Story", "creator"), Some(Loosened { nullable: true, optional: false }));
        assert!(config.skips("GET /a") && !config.skips("GET /b"));
        let mut sink = Sink::new();
        config.tell_of_unused(&mut sink);
        assert_eq!(sink.diagnostics().len(), 1);
        assert_eq!(sink.diagnostics()[0].message, "the name for `/a/b` matches nothing in the description");
    }

    #[test]
    fn mistakes_have_a_position() {
        let at = |line, column| Spot::Position { line, column };
        assert_eq!(refused("strict = false\nnmae = 'x'").1, at(2, 1));
        assert_eq!(refused("name = \"../x\"").1, at(1, 8));
        assert_eq!(refused("version = \"1\"").1, at(1, 11));
        assert_eq!(refused("dates = \"other\"").1, at(1, 9));
        assert_eq!(refused("[names]\nstory = \"a b\"").1, at(2, 9));
        assert_eq!(refused("[codes.x]\none = \"A\"").1, at(2, 7));
        assert_eq!(refused("a = ").1, at(1, 5));
    }
}
