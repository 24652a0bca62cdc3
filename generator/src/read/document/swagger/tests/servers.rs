//! Tests of the templates of hosts.

use serde_json::{Value, json};

use super::upgrade_with;

#[test]
fn templates_of_hosts_are_servers() {
    let account = json!({ "name": "account", "in": "path", "type": "string", "description": "Yours." });
    let region = json!({ "$ref": "#/parameters/Region" });
    let servers = |template: &str, more: Value| {
        let mut host = json!({ "hostTemplate": template, "parameters": [account, region] });
        host.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        upgrade_with(json!({
            "x-ms-parameterized-host": host,
            "host": "ignored.example.com",
            "basePath": "/v1",
            "parameters": { "Region": { "name": "region", "in": "path", "type": "string", "enum": ["eu", "us"], "default": "eu" } }
        }))
    };
    let found = servers("{account}.{region}.example.com", json!({}));
    assert_eq!(found.at("/servers/0/url"), "https://{account}.{region}.example.com/v1");
    assert_eq!(found.at("/servers/0/variables/account"), json!({ "description": "Yours." }));
    assert_eq!(found.at("/servers/0/variables/region"), json!({ "default": "eu", "enum": ["eu", "us"] }));
    let urls = [
        ("{account}/face/", json!({ "useSchemePrefix": false }), "{account}/face/v1"),
        ("http://{account}.example.com", json!({}), "http://{account}.example.com/v1"),
    ];
    for (template, more, url) in urls {
        assert_eq!(servers(template, more).at("/servers/0/url"), url);
    }
    let found = upgrade_with(json!({ "x-ms-parameterized-host": { "parameters": [] }, "host": "example.com" }));
    assert_eq!(found.at("/servers"), json!([{ "url": "https://example.com" }]));
    assert_eq!(found.notes, ["/x-ms-parameterized-host"]);
}
