//! The description of the crate, and an example call.

/// The description of the crate.
#[derive(Clone, Debug)]
pub(crate) struct About {
    /// The title of the API, as Markdown in one line.
    pub(crate) title: String,
    /// The title as plain text.
    pub(crate) line: String,
    /// The version of the API, as Markdown in one line, if it looks like a version.
    pub(crate) version: Option<String>,
    /// The description of the API.
    pub(crate) description: Option<String>,
    /// The docs of the crate from the configuration, as Markdown.
    pub(crate) own: Option<String>,
}

/// An example call with few arguments.
#[derive(Clone, Debug)]
pub(crate) struct ExampleCall {
    /// The function of the client that returns the group.
    pub(crate) group: String,
    /// The function of the group.
    pub(crate) function: String,
    /// Its arguments, as expressions.
    pub(crate) arguments: Vec<&'static str>,
}
