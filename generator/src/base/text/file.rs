//! Reads text from a file or from stdin.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::decode::decode;
use super::source::{Source, SourceOrigin};
use crate::base::diagnostic::{Code, Diagnostic, Location, Result};

/// 64 MiB: several times the size of the largest known description.
pub(crate) const MAX_BYTES: u64 = 64 * 1024 * 1024;

const STANDARD_INPUT: &str = "standard input";

/// Reads a file of at most [`MAX_BYTES`]; its name is the path as given.
///
/// # Errors
///
/// `source-unreadable`, `source-too-large`, or `syntax-invalid` if it is not text.
pub(crate) fn read_file(path: &Path) -> Result<Source> {
    read(path, MAX_BYTES)
}

/// Reads a file of at most this number of bytes.
pub(crate) fn read(path: &Path, max_bytes: u64) -> Result<Source> {
    let name = path.display().to_string();
    // Opening a folder works on some systems and fails on reading with a message that helps nobody.
    if path.is_dir() {
        let help = "pass the file that contains the description";
        return Err(unreadable(&name, "expected a file, found a directory", help));
    }
    let file = File::open(path).map_err(|error| cannot_read(&name, &error))?;
    let text = text_of(&name, file, max_bytes)?;
    Ok(Source::from_origin(name, text, SourceOrigin::File(path.to_owned())))
}

/// Reads standard input to its end.
///
/// # Errors
///
/// As for a file.
pub(crate) fn read_standard_input(max_bytes: u64) -> Result<Source> {
    let text = text_of(STANDARD_INPUT, io::stdin().lock(), max_bytes)?;
    Ok(Source::from_origin(STANDARD_INPUT.to_owned(), text, SourceOrigin::StandardInput))
}

fn text_of(name: &str, reader: impl Read, max_bytes: u64) -> Result<String> {
    let bytes = read_limited(reader, max_bytes).map_err(|error| cannot_read(name, &error))?;
    decode(name, bytes.ok_or_else(|| too_large(name, max_bytes))?)
}

/// Reads to the end. Returns `None` if there are more than `max_bytes`, so that neither an endless stream nor a compressed
/// bomb fills the memory.
pub(crate) fn read_limited(reader: impl Read, max_bytes: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let length = reader.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(u64::try_from(length).is_ok_and(|length| length <= max_bytes).then_some(bytes))
}

pub(crate) fn too_large(name: &str, max_bytes: u64) -> Box<Diagnostic> {
    let message = format!("the description has more than {max_bytes} bytes");
    let diagnostic = Diagnostic::error(Code::SourceTooLarge, message).at(name, Location::Whole);
    Box::new(diagnostic.help("raise the limit with `--max-bytes`"))
}

fn cannot_read(name: &str, error: &io::Error) -> Box<Diagnostic> {
    match error.kind() {
        io::ErrorKind::NotFound => {
            let help = "check the path; a URL begins with `http://` or `https://`";
            unreadable(name, "the file does not exist", help)
        }
        io::ErrorKind::PermissionDenied => unreadable(name, "permission denied", "check the permissions of the file"),
        _ => unreadable(name, &format!("cannot read the file: {error}"), "check the path"),
    }
}

fn unreadable(name: &str, message: &str, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::SourceUnreadable, message).at(name, Location::Whole).help(help))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{read, text_of};
    use crate::base::diagnostic::Code;
    use crate::base::text::SourceOrigin;

    #[test]
    fn a_file_keeps_its_path_as_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openapi.yaml");
        fs::write(&path, "\u{feff}openapi: 3.0.0\n").unwrap();
        let source = read(&path, 100).unwrap();
        assert_eq!(source.name(), path.display().to_string());
        assert_eq!(source.text(), "openapi: 3.0.0\n");
        assert_eq!(source.origin(), &SourceOrigin::File(path));
    }

    #[test]
    fn what_cannot_be_read_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let empty = folder.path().join("empty");
        fs::write(&empty, "").unwrap();
        assert_eq!(read(folder.path(), 9).unwrap_err().message, "expected a file, found a directory");
        assert_eq!(read(Path::new("/no/such"), 9).unwrap_err().message, "the file does not exist");
        assert_eq!(read(&empty, 9).unwrap_err().code, Code::SyntaxInvalid);
    }

    #[test]
    fn reading_stops_at_the_limit() {
        assert!(text_of("x", "12345".as_bytes(), 5).is_ok());
        assert_eq!(text_of("x", std::io::repeat(b'x'), 5).unwrap_err().code, Code::SourceTooLarge);
    }
}
