//! Generates the client from the description that such a server publishes.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    bindery::Generator::new().description("../../fixtures/service/full/openapi.yaml").generate()?;
    Ok(())
}
