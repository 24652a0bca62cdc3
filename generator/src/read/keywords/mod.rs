mod document;
mod operation;
mod schema;

pub(crate) use document::{COMPONENTS, DOCUMENT, EXTERNAL_DOCS, INFO, SECURITY_SCHEME, SERVER, SERVER_VARIABLE, TAG};
pub(crate) use operation::{ENCODING, HEADER, MEDIA_TYPE, OPERATION, PARAMETER, PATH_ITEM, REQUEST_BODY, RESPONSE};
pub(crate) use schema::{DISCRIMINATOR, SCHEMA};

/// An object of OpenAPI.
#[derive(Debug)]
pub(crate) struct Shape {
    /// The name in diagnostics, with its article.
    pub(crate) label: &'static str,
    sections: &'static [Section],
}

/// A table on the page.
#[derive(Debug)]
struct Section {
    /// The heading above the table.
    heading: &'static str,
    fields: &'static [Field],
}

/// A field of an object.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    /// The valid values, in words.
    pub(crate) values: &'static str,
    /// The versions of OpenAPI that define the field, in words.
    versions: &'static str,
    pub(crate) usage: Usage,
    /// The result in the generated crate, or the reason why there is none.
    pub(crate) becomes: &'static str,
    /// The directory of `fixtures/valid` whose description has the field, or an empty string.
    fixture: &'static str,
}

/// The use of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usage {
    /// The field is read, in all versions.
    Read,
    /// A client does not need the field.
    Unread,
    /// A client should use the field, but the generated one does not.
    Unsupported,
}

/// Declares the fields of an object, in the order of the page.
macro_rules! shape {
    ($shape:ident, $label:literal: $($heading:literal {
        $($name:literal: $values:literal, $versions:literal, $usage:ident $becomes:literal $(, $fixture:literal)?;)*
    })*) => {
        pub(crate) static $shape: Shape = Shape {
            label: $label,
            sections: &[$(Section {
                heading: $heading,
                fields: &[$(Field {
                    name: $name,
                    values: $values,
                    versions: $versions,
                    usage: Usage::$usage,
                    becomes: $becomes,
                    fixture: concat!($($fixture)?),
                }),*],
            }),*],
        };
    };
}
use shape;

static SHAPES: [&Shape; 18] = [
    &SCHEMA,
    &DISCRIMINATOR,
    &DOCUMENT,
    &INFO,
    &SERVER,
    &SERVER_VARIABLE,
    &COMPONENTS,
    &PATH_ITEM,
    &OPERATION,
    &PARAMETER,
    &REQUEST_BODY,
    &MEDIA_TYPE,
    &ENCODING,
    &RESPONSE,
    &HEADER,
    &SECURITY_SCHEME,
    &TAG,
    &EXTERNAL_DOCS,
];

impl Shape {
    pub(crate) fn fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.sections.iter().flat_map(|section| section.fields)
    }

    pub(crate) fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields().find(|field| field.name == name)
    }
}

impl Field {
    /// Returns `true` if the field affects more than the docs.
    fn is_effective(&self) -> bool {
        self.usage == Usage::Read && !["description", "summary"].contains(&self.name)
    }
}

/// Returns `true` if an object has an effective field of this name. If the name occurs in another object, its author
/// expects an effect.
pub(crate) fn is_effective_somewhere(name: &str) -> bool {
    SHAPES.iter().flat_map(|shape| shape.fields()).any(|field| field.name == name && field.is_effective())
}

/// Returns this page with each table of fields as it is declared in the code.
#[must_use]
pub fn with_tables(page: &str) -> String {
    let (mut text, mut heading, mut is_table) = (String::new(), "", false);
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title;
        }
        if line.starts_with("| Field |") {
            is_table = true;
            let sections = SHAPES.iter().flat_map(|shape| shape.sections);
            sections.filter(|section| section.heading == heading).for_each(|section| text.push_str(&table(section)));
        }
        is_table &= line.starts_with('|');
        if !is_table {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

fn table(section: &Section) -> String {
    let has_fixtures = section.fields.iter().any(|field| !field.fixture.is_empty());
    let (title, line) = if has_fixtures { (" Fixture |", "---|") } else { ("", "") };
    let mut text = format!("| Field | Value | Versions | Becomes |{title}\n|---|---|---|---|{line}\n");
    for field in section.fields {
        let Field { name, values, versions, becomes, .. } = field;
        let usage = match field.usage {
            Usage::Read => "",
            Usage::Unread => "nothing: ",
            Usage::Unsupported => "not supported: ",
        };
        let fixture = match field.fixture {
            _ if !has_fixtures => String::new(),
            "" => "  |".to_owned(),
            fixture => format!(" `{fixture}` |"),
        };
        text.push_str(&format!("| `{name}` | {values} | {versions} | {usage}{becomes} |{fixture}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{SHAPES, with_tables};

    #[test]
    fn the_page_is_current_and_complete() {
        let page = include_str!("../keywords.md");
        assert!(with_tables(page) == page, "run `cargo run -p bindery-tests --bin reference`");
        let sections: Vec<_> = SHAPES.iter().flat_map(|shape| shape.sections).collect();
        let is_missing = |heading: &str| !page.contains(&format!("## {heading}\n"));
        assert!(sections.iter().all(|section| !is_missing(section.heading)));
        assert_eq!(page.matches("| Field |").count(), sections.len());
    }

    #[test]
    fn each_field_of_an_object_is_declared_once() {
        for shape in SHAPES {
            let mut names: Vec<&str> = shape.fields().map(|field| field.name).collect();
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{}: {names:?}", shape.label);
        }
    }
}
