//! Conversions into unions.

/// Implements `From` for a union: a variant, the type that it is made from, and the function that makes its content of
/// it, unless that is the type.
#[doc(hidden)]
#[macro_export]
macro_rules! from_variants {
    ($name:ident { $($variant:ident($from:ty $(=> $convert:expr)?)),+ $(,)? }) => {$(
        impl From<$from> for $name {
            fn from(value: $from) -> Self {
                Self::$variant($($convert)?(value))
            }
        }
    )+};
}

/// Returns a list of strings as owned ones.
pub fn owned_list(texts: Vec<&str>) -> Vec<String> {
    texts.into_iter().map(str::to_owned).collect()
}
