//! User and password of an address, as the header that HTTP has for them.

use std::iter;

use url::Url;

use super::url_text::without_userinfo;

/// Removes user and password from an address, and returns the equivalent value of `Authorization`.
pub(super) fn take(url: &mut Url) -> Option<String> {
    let mut userinfo = percent_decoded(url.username());
    if let Some(password) = url.password() {
        userinfo.push(b':');
        userinfo.extend(percent_decoded(password));
    } else if !userinfo.is_empty() {
        userinfo.push(b':');
    }
    without_userinfo(url);
    (!userinfo.is_empty()).then(|| format!("Basic {}", base64(&userinfo)))
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let byte = tail.split_at_checked(2).filter(|_| *first == b'%').and_then(|(digits, after)| {
            let digits = str::from_utf8(digits).ok()?;
            Some((u8::from_str_radix(digits, 16).ok()?, after))
        });
        let (byte, after) = byte.unwrap_or((*first, tail));
        decoded.push(byte);
        rest = after;
    }
    decoded
}

/// Base64 with padding (RFC 4648): three bytes become four characters.
fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = (0..3).fold(0_usize, |group, index| group << 8 | usize::from(*chunk.get(index).unwrap_or(&0)));
        let digits = [18, 12, 6, 0].map(|shift| char::from(ALPHABET[group >> shift & 63]));
        text.extend(&digits[..=chunk.len()]);
        text.extend(iter::repeat_n('=', 3 - chunk.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::{base64, take};

    #[test]
    fn the_vectors_of_rfc_4648() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn userinfo_moves_into_a_header() {
        let mut url = Url::parse("http://Aladdin:open%20sesame@h/x").unwrap();
        assert_eq!(take(&mut url).unwrap(), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assert_eq!(url.as_str(), "http://h/x");
        assert_eq!(take(&mut url), None);
    }
}
