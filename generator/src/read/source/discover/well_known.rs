//! Well-known paths of descriptions.

use url::Url;

/// Paths below the given address and below the root of its server, in this order.
const PLACES: [&str; 19] = [
    // The page of the services that this generator was made for.
    "api",
    "openapi.json",
    "openapi.yaml",
    // Springdoc, Quarkus, ASP.NET
    "v3/api-docs",
    "q/openapi",
    "swagger/v1/swagger.json",
    "openapi/v1.json",
    "swagger.json",
    "api/openapi.json",
    "api-docs",
    // Django
    "api/schema/",
    "docs",
    // Servers with a page of their own at `docs`.
    "docs/openapi.json",
    "docs/openapi.yaml",
    "api/docs",
    "api/spec.yaml",
    "api/spec.json",
    // Directus
    "server/specs/oas",
    // Cornice
    "v1/__api__",
];

/// Returns the addresses to try below the given address, and those below the root of its server. The query of the given
/// address is kept, since it may contain a token.
pub(super) fn below(address: &Url) -> Vec<Vec<Url>> {
    let mut base = address.clone();
    base.set_fragment(None);
    let path = base.path().trim_end_matches('/').to_owned();
    let prefixes = if path.is_empty() { vec![String::new()] } else { vec![path, String::new()] };
    let at = |path: String| {
        let mut url = base.clone();
        url.set_path(&path);
        url
    };
    prefixes.iter().map(|prefix| PLACES.iter().map(|place| at(format!("{prefix}/{place}"))).collect()).collect()
}

/// Returns `true` if an address names a file rather than a page or a server.
pub(super) fn is_file(address: &Url) -> bool {
    let path = address.path().to_ascii_lowercase();
    [".json", ".yaml", ".yml"].iter().any(|ending| path.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::{below, is_file};

    #[test]
    fn places_are_below_the_address_and_below_its_server() {
        let urls = below(&"http://h/app/?token=x#y".parse().unwrap());
        assert_eq!(urls[0][0].as_str(), "http://h/app/api?token=x");
        assert!(urls[1].iter().any(|url| url.as_str() == "http://h/openapi.json?token=x"));
        assert_eq!(below(&"http://h".parse().unwrap())[0][0].as_str(), "http://h/api");
    }

    #[test]
    fn files_are_known_by_their_ending() {
        assert!(is_file(&"http://h/x.YAML?y".parse().unwrap()));
        assert!(!is_file(&"http://h/api?x.json".parse().unwrap()));
    }
}
