//! Computes the next version of a crate (Semantic Versioning 2.0.0, as cargo interprets it), and describes it in the
//! changelog.

use semver::Version;

use crate::changes::Bump;

/// Returns the version after changes. Below 1.0.0, the first non-zero number plays the role of the major version. An
/// invalid version is returned unchanged.
#[must_use]
pub fn bump_version(version: &str, bump: Bump) -> String {
    let Ok(version) = Version::parse(version) else { return version.to_owned() };
    // A pre-release becomes the release, which allows any change.
    if bump != Bump::None && !version.pre.is_empty() {
        return Version::new(version.major, version.minor, version.patch).to_string();
    }
    let Version { major, minor, patch, .. } = version;
    let next = match (bump, major, minor) {
        (Bump::None, ..) => return version.to_string(),
        (Bump::Major, 0, 0) => Version::new(0, 0, patch.saturating_add(1)),
        (Bump::Major, 0, _) => Version::new(0, minor.saturating_add(1), 0),
        (Bump::Major, ..) => Version::new(major.saturating_add(1), 0, 0),
        (Bump::Minor, 1.., _) => Version::new(major, minor.saturating_add(1), 0),
        (Bump::Minor | Bump::Patch, ..) => Version::new(major, minor, patch.saturating_add(1)),
    };
    next.to_string()
}

/// Returns the newer version: an upgrade raises the version of the crate beyond that of the configuration.
pub(super) fn newest(configured: Option<&str>, current: &str) -> String {
    let parsed = |text: &str| Version::parse(text).ok();
    match (configured, parsed(current)) {
        (Some(configured), Some(current)) if parsed(configured).is_none_or(|version| version < current) => {
            current.to_string()
        }
        (Some(configured), _) => configured.to_owned(),
        (None, Some(current)) => current.to_string(),
        (None, None) => "0.1.0".to_owned(),
    }
}

/// The name of the changelog, which has an entry for each update and which users may edit.
pub const CHANGELOG: &str = "CHANGELOG.md";

const HEAD: &str =
    "# Changelog\n\nEach entry lists the changes of an update of the description for code that uses this crate.\n";

/// Returns the text with a new entry for a version in front of the others.
#[must_use]
pub fn add_entry(text: Option<&str>, version: &str, entry: &str) -> String {
    let text = text.filter(|text| !text.trim().is_empty()).unwrap_or(HEAD);
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let entry = format!("## {version}\n\n{}\n", entry.trim()).replace('\n', end);
    let mut headings = text.match_indices("## ").map(|(at, _)| at).filter(|at| *at == 0 || text[..*at].ends_with('\n'));
    // An unreleased section stays on top.
    let released = |at: &usize| !text[*at..].lines().next().unwrap_or_default().to_lowercase().contains("unreleased");
    match headings.find(released) {
        Some(at) => format!("{}{entry}{end}{}", &text[..at], &text[at..]),
        None => format!("{}{end}{end}{entry}", text.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::{add_entry, bump_version, newest};
    use crate::changes::Bump::{Major, Minor, None, Patch};

    #[test]
    fn versions_are_bumped_by_the_rules_of_cargo() {
        let rows = [
            ("0.1.0", Major, "0.2.0"),
            ("0.1.3", Minor, "0.1.4"),
            ("0.1.3", Patch, "0.1.4"),
            ("0.0.3", Major, "0.0.4"),
            ("1.2.3", Major, "2.0.0"),
            ("1.2.3", Minor, "1.3.0"),
            ("1.2.3", Patch, "1.2.4"),
            ("1.2.3", None, "1.2.3"),
            ("2.0.0-rc.1", Major, "2.0.0"),
            ("not one", Major, "not one"),
        ];
        for (version, bump, new_name) in rows {
            assert_eq!(bump_version(version, bump), new_name, "{version} {bump}");
        }
    }

    #[test]
    fn versions_never_decrease() {
        assert_eq!(newest(Option::None, ""), "0.1.0");
        assert_eq!(newest(Some("1.0.0"), ""), "1.0.0");
        assert_eq!(newest(Some("0.1.0"), "0.3.0"), "0.3.0");
        assert_eq!(newest(Some("1.0.0"), "0.3.0"), "1.0.0");
        assert_eq!(newest(Option::None, "0.3.0"), "0.3.0");
    }

    #[test]
    fn the_newest_entry_is_first() {
        let first = add_entry(Option::None, "0.2.0", "one\n");
        assert!(first.starts_with("# Changelog\n\n") && first.ends_with("\n\n## 0.2.0\n\none\n"), "{first}");
        let second = add_entry(Some(&first), "0.3.0", "two");
        assert!(second.ends_with("\n\n## 0.3.0\n\ntwo\n\n## 0.2.0\n\none\n"), "{second}");
    }

    #[test]
    fn text_of_the_user_is_kept() {
        let text = add_entry(Some("# Ours\n\nWords.\n\n## Unreleased\n\n- x\n"), "1.0.0", "y");
        assert_eq!(text, "# Ours\n\nWords.\n\n## Unreleased\n\n- x\n\n## 1.0.0\n\ny\n");
        let windows = add_entry(Some("# Ours\r\n\r\n## 0.1.0\r\n"), "1.0.0", "y");
        assert_eq!(windows, "# Ours\r\n\r\n## 1.0.0\r\n\r\ny\r\n\r\n## 0.1.0\r\n");
        assert_eq!(add_entry(Some("## 0.1.0\n"), "1.0.0", "y"), "## 1.0.0\n\ny\n\n## 0.1.0\n");
    }
}
