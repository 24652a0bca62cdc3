//! The fields of the description itself, its servers, tags and security schemes.

use super::{Field, Section, Shape, Usage, shape};

shape! { DOCUMENT, "the description":
"Description" {
    "openapi": "string, required", "3.0 and later", Read "the version, which decides the keywords next to `$ref`";
    "$self": "URL", "3.2", Unread "a description is identified by its source";
    "info": "info object, required", "all", Read "see below";
    "jsonSchemaDialect": "URL", "3.1 and later", Unread "all dialects are read as the OpenAPI dialect", "keywords";
    "servers": "array of server", "3.0 and later", Read "the servers that the builder can select";
    "paths": "path item by path", "all", Read "the operations";
    "webhooks": "path item by name", "3.1 and later", Read "the events that the server sends";
    "components": "components", "3.0 and later", Read "see below";
    "security": "array of (array of string by scheme)", "all", Read "the credentials that operations send by default";
    "tags": "array of tag", "all", Read "groups of operations, in this order";
    "externalDocs": "external docs", "all", Read "the base of relative links in texts";
}
}

shape! { INFO, "the info object":
"Info object" {
    "title": "string, required", "all", Read "the docs and the name of the crate";
    "summary": "string", "3.1 and later", Unread "the docs show `description`";
    "description": "string", "all", Read "the docs of the crate";
    "termsOfService": "URL", "all", Unread "not part of the API surface";
    "contact": "contact", "all", Unread "not part of the API surface";
    "license": "license", "all", Unread "it applies to the service, not to the crate";
    "version": "string, required", "all", Read "the first line of each file";
}
}

shape! { SERVER, "a server":
"Server" {
    "url": "string, required", "3.0 and later", Read "the URL, with its variables";
    "description": "string", "3.0 and later", Read "the docs of the server";
    "name": "string", "3.2", Read "the name of the server in the generated code";
    "variables": "server variable by name", "3.0 and later", Read "the variables of the URL, which the builder sets";
}
}

shape! { SERVER_VARIABLE, "a server variable":
"Server variable" {
    "enum": "array of string", "3.0 and later", Read "the values that the builder accepts";
    "default": "string, required", "3.0 and later", Read "the default value";
    "description": "string", "3.0 and later", Read "docs";
}
}

shape! { COMPONENTS, "the components object":
"Components" {
    "schemas": "schema by component name", "3.0 and later", Read "types";
    "responses": "response by component name", "3.0 and later", Read "responses that several operations share";
    "parameters": "parameter by component name", "3.0 and later", Read "parameters that several operations share";
    "examples": "example by component name", "3.0 and later", Unread "the docs show the examples of schemas";
    "requestBodies": "request body by component name", "3.0 and later", Read "bodies that several operations share";
    "headers": "header by component name", "3.0 and later", Read "headers that several responses share";
    "securitySchemes": "security scheme by component name", "3.0 and later", Read "the credentials that the builder accepts";
    "links": "link by component name", "3.0 and later", Unread "the caller decides which operation to call";
    "callbacks": "path item by expression by component name", "3.0 and later", Unread "a client does not receive requests";
    "pathItems": "path item by component name", "3.1 and later", Read "the operations of each path that refers to it";
    "mediaTypes": "media type by component name", "3.2", Read "content that several bodies share";
}
}

shape! { SECURITY_SCHEME, "a security scheme":
"Security scheme" {
    "type": "`apiKey`, `http`, `mutualTLS`, `oauth2`, `openIdConnect`, required", "all", Read "the type that the builder accepts";
    "description": "string", "all", Read "docs";
    "name": "string", "all", Read "the header, parameter or cookie that holds the key";
    "in": "`query`, `header`, `cookie`", "all", Read "where the key is sent";
    "scheme": "string", "3.0 and later", Read "`bearer` and `basic`; others are reported as `security-unsupported`";
    "bearerFormat": "string", "3.0 and later", Unread "a token is sent unchanged";
    "flows": "flows", "3.0 and later", Unread "the client accepts a token, regardless of how it was obtained";
    "openIdConnectUrl": "URL", "3.0 and later", Unread "the client accepts a token, regardless of how it was obtained";
    "oauth2MetadataUrl": "URL", "3.2", Unread "the client accepts a token, regardless of how it was obtained";
    "deprecated": "boolean", "3.2", Unread "the scheme works anyway";
}
}

shape! { TAG, "a tag":
"Tag" {
    "name": "string, required", "all", Read "the name of a group";
    "summary": "string", "3.2", Unread "the docs show `description`";
    "description": "string", "all", Read "the docs of the group";
    "externalDocs": "external docs", "all", Read "a link at the end of the docs";
    "parent": "string", "3.2", Unread "groups have one level, so calls are short";
    "kind": "string", "3.2", Unread "the first tag of an operation is its group";
}
}

shape! { EXTERNAL_DOCS, "an external docs object":
"External docs" {
    "description": "string", "all", Read "the text of the link";
    "url": "URL, required", "all", Read "a link at the end of the docs";
}
}
