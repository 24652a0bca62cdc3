//! Types that check themselves before they are sent.

/// Makes a type check itself: for each member its name on the wire and the rules for its value.
macro_rules! rules {
    ($name:ident { $($wire:literal => [$($rule:expr),+],)* }) => {
        impl types::$name {
            pub(crate) const RULES: &'static [Rule] = &[$(Member($wire, &[$($rule),+])),*];

            /// Checks the rules that the description gives for the members, as it is done before sending.
            ///
            /// # Errors
            ///
            /// Every rule that is broken, with the path to the value.
            pub fn validate(&self) -> Result<(), Invalid> {
                check(self, Self::RULES)
            }
        }
    };
    ($name:ident by $tag:literal { $($value:literal => $rules:expr,)* }) => {
        impl types::$name {
            pub(crate) const RULES: &'static [Rule] = &[Tag($tag, &[$(($value, $rules)),*])];

            /// Checks the rules that the description gives for the alternative, as it is done before sending.
            ///
            /// # Errors
            ///
            /// Every rule that is broken, with the path to the value.
            pub fn validate(&self) -> Result<(), Invalid> {
                check(self, Self::RULES)
            }
        }
    };
    ($name:ident by $tag:literal beside $content:literal { $($value:literal => $rules:expr,)* }) => {
        impl types::$name {
            pub(crate) const RULES: &'static [Rule] = &[TagBeside($tag, $content, &[$(($value, $rules)),*])];

            /// Checks the rules that the description gives for the alternative, as it is done before sending.
            ///
            /// # Errors
            ///
            /// Every rule that is broken, with the path to the value.
            pub fn validate(&self) -> Result<(), Invalid> {
                check(self, Self::RULES)
            }
        }
    };
}
pub(crate) use rules;
