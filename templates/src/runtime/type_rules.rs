//! The validation rules of types.

/// Implements the rules of a type: for each member its JSON name and the rules for its value.
#[doc(hidden)]
#[macro_export]
macro_rules! rules {
    ($name:ident { $($wire:literal => [$($rule:expr),+],)* }) => {
        impl types::$name {
            pub(crate) const RULES: &'static [Rule] = &[$(Member($wire, &[$($rule),+])),*];
        }
    };
    ($name:ident by $tag:literal { $($value:literal => $rules:expr,)* }) => {
        impl types::$name {
            pub(crate) const RULES: &'static [Rule] = &[Tag($tag, &[$(($value, $rules)),*])];
        }
    };
    ($name:ident by $tag:literal content $content:literal { $($value:literal => $rules:expr,)* }) => {
        impl types::$name {
            pub(crate) const RULES: &'static [Rule] = &[AdjacentTag($tag, $content, &[$(($value, $rules)),*])];
        }
    };
}
pub(crate) use rules;
