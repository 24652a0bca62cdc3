//! Stub.
/// x
pub const RUNTIME: &[(&str, &str)] = &[];
/// x
pub const MANIFEST: &str = include_str!("../text/manifest.toml");
/// x
pub const README: &str = include_str!("../text/readme.md");
