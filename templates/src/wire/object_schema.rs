//! The declared members of an object type.

/// The information that is needed before an object is read.
pub struct ObjectSchema {
    /// The name of the type, for messages.
    pub name: &'static str,
    /// The name of the schema in the API description, or its JSON pointer.
    pub described: &'static str,
    /// The member names in JSON.
    pub keys: &'static [&'static str],
    /// Which of these members are always present.
    pub required: &'static [bool],
    /// `true` if undeclared members are kept, so that their names are needed.
    pub keeps_others: bool,
}

impl ObjectSchema {
    /// Returns the name of a member as the API description and `[fields]` spell it, such as `Story.creator`.
    #[cfg(feature = "client")]
    pub(crate) fn member(&self, name: &str) -> String {
        let described = self.described;
        if described.starts_with('#') {
            let name = name.replace('~', "~0").replace('/', "~1");
            format!("{described}/properties/{name}")
        } else {
            format!("{described}.{name}")
        }
    }

    /// Returns the members that are always present.
    pub(crate) fn required(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        let members = self.keys.iter().zip(self.required);
        members
            .filter(|(_, required)| **required)
            .map(|(key, _)| *key)
    }
}
