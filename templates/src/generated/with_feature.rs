//! Macros for code of clients that depends on a feature of this crate: a module of a user's crate has no features of its own.

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
    with_cli if feature = "cli";
    with_events if feature = "webhook-events";
    with_fixtures if feature = "fixtures";
    with_mock if feature = "mock";
    with_reqwest if all(feature = "reqwest", not(target_arch = "wasm32"));
    with_tls if all(any(feature = "native-tls", feature = "rustls"), not(target_arch = "wasm32"));
}
