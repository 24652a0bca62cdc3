//! The fields of path items, operations, and the objects in them.

use super::{Field, Section, Shape, Usage, shape};

shape! { PATH_ITEM, "a path item":
"Path item" {
    "$ref": "URL", "all", Read "the operations of its target", "references";
    "summary": "string", "3.0 and later", Unread "operations have their own";
    "description": "string", "3.0 and later", Unread "operations have their own";
    "get": "operation", "all", Read "an operation";
    "put": "operation", "all", Read "an operation";
    "post": "operation", "all", Read "an operation";
    "delete": "operation", "all", Read "an operation";
    "options": "operation", "all", Read "an operation";
    "head": "operation", "all", Read "an operation";
    "patch": "operation", "all", Read "an operation";
    "trace": "operation", "3.0 and later", Read "an operation";
    "query": "operation", "3.2", Read "an operation", "methods";
    "additionalOperations": "operation by method", "3.2", Read "an operation for each method";
    "servers": "array of server", "3.0 and later", Read "the servers of its operations";
    "parameters": "array of parameter", "all", Read "parameters of each of its operations";
}
}

shape! { OPERATION, "an operation":
"Operation" {
    "tags": "array of string", "all", Read "the first tag is the group of the operation";
    "summary": "string", "all", Read "the first line of the docs";
    "description": "string", "all", Read "the docs";
    "externalDocs": "external docs", "all", Read "a link at the end of the docs";
    "operationId": "string", "all", Read "the name of the method";
    "parameters": "array of parameter", "all", Read "arguments if required, otherwise setters of the call";
    "requestBody": "request body", "3.0 and later", Read "an argument";
    "responses": "response by status", "all", Read "the output and the error type";
    "callbacks": "path item by expression by name", "3.0 and later", Unread "a client does not receive requests";
    "deprecated": "boolean", "all", Read "`#[deprecated]`";
    "security": "array of (array of string by scheme)", "all", Read "the credentials that are sent";
    "servers": "array of server", "3.0 and later", Read "the servers of this operation";
}
}

shape! { PARAMETER, "a parameter":
"Parameter" {
    "name": "string, required", "all", Read "the name on the wire, and the name of the argument or setter";
    "in": "`path`, `query`, `header`, `cookie`, `querystring`, required", "all", Read "where the value is sent; a `querystring` parameter is left out";
    "description": "string", "all", Read "docs";
    "required": "boolean", "all", Read "an argument instead of a setter";
    "schema": "schema", "all", Read "the type";
    "deprecated": "boolean", "3.0 and later", Read "a note in the docs";
    "allowEmptyValue": "boolean", "all", Read "a parameter in the path may be empty; in the query, an empty string is always sent as `name=`";
    "style": "`matrix`, `label`, `simple`, `form`, `spaceDelimited`, `pipeDelimited`, `deepObject`, `cookie`", "3.0 and later", Read "how arrays and objects are serialized";
    "explode": "boolean", "3.0 and later", Read "how arrays and objects are serialized";
    "allowReserved": "boolean", "3.0 and later", Read "which characters are percent-encoded";
    "content": "media type by media type", "3.0 and later", Read "the type, serialized as its media type";
    "example": "anything", "3.0 and later", Unread "the docs show the examples of schemas";
    "examples": "example by name", "3.0 and later", Unread "the docs show the examples of schemas";
}
}

shape! { REQUEST_BODY, "a request body":
"Request body" {
    "description": "string", "3.0 and later", Read "docs";
    "content": "media type by media type, required", "3.0 and later", Read "the type of the argument";
    "required": "boolean", "3.0 and later", Read "an argument instead of a setter";
}
}

shape! { MEDIA_TYPE, "a media type":
"Media type" {
    "description": "string", "3.2", Unread "the docs come from the body and its schema";
    "schema": "schema", "3.0 and later", Read "the type";
    "itemSchema": "schema", "3.2", Read "the type of the streamed items. An item of `text/event-stream` is an event: with a member `data`, the schema is that of an event, and its data is what `contentSchema` describes, or text, or JSON; alternatives with a constant `event` are an enumeration by the name of the event. Without a member `data`, it is the schema of the data";
    "example": "anything", "3.0 and later", Read "the sample of the type of a JSON response";
    "examples": "example by name", "3.0 and later", Read "the first one as `example`";
    "encoding": "encoding by name", "3.0 and later", Read "how the fields of a form and the parts of a multipart body are serialized";
    "prefixEncoding": "array of encoding", "3.2", Unsupported "the caller gives parts without names their media types";
    "itemEncoding": "encoding", "3.2", Unsupported "the caller gives parts without names their media types";
}
}

shape! { ENCODING, "an encoding":
"Encoding" {
    "contentType": "string", "3.0 and later", Read "the media type of a part";
    "headers": "header by header name", "3.0 and later", Unsupported "parts are sent without custom headers";
    "style": "`form`, `spaceDelimited`, `pipeDelimited`, `deepObject`", "3.0 and later", Read "how an array or object in a form is serialized";
    "explode": "boolean", "3.0 and later", Read "how an array or object in a form is serialized";
    "allowReserved": "boolean", "3.0 and later", Unread "servers decode percent-encoded characters";
    "encoding": "encoding by name", "3.2", Unsupported "a part is serialized as one value";
    "prefixEncoding": "array of encoding", "3.2", Unsupported "a part is serialized as one value";
    "itemEncoding": "encoding", "3.2", Unsupported "a part is serialized as one value";
}
}

shape! { RESPONSE, "a response":
"Response" {
    "summary": "string", "3.2", Unread "the docs show `description`";
    "description": "string", "all", Read "docs";
    "headers": "header by header name", "all", Read "a struct with the headers; `Set-Cookie` is a list";
    "content": "media type by media type", "3.0 and later", Read "the type of the output or of the error";
    "links": "link by name", "3.0 and later", Unread "the caller decides which operation to call";
}
}

shape! { HEADER, "a header":
"Header" {
    "description": "string", "all", Read "docs";
    "required": "boolean", "3.0 and later", Read "a field without `Option<_>`";
    "deprecated": "boolean", "3.0 and later", Read "a note in the docs";
    "allowEmptyValue": "boolean", "3.0", Unread "it applies only to query parameters";
    "style": "`simple`", "3.0 and later", Unread "headers have only one style";
    "explode": "boolean", "3.0 and later", Read "how an object is read";
    "allowReserved": "boolean", "3.0", Unread "it applies only to query parameters";
    "schema": "schema", "3.0 and later", Read "the type";
    "content": "media type by media type", "3.0 and later", Read "the type";
    "example": "anything", "3.0 and later", Unread "the docs show the examples of schemas";
    "examples": "example by name", "3.0 and later", Unread "the docs show the examples of schemas";
}
}
