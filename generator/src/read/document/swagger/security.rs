//! Security definitions.

use serde_json::{Map, Value, json};

use super::{Node, Pointer, Upgrade};

impl<'v> Upgrade<'v> {
    pub(super) fn scheme(&mut self, node: &Node<'v>, to: &Pointer) -> Value {
        match node.value.get("type").and_then(Value::as_str) {
            Some("basic") => basic(node),
            Some("oauth2") => self.oauth2(node, to),
            _ => node.value.clone(),
        }
    }

    fn oauth2(&mut self, node: &Node<'v>, to: &Pointer) -> Value {
        let said = node.value.get("flow").and_then(Value::as_str).unwrap_or_default();
        let flow = match said {
            "implicit" | "password" | "clientCredentials" | "authorizationCode" => Some(said),
            "application" => Some("clientCredentials"),
            "accessCode" => Some("authorizationCode"),
            _ => None,
        };
        let mut scheme = Map::new();
        let mut details = Map::new();
        for (key, member) in node.members() {
            match key {
                "flow" => {}
                "authorizationUrl" | "tokenUrl" | "refreshUrl" | "scopes" => {
                    details.insert(key.to_owned(), member.value.clone());
                }
                _ => drop(scheme.insert(key.to_owned(), member.value.clone())),
            }
        }
        details.entry("scopes").or_insert_with(|| json!({}));
        let mut flows = Map::new();
        self.traced(&to.child("flows"), &node.pointer);
        match flow {
            Some(flow) => {
                self.traced(&to.child("flows").child(flow), &node.pointer);
                flows.insert(flow.to_owned(), Value::Object(details));
            }
            None => {
                let help = "set `flow` to implicit, password, application or accessCode";
                self.note(&node.pointer, "an oauth2 scheme has no valid `flow`", help);
            }
        }
        scheme.insert("flows".to_owned(), Value::Object(flows));
        Value::Object(scheme)
    }
}

fn basic(node: &Node<'_>) -> Value {
    let mut scheme = Map::new();
    for (key, member) in node.members() {
        if key == "type" {
            scheme.insert("type".to_owned(), json!("http"));
            scheme.insert("scheme".to_owned(), json!("basic"));
        } else {
            scheme.insert(key.to_owned(), member.value.clone());
        }
    }
    Value::Object(scheme)
}
