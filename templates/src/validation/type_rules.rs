//! The validation rules of types.

/// Implements the validation of a type: for each member its JSON name and the rules for its value. The type gets the
/// function `validate`.
#[doc(hidden)]
#[macro_export]
macro_rules! rules {
    ($name:ident { $($wire:literal => [$($rule:expr),+ $(,)?],)* }) => {
        rules!(@impl $name [$(Member($wire, &[$($rule),+])),*]);
    };
    ($name:ident by $tag:literal { $($value:literal => $rules:expr,)* }) => {
        rules!(@impl $name [Tag($tag, &[$(($value, $rules)),*])]);
    };
    ($name:ident by $tag:literal content $content:literal { $($value:literal => $rules:expr,)* }) => {
        rules!(@impl $name [AdjacentTag($tag, $content, &[$(($value, $rules)),*])]);
    };
    ($name:ident untagged { $($shape:ident $(($($about:tt)+))? => [$($rule:expr),* $(,)?],)* }) => {
        rules!(@impl $name [AnyOf(|value| $crate::generated::fitting(value, &[
            $((untagged_union!(@ $shape $(($($about)+))?), &[$($rule),*] as &[$crate::generated::Rule])),*
        ]))]);
    };
    (@impl $name:ident $rules:tt) => {
        impl types::$name {
            pub(crate) const RULES: &'static [$crate::generated::Rule] = {
                #[allow(unused_imports)]
                use $crate::generated::Rule::*;
                &$rules
            };

            /// Checks the constraints of the description, as is done before a value is sent.
            ///
            /// # Errors
            ///
            /// Every constraint that is violated, with the path to the value.
            pub fn validate(&self) -> Result<(), $crate::Invalid> {
                $crate::generated::check(self, Self::RULES)
            }
        }
    };
}
