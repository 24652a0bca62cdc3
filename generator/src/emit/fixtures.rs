//! Values of the types for tests: tables with the JSON of each, and a line for each setter that the types do not have.

use std::rc::Rc;

use quote::quote;

use super::argument::set_value;
use super::file::Target;
use super::module::each_item;
use super::rust_type::Scope;
use super::tokens::{code, quoted};
use super::{EmittedFile, module};
use crate::crate_feature::CrateFeature;
use crate::ident::without_name;
use crate::ir::{Crate, Field, Fixture, Item, Member, ModuleTypes};

/// Maximum length of the content of a line.
const MAX_LINE_LEN: usize = 90;

/// Values of the types for tests.
pub(super) struct Fixtures;

impl Target for Fixtures {
    fn feature(&self) -> Option<CrateFeature> {
        Some(CrateFeature::Fixtures)
    }

    /// Returns `src/fixtures/mod.rs`, if any type has a sample value.
    fn files<'a>(&self, package: &'a Crate) -> Vec<EmittedFile<'a>> {
        let modules = package.type_modules.iter().filter(|module| module.has_fixtures);
        module::folder_root("fixtures", " Values of the types, for tests.", modules).into_iter().collect()
    }

    fn types_file<'a>(&self, _: &'a Crate, types: &Rc<ModuleTypes>) -> Option<EmittedFile<'a>> {
        types.module.has_fixtures.then(|| file(types))
    }
}

fn file<'a>(types: &Rc<ModuleTypes>) -> EmittedFile<'a> {
    let about = format!(" Values of {}, for tests.", types.module.described());
    let imports = [code("use crate::types;")];
    let tables = each_item(types, |item| item.fixture.as_ref().map(|fixture| table(item, fixture))).flatten();
    EmittedFile::tables(types.module.file("fixtures"), quote!(#![doc = #about]), imports, tables)
}

fn fields(fixture: &Fixture) -> impl Iterator<Item = (&Member, &Field)> {
    fixture.setters.iter().filter_map(Member::field)
}

/// `bindery_runtime::fixture!(Story = r#"{"id":1}"# { [without_name name] id(id: i64) => id, });`
fn table(item: &Item, fixture: &Fixture) -> String {
    let setters: String = fields(fixture).map(|(member, field)| format!("    {}\n", setter(member, field))).collect();
    let absent = fixture.absent.iter().map(|name| format!("{} {name}", without_name(name)));
    let absent: Vec<String> = absent.collect();
    let line = absent.join(", ");
    let absent = match line.len() {
        0 => line,
        1..=MAX_LINE_LEN => format!("    [{line}]\n"),
        _ => format!("    [\n        {}\n    ]\n", absent.join(",\n        ")),
    };
    let end = if setters.is_empty() && absent.is_empty() { "" } else { "\n" };
    format!("bindery_runtime::fixture!({} = {} {{{end}{absent}{setters}}});\n", item.name, quoted(&fixture.json))
}

/// `name(name: impl Into<String>) => Some(name.into()),`
fn setter(member: &Member, field: &Field) -> String {
    let (name, scope) = (&member.name, Scope::Tables);
    let set = set_value(field, name, scope);
    let mut head = format!("{}({name}: ", member.setter);
    field.argument.write(&mut head, &|path| scope.path(path));
    head.push_str(") =>");
    let space = if head.len() + set.len() > MAX_LINE_LEN { "\n        " } else { " " };
    format!("{head}{space}{set},")
}
