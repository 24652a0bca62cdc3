//! Pages as the tools write them.

use super::findings::{DescriptionLink, Findings};
use super::{read, read_script};

fn candidates(findings: &Findings) -> Vec<(Option<&str>, &str)> {
    findings.candidates.iter().map(|DescriptionLink { name, url }| (name.as_deref(), url.as_str())).collect()
}

fn only(page: &str) -> String {
    let found = read(page);
    let [DescriptionLink { name: None, url }] = found.candidates.as_slice() else { panic!("{found:?}") };
    url.clone()
}

#[test]
fn swagger_ui_of_the_project_management_service() {
    let page = include_str!("../../../../../fixtures/service/published/api.html");
    assert_eq!(only(page), "http://127.0.0.1:8080/openapi.json");
}

#[test]
fn swagger_ui_of_fastapi() {
    let page = r##"<!DOCTYPE html><html><head>
        <link type="text/css" rel="stylesheet" href="https://cdn.jsdelivr.net/npm/swagger-ui-dist@5/swagger-ui.css">
        <title>FastAPI - Swagger UI</title></head><body><div id="swagger-ui"></div>
        <script src="https://cdn.jsdelivr.net/npm/swagger-ui-dist@5/swagger-ui-bundle.js"></script>
        <!-- `SwaggerUIBundle` is now available on the page -->
        <script>
        const ui = SwaggerUIBundle({
            url: '/openapi.json',
            "dom_id": "#swagger-ui",
            oauth2RedirectUrl: window.location.origin + '/docs/oauth2-redirect',
            presets: [SwaggerUIBundle.presets.apis, SwaggerUIBundle.SwaggerUIStandalonePreset],
        })
        </script></body></html>"##;
    assert_eq!(only(page), "/openapi.json");
}

#[test]
fn swagger_ui_with_several_descriptions() {
    let page = r#"<div id="swagger-ui"></div><script>
        // url: "/commented.json", see https://example.com
        /* urls: [{url: "/also.json", name: "commented"}] */
        window.ui = SwaggerUIBundle({
            url: "/default.json",
            urls: [
                { url: "\/v1\/a.json?x=1\u0026y=2", name: "Orders" },
                { name: 'Users', url: `/v1/b.json` }, // last
            ],
            "urls.primaryName": "Users",
        })</script>"#;
    let expected = [(Some("Orders"), "/v1/a.json?x=1&y=2"), (Some("Users"), "/v1/b.json")];
    assert_eq!(candidates(&read(page)), expected);
}

#[test]
fn swagger_ui_of_springdoc() {
    let page = r#"<html><head><title>Swagger UI</title></head><body><div id="swagger-ui"></div>
        <script src="./swagger-ui-bundle.js" charset="UTF-8"> </script>
        <script src="./swagger-ui-standalone-preset.js" charset="UTF-8"> </script>
        <script src="./swagger-initializer.js" charset="UTF-8"> </script></body></html>"#;
    let found = read(page);
    assert!(found.is_empty());
    assert_eq!(found.scripts, ["./swagger-initializer.js"]);

    let script = r#"window.onload = function() {
        window.ui = SwaggerUIBundle({
            url: "", dom_id: '#swagger-ui', deepLinking: true,
            "configUrl" : "/v3/api-docs/swagger-config", "validatorUrl" : ""
        }); };"#;
    let found = read_script(script);
    assert_eq!((found.configurations, found.candidates), (vec!["/v3/api-docs/swagger-config".to_owned()], vec![]));

    let configuration = r#"{"configUrl":"/v3/api-docs/swagger-config","urls":[{"url":"/v3/api-docs/a","name":"a"}]}"#;
    assert_eq!(candidates(&read_script(configuration)), [(Some("a"), "/v3/api-docs/a")]);
}

#[test]
fn swagger_ui_of_swashbuckle() {
    let script = r#"window.onload = function () {
        var configObject = JSON.parse('{"urls":[{"url":"v1/swagger.json","name":"My API V1"}],"deepLinking":false}');
        var oauthConfigObject = JSON.parse('{"scopeSeparator":" "}');
        if (configObject.urls == null || /^["']$/.test(x)) { configObject.url = base + "/x"; }"#;
    assert_eq!(candidates(&read_script(script)), [(Some("My API V1"), "v1/swagger.json")]);
}

#[test]
fn redoc() {
    assert_eq!(only("<redoc spec-url='http://petstore.swagger.io/v2/swagger.json'></redoc>").len(), 42);
    assert_eq!(only("<redoc spec-url=/docs/openapi.yaml hide-hostname></redoc>"), "/docs/openapi.yaml");
    let script = r#"<div id="redoc-container"></div><script src="https://cdn.redoc.ly/redoc.standalone.js"></script>
        <script>Redoc.init('openapi.yaml', { scrollYOffset: 50 }, document.getElementById('redoc-container'))</script>"#;
    assert_eq!(only(script), "openapi.yaml");
}

#[test]
fn scalar() {
    let attribute = r#"<script id="api-reference" data-url="https:&#x2F;&#x2F;h/openapi.json?a=1&amp;b=2"></script>
        <script src="https://cdn.jsdelivr.net/npm/@scalar/api-reference"></script>"#;
    assert_eq!(only(attribute), "https://h/openapi.json?a=1&b=2");
    let call =
        r##"<div id="app"></div><script>Scalar.createApiReference('#app', { url: '/openapi/v1.json' })</script>"##;
    assert_eq!(only(call), "/openapi/v1.json");
    let configuration = r#"<script id="api-reference" type="application/json"
        data-configuration="{&quot;theme&quot;:&quot;x&quot;,&quot;spec&quot;:{&quot;url&quot;:&quot;/o.json&quot;}}">"#;
    assert_eq!(only(configuration), "/o.json");
    let several = r##"<script>Scalar.createApiReference('#app', { sources: [
        { title: 'One', slug: 'one', url: '/1.json' }, { url: '/2.json', title: 'Two' } ] })</script>"##;
    assert_eq!(candidates(&read(several)), [(Some("One"), "/1.json"), (Some("Two"), "/2.json")]);
}

#[test]
fn rapidoc_and_stoplight() {
    assert_eq!(only(r#"<rapi-doc spec-url = "/openapi.yaml" theme="dark"> </rapi-doc>"#), "/openapi.yaml");
    assert_eq!(only(r#"<rapi-doc id=d></rapi-doc><script>d.loadSpec("/o.json")</script>"#), "/o.json");
    assert_eq!(only(r#"<elements-api apiDescriptionUrl="openapi.json" router="hash"/>"#), "openapi.json");
}

#[test]
fn links_are_a_last_resort() {
    let page = r#"<link rel="service-desc" href="/o"><p>OpenAPI: <a href="/openapi.json">JSON</a>"#;
    assert_eq!(only(page), "/o");
    assert_eq!(only(&format!("{page}<redoc spec-url='/r'>")), "/r");
}

#[test]
fn origins_and_bases_are_understood() {
    let page = r#"<base href="/app/"><script>
        SwaggerUIBundle({ url: window.location.origin + "/o.json" }); fetch({ url: prefix + "/x", url2: "/y" });
        if (url == "/z" || url => "/w") { url: "/api/" + version }</script>"#;
    let found = read(page);
    assert_eq!((candidates(&found), found.base.as_deref()), (vec![(None, "/o.json")], Some("/app/")));
}

#[test]
fn comments_and_other_pages_name_nothing() {
    let commented =
        "<title>swagger</title><!-- <redoc spec-url='/a'> --><script>// url: '/b'\n/* url: '/c' */</script>";
    assert_eq!(read(commented), Findings::default());
    assert_eq!(read("<script>track({ url: '/visits' })</script>"), Findings::default());
}

#[test]
fn hostile_pages_are_read_in_one_pass() {
    for part in [
        "<script>urls:[",
        "urls:[{",
        "<a ",
        "<!--",
        "<a b='",
        "&",
        "JSON.parse('",
        "`${",
        "</script",
        "<title>",
        "/*\"a\"",
        "\"\\\"/**/",
        "url",
        "url: ",
        "{",
    ] {
        assert_eq!(read(&format!("swagger<script>{}", part.repeat(20_000))), Findings::default(), "{part}");
        assert_eq!(read(&format!("swagger{}", part.repeat(20_000))), Findings::default(), "{part}");
    }
}
