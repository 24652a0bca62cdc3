//! User and password of an address, as the header that HTTP has for them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use percent_encoding::percent_decode_str;
use url::Url;

use super::url_text::without_userinfo;

/// Removes user and password from an address, and returns the equivalent value of `Authorization`.
pub(super) fn take(url: &mut Url) -> Option<String> {
    let decoded = |text| percent_decode_str(text).collect::<Vec<u8>>();
    let userinfo = [&decoded(url.username())[..], b":", &decoded(url.password().unwrap_or_default())].concat();
    without_userinfo(url);
    (userinfo != b":").then(|| format!("Basic {}", STANDARD.encode(userinfo)))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::take;

    #[test]
    fn userinfo_moves_into_a_header() {
        let mut url = Url::parse("http://Aladdin:open%20sesame@h/x").unwrap();
        assert_eq!(take(&mut url).unwrap(), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
        assert_eq!(url.as_str(), "http://h/x");
        assert_eq!(take(&mut url), None);
    }
}
