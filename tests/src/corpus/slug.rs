//! Derives the name of the crate for a document.

use super::sample::fingerprint;

/// Maximum length of the path in a name; folders of build output repeat it several times.
const MAX_PATH_LEN: usize = 40;

/// Returns a valid crate name that depends only on the path: its readable part and a fingerprint, since paths may
/// differ only in a dot or in case.
pub(super) fn slug(path: &str) -> String {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let plain: String =
        stem.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    let readable = plain.split_whitespace().collect::<Vec<_>>().join("-");
    let kept: String = readable.chars().take(MAX_PATH_LEN).collect();
    format!("api-{}-{:08x}", kept.trim_matches('-'), fingerprint(path) & 0xffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn names_are_safe_and_unique() {
        assert_eq!(slug("nasa.gov/asteroids neows.json"), "api-nasa-gov-asteroids-neows-1f136735");
        assert_ne!(slug("a.b/c.json"), slug("a/b.c.json"));
        let hostile = slug("../../ä\"; rm -rf /.yaml");
        assert!(hostile.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'), "{hostile}");
        assert!(slug(&"long/".repeat(100)).len() < 60);
    }
}
