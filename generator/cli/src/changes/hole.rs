//! The values in the templates of rules.

macro_rules! holes {
    ($($hole:ident $name:literal)*) => {
        /// A value in the templates of rules, such as `{item}`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Hole {
            $($hole,)*
        }

        impl Hole {
            /// All values.
            #[cfg(test)]
            pub(super) const ALL: &[Self] = &[$(Self::$hole),*];

            /// Returns the value with a name.
            pub(super) fn parse(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$hole),)*
                    _ => None,
                }
            }
        }
    };
}

holes! {
    Alternative "alternative"
    Argument "argument"
    Call "call"
    Created "created"
    Differences "differences"
    Each "each"
    Effect "effect"
    Field "field"
    Header "header"
    Is "is"
    Item "item"
    Limits "limits"
    Name "name"
    New "new"
    NewVariant "new variant"
    Old "old"
    OldCall "old call"
    OldField "old field"
    OldName "old name"
    Operation "operation"
    Parameter "parameter"
    Presence "presence"
    Replaced "replaced"
    Replacement "replacement"
    Setter "setter"
    Status "status"
    Type "type"
    Value "value"
    Variant "variant"
    Was "was"
}

impl Hole {
    /// Splits a template at its first name: the text before it, the name, and the text after it.
    pub(super) fn split(template: &str) -> Option<(&str, &str, &str)> {
        let (before, rest) = template.split_once('{')?;
        let (name, after) = rest.split_once('}')?;
        Some((before, name, after))
    }
}
