//! What the values of types are, as JSON Schema: for implementations of traits that have to know it.

use serde_json::Value;

/// A type of whose values the description says what they are.
pub trait Described {
    /// What they are.
    #[doc(hidden)]
    fn description() -> &'static Description;
}

/// What the values of a type are.
#[doc(hidden)]
#[derive(Debug)]
pub struct Description {
    /// A schema; a number as `$ref` is one of the types that are held.
    pub schema: Value,
    /// What the values of the types are that it holds.
    pub held: Vec<fn() -> &'static Description>,
}

impl Description {
    #[doc(hidden)]
    #[must_use]
    pub fn new(schema: &str, held: Vec<fn() -> &'static Self>) -> Self {
        // The text was written as JSON.
        let schema = serde_json::from_str(schema).unwrap_or(Value::Bool(true));
        Self { schema, held }
    }
}

/// Says what the values of a type are: the types that it holds, and its schema.
macro_rules! described {
    ($name:ident { $($held:ident),* $(,)? } $schema:literal) => {
        impl super::super::runtime::Described for super::super::types::$name {
            fn description() -> &'static super::super::runtime::Description {
                type Held = fn() -> &'static super::super::runtime::Description;
                static DESCRIPTION: std::sync::LazyLock<super::super::runtime::Description> =
                    std::sync::LazyLock::new(|| {
                        let held: Vec<Held> = vec![$(
                            <super::super::types::$held as super::super::runtime::Described>::description as Held
                        ),*];
                        super::super::runtime::Description::new($schema, held)
                    });
                &DESCRIPTION
            }
        }
    };
}
pub(crate) use described;
