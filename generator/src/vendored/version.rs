//! Computes the next version of a crate (Semantic Versioning 2.0.0, as cargo interprets it).

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

#[cfg(test)]
mod tests {
    use super::{bump_version, newest};
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
}
