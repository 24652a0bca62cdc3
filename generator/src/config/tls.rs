//! How `https` is spoken.

use schemars::JsonSchema;
use serde::Deserialize;

/// A way to speak `https`, each a feature of the crate by the name that `reqwest` has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// In Rust.
    Rustls,
    /// In Rust, with the cryptography that the program installs.
    RustlsNoProvider,
    /// By the system.
    NativeTls,
    /// By an OpenSSL that is compiled in.
    NativeTlsVendored,
}

impl Tls {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rustls, Self::RustlsNoProvider, Self::NativeTls, Self::NativeTlsVendored];

    /// The feature of the crate.
    #[must_use]
    pub fn feature(self) -> &'static str {
        match self {
            Self::Rustls => "rustls",
            Self::RustlsNoProvider => "rustls-no-provider",
            Self::NativeTls => "native-tls",
            Self::NativeTlsVendored => "native-tls-vendored",
        }
    }

    /// The feature of `reqwest`.
    #[must_use]
    pub fn of_reqwest(self) -> &'static str {
        match self {
            Self::Rustls => "reqwest/rustls",
            Self::RustlsNoProvider => "reqwest/rustls-no-provider",
            Self::NativeTls => "reqwest/native-tls",
            Self::NativeTlsVendored => "reqwest/native-tls-vendored",
        }
    }

    /// What there is with it.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Rustls => "`https` by TLS in Rust",
            Self::RustlsNoProvider => "`https` by TLS in Rust, with the cryptography that the program installs",
            Self::NativeTls => "`https` by the TLS of the system",
            Self::NativeTlsVendored => "`https` by an OpenSSL that is compiled in",
        }
    }
}
