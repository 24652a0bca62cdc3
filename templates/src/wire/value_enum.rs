//! `clap::ValueEnum`: enums as command-line arguments.

/// Implements the trait for an enum, from its variants, their arguments, aliases and descriptions. Unknown values are
/// not accepted.
#[doc(hidden)]
#[macro_export]
macro_rules! value_enum {
    ($name:ident { $($variant:ident => $value:literal $(| $alias:literal)? $(: $help:literal)?),* $(,)? }) => {
        impl $crate::clap::ValueEnum for types::$name {
            fn value_variants<'a>() -> &'a [Self] {
                Self::ALL
            }

            fn to_possible_value(&self) -> Option<$crate::clap::builder::PossibleValue> {
                Some(match self {
                    $(Self::$variant => $crate::clap::builder::PossibleValue::new($value)$(.alias($alias))?$(.help($help))?,)*
                    Self::Unlisted(_) => return None,
                })
            }
        }
    };
}
