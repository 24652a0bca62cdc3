//! Values of the types for tests: the JSON of each.

use std::rc::Rc;

use quote::quote;

use super::file::Target;
use super::module::each_item;
use super::tokens::{code, quoted};
use super::{EmittedFile, module};
use crate::base::crate_feature::CrateFeature;
use crate::rust::ir::{Crate, Item, ModuleTypes};

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
    let tables = each_item(types, row).flatten();
    EmittedFile::tables(types.module.file("fixtures"), quote!(#![doc = #about]), imports, tables)
}

/// `bindery_runtime::fixture!(Story = r#"{"id":1}"#);`
fn row(item: &Item) -> Option<String> {
    let json = item.fixture.as_ref()?;
    Some(format!("bindery_runtime::fixture!({} = {});\n", item.name, quoted(json)))
}
