//! Files and parts on the command line.

use super::cli::{BodyArgument, FileArgument, ParseError, Part};
use super::multipart::{Content, Multipart, Upload};

impl From<FileArgument> for Upload {
    fn from(file: FileArgument) -> Self {
        let mut upload = Self::new(file.bytes);
        if let Some(name) = file.name {
            upload = upload.file_name(name);
        }
        if let Some(media_type) = file.media_type {
            upload = upload.media_type(media_type);
        }
        upload
    }
}

/// Returns bytes with the requested media type, that of the file extension, or the default one.
#[doc(hidden)]
pub fn content_argument(body: &BodyArgument) -> Content {
    match body.media_type() {
        Some(media_type) => Content::new(media_type, body.bytes()),
        None => Content::from(body.bytes()),
    }
}

/// Returns the members of an object, each as a part.
#[doc(hidden)]
pub fn multipart_argument(body: &BodyArgument) -> Result<Multipart, ParseError> {
    let mut parts = Multipart::new();
    for (name, part) in body.parts()? {
        match part {
            Part::File(file) => parts.file(&name, &file.into()),
            Part::Text(text) => parts.part(&name, Upload::new(text)),
            Part::Json(text) => {
                parts.part(&name, Upload::new(text).media_type("application/json"));
            }
        }
    }
    Ok(parts)
}
