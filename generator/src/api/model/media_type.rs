//! Media types in descriptions (RFC 9110, section 8.3.1): the type, and parameters such as `version=2`.

pub use crate::base::http_terms::essence;

/// Media types for JSON lines, and for JSON text sequences, which are read and sent alike.
const LINES: [&str; 10] = [
    "application/json-lines",
    "application/json-seq",
    "application/jsonl",
    "application/jsonlines",
    "application/ndjson",
    "application/stream+json",
    "application/x-json-stream",
    "application/x-jsonl",
    "application/x-jsonlines",
    "application/x-ndjson",
];

/// Returns `true` if a media type holds one JSON value per line.
#[must_use]
pub fn is_lines(media_type: &str) -> bool {
    let essence = essence(media_type);
    LINES.contains(&essence.as_str()) || essence.ends_with("+json-seq")
}

/// Returns the parameters that distinguish media types: names in lower case, values without quotes. A charset is
/// dropped, since it does not change the content.
#[must_use]
pub fn parameters(media_type: &str) -> Vec<(String, String)> {
    let parameters = media_type.split(';').skip(1).map(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        (name.trim().to_ascii_lowercase(), value.trim().trim_matches('"').to_owned())
    });
    parameters.filter(|(name, _)| !matches!(name.as_str(), "" | "charset")).collect()
}

/// Returns a media type as sent: the type in lower case, its parameters unchanged.
#[must_use]
pub fn spelled(media_type: &str) -> String {
    let written = media_type.split_once(';').map(|(_, parameters)| parameters.trim()).unwrap_or_default();
    match written {
        "" => essence(media_type),
        parameters => format!("{}; {parameters}", essence(media_type)),
    }
}

/// Returns the identity of a media type, regardless of its spelling.
#[must_use]
pub fn identity(media_type: &str) -> String {
    let parameters = parameters(media_type).into_iter().map(|(name, value)| match value.as_str() {
        "" => format!("; {name}"),
        value => format!("; {name}={value}"),
    });
    essence(media_type) + &parameters.collect::<String>()
}

/// Returns `true` for a range of media types, such as `image/*`.
#[must_use]
pub fn is_range(essence: &str) -> bool {
    essence.ends_with("/*")
}

/// Returns `true` if a range of one type, such as `image/*`, contains a media type.
#[must_use]
pub fn covers(range: &str, essence: &str) -> bool {
    let prefix = range.strip_suffix('*').filter(|prefix| prefix.ends_with('/'));
    range != essence && prefix.is_some_and(|prefix| essence.starts_with(prefix))
}

/// Returns a media type without one of its parameters.
#[must_use]
pub fn without_parameter(media_type: &str, name: &str) -> String {
    let named =
        |parameter: &&str| parameter.split_once('=').is_some_and(|(own, _)| own.trim().eq_ignore_ascii_case(name));
    let kept: Vec<&str> = media_type.split(';').map(str::trim).filter(|part| !named(part)).collect();
    kept.join("; ")
}

#[cfg(test)]
mod tests {
    use super::{covers, identity, spelled, without_parameter};

    #[test]
    fn a_range_covers_its_type() {
        assert!(covers("image/*", "image/svg+xml"));
        assert!(!covers("image/*", "image/*") && !covers("image/*", "images/png") && !covers("image/png", "image/png"));
    }

    #[test]
    fn parameters_are_kept_as_they_are_written() {
        assert_eq!(spelled("Application/JSON;Version=2"), "application/json; Version=2");
        assert_eq!(spelled("text/plain ;"), "text/plain");
        assert_eq!(identity("application/json; charset=utf-8; Version=\"2\""), "application/json; version=2");
        assert_eq!(identity("application/json;simple;"), "application/json; simple");
        assert_eq!(without_parameter("multipart/related; Boundary=a; type=b", "boundary"), "multipart/related; type=b");
    }
}
