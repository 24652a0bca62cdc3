//! Paths of operations, and what their segments say.

/// Returns a path without the names of its parameters, which are not on the wire: `/story/{}`.
#[must_use]
pub fn path_shape(path: &str) -> String {
    let mut shape = String::with_capacity(path.len());
    for (index, part) in path.split('{').enumerate() {
        match part.split_once('}').filter(|_| index > 0) {
            Some((_, after)) => shape.extend(["{}", after]),
            // Unbalanced braces are literal text.
            None => shape.extend([if index > 0 { "{" } else { "" }, part]),
        }
    }
    shape
}

/// The group of operations whose path names no other.
pub const ROOT_GROUP: &str = "root";

/// Returns the first meaningful path segment: not a version or `api`. Of `/#X-Amz-Target=Service.Operation`, it is the
/// service; of `/#Action=Operation`, it is the key. Returns `None` if all segments are parameters.
#[must_use]
pub fn first_segment(path: &str) -> Option<&str> {
    if let Some((key, value)) = path.strip_prefix("/#").and_then(|rest| rest.split_once('=')) {
        return Some(value.split_once('.').map_or(key, |(service, _)| service));
    }
    let literals = || path.split('/').filter(|segment| !segment.is_empty() && !segment.contains('{'));
    literals().find(|segment| !is_general_segment(segment)).or_else(|| literals().next())
}

/// Returns `true` if a path segment, or a word of an ID, is generic: `api`, or a version.
#[must_use]
pub fn is_general_segment(segment: &str) -> bool {
    let digits = segment.strip_prefix(['v', 'V']).unwrap_or(segment);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '_'));
    let stage = ["alpha", "beta", "rc", "preview"].iter().find_map(|stage| rest.strip_prefix(stage)).unwrap_or(rest);
    segment.eq_ignore_ascii_case("api") || (is_number && stage.chars().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::is_general_segment;

    #[test]
    fn versions_say_nothing() {
        assert!(["api", "v1", "V2", "v1.2", "v2beta1", "2024-01-01"].into_iter().all(is_general_segment));
        assert!(!["vault", "v", "2fa", "v1users"].into_iter().any(is_general_segment));
    }
}
