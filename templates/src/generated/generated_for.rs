//! The number of the interface between this crate and generated code.

/// Checks that a client was generated for this interface. Raise the number with every change of what generated code names.
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
