//! Text in the character set that its media type declares (RFC 9110, section 8.3.2).

use std::borrow::Cow;

use http::HeaderValue;

/// Decodes a body as text. Supports Latin-1 and UTF-16; anything else is decoded as UTF-8.
pub(super) fn text<'b>(content_type: Option<&HeaderValue>, body: &'b [u8]) -> Cow<'b, str> {
    let content_type = content_type.and_then(|value| value.to_str().ok());
    let parameters = content_type.unwrap_or_default().split(';').skip(1);
    let charset = parameters
        .filter_map(|parameter| parameter.split_once('='))
        .find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))
        .map_or("", |(_, value)| value.trim().trim_matches('"'));
    match charset.to_ascii_lowercase().as_str() {
        "iso-8859-1" | "latin1" => body.iter().map(|byte| char::from(*byte)).collect(),
        "utf-16le" => utf16(body, u16::from_le_bytes),
        "utf-16be" => utf16(body, u16::from_be_bytes),
        "utf-16" => match body {
            [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
            [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
            all => utf16(all, u16::from_be_bytes),
        },
        _ => String::from_utf8_lossy(body),
    }
}

fn utf16(body: &[u8], unit: fn([u8; 2]) -> u16) -> Cow<'_, str> {
    let (pairs, _) = body.as_chunks();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16_lossy(&units).into()
}
