//! Generates the client from the description that such a server publishes.

use bindery::config::CrateFeature;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    bindery::Generator::new()
        .description("../../fixtures/service/full/openapi.yaml")
        .feature(CrateFeature::Fixtures)
        .feature(CrateFeature::Mock)
        .generate()?;
    Ok(())
}
