//! Generates clients of APIs of different sizes, each as a module: a small one has all types in one module, a larger one
//! a module for each group.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use bindery::CrateFeature;

/// The modules and their descriptions.
const DESCRIPTIONS: [(&str, &str); 3] = [
    ("small.rs", "../../fixtures/valid/lines/openapi.yaml"),
    ("middle.rs", "../../fixtures/valid/pagination/openapi.yaml"),
    ("client.rs", "../../fixtures/service/full/openapi.yaml"),
];

/// The number of lists inside each other that can be compiled and documented in a crate with the default recursion limit.
const NESTED_LISTS: usize = 24;

fn main() -> Result<(), Box<dyn Error>> {
    let nested = Path::new(&env::var("OUT_DIR")?).join("nested.json");
    fs::write(&nested, nested_description())?;
    generate("nested.rs", &nested)?;
    for (module, description) in DESCRIPTIONS {
        generate(module, Path::new(description))?;
    }
    Ok(())
}

fn generate(module: &str, description: &Path) -> Result<(), Box<dyn Error>> {
    bindery::Generator::new()
        .description(description)
        .file_name(module)
        .feature(CrateFeature::Cli)
        .feature(CrateFeature::Fixtures)
        .feature(CrateFeature::Mock)
        .generate()?;
    Ok(())
}

/// Returns a description with objects that contain lists of the next object.
fn nested_description() -> String {
    let reference = |level: usize| format!(r##"{{ "$ref": "#/components/schemas/Level{level}" }}"##);
    let schemas: Vec<String> = (0..NESTED_LISTS)
        .map(|level| {
            let next = reference(level + 1);
            format!(r#""Level{level}": {{ "properties": {{ "a": {{ "type": "array", "items": {next} }} }} }}"#)
        })
        .collect();
    format!(
        r#"{{ "openapi": "3.0.3", "info": {{ "title": "Nested", "version": "1" }},
        "paths": {{ "/a": {{ "get": {{ "responses": {{ "200": {{ "description": "", "content": {{
            "application/json": {{ "schema": {} }} }} }} }} }} }} }},
        "components": {{ "schemas": {{ {}, "Level{NESTED_LISTS}": {{ "type": "object" }} }} }} }}"#,
        reference(0),
        schemas.join(", "),
    )
}
