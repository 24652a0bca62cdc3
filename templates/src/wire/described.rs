//! JSON Schemas of types, for trait implementations that need them.

use serde_json::Value;

/// A type with a JSON Schema.
pub trait Described {
    /// Returns the schema of the values.
    #[doc(hidden)]
    fn description() -> &'static Description;
}

/// The schema of the values of a type.
#[derive(Debug)]
pub struct Description {
    /// The schema. A number as `$ref` is an index into `held`.
    pub schema: Value,
    /// The descriptions of the types that it references.
    pub held: Vec<fn() -> &'static Description>,
}

impl Description {
    #[doc(hidden)]
    #[must_use]
    pub fn new(schema: &str, held: Vec<fn() -> &'static Self>) -> Self {
        // The text was generated as JSON.
        let schema = serde_json::from_str(schema).unwrap_or(Value::Bool(true));
        Self { schema, held }
    }
}

/// Implements [`Described`] for a type, from the types that it references and its schema.
#[doc(hidden)]
#[macro_export]
macro_rules! described {
    ($name:ident { $($held:ident),* $(,)? } $schema:literal) => {
        impl $crate::Described for types::$name {
            fn description() -> &'static $crate::generated::Description {
                type Held = fn() -> &'static $crate::generated::Description;
                static DESCRIPTION: std::sync::LazyLock<$crate::generated::Description> =
                    std::sync::LazyLock::new(|| {
                        let held: Vec<Held> = vec![$(
                            <types::$held as $crate::Described>::description as Held
                        ),*];
                        $crate::generated::Description::new($schema, held)
                    });
                &DESCRIPTION
            }
        }
    };
}
