//! Clients, their settings and their calls.

#[cfg(feature = "blocking")]
pub(crate) mod blocking;
#[cfg(all(feature = "reqwest", target_arch = "wasm32"))]
pub(crate) mod browser_transport;
pub(crate) mod builder;
pub(crate) mod call;
pub(crate) mod client;
pub(crate) mod curl;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub(crate) mod http_client;
pub(crate) mod middleware;
#[cfg(not(feature = "reqwest"))]
pub(crate) mod no_transport;
pub(crate) mod platform;
#[cfg(feature = "recording")]
pub(crate) mod recorder;
pub(crate) mod redirect;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub(crate) mod reqwest_transport;
pub(crate) mod retry;
#[cfg(all(
    any(feature = "native-tls", feature = "rustls"),
    not(target_arch = "wasm32")
))]
pub(crate) mod root_certificate;
pub(crate) mod send_error;
pub(crate) mod server;
#[cfg(feature = "tracing")]
pub(crate) mod traced;
pub(crate) mod transport;
#[cfg(not(feature = "tracing"))]
pub(crate) mod untraced;

#[cfg(all(feature = "reqwest", target_arch = "wasm32"))]
pub(crate) use self::browser_transport as default_transport;
#[cfg(not(feature = "reqwest"))]
pub(crate) use self::no_transport as default_transport;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub(crate) use self::reqwest_transport as default_transport;
#[cfg(feature = "tracing")]
pub(crate) use self::traced as instrumentation;
#[cfg(not(feature = "tracing"))]
pub(crate) use self::untraced as instrumentation;
