//! The parts of `multipart/form-data`.

/// Returns the name and the content of each part. Content that is not UTF-8 is replaced.
///
/// # Errors
///
/// Returns the reason if the body is malformed.
pub(super) fn parts(media_type: &str, body: &[u8]) -> Result<Vec<(String, String)>, String> {
    let boundary = parameter(media_type, "boundary").ok_or("the media type has no boundary")?;
    let text = String::from_utf8_lossy(body);
    let delimiter = format!("\r\n--{boundary}");
    // The first delimiter is at the start of the body.
    let text = format!("\r\n{text}");
    let mut sections = text.split(delimiter.as_str()).skip(1);
    let mut parts = Vec::new();
    loop {
        let section = sections.next().ok_or("the last boundary is missing")?;
        if section.starts_with("--") {
            return Ok(parts);
        }
        let (head, content) = section.split_once("\r\n\r\n").ok_or("a part has no headers")?;
        let disposition = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-disposition").then_some(value)
        });
        let name = disposition.and_then(|value| parameter(value, "name")).ok_or("a part has no name")?;
        parts.push((name, content.to_owned()));
    }
}

/// Returns a parameter of a header. Semicolons in quotation marks are part of a value.
fn parameter(header: &str, name: &str) -> Option<String> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let parameters = header.split(|c: char| {
        let is_end = c == ';' && !is_quoted;
        is_quoted ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && is_quoted && !is_escaped;
        is_end
    });
    let mut pairs = parameters.skip(1).filter_map(|parameter| parameter.trim().split_once('='));
    let (_, value) = pairs.find(|(known, _)| known.trim().eq_ignore_ascii_case(name))?;
    let value = value.trim();
    let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    Some(quoted.map_or_else(|| value.to_owned(), |quoted| quoted.replace("\\\"", "\"").replace("\\\\", "\\")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names() {
        let body = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x\r\n\
                    content-disposition: form-data; name=b; filename=\"c\"\r\nContent-Type: text/plain\r\n\r\n\r\n2\r\n--x--\r\n";
        let found = parts("multipart/form-data; boundary=x", body.as_bytes()).unwrap();
        assert_eq!(found, [("a".to_owned(), "1".to_owned()), ("b".to_owned(), "\r\n2".to_owned())]);
    }

    #[test]
    fn separators_in_quotation_marks_are_text() {
        let name = |header: &str| parameter(header, "name");
        assert_eq!(name(r#"form-data; filename="a; name=b"; name="c""#).as_deref(), Some("c"));
        assert_eq!(name(r#"form-data; filename="a\"; name=b"; name="c;d""#).as_deref(), Some("c;d"));
        assert_eq!(name(r#"form-data; filename="a\\"; name = b"#).as_deref(), Some("b"));
        assert_eq!(name(r#"form-data; filename="a; name=b""#), None);
    }

    #[test]
    fn malformed_bodies_are_refused() {
        for (media_type, body) in
            [("multipart/form-data", "--x--"), ("m/f; boundary=x", "--x\r\na"), ("m/f; boundary=x", "")]
        {
            assert!(parts(media_type, body.as_bytes()).is_err(), "{body}");
        }
    }
}
