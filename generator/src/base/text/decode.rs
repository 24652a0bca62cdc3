//! Decodes bytes as UTF-8, or as UTF-16 with a byte order mark.

use super::locate::Position;
use super::position_at;
use crate::base::diagnostic::{Code, Diagnostic, Location, Result};

/// Decodes the bytes of the source `name`.
///
/// # Errors
///
/// `syntax-invalid` when nothing but blanks is in it or when it is not Unicode.
pub(crate) fn decode(name: &str, bytes: Vec<u8>) -> Result<String> {
    let text = match bytes.as_slice() {
        [0xff, 0xfe, units @ ..] => utf16(name, units, u16::from_le_bytes)?,
        [0xfe, 0xff, units @ ..] => utf16(name, units, u16::from_be_bytes)?,
        _ => String::from_utf8(bytes).map_err(|error| not_utf8(name, &error))?,
    };
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        let diagnostic = Diagnostic::error(Code::SyntaxInvalid, "the description is empty").at(name, Location::Whole);
        return Err(Box::new(diagnostic.help("pass an OpenAPI description in JSON or YAML")));
    }
    Ok(text)
}

fn utf16(name: &str, bytes: &[u8], unit_of: fn([u8; 2]) -> u16) -> Result<String> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit_of(*pair));
    let text: Option<String> = char::decode_utf16(units).map(Result::ok).collect();
    text.filter(|_| odd.is_empty()).ok_or_else(|| {
        let diagnostic =
            Diagnostic::error(Code::SyntaxInvalid, "the description has a UTF-16 byte order mark, but is not UTF-16");
        Box::new(diagnostic.at(name, Location::Whole).help("save the description as UTF-8"))
    })
}

fn not_utf8(name: &str, error: &std::string::FromUtf8Error) -> Box<Diagnostic> {
    let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
    let Position { line, column, .. } = position_at(&String::from_utf8_lossy(valid), valid.len());
    let diagnostic = Diagnostic::error(Code::SyntaxInvalid, "the description is not UTF-8");
    Box::new(diagnostic.at(name, Location::Position { line, column }).help("save the description as UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::decode;
    use crate::base::diagnostic::{Code, Location};

    #[test]
    fn utf16_is_read_by_its_mark() {
        let little: Vec<u8> = "\u{feff}ä: 😀".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "\u{feff}ä: 😀".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decode("x", little).unwrap(), "ä: 😀");
        assert_eq!(decode("x", big).unwrap(), "ä: 😀");
        assert_eq!(decode("x", vec![0xff, 0xfe, 0x41]).unwrap_err().code, Code::SyntaxInvalid);
        assert_eq!(decode("x", vec![0xfe, 0xff, 0xd8, 0x00]).unwrap_err().code, Code::SyntaxInvalid);
    }

    #[test]
    fn a_wrong_byte_has_a_place() {
        let error = decode("x", b"a: 1\nb: \xe4".to_vec()).unwrap_err();
        assert_eq!(error.place.unwrap().location, Location::Position { line: 2, column: 4 });
    }

    #[test]
    fn blanks_are_no_text() {
        assert_eq!(decode("x", b"\xef\xbb\xbf \n".to_vec()).unwrap_err().message, "the description is empty");
    }
}
