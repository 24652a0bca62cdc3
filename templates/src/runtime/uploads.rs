//! Files and parts as they are given on the command line.

use super::cli::{GivenBody, GivenFile, Part, Unread};
use super::multipart::{Content, Multipart, Upload};

impl From<GivenFile> for Upload {
    fn from(file: GivenFile) -> Self {
        let mut upload = Self::new(file.bytes);
        if let Some(name) = file.name {
            upload = upload.with_file_name(name);
        }
        if let Some(media_type) = file.media_type {
            upload = upload.with_media_type(media_type);
        }
        upload
    }
}

/// Bytes of the media type that was asked for, or that the name of the file tells, or else of the usual one.
#[doc(hidden)]
pub fn given_content(body: &GivenBody) -> Content {
    match body.media_type() {
        Some(media_type) => Content::new(media_type, body.bytes()),
        None => Content::from(body.bytes()),
    }
}

/// The members of an object, each as a part.
#[doc(hidden)]
pub fn given_parts(body: &GivenBody) -> Result<Multipart, Unread> {
    let mut parts = Multipart::new();
    for (name, part) in body.parts()? {
        match part {
            Part::File(file) => parts.file(&name, &file.into()),
            Part::Text(text) => parts.part(&name, Upload::new(text)),
            Part::Json(text) => {
                parts.part(&name, Upload::new(text).with_media_type("application/json"));
            }
        }
    }
    Ok(parts)
}
