//! TLS backends.

use serde::Deserialize;

/// A TLS backend. Each is a feature of the crate with the name that `reqwest` uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// rustls.
    Rustls,
    /// rustls, with the cryptography provider that the program installs.
    RustlsNoProvider,
    /// The TLS library of the system.
    NativeTls,
    /// A vendored OpenSSL.
    NativeTlsVendored,
}

impl Tls {
    /// All TLS backends.
    pub const ALL: [Self; 4] = [Self::Rustls, Self::RustlsNoProvider, Self::NativeTls, Self::NativeTlsVendored];

    /// Returns the feature of the crate.
    #[must_use]
    pub fn feature(self) -> &'static str {
        match self {
            Self::Rustls => "rustls",
            Self::RustlsNoProvider => "rustls-no-provider",
            Self::NativeTls => "native-tls",
            Self::NativeTlsVendored => "native-tls-vendored",
        }
    }

    /// Returns the description of the feature.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Rustls => "`https` with rustls",
            Self::RustlsNoProvider => "`https` with rustls and the crypto provider that the program installs",
            Self::NativeTls => "`https` with the TLS library of the operating system",
            Self::NativeTlsVendored => "`https` with a vendored OpenSSL",
        }
    }
}
