use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hmac::{Hmac, KeyInit, Mac};
use http::{HeaderMap, HeaderName, HeaderValue};
use sha2::Sha256;

use crate::webhooks::signatures::GitHubSignature;
use crate::webhooks::signatures::{StandardSignature, StripeSignature};
use crate::webhooks::verifier::{ReplayProtection, SignatureError, Verifier};

fn headers(all: &[(&'static str, &str)]) -> HeaderMap {
    let pairs = all.iter().map(|(name, value)| {
        (
            HeaderName::from_bytes(name.as_bytes()).unwrap(),
            HeaderValue::from_str(value).unwrap(),
        )
    });
    pairs.collect()
}

fn mac(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The vectors of RFC 4231, section 4.3.
#[test]
fn the_mac_matches_the_test_vectors() {
    let signature = "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    let (verifier, sent) = (
        GitHubSignature::new("Jefe"),
        headers(&[("x-hub-signature-256", signature)]),
    );
    assert!(
        verifier
            .verify(&sent, b"what do ya want for nothing?")
            .is_ok()
    );
    assert_eq!(
        verifier.verify(&sent, b"what do ya want for nothing"),
        Err(SignatureError::Mismatch)
    );
}

/// The test values that GitHub publishes.
#[test]
fn the_example_of_github_is_verified() {
    let signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    let (verifier, sent) = (
        GitHubSignature::new("It's a Secret to Everybody"),
        headers(&[("x-hub-signature-256", signature)]),
    );
    assert!(verifier.verify(&sent, b"Hello, World!").is_ok());
    assert_eq!(
        verifier.verify(&sent, b"Hello, World?"),
        Err(SignatureError::Mismatch)
    );
    assert_eq!(
        GitHubSignature::new("another").verify(&sent, b"Hello, World!"),
        Err(SignatureError::Mismatch)
    );
    let rotated = GitHubSignature::new("another").or("It's a Secret to Everybody");
    assert!(rotated.verify(&sent, b"Hello, World!").is_ok());
    assert!(!format!("{rotated:?}").contains("Secret to"));
    let missing = verifier.verify(&HeaderMap::new(), b"").unwrap_err();
    assert_eq!(
        missing.to_string(),
        "the header `x-hub-signature-256` is missing"
    );
}

#[test]
fn malformed_signatures_are_rejected() {
    let verifier = GitHubSignature::new("s");
    for written in [
        "",
        "sha256=",
        "sha1=00",
        "sha256=0",
        "sha256=zz",
        "sha256=\u{e9}",
    ] {
        let refused = verifier.verify(&headers(&[("x-hub-signature-256", written)]), b"");
        assert!(
            matches!(
                refused,
                Err(SignatureError::Malformed(_) | SignatureError::Mismatch)
            ),
            "{written}: {refused:?}"
        );
    }
    let mut twice = headers(&[(
        "x-hub-signature-256",
        &format!("sha256={}", hex(&mac(b"s", b""))),
    )]);
    assert!(verifier.verify(&twice, b"").is_ok());
    twice.append("x-hub-signature-256", HeaderValue::from_static("sha256=00"));
    assert_eq!(
        verifier.verify(&twice, b""),
        Err(SignatureError::Malformed("x-hub-signature-256"))
    );
}

/// Anyone can sign with an empty key.
#[test]
fn without_a_key_nothing_is_verified() {
    let signature = format!("sha256={}", hex(&mac(b"", b"body")));
    let sent = headers(&[("x-hub-signature-256", &signature)]);
    assert_eq!(
        GitHubSignature::new("").verify(&sent, b"body"),
        Err(SignatureError::NoKey)
    );
    let sent = headers(&[
        ("webhook-id", "a"),
        ("webhook-timestamp", "0"),
        ("webhook-signature", "v1,AAAA"),
    ]);
    assert_eq!(
        StandardSignature::new("no base64").verify(&sent, b"body"),
        Err(SignatureError::NoKey)
    );
}

#[test]
fn the_time_of_stripe_is_signed_and_tolerated() {
    let signature = hex(&mac(b"whsec_x", b"1700000000.{}"));
    let sent = headers(&[(
        "stripe-signature",
        &format!("t=1700000000,v1=00,v1={signature},v0=11"),
    )]);
    let verifier = StripeSignature::new("whsec_x");
    let at = |seconds: u64| UNIX_EPOCH + Duration::from_secs(seconds);
    for near in [1_700_000_000, 1_700_000_300, 1_699_999_700] {
        assert!(verifier.verify_at(&sent, b"{}", at(near)).is_ok(), "{near}");
    }
    let age = Duration::from_secs(301);
    for far in [1_700_000_301, 1_699_999_699] {
        assert_eq!(
            verifier.verify_at(&sent, b"{}", at(far)),
            Err(SignatureError::Expired { age })
        );
    }
    let patient = verifier.clone().tolerance(age);
    assert!(patient.verify_at(&sent, b"{}", at(1_700_000_301)).is_ok());
    let moved = headers(&[("stripe-signature", &format!("t=1700000301,v1={signature}"))]);
    assert_eq!(
        verifier.verify_at(&moved, b"{}", at(1_700_000_301)),
        Err(SignatureError::Mismatch)
    );
    let huge = format!(
        "t={},v1={}",
        u64::MAX,
        hex(&mac(b"whsec_x", format!("{}.", u64::MAX).as_bytes()))
    );
    let refused = verifier.verify(&headers(&[("stripe-signature", &huge)]), b"");
    assert!(
        matches!(
            refused,
            Err(SignatureError::Malformed(_) | SignatureError::Expired { .. })
        ),
        "{refused:?}"
    );
}

/// The test values of Svix, whose scheme became the standard.
#[test]
fn the_example_of_standard_webhooks_is_verified() {
    let sent = headers(&[
        ("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
        ("webhook-timestamp", "1614265330"),
        (
            "webhook-signature",
            "v2,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        ),
    ]);
    let verifier = StandardSignature::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    let now = UNIX_EPOCH + Duration::from_secs(1_614_265_330);
    let body = br#"{"test": 2432232314}"#;
    let verified = verifier.verify_at(&sent, body, now).unwrap();
    assert_eq!(verified.fingerprint(), b"msg_p5jXN8AQM9LWM0D4loKWxJek");
    assert_eq!(
        verifier.verify_at(&sent, b"{}", now),
        Err(SignatureError::Mismatch)
    );
    assert!(matches!(
        verifier.verify(&sent, body),
        Err(SignatureError::Expired { .. })
    ));
}

#[test]
fn replayed_messages_are_rejected() {
    let verifier = ReplayProtection::new(GitHubSignature::new("s"), Duration::from_secs(600));
    let signed = |body: &[u8]| {
        headers(&[(
            "x-hub-signature-256",
            &format!("sha256={}", hex(&mac(b"s", body))),
        )])
    };
    assert!(verifier.verify(&signed(b"1"), b"1").is_ok());
    assert!(verifier.verify(&signed(b"2"), b"2").is_ok());
    assert_eq!(
        verifier.verify(&signed(b"1"), b"1"),
        Err(SignatureError::Replayed)
    );
    // Upper-case hex is the same signature.
    let upper = format!("sha256={}", hex(&mac(b"s", b"1")).to_uppercase());
    assert_eq!(
        verifier.verify(&headers(&[("x-hub-signature-256", &upper)]), b"1"),
        Err(SignatureError::Replayed)
    );
    // An unverified message is not remembered.
    let forgetful = ReplayProtection::new(GitHubSignature::new("s"), Duration::ZERO);
    assert_eq!(
        forgetful.verify(&signed(b"1"), b"3"),
        Err(SignatureError::Mismatch)
    );
    assert!(forgetful.verify(&signed(b"3"), b"3").is_ok());
}

/// While a secret is being replaced, Stripe signs with both. Anyone who has seen the message can send it with either
/// signature alone.
#[test]
fn another_signature_does_not_make_another_message() {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs();
    let signed = |key: &str| hex(&mac(key.as_bytes(), format!("{seconds}.{{}}").as_bytes()));
    let (new, old) = (signed("new"), signed("old"));
    let verifier = StripeSignature::new("new").or("old");
    let verifier = ReplayProtection::new(verifier, Duration::from_secs(600));
    let came = |signatures: &str| {
        let written = format!("t={seconds},{signatures}");
        verifier.verify(&headers(&[("stripe-signature", &written)]), b"{}")
    };
    assert!(came(&format!("v1={new},v1={old}")).is_ok());
    for again in [
        format!("v1={new}"),
        format!("v1={old}"),
        format!("v1={old},v1={new}"),
    ] {
        assert_eq!(came(&again), Err(SignatureError::Replayed), "{again}");
    }
}

/// A message that was remembered before a secret is replaced is recognized after it.
#[test]
fn the_fingerprint_does_not_depend_on_the_key() {
    let fingerprint = |key: &str| {
        let signature = format!("sha256={}", hex(&mac(key.as_bytes(), b"{}")));
        let sent = headers(&[("x-hub-signature-256", &signature)]);
        let verified = GitHubSignature::new("new").or("old").verify(&sent, b"{}");
        verified.unwrap().fingerprint().to_owned()
    };
    assert_eq!(fingerprint("new"), fingerprint("old"));
}
