//! Code of clients that is there with a feature of this crate: a module of a user's crate has no features of its own.

/// Declares macros that expand to what they are called with under a condition, and else to nothing.
macro_rules! with_feature {
    ($d:tt $($name:ident if $condition:meta;)*) => {$(
        #[doc(hidden)]
        #[macro_export]
        #[cfg($condition)]
        macro_rules! $name {
            ($d($d code:tt)*) => { $d($d code)* };
        }

        #[doc(hidden)]
        #[macro_export]
        #[cfg(not($condition))]
        macro_rules! $name {
            ($d($d code:tt)*) => {};
        }
    )*};
}

with_feature! { $
    with_blocking if feature = "blocking";
    with_clap if feature = "clap";
    with_cli if feature = "cli";
    with_events if feature = "webhook-events";
    with_fixtures if feature = "fixtures";
    with_mock if feature = "mock";
    with_reqwest if all(feature = "reqwest", not(target_arch = "wasm32"));
    with_schemars if feature = "schemars";
    with_tls if all(any(feature = "native-tls", feature = "rustls"), not(target_arch = "wasm32"));
}

/// Checks that this version of the crate has what generated code names: the number of this interface rises when anything of
/// it changes.
#[doc(hidden)]
#[macro_export]
macro_rules! generated_for {
    (1) => {};
    ($version:literal) => {
        compile_error!(concat!(
            "the client was generated for interface ",
            $version,
            " of `bindery-runtime`, and this version has interface 1: generate the client again with the version of ",
            "Bindery that has the version of this crate, or depend on another version",
        ));
    };
}
