//! The credentials that a call sends.

use crate::auth::authorization::{
    Credential, CredentialLocation, Requirement, Scheme, Token, bearer, select_credentials,
};
use crate::auth::secret::Secret;

fn selected(given: &[&'static str], asked: Requirement) -> Vec<&'static str> {
    let credential = |name: &&'static str| {
        let scheme = Scheme::new(name, CredentialLocation::Header("x-token"));
        Credential::new(scheme, Token::Fixed(Secret::from("hush"))).unwrap()
    };
    let given: Vec<_> = given.iter().map(credential).collect();
    let chosen = select_credentials(&given, asked);
    chosen
        .iter()
        .map(|credential| credential.scheme.name)
        .collect()
}

#[test]
fn the_first_complete_combination_is_sent() {
    let asked: Requirement = &[&["id", "key"], &["bearer"]];
    assert_eq!(selected(&["bearer", "key", "id"], asked), ["id", "key"]);
    assert_eq!(selected(&["bearer", "key"], asked), ["bearer"]);
    // The server decides whether that is sufficient.
    assert_eq!(selected(&["key"], asked), ["key"]);
    assert_eq!(selected(&["other", "key"], asked), ["key"]);
    assert!(selected(&["other"], asked).is_empty());
    assert!(selected(&[], asked).is_empty());
}

#[test]
fn nothing_is_sent_unless_required() {
    assert!(selected(&["key"], &[]).is_empty());
    assert!(selected(&["key"], &[&[]]).is_empty());
    assert_eq!(selected(&["key"], &[&[], &["key"]]), ["key"]);
}

#[test]
fn a_token_that_would_be_several_cookies_is_rejected() {
    let cookie = Scheme::new("key", CredentialLocation::Cookie("session"));
    let given =
        |token: &str| Credential::new(cookie, Token::Fixed(Secret::from(&token.to_owned())));
    for unfit in [
        "a; admin=1",
        "a,b",
        "a b",
        "a\\b",
        "a\"b",
        "\"a",
        "ä",
        "a\r\nb",
    ] {
        let error = given(unfit).unwrap_err().to_string();
        assert!(error.contains("not allowed in a cookie"), "{error}");
        assert!(!error.contains(unfit), "{error}");
    }
    for fit in ["YWJj==", "\"abc\"", "a.b-c_d~e", "a=b&c", ""] {
        assert!(given(fit).is_ok(), "{fit}");
    }
}

#[test]
fn a_bearer_token_has_its_scheme_once() {
    for (token, value) in [
        ("abc", "Bearer abc"),
        ("Bearer abc", "Bearer abc"),
        ("bearer abc", "bearer abc"),
        ("Bearerabc", "Bearer Bearerabc"),
        ("", "Bearer "),
        ("ääääää", "Bearer ääääää"),
    ] {
        assert_eq!(bearer(token), value);
    }
}
