//! The keywords of descriptions, with meaningful values.

use fastrand::Rng;
use serde_json::{Value, json};

use super::text::hostile;
use super::tree::{any, insert_into, part, pointers};

/// Members, each as a line of JSON without braces.
const MEMBERS: &[&str] = &[
    r#""type":"object""#,
    r#""type":"array""#,
    r#""type":"string""#,
    r#""type":"integer""#,
    r#""type":["string","null"]"#,
    r#""type":["integer","string","object"]"#,
    r#""format":"int64""#,
    r#""format":"int-or-string""#,
    r#""format":"date-time""#,
    r#""format":"binary""#,
    r#""format":"byte""#,
    r#""format":"uuid""#,
    r#""enum":[1,2,3]"#,
    r#""enum":["a","A","a ",""]"#,
    r#""enum":[null,1,"a",{}]"#,
    r#""const":"a""#,
    r#""const":{"a":1}"#,
    r#""nullable":true"#,
    r#""default":"a""#,
    r#""default":{}"#,
    r#""required":["a","value","id"]"#,
    r#""required":true"#,
    r#""properties":{"a":{"type":"string"},"value":{}}"#,
    r#""additionalProperties":false"#,
    r#""additionalProperties":{"type":"integer"}"#,
    r#""items":{}"#,
    r#""items":[{"type":"string"}]"#,
    r#""discriminator":{"propertyName":"kind","mapping":{"a":"A"}}"#,
    r#""discriminator":"kind""#,
    r#""readOnly":true"#,
    r#""writeOnly":true"#,
    r#""deprecated":true"#,
    r#""minimum":1e400"#,
    r#""minimum":-9223372036854775808"#,
    r#""exclusiveMaximum":true"#,
    r#""multipleOf":0"#,
    r#""minLength":18446744073709551615"#,
    r#""maxItems":0"#,
    r#""uniqueItems":true"#,
    r#""pattern":"^(a|b)*$""#,
    r#""example":{"a":1}"#,
    r#""examples":{"a":{"value":1}}"#,
    r#""title":"Title""#,
    r#""description":"0: first, 1: second""#,
    r#""x-enum-varnames":["A","A","fn"]"#,
    r##""$ref":"#/components/schemas/A""##,
    r#""$id":"https://example.com/a""#,
    r#""$anchor":"a""#,
    r##""$dynamicRef":"#a""##,
    r#""operationId":"get""#,
    r#""tags":["a","A","credentials","std"]"#,
    r#""summary":"A summary""#,
    r#""parameters":[{"name":"a","in":"query","schema":{"type":"string"}}]"#,
    r#""in":"path""#,
    r#""in":"header""#,
    r#""in":"cookie""#,
    r#""in":"querystring""#,
    r#""in":"formData""#,
    r#""style":"deepObject""#,
    r#""style":"matrix""#,
    r#""explode":false"#,
    r#""allowReserved":true"#,
    r#""content":{"application/json":{"schema":{}},"application/xml":{}}"#,
    r#""requestBody":{"content":{"multipart/form-data":{"schema":{"type":"object","properties":{"f":{"format":"binary"}}}}}}"#,
    r#""responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"array","items":{}}}}}}"#,
    r#""responses":{"default":{"description":"no"},"4XX":{"description":"no"},"2XX":{"description":"ok"}}"#,
    r#""headers":{"X-A":{"schema":{"type":"integer"}},"Link":{}}"#,
    r#""links":{"a":{"operationId":"get"}}"#,
    r#""callbacks":{"a":{"{$request.body#/url}":{"post":{"responses":{}}}}}"#,
    r#""webhooks":{"a":{"post":{"responses":{}}}}"#,
    r#""servers":[{"url":"https://{a}.example.com","variables":{"a":{"default":"{a}{a}","enum":["x"]}}}]"#,
    r#""servers":[{"url":"//host"},{"url":"v1"}]"#,
    r#""security":[{"A":[]},{}]"#,
    r#""securitySchemes":{"A":{"type":"apiKey","in":"query","name":"key"},"B":{"type":"http","scheme":"basic"}}"#,
    r#""get":{"responses":{"200":{"description":"ok"}}}"#,
    r#""query":{"responses":{"200":{"description":"ok"}}}"#,
    r#""additionalOperations":{"COPY":{"responses":{}}}"#,
    r#""/a/{b}":{"get":{"responses":{}},"post":{"responses":{}}}"#,
    r#""itemSchema":{"type":"object"}"#,
    r#""encoding":{"f":{"contentType":"image/png","headers":{}}}"#,
    r#""definitions":{"A":{"type":"object"}}"#,
    r#""consumes":["multipart/form-data"]"#,
    r#""x-ms-pageable":{"nextLinkName":"next"}"#,
    r#""next":{"type":"string"},"has_more":{"type":"boolean"},"data":{"type":"array","items":{}}"#,
];

/// Inserts a known member into any object, with its own value or any other.
pub(super) fn insert(value: &mut Value, random: &mut Rng) {
    let members = member(random);
    let other = random.bool().then(|| part(value, random)).filter(|_| random.bool());
    if let Some(object) = any(value, random, Value::is_object).and_then(|pointer| value.pointer_mut(&pointer)) {
        for (key, value) in members {
            insert_into(object, key, other.clone().unwrap_or(value), random);
        }
    }
}

fn member(random: &mut Rng) -> serde_json::Map<String, Value> {
    let text = format!("{{{}}}", MEMBERS[random.usize(..MEMBERS.len())]);
    serde_json::from_str(&text).unwrap_or_default()
}

/// Changes the OpenAPI version.
pub(super) fn version(value: &mut Value, random: &mut Rng) {
    let Value::Object(members) = value else { return };
    members.shift_remove("openapi");
    members.shift_remove("swagger");
    let (key, version) = [
        ("openapi", json!("3.0.3")),
        ("openapi", json!("3.1.0")),
        ("openapi", json!("3.2.0")),
        ("swagger", json!("2.0")),
        ("openapi", json!(3.1)),
        ("openapi", json!("4.0")),
    ][random.usize(..6)]
    .clone();
    members.shift_insert(0, key.to_owned(), version);
}

/// Returns a key: a keyword, a key that occurs in the value, or a harmful one.
pub(super) fn key(value: &Value, random: &mut Rng) -> String {
    match random.usize(..3) {
        0 => member(random).keys().next().cloned().unwrap_or_default(),
        1 => {
            let pointers = pointers(value);
            let pointer = &pointers[random.usize(..pointers.len())];
            pointer.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~")
        }
        _ => hostile(random).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::MEMBERS;

    #[test]
    fn all_members_are_json() {
        for member in MEMBERS {
            let read = serde_json::from_str::<serde_json::Value>(&format!("{{{member}}}"));
            // Numbers out of range are for the generator's parsers.
            assert!(read.is_ok() || member.contains("1e400"), "{member}");
        }
    }
}
