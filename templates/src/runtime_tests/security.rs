//! Which credentials a call sends.

use crate::runtime::authorization::{
    Credential, CredentialLocation, Requirement, Scheme, bearer, select_credentials,
};
use crate::runtime::secret::Secret;
use crate::runtime::token::Token;

fn sent(given: &[&'static str], asked: Requirement) -> Vec<&'static str> {
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
fn the_first_combination_that_is_whole_is_sent() {
    let asked: Requirement = &[&["id", "key"], &["bearer"]];
    assert_eq!(sent(&["bearer", "key", "id"], asked), ["id", "key"]);
    assert_eq!(sent(&["bearer", "key"], asked), ["bearer"]);
    // The server decides whether that is enough.
    assert_eq!(sent(&["key"], asked), ["key"]);
    assert_eq!(sent(&["other"], asked), ["other"]);
    assert!(sent(&[], asked).is_empty());
}

#[test]
fn what_is_not_asked_for_is_not_sent() {
    assert!(sent(&["key"], &[]).is_empty());
    assert!(sent(&["key"], &[&[]]).is_empty());
    assert_eq!(sent(&["key"], &[&[], &["key"]]), ["key"]);
}

#[test]
fn a_token_that_would_be_several_cookies_is_refused() {
    let cookie = Scheme::new("key", CredentialLocation::Cookie("session"));
    let given = |token: &str| Credential::new(cookie, Token::Fixed(Secret::from(token)));
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
        assert!(error.contains("no cookie can carry"), "{error}");
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
