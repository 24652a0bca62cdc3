//! Files that are passed by name.

use std::io::Read;
use std::path::Path;

use bytes::Bytes;

use super::parse_error::InputError;
use super::tree::{Inside, Node};

/// Media types of common extensions. Nothing is guessed for other extensions.
const MEDIA_TYPES: [(&str, &str); 20] = [
    ("bmp", "image/bmp"),
    ("csv", "text/csv"),
    ("gif", "image/gif"),
    ("gz", "application/gzip"),
    ("html", "text/html"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("json", "application/json"),
    ("md", "text/markdown"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain"),
    ("wav", "audio/wav"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("xml", "application/xml"),
    ("zip", "application/zip"),
];

/// A file: its content, name and media type.
pub struct FileArgument {
    /// The content.
    pub bytes: Bytes,
    /// The file name without its directory.
    pub name: Option<String>,
    /// The media type.
    pub media_type: Option<String>,
}

impl FileArgument {
    /// Reads the file at a path; `-` is standard input.
    pub(super) fn at(path: &str) -> Result<Self, InputError> {
        let name = Path::new(path).file_name().filter(|_| path != "-");
        Ok(Self {
            bytes: content(path)?,
            name: name.map(|name| name.to_string_lossy().into_owned()),
            media_type: media_type(path).map(str::to_owned),
        })
    }

    /// Reads a file from JSON: an object whose `path` is `@` and the name of a file, or a string with the content.
    pub(super) fn from_node(node: &Node<'_>) -> Result<Self, InputError> {
        let member = |name: &str| node.member(name).and_then(Node::string);
        let names = ["path", "name", "media_type"];
        let mut members = node.members().into_iter().flatten();
        if let Some(path) =
            member("path").filter(|_| members.all(|(name, _)| names.contains(&name.as_str())))
        {
            let wrong = || InputError::new("the `path` of a file begins with `@`");
            let file = Self::at(path.strip_prefix('@').ok_or_else(wrong)?)?;
            return Ok(Self {
                name: member("name").or(file.name),
                media_type: member("media_type").or(file.media_type),
                ..file
            });
        }
        let text = node.string().unwrap_or_else(|| node.text.to_owned());
        Ok(Self {
            bytes: text.into(),
            name: None,
            media_type: None,
        })
    }

    /// Reads one file, or each file of a list.
    pub(super) fn list(node: &Node<'_>) -> Result<Vec<Self>, InputError> {
        match &node.inside {
            Inside::Elements(elements) => elements.iter().map(Self::from_node).collect(),
            _ => Ok(vec![Self::from_node(node)?]),
        }
    }
}

/// Returns the bytes of a file or of standard input.
pub(super) fn content(path: &str) -> Result<Bytes, InputError> {
    let wrong = |error: std::io::Error| match path {
        "-" => InputError::new(format!("standard input: {error}")),
        path => InputError::new(format!("{path}: {error}")),
    };
    if path != "-" {
        return std::fs::read(path).map(Bytes::from).map_err(wrong);
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).map_err(wrong)?;
    Ok(bytes.into())
}

/// Guesses the media type of a file from its extension.
pub(super) fn media_type(path: &str) -> Option<&'static str> {
    let extension = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
    let known = MEDIA_TYPES.iter().find(|(known, _)| *known == extension);
    known.map(|(_, media_type)| *media_type)
}
