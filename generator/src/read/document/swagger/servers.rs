//! Servers: `host`, `basePath` and `schemes`, and the template of a host in `x-ms-parameterized-host`.

use serde_json::{Map, Value, json};

use super::{Node, PARAMETERIZED_HOST, Pointer, Upgrade, texts};

/// A host before the scheme and the path are added.
#[derive(Default)]
struct Host {
    name: String,
    has_scheme: bool,
    variables: Map<String, Value>,
}

impl<'v> Upgrade<'v> {
    pub(super) fn servers(&mut self, root: &Node<'v>, member: &Node<'v>, document: &mut Map<String, Value>) {
        if document.contains_key("servers") {
            return;
        }
        let template = root.get(PARAMETERIZED_HOST);
        if let Some(template) = template.as_ref().filter(|template| host_template(template).is_none()) {
            let message = format!("`{PARAMETERIZED_HOST}` has no `hostTemplate`; it is ignored");
            self.note(&template.pointer, message, "add `hostTemplate`, such as `{account}.example.com`");
        }
        let reported = root.get("basePath").or(root.get("host")).or(template).unwrap_or_else(|| member.clone());
        let declared = self.declared_servers(root.get("schemes").as_ref());
        let servers = Pointer::root().child("servers");
        self.traced(&servers, &reported.pointer);
        for index in 0..declared.len() {
            self.traced(&servers.index(index), &reported.pointer);
            self.traced(&servers.index(index).child("url"), &reported.pointer);
        }
        document.insert("servers".to_owned(), Value::Array(declared));
    }

    /// Returns the servers of the service with these schemes. The default scheme is HTTPS.
    pub(super) fn declared_servers(&self, schemes: Option<&Node<'v>>) -> Vec<Value> {
        let host = self.host();
        let urls = self.urls(&host, schemes).into_iter();
        let server = |url| {
            if host.variables.is_empty() {
                json!({ "url": url })
            } else {
                json!({ "url": url, "variables": host.variables })
            }
        };
        urls.map(server).collect()
    }

    fn root_text(&self, key: &str) -> &'v str {
        self.root.get(key).and_then(Value::as_str).unwrap_or_default().trim()
    }

    /// Returns the template of the host, or the declared host. Some descriptions have a URL instead of a host.
    fn host(&self) -> Host {
        let root = Node { value: self.root, pointer: Pointer::root() };
        root.get(PARAMETERIZED_HOST).and_then(|node| self.templated_host(&node)).unwrap_or_else(|| {
            let host = self.root_text("host");
            let host = host.split_once("://").map_or(host, |(_, host)| host);
            Host { name: host.trim_matches('/').to_owned(), ..Host::default() }
        })
    }

    /// Returns the host of a template. A parameter in it becomes a variable.
    fn templated_host(&self, node: &Node<'v>) -> Option<Host> {
        let template = host_template(node)?;
        let parameters = node.get("parameters");
        let parameters = parameters.iter().flat_map(Node::elements).map(|parameter| self.resolve(&parameter));
        let variables = parameters.filter_map(|parameter| {
            let name = parameter.get("name")?.value.as_str()?.to_owned();
            let kept = ["default", "enum", "description"].into_iter();
            let kept = kept.filter_map(|key| Some((key.to_owned(), parameter.get(key)?.value.clone())));
            Some((name, Value::Object(kept.collect())))
        });
        let is_prefixed = node.get("useSchemePrefix").is_none_or(|uses| *uses.value != Value::Bool(false));
        Some(Host {
            name: template.trim_end_matches('/').to_owned(),
            has_scheme: !is_prefixed || template.contains("://"),
            variables: variables.collect(),
        })
    }

    fn urls(&self, host: &Host, schemes: Option<&Node<'v>>) -> Vec<String> {
        let base = self.root_text("basePath").trim_matches('/');
        let base = if base.is_empty() { String::new() } else { format!("/{base}") };
        let name = &host.name;
        if name.is_empty() {
            return vec![if base.is_empty() { "/".to_owned() } else { base }];
        }
        if host.has_scheme {
            return vec![format!("{name}{base}")];
        }
        let mut schemes = schemes.map(texts).unwrap_or_default();
        schemes.sort_by_key(|scheme| scheme != "https");
        if schemes.is_empty() {
            schemes.push("https".to_owned());
        }
        schemes.into_iter().map(|scheme| format!("{scheme}://{name}{base}")).collect()
    }
}

fn host_template<'v>(node: &Node<'v>) -> Option<&'v str> {
    Some(node.get("hostTemplate")?.value.as_str()?.trim()).filter(|template| !template.is_empty())
}
