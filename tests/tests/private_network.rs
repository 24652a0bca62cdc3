//! Descriptions and clients behind a proxy, from servers with a certificate of a private authority.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use bindery_tests::private_network::{PrivateServer, Proxy};
use project_management_client::Client;

const DESCRIPTION: &str = r#"{"openapi": "3.0.3", "info": {"title": "Private", "version": "1"}, "paths": {
    "/things": {"get": {"operationId": "listThings", "responses": {"204": {"description": "None"}}}}}}"#;
/// The variable with the arguments of the command, one a line.
const ARGUMENTS: &str = "BINDERY_TEST_ARGUMENTS";

/// Not a test: runs the command in a process with its own environment.
#[test]
fn command() {
    if let Ok(arguments) = std::env::var(ARGUMENTS) {
        std::process::exit(bindery_cli::run(arguments.lines()).code().into());
    }
}

/// Generates a client from an address, with these options and variables.
fn generate(address: &str, folder: &Path, options: &[&str], variables: &[(&str, &str)]) -> Output {
    let out = folder.join("client");
    let mut arguments = vec!["bindery", "generate", address, "--out", out.to_str().unwrap(), "--timeout", "10"];
    arguments.extend(options);
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "command", "--nocapture"]).current_dir(folder).env(ARGUMENTS, arguments.join("\n"));
    for name in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"] {
        command.env_remove(name).env_remove(name.to_lowercase());
    }
    command.envs(variables.iter().copied()).output().unwrap()
}

fn assert_done(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn certificates_of_a_private_authority() {
    let folder = tempfile::tempdir().unwrap();
    let server = PrivateServer::start("localhost", DESCRIPTION).unwrap();
    let address = format!("https://localhost:{}/openapi.json", server.socket.port());
    let certificates = folder.path().join("certificates");
    fs::create_dir(&certificates).unwrap();
    let file = certificates.join("authority.pem");
    fs::write(&file, &server.authority).unwrap();
    let file = file.to_str().unwrap();

    let unknown = generate(&address, folder.path(), &[], &[]);
    let message = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert_eq!(unknown.status.code(), Some(3), "{message}");
    assert!(message.contains("the issuer of its certificate is unknown"), "{message}");
    assert!(message.contains("`--cacert FILE`") && message.contains("`SSL_CERT_FILE`"), "{message}");

    assert_done(&generate(&address, folder.path(), &["--cacert", file], &[]));
    assert_done(&generate(&address, folder.path(), &[], &[("SSL_CERT_FILE", file)]));
    assert_done(&generate(&address, folder.path(), &[], &[("SSL_CERT_DIR", certificates.to_str().unwrap())]));
    let config = folder.path().join("private.toml");
    fs::write(&config, "cacert = \"certificates/authority.pem\"\n").unwrap();
    assert_done(&generate(&address, folder.path(), &["--config", config.to_str().unwrap()], &[]));

    fs::write(&config, "").unwrap();
    let none = generate(&address, folder.path(), &["--cacert", config.to_str().unwrap()], &[]);
    let message = String::from_utf8_lossy(&none.stderr).into_owned();
    assert!(none.status.code() == Some(2) && message.contains("it contains none"), "{message}");
}

#[test]
fn proxies_of_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let server = PrivateServer::start("api.internal.test", DESCRIPTION).unwrap();
    let proxy = Proxy::start(server.socket).unwrap();
    let file = folder.path().join("authority.pem");
    fs::write(&file, &server.authority).unwrap();
    let options = ["--cacert", file.to_str().unwrap()];
    let address = "https://api.internal.test/openapi.json";
    for variable in ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"] {
        assert_done(&generate(address, folder.path(), &options, &[(variable, &proxy.address)]));
    }
    assert_eq!(proxy.hosts(), ["api.internal.test:443"; 3]);
    // The host is unknown without the proxy.
    let direct = [("HTTPS_PROXY", proxy.address.as_str()), ("NO_PROXY", "internal.example,.internal.test")];
    assert_eq!(generate(address, folder.path(), &options, &direct).status.code(), Some(3));
    assert_eq!(proxy.hosts().len(), 3);
}

#[tokio::test]
async fn clients_trust_a_private_authority() {
    let server = PrivateServer::start("localhost", "[]").unwrap();
    let address = format!("https://localhost:{}", server.socket.port());
    let unknown = Client::new(&address, "token").story().list("DEMO").await.unwrap_err();
    assert!(unknown.status().is_none(), "{unknown}");
    let client = Client::builder(&address).root_certificate(&server.authority).token("token").build().unwrap();
    let answer = client.story().list("DEMO").await;
    assert!(!matches!(&answer, Err(error) if error.status().is_none()), "{answer:?}");

    let invalid = Client::builder(&address).root_certificate("no PEM").build().unwrap_err();
    assert_eq!(invalid.to_string(), "the root certificate is not valid: pass PEM text");
}
